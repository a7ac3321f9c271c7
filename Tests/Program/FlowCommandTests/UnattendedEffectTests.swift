// SPDX-License-Identifier: Apache-2.0

import Expectations
import Testing

/// Effects that run before anything is asked, or without a user.
@Suite("Unattended effects", .serialized) struct UnattendedEffectTests {
  /// A flow that writes a file, and then runs a command until it's ended.
  private static let waits = """
    flow: 1
    id: t
    steps:
      - { write: made, path: made.txt, content: x }
      - run: long
        command: [sh, -c, 'echo $$ > pid; exec sleep 1000']
      - { note: told, text: never }
    """

  private func folder(_ flow: String) throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    try folder.write(flow, to: "t.flow.yaml")
    return folder
  }

  /// A copy of what may be executed may be executed; a link in the flow's folder is followed.
  @Test(arguments: [
    ("tool", "", 0o755), ("plain", "", 0o644), ("link", "", 0o755),
    ("tool", ", mode: \"0640\"", 0o640), ("tool", ", secret: true", 0o600),
  ])
  func aCopyOfAProgramIsAProgram(original: String, more: String, mode: Int) throws {
    let folder = try TemporaryFolder()
    try folder.makeFolder("flows")
    for (name, mode) in [("tool", 0o750), ("plain", 0o600)] {
      try folder.write("#!/bin/sh\n", to: "flows/" + name)
      try folder.setMode(mode, of: "flows/" + name)
    }
    try folder.link("flows/link", to: "tool")
    try folder.write(
      "flow: 1\nid: t\nsteps: [{ write: made, path: made, copy: \(original)\(more) }]\n",
      to: "flows/t.flow.yaml")
    let call = try ProgramCall(
      shell: "umask 022; \"$PROGRAM\" run flows/t.flow.yaml --no-input --allow-write .",
      directory: folder.path)
    expectEqual(call.exit, 0, "\(call.messages)")
    #expect(folder.mode(of: "made") == mode && !folder.isLink("made"))
  }

  @Test(arguments: [("TERM", 143), ("HUP", 129)])
  func aSignalCancelsTheEffectAndReportsWhatRemains(signal: String, status: Int) throws {
    let folder = try folder(Self.waits)
    let call = try ProgramCall(
      shell: """
        mkfifo pid
        "$PROGRAM" run t.flow.yaml --allow-run --allow-write . & child=$!
        read command < pid
        kill -\(signal) $child
        wait $child; echo "exit $?"
        """, directory: folder.path)
    expectEqual(call.output, "exit \(status)\n")
    #expect(call.messages.contains("made.txt"), "\(call.messages)")
  }

  @Test func theTimeLimitCancelsTheEffect() throws {
    let folder = try folder(Self.waits.replacing("exec sleep 1000", with: "exec sleep 300"))
    let call = try ProgramCall(
      ["run", "t.flow.yaml", "--allow-run", "--allow-write", ".", "--timeout", "300ms"],
      directory: folder.path)
    expectEqual(call.exit, 124)
    // A slow machine may not have come to the file.
    expectEqual(
      call.messages.contains("made.txt"), folder.text(of: "made.txt") != nil, "\(call.messages)")
  }

  @Test(arguments: [([], 3), (["--set", "count=x"], 4), (["--set", "count=4"], 0)])
  func nothingRunsIfALaterAnswerIsKnownToBeMissing(given: [String], status: Int) throws {
    let folder = try folder(
      """
      flow: 1
      id: t
      steps:
        - { write: made, path: made.txt, content: x }
        - { ask: count, type: integer }
      """)
    let call = try ProgramCall(
      ["run", "t.flow.yaml", "--no-input", "--allow-write", "."] + given, directory: folder.path)
    expectEqual(call.exit, Int32(status), "\(call.messages)")
    expectEqual((folder.text(of: "made.txt") != nil), (status == 0))
    #expect(status == 0 || call.messages.contains("count"))
  }

  /// An answer that depends on the result of a command isn't certainly needed.
  @Test func aQuestionThatDependsOnACommandDoesNotStopIt() throws {
    let folder = try folder(
      """
      flow: 1
      id: t
      steps:
        - { run: word, command: [echo, no], capture: text, reads: true }
        - { ask: count, type: integer, when: word == 'yes' }
      """)
    let call = try ProgramCall(
      ["run", "t.flow.yaml", "--no-input", "--allow-run"], directory: folder.path)
    expectEqual(call.exit, 0, "\(call.messages)")
  }
}
