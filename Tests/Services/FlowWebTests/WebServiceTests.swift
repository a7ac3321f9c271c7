// SPDX-License-Identifier: Apache-2.0

import Expectations
import FlowExpressions
import FlowModel
import FlowSessions
import FlowTesting
import FlowWalks
import SavedWalks
import Synchronization
import Testing

@testable import FlowWeb

/// Walks through requests.
@Suite struct WebServiceTests {
  static let flow = """
    flow: 1
    id: f
    title: A <b>flow</b>
    steps:
      - { ask: name, type: string, label: "Your <i>name</i>?", minLength: 2 }
      - { ask: port, type: integer, min: 1024, default: 8080 }
      - { ask: extra, type: text, required: false }
      - { review: check }
    """

  private func visitor(_ options: WebOptions = WebOptions()) async throws -> VisitorForTests {
    var visitor = VisitorForTests(try VisitorForTests.service(Self.flow, options))
    await visitor.get("/")
    return visitor
  }

  @Test func aWalkIsWalkedAndEnds() async throws {
    let ended = Mutex<[Value]>([])
    var service = try VisitorForTests.service(Self.flow)
    service.onEnd = { _, _, report in ended.withLock { $0.append(report.output) } }
    var visitor = VisitorForTests(service)
    expectEqual(await visitor.get("/"), 200)
    expectEqual(visitor.step, "-begin")
    await visitor.press("next", ["name": "Ada"])
    expectEqual(visitor.step, "port")
    await visitor.press("next")
    expectEqual(visitor.step, "extra")
    await visitor.press("next", ["extra": "two\r\nlines"])
    expectEqual(visitor.step, "check")
    await visitor.press("next")
    expectEqual(visitor.step, "-end")
    expectEqual(
      ended.withLock { $0 },
      [.object(["name": "Ada", "port": .int(8_080), "extra": "two\nlines"])])
  }

  @Test func textsOfFlowsAndAnswersAreEscaped() async throws {
    var visitor = try await visitor()
    #expect(visitor.page.contains("Your &lt;i&gt;name&lt;/i&gt;?"))
    #expect(!visitor.page.contains("<i>"))
    await visitor.press("next", ["name": "<script>alert(1)</script>"])
    #expect(visitor.page.contains("&lt;script&gt;alert(1)"))
    #expect(!visitor.page.contains("<script>alert"))
  }

  @Test func aRefusalIsAtItsFieldAndInTheSummary() async throws {
    var visitor = try await visitor()
    await visitor.press("next", ["name": "A"])
    expectEqual(visitor.step, "name")
    #expect(visitor.page.contains("<title>Error: "))
    #expect(visitor.page.contains("<a href=\"#f1\">"))
    #expect(visitor.page.contains("aria-invalid=\"true\""))
    #expect(visitor.page.contains("value=\"A\""))
  }

  /// The list of answers has no field of the form that's open, which is on the page itself.
  @Test func theListOfAnswersHasNoFieldOfTheOpenForm() throws {
    let flow = try checkedFlow(
      """
      flow: 1
      id: f
      steps:
        - { ask: name, type: string }
        - { form: body, fields: [ { ask: height, type: integer }, { ask: weight, type: integer } ] }
      """)
    let runner = try FlowRunner(flow: flow, clock: { .epoch })
    runner.start()
    runner.send(.answer(.text("Ada")))
    runner.send(.answer(.text("180")))
    expectEqual(runner.session.rowsSoFar.map(\.id), ["name", "height"])
    expectEqual(AnswersSoFar(of: runner.session).rows.map(\.id), ["name"])
  }

  @Test func aWarningIsNotAnnouncedAsAProblem() async throws {
    let flow = """
      flow: 1
      id: f
      steps:
        - ask: size
          type: integer
          max: 900
          validate: [ { check: size < 100, message: that is a lot, level: warning } ]
        - { ask: sure, type: boolean, required: false }
      """
    var visitor = VisitorForTests(try VisitorForTests.service(flow))
    await visitor.get("/f")
    await visitor.press("next", ["size": "500"])
    #expect(visitor.page.contains("<h2>Check this</h2>"), "\(visitor.page)")
    #expect(!visitor.page.contains("There is a problem") && !visitor.page.contains("<title>Error"))
    await visitor.press("next", ["size": "901"])
    #expect(visitor.page.contains("<h2>There is a problem</h2>"), "\(visitor.page)")
    await visitor.press("next", ["size": "50"])
    expectEqual(visitor.step, "sure")
    for word in ["Yes", "No", "None"] {
      #expect(visitor.page.contains(">\(word)</span>"), "\(visitor.page)")
    }
  }

