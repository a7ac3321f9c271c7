// SPDX-License-Identifier: Apache-2.0

import Expectations
import Testing

@Suite("stackflow eval")
struct EvalTests {
  @Test func anExpressionPrintsItsValueAndItsType() throws {
    var calls = ProgramCalls()
    try calls.run("eval", "1 + 2")
    try calls.run("eval", "[1, 2.0, b'ab', timestamp('2026-01-31T09:00:00Z'), duration('90s')]")
    try calls.run("eval", "{'a': [1u], 'テスト': null}", "--tagged")
    try calls.run(
      "eval", "team.exists(m, size(m) > count)", "--set", "team=[a, b]", "--set",
      "count=0", "--types")
    try calls.run("eval", "--", "-9223372036854775808")
    calls.end()
  }

  @Test func nowAndTodayAreKnownAndCanBeSet() throws {
    let types = try ProgramCall([
      "eval",
      "[now > timestamp('2020-01-01T00:00:00Z'), today.matches('^[0-9]{4}-[0-9]{2}-[0-9]{2}$'), addDays(today, 1) > today]",
    ])
    expectEqual(types.output, #"{"value":[true,true,true],"type":"list(bool)"}"# + "\n")
    let given = try ProgramCall(
      ["eval", "daysBetween(today, '2026-02-01')", "--set", "today=2026-01-31"])
    expectEqual(given.output, #"{"value":1,"type":"int"}"# + "\n")
    let zones = try ["Pacific/Kiritimati", "Pacific/Pago_Pago"].map { zone in
      try ProgramCall(["eval", "today"], environment: ["TZ": zone]).output
    }
    #expect(zones[0] != zones[1], "it is the date in the zone of the environment")
  }

  @Test func givenNamesHaveTheTypesOfTheirValues() throws {
    let folder = try TemporaryFolder()
    try folder.write(
      #"{"order": {"lines": [{"name": "a"}]}, "share": 0.5, "yes": true, "mixed": [1, "a"]}"#,
      to: "order.json")
    var calls = ProgramCalls()
    for text in [
      "5", "-1.5e3", "true", "null", "\"5\"", "2026-01-31", "a # b", "a: b", "", "[1, 2]",
      "{a: 1}", "0x10",
    ] {
      try calls.run("eval", "x", "--set", "x=\(text)")
    }
    try calls.run(
      "eval", "[type(order.lines[0]), type(share), type(yes), type(mixed)]", "--bindings",
      "order.json", directory: folder.path)
    try calls.run(
      "eval", "share + 1", "--bindings", "order.json", directory: folder.path)
    try calls.run(
      "eval", "share", "--bindings", "order.json", "--set", "share=mine", directory: folder.path)
    calls.end()
  }

  @Test func mistakesAreShownAndSetTheExitCode() throws {
    let folder = try TemporaryFolder()
    try folder.write("{\"a\": 1,, \"b\": 2}", to: "broken.json")
    try folder.write("[1]", to: "list.json")
    var calls = ProgramCalls()
    try calls.run("eval", "size(team) > 'テ' and plan", "--set", "plan=pro")
    try calls.run("eval", "plan", "--set", "plam=pro")
    try calls.run("eval", "'テスト' == x &&\n  1 / y > 2", "--set", "x=テスト", "--set", "y=0")
    try calls.run("eval", "-9223372036854775809")
    try calls.run("eval", "1", "--set", "=a")
    try calls.run("eval", "1", "--bindings", "missing.json", directory: folder.path)
    try calls.run("eval", "1", "--bindings", "broken.json", directory: folder.path)
    try calls.run("eval", "1", "--bindings", "list.json", directory: folder.path)
    try calls.run(
      "eval", "[1, 2, 3].map(x, [1, 2, 3].map(y, x * y)).flatten().sum()", "--max-cost", "10")
    calls.end()
  }

  @Test func everyLineOfStandardInputIsAnExpression() throws {
    var calls = ProgramCalls()
    try calls.run("eval", "--set", "x=2", input: "x + 1\n\n  // a comment\nx * 2.5\n[x, x]\n")
    try calls.run("eval", input: "1\n1 / 0\n2 +\n3\n")
    try calls.run("eval", input: "1 / 0\n3\n")
    try calls.run("eval", input: "")
    calls.end()
  }

  @Test func casesPrintATableAndFailTogether() throws {
    let folder = try TemporaryFolder()
    try folder.write(
      #"""
      {"id": "a/b/one", "expr": "x + 1", "type_env": [{"name": "x", "type": "int"}], "bindings": {"x": {"int": "1"}}, "expect": {"value": {"int": "2"}, "type": "int"}}
      {"id": "a/b/none", "expr": "1 / 0", "expect": {"error": ["division by zero"]}}

      """#, to: "good.jsonl")
    try folder.write(
      #"""
      {"id": "a/c/value", "expr": "1 + 1", "expect": {"value": {"int": "3"}}}
      {"id": "a/c/type", "expr": "[1]", "check_only": true, "expect": {"type": "list(string)"}}
      {"id": "a/c/name", "expr": "y", "expect": {"value": {"int": "3"}}}
      no case
      """#, to: "bad.jsonl")
    var calls = ProgramCalls()
    try calls.run("eval", "--cases", "good.jsonl", directory: folder.path)
    try calls.run("eval", "--cases", "good.jsonl", "bad.jsonl", directory: folder.path)
    try calls.run("eval", "--cases", "missing.jsonl", directory: folder.path)
    try calls.run("eval", "1", "--cases", "good.jsonl", directory: folder.path)
    calls.end()
  }

  @Test func thePromptShowsTheResultOfEachLine() throws {
    let walk = try ProgramWalk("eval", "--set", "team=[anna, bo]", columns: 60, output: false)
    try walk.type(lines: "size(team)", "size(teem)", "1 / 0", "'テスト' + 1", "")
    try walk.type(lines: ":names", ":set n=5", "n * 2", ":set", ":what")
    try walk.type("<Up><Up><Up><Enter>")
    try walk.type("n + 1<Ctrl-C>")
    try walk.type(lines: ":help", ":quit")
    try expectEqual(walk.end(), 0)
  }

  @Test func thePromptCompletesNamesAndFunctions() throws {
    let walk = try ProgramWalk("eval", "--set", "team=[anna, bo]", columns: 60, output: false)
    try walk.type("te<Tab>")
    try walk.type(".exi<Tab>")
    try walk.type("<Tab>")
    try walk.type("<Ctrl-U>math.gr<Tab>")
    try walk.type("<Ctrl-U>:h<Tab><Ctrl-U>zz<Tab>")
    try walk.type("<Ctrl-U><Ctrl-D>")
    try expectEqual(walk.end(), 0)
  }
}
