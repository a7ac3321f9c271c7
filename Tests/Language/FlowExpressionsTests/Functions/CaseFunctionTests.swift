// SPDX-License-Identifier: Apache-2.0

import Expectations
import FlowExpressions
import RandomTesting
import Testing

/// Texts in other cases, and as parts of paths.
@Suite struct CaseFunctionTests {
  private static func value(_ expression: String, _ text: String) throws -> Value {
    let environment = ExpressionEnvironment(
      variables: [VariableDeclaration("x", .string)], functions: FlowLibrary.functions)
    let compiled = try #require(environment.compile(expression).expression)
    return try compiled.evaluate(in: ["x": .string(text)])
  }

  @Test(arguments: [
    ("Äpfel", "äpfel", "ÄPFEL"), ("ΣΑΣ", "σασ", "ΣΑΣ"), ("ﬁn", "ﬁn", "FIN"),
    ("Straße", "straße", "STRASSE"), ("ДОМ дом", "дом дом", "ДОМ ДОМ"), ("日本 x", "日本 x", "日本 X"),
    ("", "", ""),
  ])
  func lowerAndUpperAreOfEveryScript(text: String, lower: String, upper: String) throws {
    try expectEqual(Self.value("lower(x)", text), .string(lower))
    try expectEqual(Self.value("upper(x)", text), .string(upper))
  }

  @Test(arguments: [
    ("My Project", "my-project"), ("  --Hello,   World!! ", "hello-world"),
    ("Café Zürich", "cafe-zurich"), ("Cafe\u{301}", "cafe"), ("Ørsted Łódź", "orsted-lodz"),
    ("Ångström", "angstrom"), ("Việt Nam", "viet-nam"), ("straße", "strasse"),
    ("Ærø Þór œuvre Ðakovo", "aero-thor-oeuvre-dakovo"),
    ("Дом №7", "дом-7"), ("東京 2026", "東京-2026"), ("हिन्दी भाषा", "हिन्दी-भाषा"),
    ("a\u{301}\u{301}b", "ab"), ("\u{301}a", "a"), ("snake_case.txt", "snake-case-txt"),
    ("İstanbul", "istanbul"), ("½ x²", "x"), ("", ""), ("!!!", ""), ("🙂", ""),
  ])
  func aSlugHasLettersDigitsAndSingleDashes(text: String, slug: String) throws {
    try expectEqual(Self.value("slug(x)", text), .string(slug))
  }

  /// A slug of a slug is the same, and its dashes are inside and alone.
  @Test func slugsAreStable() throws {
    let alphabet = Array("aZ9 -_.éß\u{301}Ж東\u{93F}🙂İ")
    for seed in RandomRuns(long: 5_000, every: 50, named: "slugs").seeds {
      var random = SeededGenerator(seed: seed)
      let count = Int.random(in: 0...12, using: &random)
      let text = String((0..<count).map { _ in alphabet.randomElement(using: &random) ?? "a" })
      let slug = try Self.value("slug(x)", text).plainText
      try expectEqual(Self.value("slug(x)", slug).plainText, slug, "seed \(seed): \(text)")
      #expect(
        !slug.hasPrefix("-") && !slug.hasSuffix("-") && !slug.contains("--"),
        "seed \(seed): \(text)")
    }
  }
}
