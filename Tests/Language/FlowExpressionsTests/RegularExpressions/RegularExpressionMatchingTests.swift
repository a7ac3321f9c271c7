// SPDX-License-Identifier: Apache-2.0

import Expectations
import Testing

@testable import FlowExpressions
@testable import RegularExpressions

@Suite struct RegularExpressionMatchingTests {
  struct Row: Sendable, CustomTestStringConvertible {
    let pattern: String
    let text: String
    let groups: [String?]?

    init(_ pattern: String, _ text: String, _ groups: [String?]?) {
      self.pattern = pattern
      self.text = text
      self.groups = groups
    }

    var testDescription: String { "\(pattern) on \(text)" }
  }

  static let rows: [Row] = [
    // Literals and sequences
    Row("", "", [""]), Row("", "abc", [""]), Row("bc", "abcd", ["bc"]), Row("x", "abc", nil),
    Row("foo|bar", "", nil), Row("gr(a|e)y", "grey", ["grey", "e"]),
    Row("ba(na)*", "banana", ["banana", "na"]), Row("a+ñ+a+", "mañana", ["aña"]),
    Row("(a|😀){2}", "🐱😀😀", ["😀😀", "😀"]),
    // The leftmost match, and its first alternative
    Row("a|ab", "xab", ["a"]), Row("ab|a", "xab", ["ab"]),
    Row("(a|ab)(c|bcd)", "abcd", ["abcd", "a", "bcd"]),
    Row("(?:a|ab)(?:c|bcd)(d*)", "abcd", ["abcd", ""]),
    Row("b|a", "ab", ["a"]), Row("|a", "a", [""]), Row("a||b", "b", [""]),
    // Repeats
    Row("a*", "aaa", ["aaa"]), Row("a*?", "aaa", [""]), Row("a+?", "aaa", ["a"]),
    Row("a??", "a", [""]), Row("a?", "a", ["a"]), Row("a{2}", "aaa", ["aa"]),
    Row("a{2,}", "aaaa", ["aaaa"]), Row("a{2,}?", "aaaa", ["aa"]), Row("a{1,2}", "aaa", ["aa"]),
    Row("a{1,2}?", "aaa", ["a"]), Row("a{0}b", "aab", ["b"]), Row("(a){0}b", "ab", ["b", nil]),
    Row("a{,2}", "a{,2}", ["a{,2}"]), Row("a{02}", "a{02}", ["a{02}"]), Row("a{", "a{", ["a{"]),
    Row("a{1", "a{1", ["a{1"]),
    Row("a{1,b", "a{1,b", ["a{1,b"]), Row("{", "{", ["{"]), Row("{a}", "{a}", ["{a}"]),
    Row("(a*)*", "b", ["", ""]), Row("(a*)+", "b", ["", ""]), Row("(a|b)*", "abab", ["abab", "b"]),
    Row("(|a)*", "aa", ["", ""]), Row("(|a)+", "aa", ["", ""]), Row("(a|b*)*", "c", ["", ""]),
    Row("(a+|b+)*c", "aabbc", ["aabbc", "bb"]), Row("((a)|b)*", "ab", ["ab", "b", "a"]),
    Row("(?U)a+", "aaa", ["a"]), Row("(?U)a+?", "aaa", ["aaa"]),
    Row("(?:ab){2}", "ababab", ["abab"]),
    Row("(a{1,3}){2}", "aaaa", ["aaaa", "a"]),
    // Positions
    Row("^a", "ba", nil), Row("^a", "ab", ["a"]), Row("a$", "ab", nil), Row("a$", "a\n", nil),
    Row("a$", "ba", ["a"]), Row("^$", "", [""]), Row("^", "a", [""]), Row("$", "a", [""]),
    Row("(?m)^b$", "a\nb\nc", ["b"]), Row("(?m)$", "a\nb", [""]), Row("(?m)\\Ab", "a\nb", nil),
    Row("(?m)a\\z", "a\nb", nil), Row("\\Aa", "ab", ["a"]), Row("b\\z", "ab", ["b"]),
    Row("\\bfoo\\b", "a foo b", ["foo"]), Row("\\bfoo\\b", "afoo", nil),
    Row("\\Boo\\b", "foo", ["oo"]), Row("\\b", "", nil), Row("\\B", "", [""]),
    Row("\\bé", "aé", ["é"]), Row("é\\b", "é", nil), Row("^*a", "a", ["a"]),
    Row("(?:^a)+", "aa", ["a"]),
    Row("\\b\\b", "a", [""]), Row("x*\\b", "a", [""]),
    // Classes
    Row("[abc]+", "xcabx", ["cab"]), Row("[^abc]+", "axyb", ["xy"]), Row("[a-c]+", "abcd", ["abc"]),
    Row("[]a]+", "a]", ["a]"]), Row("[^]a]+", "]ba", ["b"]), Row("[a-]+", "a-b", ["a-"]),
    Row("[-a]+", "a-b", ["a-"]), Row("[a\\]b]+", "a]b", ["a]b"]), Row("[\\d_]+", "a1_2", ["1_2"]),
    Row("[^\\d]+", "12ab", ["ab"]), Row("[^\\D]+", "ab12", ["12"]),
    Row("[\\w-]+", "a-b c", ["a-b"]),
    Row("[[:alpha:]]+", "1ab2", ["ab"]), Row("[[:^alpha:]]+", "a12b", ["12"]),
    Row("[[:word:][:space:]]+", "-a b-", ["a b"]), Row("[[:]+", ":[", [":["]),
    Row("[a-c-e]+", "b-ed", ["b-e"]), Row("[\\x41-\\x{43}]+", "xABCD", ["ABC"]),
    Row("[^\\n]", "\n", nil),
    Row("[^a]", "\n", ["\n"]), Row("[é-ñ]", "ê", ["ê"]), Row("[\\-x]+", "x-", ["x-"]),
    Row("[&&a]+", "a&", ["a&"]), Row("[^\\x00-\\x{10FFFF}]", "a", nil), Row("[.]", "a.", ["."]),
    // Perl and Unicode classes
    Row("\\d+", "a12", ["12"]), Row("\\D+", "12ab", ["ab"]), Row("\\s", "a\u{B} \t", [" "]),
    Row("\\S+", " ab ", ["ab"]), Row("\\w+", "-a_1-", ["a_1"]), Row("\\W+", "a-+b", ["-+"]),
    Row("\\d", "٣", nil), Row("\\pN", "٣", ["٣"]), Row("\\p{Nd}", "٣", ["٣"]),
    Row("\\p{L}+", "1élan2", ["élan"]),
    Row("\\P{L}+", "a12b", ["12"]), Row("\\p{^L}+", "a12b", ["12"]),
    Row("\\P{^L}+", "1ab2", ["ab"]),
    Row("\\p{Greek}+", "abγδ", ["γδ"]), Row("[\\p{Greek}x]+", "axγ", ["xγ"]),
    Row("\\pLx", "éx", ["éx"]),
    Row("\\p{Han}", "漢", ["漢"]), Row("\\p{Lu}", "aÉ", ["É"]), Row("\\p{Any}", "\n", ["\n"]),
    Row("\\p{So}", "a❤", ["❤"]), Row("[\\P{Greek}]", "γa", ["a"]), Row("\\p{Cyrillic}", "ж", ["ж"]),
    // Dots
    Row(".", "\n", nil), Row("(?s).", "\n", ["\n"]), Row(".", "é", ["é"]), Row("^.$", "😀", ["😀"]),
    Row("(?s:.)(.)", "\n\na", ["\na", "a"]), Row(".*", "ab\ncd", ["ab"]),
    // Escapes
    Row("\\.", "a.", ["."]), Row("\\x41", "A", ["A"]), Row("\\x{1F600}", "😀", ["😀"]),
    Row("\\101", "A", ["A"]), Row("\\0", "\0", ["\0"]), Row("\\012", "\n", ["\n"]),
    Row("\\a\\f\\t\\n\\r\\v", "\u{7}\u{C}\t\n\r\u{B}", ["\u{7}\u{C}\t\n\r\u{B}"]),
    Row("\\Qa.b*\\E+", "a.b**", ["a.b**"]), Row("\\Qa.b", "a.b", ["a.b"]), Row("\\Q\\E", "", [""]),
    Row("\\Q\\\\E", "\\", ["\\"]), Row("\\_\\-\\/\\\"", "_-/\"", ["_-/\""]),
    // Case
    Row("(?i)abc", "xABc", ["ABc"]), Row("(?i)É", "é", ["é"]),
    Row("(?i)k", "\u{212A}", ["\u{212A}"]),
    Row("(?i)ſ", "S", ["S"]), Row("(?i)σ", "ς", ["ς"]), Row("(?i)[a-c]+", "xAbC", ["AbC"]),
    Row("(?i)[^a]", "A", nil), Row("(?i)\\p{Lu}", "a", ["a"]), Row("(?i)ß", "ẞ", ["ẞ"]),
    Row("(?i)ß", "ss", nil),
    Row("a(?i)b|c", "aB", ["aB"]), Row("a(?i)b|c", "C", ["C"]), Row("(?i:a)b", "AB", nil),
    Row("(?i:a)b", "Ab", ["Ab"]), Row("(?i)a(?-i)b", "Ab", ["Ab"]), Row("(?i)a(?-i)b", "AB", nil),
    Row("(a(?i)b)c", "aBC", nil), Row("(?i)\\Qab\\E", "AB", ["AB"]),
    Row("(?i)[[:lower:]]", "A", ["A"]),
    Row("(?is-m).", "\n", ["\n"]), Row("(?i)", "", [""]), Row("(?i)\u{130}", "i", nil),
    Row("(?)a", "a", ["a"]), Row("ab(?i)*c", "abbC", ["abbC"]),
    Row("(ab)(?i){2}", "abab", ["abab", "ab"]),
    // Groups
    Row("(?P<a>x)(?<b>y)", "xy", ["xy", "x", "y"]), Row("(a)|(b)", "b", ["b", nil, "b"]),
    Row("(a)(b)?", "a", ["a", "a", nil]), Row("()", "a", ["", ""]), Row("(?:)", "a", [""]),
    Row("(a(b(c)))", "abc", ["abc", "abc", "bc", "c"]),
    Row("(.*)@(.*)", "a@b@c", ["a@b@c", "a@b", "c"]),
    Row("(.*?)@(.*)", "a@b@c", ["a@b@c", "a", "b@c"]), Row("(?:(a)|b)*", "ab", ["ab", "a"]),
  ]

