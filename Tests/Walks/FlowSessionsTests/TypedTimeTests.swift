// SPDX-License-Identifier: Apache-2.0

import Expectations
import FlowExpressions
import FlowModel
import FlowSessions
import RandomTesting
import Testing

/// Text for editing is parsed as the same value, for every value and time zone.
@Suite struct TypedTimeTests {
  private static let text = """
    flow: 1
    id: times
    steps:
      - form: f
        fields:
          - { ask: date, type: date }
          - { ask: time, type: time }
          - { ask: datetime, type: datetime }
          - { ask: span, type: duration }
    """

  @Test func formattingThenParsingGivesTheSameValue() throws {
    let flow = try flow(Self.text)
    let runs = RandomRuns(long: 25_000, named: "typed times")
    for seed in runs.seeds {
      var random = RandomTesting.SeededGenerator(seed: seed)
      let zone = try ZoneRules(fixedOffset: Int.random(in: -50_000...50_000, using: &random))
      var walker = try Walker(flow, options: SessionOptions(zone: zone))
      for (id, value) in try Self.values(&random) {
        walker.send(.edit(field: id, .value(value)))
        let field = try #require(walker.step?.field(id))
        expectEqual(field.value, value, "seed \(seed): \(id) takes \(value)")
        let text = field.editableText
        walker.send(.edit(field: id, .text(text)))
        expectEqual(
          walker.step?.field(id)?.value, value,
          "seed \(seed): '\(text)' is read as another \(id) than \(value)")
        expectEqual(walker.step?.field(id)?.shownText(of: value), text, "seed \(seed)")
      }
    }
  }

  @Test func noTypedTextTrapsTheParser() throws {
    let flow = try flow(Self.text)
    let letters = Array("0123456789:.-+TtZzPpHhMmSsWwDd ,/am\u{301}日\0")
    let runs = RandomRuns(long: 25_000, named: "typed letters")
    var walker = try Walker(flow)
    for seed in runs.seeds {
      var random = RandomTesting.SeededGenerator(seed: seed)
      let count = Int.random(in: 0...24, using: &random)
      let text = String((0..<count).map { _ in letters.randomElement(using: &random) ?? "0" })
      for id in ["date", "time", "datetime", "span"] {
        walker.send(.edit(field: id, .text(text)))
        let field = try #require(walker.step?.field(id))
        // Valid text is formatted so that it can be parsed again; for invalid text, the message
        // says what's needed.
        if let value = field.value {
          walker.send(.edit(field: id, .text(field.shownText(of: value))))
          expectEqual(walker.step?.field(id)?.value, value, "seed \(seed): '\(text)' as a \(id)")
        } else {
          expectEqual(field.problems.count, 1, "seed \(seed): '\(text)' as a \(id)")
        }
      }
    }
  }

  /// An ambiguous local time is edited with its offset, so that it stays the same.
  @Test func anAmbiguousLocalTimeKeepsItsOffset() throws {
    guard let zone = try? ZoneFolder.system.zone(named: "Europe/Berlin") else { return }
    var walker = try Walker(try flow(Self.text), options: SessionOptions(zone: zone))
    let first = try Timestamp("2026-10-25T00:30:00Z")
    let second = try Timestamp("2026-10-25T01:30:00Z")
    walker.send(.edit(field: "datetime", .value(.timestamp(first))))
    expectEqual(walker.step?.field("datetime")?.editableText, "2026-10-25 02:30")
    walker.send(.edit(field: "datetime", .value(.timestamp(second))))
    expectEqual(walker.step?.field("datetime")?.editableText, "2026-10-25T02:30:00+01:00")
  }

  // MARK: Local times that clocks skip, or show twice

  private static let berlin = try? ZoneRules(rule: "CET-1CEST,M3.5.0,M10.5.0/3")

  private static func understood(_ said: [FlowAnnouncement]) -> [String] {
    said.compactMap { said in
      if case .answerUnderstood(let id, let message) = said { "\(id): \(message)" } else { nil }
    }
  }

  static let unusual: [(typed: String, said: [String])] = [
    ("2027-03-28 01:59", []), ("2027-03-28 03:00", []), ("2027-10-31 03:00", []),
    (
      "2027-03-28 02:30",
      ["2027-03-28 02:30 is understood as 2027-03-28 03:30, because clocks skip that time"]
    ),
    (
      "28.3.2027 2:30",
      ["28.3.2027 2:30 is understood as 2027-03-28 03:30, because clocks skip that time"]
    ),
    (
      "2027-10-31 02:30",
      [
        "2027-10-31 02:30 is understood as 2027-10-31T02:30:00+02:00, the first of two, because clocks show "
          + "that time twice"
      ]
    ),
    // With an offset, there's nothing to understand.
    ("2027-10-31T02:30:00+01:00", []), ("2027-03-28T02:30:00Z", []),
  ]

