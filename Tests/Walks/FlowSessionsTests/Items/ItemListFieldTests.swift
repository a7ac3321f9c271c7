// SPDX-License-Identifier: Apache-2.0

import Expectations
import FlowExpressions
import FlowFiles
import Localization
import RandomTesting
import SourceDiagnostics
import Testing

@testable import FlowModel
@testable import FlowSessions

/// Lists and maps of plain values, from the text that's typed to the answer.
@Suite struct ItemListFieldTests {
  private func reading(_ type: FieldType = .string, isMap: Bool = false) -> ItemReading {
    ItemReading(
      isMap: isMap, rules: ItemRules(type: type, constraints: [], names: []), zone: .utc,
      catalog: .english)
  }

  private func words(_ texts: String...) -> Value { .list(texts.map { .string($0) }) }

  @Test(arguments: [
    ("a", ["a"]), ("a, b", ["a", "b"]), (" a ,b, ", ["a", "b"]), ("a,,b", ["a", "b"]),
    ("\"a, b\", c", ["a, b", "c"]), ("'a, b'", ["a, b"]), ("don't, can't", ["don't", "can't"]),
    ("\" a \"", [" a "]), ("\"\"", [""]), ("\"say \\\"hi\\\"\"", ["say \"hi\""]),
    ("a\nb, c\n\nd", ["a", "b, c", "d"]), ("\"x\" y, z", ["\"x\" y", "z"]),
    ("none", []), ("\"none\"", ["none"]), ("a=b", ["a=b"]),
  ])
  func aTextIsReadAsItsItems(text: String, items: [String]) throws {
    let value = try reading().value(typed: text)
    expectEqual(value, .list(items.map { .string($0) }))
  }

  @Test(arguments: [
    ("a=1", [("a", "1")]), ("a=1, b = 2", [("a", "1"), ("b", "2")]),
    ("a=\"x, y\", b=", [("a", "x, y"), ("b", "")]), ("\"a=b\"=c=d", [("a=b", "c=d")]),
    ("a=1\nb=2, 3", [("a", "1"), ("b", "2, 3")]), ("none", []),
  ])
  func aTextIsReadAsItsPairs(text: String, pairs: [(String, String)]) throws {
    let value = try reading(isMap: true).value(typed: text)
    expectEqual(value, .map(ValueMap(pairs.map { ($0.0, .string($0.1)) })))
  }

  @Test(arguments: [
    ("1, x", FieldType.integer, false, "item 2, 'x': enter a whole number, such as 8080"),
    ("1, \"\"", FieldType.integer, false, "item 2 is empty: enter a whole number, such as 8080"),
    ("\"a", .string, false, "close the quotation mark \""),
    ("a, b", .string, true, "item 1, 'a': write name=value"),
    ("a=1, a=2", .string, true, "enter each item once; 'a' is repeated"),
    (
      "2026-02-30", .date, false,
      "item 1, '2026-02-30': there is no day 30 in 2026-02, which has 28 days; enter a date, such as 2026-01-31"
    ),
  ])
  func aRefusalNamesTheItem(
    text: String, type: FieldType, isMap: Bool, message: String
  ) {
    let read = Result { () throws(AnswerParser.Failure) in
      try reading(type, isMap: isMap).value(typed: text)
    }
    guard case .failure(let failure) = read else {
      Issue.record("'\(text)' is accepted")
      return
    }
    expectEqual(failure.message, message)
  }

  /// A written list is read as the same items, with commas and in lines.
  @Test func whatIsWrittenIsReadAgain() throws {
    let letters = ["a", "b", ",", "\"", "'", "\\", "=", " ", "none", "é", "n", "👩‍👩‍👧"]
    for seed in RandomRuns(long: 20_000, named: "lists of items").seeds {
      var random = SeededGenerator(seed: seed)
      let texts = (0..<Int.random(in: 0...4, using: &random)).map { _ in
        (0..<Int.random(in: 0...5, using: &random)).map { _ in
          letters.randomElement(using: &random) ?? ""
        }.joined()
      }
      let list = Value.list(texts.map { .string($0) })
      let map = Value.map(ValueMap(texts.map { ($0, .string($0)) }))
      for separator in [", ", "\n"] {
        let typed = reading().edited(list, separator: separator)
        try expectEqual(reading().value(typed: typed), list, "seed \(seed): \(typed)")
        let pairs = reading(isMap: true).edited(map, separator: separator)
        try expectEqual(reading(isMap: true).value(typed: pairs), map, "seed \(seed): \(pairs)")
      }
    }
  }