  @Test(arguments: rows) func patternsMatch(_ row: Row) throws {
    let expression = try RegularExpression(row.pattern)
    let found = expression.firstMatch(in: row.text)
    let texts = found.map { match in match.groups.map { $0.map { row.text.slice($0) } } }
    expectEqual(texts, row.groups)
    expectEqual(expression.matches(row.text), (row.groups != nil))
  }

  @Test func groupsAreFoundByNumberAndName() throws {
    let expression = try RegularExpression("(?P<year>\\d{4})-(\\d\\d)(?<rest>x)?")
    expectEqual(expression.groupCount, 3)
    expectEqual(expression.groupNames, [nil, "year", nil, "rest"])
    let match = try #require(expression.firstMatch(in: "né 2026-01"))
    expectEqual(match.range, 4..<11)
    expectEqual(match["year"], 4..<8)
    expectEqual(match[2], 9..<11)
    #expect(match["rest"] == nil)
    #expect(match["nobody"] == nil)
    #expect(match[4] == nil)
    #expect(match[-1] == nil)
  }

  @Test func searchesCanStartInsideTheText() throws {
    let text = "aé\nab"
    try expectEqual(RegularExpression("a").firstMatch(in: text, from: 1)?.range, 4..<5)
    #expect(try RegularExpression("^a").firstMatch(in: text, from: 1) == nil)
    try expectEqual(RegularExpression("(?m)^a").firstMatch(in: text, from: 1)?.range, 4..<5)
    try expectEqual(RegularExpression("").firstMatch(in: text, from: 2)?.range, 3..<3)
    try expectEqual(RegularExpression("").firstMatch(in: text, from: -9)?.range, 0..<0)
    try expectEqual(RegularExpression("").firstMatch(in: text, from: 99)?.range, 6..<6)
  }

