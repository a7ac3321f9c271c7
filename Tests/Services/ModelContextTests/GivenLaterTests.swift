// SPDX-License-Identifier: Apache-2.0

import Expectations
import FlowExpressions
import FlowServer
import FlowTesting
import ModelContext
import ScriptTrips
import Testing

/// Answers that a caller gives to a walk that's under way.
@Suite struct GivenLaterTests {
  private static let flow = """
    flow: 1
    id: f
    steps:
      - { ask: one, type: integer }
      - { ask: more, type: boolean }
      - repeat: rows
        steps:
          - { ask: grade, type: integer, max: 6 }
          - { ask: again, type: boolean, required: false }
          - { ask: took, type: duration, default: 15m }
      - form: m
        over: "['x', 'y']"
        fields:
          - { ask: g, type: integer, max: 6 }
      - { ask: extra, when: more, type: string }
      - { ask: last, type: string }
    """

  /// A caller that is shown no forms, and gives the walk of each result back.
  private struct Caller {
    let talking: ContextConversation
    var walk: Value?

    mutating func give(_ answers: Value) throws -> ValueMap {
      var arguments = ValueMap([("answers", answers)])
      arguments["walk"] = walk
      guard case .result(let result) = try talking.call(.map(arguments)) else {
        Issue.record("a result was expected")
        return ValueMap()
      }
      walk = data(result)["walk"]
      return result
    }

    func rows(_ result: ValueMap) -> [Value] {
      if case .list(let rows)? = output(result)["rows"] { rows } else { [] }
    }

    func output(_ result: ValueMap) -> ValueMap {
      data(result)["result"]?.map?["output"]?.map ?? ValueMap()
    }

    func data(_ result: ValueMap) -> ValueMap {
      if case .map(let data)? = result["structuredContent"] { data } else { ValueMap() }
    }
  }

  private func caller() throws -> Caller {
    let server = ContextServer(
      [ContextTool(ServedFlow(try checkedFlow(Self.flow)))],
      in: ServiceEnvironment(program: "test", version: "0", clock: { .epoch }),
      tokens: WalkKeys.tokens(WalkKeys.key), ledger: MemoryLedger())
    return Caller(talking: try ContextConversation(server, .handshakeWithoutForms, tool: "f"))
  }

  private func unused(_ names: String...) -> Value {
    .list([["notice": "unused", "ids": .list(names.map { .string($0) })]])
  }

  @Test func anotherAnswerToAQuestionThatIsBehindIsNamed() throws {
    var caller = try caller()
    _ = try caller.give(["one": "5", "more": "no"])
    let result = try caller.give(["one": 7])
    expectEqual(result["isError"], true)
    expectEqual(caller.data(result)["notices"], unused("one"))
    // The same answer again is none that's lost.
    let same = try caller.give(["one": "5", "more": false])
    expectEqual(same["isError"], false)
    expectEqual(caller.data(same)["notices"], [])
  }

  @Test func answersOfItemsMakeTheRecordsOfAListWithoutAny() throws {
    var caller = try caller()
    _ = try caller.give(["one": 5, "more": false])
    _ = try caller.give([
      "rows[0].grade": "5", "rows[0].took": "1h", "rows[1].grade": 4, "m[0].g": "1", "m[1].g": 2,
    ])
    let result = try caller.give(["last": "x"])
    let rows = caller.rows(result)
    expectEqual(rows.map { $0.map?["grade"] }, [5, 4])
    expectEqual(rows.map { $0.map?["took"] }, ["PT1H", "PT15M"])
  }

  @Test func answersOfItemsAreNamedWhereTheListHasRecords() throws {
    var caller = try caller()
    _ = try caller.give(["one": 5, "more": false])
    _ = try caller.give(["rows": [["grade": 7]]])
    let gap = try caller.give(["rows[1].grade": 5])
    expectEqual(gap["isError"], true)
  }

  @Test func textsInRecordsAreTyped() throws {
    var caller = try caller()
    let result = try caller.give([
      "one": "5", "more": "no", "rows": [["grade": "5", "again": "yes", "took": "90 min"]],
      "m": [["g": "1"], ["g": 2]], "last": "x",
    ])
    let output = caller.output(result)
    expectEqual(output["rows"], .list([["grade": 5, "again": true, "took": "PT1H30M"]]))
    expectEqual(output["m"], .list([["g": 1], ["g": 2]]))
  }

  @Test func whatNothingHasAskedForIsNamedAtTheEnd() throws {
    var caller = try caller()
    _ = try caller.give(["one": 5, "more": false])
    let result = try caller.give([
      "extra": "y", "rows": [], "m": [["g": 1], ["g": 2]], "last": "x",
    ])
    expectEqual(caller.data(result)["state"], "ended")
    expectEqual(caller.data(result)["notices"], unused("extra"))
  }
}