  @Test func anItemWithACommaIsShownInQuotationMarks() {
    expectEqual(reading().shown(words("a", "b, c")), #"a, "b, c""#)
    expectEqual(reading().shown(words()), "none")
    let map = Value.map(ValueMap([("a", "1"), ("b", "2, 3")]))
    expectEqual(reading(isMap: true).shown(map), #"a=1, b="2, 3""#)
  }

  // MARK: Walks

  static let text = ProjectFolder.flow("fields/deployment")

  @Test func dataIsCheckedLikeTypedItems() throws {
    var walker = try Walker(Self.text)
    walker.send(.give(["zones": .value(.list([.int(1)]))]))
    expectEqual(walker.problems, ["item 1, '1': this is a number, so quote it"])
    walker.send(.give(["zones": .value(.string("eu-1"))]))
    expectEqual(walker.problems, ["must be a list"])
    walker.send(.give(["zones": .value(.list([.string("eu-1")]))]))
    expectEqual(walker.asked, "ports")
  }

  // MARK: Choices and computed limits

  private static let chosen = ProjectFolder.flow("fields/alerts")

  /// The labels are shown, and the text in the line is read as the same choices.
  @Test func chosenItemsAreShownByTheirLabels() throws {
    var walker = try Walker(Self.chosen)
    walker.type("3")
    let field = try #require(walker.step?.focusedField)
    let value = Value.map(ValueMap([("db", "high"), ("web", "low")]))
    expectEqual(field.shownText(of: value), "db=At night too, web=low")
    expectEqual(field.typedText(of: value), "db=high, web=low")
    #expect(field.itemType == .choice && field.choices.map(\.label) == ["At night too", "low"])
  }

  @Test func dataOfAnotherChoiceIsRefused() throws {
    var walker = try Walker(Self.chosen)
    walker.type("3", "db=low")
    walker.send(.give(["rota": .value(.list(["ops", "all"]))]))
    expectEqual(walker.problems, ["item 2, 'all': 'all' isn't one of the choices"])
  }

  // MARK: The place of a refusal

  @Test(arguments: [
    ("a, b1, c", false, 1, 5), ("a\nb1\nc", false, 1, 4), ("\"a, b\", c1 , d", false, 1, 10),
    ("x=a, y=b1", true, 1, 9), ("none", false, 0, 4), ("é, b1", false, 1, 6),
  ])
  func anItemEndsInItsText(text: String, isMap: Bool, item: Int, end: Int) {
    expectEqual(ItemWord.end(ofItem: item, in: text, named: isMap), end)
    #expect(ItemWord.end(ofItem: 9, in: text, named: isMap) == nil)
  }

  @Test(arguments: [
    ("eu-1, EU, us-2", 1), ("a-1, b-2, a-1", 2), ("a-1, b-2, c-3, d-4", nil as Int?),
  ])
  func aRefusalHasThePositionOfItsItem(typed: String, item: Int?) throws {
    var walker = try Walker(Self.text)
    walker.type(typed)
    expectEqual(walker.step?.focusedField?.problems.first?.item, item)
  }

  @Test func pastedLinesAreItemsOfOneLine() {
    expectEqual(ItemWord.inOneLine("a\nSmith, John\n\nb\n", named: false), #"a, "Smith, John", b"#)
    expectEqual(ItemWord.inOneLine("x=1\ny=2, 3", named: true), #"x=1, y="2, 3""#)
    expectEqual(ItemWord.inOneLine("a, b\n", named: false), "a, b")
  }

  // MARK: Mistakes in a flow

  @Test(arguments: [
    (
      "type: list, of: text",
      "a list can't have items of type 'text'; an item has one line, so ask for texts of several lines in a 'repeat'"
    ),
    (
      "type: map, of: path",
      "a map can't have items of type 'path'; ask for paths in a 'repeat', where they're looked up one by one, or for texts"
    ),
    (
      "type: list, of: choices",
      "a list can't have items of type 'choices'; write 'type: choice' for items that are each one of the choices"
    ),
    (
      "type: list, of: secret",
      "a list can't have items of type 'secret'; ask for them in a 'repeat'"
    ),
    ("type: list, of: choice", "the items of 'x' need 'choices'"),
    (
      "type: list, of: { type: choice, choices: [a, b] }, default: [a, c]",
      "'default' must be a list of choices, but the text 'c' is none of them"
    ),
    (
      "type: map, of: { type: choice, choices: [a, b] }, default: { x: c }",
      "each item of 'default' must be one of the choices, found the text 'c'"
    ),
    (
      "type: list, choices: [a, b]",
      "'choices' means nothing for a field of type 'list'; items of which each is one of them have 'of: { type: choice, choices: … }'"
    ),
    (
      "type: list, of: { type: string, choices: [a, b] }",
      "'choices' means nothing for items of type 'string'; items of which each is one of them have 'of: { type: choice, choices: … }'"
    ),
    ("type: string, of: string", "'of' means nothing for a field of type 'string'"),
    ("type: list, keys: { pattern: '^a$' }", "'keys' means nothing for a field of type 'list'"),
    ("type: map, unique: true", "'unique' means nothing for a field of type 'map'"),
    (
      "type: list, of: { type: integer, pattern: '^a$' }",
      "'pattern' means nothing for a field of type 'integer'"
    ),
    (
      "type: list, of: integer, default: [a]",
      "each item of 'default' must be a whole number, found the text 'a'"
    ),
    (
      "type: list, of: { type: integer, max: 3 }, default: [1, 4]",
      "'default' is refused: item 2, '4': must be 3 or less"
    ),
    ("type: list, of: strin", "unknown type 'strin'; did you mean 'string'?"),
    (
      "type: list, minLength: 1",
      "'minLength' means nothing for a field of type 'list'; did you mean 'minItems'?"
    ),
  ])
  func mistakesAreReported(field: String, message: String) {
    let text = "flow: 1\nid: m\nsteps:\n  - { ask: x, \(field) }\n"
    let found = FlowFile.load(text, name: "m.flow.yaml").diagnostics.diagnostics.map(\.message)
    expectEqual(found, [message])
  }
}