  /// However it's answered: as the next question, in a form, or in advance.
  @Test(arguments: unusual)
  func aTimeThatClocksSkipOrShowTwiceIsSaidWithWhatItMeans(typed: String, said: [String]) throws {
    let zone = try #require(Self.berlin)
    let single = "flow: 1\nid: t\nsteps: [{ ask: at, type: datetime }]"
    let expected = said.map { "at: \($0)" }
    var walker = try Walker(single, options: SessionOptions(zone: zone))
    walker.type(typed)
    expectEqual(Self.understood(walker.announcements), expected)
    #expect(walker.result != nil, "it isn't asked again")
    let given = try Walker(
      single, options: SessionOptions(answers: ["at": .text(typed)], zone: zone))
    expectEqual(Self.understood(given.announcements), expected)
    var form = try Walker(try flow(Self.text), options: SessionOptions(zone: zone))
    form.send(.edit(field: "datetime", .text(typed)))
    // The same again says nothing new.
    form.send(.edit(field: "datetime", .text(typed)))
    expectEqual(Self.understood(form.announcements), said.map { "datetime: \($0)" })
  }

  @Test func whatIsRefusedIsNotUnderstood() throws {
    let zone = try #require(Self.berlin)
    var walker = try Walker(
      "flow: 1\nid: t\nsteps: [{ ask: at, type: datetime, min: 2028-01-01 00:00 }]",
      options: SessionOptions(zone: zone))
    walker.type("2027-03-28 02:30")
    expectEqual(Self.understood(walker.announcements), [])
    expectEqual(walker.problems.count, 1)
  }

  @Test func theTimesOfListsMapsAndRecordsAreSaidToo() throws {
    let zone = try #require(Self.berlin)
    let text = """
      flow: 1
      id: t
      steps:
        - { ask: times, type: list, of: datetime }
        - { ask: named, type: map, of: datetime }
        - { repeat: trips, steps: [{ ask: at, type: datetime }] }
      """
    let skipped =
      "2027-03-28 02:30 is understood as 2027-03-28 03:30, because clocks skip that time"
    var walker = try Walker(text, options: SessionOptions(zone: zone))
    walker.type("2027-03-28 01:30, 2027-03-28 02:30", "a=2027-03-28 02:30")
    expectEqual(Self.understood(walker.announcements), ["times: \(skipped)", "named: \(skipped)"])
    let local = Value.string("2027-03-28 02:30")
    let given = try Walker(
      text,
      options: SessionOptions(
        answers: [
          "times": .value(.list([local])), "named": .value(["a": local]),
          "trips": .value(.list([["at": local]])),
        ], zone: zone))
    expectEqual(
      Self.understood(given.announcements),
      ["times: \(skipped)", "named: \(skipped)", "trips[0].at: \(skipped)"])
  }

