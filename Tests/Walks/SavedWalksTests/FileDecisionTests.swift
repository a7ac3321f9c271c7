// SPDX-License-Identifier: Apache-2.0

import Expectations
import FlowEffects
import FlowExpressions
import FlowModel
import FlowTesting
import FlowWalks
import SavedWalks
import Testing

@testable import FlowSessions

/// A user's decision about files is part of the walk; the permission to write them isn't.
@Suite struct FileDecisionTests {
  private static let head = """
    flow: 1
    id: t
    steps:
      - { ask: name, type: string }
    """

  private static let write = "\n  - { write: p, tree: t, to: out, onError: retry }\n"

  private static let files = [
    "t/a.tmpl": "a ${name}", "t/b.tmpl": "b ${name}", "t/c.tmpl": "c ${name}", "t/d": "d",
  ]

  static func flow(
    _ text: String = head + write, _ files: [String: String] = files
  ) throws -> CheckedFlow {
    try checkedFlow(text, files: MemoryFileSource(texts: files))
  }

  private static func services(_ effects: some EffectHost) -> WalkServices {
    WalkServices(effects: effects, clock: { .epoch })
  }

  /// A walk at its first question about a file.
  static func begun(_ effects: some EffectHost, _ flow: CheckedFlow) throws -> FlowWalk {
    var walk = FlowWalk(try FlowSession(flow: flow), services: services(effects))
    walk.start()
    _ = try walk.send(.answer(.one(.text("x"))))
    return walk
  }

  /// The walk in another process, which reads its bytes.
  private static func restored(
    _ walk: FlowWalk, in flow: CheckedFlow, keepingSecrets: Bool = true,
    answers: [String: FieldInput] = [:]
  ) throws -> FlowWalk {
    let bytes = SavedWalk(walk.session, keepingSecrets: keepingSecrets).bytes
    let saved = try SavedWalk(bytes: bytes)
    expectEqual(saved.bytes, bytes)
    let session = try saved.restored(in: flow, answers: answers).session
    var restored = FlowWalk(session, services: walk.services)
    restored.start()
    return restored
  }

  /// The subject of the decision: a file, or how many effects.
  private static func question(_ walk: FlowWalk) -> String {
    switch walk.state {
    case .deciding(.overwrite(_, let file)): file.path
    case .deciding(.permission(let requests, _)): "permission for \(requests.count)"
    case .deciding(.doubt): "doubt"
    default: walk.state.name
    }
  }

  static func old() -> TreeFolder {
    TreeFolder(["out/a": "1", "out/b": "2", "out/c": "3", "out/d": "d"])
  }

  @Test func eachProcessAsksAboutTheNextFileAndThenForPermission() throws {
    let flow = try Self.flow()
    let effects = Self.old()
    var walk = try Self.begun(effects, flow)
    var asked: [String] = []
    for answer: DecisionAnswer in [.yes, .keep, .yes, .yes] {
      walk = try Self.restored(walk, in: flow)
      asked.append(Self.question(walk))
      expectEqual(effects.writes, 0)
      _ = try walk.send(.decide(answer))
    }
    expectEqual(asked, ["out/a", "out/b", "out/c", "permission for 1"])
    expectEqual(effects.files, ["out/a": "a x", "out/b": "2", "out/c": "c x", "out/d": "d"])
    expectEqual(walk.state.name, "ended")
    // A replay asks nothing, and a walk that goes back and comes again asks about all of them.
    try expectEqual(Self.restored(walk, in: flow).state.name, "ended")
  }

  @Test func thePermissionIsForExactlyWhatWasDecided() throws {
    let flow = try Self.flow()
    var walk = try Self.begun(Self.old(), flow)
    for answer: DecisionAnswer in [.yes, .keep, .yes] { _ = try walk.send(.decide(answer)) }
    guard case .deciding(.permission(let requests, _)) = walk.state,
      case .write(let write)? = requests.first?.effect
    else {
      Issue.record("\(walk.state)")
      return
    }
    expectEqual(write.parts.map(\.exists), [.ask, .overwrite, .keep, .overwrite, .ask])
  }

