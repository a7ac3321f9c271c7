// SPDX-License-Identifier: Apache-2.0

import Expectations
import FlowExpressions
import RandomTesting
import Testing

/// Parts of texts and lists.
///
/// The tables are what Python 3.11 and Jinja 3.1 return.
@Suite struct TextPartFunctionTests {
  private static let environment = ExpressionEnvironment(
    variables: [
      VariableDeclaration("x", .string), VariableDeclaration("y", .string),
      VariableDeclaration("l", .list(.int)), VariableDeclaration("a", .int),
      VariableDeclaration("b", .int),
    ], functions: FlowLibrary.functions)

  private static func value(_ expression: String, _ values: [String: Value]) throws -> Value {
    try #require(environment.compile(expression).expression).evaluate(in: values)
  }

  @Test(arguments: [
    ("my new-PROJECT", "My new-project", "My New-Project"), ("ǆabc d", "ǅabc d", "Ǆabc D"),
    ("ßtraße x", "Sstraße x", "SStraße X"), ("(a b) [c] <d>", "(a b) [c] <d>", "(A B) [C] <D>"),
    ("ÉTÉ d'hiver", "Été d'hiver", "Été D'hiver"), ("it's\ta\n b", "It's\ta\n b", "It's\tA\n B"),
    ("", "", ""),
  ])
  func lettersAreCapitalizedAsInJinja(text: String, capitalized: String, title: String) throws {
    expectEqual(try Self.value("capitalize(x)", ["x": .string(text)]), .string(capitalized))
    expectEqual(try Self.value("title(x)", ["x": .string(text)]), .string(title))
  }

  @Test(arguments: [
    ("a.b.c", ".", 2, ["a.b", "c"]), ("a.b.c", ".", -1, ["a", "b", "c"]),
    ("a.b.c", ".", 1, ["a.b.c"]), ("aaa", "aa", -1, ["a", ""]), ("abc", "x", 3, ["abc"]),
    ("", "x", 2, [""]), ("é→é→", "→", 2, ["é→é", ""]), ("a", "a", 0, []),
  ])
  func aTextIsSplitFromItsEnd(text: String, separator: String, limit: Int64, parts: [String])
    throws
  {
    expectEqual(
      try Self.value(
        "x.rsplit(y, a)", ["x": .string(text), "y": .string(separator), "a": .int(limit)]),
      .list(parts.map { .string($0) }))
  }

  @Test func anEmptySeparatorIsRefused() {
    #expect(throws: EvaluationError.self) {
      try Self.value("x.rsplit(y, 2)", ["x": "a", "y": ""])
    }
  }

  @Test(arguments: [
    ("v1", "v", "1", "v1"), ("1v", "v", "1v", "1"), ("v", "v", "", ""), ("", "v", "", ""),
    ("éa\u{301}", "e", "éa\u{301}", "éa\u{301}"), ("abc", "", "abc", "abc"),
  ])
  func onePrefixOrSuffixIsRemoved(text: String, part: String, first: String, last: String) throws {
    let values: [String: Value] = ["x": .string(text), "y": .string(part)]
    expectEqual(try Self.value("x.removePrefix(y)", values), .string(first))
    expectEqual(try Self.value("x.removeSuffix(y)", values), .string(last))
  }

  /// The positions are those of a slice in Python, whatever they are.
  @Test func partsAreSlices() throws {
    let runs = RandomRuns(long: 2_000, every: 10, named: "parts")
    for seed in runs.seeds {
      var random = SeededGenerator(seed: seed)
      let count = Int.random(in: 0...6, using: &random)
      let extremes: [Int64] = [.min, .max, Int64(-count), Int64(count), 0]
      func position() -> Int64 {
        Bool.random(using: &random)
          ? Int64.random(in: -8...8, using: &random) : extremes.randomElement(using: &random) ?? 0
      }
      let (a, b) = (position(), position())
      // Each element has a position from the start and one from the end.
      func isIn(_ index: Int) -> Bool {
        let start = a < 0 ? Int64(index - count) >= a : Int64(index) >= a
        let end = b < 0 ? Int64(index - count) < b : Int64(index) < b
        return start && end
      }
      let wanted = (0..<count).filter(isIn)
      let letters = Array("aé→𝄞ßz".unicodeScalars).prefix(count)
      let values: [String: Value] = [
        "x": .string(String(String.UnicodeScalarView(letters))), "a": .int(a), "b": .int(b),
        "l": .list((0..<count).map { .int(Int64($0)) }),
      ]
      expectEqual(
        try Self.value("l.part(a, b)", values), .list(wanted.map { .int(Int64($0)) }),
        "STACKFLOW_SEED=\(seed)")
      expectEqual(
        try Self.value("x.part(a, b)", values),
        .string(String(String.UnicodeScalarView(wanted.map { letters[$0] }))),
        "STACKFLOW_SEED=\(seed)")
    }
  }
}
