// SPDX-License-Identifier: Apache-2.0

import Expectations
import Testing

/// Names in data at every command that reads or writes data.
@Suite("Names in data")
struct DataNameProgramTests {
  private static let given = [
    "--set", "postfix/main_mailer_type=local", "--set", "import=x", "--set", "a=b=7", "--set",
    #"host list=[{"type": "a"}]"#, "--defaults",
  ]

  @Test func resultsHaveTheKeysInEveryFormat() throws {
    var calls = ProgramCalls()
    for format in ["json", "yaml", "env", "shell"] {
      try calls.run(["run", "names.flow.yaml"] + Self.given + ["--format", format])
    }
    calls.end()
  }

  @Test func anIDIsRefusedWithTheNameThatIsMeant() throws {
    var calls = ProgramCalls()
    try calls.run("run", "names.flow.yaml", "--set", "kind=local", "--set", "license.x=1")
    try calls.run("run", "names.flow.yaml", "--set", #"host list=[{"name": "a"}]"#)
    try calls.run("run", "names.flow.yaml", "--set", "postfix/main_mailer_typ=local")
    try calls.run("run", "names.flow.yaml", "--no-input")
    try calls.run(["run", "names.flow.yaml"] + Self.given + ["--set", "type=r"])
    try calls.run("run", "names.flow.yaml", "--set", "postfix/main_mailer_type=x", "--no-input")
    try calls.run("plan", "names.flow.yaml", "--format", "json")
    calls.end()
  }

  /// A result that a walk returns in a format is read again in the same format, and returns itself.
  @Test(arguments: ["json", "yaml", "env"])
  func aResultIsReadAgain(format: String) throws {
    let folder = try TemporaryFolder()
    let flow = ProgramFixtures.folder + "/names.flow.yaml"
    let first = try ProgramCall(["run", flow] + Self.given + ["--format", format])
    expectEqual(first.exit, 0, "\(first.messages)")
    try folder.write(first.output, to: "a.\(format)")
    let again = try ProgramCall(
      ["run", flow, "--answers", "a.\(format)", "--no-input", "--format", format],
      directory: folder.path)
    expectEqual(again.messages, "")
    expectEqual(again.output, first.output)
    // A variable spells a name in capitals, with underscores.
    let spelled = try ProgramCall(
      ["run", flow, "--answers", "a.\(format)", "--no-input"],
      environment: [
        "STACKFLOW_SET_POSTFIX_MAIN_MAILER_TYPE": "satellite", "STACKFLOW_SET_TYPE": "r",
      ],
      directory: folder.path)
    expectEqual(spelled.exit, 0, "\(spelled.messages)")
  }

  /// Answers of an earlier version are migrated by the ids of this one.
  @Test func earlierAnswersAreMigratedToTheKeys() throws {
    let folder = try TemporaryFolder()
    let flow = ProgramFixtures.folder + "/names.flow.yaml"
    try folder.write(
      "mailer: local\nsort: s\nport: 26\nsum: 1\nhosts: [{ name: h }]\n", to: "old.yaml")
    let call = try ProgramCall(
      ["run", flow, "--answers", "old.yaml", "--answers-version", "1", "--no-input"],
      directory: folder.path)
    expectEqual(call.messages, "")
    expectEqual(
      call.output.filter { !$0.isWhitespace },
      #"{"postfix/main_mailer_type":"local","type":"","the:port":26,"a=b":1,"hostlist":[{"type":"h"}],"import":"s"}"#
    )
    let suggested = try ProgramCall(
      shell: """
        export XDG_STATE_HOME='\(folder.path)'
        stackflow next '\(flow)' --state '\(folder.path)/w.walk' --suggest '\(folder.path)/old.yaml' \
        --answers-version 1 && stackflow answer --state '\(folder.path)/w.walk' --accept
        """)
    expectEqual(suggested.exit, 0, "\(suggested.messages)")
    #expect(suggested.output.contains("If left empty: local"))
  }

  /// The answers of a used flow are a map under its name, wherever they're given.
  @Test func aUsedFlowTakesItsAnswersTogether() throws {
    let folder = try TemporaryFolder()
    try folder.write(
      "flow: 1\nid: t\nsteps: [{ flow: sub, key: sub flow, use: ./part.flow.yaml }]\n",
      to: "t.flow.yaml")
    try folder.write(
      "flow: 1\nid: part\nsteps: [{ ask: x, key: x y, type: string }, { ask: l, type: list }]\n",
      to: "part.flow.yaml")
    let record = #"{"x y": "z", "l": ["a", "b"]}"#
    try folder.write("SUB_FLOW=\(record)\n", to: "a.env")
    try folder.write(#"{"sub flow": \#(record)}"#, to: "a.json")
    for given in [
      ["--set", "sub flow=\(record)"], ["--set", "SUB_FLOW={x y: z, l: [a, b]}"],
      ["--answers", "a.env"],
      ["--answers", "a.json"],
    ] {
      let call = try ProgramCall(
        ["run", "t.flow.yaml", "--no-input"] + given, directory: folder.path)
      expectEqual(call.messages, "")
      expectEqual(
        call.output.filter { !$0.isWhitespace }, #"{"subflow":{"xy":"z","l":["a","b"]}}"#)
    }
    let text = try ProgramCall(
      ["run", "t.flow.yaml", "--no-input", "--set", "sub flow=z"], directory: folder.path)
    expectEqual(text.exit, 4)
    expectEqual(
      text.messages,
      "stackflow: 'sub flow' has the answers of a used flow; give them as a map in brackets, or by their names\n"
    )
    let broken = try ProgramCall(
      ["run", "t.flow.yaml", "--no-input", "--set", "sub flow={a"], directory: folder.path)
    #expect(broken.messages.contains("and a map as '{\"a\": \"b\"}'"), "\(broken.messages)")
  }

  /// A name without a letter or a digit can't be that of a variable, which is known before the first question.
  @Test func aNameWithoutLettersHasNoVariable() throws {
    let folder = try TemporaryFolder()
    try folder.write(
      "flow: 1\nid: t\nsteps: [{ ask: a, key: 日本, type: string }, { ask: b, key: é, type: string }]\n",
      to: "t.flow.yaml")
    for format in ["env", "shell", "docker"] {
      let call = try ProgramCall(
        ["run", "t.flow.yaml", "--set", "日本=x", "--set", "é=y", "--format", format],
        directory: folder.path)
      expectEqual(call.exit, 74)
      expectEqual(
        call.messages,
        "stackflow: '日本' has no letter from A to Z and no digit, so no variable can have its name; "
          + "use json or yaml\n")
    }
    let json = try ProgramCall(
      ["run", "t.flow.yaml", "--set", "日本=x", "--set", "é=y"], directory: folder.path)
    expectEqual(json.output, "{\n  \"日本\": \"x\",\n  \"é\": \"y\"\n}\n")
  }

  /// One command at a time takes names, too, within an item without that of the list.
  @Test func oneCommandAtATimeTakesNames() throws {
    let place = try SteppedFolder(
      """
        - form: net
          fields:
            - { ask: relay, key: type, type: string }
            - { ask: port, key: a=b, type: integer }
        - repeat: hosts
          key: host list
          steps:
            - form: one
              fields:
                - { ask: name, key: na me, type: string }
                - { ask: size, type: integer }
      """)
    let first = try place.call("next", "trip.flow.yaml")
    #expect(first.output.contains("--set type=… --set a=b=…"), "\(first.output)")
    let wrong = try place.call("answer", "--set", "relay=r")
    expectEqual(wrong.exit, 2)
    expectEqual(
      wrong.messages, "stackflow: the answer of 'relay' has another name in data; use 'type'\n",
      "\(wrong.messages)")
    try expectEqual(place.call("answer", "--set", "type=r", "--set", "a=b=7").exit, 0)
    let item = try place.call("answer", "--add")
    #expect(item.output.contains("--set 'na me'=… --set size=…"), "\(item.output)")
    try expectEqual(place.call("answer", "--set", "name=x").exit, 2)
    try expectEqual(place.call("answer", "--set", "na me=x", "--set", "size=1").exit, 0)
    try expectEqual(place.call("answer").exit, 0)
    let result = try place.call("result")
    expectEqual(
      result.output.filter { !$0.isWhitespace },
      #"{"type":"r","a=b":7,"hostlist":[{"name":"x","size":1}]}"#)
  }
}
