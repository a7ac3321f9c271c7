// SPDX-License-Identifier: Apache-2.0

import Expectations
import FlowExpressions
import Foundation
import Testing

@testable import FlowBuilders

/// Values of a flow become types of a program.
@Suite struct AnswerDecoderTests {
  private struct Member: Codable, Equatable {
    var name: String
    var email: String?
    var age: UInt8
  }

  private enum Plan: String, Codable, CaseIterable { case free, pro }

  private struct Everything: Codable, Equatable {
    var name: String
    var plan: Plan
    var isPublic: Bool
    var count: Int
    var ratio: Double
    var share: Float
    var day: CalendarDate
    var hour: TimeOfDay
    var moment: Timestamp
    var length: TimeSpan
    var wait: Duration
    var date: Date
    var site: URL
    var id: UUID
    var tags: Set<String>
    var team: [Member]
    var ports: [String: Int]
    var note: String?
  }

  private static func everything() throws -> (value: Value, decoded: Everything) {
    let moment = try Timestamp("2026-01-31T09:00:00.25Z")
    let span = try TimeSpan(iso8601: "PT1H30M")
    let id = "E621E1F8-C36C-495A-93FC-0C247A3E6E5F"
    let value: Value = [
      "name": "billing", "plan": "pro", "isPublic": true, "count": -3, "ratio": 0.5, "share": 0.1,
      "day": "2026-01-31", "hour": "02:00", "moment": .timestamp(moment),
      "length": .duration(span), "wait": .duration(span), "date": .timestamp(moment),
      "site": "https://example.com/a?b=c", "id": .string(id), "tags": ["a"],
      "team": [
        ["name": "ada", "age": 36], ["name": "bo", "email": "bo@example.com", "age": 255],
      ],
      "ports": ["http": 80],
    ]
    let decoded = Everything(
      name: "billing", plan: .pro, isPublic: true, count: -3, ratio: 0.5, share: 0.1,
      day: try CalendarDate(year: 2026, month: 1, day: 31), hour: try TimeOfDay(hour: 2, minute: 0),
      moment: moment, length: span, wait: .seconds(5_400),
      date: Date(timeIntervalSince1970: 1_769_850_000.25),
      site: try #require(URL(string: "https://example.com/a?b=c")),
      id: try #require(UUID(uuidString: id)), tags: ["a"],
      team: [
        Member(name: "ada", email: nil, age: 36),
        Member(name: "bo", email: "bo@example.com", age: 255),
      ], ports: ["http": 80], note: nil)
    return (value, decoded)
  }

  @Test func everyTypeIsDecoded() throws {
    let (value, decoded) = try Self.everything()
    try expectEqual(AnswerDecoder().decode(Everything.self, from: value), decoded)
  }

  @Test func everyTypeIsEncodedAsItIsDecoded() throws {
    let (value, decoded) = try Self.everything()
    try expectEqual(AnswerEncoder().encode(decoded), value)
  }

  @Test func timesAreTextsWhereTheProgramWantsTexts() throws {
    let moment = try Timestamp("2026-01-31T09:00:00Z")
    let span = try TimeSpan(iso8601: "PT90M")
    try expectEqual(
      AnswerDecoder().decode([String].self, from: [.timestamp(moment), .duration(span)]),
      ["2026-01-31T09:00:00Z", "PT1H30M"])
  }

  @Test func timesAreReadFromTheirTextsInResults() throws {
    struct Times: Decodable { var moment: Timestamp, length: TimeSpan, date: Date }
    let times = try AnswerDecoder().decode(
      Times.self,
      from: ["moment": "1970-01-01T00:00:01Z", "length": "PT1S", "date": "1970-01-01T00:00:01Z"])
    expectEqual(times.moment.secondsSinceEpoch, 1)
    expectEqual(times.length.wholeSeconds, 1)
    expectEqual(times.date, Date(timeIntervalSince1970: 1))
  }

