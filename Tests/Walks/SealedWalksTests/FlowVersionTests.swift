// SPDX-License-Identifier: Apache-2.0

import Expectations
import FlowEffects
import FlowExpressions
import FlowFiles
import FlowModel
import FlowSessions
import FlowTesting
import FlowWalks
import Foundation
import SavedWalks
import SealedWalks
import Testing

/// Two versions of a flow on one store: no walk is pulled back, each stays in its own version, and what a change
/// of the flow means for a walk is told once.
@Suite struct FlowVersionTests {
  private static let first = """
    flow: 1
    id: account
    version: 1
    steps:
      - { ask: name, type: string }
      - { run: make, action: make, with: { name: name } }
      - { ask: color, type: string }
      - { ask: last, type: string }
    """

  /// Doesn't ask for the color, but for the size.
  private static let second = first.replacing("version: 1", with: "version: 2")
    .replacing("ask: color, type: string", with: "ask: size, type: integer")

  private static func flow(_ text: String) throws -> CheckedFlow {
    try checkedFlow(text, name: "account.flow.yaml")
  }

  /// Where the walks are.
  enum Place: CaseIterable {
    case memory, files, sealed
  }

  /// Calls a function with a store of a place.
  private func with(_ place: Place, _ body: (any WalkStore) async throws -> Void) async throws {
    let memory = MemoryWalkStore(clock: { .epoch })
    switch place {
    case .memory: try await body(memory)
    case .sealed:
      let key = try #require(WalkKey(bytes: [UInt8](repeating: 1, count: 32)))
      try await body(SealedStore(wrapping: memory, keys: try #require(WalkKeyRing(key))))
    case .files:
      let folder = FileManager.default.temporaryDirectory.path + "/versions-\(UUID().uuidString)"
      try FileManager.default.createDirectory(
        atPath: folder, withIntermediateDirectories: false)
      defer { try? FileManager.default.removeItem(atPath: folder) }
      try await body(FileWalkStore(folder))
    }
  }

  private struct Making: AsyncEffectHost {
    func perform(_ request: EffectRequest) async -> EffectResult { .returned(.null) }
  }

  private static func runner(
    _ text: String, or others: String..., in store: any WalkStore, id: String = "walk",
    allowingDowngrade: Bool = false
  ) async throws -> AsyncFlowRunner {
    try await AsyncFlowRunner(
      flow: flow(text), otherVersions: try others.map { try flow($0) }, in: store, id: id,
      effects: Making(), allowingDowngrade: allowingDowngrade, clock: { .epoch })
  }

  private func asked(_ runner: AsyncFlowRunner) async -> String? {
    await runner.state.step?.id
  }

  /// The notices among announcements.
  private func notices(_ announcements: [FlowAnnouncement]) -> [RestoredSession.Notice] {
    announcements.compactMap { if case .restored(let notice) = $0 { notice } else { nil } }
  }

  private static let later = SavedWalkError.laterVersion(flow: "account", saved: 2, given: 1)

  // MARK: A walk of a later version

  @Test(arguments: Place.allCases)
  func aWalkOfALaterVersionIsRefusedAndStaysAsItIs(place: Place) async throws {
    try await with(place) { store in
      let machine = try await Self.runner(Self.second, in: store)
      try await machine.start()
      try await machine.send([.answer(.text("billing"))])
      expectEqual(await asked(machine), "size")
      try await machine.send([.answer(.text("4"))])
      let stored = try await store.load("walk")
      await #expect(throws: Self.later) { try await Self.runner(Self.first, in: store) }
      await #expect(throws: Self.later) {
        try await store.look(at: "walk", flow: Self.flow(Self.first))
      }
      try await expectEqual(store.load("walk"), stored)
      // A process that allows it continues in a changed flow.
      let older = try await Self.runner(Self.first, in: store, allowingDowngrade: true)
      #expect(!notices(try await older.start()).isEmpty)
      expectEqual(await asked(older), "color")
      try await expectEqual(store.load("walk").walk.flowVersion, 1)
      let view = try await store.look(at: "walk", flow: Self.flow(Self.first))
      #expect(view.notices.isEmpty && view.session.answer("name") == "billing")
    }
  }

  @Test func theMessageSaysWhichVersionIsNeeded() {
    expectEqual(
      Self.later.message,
      "the walk was saved by version 2 of the flow 'account', and this is version 1; use version 2 or a "
        + "later one")
  }

  @Test(arguments: Place.allCases)
  func aRunnerOfTheEarlierVersionIsRefusedWhenItReloads(place: Place) async throws {
    try await with(place) { store in
      let earlier = try await Self.runner(Self.first, in: store)
      try await earlier.start()
      try await earlier.send(.answer(.text("billing")))
      let later = try await Self.runner(Self.second, in: store)
      try await later.start()
      expectEqual(await asked(later), "size")
      try await later.send([.answer(.text("4"))])
      let stored = try await store.load("walk")
      expectEqual(stored.walk.flowVersion, 2)
      await #expect(throws: StaleWalkError(id: "walk")) {
        try await earlier.send(.answer(.text("red")))
      }
      await #expect(throws: Self.later) { try await earlier.reload() }
      await #expect(throws: StaleWalkError.self) { try await earlier.send(.leave(.quit)) }
      try await expectEqual(store.load("walk"), stored)
    }
  }

