// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Expectations
import FlowEffects
import FlowExpressions
import FlowSessions
import FlowWalks
import Foundation
import SavedWalks
import Synchronization
import Testing

@testable import FlowWeb

/// The acts that other sites and visitors can't do.
@Suite struct WebSecurityTests {
  private func visitor(
    _ options: WebOptions = WebOptions(), flow: String = WebServiceTests.flow
  ) async throws -> VisitorForTests {
    var visitor = VisitorForTests(try VisitorForTests.service(flow, options))
    await visitor.get("\(options.basePath)/f")
    return visitor
  }

  @Test func aFormWithoutTheVisitorsTokenIsRefused() async throws {
    var visitor = try await visitor()
    let place = visitor.action
    let fields = visitor.form.sent(pressing: "next").filter { $0.name != "token" }
    expectEqual(await visitor.post(fields, to: place), 403)
    expectEqual(await visitor.post(fields + [("token", "0")], to: place), 403)
    var other = try await self.visitor()
    expectEqual(await other.post(visitor.form.sent(pressing: "next"), to: place), 403)
  }

  @Test func aFormOfAnotherSiteIsRefused() async throws {
    var visitor = try await visitor()
    let fields = visitor.form.sent(pressing: "next")
    let place = visitor.action
    for (name, value) in [
      ("origin", "https://evil.example"), ("origin", "null"), ("sec-fetch-site", "cross-site"),
      ("sec-fetch-site", "same-site"),
    ] {
      visitor.headers[name] = value
      expectEqual(await visitor.post(fields, to: place), 403, "\(name): \(value)")
      visitor.headers[name] = nil
    }
    visitor.headers["origin"] = "http://localhost:8080"
    visitor.headers["sec-fetch-site"] = "same-origin"
    expectEqual(await visitor.post(fields + [("f:name", "Ada")], to: place), 200)
  }

  @Test func aFormIsOfThisSiteAlsoWhereAProxyPassesTheHostWithoutItsPort() async throws {
    var options = WebOptions()
    options.isLocal = false
    var visitor = try await visitor(options)
    visitor.headers = ["host": "forms.example.com", "origin": "https://forms.example.com:8443"]
    let (fields, place) = (visitor.form.sent(pressing: "next"), visitor.action)
    expectEqual(await visitor.post(fields, to: place), 403)
    visitor.headers["sec-fetch-site"] = "same-origin"
    expectEqual(await visitor.post(fields, to: place), 200)
  }

  @Test func onALoopbackAddressOtherHostNamesAreRefused() async throws {
    var visitor = try await visitor()
    for host in [
      "evil.example", "localhost.evil.example:8080", "", "[::2]:80", "127.0.0.1.evil.example",
    ] {
      visitor.headers["host"] = host
      expectEqual(await visitor.get("/f"), 421, "\(host)")
    }
    for host in ["localhost", "localhost:1", "127.0.0.1:8080", "[::1]:8080"] {
      visitor.headers["host"] = host
      expectEqual(await visitor.get("/f"), 200, "\(host)")
    }
  }

  @Test func everyResponseHasTheHeadersThatLimitIt() async throws {
    var options = WebOptions()
    options.frameAncestors = ["https://intranet.example"]
    var visitor = try await visitor(options)
    for address in ["/f", "/none", "/f/none/step", "/-/own.css", "/-/none"] {
      await visitor.get(address)
      let policy = visitor.header("Content-Security-Policy") ?? ""
      #expect(policy.contains("default-src 'none'") && policy.contains("script-src 'self'"))
      #expect(policy.contains("frame-ancestors https://intranet.example"))
      #expect(!policy.contains("unsafe"))
      expectEqual(visitor.header("X-Content-Type-Options"), "nosniff")
      expectEqual(visitor.header("Referrer-Policy"), "same-origin")
      #expect(visitor.header("Cache-Control") != nil)
    }
    #expect(!visitor.page.contains(" style=") && !visitor.page.contains(" onclick="))
  }

  @Test func theCookieIsForRequestsOfThisSiteOnly() async throws {
    var options = WebOptions()
    options.basePath = "/forms"
    let service = try VisitorForTests.service(WebServiceTests.flow, options)
    var request = WebRequest(path: ["f"])
    request.headers = ["host": "localhost", "x-forwarded-proto": "https"]
    let cookie =
      await service.response(to: request).headers.first { $0.name == "Set-Cookie" }?.value ?? ""
    for part in ["HttpOnly", "SameSite=Lax", "Path=/forms", "Secure"] {
      #expect(cookie.contains("; \(part)"), "\(part)")
    }
  }

  @Test func everythingIsBelowTheBasePath() async throws {
    var options = WebOptions()
    options.basePath = "/forms"
    var visitor = try await visitor(options)
    #expect(visitor.address.hasPrefix("/forms/f/"))
    #expect(visitor.action.hasPrefix("/forms/f/"))
    #expect(visitor.page.contains("href=\"/forms/-/"))
    await visitor.press("next", ["name": "Ada"])
    expectEqual(visitor.step, "port")
  }

