// SPDX-License-Identifier: Apache-2.0

import Expectations
import FlowExpressions
import FlowModel
import FlowTesting
import SavedWalks
import SealedWalks
import Synchronization
import Testing

@testable import FlowWeb

/// Sites whose flow changes while walks are open.
@Suite struct FlowVersionTests {
  private static let first = """
    flow: 1
    id: f
    steps:
      - { ask: name, type: string }
      - { ask: color, type: string }
    """

  private static let second = """
    flow: 1
    id: f
    version: 2
    steps:
      - { ask: name, type: string }
      - { ask: town, type: string }
      - { ask: color, type: string }
    """

  private let store: SealedStore
  private let keys: WalkKeyRing

  init() throws {
    let key = try #require(WalkKey(bytes: [UInt8](repeating: 7, count: 32)))
    keys = try #require(WalkKeyRing(key))
    store = SealedStore(wrapping: MemoryWalkStore { VisitorForTests.time }, keys: keys)
  }

  private func service(_ flows: String...) throws -> WebService {
    WebService(
      try flows.map { try checkedFlow($0) }, in: store, keys: keys,
      clock: { VisitorForTests.time })
  }

  /// A visitor of the first version, who has answered the first question, or all.
  private func begun(completely isComplete: Bool = false) async throws -> VisitorForTests {
    var visitor = VisitorForTests(try service(Self.first))
    await visitor.get("/f")
    await visitor.press("next", ["name": "Ada"])
    if isComplete { await visitor.press("next", ["color": "red"]) }
    expectEqual(visitor.step, isComplete ? "-end" : "color")
    return visitor
  }

  @Test func aWalkGoesOnInItsVersionAndANewOneBeginsInTheFirst() async throws {
    let versions = Mutex<[Int]>([])
    var both = try service(Self.second, Self.first)
    both.onEnd = { flow, _, _ in versions.withLock { $0.append(flow.definition.version) } }
    var visitor = try await begun().moved(to: both)
    await visitor.get(visitor.address)
    expectEqual(visitor.step, "color")
    await visitor.press("next", ["color": "red"])
    expectEqual(visitor.step, "-end")
    var other = VisitorForTests(both)
    await other.get("/f")
    await other.press("next", ["name": "Bob"])
    expectEqual(other.step, "town")
    expectEqual(versions.withLock { $0 }, [1])
  }

  @Test func anOpenWalkGoesOnInALaterVersionAsFarAsItFits() async throws {
    var visitor = try await begun().moved(to: try service(Self.second))
    await visitor.get(visitor.address)
    expectEqual(visitor.step, "town")
    #expect(visitor.page.contains("Ada"))
  }

  /// Nobody has entered anything, so a page says why the question is asked again, and of no mistake.
  @Test func aPageSaysWhatFitsNoLonger() async throws {
    let first = Self.first.replacing(
      "  - { ask: color", with: "  - { ask: town, type: integer, default: 3 }\n  - { ask: color")
    let second = Self.second.replacing(
      "town, type: string", with: "town, type: string, pattern: '^x'")
    var visitor = VisitorForTests(try service(first))
    await visitor.get("/f")
    await visitor.press("next", ["name": "Ada"])
    await visitor.press("next")
    expectEqual(visitor.step, "color")
    visitor = visitor.moved(to: try service(second))
    for _ in 0..<2 {
      await visitor.get(visitor.address)
      expectEqual(visitor.step, "town")
      #expect(visitor.page.contains("The flow has changed, and what was saved for"))
      #expect(!visitor.page.contains("role=\"alert\"") && !visitor.page.contains("aria-invalid"))
      #expect(!visitor.page.contains("<title>Error: "))
    }
    await visitor.press("next", ["town": "Ulm"])
    expectEqual(visitor.step, "town")
    #expect(visitor.page.contains("role=\"alert\"") && visitor.page.contains("aria-invalid"))
    #expect(!visitor.page.contains("The flow has changed"))
    await visitor.press("next", ["town": "xanten"])
    expectEqual(visitor.step, "color")
  }

  @Test func aWalkOfALaterVersionIsNotSaidToBeGone() async throws {
    var visitor = VisitorForTests(try service(Self.second))
    await visitor.get("/f")
    await visitor.press("next", ["name": "Ada"])
    let (page, sent, place) = (
      visitor.address, visitor.form.sent(pressing: "next"), visitor.action
    )
    var earlier = visitor.moved(to: try service(Self.first))
    expectEqual(await earlier.get(page), 503)
    #expect(!earlier.page.contains("begin anew"))
    expectEqual(await earlier.post(sent, to: place), 503)
    await visitor.get(page)
    expectEqual(visitor.step, "town")
  }

  @Test func aWalkThatHasEndedStaysEndedInALaterVersion() async throws {
    let ends = Mutex(0)
    var later = try service(Self.second)
    later.onEnd = { _, _, _ in ends.withLock { $0 += 1 } }
    let ended = try await begun(completely: true)
    var visitor = ended.moved(to: later)
    for address in [ended.address, String(ended.address.dropLast("-end".count)) + "town"] {
      await visitor.get(address)
      expectEqual(visitor.step, "-end")
      #expect(visitor.page.contains("<h1>Done</h1>"))
      #expect(!visitor.page.contains("<form"))
    }
    // A page that the visitor still had open.
    let walk = String(ended.address.dropLast("/-end".count))
    var form = VisitorForTests(later)
    await form.get("/f")
    let token = form.form.sent(pressing: "next").first { $0.name == "token" }?.value ?? ""
    expectEqual(
      await form.post(
        [("token", token), ("revision", "2"), ("do", "next"), ("f:town", "Ulm")], to: walk), 200)
    expectEqual(form.step, "-end")
    expectEqual(ends.withLock { $0 }, 0)
  }

  @Test func resultsAreReadInTheVersionThatSavedThem() async throws {
    _ = try await begun(completely: true)
    let flows = [try checkedFlow(Self.second), try checkedFlow(Self.first)]
    let results = try await StoredResults(of: flows[0], otherVersions: [flows[1]], in: store)
    #expect(results.csvLines.last?.hasSuffix(",Ada,,red") == true)
    expectEqual(results.completedInOtherVersions, 0)
  }

  @Test func whatWasCompletedInAnotherVersionIsCountedAndNotTakenForLeft() async throws {
    _ = try await begun(completely: true)
    _ = try await begun()
    let results = try await StoredResults(of: try checkedFlow(Self.second), in: store)
    expectEqual(results.completedInOtherVersions, 1)
    expectEqual(results.jsonLines, [])
    expectEqual(results.leftLines, ["1  town"])
    expectEqual(results.rows.count { $0.hasSuffix("  completed in version 1") }, 1)
    // A walk of a later version can't be restored in this one.
    var visitor = VisitorForTests(try service(Self.second))
    await visitor.get("/f")
    for (name, text) in [("name", "Bob"), ("town", "Ulm"), ("color", "blue")] {
      await visitor.press("next", [name: text])
    }
    let earlier = try await StoredResults(of: try checkedFlow(Self.first), in: store)
    expectEqual(earlier.rows.count { $0.hasSuffix("  completed in version 2") }, 1)
    expectEqual(earlier.unreadable, 0)
  }
}