  @Test func aPermittedTreeIsWrittenAfterTheLastFile() throws {
    let flow = try Self.flow()
    let effects = Self.old()
    effects.isAsked = false
    var walk = try Self.begun(effects, flow)
    for _ in 0..<3 {
      expectEqual(effects.writes, 0)
      walk = try Self.restored(walk, in: flow)
      _ = try walk.send(.decide(.keep))
    }
    #expect(walk.state.name == "ended" && effects.files["out/a"] == "1")
  }

  // MARK: Going back

  private static func number(_ walk: FlowWalk) -> String {
    guard case .deciding(.overwrite(_, let file)) = walk.state else { return question(walk) }
    return "\(file.path) \(file.number) of \(file.count)"
  }

  @Test(arguments: [false, true])
  func goingBackLeadsToTheFileBefore(isRestored: Bool) throws {
    let flow = try Self.flow()
    let effects = Self.old()
    var walk = try Self.begun(effects, flow)
    func next(_ action: WalkAction) throws -> String {
      #expect(try walk.send(action).isEmpty)
      if isRestored { walk = try Self.restored(walk, in: flow) }
      return Self.number(walk)
    }
    #expect(Self.number(walk) == "out/a 1 of 3" && !walk.canGoBackToFile)
    #expect(throws: WalkError.self) { try walk.send(.back(steps: 1)) }
    try expectEqual(next(.decide(.keep)), "out/b 2 of 3")
    try expectEqual(next(.decide(.yes)), "out/c 3 of 3")
    try expectEqual(next(.back(steps: 1)), "out/b 2 of 3")
    try expectEqual(next(.decide(.keep)), "out/c 3 of 3")
    try expectEqual(next(.back(steps: 2)), "out/a 1 of 3")
    #expect(throws: WalkError.self) { try walk.send(.back(steps: 1)) }
    for answer: DecisionAnswer in [.yes, .keep, .yes] { _ = try next(.decide(answer)) }
    expectEqual(Self.number(walk), "permission for 1")
    #expect(throws: WalkError.self) { try walk.send(.back(steps: 4)) }
    try expectEqual(next(.back(steps: 1)), "out/c 3 of 3")
    try expectEqual(next(.decide(.keep)), "permission for 1")
    try expectEqual(next(.backTo("out/b")), "out/b 2 of 3")
    try expectEqual(next(.decide(.keep)), "out/c 3 of 3")
    _ = try next(.decide(.keep))
    expectEqual(effects.writes, 0)
    _ = try walk.send(.decide(.yes))
    expectEqual(effects.files, ["out/a": "a x", "out/b": "2", "out/c": "3", "out/d": "d"])
  }

  /// A file that has changed is asked about again, and back leads to the one before it.
  @Test func goingBackFromAFileThatHasChanged() throws {
    let effects = Self.old()
    var walk = try Self.begun(effects, try Self.flow())
    for _ in 0..<3 { _ = try walk.send(.decide(.yes)) }
    effects.set("out/b", "new")
    try expectEqual(walk.send(.decide(.yes)).count, 1)
    expectEqual(Self.question(walk), "out/b")
    _ = try walk.send(.back(steps: 1))
    expectEqual(Self.number(walk), "out/a 1 of 3")
    for expected in ["out/b 2 of 3", "out/c 3 of 3", "permission for 1"] {
      _ = try walk.send(.decide(.yes))
      expectEqual(Self.number(walk), expected)
    }
  }

  /// A session that gets the event by itself takes back the last decision.
  @Test func anEventTakesBackTheLastDecision() throws {
    var walk = try Self.begun(Self.old(), try Self.flow())
    for _ in 0..<2 { _ = try walk.send(.decide(.yes)) }
    let runner = FlowRunner(
      continuing: walk.session, effects: walk.services.effects, clock: { .epoch })
    runner.send(.back(steps: 3))
    expectEqual(runner.decision?.existingFile, "out/c")
    runner.send(.back(steps: 1))
    #expect(runner.decision?.existingFile == "out/b" && runner.walk.canGoBackToFile)
  }