  @Test func aUserReachesOnlyTheOwnWalks() async throws {
    var options = WebOptions()
    options.userHeader = "x-user"
    options.isLocal = false
    var visitor = VisitorForTests(try VisitorForTests.service(WebServiceTests.flow, options))
    expectEqual(await visitor.get("/f"), 403)
    visitor.headers["x-user"] = "ada"
    expectEqual(await visitor.get("/f"), 200)
    await visitor.press("next", ["name": "Ada"])
    let address = visitor.address
    visitor.headers["x-user"] = "eve"
    expectEqual(await visitor.get(address), 404)
    visitor.headers["x-user"] = "ada"
    expectEqual(await visitor.get(address), 200)
  }

  @Test func addressesTakeNoOtherMethods() async throws {
    let service = try VisitorForTests.service(WebServiceTests.flow)
    for (path, allowed) in [
      ([], "GET, HEAD"), (["f"], "GET, HEAD"), (["-", "own.css"], "GET, HEAD"),
      (["f", "none"], "GET, HEAD, POST"), (["f", "none", "step"], "GET, HEAD, POST"),
    ] as [([String], String)] {
      for method in [WebRequest.Method.other, .post]
      where method == .other || !allowed.hasSuffix("POST") {
        var request = WebRequest(method, path: path)
        request.headers = ["host": "localhost"]
        let response = await service.response(to: request)
        expectEqual(response.status, 405)
        expectEqual(response.headers.first { $0.name == "Allow" }?.value, allowed)
        expectEqual(response.headers.filter { $0.name == "Set-Cookie" }.count, 0)
      }
    }
  }

  @Test func aWalkHasAnAddressThatNoOneGuesses() async throws {
    var visitor = try await visitor()
    await visitor.press("next", ["name": "Ada"])
    var other = try await self.visitor()
    // Who has the address continues the walk.
    expectEqual(await other.get(visitor.address), 404, "another service")
    let id = visitor.address.split(separator: "/")[1]
    expectEqual(id.split(separator: "-").last?.count, 26)
    let guessed = visitor.address.replacing(id.suffix(1), with: "q", maxReplacements: 1)
    if guessed != visitor.address { expectEqual(await visitor.get(guessed), 404) }
  }

  @Test func aVisitorBeginsALimitedNumberOfWalks() async throws {
    var options = WebOptions()
    options.maximumWalkCount = 2
    var visitor = try await visitor(options)
    for count in 1...3 {
      await visitor.get("/f")
      let status = await visitor.press("next", ["name": "Ada"])
      expectEqual(status, count <= 2 ? 200 : 429)
    }
  }

  @Test func inputsComeFromTheQueryOnlyWhereThatIsAllowed() async throws {
    let flow = """
      flow: 1
      id: f
      inputs:
        place: { type: string, default: here }
        size: { type: integer, default: 1 }
      steps:
        - { ask: name, type: string, label: "In ${place} ${size}?" }
      """
    var options = WebOptions()
    options.queryInputs = ["place"]
    var visitor = try await visitor(options, flow: flow)
    await visitor.get("/f?place=%3Cthere%3E&size=9")
    #expect(visitor.page.contains("In &lt;there&gt; 1?"))
    var service = try VisitorForTests.service(flow, options)
    let ended = LockedOutput()
    service.onEnd = { _, _, report in ended.set(report.output) }
    var sender = VisitorForTests(service)
    await sender.get("/f?place=there&size=9")
    // An additional field of a form isn't an input either.
    await sender.post(
      sender.form.sent(pressing: "next") + [("size", "9")])
    #expect(sender.page.contains("In there 1?"))
  }

  @Test func theQueryGivesListsAndRecordsAsJSON() async throws {
    let flow = """
      flow: 1
      id: f
      inputs:
        zones: { type: list, of: string }
        place: { type: { id: string } }
      steps:
        - { ask: name, type: string, label: "In ${zones.join('+')} at ${place.id}?" }
      """
    var options = WebOptions()
    options.queryInputs = ["zones", "place"]
    var visitor = try await visitor(options, flow: flow)
    let place = "place=%7B%22id%22:%22x%22%7D"
    expectEqual(await visitor.get("/f?zones=%5B%22a%22,%22b%22%5D&\(place)"), 200)
    #expect(visitor.page.contains("In a+b at x?"))
    expectEqual(await visitor.get("/f?zones=a&\(place)"), 400)
    #expect(visitor.page.contains("The value of &#39;zones&#39; in it does not work here."))
    expectEqual(await visitor.get("/f?\(place)"), 400)
    #expect(visitor.page.contains("It lacks a value for &#39;zones&#39;."))
    #expect(!visitor.page.contains("any more"))
  }

  @Test func whatFailsTellsOnlyTheOperatorWhy() async throws {
    let flow = """
      flow: 1
      id: f
      steps:
        - { ask: name, type: string }
        - { run: act, command: [cat, /etc/secret-place], title: Look }
      """
    var service = try VisitorForTests.service(flow)
    let log = LockedOutput()
    service.log = { log.set(.string($0)) }
    service.effects = { _ in FailingEffects() }
    var visitor = VisitorForTests(service)
    await visitor.get("/f")
    await visitor.press("next", ["name": "Ada"])
    expectEqual(visitor.step, "-decide")
    await visitor.press("yes")
    expectEqual(visitor.step, "-failed")
    #expect(!visitor.page.contains("/private/path"))
    #expect(log.value.plainText.contains("/private/path"))
    expectEqual(visitor.form.buttons.contains("retry"), true)
  }

