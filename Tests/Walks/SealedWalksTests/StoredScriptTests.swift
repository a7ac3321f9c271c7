// SPDX-License-Identifier: Apache-2.0

import Expectations
import FlowExpressions
import FlowModel
import FlowSessions
import Foundation
import RandomTesting
import SavedWalks
import ScriptTrips
import SealedWalks
import Testing

/// Every script of `Flows/` and `Tests/Flows/` comes to the same end if the walk is in a store, or in a token, after each
/// event.
@Suite struct StoredScriptTests {
  private static let scripts = StoredScripts.all

  @Test func thereAreFlows() { #expect(Self.scripts.names.count >= 14) }

  @Test(arguments: dailyPart(of: scripts.names, every: 48, named: "scripts in memory"))
  func walksThroughMemory(name: String) async throws {
    let store = MemoryWalkStore()
    let failures = try await Self.scripts.run(name) { StoreTrip(store, $0) }.failures
    expectEqual(failures, [])
  }

  @Test(arguments: dailyPart(of: scripts.names, every: 48, named: "scripts in files"))
  func walksThroughFiles(name: String) async throws {
    let folder = FileManager.default.temporaryDirectory.path + "/scripts-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let store = FileWalkStore(folder)
    let failures = try await Self.scripts.run(name) { StoreTrip(store, $0) }.failures
    expectEqual(failures, [])
  }

  @Test(arguments: dailyPart(of: scripts.names, every: 48, named: "scripts in tokens"))
  func walksThroughTokens(name: String) async throws {
    let tokens = GuardedWalkTokens(
      WalkTokens(keys: try WalkTokenTests.ring(), lifetime: .max, maximumByteCount: 1 << 20),
      store: MemoryWalkStore(), policy: .afterEffects)
    let failures = try await Self.scripts.run(name) { TokenTrip(tokens, $0) }.failures
    expectEqual(failures, [])
  }

  /// A trip in a token: nothing but the token and the store's revision is kept.
  private actor TokenTrip: WalkTrip {
    private let tokens: GuardedWalkTokens<MemoryWalkStore>
    private let flow: CheckedFlow
    private var walk: GuardedWalkTokens<MemoryWalkStore>.Walk?

    init(_ tokens: GuardedWalkTokens<MemoryWalkStore>, _ flow: CheckedFlow) {
      self.tokens = tokens
      self.flow = flow
    }

    func returned(_ session: FlowSession) async throws -> FlowSession {
      var current = walk ?? tokens.begin(session)
      current.session = session
      let text = try await tokens.seal(&current, now: .epoch)
      let opened = try await tokens.open(
        text, flow: flow, zone: session.options.zone, now: .epoch)
      walk = opened
      return opened.session
    }
  }
}
