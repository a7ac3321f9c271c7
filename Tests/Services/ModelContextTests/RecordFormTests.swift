// SPDX-License-Identifier: Apache-2.0

import Expectations
import FlowExpressions
import FlowFiles
import FlowModel
import FlowServer
import FlowTesting
import ModelContext
import RandomTesting
import ScriptTrips
import Testing

/// Lists of records through forms: several records in one form, few forms in a call, and every answer kept.
@Suite struct RecordFormTests {
  /// The number of rounds after which the client of the Python SDK gives up.
  private static let clientRounds = 10

  private static let hosts = """
    flow: 1
    id: hosts
    steps:
      - ask: owner
        type: string
      - repeat: hosts
        title: Hosts
        minItems: 1
        steps:
          - { ask: name, type: string, label: Host }
          - { ask: port, type: integer, max: 9999 }
          - { ask: note, type: string, required: false }
      - { ask: after, type: string }
    """

  private static func talking(
    _ source: String, _ style: ContextConversation.Style = .stateless,
    _ change: (inout ContextServer) -> Void = { _ in }
  ) throws -> ContextConversation {
    let flow = try checkedFlow(source, name: "a.flow.yaml")
    var server = ContextServer(
      [ContextTool(ServedFlow(flow))],
      in: ServiceEnvironment(program: "test", version: "0", clock: { .epoch }),
      tokens: WalkKeys.tokens(WalkKeys.key), ledger: MemoryLedger())
    change(&server)
    return try ContextConversation(server, style, tool: flow.id.name)
  }

  /// A user who answers every form, with a host for each number, and who continues a walk that's returned.
  private final class User {
    private(set) var rounds = 0
    private(set) var mostRounds = 0
    private(set) var calls = 0
    private let count: Int

    init(adding count: Int) { self.count = count }

    func answer(_ talking: ContextConversation) throws -> ValueMap {
      var outcome = try talking.call([:])
      while true {
        switch outcome {
        case .form(let form):
          rounds += 1
          mostRounds = max(rounds, mostRounds)
          outcome = try talking.reply("accept", .map(content(of: form)))
        case .result(let result):
          calls += 1
          rounds = 0
          guard case .map(let data)? = result["structuredContent"], let walk = data["walk"],
            calls < 100
          else { return result }
          outcome = try talking.call(["walk": walk])
        case .error(let error): throw Failed(error: error)
        }
      }
    }

    private var hasAdded = false

    private func content(of form: ValueMap) throws -> ValueMap {
      var content = ValueMap()
      for (name, _) in RecordFormTests.properties(of: form) {
        switch name {
        case "way": content["way"] = hasAdded ? "done" : "add"
        case "count": content["count"] = .int(Int64(count))
        case "item", "to": break
        case let name where name.hasSuffix("port"):
          content[.string(name)] = .int(Int64(RecordFormTests.position(in: name)))
        case let name where name.hasSuffix("note"): break
        default: content[.string(name)] = .string("the \(name)")
        }
      }
      if content["way"] != nil { hasAdded = true }
      return content
    }

    struct Failed: Error { let error: ValueMap }
  }

  private static func properties(of form: ValueMap) -> [(String, ValueMap)] {
    guard case .map(let schema)? = form["requestedSchema"],
      case .map(let properties)? = schema["properties"]
    else { return [] }
    return properties.map { entry in
      (entry.key.plainText, { if case .map(let map) = entry.value { map } else { ValueMap() } }())
    }
  }

  /// The number in the brackets of an id.
  private static func position(in id: String) -> Int {
    let inside = id.split(separator: "[").last?.split(separator: "]").first
    return inside.flatMap { Int($0) } ?? 0
  }

  private static func output(_ result: ValueMap) -> ValueMap {
    guard case .map(let data)? = result["structuredContent"],
      case .map(let ended)? = data["result"], case .map(let output)? = ended["output"]
    else { return ValueMap() }
    return output
  }

