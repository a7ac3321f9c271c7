// SPDX-License-Identifier: Apache-2.0

import Expectations
import FlowExpressions
import Testing

@Suite struct ValueTests {
  @Test func equalityOfTheLanguageIsNotIdentity() {
    #expect(Value.int(1).isEqual(to: .double(1)))
    #expect(Value.int(1).isEqual(to: .uint(1)))
    #expect(Value.int(1) != .uint(1))
    #expect(!Value.double(.nan).isEqual(to: .double(.nan)))
    expectEqual(Value.double(.nan), .double(.nan))
    #expect(Value.string("é") != .string("e\u{301}"))
    #expect(!Value.string("é").isEqual(to: .string("e\u{301}")))
    expectEqual(Value.string("é").hashValue, Value.string("é").hashValue)
  }

  @Test(arguments: [3, 8, 9, 500]) func mapsFindEqualKeysAndKeepTheirOrder(_ count: Int) {
    var map = ValueMap()
    for index in (0..<count).reversed() { map[.int(Int64(index))] = .int(Int64(index * 2)) }
    expectEqual(map.count, count)
    let keys: [Value] = (0..<count).reversed().map { .int(Int64($0)) }
    expectEqual(map.keys, keys)
    expectEqual(map[.uint(2)], 4)
    expectEqual(map[.double(2)], 4)
    #expect(map[.double(2.5)] == nil)
    #expect(map[.string("2")] == nil)
    map[.uint(2)] = nil
    expectEqual(map.count, count - 1)
    #expect(map[.int(2)] == nil)
    expectEqual(map[.int(0)], 0)
    map["é"] = 1
    map["e\u{301}"] = 2
    expectEqual(map["é"], 1)
    expectEqual(map["e\u{301}"], 2)
  }

  private static let documents: [(String, Value)] = [
    ("null", .null), ("true", true), ("-12", -12), ("1.5", 1.5), ("1e3", 1000.0),
    ("12345678901234567890", 12_345_678_901_234_567_890.0), ("\"a\\u00e9\\ud83d\\ude00\"", "aé😀"),
    ("[1, [ ], {}]", .list([1, .list([]), .map(ValueMap())])),
    ("{\"b\":1,\"a\":2}", ["b": 1, "a": 2]),
  ]

  @Test(arguments: documents) func jsonIsRead(_ text: String, _ value: Value) throws {
    try expectEqual(Value(json: text), value)
  }

  @Test(arguments: [
    "", "[1,]", "{a: 1}", "01", "1.", "\"a", "\"\\ud800\"", "\"\u{1}\"", "nul", "[1] 2", "-",
    "1e999",
    "{\"a\":1,\"a\":2}", String(repeating: "[", count: 200_000),
  ]) func invalidJSONIsRefused(_ text: String) {
    #expect(throws: JSONError.self) { try Value(json: text) }
  }

  @Test func jsonIsWritten() throws {
    let value: Value = ["b": [1, 1.0, "x\n\"é\""], "a": .optional(nil), "c": .map(ValueMap())]
    expectEqual(
      JSONWriter().text(of: value), #"{"b":[1,1.0,"x\n\"é\""],"a":null,"c":{}}"#)
    expectEqual(
      JSONWriter(indentation: 2).text(of: ["a": [1]]), "{\n  \"a\": [\n    1\n  ]\n}")
    #expect(JSONWriter(maximumLength: 3).text(of: "abcdef") == nil)
    let times: Value = [
      .timestamp(try Timestamp("2026-01-31T09:00:00Z")), .duration(try TimeSpan(cel: "90m")),
      .bytes([1, 2]),
    ]
    expectEqual(JSONWriter().text(of: times), #"["2026-01-31T09:00:00Z","PT1H30M","AQI="]"#)
  }

  @Test func descriptionsOfValuesAreLiterals() throws {
    let environment = ExpressionEnvironment()
    let texts = [
      "[1, 2u, 1.5, 'a\\'\\n', b'\\x00a', null, true]", "{'a': {1: 2}}", "optional.of([1])",
      "duration('90s')", "timestamp('2026-01-31T09:00:00Z')", "ip('::1')", "double('NaN')",
    ]
    for text in texts {
      let value = try #require(environment.compile(text).expression).evaluate(in: [:])
      let again = try #require(environment.compile(value.description).expression).evaluate(in: [:])
      expectEqual(value, again, "\(text): \(value)")
    }
  }

  @Test(arguments: [
    "dyn", "list(int)", "map(string, list(double))", "optional_type(bool)", "timestamp", "net.IP",
    "tuple(T, U)", "type(int)", "null_type",
  ]) func spellingsOfTypesAreReadAndWritten(_ spelling: String) {
    expectEqual(ValueType(spelling: spelling)?.description, spelling)
  }

  @Test(arguments: ["", "list(", "list(int", "map(int)", "list(int))", "(int)"])
  func invalidSpellingsAreRefused(_ spelling: String) {
    #expect(ValueType(spelling: spelling) == nil)
  }

  @Test func nullIsAcceptedWhereTheCheckerAcceptsIt() throws {
    for text in [
      "[optional.of(1), null]", "[null, timestamp(0)]", "{'a': null, 'b': duration('1s')}",
      "true ? null : ip('::1')", "[null]", "[null, 1]",
    ] {
      let expression = try #require(ExpressionEnvironment().compile(text).expression)
      #expect(expression.type.contains(try expression.evaluate(in: [:])), "\(text)")
    }
    for type in [ValueType.int, .string, .list(.int), .map(.string, .int), .bool] {
      #expect(!type.contains(.null))
    }
  }
}