  static let all: [(String, String, [String])] = [
    ("a", "banana", ["a", "a", "a"]), ("a*", "baac", ["", "aa", ""]), ("", "é1", ["", "", ""]),
    ("\\d+", "1 22 333", ["1", "22", "333"]), ("^a", "aaa", ["a"]),
    ("\\b", "ab c", ["", "", "", ""]),
    ("a|", "ab", ["a", ""]), ("(?m)^.", "a\nb", ["a", "b"]), ("x", "abc", []),
    ("a*?", "aa", ["", "", ""]),
  ]

  @Test(arguments: all) func allMatchesDoNotOverlap(_ row: (String, String, [String])) throws {
    let expression = try RegularExpression(row.0)
    expectEqual(expression.allMatches(in: row.1).map { row.1.slice($0.range) }, row.2)
    expectEqual(expression.allMatches(in: row.1, limit: 1).count, min(1, row.2.count))
    #expect(expression.allMatches(in: row.1, limit: 0).isEmpty)
  }

  static let anchors: [(String, Bool, Bool)] = [
    ("a", false, false), ("^a", true, false), ("a$", false, true), ("^a$", true, true),
    ("\\Aa\\z", true, true), ("(^a|^b)$", true, true), ("^a|b$", false, false),
    ("(?:^a)+", true, false), ("(?:^a)*", false, false), ("(?m)^a$", false, false),
    ("(?i)^a$", true, true), ("^", true, false), ("", false, false), ("()^a$()", true, true),
    ("\\b^a$\\b", true, true), ("(?m:^)^a", true, false), ("a?^b", false, false),
    ("^(a|b)|^c", true, false), ("(a$){2}", false, true),
  ]

  @Test(arguments: anchors) func anchorsAreDetected(_ row: (String, Bool, Bool)) throws {
    let expression = try RegularExpression(row.0)
    expectEqual(expression.isAnchoredAtStart, row.1)
    expectEqual(expression.isAnchoredAtEnd, row.2)
  }

  @Test func expressionsAreEqualByPatternAndLimits() throws {
    try expectEqual(RegularExpression("a"), RegularExpression("a"))
    #expect(try RegularExpression("a") != RegularExpression("b"))
    // Equal as Characters, but not as scalars.
    #expect(try RegularExpression("\u{E9}") != RegularExpression("e\u{301}"))
    #expect(
      try RegularExpression("a") != RegularExpression("a", limits: .init(nesting: 3)))
  }
}

extension String {
  /// The text between two UTF-8 offsets.
  func slice(_ range: Range<Int>) -> String {
    String(decoding: Array(utf8)[range], as: UTF8.self)
  }
}