  private static func records(_ count: Int) -> Value {
    .list(
      (0..<count).map { position in
        [
          "name": .string("the hosts[\(position)].name"), "port": .int(Int64(position)),
        ]
      })
  }

  @Test(arguments: [1, 3, 10, 40], [ContextConversation.Style.stateless, .handshake])
  func recordsReachTheEndWithinTheRoundsOfAClient(
    count: Int, style: ContextConversation.Style
  ) throws {
    let user = User(adding: count)
    let result = try user.answer(Self.talking(Self.hosts, style))
    expectEqual(Self.output(result)["hosts"], Self.records(count))
    expectEqual(Self.output(result)["after"], "the after")
    #expect(user.mostRounds <= Self.clientRounds)
    // 120 answers are four forms, beside those of the list and of the other questions.
    expectEqual(user.calls, (count == 40 && style == .stateless ? 2 : 1))
  }

  /// With small forms, a call ends before the client gives up, and the next one continues.
  @Test(arguments: isLongRun ? [3, 10, 40] : [3, 20])
  func aCallWithTooManyFormsEndsWithTheWalk(count: Int) throws {
    let user = User(adding: count)
    let result = try user.answer(Self.talking(Self.hosts) { $0.maximumFields = 4 })
    expectEqual(Self.output(result)["hosts"], Self.records(count))
    #expect(user.mostRounds <= 7)
    #expect(user.calls > (count > 5 ? 1 : 0))
  }

  @Test(arguments: [2, 3, 40])
  func elementsAreAskedTogether(count: Int) throws {
    let source = """
      flow: 1
      id: hosts
      steps:
        - repeat: hosts
          title: Hosts
          over: "[ZONES]"
          steps: [{ ask: name, type: string, label: "Host in ${item}" }]
      """
    let zones = (0..<count).map { "'z\($0)'" }.joined(separator: ", ")
    let talking = try Self.talking(source.replacing("ZONES", with: zones))
    guard case .form(let form) = try talking.call([:]) else {
      Issue.record("no form")
      return
    }
    let properties = Self.properties(of: form)
    expectEqual(properties.count, min(count, 30))
    expectEqual(properties[1].1["title"], "Hosts: item 2 – Host in z1")
    guard case .map(let schema)? = form["requestedSchema"] else { return }
    // Each element has its record.
    expectEqual(schema["required"], .list(properties.map { .string($0.0) }))
  }

  private static let ratings = """
    flow: 1
    id: survey
    steps:
      - form: ratings
        title: Rate
        over: "['web', 'api']"
        as: name
        heading: ${name}
        fields:
          - { ask: grade, type: integer, min: 1, max: 5 }
          - { ask: keep, type: boolean, default: true }
          - { ask: instead, type: string, when: "!keep" }
    """

  /// The rows of a matrix are in one form, what depends on a cell is asked afterwards, and what's refused is
  /// asked again.
  @Test(arguments: [ContextConversation.Style.stateless, .handshake])
  func theRowsOfAMatrixAreAskedTogether(style: ContextConversation.Style) throws {
    let talking = try Self.talking(Self.ratings, style)
    guard case .form(let form) = try talking.call([:]) else {
      Issue.record("no form")
      return
    }
    expectEqual(
      Self.properties(of: form).map(\.0),
      [
        "ratings[0].grade", "ratings[0].keep", "ratings[1].grade", "ratings[1].keep",
      ])
    expectEqual(Self.properties(of: form)[2].1["title"]?.plainText.contains("api"), true)
    guard
      case .form(let again) = try talking.reply(
        "accept",
        ["ratings[0].grade": 9, "ratings[0].keep": false, "ratings[1].grade": 2])
    else {
      Issue.record("no form")
      return
    }
    expectEqual(Self.properties(of: again).map(\.0), ["ratings[0].grade"])
    guard case .form(let open) = try talking.reply("accept", ["ratings[0].grade": 4]) else {
      Issue.record("no form")
      return
    }
    expectEqual(Self.properties(of: open).map(\.0), ["ratings[0].instead"])
    guard case .result(let result) = try talking.reply("accept", ["ratings[0].instead": "mail"])
    else {
      Issue.record("no result")
      return
    }
    expectEqual(
      Self.output(result)["ratings"],
      [
        ["grade": 4, "keep": false, "instead": "mail"], ["grade": 2, "keep": true],
      ])
  }

