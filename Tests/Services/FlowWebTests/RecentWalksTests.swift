// SPDX-License-Identifier: Apache-2.0

import Expectations
import FlowExpressions
import FlowModel
import FlowSessions
import FlowTesting
import FlowWalks
import RandomTesting
import SavedWalks
import SealedWalks
import Synchronization
import Testing

@testable import FlowWeb

/// Walks that stay in memory for a while, in services that share a store.
@Suite struct RecentWalksTests {
  private static let flow = """
    flow: 1
    id: f
    steps:
      - { ask: name, type: string, minLength: 2 }
      - form: more
        fields:
          - { ask: age, type: integer, min: 0, required: false }
          - { ask: word, type: secret, required: false }
          - { ask: colors, type: choices, choices: [red, green], required: false }
      - { ask: old, type: boolean, when: "age.orValue(0) > 60" }
      - { repeat: pets, steps: [ { ask: pet, type: string, minLength: 2 } ] }
      - { ask: last, type: string, default: { value: "name + '!'" } }
      - { review: check }
    """

  private let store = CountingStore()

  /// Returns a service of its own, as another process has it.
  private func service(
    _ flow: String = flow, _ options: WebOptions = WebOptions(), over store: (any WalkStore)? = nil,
    at clock: @escaping @Sendable () -> Timestamp = { VisitorForTests.time }
  ) throws -> WebService {
    let key = try #require(WalkKey(bytes: [UInt8](repeating: 7, count: 32)))
    let sealed = SealedStore(
      wrapping: store ?? self.store, keys: try #require(WalkKeyRing(key)))
    return try VisitorForTests.service(flow, options, store: sealed, at: clock)
  }

  // MARK: Work

  @Test func aFormIsOneChangeAndAPageIsOneQuestion() async throws {
    var visitor = VisitorForTests(try service())
    await visitor.get("/f")
    // No one has a walk at an address that was just made, nor with a new cookie.
    expectEqual(store.take(), .init())
    await visitor.press("next", ["name": "Ada"])
    expectEqual(visitor.step, "more")
    expectEqual(store.take(), .init(checks: 1, changes: 1))
    for (texts, step) in [(["age": "3"], "pets"), ([:], "last"), ([:], "check")] {
      await visitor.press(visitor.form.buttons.contains("commit") ? "commit" : "next", texts)
      expectEqual(visitor.step, step)
      expectEqual(store.take(), .init(checks: 1, changes: 1), "\(step)")
    }
    await visitor.get(visitor.address)
    expectEqual(store.take(), .init(checks: 1))
    await visitor.press("next")
    expectEqual(visitor.step, "-end")
    expectEqual(store.take(), .init(checks: 1, changes: 1))
  }

  @Test func aRefusedAnswerIsOneChange() async throws {
    var visitor = VisitorForTests(try service())
    await visitor.get("/f")
    await visitor.press("next", ["name": "Ada"])
    _ = store.take()
    await visitor.press("next", ["age": "x"])
    #expect(visitor.page.contains("aria-invalid"))
    expectEqual(store.take(), .init(checks: 1, changes: 1))
  }

  @Test func walksAreReadOnlyIfThereMayBeTooMany() async throws {
    var options = WebOptions()
    options.maximumWalkCount = 3
    var visitor = VisitorForTests(try service(Self.flow, options))
    for number in 1...4 {
      await visitor.get("/f")
      _ = store.take()
      expectEqual(await visitor.press("next", ["name": "Ada"]), number < 4 ? 200 : 429)
      let counts = store.take()
      // The browser says how many there are. One that's refused is looked for, and counted again.
      expectEqual(counts.counts, [0, 0, 0, 2][number - 1])
      expectEqual(counts.lists, [0, 0, 0, 2][number - 1])
    }
    // Another process counts them, too.
    visitor = visitor.moved(to: try service(Self.flow, options))
    await visitor.get("/f")
    expectEqual(await visitor.press("next", ["name": "Ada"]), 429)
  }

  /// A process that has just set the cookie knows no more than the others.
  @Test func noProcessTakesMoreThanTheLimit() async throws {
    var options = WebOptions()
    options.maximumWalkCount = 2
    let first = try service(Self.flow, options)
    var visitor = VisitorForTests(first)
    await visitor.get("/f")
    visitor = visitor.moved(to: try service(Self.flow, options))
    for _ in 1...2 {
      await visitor.get("/f")
      expectEqual(await visitor.press("next", ["name": "Ada"]), 200)
    }
    visitor = visitor.moved(to: first)
    await visitor.get("/f")
    expectEqual(await visitor.press("next", ["name": "Ada"]), 429)
  }

  @Test(arguments: ["", "0-0000000000000000-a", "0-0-0-0", "-1-0123456789abcdef-a"])
  func aNumberOfWalksThatNoProcessHasSaidIsntBelieved(turn: String) async throws {
    var options = WebOptions()
    options.maximumWalkCount = 1
    var visitor = VisitorForTests(try service(Self.flow, options))
    for number in 1...2 {
      await visitor.get("/f")
      visitor.cookies["stackflow-turn"] = turn
      _ = store.take()
      expectEqual(await visitor.press("next", ["name": "Ada"]), number == 1 ? 200 : 429)
      #expect(store.take().counts > 0)
    }
  }

  @Test func theNumberOfAnotherVisitorIsntBelieved() async throws {
    var options = WebOptions()
    options.maximumWalkCount = 1
    var (visitor, other) = (
      VisitorForTests(try service(Self.flow, options)),
      VisitorForTests(try service(Self.flow, options))
    )
    await visitor.get("/f")
    await visitor.press("next", ["name": "Ada"])
    await other.get("/f")
    visitor.cookies["stackflow-turn"] = other.cookies["stackflow-turn"]
    await visitor.get("/f")
    expectEqual(await visitor.press("next", ["name": "Ada"]), 429)
  }

  @Test func theLastWalksAreKeptAndNoOthers() throws {
    let recent = RecentWalks()
    let flow = try checkedFlow("{ flow: 1, id: f, steps: [ { ask: a, type: string } ] }")
    var walk = FlowWalk(
      try FlowSession(flow: flow), services: WalkServices(clock: { VisitorForTests.time }))
    walk.settle(.start)
    func view() -> StoredWalkView {
      StoredWalkView(
        session: walk.session, revision: .first, notices: [], summary: nil, elsewhere: nil)
    }
    for number in 0..<1_000 {
      recent.keep(view(), of: "\(number)")
      // One that's asked for again and again stays.
      #expect(recent.view(of: "0") != nil)
    }
    let kept = (0..<1_000).filter { recent.view(of: "\($0)") != nil }
    #expect(kept.count <= 128 && kept.contains(999), "\(kept.count)")
    walk.settle(.answer(.text(String(repeating: "x", count: 40_000))))
    recent.keep(view(), of: "999")
    #expect(recent.view(of: "999") == nil)
  }

  // MARK: Other processes

  @Test func aWalkThatAnotherProcessHasChangedIsRead() async throws {
    var first = VisitorForTests(try service())
    await first.get("/f")
    await first.press("next", ["name": "Ada"])
    await first.press("next", ["age": "3"])
    expectEqual(first.step, "pets")
    let page = first
    // Back and another answer in another process.
    var second = first.moved(to: try service())
    await second.get(second.address)
    await second.press("back")
    await second.press("next", ["age": "70"])
    expectEqual(second.step, "old")
    await first.get(page.address)
    expectEqual(first.step, "old")
    await first.get(second.address)
    expectEqual(first.page, second.page)
    // A form from before changes nothing, and the next one does.
    first = page
    await first.press(try #require(page.form.buttons.first))
    expectEqual(first.step, "old")
    #expect(first.address.contains("note=stale"))
    await first.press("next")
    #expect(first.page.contains("role=\"alert\""))
    var third = first.moved(to: try service())
    await third.get(third.address)
    expectEqual(third.page, first.page)
  }

  @Test func aFormFromBeforeAChangeElsewhereIsStaleAndChangesNothing() async throws {
    var first = VisitorForTests(try service())
    await first.get("/f")
    await first.press("next", ["name": "Ada"])
    var second = first.moved(to: try service())
    await second.get(second.address)
    await second.press("next", ["age": "1"])
    await first.press("next", ["age": "2"])
    #expect(first.address.contains("note=stale"))
    expectEqual(first.step, "pets")
    await second.get(second.address)
    #expect(second.page.contains("<span class=\"answer\" dir=\"auto\">1</span>"))
  }

  @Test func aRevokedRemovedOrExpiredWalkIsGoneAtOnce() async throws {
    var options = WebOptions()
    options.lifetime = try TimeSpan(seconds: 60)
    let now = Mutex(VisitorForTests.time)
    for change in ["revoked", "removed", "expired"] {
      let service = try service(Self.flow, options, at: { now.withLock { $0 } })
      var visitor = VisitorForTests(service)
      await visitor.get("/f")
      await visitor.press("next", ["name": "Ada"])
      let id = String(visitor.address.split(separator: "/")[1])
      switch change {
      case "revoked": _ = try await service.store.revokeAddress(of: id)
      case "removed": try await service.store.remove(id)
      default: now.withLock { $0 = (try? $0.adding(TimeSpan(seconds: 61))) ?? $0 }
      }
      let status = change == "revoked" ? 410 : 404
      var other = visitor
      expectEqual(await other.press("next", ["age": "2"]), status, "\(change)")
      expectEqual(await visitor.get(visitor.address), status, "\(change)")
    }
  }

  @Test func aRevokedAddressOfAWalkThatIsGoneIsGoneToo() async throws {
    let service = try service()
    var visitor = VisitorForTests(service)
    await visitor.get("/f")
    await visitor.press("next", ["name": "Ada"])
    let id = String(visitor.address.split(separator: "/")[1])
    let second = try await service.store.revokeAddress(of: id)
    let third = try await service.store.revokeAddress(of: second)
    try await service.store.removeRevokedAddresses()
    var other = visitor
    for address in [id, second] { expectEqual(await other.get("/f/\(address)"), 410) }
    expectEqual(await other.get("/f/\(third)"), 200)
    try await service.store.remove(third)
    try await service.store.removeRevokedAddresses()
    for address in [id, second, third] { expectEqual(await other.get("/f/\(address)"), 404) }
  }

  @Test func aPageIsThatOfAProcessThatReadsTheWalk() async throws {
    let store = MemoryWalkStore()
    let service = try service(over: store)
    for seed in RandomRuns(long: 400, every: 100, named: "walks of two processes").seeds {
      var random = SeededGenerator(seed: seed)
      var visitor = VisitorForTests(service)
      await visitor.get("/f")
      for _ in 0..<12 {
        for input in visitor.form.inputs where input.type == "text" || input.type == "password" {
          let texts = ["", "a", "Ada", "70", "5", "-1", "<b>"]
          _ = visitor.form.type(texts.randomElement(using: &random) ?? "", in: input.name)
        }
        guard let button = visitor.form.buttons.randomElement(using: &random) else { break }
        await visitor.press(button)
        // Between two forms, another process has the next one now and then.
        var other = visitor.moved(to: try self.service(over: store))
        await other.get(visitor.address)
        expectEqual(other.page, visitor.page, "seed \(seed)")
        if Int.random(in: 0..<4, using: &random) == 0 { visitor = visitor.moved(to: other.service) }
      }
    }
  }
}
