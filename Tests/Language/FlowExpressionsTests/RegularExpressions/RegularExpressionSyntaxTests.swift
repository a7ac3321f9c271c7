// SPDX-License-Identifier: Apache-2.0

import Expectations
import SourceDiagnostics
import Testing

@testable import FlowExpressions
@testable import RegularExpressions

@Suite struct RegularExpressionSyntaxTests {
  struct Row: Sendable, CustomTestStringConvertible {
    let pattern: String
    let code: RegularExpressionError.Code
    let range: Range<Int>
    let message: String

    init(
      _ pattern: String, _ code: RegularExpressionError.Code, _ range: Range<Int>, _ message: String
    ) {
      self.pattern = pattern
      self.code = code
      self.range = range
      self.message = message
    }

    var testDescription: String { pattern }
  }

  static let linear = "patterns run in linear time"

  static let rows: [Row] = [
    Row("(a", .syntax, 0..<1, "this group is not closed; expected ')'"),
    Row("é(?:a", .syntax, 2..<5, "this group is not closed; expected ')'"),
    Row("(?i", .syntax, 0..<3, "this group is not closed; expected ')'"),
    Row("a)b", .syntax, 1..<2, "unexpected ')'; no group is open here"),
    Row("[a", .syntax, 0..<1, "this class is not closed; expected ']'"),
    Row("[]", .syntax, 0..<1, "this class is not closed; expected ']'"),
    Row("[^", .syntax, 0..<2, "this class is not closed; expected ']'"),
    Row("[a-", .syntax, 0..<1, "this class is not closed; expected ']'"),
    Row("[z-a]", .syntax, 1..<4, "the range 'z-a' runs backwards"),
    Row(
      "[a-\\d]", .syntax, 1..<5, "'a-\\d' isn't a range; put the '-' last or write '\\-'"),
    Row("*a", .syntax, 0..<1, "'*' has nothing to repeat; write '\\*' for the character itself"),
    Row("a|+", .syntax, 2..<3, "'+' has nothing to repeat; write '\\+' for the character itself"),
    Row("[\\1]", .syntax, 1..<3, "unknown escape '\\1'"),
    Row("\\p{}", .syntax, 0..<4, "unknown Unicode class ''"),
    Row("[[:]a:]", .syntax, 1..<7, "unknown class '[:]a:]'"),
    Row(
      "((?i)*a)", .syntax, 5..<6, "'*' has nothing to repeat; write '\\*' for the character itself"),
    Row("(?i-)", .syntax, 0..<5, "expected a flag: 'i', 'm', 's' or 'U'"),
    Row(
      "{2}", .syntax, 0..<3,
      "'{2}' has nothing to repeat; write '\\{' for the character itself"),
    Row(
      "a**", .syntax, 1..<3, "'**' repeats a repeat; put a group '(?:…)' around the first"),
    Row("a++", .syntax, 1..<3, "'++' repeats a repeat; possessive repeats are not supported"),
    Row(
      "a{2}{3}", .syntax, 1..<7,
      "'{2}{3}' repeats a repeat; put a group '(?:…)' around the first"),
    Row(
      "a{3,2}", .syntax, 1..<6,
      "the counts of '{3,2}' are in the wrong order; write '{2,3}'"),
    Row(
      "a{1001}", .tooLarge, 1..<7,
      "'{1001}' repeats too often; at most 1000 times are allowed"),
    Row(
      "a{99999999999999999999,}", .tooLarge, 1..<24,
      "'{99999999999999999999,}' repeats too often; at most 1000 times are allowed"),
    Row(
      "(a{100}){11}", .tooLarge, 0..<12,
      "nested repeats multiply to 1100; at most 1000 are allowed"),
    Row("(?=a)", .unsupported, 0..<3, "look-ahead is not supported: \(linear)"),
    Row("(?!a)", .unsupported, 0..<3, "look-ahead is not supported: \(linear)"),
    Row("(?<=a)", .unsupported, 0..<4, "look-behind is not supported: \(linear)"),
    Row("(?<!a)", .unsupported, 0..<4, "look-behind is not supported: \(linear)"),
    Row("(?>a)", .unsupported, 0..<3, "atomic groups are not supported"),
    Row("(?#a)", .unsupported, 0..<3, "comments in patterns are not supported"),
    Row("(?(1)a)", .unsupported, 0..<3, "conditional groups are not supported: \(linear)"),
    Row("(?P=n)", .unsupported, 0..<3, "references to groups are not supported: \(linear)"),
    Row(
      "(a)\\1", .unsupported, 3..<5,
      "references to groups such as '\\1' are not supported: \(linear)"),
    Row("\\k<n>", .unsupported, 0..<2, "references to groups are not supported: \(linear)"),
    Row("\\Z", .unsupported, 0..<2, "'\\Z' is not supported; write '\\z' for the end of the text"),
    Row("\\C", .unsupported, 0..<2, "'\\C' is not supported"),
    Row("\\u0041", .unsupported, 0..<2, "'\\u' is not supported; write '\\x{2764}'"),
    Row(
      "[\\b]", .unsupported, 1..<3,
      "'\\b' isn't a character; write '\\x08' for a backspace"),
    Row(
      "(?x)a", .syntax, 2..<3,
      "unknown flag 'x' (extended patterns are not supported); 'i', 'm', 's' and 'U' are allowed"),
    Row("(?'n'a)", .unsupported, 0..<3, "named groups are written '(?P<name>…)' or '(?<name>…)'"),
    Row(
      "(?P<a b>c)", .syntax, 4..<7,
      "'a b' isn't a group name; ASCII letters, digits, and '_' are allowed"),
    Row(
      "(?<>c)", .syntax, 3..<4,
      "'' isn't a group name; ASCII letters, digits, and '_' are allowed"),
    Row("(?<n", .syntax, 0..<4, "the name of this group is not closed; expected '>'"),
    Row("(?<n>a)(?P<n>b)", .syntax, 11..<12, "two groups have the name 'n'"),
    Row(
      "a\\", .syntax, 1..<2,
      "the pattern ends in a single '\\'; write '\\\\' for the character itself"),
    Row("\\y", .syntax, 0..<2, "unknown escape '\\y'"),
    Row("[\\é]", .syntax, 1..<4, "unknown escape '\\é'"),
    Row("[\\8]", .syntax, 1..<3, "unknown escape '\\8'"),
    Row("\\x{110000}", .syntax, 0..<9, "'\\x{110000' is beyond the last scalar, '\\x{10FFFF}'"),
    Row("\\x{}", .syntax, 0..<3, "expected hexadecimal digits and '}', as in '\\x{2764}'"),
    Row("\\xg1", .syntax, 0..<2, "expected two hexadecimal digits, as in '\\x7E'"),
    Row(
      "\\p", .syntax, 0..<2, "expected the name of a Unicode class, as in '\\pL' or '\\p{Greek}'"),
    Row("\\p{L", .syntax, 0..<4, "the name of this class is not closed; expected '}'"),
    Row("\\p{Greke}", .syntax, 0..<9, "unknown Unicode class 'Greke'; did you mean 'Greek'?"),
    Row("\\p{Letter}", .syntax, 0..<10, "unknown Unicode class 'Letter'; did you mean 'L'?"),
    Row("\\pX", .syntax, 0..<3, "unknown Unicode class 'X'"),
    Row("[[:alhpa:]]", .syntax, 1..<10, "unknown class '[:alhpa:]'; did you mean '[:alpha:]'?"),
  ]