  @Test(arguments: Place.allCases)
  func anEffectInDoubtIsLeftToTheLaterVersion(place: Place) async throws {
    try await with(place) { store in
      var session = try FlowSession(flow: Self.flow(Self.second))
      for event in [FlowEvent.start, .answer(.text("billing"))] {
        session.send(event, now: .epoch)
        session.decide(.approve, now: .epoch)
      }
      session.send(.effectBegan, now: .epoch)
      try await store.create("walk", SavedWalk(session))
      let stored = try await store.load("walk")
      await #expect(throws: Self.later) { try await Self.runner(Self.first, in: store) }
      try await expectEqual(store.load("walk"), stored)
      let machine = try await Self.runner(Self.second, in: store)
      try await machine.start()
      guard case .doubt? = await machine.decision else {
        Issue.record("\(await machine.state)")
        return
      }
      try await machine.decide(.yes)
      expectEqual(await asked(machine), "size")
    }
  }

  // MARK: Several versions side by side

  @Test(arguments: Place.allCases)
  func aWalkGoesOnInItsOwnVersionAsLongAsThatIsLoaded(place: Place) async throws {
    try await with(place) { store in
      let begun = try await Self.runner(Self.first, in: store)
      try await begun.start()
      try await begun.send(.answer(.text("billing")))
      let both = try await Self.runner(Self.second, or: Self.first, in: store)
      #expect(notices(try await both.start()).isEmpty)
      expectEqual(await asked(both), "color")
      try await both.send(.answer(.text("red")))
      try await expectEqual(store.load("walk").walk.flowVersion, 1)
      let new = try await Self.runner(Self.second, or: Self.first, in: store, id: "new")
      try await new.start()
      try await expectEqual(store.load("new").walk.flowVersion, 2)
      // Without the earlier version, it continues in the later one, which is said once.
      let last = try await Self.runner(Self.second, in: store)
      let announced = notices(try await last.start())
      #expect(announced.contains(.dropped("color")), "\(announced)")
      expectEqual(await asked(last), "size")
      try await expectEqual(store.load("walk").walk.flowVersion, 2)
    }
  }