  /// Cells in the arguments of a call answer their rows, as text and as data.
  @Test func cellsAreAnsweredByACall() throws {
    let talking = try Self.talking(Self.ratings)
    let outcome = try talking.call([
      "answers": [
        "ratings[0].grade": 4, "ratings[0].keep": "yes", "ratings[1].grade": "5",
        "ratings[1].keep": true,
      ]
    ])
    guard case .result(let result) = outcome else {
      Issue.record("no result")
      return
    }
    expectEqual(
      Self.output(result)["ratings"], [["grade": 4, "keep": true], ["grade": 5, "keep": true]])
  }

  /// Records that a call gives while one of them is asked answer the whole list.
  @Test(arguments: ["over-list", "matrix"])
  func recordsAnswerTheListOfWhichAnItemIsAsked(kind: String) throws {
    let list = """
      flow: 1
      id: survey
      steps:
        - repeat: ratings
          over: "['web', 'api']"
          steps:
            - { ask: grade, type: integer, min: 1, max: 5 }
            - { ask: keep, type: boolean, default: true }
      """
    let talking = try Self.talking(
      kind == "matrix" ? Self.ratings : list, .handshakeWithoutForms)
    func called(_ arguments: ValueMap) throws -> (data: ValueMap, isError: Bool) {
      guard case .result(let result) = try talking.call(.map(arguments)),
        case .map(let data)? = result["structuredContent"]
      else { return (ValueMap(), false) }
      return (data, result["isError"] == true)
    }
    var now = try called(ValueMap())
    func answer(_ records: Value) throws {
      let answers: Value = ["ratings": records]
      var arguments = ValueMap([("answers", answers)])
      arguments["walk"] = now.data["walk"]
      now = try called(arguments)
    }
    let wrong: [Value] = [[["grade": 4]], "none", [["grade": 4], ["grade": 9]]]
    for refused in wrong {
      try answer(refused)
      #expect(now.isError, "\(refused): \(now.data)")
    }
    try answer([["grade": 4], ["grade": 2, "keep": true]])
    #expect(!now.isError)
    expectEqual(
      Self.output(ValueMap([("structuredContent", .map(now.data))]))["ratings"],
      [["grade": 4, "keep": true], ["grade": 2, "keep": true]])
  }

  @Test func aFormNamesItsRecordsAndRequiresTheFirst() throws {
    let talking = try Self.talking(Self.hosts)
    _ = try talking.call(["answers": ["owner": "eve"]])
    guard case .form(let form) = try talking.reply("accept", ["way": "add", "count": 2]) else {
      Issue.record("no form")
      return
    }
    let titles = Self.properties(of: form).map { ($0.0, $0.1["title"] ?? .null) }
    expectEqual(
      titles.map(\.0),
      [
        "hosts[0].name", "hosts[0].port", "hosts[0].note",
        "hosts[1].name", "hosts[1].port", "hosts[1].note",
      ])
    #expect(titles[0].1 == "Hosts: item 1 – Host" && titles[3].1 == "Hosts: item 2 – Host")
    guard case .map(let schema)? = form["requestedSchema"] else { return }
    expectEqual(schema["required"], ["hosts[0].name", "hosts[0].port"])
  }

