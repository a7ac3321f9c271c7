// SPDX-License-Identifier: Apache-2.0

import Expectations
import FlowExpressions
import FlowModel
import FlowSessions
import FlowTesting
import FlowWalks
import Foundation
import SavedWalks
import Testing

/// The lists of a store say where its walks are.
@Suite struct WalkSummaryTests {
  private static let now = Timestamp.epoch

  private static func flow() throws -> CheckedFlow {
    try checkedFlow(
      """
      flow: 1
      id: account
      version: 3
      steps:
        - { ask: name, type: string }
        - { ask: token, type: secret }
        - { commit: sure, text: Sure? }
      """, name: "account.flow.yaml")
  }

  private static func runner(
    _ store: any WalkStore, owner: String? = nil
  ) async throws -> AsyncFlowRunner {
    try await AsyncFlowRunner(
      flow: flow(), in: store, id: "w", owner: owner, keptFor: TimeSpan(seconds: 60),
      options: SessionOptions(answers: ["token": .text("plugh")]), clock: { now })
  }

  private static func summary(_ store: any WalkStore) async throws -> WalkSummary? {
    try await store.list(after: nil, limit: 1).first?.summary
  }

  @Test func aRunnerNotesWhereItsWalkIs() async throws {
    let store = MemoryWalkStore(clock: { .epoch })
    let runner = try await Self.runner(store, owner: "ada")
    var expected = WalkSummary(flow: "account", version: 3, owner: "ada")
    (expected.state, expected.eventCount) = (.waiting, 0)
    expected.expires = try Self.now.adding(TimeSpan(seconds: 60))
    expectEqual(try await Self.summary(store), expected)

    try await runner.start()
    (expected.state, expected.step, expected.begun) = (.asking, "name", Self.now)
    expected.eventCount = await runner.session.eventCount
    expectEqual(try await Self.summary(store), expected)

    try await runner.send(.answer(.text("billing")))
    expected.step = "sure"
    expected.eventCount = await runner.session.eventCount
    expectEqual(try await Self.summary(store), expected)

    try await runner.send(.answer(.text("yes")))
    (expected.state, expected.step, expected.outcome) = (.ended, nil, "completed")
    expected.eventCount = await runner.session.eventCount
    expected.output = ["name": "billing", "token": "••••"]
    expectEqual(try await Self.summary(store), expected)
  }

  @Test func theWalkOfAnotherOwnerIsUnknown() async throws {
    let store = MemoryWalkStore(clock: { .epoch })
    try await Self.runner(store, owner: "ada").start()
    for _ in 0..<2 {
      await #expect(throws: WalkStoreError.unknown("w")) {
        _ = try await Self.runner(store, owner: "grace")
      }
      await #expect(throws: WalkStoreError.unknown("w")) {
        _ = try await store.look(at: "w", flow: Self.flow(), owner: "grace")
      }
    }
    try await Self.runner(store, owner: "ada").start()
    try await Self.runner(store).start()
    expectEqual(try await Self.summary(store)?.owner, "ada")
  }

  @Test func theBinaryFormKeepsEverything() throws {
    var summary = WalkSummary(
      flow: "é", version: -1, owner: "", notes: ["b": .bytes([0, 255]), "n": .null])
    expectEqual(try WalkSummary(bytes: summary.bytes[...]), summary)
    (summary.state, summary.step, summary.outcome) = (.failed, "s", "failed")
    (summary.output, summary.begun, summary.expires) = (["a": [1, .null]], .epoch, .latest)
    summary.eventCount = 7
    let bytes = summary.bytes
    expectEqual(try WalkSummary(bytes: bytes[...]), summary)
    for index in bytes.indices {
      #expect(throws: SavedWalkError.self) { try WalkSummary(bytes: bytes[..<index]) }
    }
  }

  /// Files of the first version have no summaries, and go on without them until the walk is replaced.
  @Test func filesWithoutSummariesAreRead() async throws {
    let folder = FileManager.default.temporaryDirectory.path + "/summaries-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let walk = SavedWalk(flowID: "f", fingerprint: 1)
    let revision: [UInt8] = [1, 0, 0, 0, 0, 0, 0, 0]
    let first = JournalRecords.record(Array("SFS".utf8) + [1] + walk.bytes + revision)
    try Data(first).write(to: URL(filePath: folder + "/w.session"))
    let store = FileWalkStore(folder)
    expectEqual(try await store.load("w"), StoredWalk(walk, at: .first))

    let event = LoggedEvent(event: .back(steps: 1), now: .epoch)
    let summary = WalkSummary(flow: "f", owner: "ada")
    try await store.append([event], to: "w", after: .first, holding: nil, summary: summary)
    var longer = walk
    longer.events = [event]
    expectEqual(try await FileWalkStore(folder).load("w"), StoredWalk(longer, at: .first.next))
    expectEqual(try await store.list(after: nil, limit: 1).first?.summary, nil)

    try await store.replace(
      "w", with: walk, after: .first.next, holding: nil, summary: summary)
    expectEqual(try await FileWalkStore(folder).load("w").summary, summary)
    try await store.append([event], to: "w", after: .first.next.next)
    expectEqual(try await store.list(after: nil, limit: 1).first?.summary, summary)
  }
}