  // MARK: What was written

  @Test func whatWasWrittenIsCounted() throws {
    let flow = try Self.flow(Self.head + Self.write + "  - { ask: last, type: string }\n")
    let effects = Self.old()
    effects.remove("out/c")
    var walk = try Self.begun(effects, flow)
    for answer: DecisionAnswer in [.yes, .keep, .yes] { _ = try walk.send(.decide(answer)) }
    expectEqual(walk.state.name, "asking")
    let words = "write out/ (1 new, 1 changed, 1 kept, 1 unchanged)"
    expectEqual(walk.session.standingEffects.map { $0.words() }, [words])
    try expectEqual(
      Self.restored(walk, in: flow).session.standingEffects.map { $0.words() }, [words])
  }

  // MARK: What's in the way

  @Test func whatCannotBeReplacedCanOnlyBeKept() throws {
    let flow = try Self.flow()
    let effects = Self.old()
    effects.obstacles = ["out/b": .folder]
    var walk = try Self.begun(effects, flow)
    _ = try walk.send(.decide(.yes))
    guard case .deciding(let decision) = walk.state, case .overwrite(_, let file) = decision else {
      Issue.record("\(walk.state)")
      return
    }
    #expect(file.path == "out/b" && file.obstacle == .folder && file.count == 3)
    expectEqual(decision.answers, ["keep", "no"])
    #expect(
      throws: WalkError(.invalid, "'out/b' can't be overwritten: is a folder; answer keep or no")
    ) {
      try walk.send(.decide(.yes))
    }
    let runner = FlowRunner(continuing: walk.session, effects: effects, clock: { .epoch })
    runner.decide(.yes)
    expectEqual(runner.decision?.existingFile, "out/b")
    walk = try Self.restored(walk, in: flow)
    for answer: DecisionAnswer in [.keep, .yes, .yes] { _ = try walk.send(.decide(answer)) }
    expectEqual(effects.files, ["out/a": "a x", "out/b": "2", "out/c": "c x", "out/d": "d"])
    expectEqual(walk.state.name, "ended")
  }

  /// No answer lets a tree be written if a folder of it can't be made, so no one is asked about its files.
  @Test func nothingIsAskedAboutATreeThatCannotBeWritten() throws {
    let effects = Self.old()
    effects.obstacles = ["out/d": .unreachable(reason: "'out' isn't a folder")]
    let walk = try Self.begun(effects, try Self.flow())
    expectEqual(Self.question(walk), "permission for 1")
  }

  @Test func aFileThatComesInTheWayIsAskedAboutAgain() throws {
    let effects = Self.old()
    var walk = try Self.begun(effects, try Self.flow())
    for _ in 0..<3 { _ = try walk.send(.decide(.yes)) }
    effects.obstacles = ["out/b": .pipe]
    try expectEqual(walk.send(.decide(.yes)).count, 1)
    #expect(Self.question(walk) == "out/b" && effects.writes == 0)
  }

  @Test func aFileThatHasChangedSinceItsDecisionIsAskedAboutAgain() throws {
    let flow = try Self.flow()
    for isRestored in [false, true] {
      let effects = Self.old()
      var walk = try Self.begun(effects, flow)
      for _ in 0..<3 { _ = try walk.send(.decide(.yes)) }
      expectEqual(Self.question(walk), "permission for 1")
      effects.set("out/b", "new")
      if isRestored { walk = try Self.restored(walk, in: flow) }
      // In one process, the answer is to what was shown before.
      let notices = try walk.send(.decide(isRestored ? .keep : .yes))
      expectEqual(notices.isEmpty, isRestored)
      if !isRestored {
        expectEqual(Self.question(walk), "out/b")
        _ = try walk.send(.decide(.keep))
      }
      #expect(Self.question(walk) == "permission for 1" && effects.writes == 0)
      _ = try walk.send(.decide(.yes))
      expectEqual(
        effects.files, ["out/a": "a x", "out/b": "new", "out/c": "c x", "out/d": "d"])
    }
  }

  @Test func aFileThatHasChangedSinceItWasShownIsShownAgain() throws {
    let effects = Self.old()
    var walk = try Self.begun(effects, try Self.flow())
    effects.set("out/a", "new")
    let notices = try walk.send(.decide(.yes))
    expectEqual(
      notices, [.denied(reason: "this wasn't shown before, so the answer doesn't count for it")])
    expectEqual(Self.question(walk), "out/a")
    #expect(try walk.send(.decide(.yes)).isEmpty)
    expectEqual(Self.question(walk), "out/b")
    // A runner's delegate answers a decision that it has read.
    let runner = FlowRunner(continuing: walk.session, effects: effects, clock: { .epoch })
    let decision = try #require(runner.decision)
    effects.set("out/b", "new")
    runner.decide(.yes, on: decision)
    expectEqual(runner.decision?.existingFile, "out/c")
    // All files are looked at again once each has been decided about.
    runner.decide(.yes)
    expectEqual(runner.decision?.existingFile, "out/b")
  }

  @Test func aTemplateThatHasChangedIsAskedAboutAgain() throws {
    let effects = Self.old()
    var walk = try Self.begun(effects, try Self.flow())
    for _ in 0..<2 { _ = try walk.send(.decide(.yes)) }
    var files = Self.files
    files["t/b.tmpl"] = "other"
    walk = try Self.restored(walk, in: try Self.flow(Self.head + Self.write, files))
    expectEqual(Self.question(walk), "out/b")
    _ = try walk.send(.decide(.yes))
    expectEqual(Self.question(walk), "out/c")
  }

  @Test func aFailedTreeAsksAgain() throws {
    let effects = Self.old()
    var walk = try Self.begun(effects, try Self.flow())
    for _ in 0..<3 { _ = try walk.send(.decide(.yes)) }
    _ = try walk.send(.decide(.no()))
    expectEqual(walk.state.name, "failed")
    _ = try walk.send(.retry)
    expectEqual(Self.question(walk), "out/a")
  }

  @Test func decisionsWaitForASecretThatIsAskedAgain() throws {
    let text = Self.head + "\n  - { ask: token, type: secret }" + Self.write
    let flow = try Self.flow(text)
    let effects = Self.old()
    var walk = try Self.begun(effects, flow)
    _ = try walk.send(.answer(.one(.text("s3cret"))))
    _ = try walk.send(.decide(.yes))
    expectEqual(Self.question(walk), "out/b")
    walk = try Self.restored(walk, in: flow, keepingSecrets: false)
    expectEqual(walk.state.name, "asking")
    _ = try walk.send(.answer(.one(.text("s3cret"))))
    expectEqual(Self.question(walk), "out/b")
  }

  @Test func aDecisionAboutAFileWithSecretsIsNotSavedWithoutThem() throws {
    let text =
      Self.head + "\n  - { ask: token, type: secret }"
      + "\n  - { write: p, tree: t, to: out, secret: true }\n"
    var files = Self.files
    files["t/a.tmpl"] = "a ${token}"
    let flow = try Self.flow(text, files)
    var walk = try Self.begun(Self.old(), flow)
    _ = try walk.send(.answer(.one(.text("s3cret"))))
    _ = try walk.send(.decide(.yes))
    let saved = SavedWalk(walk.session).events
    let decisions = saved.compactMap { entry in
      if case .decideFile(let decision) = entry.event { decision } else { nil as FileDecision? }
    }
    expectEqual(decisions, [FileDecision(path: "out/a", fingerprint: nil, isReplaced: true)])
    walk = try Self.restored(
      walk, in: flow, keepingSecrets: false, answers: ["token": .text("s3cret")])
    expectEqual(Self.question(walk), "out/a")
    #expect(SavedWalk(walk.session).json.contains("\"decide-file\""))
  }

  /// The decision about a single file is in the log, and a walk that's restored before it's written asks again.
  @Test(arguments: [true, false]) func aDecisionAboutASingleFileHoldsForOneProcess(isReplaced: Bool)
    throws
  {
    let flow = try Self.flow(Self.head + "\n  - { write: p, path: a, content: new }\n")
    let effects = TreeFolder(["a": "old"])
    effects.isAsked = false
    var walk = try Self.begun(effects, flow)
    _ = try walk.send(.decide(isReplaced ? .yes : .keep))
    expectEqual(effects.files, ["a": isReplaced ? "new" : "old"])
    let log = walk.session.events
    let place = try #require(
      log.firstIndex {
        $0.event == .decideFile(FileDecision(path: "a", fingerprint: nil, isReplaced: isReplaced))
      })
    expectEqual(log[place + 1].event, .effectBegan)
    try expectEqual(Self.restored(walk, in: flow).state.name, "ended")
    effects.set("a", "old")
    let session = try FlowSession.restoring(Array(log[...place]), flow: flow).session
    var restored = FlowWalk(session, services: Self.services(effects))
    restored.start()
    expectEqual(Self.question(restored), "a")
  }

  /// The attempt of a killed process and that of the one that continues it are the same, and no other is.
  @Test func aRestoredWalkHasTheSameAttempt() throws {
    let flow = try Self.flow()
    let effects = Self.old()
    var times: [EffectAttempt] = []
    for second: Int64 in [1, 2] {
      let now = try Timestamp(secondsSinceEpoch: second, nanoseconds: 7)
      var walk = try Self.begun(effects, flow)
      for _ in 0..<3 { _ = try walk.send(.decide(.yes)) }
      var session = walk.session
      session.send(.effectBegan, now: now)
      _ = try Self.restored(FlowWalk(session, services: walk.services), in: flow)
      let again = try Self.restored(FlowWalk(session, services: walk.services), in: flow)
      _ = try Self.restored(again, in: flow)
      let attempts = effects.attempts.suffix(3)
      expectEqual(Set(attempts).count, 1)
      times += attempts.prefix(1)
      expectEqual(times.last?.step, "p")
    }
    #expect(times.count == 2 && times[0] != times[1])
  }

  /// A process that's killed while it writes has its decisions in the log, so that the next one asks no one again.
  @Test func afterAKillNothingIsDecidedAgain() throws {
    let flow = try Self.flow()
    let effects = Self.old()
    var walk = try Self.begun(effects, flow)
    for _ in 0..<3 { _ = try walk.send(.decide(.yes)) }
    let request = try #require(walk.pendingEffect)
    var session = walk.session
    session.send(.effectBegan, now: .epoch)
    let killed = FlowWalk(session, services: walk.services)
    // No one is asked about a fact that the host knows.
    effects.recovered = .ended(.written(WrittenFile(previous: .nothing)))
    let finished = try Self.restored(killed, in: flow)
    #expect(finished.state.name == "ended" && effects.recoveries == [request.step])
    expectEqual(effects.conclusions, [request.step])
    expectEqual(finished.session.undoableSteps, ["p"])
    effects.recovered = .notPerformed
    expectEqual(Self.question(try Self.restored(killed, in: flow)), "permission for 1")
    effects.recovered = .ended(.failed(message: "failed: no"))
    let failed = try Self.restored(killed, in: flow)
    #expect(failed.state.name == "failed" && failed.session.effectInDoubt == nil)
    effects.recovered = .unknown
    walk = try Self.restored(killed, in: flow)
    expectEqual(Self.question(walk), "doubt")
    expectEqual(effects.recoveries.count, 4)
    _ = try walk.send(.decide(.perform))
    #expect(walk.state.name == "ended" && effects.files["out/c"] == "c x")
  }
}
