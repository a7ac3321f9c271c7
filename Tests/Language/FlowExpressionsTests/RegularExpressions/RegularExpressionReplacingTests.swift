// SPDX-License-Identifier: Apache-2.0

import Expectations
import SourceDiagnostics
import Testing

@testable import FlowExpressions
@testable import RegularExpressions

@Suite struct RegularExpressionReplacingTests {
  static let replacements: [(String, String, String, Int, String)] = [
    ("hello world hello", "hello", "hi", -1, "hi world hi"), ("banana", "a", "x", 0, "banana"),
    ("banana", "a", "x", 1, "bxnana"), ("banana", "a", "x", 2, "bxnxna"),
    ("banana", "a", "x", -12, "bxnxnx"), ("banana", "a", "x", 99, "bxnxnx"),
    ("foo bar", "(fo)o (ba)r", "\\2 \\1", -1, "ba fo"), ("abc", "b", "[\\0]", -1, "a[b]c"),
    ("abc", "b", "\\\\1$1", -1, "a\\1$1c"), ("é1é", "\\d", "→", -1, "é→é"),
    ("ab", "", "-", -1, "-a-b-"), ("ab", "(x)?b", "<\\1>", -1, "a<>"), ("abc", "x", "y", -1, "abc"),
    ("aaa", "a*", "b", -1, "b"), ("baac", "a*", "x", -1, "xbxcx"), ("", "", "x", -1, "x"),
  ]

  @Test(arguments: replacements)
  func matchesAreReplaced(_ row: (String, String, String, Int, String)) throws {
    let expression = try RegularExpression(row.1)
    try expectEqual(expression.replacing(in: row.0, with: row.2, count: row.3), row.4)
  }

  static let mistakes: [(String, String, String, Int, Int)] = [
    ("(a)", "x\\2", "the replacement refers to group 2, but the pattern has 1 group", 1, 3),
    ("a", "\\1", "the replacement refers to group 1, but the pattern has 0 groups", 0, 2),
    (
      "a", "é\\", "the replacement ends in a single '\\'; write '\\\\' for the character itself", 2,
      3
    ),
    ("a", "\\é", "'\\é' in a replacement; expected a digit or '\\' after '\\'", 0, 3),
  ]

  @Test(arguments: mistakes)
  func mistakesInReplacementsAreReported(_ row: (String, String, String, Int, Int)) throws {
    let expression = try RegularExpression(row.0)
    let error = #expect(throws: RegularExpressionError.self) {
      try expression.replacing(in: "", with: row.1, count: 0)
    }
    expectEqual(error?.message, row.2)
    expectEqual(error?.range, SourceRange(row.3, row.4))
    expectEqual(error?.code, .replacement)
  }

  @Test func growthAndWorkAreBounded() throws {
    let text = String(repeating: "a", count: 1_000)
    let expression = try RegularExpression("a")
    try expectEqual(
      expression.replacing(in: text, with: "bb", maximumLength: 2_000).utf8.count, 2_000)
    let tooLong = #expect(throws: RegularExpressionError.self) {
      try expression.replacing(in: text, with: "bb", maximumLength: 1_999)
    }
    expectEqual(tooLong?.code, .tooLarge)
    // Each match must look for an 'x' in the rest of the text before it can be a single 'a'.
    let quadratic = try RegularExpression(".*x|a")
    let tooMuch = #expect(throws: RegularExpressionError.self) {
      try quadratic.extractAll(from: text, maximumSteps: 100_000)
    }
    expectEqual(tooMuch?.code, .tooLarge)
  }

  static let extracts: [(String, String, String?, [String])] = [
    ("hello world", "hello(.*)", " world", [" world"]),
    ("item-A, item-B", "item-(\\w+)", "A", ["A", "B"]), ("HELLO", "hello", nil, []),
    ("id:123, id:456", "id:\\d+", "id:123", ["id:123", "id:456"]), ("b", "(a)?b", nil, []),
    ("xy", "x(.*)y", nil, []), ("é=1", "[^=]+", "é", ["é", "1"]),
  ]

  @Test(arguments: extracts)
  func matchesAreExtracted(_ row: (String, String, String?, [String])) throws {
    let expression = try RegularExpression(row.1)
    try expectEqual(expression.extract(from: row.0), row.2)
    try expectEqual(expression.extractAll(from: row.0), row.3)
  }

  @Test func extractingWithTwoGroupsIsRefused() throws {
    let expression = try RegularExpression("(.*)@(.*)")
    let error = #expect(throws: RegularExpressionError.self) { try expression.extract(from: "a@b") }
    expectEqual(error?.code, .groups)
    #expect(throws: RegularExpressionError.self) { try expression.extractAll(from: "a@b") }
  }
}
