// SPDX-License-Identifier: Apache-2.0

import Expectations
import SourceDiagnostics
import Testing

@testable import FlowFiles

@Suite struct YAMLDataTests {
  private func texts(_ source: String) -> [String] {
    let stream = YAMLReader.read(source, name: "a", options: .data)
    #expect(stream.diagnostics.isEmpty, "\(DiagnosticRenderer().render(stream.diagnostics))")
    guard case .map(let entries)? = stream.root?.content else { return [] }
    return entries.map { "\($0.key.text)=\($0.value.scalar?.text ?? "?")" }
  }

  @Test func jsonIsData() {
    expectEqual(
      texts("{\"a\":1,\t\"b\" : \"x\\/\\u00e9\\ud83d\\ude00\\\\ud83d\",\n\t\"c\":null,\"d\":[]}"),
      ["a=1", "b=x/é😀\\ud83d", "c=null", "d=?"])
  }

  /// JSON has no characters that a text can't hold as they are, but quotes, backslashes, and controls.
  @Test(arguments: ["\u{2028}", "\u{2029}", "\u{85}", "\u{FEFF}", "\u{7F}", "\u{FFFF}", "\u{9B}"])
  func jsonMayHoldWhatYAMLDoesNot(character: String) {
    expectEqual(
      texts("{ \"a\": \"x\(character)y\", \"\(character)\": [] }"),
      ["a=x\(character)y", "\(character)=?"])
  }

  @Test func jsonMayHaveLongKeys() {
    let key = String(repeating: "k", count: 5_000)
    expectEqual(texts("{\"\(key)\": 1}"), ["\(key)=1"])
  }

  /// The text typed at a question is the text of a number, not its value.
  @Test func numbersOfJSONAreTheirTexts() {
    expectEqual(
      texts("\u{FEFF} {\"a\":3.10,\"b\":-1E+2 ,\"c\":18446744073709551616\n}"),
      ["a=3.10", "b=-1E+2", "c=18446744073709551616"])
  }

  /// The places in a file are those of YAML.
  @Test func jsonHasPlaces() throws {
    let source = "{\n  \"a\": [1, {\"é\": \"\\\"\"}],\n  \"b\": \"\u{2028}\"\n}\n"
    let stream = YAMLReader.read(source, name: "a", options: .data)
    guard case .map(let entries)? = stream.root?.content else {
      Issue.record("no map")
      return
    }
    expectEqual(entries.map { String(stream.file[$0.key.range]) }, ["\"a\"", "\"b\""])
    expectEqual(
      entries.map { String(stream.file[$0.value.range]) },
      ["[1, {\"é\": \"\\\"\"}]", "\"\u{2028}\""])
  }

  @Test(arguments: [
    (
      "a.json", "{\"a\": 1,}", "a.json:1:9: the file isn't JSON: a key in double quotes is expected"
    ),
    ("a.JSON", "a: 1", "a.JSON:1:1: the file isn't JSON: no JSON value"),
    ("a.json", "{\"a\": 1, \"a\": 2}", "a.json:1:16: the file isn't JSON: a key is given twice"),
    ("a.yaml", "{\"a\": 1,}", nil), ("a.yaml", "{a: 1}", nil),
  ])
  func aFileThatIsNamedSoIsJSON(name: String, source: String, mistake: String?) {
    let stream = YAMLReader.read(source, name: name, options: .data)
    expectEqual(
      stream.diagnostics.diagnostics.map { "\($0.place): \($0.message)" },
      mistake.map { [$0] } ?? [])
  }

  @Test func emptyValuesAreNullInData() {
    expectEqual(texts("a:\nb: ~\n"), ["a=", "b=~"])
  }

  @Test func surrogatePairsAreMistakesOutsideJSON() {
    let stream = YAMLReader.read("a: \"\\ud83d\\ude00\"", name: "a", options: .data)
    expectEqual(stream.diagnostics.diagnostics.map(\.id), ["unknown-escape"])
  }

  @Test func documentsOfAStreamAreInOrder() {
    var options = YAMLOptions.data
    options.allowsSeveralDocuments = true
    let stream = YAMLReader.read(
      "---\na: 1\n---\n# nothing\n---\nb: !x\n...\n", name: "a", options: options)
    expectEqual(stream.documents.count, 3)
    expectEqual(stream.documents.map { $0.root == nil }, [false, true, false])
    expectEqual(stream.diagnostics.errorCount, 1)
  }

  @Test(arguments: [
    ("", YAMLValue.null), ("~", .null), ("null", .null), ("NULL", .null), ("nUll", .string),
    ("true", .bool(true)), ("False", .bool(false)), ("yes", .string), ("on", .string),
    ("n", .string), ("0", .int(0)), ("-12", .int(-12)), ("+7", .int(7)), ("0755", .int(755)),
    ("0o17", .int(15)), ("0x1f", .int(31)), ("-0x1f", .string), ("0x", .string), ("0o8", .string),
    ("9223372036854775807", .int(.max)), ("9223372036854775808", .hugeInt),
    ("0xffffffffffffffff", .hugeInt), ("1.5", .double(1.5)), ("1.", .double(1)),
    (".5", .double(0.5)), ("-.5e+2", .double(-50)), ("1e3", .double(1000)), (".", .string),
    ("1e", .string), ("e1", .string), ("1.2.3", .string), (".inf", .double(.infinity)),
    ("-.INF", .double(-.infinity)), ("inf", .string), ("1_000", .string), ("12:30", .string),
    ("2026-01-31", .string), ("+", .string), ("-", .string), ("1e400", .double(.infinity)),
    ("infinity", .string), ("0x1p3", .string), ("nan", .string),
  ])
  func plainScalarsFollowTheCoreSchema(text: String, value: YAMLValue) {
    expectEqual(YAMLValue(resolving: text), value)
  }
}
