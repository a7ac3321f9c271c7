// SPDX-License-Identifier: Apache-2.0

import ConformanceTesting
import Expectations
import FlowEffects
import FlowExpressions
import FlowModel
import FlowSessions
import FlowTesting
import FlowWalks
import Foundation
import RandomTesting
import SavedWalks
import SealedWalks
import Testing

/// A store that seals another one: secrets are kept, and nothing can be read, changed, or exchanged without a key.
@Suite struct SealedStoreTests {
  private static func key(_ number: UInt8) throws -> WalkKey {
    try #require(WalkKey(bytes: [UInt8](repeating: number, count: 32)))
  }

  private static func ring(_ numbers: UInt8...) throws -> WalkKeyRing {
    let keys = try numbers.map { try key($0) }
    return try #require(WalkKeyRing(keys[0], Array(keys.dropFirst())))
  }

  private static func flow() throws -> CheckedFlow {
    try checkedFlow(
      """
      flow: 1
      id: account
      steps:
        - { ask: name, type: string }
        - { ask: token, type: secret }
        - { ask: last, type: string }
      """, name: "account.flow.yaml")
  }

  private static let walk = SavedWalk(flowID: "f", fingerprint: 1, inputs: ["k": "readable"])

  private static func event(_ number: Int) -> LoggedEvent {
    LoggedEvent(event: .answer(.text("readable \(number)")), now: .epoch, target: "q\(number)")
  }

  // MARK: The kit

  @Test func aSealedStoreConforms() async throws {
    let ring = try Self.ring(1)
    let runs = RandomRuns(long: 1_000, named: "sealed store")
    let check = WalkStoreCheck(
      seed: runs.firstSeed, histories: runs.count,
      another: { SealedStore(wrapping: $0.wrapped, keys: ring) }
    ) {
      SealedStore(wrapping: MemoryWalkStore(maximumWalkByteCount: 131_072), keys: ring)
    }
    expectEqual(await check.failures(), [])
  }

  @Test func aSealedStoreOfFilesConforms() async throws {
    let folder = FileManager.default.temporaryDirectory.path + "/sealed-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let ring = try Self.ring(1)
    let runs = RandomRuns(long: 200, named: "sealed store of files")
    let check = WalkStoreCheck<SealedStore>(
      seed: runs.firstSeed, histories: runs.count,
      another: { store in
        guard let files = store.wrapped as? FileWalkStore else { return store }
        let other = FileWalkStore(files.folder, maximumWalkByteCount: files.maximumWalkByteCount)
        return SealedStore(wrapping: other, keys: ring)
      }
    ) {
      let path = "\(folder)/\(UUID().uuidString)"
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
      return SealedStore(
        wrapping: FileWalkStore(path, maximumWalkByteCount: 131_072), keys: ring)
    }
    expectEqual(await check.failures(), [])
  }

  // MARK: Secrets

  @Test func aRunnerForEachRequestGoesOnPastASecret() async throws {
    let base = MemoryWalkStore(clock: { .epoch })
    var asked: [String] = []
    for text in ["billing", "plugh", "end"] {
      // Another process each time.
      let store = SealedStore(wrapping: base, keys: try Self.ring(1))
      let runner = try await AsyncFlowRunner(
        flow: Self.flow(), in: store, id: "walk", clock: { .epoch })
      try await runner.start()
      if case .asking(let step) = await runner.state { asked.append(step.id) }
      try await runner.send(.answer(.text(text)))
    }
    expectEqual(asked, ["name", "token", "last"])
    let store = SealedStore(wrapping: base, keys: try Self.ring(1))
    let view = try await store.look(at: "walk", flow: Self.flow())
    guard case .finished(let result) = view.state else {
      Issue.record("\(view.state)")
      return
    }
    expectEqual(result.output, ["name": "billing", "token": "plugh", "last": "end"])
    let bytes = String(decoding: try await base.load("walk").walk.bytes, as: UTF8.self)
    #expect(!["plugh", "billing", "account", "token"].contains { bytes.contains($0) })
  }

  @Test func nothingIsReadableWithoutTheKey() async throws {
    let base = MemoryWalkStore(clock: { .epoch })
    let store = SealedStore(wrapping: base, keys: try Self.ring(1))
    try await store.create("w", Self.walk)
    try await store.append([Self.event(1)], to: "w", after: .first)
    try await store.replace("w", with: Self.walk, after: .first.next)
    try await store.append([Self.event(2)], to: "w", after: .first.next.next)
    let sealed = try await base.load("w").walk
    #expect(!String(decoding: sealed.bytes, as: UTF8.self).contains("readable"))
    var expected = Self.walk
    expected.events = [Self.event(2)]
    try await expectEqual(store.load("w").walk, expected)
  }

  @Test func theWrappedStoreSeesTheTimesOfASummary() async throws {
    let base = MemoryWalkStore(clock: { .epoch })
    let store = SealedStore(wrapping: base, keys: try Self.ring(1))
    var summary = WalkSummary(flow: "readable", owner: "readable", notes: ["readable": 1])
    (summary.step, summary.output) = ("readable", "readable")
    (summary.begun, summary.expires) = (.epoch, .latest)
    try await store.create("w", Self.walk, summary: summary)
    try await store.append([Self.event(1)], to: "w", after: .first)
    let shown = try #require(await base.list(after: nil, limit: 1).first?.summary)
    #expect(!String(decoding: shown.bytes, as: UTF8.self).contains("readable"))
    expectEqual([shown.begun, shown.expires], [.epoch, .latest])
    try await expectEqual(store.list(after: nil, limit: 1).first?.summary, summary)
    // Another key opens none, and what's of another walk isn't this one's.
    let other = SealedStore(wrapping: base, keys: try Self.ring(2))
    #expect(try await other.list(after: nil, limit: 1).first?.summary == nil)
    let walk = try await base.load("w").walk
    try await base.create("v", walk, summary: shown)
    #expect(try await store.list(after: nil, limit: 1).first?.summary == nil)
  }

