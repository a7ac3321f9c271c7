// SPDX-License-Identifier: Apache-2.0

import Expectations
import FlowExpressions
import FlowModel
import FlowSessions
import Foundation
import Testing

@testable import SavedWalks

/// The files that a store keeps open, and when it waits for the disk at once.
@Suite struct OpenWalkFilesTests {
  private final class Folder: Sendable {
    let path = FileManager.default.temporaryDirectory.path + "/open-\(UUID().uuidString)"

    init() throws {
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    #if os(Linux)
    /// The number of this process's descriptors of files in the folder.
    var openCount: Int {
      let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")) ?? []
      return names.count { name in
        let file = try? FileManager.default.destinationOfSymbolicLink(
          atPath: "/proc/self/fd/\(name)")
        return file?.hasPrefix(path) == true
      }
    }
    #endif
  }

  private static let walk = SavedWalk(flowID: "f", fingerprint: 1)
  private static let event = LoggedEvent(event: .answer(.text("x")), now: .epoch, target: "q")

  #if os(Linux)
  @Test func theFilesOfTheLastWalksStayOpenAndNoOthers() async throws {
    let folder = try Folder()
    do {
      let store = FileWalkStore(folder.path)
      for number in 0..<100 {
        try await store.create("w\(number)", Self.walk)
        try await store.append([Self.event], to: "w\(number)", after: .first)
        #expect(try await store.load("w\(number)", unless: .first.next) == nil)
        let count = folder.openCount
        #expect(count > 0 && count <= 64, "\(count) after \(number)")
      }
    }
    expectEqual(folder.openCount, 0)
  }
  #endif

  @Test func aFileThatAnotherStoreHasReplacedOrRemovedIsntUsed() async throws {
    let folder = try Folder()
    let (store, other) = (FileWalkStore(folder.path), FileWalkStore(folder.path))
    try await store.create("w", Self.walk)
    let second = try await store.append([Self.event], to: "w", after: .first)
    #expect(try await store.load("w", unless: second) == nil)
    let third = try await other.replace("w", with: Self.walk, after: second)
    await expectThrown(WalkStoreError.conflict("w", current: third)) {
      try await store.append([Self.event], to: "w", after: second)
    }
    #expect(try await store.load("w", unless: second)?.revision == third)
    let fourth = try await store.append([Self.event], to: "w", after: third)
    try await other.remove("w")
    await expectThrown(WalkStoreError.unknown("w")) {
      try await store.append([Self.event], to: "w", after: fourth)
    }
    await expectThrown(WalkStoreError.unknown("w")) {
      _ = try await store.load("w", unless: fourth)
    }
  }

  private func expectThrown(
    _ expected: WalkStoreError, _ body: () async throws -> Void
  ) async {
    do {
      try await body()
      Issue.record("nothing was thrown")
    } catch {
      expectEqual("\(error)", "\(expected)")
    }
  }

  @Test func onlyAQuickDiskIsWaitedForAtOnce() {
    let pace = SyncPace()
    #expect(!pace.isQuick)
    for _ in 0..<20 { pace.note(.microseconds(100)) }
    #expect(pace.isQuick)
    // One is no reason, and three are.
    pace.note(.milliseconds(20))
    #expect(pace.isQuick)
    for _ in 0..<2 { pace.note(.seconds(1_000_000)) }
    #expect(!pace.isQuick)
    for _ in 0..<20 { pace.note(.microseconds(100)) }
    #expect(pace.isQuick)
    for _ in 0..<100 { pace.note(.milliseconds(1)) }
    #expect(!pace.isQuick)
  }
}