  @Test func theVersionOfAWalkIsFoundByItsDigestThenByItsNumber() throws {
    let walk = SavedWalk(try FlowSession(flow: Self.flow(Self.first)))
    let second = try Self.flow(Self.second)
    let third = try Self.flow(Self.second.replacing("version: 2", with: "version: 3"))
    let fixed = try Self.flow(
      Self.first.replacing("ask: last", with: "ask: last, label: 'Last?'"))
    let same = try Self.flow(Self.first)
    func version(_ flow: CheckedFlow, _ others: CheckedFlow...) throws -> UInt64 {
      try walk.restored(in: flow, otherVersions: others).session.flow.fingerprint
    }
    try expectEqual(version(third, fixed, same), same.fingerprint)
    try expectEqual(version(third, second, fixed), fixed.fingerprint)
    try expectEqual(version(second, third), third.fingerprint)
    let other = try Self.flow(Self.first.replacing("account", with: "payment"))
    try expectEqual(version(other, second), second.fingerprint)
    #expect(throws: SavedWalkError.otherFlow(saved: "account", given: "payment")) {
      try version(other)
    }
  }

  // MARK: Notices

  /// A walk of the earlier version that was asked for its color.
  private static func answered() throws -> SavedWalk {
    var session = try FlowSession(flow: flow(first))
    for event in [FlowEvent.start, .answer(.text("billing"))] {
      session.send(event, now: .epoch)
      session.decide(.approve, now: .epoch)
    }
    session.send(.effectBegan, now: .epoch)
    session.send(.effectEnded(.returned(.null)), now: .epoch)
    session.decide(.approve, now: .epoch)
    session.send(.answer(.text("red")), now: .epoch)
    session.decide(.approve, now: .epoch)
    return SavedWalk(session)
  }

  @Test(arguments: Place.allCases)
  func aStoredWalkSaysOnceWhatAChangedFlowMeans(place: Place) async throws {
    try await with(place) { store in
      try await store.create("walk", try Self.answered())
      // Someone who only looks changes nothing, and is told as well.
      let stored = try await store.load("walk")
      let view = try await store.look(at: "walk", flow: Self.flow(Self.second))
      #expect(view.notices.contains(.dropped("color")))
      try await expectEqual(store.load("walk"), stored)
      let runner = try await Self.runner(Self.second, in: store)
      let updates = await runner.updates()
      expectEqual(notices(try await runner.start()), view.notices)
      expectEqual(notices(try await runner.resume()), [])
      // Nor is the runner of the next request told again, or one that reloads.
      let next = try await Self.runner(Self.second, in: store)
      expectEqual(notices(try await next.start()), [])
      expectEqual(notices(try await next.reload()), [])
      try await next.send(.answer(.text("4")))
      try await next.send(.answer(.text("end")))
      guard case .finished(let result) = await next.state else {
        Issue.record("it hasn't ended")
        return
      }
      expectEqual(result.output, ["name": "billing", "size": 4, "last": "end"])
      expectEqual(notices(try await runner.reload()), [])
      var told: [RestoredSession.Notice] = []
      for await update in updates { told += notices(update.announcements) }
      expectEqual(told, view.notices)
    }
  }

  @Test(arguments: Place.allCases)
  func aReloadSaysWhatAChangedFlowMeans(place: Place) async throws {
    try await with(place) { store in
      let runner = try await Self.runner(Self.second, in: store)
      try await runner.start()
      let revision = try await store.load("walk").revision
      try await store.replace("walk", with: try Self.answered(), after: revision)
      await #expect(throws: StaleWalkError.self) { try await runner.send(.answer(.text("x"))) }
      #expect(notices(try await runner.reload()).contains(.dropped("color")))
      expectEqual(notices(try await runner.start()), [])
      let next = try await Self.runner(Self.second, in: store)
      expectEqual(notices(try await next.start()), [])
    }
  }

  /// Each runner of a process announces what was noticed, with its first event and no other.
  @Test(arguments: ["session", "walk", "runner", "async"])
  func eachRunnerAnnouncesOnceWhatWasNoticed(of kind: String) async throws {
    let restored = try Self.answered().restored(in: Self.flow(Self.second))
    let expected = restored.notices
    #expect(expected.contains(.dropped("color")))
    var session = restored.session
    let now: @Sendable () -> Timestamp = { .epoch }
    var told: [[RestoredSession.Notice]] = []
    switch kind {
    case "session":
      for event in [FlowEvent.start, .answer(.text("4"))] {
        told.append(notices(session.send(event, now: .epoch)))
      }
    case "walk":
      var walk = FlowWalk(session, services: WalkServices(clock: now))
      for said in [walk.start(), try walk.send(.answer(.one(.text("4"))))] {
        told.append(said.compactMap { if case .restored(let notice) = $0 { notice } else { nil } })
      }
    case "runner":
      let runner = FlowRunner(continuing: session, clock: now)
      var observed: [RestoredSession.Notice] = []
      runner.onAnnouncements = { observed += notices($0) }
      told.append(notices(runner.start()))
      told.append(notices(runner.send(.answer(.text("4")))))
      expectEqual(observed, expected)
    default:
      let runner = AsyncFlowRunner(continuing: session, clock: now)
      told.append(notices(try await runner.resume()))
      told.append(notices(try await runner.send(.answer(.text("4")))))
    }
    expectEqual(told, [expected, []])
  }
}
