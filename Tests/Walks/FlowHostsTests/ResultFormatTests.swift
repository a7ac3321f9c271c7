// SPDX-License-Identifier: Apache-2.0

import Expectations
import FlowExpressions
import Testing

@testable import FlowHosts

/// Results as other programs read them.
@Suite struct ResultFormatTests {
  private func written(_ value: Value, _ format: ResultFormat) throws -> String {
    try format.text(of: .map(ValueMap([("v", value)])))
  }

  /// PyYAML and Psych read `1e-05` as a text.
  @Test(arguments: [
    (1e-05, "1.0e-05"), (1e+21, "1.0e+21"), (-Double.leastNonzeroMagnitude, "-5.0e-324"),
    (1.5e300, "1.5e+300"),
    (0.25, "0.25"), (3, "3.0"), (-0.0, "-0.0"),
  ])
  func aNumberWithAnExponentHasAPointInYAML(number: Double, text: String) throws {
    expectEqual(try written(.double(number), .yaml), "v: \(text)\n")
  }

  /// Readers of YAML look for the colon after a key within 1,024 characters.
  @Test func aLongKeyFollowsAQuestionMarkInYAML() throws {
    let key = String(repeating: "k", count: 1_100)
    let inner: [(String, Value)] = [(key, .list([2]))]
    let entries: [(String, Value)] = [
      (key, 1), (key + "2", .list([.map(ValueMap(inner))])), ("short", 3),
    ]
    let map = ValueMap(entries)
    expectEqual(
      try ResultFormat.yaml.text(of: .map(map)),
      """
      ? "\(key)"
      : 1
      ? "\(key)2"
      :
        - ? "\(key)"
          :
            - 2
      short: 3

      """)
  }

  @Test(arguments: [
    ("", ""), ("plain-1.0/x:y@z%+,", "plain-1.0/x:y@z%+,"), ("=a", "'=a'"), ("a b", "'a b'"),
    ("a # b", "'a # b'"), ("\"a\"", "'\"a\"'"), ("$HOME `x`", "'$HOME `x`'"), ("~", "'~'"),
    ("one\ntwo", "'one\ntwo'"), ("it's", "\"it's\""), ("a\\b", #""a\\b""#),
    ("it's \"a\\b\"", #""it's \"a\\b\"""#), ("a\rb", #""a\rb""#), ("$it's", "\"$it's\""),
    ("C:\\a b\\", "C:\\a b\\"), ("ä 漢", "'ä 漢'"), ("${", "'${'"),
  ])
  func aVariableForDotenvHasTheseQuotes(text: String, form: String) throws {
    expectEqual(try written(.string(text), .env), "V=\(form)\n")
  }

  @Test(arguments: [
    ("", "''"), ("a b", "'a b'"), ("it's", "\"it's\""),
    ("it's $a `b` \"c\" \\", #""it's \$a \`b\` \"c\" \\""#),
    ("one\ntwo", "'one\ntwo'"), ("'\r", "\"'\r\""),
  ])
  func aVariableForShellsHasTheseQuotes(text: String, form: String) throws {
    expectEqual(try written(.string(text), .shell), "V=\(form)\n")
  }

  @Test(arguments: ["", "a b ", "'a'", "\"a\\n\"", "# $HOME ${HOME}", " x"])
  func aVariableForDockerIsItsText(text: String) throws {
    expectEqual(try written(.string(text), .docker), "V=\(text)\n")
  }

  /// No reader gets another text than the one that was answered.
  @Test(arguments: [
    (
      ResultFormat.env, "a${HOME}b",
      "'V' holds '${…}', which readers of env files replace; use shell or json"
    ),
    (
      .env, "a #\\",
      "'V' ends with a backslash, which the env format can't hold in quotes; use shell or json"
    ),
    (
      .env, "a\n\\",
      "'V' ends with a backslash, which the env format can't hold in quotes; use shell or json"
    ),
    (
      .docker, "a\nb", "'V' has several lines, which the docker format cannot hold; use env or json"
    ),
    (.docker, "a\r", "'V' has several lines, which the docker format cannot hold; use env or json"),
    (
      .docker, String(repeating: "a", count: 65_534),
      "'V' is longer than the 64 KiB of a line that docker reads; use env or json"
    ),
    (.env, "a\0", "'V' holds U+0000, which no variable can hold; use json or yaml"),
    (.shell, "a\0", "'V' holds U+0000, which no variable can hold; use json or yaml"),
    (.docker, "a\0", "'V' holds U+0000, which no variable can hold; use json or yaml"),
  ])
  func aTextThatAReaderWouldChangeIsRefused(
    format: ResultFormat, text: String, message: String
  ) throws {
    do {
      let found = try written(.string(text), format)
      Issue.record("written as \(found)")
    } catch let error as ResultFormatError {
      expectEqual(error.message, message)
    }
  }
}