  @Test func aRecordThatIsLeftEmptyIsNotAdded() throws {
    let talking = try Self.talking(Self.hosts)
    _ = try talking.call(["answers": ["owner": "eve", "after": "end"]])
    _ = try talking.reply("accept", ["way": "add", "count": 4])
    _ = try talking.reply(
      "accept",
      [
        "hosts[0].name": "a", "hosts[0].port": 1, "hosts[2].name": "c", "hosts[2].port": 3,
        "hosts[3].note": "",
      ])
    guard case .result(let result) = try talking.reply("accept", ["way": "done"]) else {
      Issue.record("the list isn't asked after its records")
      return
    }
    expectEqual(
      Self.output(result)["hosts"], [["name": "a", "port": 1], ["name": "c", "port": 3]])
  }

  @Test func aRefusedAnswerIsAskedAgainAndTheOthersAreKept() throws {
    let talking = try Self.talking(Self.hosts)
    _ = try talking.call(["answers": ["owner": "eve", "after": "end"]])
    _ = try talking.reply("accept", ["way": "add", "count": 3])
    let again = try talking.reply(
      "accept",
      [
        "hosts[0].name": "a", "hosts[0].port": 10_000, "hosts[1].name": "b", "hosts[1].port": 2,
        "hosts[2].name": "c", "hosts[2].port": 3,
      ])
    guard case .form(let form) = again else {
      Issue.record("no form")
      return
    }
    expectEqual(Self.properties(of: form).map(\.0), ["hosts[0].port"])
    _ = try talking.reply("accept", ["hosts[0].port": 1])
    guard case .result(let result) = try talking.reply("accept", ["way": "done"]) else {
      Issue.record("the list isn't asked after its records")
      return
    }
    expectEqual(
      Self.output(result)["hosts"],
      [
        ["name": "a", "port": 1], ["name": "b", "port": 2], ["name": "c", "port": 3],
      ])
  }

  @Test func aFullListOffersNoMore() throws {
    let source = Self.hosts.replacing("minItems: 1", with: "maxItems: 1")
    let talking = try Self.talking(source)
    guard case .form(let form) = try talking.call(["answers": ["owner": "eve"]]) else {
      Issue.record("no form")
      return
    }
    // With room for one, there's no number to give.
    expectEqual(Self.properties(of: form).map(\.0), ["way"])
    _ = try talking.reply("accept", ["way": "add"])
    guard
      case .form(let full) = try talking.reply(
        "accept", ["hosts[0].name": "a", "hosts[0].port": 1])
    else {
      Issue.record("no form")
      return
    }
    let way = Self.properties(of: full).first { $0.0 == "way" }?.1
    expectEqual(JSONWriter().text(of: way?["oneOf"] ?? .null)?.contains(#""add""#), false)
  }

  /// After going back, one of two fields has an earlier answer and the other doesn't, so nothing is accepted.
  @Test func onlyWaysThatArePossibleAreOffered() throws {
    let source = """
      flow: 1
      id: ways
      steps:
        - { ask: owner, type: string }
        - { ask: kind, type: choice, choices: [http, worker] }
        - form: both
          fields:
            - { ask: name, type: string }
            - { ask: port, type: integer, when: "kind == 'http'" }
        - { ask: last, type: string }
      """
    let talking = try Self.talking(source)
    func ways(_ outcome: ContextConversation.Outcome) -> String {
      guard case .form(let form) = outcome else { return "" }
      let way = Self.properties(of: form).first { $0.0 == "way" }?.1
      return JSONWriter().text(of: way?["oneOf"] ?? .null) ?? ""
    }
    _ = try talking.call(["answers": ["owner": "eve", "kind": "worker", "name": "a"]])
    _ = try talking.reply("decline")
    _ = try talking.reply("accept", ["way": "back:kind"])
    #expect(ways(try talking.reply("decline")).contains(#""accept""#))
    _ = try talking.reply("accept", ["way": "stay"])
    _ = try talking.reply("accept", ["kind": "http"])
    // The name is offered again; the port is new.
    #expect(!ways(try talking.reply("decline")).contains(#""accept""#))
  }
}