  @Test func aStoreThatIsAwayIsReportedWithoutAddresses() async throws {
    let folder = FileManager.default.temporaryDirectory.path + "/walks-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    var service = try VisitorForTests.service(WebServiceTests.flow, store: FileWalkStore(folder))
    let log = LockedOutput()
    service.log = { log.set(.string($0)) }
    var visitor = VisitorForTests(service)
    await visitor.get("/f")
    await visitor.press("next", ["name": "Ada"])
    let (page, sent, place) = (
      visitor.address, visitor.form.sent(pressing: "next"), visitor.action
    )
    try FileManager.default.removeItem(atPath: folder)
    #expect(FileManager.default.createFile(atPath: folder, contents: nil))
    expectEqual(await visitor.post(sent, to: place), 503)
    #expect(visitor.page.contains("if you load this page again"))
    expectEqual(await visitor.get(page), 503)
    #expect(!visitor.page.contains("if you load this page again"))
    let id = place.split(separator: "/").last.map(String.init) ?? ""
    expectEqual(id.count, 52)
    #expect(log.value.plainText.hasPrefix("f: "))
    #expect(!log.value.plainText.contains(id.suffix(18)))
    try FileManager.default.removeItem(atPath: folder)
  }

  /// The page doesn't say that nothing was changed where no one knows, and loading it again shows what is so.
  @Test func aChangeThatMayHaveBeenMadeIsNoPageOfNothingChanged() async throws {
    let store = CountingStore()
    let service = try VisitorForTests.service(WebServiceTests.flow, store: store)
    var visitor = VisitorForTests(service)
    await visitor.get("/f")
    await visitor.press("next", ["name": "Ada"])
    let step = visitor.step
    let (sent, place) = (visitor.form.sent(pressing: "back"), visitor.action)
    store.losesConnection.withLock { $0 = true }
    expectEqual(await visitor.post(sent, to: place), 503)
    #expect(visitor.page.contains("It is not known whether this was changed."), "\(visitor.page)")
    #expect(!visitor.page.contains("nothing was changed"), "\(visitor.page)")
    expectEqual(await visitor.post(sent, to: place), 200)
    #expect(visitor.step != step)
  }

  @Test func whileAnEffectIsPerformedNothingIsAsked() async throws {
    let flow = """
      flow: 1
      id: f
      steps:
        - { ask: name, type: string }
        - { run: act, command: [build] }
        - { ask: rest, type: string }
      """
    var options = WebOptions()
    options.patience = .milliseconds(1)
    var service = try VisitorForTests.service(flow, options)
    let effects = HeldEffects()
    service.effects = { _ in effects }
    var visitor = VisitorForTests(service)
    await visitor.get("/f")
    await visitor.press("next", ["name": "Ada"])
    let decision = visitor.address
    await visitor.press("yes")
    expectEqual(visitor.step, "-wait")
    expectEqual(visitor.header("Refresh"), "2")
    await visitor.get(decision)
    #expect(visitor.form.buttons.isEmpty)
    effects.end()
    while visitor.form.buttons.isEmpty { await visitor.get(decision) }
    expectEqual(visitor.step, "-failed")
  }

  @Test func whatIsNotPermittedIsNotOffered() async throws {
    let flow = """
      flow: 1
      id: f
      steps:
        - { ask: name, type: string }
        - { run: act, command: [rm, x] }
      """
    var visitor = VisitorForTests(try VisitorForTests.service(flow))
    await visitor.get("/f")
    await visitor.press("next", ["name": "Ada"])
    #expect(!visitor.form.buttons.contains("yes"))
  }
}

/// The last output of a callback.
final class LockedOutput: Sendable {
  private let content = Mutex(Value.null)
  var value: Value { content.withLock { $0 } }
  func set(_ value: Value) { content.withLock { $0 = value } }
}

/// Effects that are permitted and fail.
private struct FailingEffects: EffectHost {
  func permission(for request: EffectRequest) -> EffectPermission { .granted }
  func outlook(of part: WriteRequest) -> WriteOutlook { .new }
  func perform(_ request: EffectRequest, until cancellation: EffectCancellation) -> EffectResult {
    .failed(message: "cat: /private/path: no such file")
  }
}

/// Effects that last until someone ends them.
private final class HeldEffects: EffectHost {
  private let held = DispatchSemaphore(value: 0)

  func end() { held.signal() }
  func permission(for request: EffectRequest) -> EffectPermission { .granted }
  func outlook(of part: WriteRequest) -> WriteOutlook { .new }
  func perform(_ request: EffectRequest, until cancellation: EffectCancellation) -> EffectResult {
    held.wait()
    return .failed(message: "ended")
  }
}
