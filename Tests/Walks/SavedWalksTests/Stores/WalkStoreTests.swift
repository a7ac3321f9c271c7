// SPDX-License-Identifier: Apache-2.0

import ConformanceTesting
import Expectations
import FlowExpressions
import FlowModel
import FlowSessions
import Foundation
import SavedWalks
import Testing

/// The stores pass the kit, and the kit finds stores that don't.
@Suite struct WalkStoreTests {
  private final class Folder: Sendable {
    let path = FileManager.default.temporaryDirectory.path + "/stores-\(UUID().uuidString)"
    init() throws {
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }
    deinit { try? FileManager.default.removeItem(atPath: path) }

    func store() throws -> FileWalkStore {
      let folder = "\(path)/\(UUID().uuidString)"
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      return FileWalkStore(folder, maximumWalkByteCount: 65_536)
    }
  }

  private static var histories: Int {
    ProcessInfo.processInfo.environment["STACKFLOW_LONG"] == "1" ? 2_000 : 20
  }

  /// The seed to repeat, or a random one.
  private static var seed: UInt64 {
    ProcessInfo.processInfo.environment["STACKFLOW_SEED"].flatMap { UInt64($0) }
      ?? .random(in: 0..<1 << 32)
  }

  @Test func theMemoryStoreConforms() async {
    let check = WalkStoreCheck(seed: Self.seed, histories: Self.histories) {
      MemoryWalkStore(maximumWalkByteCount: 65_536)
    }
    print("memory store: STACKFLOW_SEED=\(check.seed)")
    expectEqual(await check.failures(), [])
  }

  @Test func theFileStoreConforms() async throws {
    let folder = try Folder()
    let check = WalkStoreCheck(
      seed: Self.seed, histories: Self.histories,
      another: { FileWalkStore($0.folder, maximumWalkByteCount: 65_536) }
    ) { try folder.store() }
    print("file store: STACKFLOW_SEED=\(check.seed)")
    expectEqual(await check.failures(), [])
  }

  // MARK: The kit

  /// A memory store with one mistake.
  private struct Mistaken: WalkStore {
    enum Mistake: CaseIterable {
      case ignoresRevisions, ignoresLeases, forgetsEvents, listsUnordered, takesAnySize, losesError,
        renewsAny, forgetsSummaries, staysKnown, countsOthers
    }

    let mistake: Mistake
    let store = MemoryWalkStore(maximumWalkByteCount: 65_536)
    let large = MemoryWalkStore(maximumWalkByteCount: .max)
    var actual: MemoryWalkStore { mistake == .takesAnySize ? large : store }
    var maximumWalkByteCount: Int { 65_536 }

    func create(
      _ id: String, _ walk: SavedWalk, summary: WalkSummary
    ) async throws(WalkStoreError) -> WalkRevision {
      try await actual.create(id, walk, summary: summary)
    }

    func append(
      _ events: [LoggedEvent], to id: String, after revision: WalkRevision,
      holding lease: WalkLease?,
      summary: WalkSummary?
    ) async throws(WalkStoreError) -> WalkRevision {
      var revision = revision
      var lease = lease
      if mistake == .ignoresRevisions { revision = try await actual.load(id).revision }
      if mistake == .ignoresLeases, lease == nil, let own = try? await actual.lease(id) {
        await actual.release(own)
      } else if mistake == .ignoresLeases {
        lease = nil
        return try await actual.load(id).revision.next
      }
      return try await actual.append(
        mistake == .forgetsEvents ? Array(events.prefix(1)) : events, to: id, after: revision,
        holding: lease, summary: mistake == .forgetsSummaries ? nil : summary)
    }

    func replace(
      _ id: String, with walk: SavedWalk, after revision: WalkRevision, holding lease: WalkLease?,
      summary: WalkSummary?
    ) async throws(WalkStoreError) -> WalkRevision {
      try await actual.replace(
        id, with: walk, after: revision, holding: lease, summary: summary)
    }

