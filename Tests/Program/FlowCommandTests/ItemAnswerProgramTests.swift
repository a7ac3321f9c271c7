// SPDX-License-Identifier: Apache-2.0

import Expectations
import Testing

/// `--set` for single items: `ratings[0].grade`.
@Suite("Answers in items")
struct ItemAnswerProgramTests {
  private func run(_ assignments: String...) throws -> ProgramCall {
    let folder = try TemporaryFolder()
    try folder.write(
      """
      flow: 1
      id: t
      steps:
        - form: ratings
          over: "['web', 'api']"
          as: name
          fields:
            - { ask: grade, type: integer, max: 5 }
            - { ask: used, type: boolean, default: true }
        - repeat: hosts
          steps: [{ ask: name, type: string }]
      """, to: "t.flow.yaml")
    return try ProgramCall(
      ["run", "t.flow.yaml", "--defaults", "--no-input"]
        + assignments.flatMap { ["--set", $0] }, directory: folder.path)
  }

  @Test func cellsAndItemsAreSet() throws {
    let call = try run(
      "ratings[0].grade=4", "ratings[1].grade=5", "ratings[1].used=no", "hosts[0].name=a")
    expectEqual(call.exit, 0, "\(call.messages)")
    expectEqual(
      call.output.filter { !$0.isWhitespace },
      #"{"ratings":[{"grade":4,"used":true},{"grade":5,"used":false}],"hosts":[{"name":"a"}]}"#
    )
  }

  @Test(arguments: [
    ("ratings[2].grade=1", 4, "ratings[2].grade"), ("ratings[0].grad=1", 4, "ratings[0].grad"),
    ("hosts[1].name=b", 4, "position 0"), ("ratings[0].grade=9", 4, "must be 5 or less"),
  ])
  func whatNeverComesIsAnError(assignment: String, exit: Int, words: String) throws {
    let call = try run("ratings[0].grade=4", "ratings[1].grade=5", assignment)
    expectEqual(Int(call.exit), exit, "\(call.messages)")
    #expect(call.messages.contains(words), "\(call.messages)")
  }

  /// A generated secret needs no one to be asked, and is in the result only.
  @Test func aGeneratedSecretIsDrawn() throws {
    let folder = try TemporaryFolder()
    try folder.write(
      """
      flow: 1
      id: t
      steps:
        - { ask: user, type: string, default: eve }
        - { ask: key, type: secret, generate: { length: 12, from: abc } }
      """, to: "t.flow.yaml")
    let call = try ProgramCall(
      ["run", "t.flow.yaml", "--defaults", "--no-input"], directory: folder.path)
    #expect(call.exit == 0 && call.messages == "", "\(call.messages)")
    let key = call.output.split(separator: "\"").last { $0.count == 12 }
    expectEqual(key?.allSatisfy { "abc".contains($0) }, true, "\(call.output)")
    let asked = try ProgramCall(["run", "t.flow.yaml", "--no-input"], directory: folder.path)
    #expect(asked.exit == 3 && asked.messages.contains("--set key=…   (has a default)"))
  }

  /// A record in a file, in an argument, and in the answers to what's asked.
  @Test func whatARecordHasIsReadAsWhatIsTyped() throws {
    let folder = try TemporaryFolder()
    try folder.write(
      """
      flow: 1
      id: t
      steps:
        - repeat: hosts
          steps:
            - { ask: name, type: string }
            - { ask: up, type: boolean }
      """, to: "t.flow.yaml")
    try folder.write("hosts: [ { name: 1.10, up: yes } ]\n", to: "a.yaml")
    let begin = ["next", "t.flow.yaml", "--state", "t.walk"]
    let calls = [
      [["run", "t.flow.yaml", "--answers", "a.yaml", "--no-input"]],
      [["run", "t.flow.yaml", "--set", #"hosts=[{"name":"1.10","up":"yes"}]"#, "--no-input"]],
      [
        begin, ["answer", "--answers", "a.yaml", "--state", "t.walk"],
        ["result", "--state", "t.walk"],
      ],
    ]
    for call in calls {
      var output = ""
      for arguments in call {
        let call = try ProgramCall(
          arguments, environment: ["XDG_STATE_HOME": folder.path + "/state"],
          directory: folder.path)
        output = call.output + call.messages
      }
      #expect(
        output.filter { !$0.isWhitespace }.contains(#"[{"name":"1.10","up":true}]"#), "\(output)")
    }
  }
}
