// SPDX-License-Identifier: Apache-2.0

import Expectations
import FlowEffects
import FlowExpressions
import FlowModel
import FlowScreens
import FlowSessions
import FlowTesting
import FlowWalks
import StackFlowShell
import TerminalIO
import Testing

/// The questions before a walk continues: each is made from one look at the disk, and has the same words everywhere.
@MainActor
@Suite struct DecisionQuestionTests {
  private static let all = ["out": 1, "out/a": 1, "out/b": 1, "out/c": 1]

  private static func folder() -> TreeFolder { TreeFolder(["out/a": "1", "out/b": "2"]) }

  private static func flow() throws -> CheckedFlow {
    try treeFlow(writing: ["a", "b", "c"], more: ["{ ask: end, type: string }"])
  }

  private static func walk(_ folder: TreeFolder) throws -> FlowWalk {
    var walk = FlowWalk(
      try FlowSession(flow: flow()),
      services: WalkServices(effects: folder, clock: { .epoch }))
    walk.start()
    _ = try walk.send(.answer(.one(.text("x"))))
    return walk
  }

  // MARK: One look

  @Test(arguments: [true, false]) func aScreenLooksOnceAtTheFilesOfAQuestion(isInline: Bool)
    async throws
  {
    let folder = Self.folder()
    let runner = try FlowRunner(flow: try Self.flow(), effects: folder, clock: { .epoch })
    let walk = await ScreenWalk(runner, isInline ? .inline : .full)
    expectEqual(folder.takeLooks(), [:])
    await walk.type("x\r")
    #expect(walk.text.contains("1 of 2: 'out/a' already exists"), "\(walk.text)")
    expectEqual(folder.takeLooks(), Self.all)
    await walk.type(Key(.left))
    await walk.type(":show\r")
    expectEqual(folder.takeLooks(), [:], "keys and words look at nothing")
    await walk.type("\r")
    #expect(walk.text.contains("2 of 2: 'out/b' already exists"), "\(walk.text)")
    expectEqual(folder.takeLooks(), ["out/b": 1])
    await walk.type("\r")
    #expect(walk.text.contains("do it"), "\(walk.text)")
    expectEqual(folder.takeLooks(), Self.all)
    await walk.type("\r")
    // A file can have changed while the user read the question.
    expectEqual(folder.takeLooks(), Self.all)
    expectEqual(folder.writes, 1)
  }

  @Test func theLineFaceLooksOnceAtTheFilesOfAQuestion() async throws {
    let folder = Self.folder()
    let terminal = MemoryTerminal(
      size: WindowSize(columns: 100, rows: 20), traits: TerminalTraits(understandsEscapes: false))
    let runner = try FlowRunner(flow: try Self.flow(), effects: folder, clock: { .epoch })
    let face = LineFace(runner: runner, terminal: terminal, editor: PlainLineEditor())
    for line in ["x", ":show", "yes", "no", ":show", "yes", ":quit"] { terminal.type(line + "\r") }
    _ = await face.walk()
    expectEqual(folder.writes, 1)
    // Three questions, of which one is about out/b alone, and the look before the tree is written.
    expectEqual(folder.takeLooks(), ["out": 3, "out/a": 3, "out/b": 4, "out/c": 3])
  }

  @Test func allThatIsReadOfAQuestionIsFromOneLook() throws {
    let folder = Self.folder()
    let walk = try Self.walk(folder)
    expectEqual(folder.takeLooks(), Self.all)
    let question = try #require(walk.decisionQuestion)
    #expect(walk.decision == question.decision && walk.state.name == "deciding")
    let rows = question.effectRows(mostFiles: 9) + question.asking
    #expect(rows.contains(.quote("changed  out/a  (+1 -1)")), "\(rows)")
    #expect(rows.contains(.quote("- 1")) && rows.contains(.quote("+ a x")), "\(rows)")
    expectEqual(folder.takeLooks(), [:])
  }

  @Test func aWalkThatNoOneHasLookedForLooksWhenItIsRead() throws {
    let folder = Self.folder()
    let walk = try Self.walk(folder)
    _ = folder.takeLooks()
    let restored = FlowWalk(walk.session, services: walk.services)
    expectEqual(restored.decision?.existingFile, "out/a")
    expectEqual(folder.takeLooks(), Self.all)
  }

  // MARK: Words

  private func keys(_ question: DecisionQuestion) -> [String] {
    question.answers.map { "\($0.key): \($0.label)" }
  }

  @Test func aQuestionAboutAFileOffersToKeepIt() throws {
    let question = try #require(try Self.walk(Self.folder()).decisionQuestion)
    expectEqual(question.title, "1 of 2: 'out/a' already exists")
    expectEqual(
      question.sentence, "1 of 2: The file 'out/a' already exists with different content.")
    expectEqual(keys(question), ["yes: overwrite it", "keep: keep it", "no: don't do it"])
    expectEqual(question.offered?.action, .decide(.keep))
    #expect(question.way == nil)
  }

  @Test func aPermissionOffersToDoIt() throws {
    var walk = try Self.walk(Self.folder())
    for _ in 0..<2 { _ = try walk.send(.decide(.keep)) }
    let question = try #require(walk.decisionQuestion)
    expectEqual(question.title, "This happens next")
    #expect(question.sentence == nil)
    expectEqual(keys(question), ["yes: do it", "no: don't do it"])
    expectEqual(question.offered?.action, .decide(.yes))
    expectEqual(question.way?.action, .back(steps: 1))
    expectEqual(
      question.lines(mostFiles: 2, margin: "  "),
      [
        "This happens next:", "  write out/ (3 files, 9 bytes)", "    kept  out/a",
        "    kept  out/b", "    and 1 more line",
      ])
  }

  /// A no to what going back does leaves the walk where it is, in every face.
  @Test func aQuestionAboutAnUndoIsAboutGoingBack() throws {
    let folder = TreeFolder([:])
    var walk = try Self.walk(folder)
    _ = try walk.send(.decide(.yes))
    _ = try walk.send(.back(steps: 1))
    let question = try #require(walk.decisionQuestion)
    expectEqual(question.title, "Going back does this")
    expectEqual(question.lines(mostFiles: 2).first, "Going back does this:")
    expectEqual(keys(question), ["yes: do it", "no: stay"])
  }

  @Test func whatIsInTheWayOfATreeIsSaidInEveryFace() throws {
    let folder = TreeFolder([:])
    folder.obstacles = ["out/b": .unreachable(reason: "'out' isn't a folder")]
    let question = try #require(try Self.walk(folder).decisionQuestion)
    let words = "Something is in the way that can't be replaced, so this would fail."
    expectEqual(question.lines(mostFiles: 9).last, words)
    #expect(question.effectRows(mostFiles: 9).contains(.text(words)))
  }
}