  @Test(arguments: rows) func mistakesAreReportedWithTheirRange(_ row: Row) {
    let error = #expect(throws: RegularExpressionError.self) {
      try RegularExpression(row.pattern)
    }
    expectEqual(error?.message, row.message)
    expectEqual(error?.code, row.code)
    expectEqual(error?.range, SourceRange(row.range.lowerBound, row.range.upperBound))
  }

  @Test func limitsAreEnforced() throws {
    func code(_ pattern: String, _ limits: RegularExpression.Limits = .standard)
      -> RegularExpressionError.Code?
    {
      do {
        _ = try RegularExpression(pattern, limits: limits)
        return nil
      } catch {
        return error.code
      }
    }
    #expect(code(String(repeating: "a", count: 10_000)) == nil)
    expectEqual(code(String(repeating: "a", count: 10_001)), .tooLarge)
    let deep = String(repeating: "(", count: 250) + String(repeating: ")", count: 250)
    #expect(code(deep) == nil)
    expectEqual(code("(" + deep + ")"), .tooLarge)
    expectEqual(code("(?:abcdefghijklmnopqrstuvwxyz){1000}"), .tooLarge)
    #expect(code("(?:abc){1000}") == nil)
    expectEqual(code("a{100}", .init(programSize: 50)), .tooLarge)
    expectEqual(code("\\pL", .init(classRanges: 10)), .tooLarge)
    #expect(code(String(repeating: "()", count: 600)) == nil)
    expectEqual(code(String(repeating: "()", count: 1_000)), .tooLarge)
    let nested =
      String(repeating: "(?:x(?:", count: 500) + "a" + String(repeating: ")*|y)+?", count: 500)
    #expect(code(nested, .init(nesting: 1_000)) == nil)
    let deeper = String(repeating: "(?:", count: 1_000) + String(repeating: ")", count: 1_000)
    #expect(code(deeper, .init(nesting: .max)) == nil)
    expectEqual(code("(?:" + deeper + ")", .init(nesting: .max)), .tooLarge)
  }
}
