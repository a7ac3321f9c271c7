// SPDX-License-Identifier: Apache-2.0

import Expectations
import FlowEffects
import FlowExpressions
import FlowModel
import FlowScripts
import FlowSessions
import FlowTesting
import FlowWalks
import SourceDiagnostics
import Testing

/// A recording has what a write found in the places of its files, so that it replays the same questions.
@Suite struct RecordedWriteTests {
  /// Walks a flow with a folder, and records it.
  private static func recorded(
    _ flow: CheckedFlow, _ folder: TreeFolder, _ answers: [DecisionAnswer],
    then events: [FlowEvent] = []
  ) throws -> (text: String, session: FlowSession) {
    folder.isAsked = false
    var walk = FlowWalk(
      try FlowSession(flow: flow), services: WalkServices(effects: folder, clock: { .epoch }))
    walk.start()
    _ = try walk.send(.answer(.one(.text("x"))))
    for answer in answers { _ = try walk.send(.decide(answer)) }
    for event in events { _ = walk.settle(event, leaving: .effects) }
    let script = ScriptRecording.script(of: walk.session, named: "recorded") {
      folder.outlook(of: $0)
    }
    return (script.text, walk.session)
  }

  /// Checks that the text of a recording does what was done.
  private static func check(_ text: String, _ session: FlowSession, _ flow: CheckedFlow) throws {
    let loaded = FlowScriptFile.load(Array(text.utf8), name: "r.test.yaml", flow: flow)
    let result = ScriptRun.run(try #require(loaded.scripts.first, "\(text)"), on: flow)
    expectEqual(result.failures.map(\.message), [], "\(text)")
    let end = try #require(result.session)
    expectEqual(end.answers, session.answers)
    expectEqual("\(end.state)", "\(session.state)", "\(text)")
  }

  @Test(arguments: [WriteObstacle.folder, .pipe, .device, .link])
  func whatWasKeptIsInTheWayAgain(obstacle: WriteObstacle) throws {
    let flow = try treeFlow(writing: ["a", "b", "c", "d"])
    let folder = TreeFolder(["out/a": "1", "out/c": "3", "out/d": "d x"])
    folder.obstacles = ["out/b": obstacle]
    let (text, session) = try Self.recorded(flow, folder, [.yes, .keep, .keep])
    #expect(
      text.contains("out/a: \"1\"") && text.contains("out/b/: \"\"")
        && text.contains("out/c: \"3\"") && text.contains("out/d: \"d x\""), "\(text)")
    try Self.check(text, session, flow)
  }

  @Test func wayBackToAFileIsNotRecorded() throws {
    let flow = try treeFlow(writing: ["a", "b"])
    let folder = TreeFolder(["out/a": "1", "out/b": "2"])
    var walk = FlowWalk(
      try FlowSession(flow: flow), services: WalkServices(effects: folder, clock: { .epoch }))
    folder.isAsked = false
    walk.start()
    _ = try walk.send(.answer(.one(.text("x"))))
    _ = try walk.send(.decide(.keep))
    _ = try walk.send(.back(steps: 1))
    _ = try walk.send(.decide(.yes))
    _ = try walk.send(.decide(.keep))
    let text = ScriptRecording.script(of: walk.session, named: "r").text
    #expect(!text.contains("back") && text.contains("out/a: \"1\""), "\(text)")
    try Self.check(text, walk.session, flow)
  }

  /// A secret stays out of a recording, also what was replaced.
  @Test func filesOfASecretTreeAreNotInARecording() throws {
    let flow = try treeFlow(writing: ["a", "b", "c"], ", secret: true")
    let folder = TreeFolder(["out/a": "geheim 1", "out/b": "geheim 2", "out/c": "c x"])
    let (text, session) = try Self.recorded(flow, folder, [.yes, .keep])
    #expect(!text.contains("geheim") && !text.contains("c x"), "\(text)")
    try Self.check(text, session, flow)
  }

  /// Files that `exists: keep` has kept are there again.
  @Test func aPolicyKeepsTheFilesAgain() throws {
    let flow = try treeFlow(writing: ["a", "b"], ", exists: keep")
    let (text, session) = try Self.recorded(flow, TreeFolder(["out/a": "1"]), [])
    #expect(text.contains("out/a: \"1\"") && !text.contains("out/b"), "\(text)")
    try Self.check(text, session, flow)
  }

  private static func flow(writing contents: [String]) throws -> CheckedFlow {
    let writes = contents.enumerated().map {
      "  - { write: w\($0), path: a, content: '\($1)' }\n"
    }
    return try checkedFlow(
      "flow: 1\nid: w\nsteps:\n  - { ask: name, type: string }\n" + writes.joined())
  }

  /// A decision about a file is in the log of the walk.
  @Test(arguments: [(DecisionAnswer.keep, "no"), (.yes, "yes")])
  func theDecisionAboutAFileIsInTheLog(answer: DecisionAnswer, word: String) throws {
    let flow = try Self.flow(writing: ["new"])
    let (_, session) = try Self.recorded(flow, TreeFolder(["a": "old"]), [answer])
    let text = ScriptRecording.script(of: session, named: "r").text
    #expect(text.contains("answer: { name: x, w0: \(word) }"), "\(text)")
    try Self.check(text, session, flow)
  }

  /// A file that one step keeps and a later one replaces is shown as it was.
  @Test(arguments: [DecisionAnswer.yes, .keep])
  func aFileThatTwoStepsWriteIsShownAsItWas(answer: DecisionAnswer) throws {
    let flow = try Self.flow(writing: ["1", "2"])
    let (text, session) = try Self.recorded(flow, TreeFolder(["a": "old"]), [.keep, answer])
    #expect(text.contains("files: { a: \"old\" }"), "\(text)")
    try Self.check(text, session, flow)
  }

  /// The second step writes a secret, which isn't taken for what was there before.
  @Test func aSecretThatReplacesAFileIsNotInARecording() throws {
    let flow = try checkedFlow(
      """
      flow: 1
      id: w
      steps:
        - { ask: name, type: string }
        - { write: w0, path: a, content: new }
        - { write: w1, path: a, content: geheim, secret: true }
      """)
    let folder = TreeFolder(["a": "old"])
    let (text, session) = try Self.recorded(flow, folder, [.keep, .yes])
    #expect(!text.contains("geheim") && text.contains("files: { a: \"\" }"), "\(text)")
    try Self.check(text, session, flow)
    // A saved walk doesn't know what the secret has replaced.
    var restored = try FlowSession(flow: flow)
    for event in session.events(after: 0) { restored.send(event.event, now: event.now) }
    let again = ScriptRecording.script(of: restored, named: "r") { folder.outlook(of: $0) }.text
    #expect(!again.contains("geheim"), "\(again)")
  }
}
