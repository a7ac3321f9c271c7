// SPDX-License-Identifier: Apache-2.0

import Expectations
import FlowExpressions
import FlowSessions
import FlowTesting
import SavedWalks
import SealedWalks
import Testing

@testable import FlowWeb

/// Machines that share the walks of a site, behind a balancer that sends each request to any of them.
@Suite struct SharedStoreTests {
  private static let flow = """
    flow: 1
    id: f
    steps:
      - { ask: name, type: string }
      - { ask: start, type: datetime }
      - { ask: last, type: string }
    """

  private let store = MemoryWalkStore()

  private func machine(_ zone: String = "UTC", at time: String) throws -> WebService {
    var options = WebOptions()
    if zone != "UTC" { options.zone = try ZoneRules(rule: zone) }
    let time = try Timestamp(time)
    return try VisitorForTests.service(Self.flow, options, store: store, at: { time })
  }

  @Test(arguments: [("12:00:00", "11:50:00"), ("12:00:00", "12:10:00")])
  func machinesWhoseClocksDifferShareWalks(times: (String, String)) async throws {
    let first = try machine(at: "2026-01-01T\(times.0)Z")
    let second = try machine(at: "2026-01-01T\(times.1)Z")
    var visitor = VisitorForTests(first)
    expectEqual(await visitor.get("/f"), 200)
    visitor = visitor.moved(to: second)
    expectEqual(await visitor.press("next", ["name": "Ada"]), 200)
    expectEqual(visitor.step, "start")
    visitor = visitor.moved(to: first)
    await visitor.press("next", ["start": "2026-07-01T10:00:00Z"])
    expectEqual(visitor.step, "last")
    visitor = visitor.moved(to: second)
    await visitor.press("next", ["last": "x"])
    expectEqual(visitor.step, "-end")
  }

  @Test func anAddressOfLongAgoOrOfTheFutureBeginsNothing() async throws {
    let now = try machine(at: "2026-01-03T00:00:00Z")
    for time in ["2026-01-01T00:00:00Z", "2026-01-05T00:00:00Z"] {
      var visitor = VisitorForTests(try machine(at: time))
      await visitor.get("/f")
      visitor = visitor.moved(to: now)
      expectEqual(await visitor.press("next", ["name": "Ada"]), 404)
    }
  }

  @Test func aWalkKeepsTheZoneOfTheMachineThatBeganIt() async throws {
    let first = try machine("JST-9", at: "2026-01-01T12:00:00Z")
    let second = try machine(at: "2026-01-01T12:00:00Z")
    var visitor = VisitorForTests(first)
    await visitor.get("/f")
    await visitor.press("next", ["name": "Ada"])
    visitor = visitor.moved(to: second)
    // A local time is read in the walk's zone on each machine.
    await visitor.press("next", ["start": "2026-07-01 19:00"])
    visitor = visitor.moved(to: first)
    await visitor.press("next", ["last": "x"])
    expectEqual(visitor.step, "-end")
    let results = try await StoredResults(
      of: first.flows[0], in: store, zones: { try? ZoneRules(rule: $0) })
    expectEqual(results.unreadable, 0)
    let start = try Timestamp("2026-07-01T10:00:00Z")
    expectEqual(
      results.walks.map(\.output),
      [.object(["name": "Ada", "start": .timestamp(start), "last": "x"])])
  }

  @Test func walksThatCannotBeReadAreCounted() async throws {
    var visitor = VisitorForTests(try machine("JST-9", at: "2026-01-01T12:00:00Z"))
    await visitor.get("/f")
    await visitor.press("next", ["name": "Ada"])
    let results = try await StoredResults(of: visitor.service.flows[0], in: store)
    #expect(results.walks.isEmpty)
    expectEqual(results.unreadable, 1)
  }

  @Test(arguments: [nil, "x-user"])
  func walksAndFormsOutlastAChangeOfTheKey(header: String?) async throws {
    var options = WebOptions()
    options.userHeader = header
    let keys = try [1, 2].map { try #require(WalkKey(bytes: [UInt8](repeating: $0, count: 32))) }
    func service(_ key: WalkKey, earlier: [WalkKey]) throws -> WebService {
      let ring = try #require(WalkKeyRing(key, earlier))
      return WebService(
        [try checkedFlow(Self.flow)], in: SealedStore(wrapping: store, keys: ring), keys: ring,
        options: options, clock: { VisitorForTests.time })
    }
    var visitor = VisitorForTests(try service(keys[0], earlier: []))
    if let header { visitor.headers[header] = "ada" }
    await visitor.get("/f")
    var lost = visitor.moved(to: try service(keys[1], earlier: []))
    expectEqual(await lost.press("next", ["name": "Ada"]), header == nil ? 403 : 404)
    // The page is of before the change, and so is the address of a walk that begins.
    visitor = visitor.moved(to: try service(keys[1], earlier: [keys[0]]))
    await visitor.press("next", ["name": "Ada"])
    expectEqual(visitor.step, "start")
    await visitor.press("next", ["start": "2026-07-01T10:00:00Z"])
    expectEqual(visitor.step, "last")
  }
}