  @Test func aCellIsNamedInTheSummary() async throws {
    let flow = """
      flow: 1
      id: f
      steps:
        - form: r
          over: "['a', 'b']"
          fields: [ { ask: g, type: integer, label: Grade, max: 5 } ]
      """
    var visitor = VisitorForTests(try VisitorForTests.service(flow))
    await visitor.get("/f")
    await visitor.press("next", ["r[0].g": "9", "r[1].g": "8"])
    for row in ["a", "b"] {
      #expect(visitor.page.contains("\">\(row) – Grade: "), "\(visitor.page)")
    }
  }

  /// An answer that was only offered is no answer, and the present offer hasn't been seen.
  @Test(arguments: ["form: m", "form: m\n    over: \"['x']\""])
  func whatFollowsFromAnAnswerIsSeenBeforeItCounts(form: String) async throws {
    let flow = """
      flow: 1
      id: f
      steps:
        - \(form)
          fields:
            - { ask: a, type: integer }
            - { ask: b, type: integer, default: { value: a * 2 } }
            - { ask: c, type: choice, choices: [low, high], default: { value: "a > 5 ? 'high' : 'low'" } }
            - { ask: d, type: list, default: { value: "[string(a)]" } }
        - { review: r }
      """
    let prefix = form.contains("over") ? "m[0]." : ""
    var visitor = VisitorForTests(try VisitorForTests.service(flow))
    await visitor.get("/f")
    await visitor.press("next", ["\(prefix)a": "1"])
    #expect(visitor.address.contains("note=more"))
    await visitor.press("next", ["\(prefix)a": "10"])
    #expect(visitor.address.contains("note=changed") && visitor.page.contains("value=\"20\""))
    await visitor.press("next", ["\(prefix)b": "7"])
    expectEqual(visitor.step, "r")
    for part in [">10<", ">7<", ">high<"] where prefix.isEmpty {
      #expect(visitor.page.contains(part), "\(visitor.page)")
    }
  }

  private static let other = """
    flow: 1
    id: f
    steps:
      - { ask: team, type: choice, choices: [{ value: ops, label: Operations }, apps], other: Another, pattern: '^[a-z]+$' }
      - { ask: teams, type: choices, choices: [ops, apps], other: Others, maxItems: 1 }
      - { review: r }
    """

  @Test func whatWasRefusedBesideTheChoicesIsStillThere() async throws {
    var visitor = VisitorForTests(try VisitorForTests.service(Self.other))
    await visitor.get("/f")
    _ = visitor.form.type("Infra2", in: "o:team")
    _ = visitor.form.choose(["o"], in: "f:team")
    await visitor.press("next")
    expectEqual(visitor.step, "team")
    let kept = visitor.form.sent(pressing: "next").map { "\($0.name)=\($0.value)" }
    #expect(kept.contains("f:team=o") && kept.contains("o:team=Infra2"))
    _ = visitor.form.type("infra", in: "o:team")
    await visitor.press("next")
    expectEqual(visitor.step, "teams")
    _ = visitor.form.choose(["v\"ops\"", "v\"apps\""], in: "f:teams")
    await visitor.press("next")
    expectEqual(visitor.step, "teams")
    expectEqual(visitor.form.sent(pressing: "next").filter { $0.name == "f:teams" }.count, 2)
  }

  /// Without scripts, nothing chooses the row in which a visitor types.
  @Test(arguments: [("ops2", nil), ("quay", "quay"), ("OPERATIONS", "Operations")])
  func aTextBesideTheChoicesCountsWithoutItsRow(text: String, shown: String?) async throws {
    let flow = Self.other.replacing("^[a-z]+$", with: "^[a-z]*$")
    var visitor = VisitorForTests(try VisitorForTests.service(flow))
    await visitor.get("/f")
    _ = visitor.form.type(text, in: "o:team")
    await visitor.press("next")
    guard let shown else {
      expectEqual(visitor.step, "team")
      return #expect(visitor.page.contains("value=\"\(text)\""))
    }
    expectEqual(visitor.step, "teams")
    #expect(visitor.page.contains(">\(shown)<"), "\(visitor.page)")
  }

