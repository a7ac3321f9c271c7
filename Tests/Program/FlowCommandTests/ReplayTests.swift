// SPDX-License-Identifier: Apache-2.0

import Expectations
import Foundation
import Testing

#if canImport(FoundationXML)
import FoundationXML
#endif

/// `stackflow replay`: in a terminal, as a recording, and as an image.
@Suite("stackflow replay") struct ReplayTests {
  private static let flow = """
    flow: 1
    id: a
    steps:
      - { ask: name, type: string, label: "Name & <title>", minLength: 2 }
      - { ask: kind, type: choice, choices: [東京, 大阪] }
      - { run: make, command: [touch, made.txt] }
      - { write: file, path: written.txt, content: "${name}" }
      - { ask: token, type: secret }
    """

  private static let script = """
    test: all of it
    runs: { make: {} }
    secrets: { token: geheim }
    steps:
      - reject: { name: a }
      - answer: { name: ada, kind: 大阪, token: { secret: token } }
    ---
    test: leaving
    steps:
      - answer: { name: bob }
      - leave: quit
    outcome: cancelled
    """

  private static func folder() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    try folder.write(flow, to: "a.flow.yaml")
    try folder.write(script, to: "a.test.yaml")
    return folder
  }

  private static func call(_ arguments: [String], in folder: TemporaryFolder) throws -> ProgramCall
  {
    try ProgramCall(["replay"] + arguments, directory: folder.path)
  }

  @Test(arguments: ["inline", "full", "line"])
  func anImageIsTheSameEachTimeAndPerformsNothing(face: String) throws {
    let folder = try Self.folder()
    for name in ["one.svg", "two.svg"] {
      let call = try Self.call(
        ["a.test.yaml", "--test", "all of it", "--svg", name, "--ui", face, "--size", "50x14"],
        in: folder)
      #expect(call.exit == 0 && call.output == "" && call.messages == "", "\(call.messages)")
    }
    let svg = try #require(folder.text(of: "one.svg"))
    expectEqual(svg, folder.text(of: "two.svg"))
    #expect(XMLParser(data: Data(svg.utf8)).parse())
    #expect(svg.contains("<title>all of it</title>"))
    #expect(svg.contains("Name &amp; &lt;title&gt;") && svg.contains(">大<"))
    #expect(svg.contains("@media (prefers-reduced-motion:no-preference)"))
    #expect(!svg.contains("<script") && !svg.contains("geheim"))
    #expect(!folder.names.contains { $0.hasPrefix("made") || $0.hasPrefix("written") })
  }

  @Test func aRecordingHasNoClock() throws {
    let folder = try Self.folder()
    for (name, speed) in [("one.cast", "1"), ("two.cast", "1"), ("fast.cast", "2")] {
      let call = try Self.call(
        ["a.test.yaml", "--test", "LEAV", "--cast", name, "--size", "50x14", "--speed", speed],
        in: folder)
      expectEqual(call.exit, 0, "\(call.messages)")
    }
    let text = try #require(folder.text(of: "one.cast"))
    expectEqual(text, folder.text(of: "two.cast"))
    func times(_ text: String) throws -> [Double] {
      try text.split(separator: "\n").dropFirst().map { line in
        let event = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [Any]
        return try #require((event?.first as? NSNumber)?.doubleValue)
      }
    }
    let header =
      try JSONSerialization.jsonObject(
        with: Data(text.prefix { $0 != "\n" }.utf8)) as? [String: Any]
    #expect(header?["version"] as? Int == 2 && header?["width"] as? Int == 50)
    #expect(header?["timestamp"] == nil)
    let slow = try times(text)
    let fast = try times(#require(folder.text(of: "fast.cast")))
    #expect(slow == slow.sorted() && slow.count > 5 && slow.count == fast.count)
    #expect(fast[fast.count - 2] < slow[slow.count - 2] * 0.51)
  }

  @Test func aTerminalShowsTheWalkAndIsRestored() throws {
    let folder = try Self.folder()
    let walk = try ProgramWalk(
      arguments: ["replay", "a.test.yaml", "--test", "all", "--speed", "100"], columns: 50,
      rows: 14, waits: false, repaints: true, environment: ["ACCESSIBLE": ""],
      directory: folder.path)
    try expectEqual(walk.finish(), 0)
    #expect(walk.sent.contains("大阪") && walk.sent.contains("\u{1B}[?1049h"))
    // The last screen stays, below what was there before.
    #expect(walk.everyRow.contains { $0.contains("大阪") }, "\(walk.everyRow)")
  }

  @Test(arguments: [("q", Int32(0)), ("<Esc>", 0), ("<Ctrl-C>", 130)])
  func aSteppedReplayWaitsForKeys(key: String, status: Int32) throws {
    let folder = try Self.folder()
    let walk = try ProgramWalk(
      arguments: ["replay", "a.test.yaml", "--test", "leaving", "--step", "--speed", "100"],
      columns: 50, rows: 14, repaints: true, environment: ["ACCESSIBLE": ""],
      directory: folder.path)
    #expect(walk.sent.contains("Name & <title>") && !walk.sent.contains("bob"))
    try walk.type("<Space>")
    #expect(walk.sent.contains("bob"))
    try walk.type(key)
    try expectEqual(walk.finish(), status)
    expectEqual(walk.everyRow, [])
  }

  @Test func aScriptThatFailsIsReported() throws {
    let folder = try Self.folder()
    try folder.write(
      "test: wrong\nsteps:\n  - answer: { name: ada, kind: Rom }\n", to: "a.wrong.test.yaml")
    let call = try Self.call(["a.wrong.test.yaml", "--svg", "x.svg"], in: folder)
    expectEqual(call.exit, 1)
    #expect(call.messages.contains("a.wrong.test.yaml:3:"), "\(call.messages)")
    #expect(!folder.names.contains("x.svg"))
  }

  @Test(
    arguments: [
      (
        ["a.test.yaml"], 2,
        "'a.test.yaml' has several tests; use --test with one of 'all of it', 'leaving'"
      ),
      (
        ["a.test.yaml", "--test", "none"], 2,
        "'a.test.yaml' has no test like 'none'; it has 'all of it', 'leaving'"
      ),
      (
        ["a.flow.yaml"], 2,
        "'a.flow.yaml' is no script; use NAME.test.yaml, or the id of a saved walk"
      ),
      (["walk-1", "--test", "x"], 2, "--test names a test of a script, and 'walk-1' is none"),
      (["no.test.yaml", "--svg", "x.svg"], 2, "no.flow.yaml: no such file or directory"),
      (
        ["a.test.yaml", "--test", "all", "--svg", "no/x.svg"], 74,
        "no/x.svg: no such file or directory"
      ),
      (
        ["a.test.yaml", "--test", "all"], 2,
        "there is no terminal (error 6); write a file with --cast or --svg"
      ),
    ] as [([String], Int32, String)])
  func wrongArgumentsAreExplained(arguments: [String], status: Int32, message: String) throws {
    let call = try Self.call(arguments, in: Self.folder())
    expectEqual(call.exit, status)
    expectEqual(call.messages, "stackflow: \(message)\n")
    expectEqual(call.output, "")
  }

  @Test func aSavedWalkIsShownWithoutItsSecret() throws {
    let saved = try SavedWalkFolder()
    let walk = try saved.walk("trip.flow.yaml")
    try walk.type(lines: "Ada", "geheim", "3")
    try walk.type("Grand H<Ctrl-C>")
    try expectEqual(walk.finish(), 130)
    let id = try #require(saved.ids.first)
    let script = try saved.call("walks", "show", id, "--script")
    expectEqual(script.messages, "")
    expectEqual(script.exit, 0)
    #expect(script.output.contains("token: { secret: token }"), "\(script.output)")
    #expect(script.output.contains("days: 3"), "\(script.output)")
    try expectEqual(
      saved.call("walks", "show", id).output.split(separator: "\n").suffix(4),
      ["name: Ada", "token: (not saved)", "days: 3", "hotel: Grand H (unfinished)"])
    try saved.folder.write(script.output, to: "trip.test.yaml")
    let test = try ProgramCall(
      ["test", "trip.test.yaml"], environment: ["STACKFLOW_SECRET_TOKEN": "geheim"],
      directory: saved.folder.path)
    expectEqual(test.exit, 0, "\(test.output)")
    let replay = try saved.call("replay", id, "--svg", "trip.svg")
    expectEqual(replay.exit, 0, "\(replay.messages)")
    expectEqual(saved.folder.text(of: "trip.svg")?.contains("Ada"), true)
    try saved.folder.write(
      SavedWalkFolder.text.replacingOccurrences(of: "ask: days", with: "ask: nights"),
      to: "trip.flow.yaml")
    let changed = try saved.call("replay", id, "--svg", "trip.svg")
    expectEqual(changed.exit, 65)
    #expect(
      changed.messages.contains("has changed since walk '\(id)' was saved"), "\(changed.messages)")
  }

  /// A secret that nothing depends on is any text that its field takes; else it comes from the environment.
  @Test func aSavedWalkThatDependsOnItsSecretTakesItFromTheEnvironment() throws {
    let saved = try SavedWalkFolder(
      """
      flow: 1
      id: trip
      steps:
        - { ask: pin, type: secret, pattern: '^[0-9]{6}$', confirm: true }
        - ask: word
          type: secret
          validate: [ { check: "word.matches('[A-Z]') && word.matches('[0-9]')", message: weak } ]
        - { ask: days, type: integer, when: pin == '735912' }
        - { ask: hotel, type: string }
      """)
    let walk = try saved.walk("trip.flow.yaml")
    try walk.type(lines: "735912", "735912", "Geheim1", "3")
    try walk.type("<Ctrl-C>")
    try expectEqual(walk.finish(), 130)
    let id = try #require(saved.ids.first)
    let missing = try saved.call("replay", id, "--svg", "trip.svg")
    expectEqual(missing.exit, 3)
    #expect(missing.messages.contains("STACKFLOW_SECRET_pin"), "\(missing.messages)")
    let secret = saved.environment.merging(["STACKFLOW_SECRET_pin": "735912"]) { $1 }
    let script = try ProgramCall(
      ["walks", "show", id, "--script"], environment: secret, directory: saved.folder.path)
    expectEqual(script.exit, 0, "\(script.messages)")
    #expect(
      script.output.contains("days: 3") && !script.output.contains("735912"), "\(script.output)")
    let replay = try ProgramCall(
      ["replay", id, "--svg", "trip.svg"], environment: secret, directory: saved.folder.path)
    expectEqual(replay.exit, 0, "\(replay.messages)")
  }
}