    func load(_ id: String) async throws(WalkStoreError) -> StoredWalk {
      do throws(WalkStoreError) {
        return try await actual.load(id)
      } catch {
        throw mistake == .losesError ? .unavailable(reason: "it failed") : error
      }
    }

    func load(
      _ id: String, unless revision: WalkRevision
    ) async throws(WalkStoreError) -> StoredWalk? {
      let walk = try await load(id)
      return mistake == .staysKnown || walk.revision == revision ? nil : walk
    }

    func count(beginningWith prefix: String, limit: Int) async throws(WalkStoreError) -> Int {
      try await actual.count(beginningWith: mistake == .countsOthers ? "" : prefix, limit: limit)
    }

    func list(
      after id: String?, limit: Int
    ) async throws(WalkStoreError) -> [StoredWalk.Entry] {
      let entries = await actual.list(after: id, limit: limit)
      return mistake == .listsUnordered ? entries.reversed() : entries
    }

    func lease(_ id: String) async throws(WalkStoreError) -> WalkLease {
      try await actual.lease(id)
    }

    func renew(_ lease: WalkLease) async throws(WalkStoreError) {
      if mistake != .renewsAny { try await actual.renew(lease) }
    }

    func release(_ lease: WalkLease) async { await actual.release(lease) }

    func remove(
      _ id: String, after revision: WalkRevision?, holding lease: WalkLease?
    ) async throws(WalkStoreError) {
      try await actual.remove(id, after: revision, holding: lease)
    }
  }

  @Test(arguments: Mistaken.Mistake.allCases)
  private func theKitFindsMistakes(mistake: Mistaken.Mistake) async {
    let check = WalkStoreCheck(seed: 1, histories: 5) { Mistaken(mistake: mistake) }
    #expect(await !check.failures().isEmpty)
  }

  // MARK: Files

  private static let walk = SavedWalk(flowID: "f", fingerprint: 1)

  private static func event(_ number: Int) -> LoggedEvent {
    LoggedEvent(event: .answer(.text("answer \(number)")), now: .epoch, target: "q\(number)")
  }

  @Test func aTornEndIsRemovedAtEveryByte() async throws {
    let folder = try Folder()
    let store = try folder.store()
    let file = URL(filePath: store.folder + "/w.session")
    try await store.create("w", Self.walk)
    try await store.append([Self.event(1)], to: "w", after: .first)
    let complete = Self.recordsEnd(in: try Data(contentsOf: file))
    try await store.append([Self.event(2)], to: "w", after: .first.next)
    let whole = try Data(contentsOf: file)
    let end = Self.recordsEnd(in: whole)
    for length in complete..<end {
      // Where there was room, zeros follow; those at the end of the record are its own.
      let zeros = length < end - 7 ? whole.count - length : 0
      for count in Set([0, zeros]) {
        try (whole.prefix(length) + Data(count: count)).write(to: file)
        // Also a store that has written the whole file doesn't trust what it knows.
        for store in [store, FileWalkStore(store.folder)] {
          try await expectEqual(store.load("w").revision, .first.next, "\(length)")
        }
        try await store.append([Self.event(3)], to: "w", after: .first.next)
        let stored = try await FileWalkStore(store.folder).load("w")
        expectEqual(stored.walk.events, [Self.event(1), Self.event(3)])
      }
    }
  }

  /// Returns where the records of a file end: with a small number in 8 bytes, the lowest first.
  private static func recordsEnd(in file: Data) -> Int {
    (file.lastIndex { $0 != 0 } ?? 0) + 8
  }