  /// A row that's chosen counts, whatever is still in the input beside it.
  @Test func aChosenRowCountsBesideALeftText() async throws {
    var visitor = VisitorForTests(try VisitorForTests.service(Self.other))
    await visitor.get("/f")
    _ = visitor.form.type("quay", in: "o:team")
    _ = visitor.form.choose(["v\"apps\""], in: "f:team")
    await visitor.press("next")
    #expect(visitor.step == "teams" && visitor.page.contains(">apps<"))
  }

  @Test func aPageNamesAnotherDefaultWithoutAWordForIt() async throws {
    var visitor = try await visitor()
    await visitor.press("next", ["name": "Ada"])
    await visitor.press("next", ["port": "2000"])
    await visitor.press("back")
    expectEqual(visitor.step, "port")
    #expect(visitor.page.contains("default: 8080") && !visitor.page.contains(":default"))
  }

  @Test func aFormThatIsSentTwiceChangesNothingTheSecondTime() async throws {
    var visitor = try await visitor()
    _ = visitor.form.type("Ada", in: "f:name")
    let sent = visitor.form.sent(pressing: "next")
    let place = visitor.action
    await visitor.post(sent, to: place)
    expectEqual(visitor.step, "port")
    await visitor.post(sent, to: place)
    expectEqual(visitor.step, "port")
    #expect(visitor.address.contains("note=stale"))
    #expect(visitor.page.contains("nothing was changed. This is what is asked now.</p>"))
    await visitor.press("next", ["port": "2000"])
    await visitor.press("next")
    await visitor.press("next")
    expectEqual(visitor.step, "-end")
    await visitor.post(sent, to: place)
    expectEqual(visitor.step, "-end")
    #expect(visitor.page.contains("nothing was changed.</p>"), "\(visitor.page)")
  }

  @Test func aWalkThatIsLeftAloneBeginsWithItsFirstAnswerOnly() async throws {
    let store = MemoryWalkStore()
    var visitor = VisitorForTests(try VisitorForTests.service(Self.flow, store: store))
    for _ in 0..<3 { await visitor.get("/f") }
    expectEqual(await store.list(after: nil, limit: 10).count, 0)
    await visitor.press("next", ["name": "Ada"])
    expectEqual(await store.list(after: nil, limit: 10).count, 1)
  }

  @Test func theBrowsersOwnWayBackChangesNothingUntilTheFormIsSent() async throws {
    var visitor = try await visitor()
    await visitor.press("next", ["name": "Ada"])
    let port = visitor.address
    await visitor.press("next", ["port": "2000"])
    expectEqual(visitor.step, "extra")
    let extra = visitor.address
    await visitor.get(port)
    expectEqual(visitor.step, "port")
    #expect(visitor.page.contains("value=\"2000\""))
    await visitor.get(extra)
    expectEqual(visitor.step, "extra")
    await visitor.get(port)
    await visitor.press("next", ["port": "3000"])
    expectEqual(visitor.step, "extra")
    #expect(visitor.page.contains(">3000<"))
  }

  @Test func whatWasTypedIsThereAfterGoingBack() async throws {
    var visitor = try await visitor()
    await visitor.press("next", ["name": "Ada"])
    await visitor.press("back", ["port": "4711"])
    expectEqual(visitor.step, "name")
    await visitor.press("next")
    expectEqual(visitor.step, "port")
    #expect(visitor.page.contains("value=\"4711\""))
  }

  @Test func anAddressWithoutAWalkBeginsOneForADay() async throws {
    let now = Mutex(VisitorForTests.time)
    let service = try VisitorForTests.service(Self.flow) { now.withLock { $0 } }
    var visitor = VisitorForTests(service)
    await visitor.get("/f")
    let address = visitor.address
    now.withLock { $0 = (try? Timestamp("2026-01-03T00:00:00Z")) ?? .epoch }
    expectEqual(await visitor.get(address), 404)
    #expect(visitor.page.contains("expired"))
    #expect(visitor.page.contains("href=\"/f\""))
  }