  // MARK: Keys

  @Test func keysAreRotated() async throws {
    let base = MemoryWalkStore(clock: { .epoch })
    let old = SealedStore(wrapping: base, keys: try Self.ring(1))
    for id in ["a", "b", "c"] {
      try await old.create(id, Self.walk)
      try await old.append([Self.event(1)], to: id, after: .first)
    }
    // Every machine opens with the new key before one seals with it.
    let both = SealedStore(wrapping: base, keys: try Self.ring(1, 2))
    try await both.append([Self.event(2)], to: "a", after: .first.next)
    let new = SealedStore(wrapping: base, keys: try Self.ring(2, 1))
    try await new.append([Self.event(3)], to: "a", after: .first.next.next)
    let events = try await both.load("a").walk.events
    expectEqual(events, [Self.event(1), Self.event(2), Self.event(3)])
    let only = SealedStore(wrapping: base, keys: try Self.ring(2))
    let id = try Self.key(1).id
    await #expect(throws: WalkStoreError.unknownKey("a", id)) { try await only.load("a") }
    expectEqual(
      WalkStoreError.unknownKey("a", 7).message,
      "the walk 'a' was sealed with the key 7, which is not known")
    try await expectEqual(only.resealAll(), ["a", "b", "c"])
    // A walk that someone works at is left for the next time.
    let lease = try await new.lease("b")
    try await expectEqual(new.resealAll(), ["b"])
    await #expect(throws: WalkStoreError.leased("b")) { try await new.reseal("b") }
    await new.release(lease)
    try await expectEqual(new.resealAll(), [])
    #expect(try await !new.reseal("b"))
    try await expectEqual(only.load("a").walk.events, events)
    await #expect(throws: WalkStoreError.unknown("z")) { try await new.reseal("z") }
  }

  // MARK: Damage

  private func isDamaged(_ store: SealedStore, _ id: String) async -> Bool {
    do {
      _ = try await store.load(id)
      return false
    } catch {
      switch error {
      case .damaged, .unknownKey: return true
      default: return false
      }
    }
  }

  @Test func noChangedByteIsAccepted() async throws {
    let base = MemoryWalkStore(clock: { .epoch })
    let store = SealedStore(wrapping: base, keys: try Self.ring(1))
    try await store.create("w", Self.walk)
    try await store.append([Self.event(1)], to: "w", after: .first)
    let sealed = try await base.load("w").walk
    guard case .bytes(let head)? = sealed.inputs["sealed"],
      case .effectEnded(.returned(.bytes(let part)))? = sealed.events.first?.event
    else {
      Issue.record("it isn't sealed")
      return
    }
    func changed(_ bytes: [UInt8], _ index: Int) -> [UInt8] {
      var bytes = bytes
      bytes[index] ^= 1
      return bytes
    }
    var walks: [SavedWalk] = []
    for index in head.indices {
      var walk = sealed
      walk.inputs["sealed"] = .bytes(changed(head, index))
      walks.append(walk)
    }
    for index in part.indices {
      var walk = sealed
      walk.events = [
        LoggedEvent(
          event: .effectEnded(.returned(.bytes(changed(part, index)))), now: .epoch)
      ]
      walks.append(walk)
    }
    for walk in walks {
      // At the same revision, as in a backup that someone has changed.
      let other = MemoryWalkStore(clock: { .epoch })
      var beginning = walk
      beginning.events = []
      try await other.create("w", beginning)
      try await other.append(walk.events, to: "w", after: .first)
      let store = SealedStore(wrapping: other, keys: try Self.ring(1))
      #expect(await isDamaged(store, "w"))
    }
  }

  @Test func changesAreOfOneWalkAndOneRevision() async throws {
    let base = MemoryWalkStore(clock: { .epoch })
    let store = SealedStore(wrapping: base, keys: try Self.ring(1))
    for id in ["a", "b"] {
      try await store.create(id, Self.walk)
      for number in 1...2 {
        let revision = WalkRevision(rawValue: Int64(number))
        try await store.append([Self.event(number)], to: id, after: revision)
      }
    }
    let sealed = try await base.load("a").walk
    let other = try await base.load("b").walk
    let events = sealed.events
    for (walk, parts) in [
      (sealed, [events[1], events[0]]), (sealed, [events[0], events[0]]),
      (sealed, [events[0], other.events[1]]), (sealed, [events[1]]), (other, events),
    ] {
      let changed = MemoryWalkStore(clock: { .epoch })
      var beginning = walk
      beginning.events = []
      try await changed.create("a", beginning)
      for (index, part) in parts.enumerated() {
        let revision = WalkRevision(rawValue: Int64(index + 1))
        try await changed.append([part], to: "a", after: revision)
      }
      #expect(await isDamaged(SealedStore(wrapping: changed, keys: store.keys), "a"))
    }
  }

  @Test func whatItHasNotSealedIsRefused() async throws {
    let base = MemoryWalkStore(clock: { .epoch })
    let store = SealedStore(wrapping: base, keys: try Self.ring(1))
    try await base.create("plain", Self.walk)
    await #expect(
      throws: WalkStoreError.damaged(
        "plain", .damaged(offset: 0, reason: "it wasn't sealed by a store"))
    ) { try await store.load("plain") }
    try await store.create("w", Self.walk)
    try await base.append([Self.event(1)], to: "w", after: .first)
    #expect(await isDamaged(store, "w"))
  }
}
