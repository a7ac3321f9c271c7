// SPDX-License-Identifier: Apache-2.0

package import FlowExpressions
import FlowModel

/// A question to which an empty input is given, with the one outcome that it has at every door.
package struct EmptyAnswerCase: CustomStringConvertible, Sendable {
  /// An input without an answer.
  package enum Input: CaseIterable, Sendable {
    /// Whatever is there is submitted.
    case untouched

    /// The offered text is removed, and then it's submitted.
    case cleared

    /// An empty text, null as data, and a list or a map without elements.
    case text, null, noElements
  }

  /// A kind of question.
  private struct Kind {
    let type: String
    var keys = ""
    let offer: String
    let value: String
    var words = "enter an answer"
  }

  /// The kinds of which more is to say than their type's example, which is the answer of the others.
  private static let kinds: [Kind] = {
    let others = FieldType.allCases.filter { type in
      !particular.contains { $0.type == type.rawValue }
    }
    return particular
      + others.map { type in
        let example = type.kind.examples.first ?? "a"
        return Kind(type: type.rawValue, offer: "'\(example)'", value: "\"\(example)\"")
      }
  }()

  private static let particular: [Kind] = [
    Kind(type: "string", offer: "x", value: #""x""#),
    Kind(type: "text", offer: "x", value: #""x""#),
    Kind(type: "secret", offer: "", value: ""),
    Kind(type: "integer", offer: "3", value: "3"),
    Kind(type: "number", offer: "2.5", value: "2.5"),
    Kind(type: "boolean", offer: "true", value: "true", words: "enter yes or no"),
    Kind(type: "datetime", offer: "2026-01-31T09:00:00Z", value: #""2026-01-31T09:00:00Z""#),
    Kind(type: "duration", offer: "90m", value: #""PT1H30M""#),
    Kind(
      type: "choice", keys: "choices: [docs, tests]", offer: "tests", value: #""tests""#,
      words: "choose one"),
    Kind(type: "choices", keys: "choices: [docs, tests]", offer: "[tests]", value: #"["tests"]"#),
    Kind(
      type: "choices", keys: "choices: [docs, tests], minItems: 1", offer: "[tests]",
      value: #"["tests"]"#, words: "choose at least 1"),
    Kind(type: "list", offer: "[x]", value: #"["x"]"#),
    Kind(
      type: "list", keys: "minItems: 2", offer: "[x, y]", value: #"["x","y"]"#,
      words: "must have at least 2 items"),
    Kind(type: "map", offer: "{ x: y }", value: #"{"x":"y"}"#),
    Kind(
      type: "map", keys: "minItems: 1", offer: "{ x: y }", value: #"{"x":"y"}"#,
      words: "must have at least 1 item"),
  ]

  private let kind: Kind

  /// Whether an answer is required.
  package let isRequired: Bool

  /// Whether there's a default.
  package let hasDefault: Bool

  /// Every kind of question: required or not, with and without a default.
  package static let all: [EmptyAnswerCase] = kinds.flatMap { kind in
    [true, false].flatMap { isRequired in
      (kind.offer.isEmpty ? [false] : [true, false]).map { hasDefault in
        EmptyAnswerCase(kind: kind, isRequired: isRequired, hasDefault: hasDefault)
      }
    }
  }

  package var description: String {
    [kind.type, kind.keys, isRequired ? "required" : "optional", hasDefault ? "default" : ""]
      .filter { !$0.isEmpty }.joined(separator: ", ")
  }

  /// The type of the question.
  package var type: String { kind.type }

  /// Whether a screen always has a row selected, so that what's untouched isn't empty.
  package var selectsRow: Bool { type == "choice" && isRequired }

  /// The question, as a step of a flow file.
  package func step(id: String = "q") -> String {
    let keys = [
      "ask: \(id)", "type: \(kind.type)", kind.keys, isRequired ? "" : "required: false",
      hasDefault ? "default: \(kind.offer)" : "",
    ]
    return "  - { " + keys.filter { !$0.isEmpty }.joined(separator: ", ") + " }"
  }

  /// A flow that asks it.
  package var flow: String { "flow: 1\nid: f\nsteps:\n\(step())\n" }

  /// The data without elements of the type; nil for other types.
  package var noElements: Value? {
    switch type {
    case "choices", "list": .list([])
    case "map": .map(ValueMap())
    default: nil
    }
  }

  /// The outcome of an input: the answer as JSON, or why it's refused.
  package func outcome(of input: Input) -> String {
    if input == .untouched, hasDefault { return kind.value }
    if !isRequired { return "null" }
    guard let none = noElements, !kind.keys.contains("minItems") else {
      return "refused: \(kind.words)"
    }
    return none == .list([]) ? "[]" : "{}"
  }
}