  @Test func aWalkThatHasExpiredIsNotBegunAnew() async throws {
    let store = MemoryWalkStore()
    let now = Mutex(VisitorForTests.time)
    var options = WebOptions()
    options.lifetime = try TimeSpan(typed: "1h")
    let service = try VisitorForTests.service(Self.flow, options, store: store) {
      now.withLock { $0 }
    }
    var visitor = VisitorForTests(service)
    await visitor.get("/f")
    let first = visitor.address
    let sent = visitor.form.sent(pressing: "next")
    let place = visitor.action
    await visitor.press("next", ["name": "Ada"])
    let address = visitor.address
    now.withLock { $0 = (try? Timestamp("2026-01-01T00:59:00Z")) ?? .epoch }
    await visitor.press("next")
    expectEqual(visitor.step, "extra")
    now.withLock { $0 = (try? Timestamp("2026-01-01T01:58:00Z")) ?? .epoch }
    expectEqual(await visitor.get(address), 200)
    now.withLock { $0 = (try? Timestamp("2026-01-01T02:00:00Z")) ?? .epoch }
    for page in [address, first] {
      expectEqual(await visitor.get(page), 404)
      #expect(visitor.page.contains("expired"))
      #expect(!visitor.page.contains("<form"))
    }
    expectEqual(await visitor.post(sent, to: place), 404)
    try await service.removeExpired()
    expectEqual(await store.list(after: nil, limit: 10).count, 0)
    expectEqual(await visitor.get(first), 404)
  }

  @Test func anAddressThatWasRevokedSaysSo() async throws {
    let store = MemoryWalkStore()
    var visitor = VisitorForTests(try VisitorForTests.service(Self.flow, store: store))
    await visitor.get("/f")
    await visitor.press("next", ["name": "Ada"])
    let (old, sent, place) = (visitor.address, visitor.form.sent(pressing: "next"), visitor.action)
    let id = try #require(await store.list(after: nil, limit: 10).first?.id)
    let new = try await store.revokeAddress(of: id)
    expectEqual(await visitor.get(old), 410)
    #expect(visitor.page.contains("revoked"))
    expectEqual(await visitor.post(sent, to: place), 410)
    expectEqual(await visitor.get(old.replacing(id, with: new)), 200)
    expectEqual(visitor.step, "port")
    await visitor.press("next")
    expectEqual(visitor.step, "extra")
    let results = try await StoredResults(of: visitor.service.flows[0], in: store)
    expectEqual(results.walks.map(\.id), [new])
    await #expect(throws: WalkStoreError.self) { try await store.revokeAddress(of: id) }
  }

  @Test func aWalkThatIsGoneIsNotBegunAnew() async throws {
    let store = MemoryWalkStore()
    let now = Mutex(VisitorForTests.time)
    let service = try VisitorForTests.service(Self.flow, store: store) { now.withLock { $0 } }
    var visitor = VisitorForTests(service)
    await visitor.get("/f")
    await visitor.press("next", ["name": "Ada"])
    now.withLock { $0 = (try? Timestamp("2026-02-01T00:00:00Z")) ?? .epoch }
    for entry in await store.list(after: nil, limit: 10) { try await store.remove(entry.id) }
    expectEqual(await visitor.press("next"), 404)
    #expect(visitor.page.contains("Nothing was changed"))
  }

  @Test func aWalkThatAsksNothingEndsOnce() async throws {
    let ends = Mutex(0)
    var service = try VisitorForTests.service(
      """
      flow: 1
      id: f
      inputs: { a: { type: string, default: x } }
      steps: []
      output: { a: a }
      """)
    service.onEnd = { _, _, _ in ends.withLock { $0 += 1 } }
    var visitor = VisitorForTests(service)
    await visitor.get("/f")
    let (fields, place) = (visitor.form.sent(pressing: "next"), visitor.action)
    await visitor.post(fields, to: place)
    expectEqual(visitor.step, "-end")
    await visitor.post(fields, to: place)
    expectEqual(ends.withLock { $0 }, 1)
  }
}
