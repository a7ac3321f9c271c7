// SPDX-License-Identifier: Apache-2.0

import FlowEffects
import FlowExpressions
import FlowTesting
import SourceDiagnostics

@testable import FlowChecks
@testable import FlowModel
@testable import FlowSessions

/// Texts with names of every kind, written to a file.
enum RenderedText {
  /// A flow whose content is a text.
  private static let flow = FlowDefinition(
    id: "t",
    inputs: [
      InputDefinition(name: "p", type: .field(.boolean)),
      InputDefinition(name: "q", type: .field(.boolean)),
      InputDefinition(name: "s", type: .field(.string)),
      InputDefinition(name: "xs", type: .list(.field(.string))),
      InputDefinition(name: "none", type: .list(.field(.string))),
      InputDefinition(name: "many", type: .list(.field(.integer))),
      InputDefinition(name: "m", type: .map(.field(.string))),
      InputDefinition(name: "nothing", type: .map(.field(.string))),
      InputDefinition(
        name: "nodes",
        type: .list(
          .record([
            .init(name: "id", type: .field(.string)),
            .init(name: "port", type: .field(.integer), isOptional: true),
          ]))),
    ], steps: [])

  /// The values of its inputs.
  static let values: [String: Value] = [
    "p": .bool(true), "q": .bool(false), "s": .string("S"),
    "xs": .list([.string("1"), .string("2")]), "none": .list([]),
    "many": .list((0..<10_000).map { .int($0) }),
    "nothing": .map(ValueMap()),
    "m": .map(ValueMap([("b", .string("2")), ("é", .string("3")), ("a", .string("1"))])),
    "nodes": .list([
      .map(ValueMap([("id", .string("a")), ("port", .int(80))])),
      .map(ValueMap([("id", .string("b"))])),
    ]),
  ]

  /// Returns the flow whose content is a text.
  static func flow(writing template: TextTemplate) throws -> CheckedFlow {
    var definition = flow
    definition.steps = [
      StepDefinition(
        id: "w",
        kind: .write(
          WriteDefinition(path: "x", content: .parts([ContentPartDefinition(text: template)]))))
    ]
    let (_, checked, diagnostics) = FlowChecker.check(definition, follower: nil)
    guard let checked else { throw Refused(messages: diagnostics.map(\.message)) }
    return checked
  }

  struct Refused: Error { let messages: [String] }

  /// Returns the text with the values; a failure's message is in '⟨…⟩'.
  static func text(_ template: TextTemplate) throws -> String {
    var session = try FlowSession(flow: try flow(writing: template), inputs: values)
    session.send(.start, now: .epoch)
    switch session.state {
    case .needs(.effect(let request)):
      guard case .write(let write) = request.effect else { return "" }
      return String(decoding: write.content, as: UTF8.self)
    case .failed(let failure): return "⟨\(failure.message)⟩"
    default: return "⟨\(session.state)⟩"
    }
  }

  /// Returns the text of what a template's source says.
  static func text(_ source: String) throws -> String { try text(TextTemplate(source)) }
}
