// SPDX-License-Identifier: Apache-2.0

import Expectations
import FlowBuilders
import FlowExpressions
import FlowFiles
import FlowModel
import FlowSessions
import FlowTesting
import FlowWalks
import Testing

/// A program gives and takes the answers of a walk as its own types.
@Suite struct TypedWalkTests {
  private static let text = """
    flow: 1
    id: team
    inputs:
      owner: { type: { name: string, size: integer } }
    steps:
      - ask: name
        type: string
      - ask: plan
        type: choice
        choices: [free, pro]
      - ask: seats
        when: plan == 'pro'
        type: integer
        max: 300
      - ask: note
        type: string
        required: false
      - ask: start
        type: datetime
      - ask: trial
        type: duration
      - ask: days
        type: choices
        choices: [mon, tue, wed]
      - repeat: members
        steps:
          - ask: email
            type: string
            format: email
          - ask: since
            type: date
            required: false
      - flow: license
        use: license.flow.yaml
    """

  private static let license = """
    flow: 1
    id: license
    steps:
      - ask: holder
        type: string
    """

  /// The properties of types have the names of answers in data.
  @Test func propertiesHaveTheKeys() throws {
    struct Mail: Codable, Equatable {
      struct Host: Codable, Equatable {
        var type: String
      }
      enum CodingKeys: String, CodingKey {
        case kind = "postfix/type"
        case hosts = "host list"
      }
      var kind: String
      var hosts: [Host]
    }
    let flow = try checkedFlow(
      """
      flow: 1
      id: mail
      steps:
        - { ask: kind, key: postfix/type, type: string }
        - { repeat: hosts, key: host list, steps: [ { ask: name, key: type, type: string } ] }
      """)
    let mail = Mail(kind: "local", hosts: [.init(type: "a"), .init(type: "b")])
    var options = SessionOptions()
    try options.encode(mail, for: flow)
    expectEqual(options.answers.keys.sorted(), ["hosts", "kind"])
    var session = try FlowSession(flow: flow, options: options)
    session.sendApproving(.start)
    guard case .finished(let result) = session.state else {
      Issue.record("\(session.state)")
      return
    }
    try expectEqual(result.decode(Mail.self), mail)
    try expectEqual(AnswerDecoder().decode(Mail.self, from: session.answerRecord), mail)
    let error = #expect(throws: AnswerError.self) { try options.encode(["kind": "x"], for: flow) }
    expectEqual(
      error?.message, "the answer of 'kind' has another name in data; use 'postfix/type'")
  }

  private static func flow() throws -> CheckedFlow {
    try checkedFlow(
      text, name: "team.flow.yaml", files: MemoryFileSource(texts: ["license.flow.yaml": license]))
  }

  private struct Team: Codable, Equatable {
    enum Plan: String, Codable { case free, pro }
    enum Day: String, Codable { case mon, tue, wed }
    struct Member: Codable, Equatable {
      var email: String
      var since: CalendarDate?
    }
    struct License: Codable, Equatable { var holder: String }
    var name: String
    var plan: Plan
    var seats: UInt16?
    var note: String?
    var start: Timestamp
    var trial: Duration
    var days: Set<Day>
    var members: [Member]
    var license: License
  }

  private struct Inputs: Encodable {
    struct Owner: Encodable { var name: String, size: Int }
    var owner: Owner
  }

  private static let inputs = Inputs(owner: Inputs.Owner(name: "ada", size: 3))

  private static func team() throws -> Team {
    Team(
      name: "core", plan: .pro, seats: 300, note: "new",
      start: try Timestamp("2026-01-31T09:00:00Z"),
      trial: .seconds(86_400), days: [.mon, .wed],
      members: [
        .init(email: "ada@example.com", since: nil),
        .init(email: "bo@example.com", since: try CalendarDate("2020-02-29")),
      ], license: .init(holder: "ada"))
  }

  @Test func whatAProgramGivesIsWhatItGets() throws {
    let flow = try Self.flow()
    var options = SessionOptions()
    let team = try Self.team()
    try options.encode(team, for: flow)
    let runner = try FlowRunner(
      flow: flow, inputs: [String: Value](encoding: Self.inputs), options: options,
      clock: { .epoch })
    runner.start()
    guard case .finished(let result) = runner.state else {
      Issue.record("it asks: \(runner.state)")
      return
    }
    try expectEqual(result.decode(Team.self), team)
    try expectEqual(AnswerDecoder().decode(Team.self, from: runner.session.answerRecord), team)
    #expect(runner.session.unusedAnswers.isEmpty)
  }

  @Test func whatIsNilIsAsked() throws {
    struct Known: Codable, Equatable {
      var name: String?
      var plan: String?
    }
    let flow = try Self.flow()
    var options = SessionOptions()
    try options.encode(Known(name: "core", plan: nil), for: flow)
    let runner = try FlowRunner(
      flow: flow, inputs: [String: Value](encoding: Self.inputs), options: options,
      clock: { .epoch })
    runner.start()
    let step = try #require(runner.state.step)
    expectEqual(step.id, "plan")
    try expectEqual(
      AnswerDecoder().decode(Known.self, from: runner.session.answerRecord),
      Known(name: "core", plan: nil))
  }

  @Test func unknownNamesAreReported() throws {
    struct Known: Encodable { var nmae = "core" }
    let flow = try Self.flow()
    var options = SessionOptions()
    let error = #expect(throws: AnswerError.self) { try options.encode(Known(), for: flow) }
    expectEqual(error?.message, "the flow has no question 'nmae'; did you mean 'name'?")
    expectEqual(error?.code, .unknown)
    #expect(options.answers.isEmpty)
    try options.encode(Known())
    expectEqual(options.answers, ["nmae": .value("core")])
  }

  @Test func onlyRecordsCanBeAnswers() throws {
    var options = SessionOptions()
    let error = #expect(throws: AnswerError.self) { try options.encode(["a"]) }
    expectEqual(error?.message, "the value is a list of 1, expected a record")
  }

  @Test func aWalkThatWasLeftHasNoResult() throws {
    let runner = try FlowRunner(
      flow: Self.flow(), inputs: [String: Value](encoding: Self.inputs), clock: { .epoch })
    runner.start()
    runner.send(.leave(.quit))
    guard case .finished(let result) = runner.state else {
      Issue.record("\(runner.state)")
      return
    }
    let error = #expect(throws: AnswerError.self) { try result.decode(Team.self) }
    expectEqual(error?.code, .unfinished)
    expectEqual(error?.message, "the walk ended as 'cancelled', so it has no result")
  }
}