  @Test(
    arguments: [
      ("PT1H30M", "1h30m"), ("PT0S", "0s"), ("PT36H", "36h"), ("PT1M0.5S", "1m0.5s"),
      ("-PT2M", "-2m"), ("PT3600S", "1h"),
    ])
  func durationsAreShownInHoursMinutesAndSeconds(typed: String, shown: String) throws {
    var walker = try Walker(try flow(Self.text))
    walker.send(.edit(field: "span", .text(typed)))
    let field = try #require(walker.step?.field("span"))
    expectEqual(field.shownText(of: try #require(field.value)), shown)
  }

  @Test func timesAreReadInTheSessionsZoneAndWrittenInUTC() throws {
    let zone = try ZoneRules(fixedOffset: 7_200)
    var walker = try Walker(
      try flow(
        """
        flow: 1
        id: m
        steps:
          - ask: at
            type: datetime
            default: 2026-01-31 09:00
            min: 2026-01-31 08:00
          - { ask: again, type: datetime, default: 2026-01-31T09:00:00Z }
          - { note: told, text: "${at} and ${again}" }
          - { ask: span, type: duration, default: { value: "again - at" } }
        """), options: SessionOptions(zone: zone))
    expectEqual(walker.step?.focusedField?.editableText, "2026-01-31 09:00")
    walker.type("2026-01-31 07:59")
    expectEqual(walker.problems, ["must be 2026-01-31 08:00 or later"])
    walker.send(.answer(.offered))
    expectEqual(walker.step?.focusedField?.editableText, "2026-01-31 11:00")
    walker.send(.answer(nil))
    expectEqual(walker.step?.text, "2026-01-31T07:00:00Z and 2026-01-31T09:00:00Z")
    expectEqual(
      walker.session.reviewRows.map(\.text), ["2026-01-31 09:00", "2026-01-31 11:00"])
    walker.send(.answer(nil))
    expectEqual(walker.step?.focusedField?.editableText, "2h")
    walker.send(.answer(nil))
    expectEqual(
      walker.output, #"{"at":"2026-01-31T07:00:00Z","again":"2026-01-31T09:00:00Z","span":"PT2H"}"#)
  }

  /// A limit with a fraction is said as it's typed: the first whole second that keeps it, or the last one.
  @Test func limitsAreSaidInWholeSeconds() throws {
    var walker = try Walker(
      try flow(
        """
        flow: 1
        id: m
        steps:
          - ask: at
            type: datetime
            min: { value: "timestamp('2026-01-31T08:00:00.25Z')" }
            max: { value: "timestamp('2026-01-31T10:59:59.75Z')" }
        """), options: SessionOptions(zone: try ZoneRules(fixedOffset: 7_200)))
    expectEqual(
      walker.step?.focusedField?.bounds, "2026-01-31 10:00:01 to 2026-01-31 12:59:59")
    walker.type("2026-01-31 10:00")
    expectEqual(walker.problems, ["must be 2026-01-31 10:00:01 or later"])
    walker.type("2026-01-31 13:00")
    expectEqual(walker.problems, ["must be 2026-01-31 12:59:59 or earlier"])
    walker.type("2026-01-31 10:00:01")
    expectEqual(walker.output, #"{"at":"2026-01-31T08:00:01Z"}"#)
  }

  @Test func inputsOfTheseTypesAreReadAndChecked() throws {
    let flow = try flow(
      """
      flow: 1
      id: i
      inputs:
        at: { type: time, default: 02:00 }
        moment: { type: datetime, default: 2026-01-31 09:00 }
        span: { type: duration, default: 90m }
        file: { type: path, default: ./a }
        spans: { type: list, of: duration, default: [1h, PT5M] }
      steps:
        - { ask: x, type: string, required: false }
      output: { at: at, moment: moment, span: span + duration('1h'), file: file, all: spans }
      """)
    let zone = try ZoneRules(fixedOffset: 3_600)
    var walker = try Walker(flow, options: SessionOptions(zone: zone))
    walker.send(.answer(FieldInput.empty))
    expectEqual(
      walker.output,
      #"{"at":"02:00","moment":"2026-01-31T08:00:00Z","span":"PT2H30M","#
        + #""file":"./a","all":["PT1H","PT5M"]}"#)
    let span = try #require(flow.inputs.first { $0.name == "span" })
    expectEqual(span.value(typed: "45m"), .duration(try TimeSpan(seconds: 2_700)))
    #expect(span.value(typed: "45") == nil)
    #expect(throws: InputError.self) {
      try FlowSession(flow: flow, inputs: ["at": "25:00"])
    }
    let loaded = #expect(throws: InputError.self) {
      try FlowSession(flow: flow, inputs: ["spans": .list(["never"])])
    }
    expectEqual(loaded?.message, "the input 'spans' must be a list of durations such as 1h30m")
  }

  private static func values(
    _ random: inout RandomTesting.SeededGenerator
  ) throws -> [(String, Value)] {
    let day = try CalendarDate(daysSinceEpoch: Int.random(in: -719_000...2_932_000, using: &random))
    let second = Int.random(in: 0..<86_400, using: &random)
    let time = try TimeOfDay(hour: second / 3_600, minute: second / 60 % 60, second: second % 60)
    let fraction =
      Bool.random(using: &random) ? 0 : Int64.random(in: 0..<1_000_000_000, using: &random)
    let moment = try Timestamp(
      secondsSinceEpoch: Int64.random(in: -62_000_000_000...253_000_000_000, using: &random),
      nanoseconds: fraction)
    let span = try TimeSpan(
      seconds: Int64.random(in: -400_000...400_000, using: &random), nanoseconds: fraction)
    return [
      ("date", .string(day.description)), ("time", .string(time.description)),
      ("datetime", .timestamp(moment)), ("span", .duration(span)),
    ]
  }

  /// A year at the end leaves the order of day and month open, unless one of them can't be a month: then the date is
  /// proposed, and isn't taken without a word.
  @Test(
    arguments: [
      ("24/12/2026", "2026-12-24"), ("12/24/2026", "2026-12-24"), ("24-12-2026", "2026-12-24"),
      ("3/4/2026", nil), ("12/12/2026", nil), ("32/1/2026", nil), ("1/2/3", nil),
    ] as [(String, String?)])
  func aDateWithItsYearLastIsProposedIfOneOrderFits(typed: String, proposal: String?) throws {
    var walker = try Walker(try flow(Self.text))
    walker.send(.edit(field: "date", .text(typed)))
    let field = try #require(walker.step?.field("date"))
    expectEqual(field.value, nil)
    expectEqual(field.problems.first?.proposal, proposal)
    walker.send(.edit(field: "datetime", .text(typed + " 9:05")))
    let moment = try #require(walker.step?.field("datetime"))
    expectEqual(moment.value, nil)
    expectEqual(moment.problems.first?.proposal, proposal.map { $0 + " 09:05" })
  }

  /// A date that doesn't exist says so in each form in which it's understood.
  @Test(arguments: ["31.2.2023", "2023-02-31", "2023/2/31", "2023-2-31", "31/2/2023"])
  func aDateThatDoesNotExistSaysSo(typed: String) throws {
    var walker = try Walker(try flow(Self.text))
    walker.send(.edit(field: "date", .text("2023-02-31")))
    let reason = try #require(walker.step?.field("date")?.problems.first?.message)
    walker.send(.edit(field: "date", .text(typed)))
    expectEqual(walker.step?.field("date")?.problems.first?.message, reason)
    walker.send(.edit(field: "datetime", .text(typed + " 10:00")))
    let moment = try #require(walker.step?.field("datetime")?.problems.first?.message)
    expectEqual(moment.prefix(12), reason.prefix(12), "\(moment)")
  }
}
