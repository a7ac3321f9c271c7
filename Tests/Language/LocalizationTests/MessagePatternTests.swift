// SPDX-License-Identifier: Apache-2.0

import Expectations
import Testing

@testable import Localization

/// A catalog with one pattern for a message that takes `limit`, `count` and nothing else.
private func formatted(
  _ pattern: String, _ arguments: MessageArguments = [:], rule: PluralRule = .oneAndOther
) -> String {
  MessageCatalog(language: "xx", patterns: [.tooLong: pattern], pluralRule: rule)
    .text(.tooLong, arguments)
}

/// The rule of a language that is built in.
private func rule(_ tag: String) -> PluralRule {
  MessageCatalog.builtIn(for: tag)?.pluralRule ?? .invariable
}

@Suite struct MessagePatternTests {
  @Test(arguments: [
    ("plain", "plain"), ("{limit}", "3"), ("a {limit} b {count} c", "a 3 b 1 c"),
    ("{ limit }", "3"),
    ("{limit, plural, one {# item} other {# items}}", "3 items"),
    ("{count, plural, one {# item} other {# items}}", "1 item"),
    ("{count, plural, =1 {exactly one} one {# item} other {# items}}", "exactly one"),
    ("{limit, plural, =0 {none} other {{count} of #}}", "1 of 3"),
    ("{limit, plural, other {{count, plural, one {one in #} other {#}}}}", "one in 1"),
    ("#{limit}", "#3"),
  ])
  func aPatternIsFilledIn(pattern: String, text: String) {
    expectEqual(formatted(pattern, ["limit": 3, "count": 1]), text)
  }

  @Test(arguments: [
    ("it's", "it's"), ("it''s", "it's"), ("'{limit}'", "{limit}"), ("'{'{limit}'}'", "{3}"),
    ("{limit, plural, other {'#' is #}}", "# is 3"), ("'#' is {limit}", "'#' is 3"),
    ("'{it''s}'", "{it's}"),
  ])
  func apostrophesQuoteAsInICU(pattern: String, text: String) {
    expectEqual(formatted(pattern, ["limit": 3]), text)
  }

  @Test(arguments: [
    "{", "}", "{}", "{limit", "{limit,}", "{limit, select, other {x}}", "{limit, plural}",
    "{limit, plural, one {x}}", "{limit, plural, other {x}", "{limit, plural, other x}",
    "{limit, plural, other {x} other {y}}", "{limit, plural, lots {x} other {y}}",
    "{limit, plural, =x {x} other {y}}", "'{limit", "{limit, plural, other {'#}}",
    "{a, plural, other {{b, plural, other {{c, plural, other {x}}}}}}", "{li-mit}",
  ])
  func aBadPatternIsAnErrorAndLeavesTheMessageToEnglish(pattern: String) {
    #expect(throws: MessagePatternError.self) { try MessagePattern(pattern) }
    let catalog = MessageCatalog(language: "xx", patterns: [.firstStep: pattern])
    expectEqual(catalog.text(.firstStep), MessageCatalog.english.text(.firstStep))
    #expect(catalog.missing.contains(.firstStep))
  }

  @Test func noTextIsTooHostile() {
    let pieces = ["{", "}", "'", "#", ",", "plural", "other", "=", "1", " ", "limit", "é", "{x}"]
    var state: UInt64 = 7
    for _ in 0..<20_000 {
      var pattern = ""
      for _ in 0..<8 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        pattern += pieces[Int(state >> 33) % pieces.count]
      }
      _ = formatted(pattern, ["limit": 1])
    }
  }

  @Test func aPlaceholderWithoutAValueStaysVisible() {
    expectEqual(formatted("at most {limit}"), "at most {limit}")
  }

  @Test func aPatternNamesItsPlaceholdersAndForms() throws {
    let pattern = try MessagePattern("{a} {n, plural, =0 {} one {{b}} other {#}} '{c}'")
    expectEqual(pattern.placeholders, ["a", "b", "n"])
    expectEqual(pattern.pluralForms, [[.one, .other]])
  }

  @Test(arguments: [
    (PluralRule.oneAndOther, [0: "other", 1: "one", 2: "other", -1: "one", Int.min: "other"]),
    (.invariable, [0: "other", 1: "other", 2: "other"]),
    (rule("de"), [0: "other", 1: "one", 2: "other"]),
    (rule("nl"), [0: "other", 1: "one", 1_000_000: "other"]),
    (rule("fr"), [0: "one", 1: "one", 2: "other", 1_000_000: "many", 1_000_001: "other"]),
    (rule("es"), [0: "other", 1: "one", 2: "other", 2_000_000: "many", 1_500_000: "other"]),
    (rule("ja"), [0: "other", 1: "other"]),
    (rule("he"), [0: "other", 1: "one", 2: "two", 3: "other", 10: "other", 20: "other"]),
  ])
  func aRuleSelectsTheForm(rule: PluralRule, expected: [Int: String]) {
    for (number, category) in expected {
      expectEqual(rule.category(of: number).rawValue, category, "\(number)")
    }
  }
}
