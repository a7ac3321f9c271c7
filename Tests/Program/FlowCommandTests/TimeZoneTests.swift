// SPDX-License-Identifier: Apache-2.0

import Expectations
import Foundation
import RandomTesting
import Testing

/// The time zone of the environment, and local times that its clocks skip.
@Suite struct TimeZoneTests {
  private static let flow = "flow: 1\nid: t\nsteps: [{ ask: at, type: datetime }]\n"
  private static let berlin = "CET-1CEST,M3.5.0,M10.5.0/3"

  private static func place() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    try folder.write(flow, to: "t.flow.yaml")
    return folder
  }

  @Test(arguments: [
    ("JST-9", "2026-01-31T00:00:00Z"), ("<-03>3", "2026-01-31T12:00:00Z"),
    ("CET-1CEST,M3.5.0,M10.5.0/3", "2026-01-31T08:00:00Z"), ("", "2026-01-31T09:00:00Z"),
  ])
  func rulesInTheEnvironmentAreHonored(zone: String, moment: String) throws {
    let folder = try Self.place()
    let call = try ProgramCall(
      ["run", "t.flow.yaml", "--no-input", "--set", "at=2026-01-31 09:00"],
      environment: ["TZ": zone], directory: folder.path)
    expectEqual(call.output, "{\n  \"at\": \"\(moment)\"\n}\n")
    expectEqual(call.messages, "")
  }

  /// Once, and by each command that reads or writes local times.
  @Test(arguments: [
    ["run", "t.flow.yaml", "--no-input", "--set", "at=2026-01-31 09:00"],
    ["next", "t.flow.yaml", "--state", "w.walk"], ["eval", "today"], ["plan", "t.flow.yaml"],
    ["ask", "datetime", "When?", "--answer", "2026-01-31 09:00"], ["serve", "t.flow.yaml"],
    ["mcp", "t.flow.yaml"],
  ])
  func aZoneThatIsNotUnderstoodIsSaidOnce(_ command: [String]) throws {
    let folder = try Self.place()
    let call = try ProgramCall(
      command, environment: ["TZ": "Mars/\u{1B}[2JX", "TZDIR": "/nowhere"],
      directory: folder.path)
    let line =
      #"stackflow: the time zone 'Mars/\u{1b}[2JX' of TZ is neither a zone in /nowhere, a file of one, nor a rule "#
      + "such as 'CET-1CEST,M3.5.0,M10.5.0/3', so times are in UTC"
    expectEqual(
      call.messages.split(separator: "\n").filter { $0 == line }.count, 1, "\(call.messages)")
  }

  @Test(arguments: [["check", "t.flow.yaml"], ["fmt", "--check", "t.flow.yaml"], ["--version"]])
  func whatReadsNoTimeSaysNothing(_ command: [String]) throws {
    let folder = try Self.place()
    let call = try ProgramCall(
      command, environment: ["TZ": "Mars"], directory: folder.path)
    #expect(!call.messages.contains("Mars"), "\(call.messages)")
  }

  // MARK: Skipped times

  private static let said =
    "2027-03-28 02:30 is understood as 2027-03-28 03:30, because clocks skip that time"

  @Test(arguments: ["line", "inline", "full"])
  func aUserReadsWhatASkippedTimeIsUnderstoodAs(face: String) throws {
    let folder = try TemporaryFolder()
    try folder.write(
      "flow: 1\nid: t\nsteps: [{ ask: at, type: datetime }, { ask: name, type: string }]\n",
      to: "t.flow.yaml")
    let walk = try ProgramWalk(
      "run", "--ui", face, "--no-save", "t.flow.yaml", columns: 120, repaints: face != "line",
      environment: ["TZ": Self.berlin], directory: folder.path)
    try walk.type("2027-03-28 02:30<Enter>")
    expectEqual(walk.everyRow.filter { $0.contains(Self.said) }.count, 1, "\(walk.everyRow)")
    try walk.type("ada<Enter>")
    expectEqual(try walk.finish(), 0)
    #expect(walk.output.contains("2027-03-28T01:30:00Z"))
  }

  @Test func aSkippedTimeIsSaidWithoutATerminalToo() throws {
    let folder = try Self.place()
    let environment = ["TZ": Self.berlin, "XDG_STATE_HOME": folder.path]
    let alone = try ProgramCall(
      ["run", "t.flow.yaml", "--no-input", "--set", "at=2027-03-28 02:30"],
      environment: environment,
      directory: folder.path)
    expectEqual(alone.messages, "stackflow: \(Self.said)\n")
    let asked = try ProgramCall(
      ["ask", "datetime", "When?", "--answer", "2027-03-28 02:30"], environment: environment)
    expectEqual(asked.messages, "stackflow: \(Self.said)\n")
    _ = try ProgramCall(
      ["next", "t.flow.yaml", "--state", "w.walk"], environment: environment, directory: folder.path
    )
    let stepped = try ProgramCall(
      ["answer", "--state", "w.walk", "2027-03-28 02:30"], environment: environment,
      directory: folder.path)
    #expect(stepped.messages.contains(Self.said), "\(stepped.messages)")
    let served = try ProgramCall(
      ["serve", "t.flow.yaml"],
      input: """
        {"jsonrpc":"2.0","id":1,"method":"open","params":{"flow":"t"}}
        {"jsonrpc":"2.0","id":2,"method":"submit","params":{"walk":"w1","answer":"2027-03-28 02:30"}}
        {"jsonrpc":"2.0","id":3,"method":"open","params":{"flow":"t","zone":"JST-9"}}
        {"jsonrpc":"2.0","id":4,"method":"open","params":{"flow":"t","zone":"/etc/localtime"}}

        """, environment: environment, directory: folder.path)
    let responses = served.output.split(separator: "\n")
    #expect(
      responses[1].contains(
        #""notices":[{"notice":"understood","id":"at","message":"\#(Self.said)"}]"#),
      "\(responses[1])")
    #expect(responses[2].contains(#""result""#), "\(responses[2])")
    #expect(
      responses[3].contains(
        "the name of a time zone, such as Europe/Berlin, or a rule, such as JST-9"),
      "\(responses[3])")
  }
}