  /// A file has room for more records, so that appending one seldom changes its length.
  @Test func aFileGrowsByPagesAlsoOneWithoutRoom() async throws {
    let folder = try Folder()
    let store = try folder.store()
    let file = URL(filePath: store.folder + "/w.session")
    try await store.create("w", Self.walk)
    let whole = try Data(contentsOf: file)
    expectEqual(whole.count, 4_096)
    try whole.prefix(Self.recordsEnd(in: whole)).write(to: file)
    var revision = WalkRevision.first
    for number in 1...200 {
      revision = try await store.append([Self.event(number)], to: "w", after: revision)
      let content = try Data(contentsOf: file)
      expectEqual(content.count % 4_096, 0)
      #expect(content.count - Self.recordsEnd(in: content) < 4_096)
    }
    let other = FileWalkStore(store.folder)
    try await expectEqual(other.load("w").walk.events, (1...200).map(Self.event))
    // Each store sees what the other has appended.
    revision = try await other.append([Self.event(201)], to: "w", after: revision)
    await #expect(throws: WalkStoreError.conflict("w", current: revision)) {
      try await store.append([Self.event(202)], to: "w", after: WalkRevision(rawValue: 201))
    }
    try await expectEqual(store.load("w", unless: revision), nil)
  }

  /// It was never acknowledged, and the same form can be sent again.
  @Test func aWalkThatIsCutInItsBeginningIsNone() async throws {
    let folder = try Folder()
    let store = try folder.store()
    let file = URL(filePath: store.folder + "/w.session")
    try await store.create("w", Self.walk)
    let whole = try Data(contentsOf: file)
    let lengths = 0..<Self.recordsEnd(in: whole)
    let beginnings = lengths.map { whole.prefix($0) } + [Data(count: whole.count)]
    for beginning in beginnings {
      try beginning.write(to: file)
      await #expect(throws: WalkStoreError.unknown("w"), "\(beginning.count)") {
        try await store.load("w")
      }
      await #expect(throws: WalkStoreError.unknown("w")) {
        try await store.append([Self.event(1)], to: "w", after: .first)
      }
      try await store.create("w", Self.walk)
      await #expect(throws: WalkStoreError.exists("w")) { try await store.create("w", Self.walk) }
      expectEqual(try Data(contentsOf: file), whole)
      try await store.append([Self.event(1)], to: "w", after: .first)
      try await expectEqual(FileWalkStore(store.folder).load("w").revision, .first.next)
    }
  }

  @Test func noDamageIsAcceptedSilently() async throws {
    let folder = try Folder()
    let store = try folder.store()
    let file = URL(filePath: store.folder + "/w.session")
    try await store.create("w", Self.walk)
    for number in 1...3 {
      let revision = WalkRevision(rawValue: Int64(number))
      try await store.append([Self.event(number)], to: "w", after: revision)
    }
    let whole = Array(try Data(contentsOf: file))
    let stored = try await store.load("w")
    let end = Self.recordsEnd(in: Data(whole))
    for index in 0..<end + 20 {
      var bytes = whole
      bytes[index] ^= 0x10
      try Data(bytes).write(to: file)
      do throws(WalkStoreError) {
        let read = try await FileWalkStore(store.folder).load("w")
        // Only the last record can be lost, as if it had never been written; what follows it is none yet.
        let isLost = index < end
        expectEqual(
          read.walk.events, Array(stored.walk.events.dropLast(isLost ? 1 : 0)), "byte \(index)")
        expectEqual(read.revision.rawValue, isLost ? 3 : 4)
      } catch {
        guard case .damaged("w", _) = error else {
          Issue.record("byte \(index): \(error)")
          continue
        }
        let entry = try #require(try await store.list(after: nil, limit: 9).first)
        #expect(entry.id == "w" && entry.revision == nil && entry.changed != nil)
      }
    }
  }

  @Test func aDamagedWalkCanBeRemoved() async throws {
    let folder = try Folder()
    let store = try folder.store()
    try await store.create("w", Self.walk)
    try Data("damaged".utf8).write(to: URL(filePath: store.folder + "/w.session"))
    try await expectEqual(store.removeAll(changedBefore: .latest), ["w"])
    #expect(try await store.list(after: nil, limit: 1).isEmpty)
  }

  /// A process that was killed while it made a file leaves it without a name.
  @Test func whatACrashHasLeftIsRemovedAfterAnHour() async throws {
    let folder = try Folder()
    let store = try folder.store()
    let names = [".w.1.new", ".w.replacing.new", ".v.2.new", "w.new", ".other"]
    for name in names {
      let path = "\(store.folder)/\(name)"
      try Data("unfinished".utf8).write(to: URL(filePath: path))
      // A younger file is still being written.
      let age: TimeInterval = name == ".v.2.new" ? 60 : 4_000
      try FileManager.default.setAttributes(
        [.modificationDate: Date(timeIntervalSinceNow: -age)], ofItemAtPath: path)
    }
    #expect(try await store.list(after: nil, limit: 9).isEmpty)
    try await store.create("w", Self.walk)
    try await store.replace("w", with: Self.walk, after: .first)
    let left = try FileManager.default.contentsOfDirectory(atPath: store.folder)
    expectEqual(left.sorted(), [".other", ".v.2.new", "w.new", "w.session"])
  }

  @Test func theMemoryStoreTellsTimeByItsClock() async throws {
    let time = try Timestamp(secondsSinceEpoch: 1_700_000_000)
    let store = MemoryWalkStore(clock: { time })
    try await store.create("w", Self.walk)
    expectEqual(
      await store.list(after: nil, limit: 1),
      [
        StoredWalk.Entry(
          id: "w", revision: .first, changed: time, summary: WalkSummary(Self.walk))
      ])
  }

  @Test func anErrorThatIsPrintedIsItsMessage() {
    expectEqual(
      "\(WalkStoreError.unavailable(reason: "it's away"))", "the store isn't available: it's away")
    expectEqual(
      "\(SavedWalkError.otherFlow(saved: "a", given: "b"))",
      "the saved walk belongs to the flow 'a', not to 'b'")
  }

  @Test func onlyWhatCanSucceedLaterIsTriedAgain() {
    let errors: [WalkStoreError] = [
      .unavailable(reason: "it's away"), .leased("w"), .refused(reason: "there's no table"),
      .conflict("w", current: .first), .unknownOutcome("w", reason: "it's away"), .unknown("w"),
      .exists("w"), .leaseLost("w"), .unknownKey("w", 7), .invalidID(""),
      .tooLarge("w", byteCount: 2, limit: 1),
    ]
    expectEqual(errors.filter(\.canRetry), Array(errors.prefix(2)))
    expectEqual(
      errors[2].message, "the store can't be used as it's set up: there's no table")
  }

  @Test func aFolderThatIsMissingIsRefused() async throws {
    let store = FileWalkStore("/nowhere/at/all")
    await #expect(
      throws: WalkStoreError.refused(
        reason: "/nowhere/at/all: no such file or directory")
    ) {
      try await store.list(after: nil, limit: 1)
    }
    await #expect(throws: WalkStoreError.unknown("w")) { try await store.load("w") }
  }

  @Test func aLeaseEndsWithItsStore() async throws {
    let folder = try Folder()
    var store: FileWalkStore? = try folder.store()
    let path = try #require(store?.folder)
    try await store?.create("w", Self.walk)
    _ = try await store?.lease("w")
    let other = FileWalkStore(path)
    await #expect(throws: WalkStoreError.leased("w")) { try await other.lease("w") }
    store = nil
    await other.release(try await other.lease("w"))
    try await other.withLease(of: "w") { lease in
      try await other.append([Self.event(1)], to: "w", after: .first, holding: lease)
    }
    try await other.remove("w")
  }

  @Test func randomIDsAreValidAndDiffer() {
    let ids = (0..<1_000).map { _ in WalkID.random() }
    #expect(ids.allSatisfy(WalkID.isValid) && Set(ids).count == 1_000)
  }
}