  @Test func timesAreTextsInOtherFormats() throws {
    struct Times: Codable, Equatable { var day: CalendarDate, moment: Timestamp, length: TimeSpan }
    let times = Times(
      day: try CalendarDate("2026-01-31"), moment: try Timestamp("2026-01-31T09:00:00Z"),
      length: try TimeSpan(iso8601: "PT1S"))
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    let data = try encoder.encode(times)
    expectEqual(
      String(decoding: data, as: UTF8.self),
      #"{"day":"2026-01-31","length":"PT1S","moment":"2026-01-31T09:00:00Z"}"#)
    try expectEqual(JSONDecoder().decode(Times.self, from: data), times)
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode([CalendarDate].self, from: Data(#"["2026-02-30"]"#.utf8))
    }
  }

  @Test func optionalsAreNilIfSkippedOrLeftEmpty() throws {
    let value: Value = ["name": "ada", "email": .null, "age": 1]
    try expectEqual(
      AnswerDecoder().decode(Member.self, from: value), Member(name: "ada", email: nil, age: 1))
    try expectEqual(AnswerDecoder().decode([Int?].self, from: [1, .null]), [1, nil])
    #expect(try AnswerDecoder().decode(Int?.self, from: .optional(nil)) == nil)
    try expectEqual(AnswerDecoder().decode(Int.self, from: .optional(4)), 4)
  }

  @Test func nestedContainersAndSuperclassesAreDecoded() throws {
    class Base: Codable {
      var name = "x"
      init() {}
    }
    final class Derived: Base {
      var age = 1
      enum CodingKeys: CodingKey { case age }
      override init() { super.init() }
      required init(from decoder: any Decoder) throws {
        age = try decoder.container(keyedBy: CodingKeys.self).decode(Int.self, forKey: .age)
        try super.init(from: decoder)
      }
      override func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(age, forKey: .age)
        try super.encode(to: container.superEncoder())
      }
    }
    let value: Value = ["age": 7, "name": "ada"]
    let derived = try AnswerDecoder().decode(Derived.self, from: value)
    #expect(derived.age == 7 && derived.name == "ada")
    try expectEqual(AnswerEncoder().encode(derived), value)
    enum Shape: Codable, Equatable { case circle(radius: Double), point }
    try expectEqual(
      AnswerEncoder().encode([Shape.circle(radius: 2), .point]),
      [["circle": ["radius": 2.0]], ["point": [:]]])
    try expectEqual(
      AnswerDecoder().decode(
        [Shape].self, from: [["circle": ["radius": 2.0]], ["point": [:]]]),
      [.circle(radius: 2), .point])
  }

  // MARK: Numbers

  @Test func everyIntegerTypeHasItsBounds() throws {
    func check<N: FixedWidthInteger & Codable>(_ type: N.Type) throws {
      for number in [Int64.min, -129, -1, 0, 127, 128, 255, 65_535, 65_536, Int64.max] {
        let decoded = Result { try AnswerDecoder().decode(N.self, from: .int(number)) }
        if let expected = N(exactly: number) {
          try expectEqual(decoded.get(), expected)
          try expectEqual(AnswerEncoder().encode(expected), .int(number))
        } else {
          #expect(throws: AnswerError.self) { try decoded.get() }
        }
      }
    }
    try check(Int8.self)
    try check(UInt8.self)
    try check(Int16.self)
    try check(UInt16.self)
    try check(Int32.self)
    try check(UInt32.self)
    try check(Int.self)
    try check(UInt.self)
    try check(Int64.self)
    try check(UInt64.self)
    try expectEqual(AnswerDecoder().decode(UInt64.self, from: .uint(.max)), .max)
    try expectEqual(AnswerEncoder().encode(UInt64.max), .uint(.max))
  }

  @Test func numbersAreConvertedOnlyIfThatIsExact() throws {
    try expectEqual(AnswerDecoder().decode(Int.self, from: 3.0), 3)
    try expectEqual(AnswerDecoder().decode(Double.self, from: 3), 3)
    #expect(throws: AnswerError.self) { try AnswerDecoder().decode(Int.self, from: 3.5) }
    #expect(throws: AnswerError.self) { try AnswerDecoder().decode(Int.self, from: .double(.nan)) }
    #expect(throws: AnswerError.self) {
      try AnswerDecoder().decode(Int.self, from: .double(.infinity))
    }
    #expect(throws: AnswerError.self) {
      try AnswerDecoder().decode(Double.self, from: .int(.max))
    }
  }

  // MARK: Errors

  /// A wrong value, and the message about it.
  struct Mistake: CustomTestStringConvertible, Sendable {
    var testDescription: String
    var value: Value
    var code: AnswerError.Code
    var message: String

    init(_ name: String, _ value: Value, _ code: AnswerError.Code, _ message: String) {
      testDescription = name
      self.value = value
      self.code = code
      self.message = message
    }
  }

  static let mistakes = [
    Mistake(
      "wrong type", ["team": [["name": "a", "age": 1], ["name": 4, "age": 1]]], .wrongType,
      "'team[1].name' is 4, expected a text"),
    Mistake(
      "missing", ["team": [["age": 1]]], .missing,
      "'team[0].name' has no answer, expected a text; declare it as optional if it can be skipped"),
    Mistake(
      "missing list", [:], .missing,
      "'team' has no answer, expected a list; declare it as optional if it can be skipped"),
    Mistake(
      "range", ["team": [["name": "a", "age": 256]]], .outOfRange,
      "'team[0].age' is 256, expected a number from 0 to 255"),
    Mistake(
      "fraction", ["team": [["name": "a", "age": 2.5]]], .wrongType,
      "'team[0].age' is 2.5, expected a whole number"),
    Mistake(
      "enumeration", ["team": [], "plan": "hunter2"], .invalid,
      "'plan' is a text, expected 'free' or 'pro'"),
    Mistake(
      "date", ["team": [], "day": "2026-02-30"], .invalid,
      "'day' is a text, expected a date such as 2026-01-31"),
    Mistake("list", ["team": "a"], .wrongType, "'team' is a text, expected a list"),
    Mistake("record", ["team": [true]], .wrongType, "'team[0]' is true, expected a record"),
    Mistake("whole", [1], .wrongType, "the value is a list of 1, expected a record"),
    Mistake("nothing", .null, .missing, "there is no value, expected a record"),
    Mistake(
      "the program's own", ["team": [], "even": 3], .invalid,
      "'even' isn't accepted: odd numbers are odd"),
    Mistake("its own error", ["team": [], "even": 4], .invalid, "'even' isn't accepted: tooEven"),
  ]

  private struct Team: Decodable {
    var team: [Member]
    var plan: Plan?
    var day: CalendarDate?
    var even: Even?
  }

  private struct Even: Decodable {
    enum Failure: Error { case tooEven }
    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      let number = try container.decode(Int.self)
      if number == 4 { throw Failure.tooEven }
      guard number.isMultiple(of: 2) else {
        throw DecodingError.dataCorruptedError(
          in: container, debugDescription: "odd numbers are odd")
      }
    }
  }

  @Test(arguments: mistakes) func errorsNameTheAnswer(mistake: Mistake) throws {
    let error = #expect(throws: AnswerError.self) {
      try AnswerDecoder().decode(Team.self, from: mistake.value)
    }
    expectEqual(error?.message, mistake.message)
    expectEqual(error?.description, mistake.message)
    expectEqual(error?.code, mistake.code)
    if let error, !error.path.isEmpty { #expect(error.message.hasPrefix("'\(error.path)'")) }
  }

  @Test func errorsOfEncodingNameTheProperty() throws {
    struct Far: Encodable {
      var list = [Date(timeIntervalSince1970: 1e15)]
    }
    let error = #expect(throws: AnswerError.self) { try AnswerEncoder().encode(Far()) }
    expectEqual(error?.message, "'list[0]' isn't a date in the years 1 to 9999")
    struct Long: Encodable { var wait = Duration.seconds(1 << 60) }
    let long = #expect(throws: AnswerError.self) { try AnswerEncoder().encode(Long()) }
    #expect(long?.path == "wait" && long?.code == .outOfRange)
  }
}
