// SPDX-License-Identifier: Apache-2.0

import Expectations
import FlowExpressions
import FlowModel
import FlowSessions
import FlowTesting
import RandomTesting
import Testing

/// A text beside the choices is the same answer at every door, one that's a value or a label is that choice, and a blank
/// one is none.
@Suite struct OtherTextDoorTests {
  private static let texts = [
    "web", "Web server", "mail", "Mail, and more", "2", "3", "4", "#1", "1-2", "we", "WEB", "all",
    "none", "None",
    "Attic", "two words", "web mail", "a, b", "\"q\"", "it's", "'", "\"", "\\", "日本", "שלום",
    "e\u{301}", " x", "x ", " ", " \t",
    "Another", ":back", "#0", "true", String(repeating: "long ", count: 40),
  ]

  private static func flow(_ type: String, _ choices: String) -> String {
    """
    flow: 1
    id: d
    steps:
      - { ask: q, type: \(type), choices: [\(choices)], other: Another }
    """
  }

  private static let choices = [
    "{ value: web, label: Web server }, { value: mail, label: 'Mail, and more' }, { value: '3', label: three }",
    "all, none, we", "'2', '1', Web", "x",
  ]

  /// The label of the row for such texts, and a blank, are refused.
  private static func isRefused(_ text: String) -> Bool {
    text == "Another" || text.allSatisfy(\.isWhitespace)
  }

  private static func outcome(of walker: Walker) -> String {
    guard case .map(let output)? = walker.result?.output else { return "refused" }
    return JSONWriter().text(of: output["q"] ?? .null) ?? ""
  }

  /// A text that a field shows as typed is read as the same value; given in advance, data is the same, too.
  @Test(arguments: choices)
  func aTextIsTheSameAtEveryDoor(choices: String) throws {
    for text in Self.texts {
      var walker = try Walker(Self.flow("choice", choices))
      let field = try #require(walker.step?.focusedField)
      let named = field.choices.first { $0.value == .string(text) || $0.label == text }
      let expected =
        Self.isRefused(text)
        ? "refused" : JSONWriter().text(of: named?.value ?? .string(text)) ?? ""
      walker.send(.answer(.value(.string(text))))
      expectEqual(Self.outcome(of: walker), expected, "data '\(text)' of \(choices)")
      let given = try Walker(
        Self.flow("choice", choices), options: SessionOptions(answers: ["q": .value(.string(text))])
      )
      expectEqual(Self.outcome(of: given), expected, "given '\(text)' of \(choices)")
      guard expected != "refused" else { continue }
      let written = field.typedText(of: named?.value ?? .string(text))
      var typed = try Walker(Self.flow("choice", choices))
      typed.send(.answer(.text(written)))
      expectEqual(Self.outcome(of: typed), expected, "typed '\(written)' of \(choices)")
    }
  }

  /// The same holds for several texts.
  @Test(arguments: choices)
  func severalTextsAreTheSameAtEveryDoor(choices: String) throws {
    for seed in RandomRuns(long: 400, every: 10, named: "other texts").seeds {
      var random = SeededGenerator(seed: seed)
      let words = (0..<Int.random(in: 1...4, using: &random)).map { _ in
        Self.texts.randomElement(using: &random) ?? "x"
      }
      let texts = words.map { Value.string($0) }
      var walker = try Walker(Self.flow("choices", choices))
      let field = try #require(walker.step?.focusedField)
      walker.send(.answer(.value(.list(texts))))
      let outcome = Self.outcome(of: walker)
      expectEqual((outcome == "refused"), words.contains(where: Self.isRefused), "\(texts)")
      guard case .map(let output)? = walker.result?.output, let value = output["q"] else {
        continue
      }
      var typed = try Walker(Self.flow("choices", choices))
      typed.send(.answer(.text(field.typedText(of: value))))
      expectEqual(Self.outcome(of: typed), outcome, "\(field.typedText(of: value)) of \(choices)")
      var again = try Walker(Self.flow("choices", choices))
      again.send(.answer(.value(value)))
      expectEqual(Self.outcome(of: again), outcome)
    }
  }

  /// Typed words have their usual meanings, and what could be two things is refused.
  @Test(arguments: [
    ("web", #""web""#), ("WEB SERVER", #""web""#), ("2", #""mail""#), ("#1", #""web""#),
    ("4", "refused"),
    ("#4", "refused"), ("another", "refused"), ("Web", "refused"), ("\"Web\"", #""Web""#),
    ("'We'", #""We""#),
    ("5", #""5""#), ("Attic", #""Attic""#), ("\"2\"", #""2""#), ("\"Web server\"", #""web""#),
    ("  Attic ", #""Attic""#),
    ("don't", #""don't""#), ("\"\"", "refused"), ("\" \"", "refused"), (" ", "refused"),
  ])
  func typedWordsHaveTheirUsualMeanings(text: String, outcome: String) throws {
    var walker = try Walker(Self.flow("choice", Self.choices[0]))
    walker.send(.answer(.text(text)))
    expectEqual(Self.outcome(of: walker), outcome, "\(walker.problems)")
  }

  /// A choice that nobody could see or type isn't offered; one with a label is.
  @Test func blankChoicesAreNotOffered() throws {
    func labels(_ choices: String) throws -> [String]? {
      let flow = "flow: 1\nid: d\nsteps:\n  - { ask: q, type: choice, choices: \(choices) }\n"
      return try Walker(flow).step?.focusedField?.choices.map(\.label)
    }
    try expectEqual(labels("{ from: \"[' ', 'zed', '']\" }"), ["zed"])
    try expectEqual(labels("{ from: \"['', 'zed']\", label: '<${item}>' }"), ["<>", "<zed>"])
  }

  @Test(arguments: [
    ("web, Attic", #"["web","Attic"]"#), ("two words", #"["two words"]"#),
    ("1 2", #"["web","mail"]"#),
    ("1-2, Attic", #"["web","mail","Attic"]"#), ("Attic, 1, Hut", #"["web","Attic","Hut"]"#),
    ("\"a, b\", mail", #"["mail","a, b"]"#), ("Attic, Attic", #"["Attic"]"#), ("none", "[]"),
    ("Mail, x", "refused"),
    ("all", #"["web","mail","3"]"#), ("\"all\"", #"["all"]"#), ("4, x", "refused"),
    ("1, 4", "refused"),
  ])
  func typedListsHaveTheirUsualMeanings(text: String, outcome: String) throws {
    var walker = try Walker(Self.flow("choices", Self.choices[0]))
    walker.send(.answer(.text(text)))
    expectEqual(Self.outcome(of: walker), outcome, "\(walker.problems)")
  }
}
