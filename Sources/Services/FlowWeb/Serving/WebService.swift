// SPDX-License-Identifier: Apache-2.0

public import FlowEffects
public import FlowExpressions
import FlowHosts
public import FlowModel
import FlowScreens
package import FlowSessions
public import FlowWalks
import Localization
public import SavedWalks
public import SealedWalks

/// Flows for browsers: a request goes in, and a response comes out.
///
/// A walk is in the store before its answer is acknowledged, so any process with the same store and keys answers the next
/// request. With a sealed store, the last 64 to 128 small walks also stay in memory, and are used only at the revision that the
/// store has.
///
/// ```text
/// let service = WebService([flow], in: SealedStore(wrapping: store, keys: keys), keys: keys, clock: { SystemHost.now })
/// let router = Router()
/// service.addRoutes(to: router)
/// ```
public struct WebService: Sendable {
  /// The flows, of which the first of each name is walked.
  public let flows: [CheckedFlow]

  /// How they're served.
  public let options: WebOptions

  /// Returns the host that performs the effects of a walk; nil to refuse all of them.
  ///
  /// The effects that it grants are offered to the visitor, who says yes; all others are refused.
  public var effects: (@Sendable (CheckedFlow) -> any EffectHost)?

  /// The host that looks at files; nil if nothing is known about them.
  public var paths: (any PathHost)?

  /// Is called once a walk has ended, with its flow, its id, and its report.
  ///
  /// The walk is in the store then. If the process ends before, it isn't called.
  public var onEnd: (@Sendable (CheckedFlow, String, WalkReport) async -> Void)?

  /// Returns the session of a walk that begins; nil for one of the flow with the inputs of the options.
  package var newSession: (@Sendable (CheckedFlow) -> FlowSession)?

  /// Is told in a line what failed, for the operator; it has no answers of visitors.
  public var log: @Sendable (String) -> Void = { _ in }

  private let tidying = Tidying()

  /// The walks that were last asked for, if the store keeps all of them.
  let recent = RecentWalks()

  /// The ids that visitors have just got for walks that begin.
  let newIDs = NewNames()

  /// The tokens of the last visitors.
  private let tokens = RecentCodes()

  /// Is told of requests and effects; nil for no one.
  package var observer: (any WebObserver)?

  /// The work of the service after its responses.
  package let work = WebWork()

  /// The time as responses have it.
  private let shownTime = ShownTime()

  /// The headers that every response has.
  private let headers: SiteHeaders

  let store: any WalkStore
  let keys: WalkKeyRing
  package var clock: @Sendable () -> Timestamp

  /// Creates a service.
  ///
  /// - Parameters:
  ///   - flows: The flows. Several of one id are versions: new walks begin in the first, and others continue in theirs.
  ///   - store: The store; a sealed one if flows ask for secrets.
  ///   - keys: The keys of the forms and the addresses, the same in every process: new ones have the first, and those of
  ///     the others go on.
  ///   - options: How the flows are served.
  ///   - clock: Returns the time.
  public init(
    _ flows: [CheckedFlow], in store: any WalkStore, keys: WalkKeyRing,
    options: WebOptions = WebOptions(), clock: @escaping @Sendable () -> Timestamp
  ) {
    self.flows = flows
    self.store = store
    self.keys = keys
    self.options = options
    self.clock = clock
    let ancestors =
      options.frameAncestors.isEmpty ? "'none'" : options.frameAncestors.joined(separator: " ")
    let policy =
      "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; connect-src 'self'; "
      + "form-action 'self'; base-uri 'none'; frame-ancestors \(ancestors)"
    headers = SiteHeaders([
      ("Content-Security-Policy", policy), ("X-Content-Type-Options", "nosniff"),
      ("Referrer-Policy", "same-origin"), ("Cross-Origin-Opener-Policy", "same-origin"),
      ("Permissions-Policy", "camera=(), geolocation=(), microphone=()"),
    ])
  }

  // MARK: Requests

  /// The time as the header `Date` has it.
  var date: String { shownTime.text(at: clock()) }

  /// Returns the response to a request.
  func response(to request: WebRequest) async -> WebResponse {
    if tidying.isDue(at: clock(), in: options) {
      Task { try? await removeExpired() }
    }
    let begun = ContinuousClock.now
    let response = guarded(await answer(request))
    observe(request, response, since: begun)
    return response
  }

  /// The page of a request whose form is too large.
  func responseToLargeForm(of request: WebRequest) -> WebResponse {
    let response = guarded(problem(.webTooLarge, status: 413, request))
    observe(request, response, since: .now)
    return response
  }

  private func observe(
    _ request: WebRequest, _ response: WebResponse, since begun: ContinuousClock.Instant
  ) {
    guard let observer else { return }
    let flow = request.path.first.flatMap { name in flows.first { $0.id.name == name } }
    let id = request.path.dropFirst().first.flatMap { WalkID.isValid($0) ? $0 : nil }
    observer.note(
      ServedPage(
        route: request.route, flow: flow?.id.name, walk: flow == nil ? nil : id,
        status: response.status, refusal: response.refusal, duration: .now - begun))
  }

  /// The page of a request whose form has a file without the token of its visitor.
  func responseToForeignForm(of request: WebRequest) -> WebResponse {
    guarded(problem(.webForeignForm, status: 403, request))
  }

  /// Adds the headers that every response has, and removes the folders of files that visitors have sent.
  private func guarded(_ response: WebResponse) -> WebResponse {
    var response = response
    if let uploads = options.uploads { response.body = uploads.withoutFolders(response.body) }
    response.site = headers
    return response
  }

  /// Returns the visitor of a request; nil if it's refused in any case.
  func visitor(of request: WebRequest) -> Visitor? {
    guard refusal(of: request) == nil else { return nil }
    return Visitor(request, keys, tokens, options)
  }

  private func answer(_ request: WebRequest) async -> WebResponse {
    if let refusal = refusal(of: request) { return refusal }
    guard request.method == .get || request.isPost && request.takesForms else {
      var response = WebResponse(status: 405)
      response.headers = [("Allow", request.takesForms ? "GET, HEAD, POST" : "GET, HEAD")]
      response.refusal = .gone
      return response
    }
    if request.path.first == "-", request.path.count == 2 {
      return asset(request.path[1])
    }
    guard let visitor = Visitor(request, keys, tokens, options) else {
      return problem(.webForeignForm, status: 403, request)
    }
    var response = await answer(request, of: visitor)
    if let cookie = visitor.newCookie {
      response.headers.append(self.cookie(Visitor.cookieName, cookie, of: request))
    }
    // A browser keeps pages in memory for its own way back, also those that mustn't be stored, unless a cookie has
    // changed since.
    if request.isPost || visitor.newCookie != nil {
      let turn = visitor.turn(after: response.begun)
      response.headers.append(self.cookie(Visitor.turnName, turn, of: request))
    }
    return response
  }

  private func cookie(
    _ name: String, _ value: String, of request: WebRequest
  ) -> (name: String, value: String) {
    let place = options.basePath.isEmpty ? "/" : options.basePath
    let secure = request.isSecure ? "; Secure" : ""
    return (
      "Set-Cookie",
      "\(name)=\(value); Path=\(place); HttpOnly; SameSite=Lax; Max-Age=31536000\(secure)"
    )
  }

  private func answer(_ request: WebRequest, of visitor: Visitor) async -> WebResponse {
    let path = request.path
    guard let name = path.first else { return index(request) }
    guard path.count <= 3, let flow = flows.first(where: { $0.id.name == name }) else {
      return problem(.webGone, .webGoneWhy, status: 404, request)
    }
    do {
      guard path.count > 1 else {
        return beginning(flow, request, visitor)
      }
      guard WalkID.isValid(path[1]), visitor.mayReach(path[1]) else {
        return gone(flow, request)
      }
      let place = WalkAddress(flow: flow, id: path[1], options)
      if request.isPost { return try await post(request, at: place, visitor) }
      return try await show(path.count > 2 ? path[2] : "", request, at: place, visitor)
    } catch {
      return response(to: error, flow, request)
    }
  }

  /// Returns the refusal of a request that no page of this service makes; nil for none.
  private func refusal(of request: WebRequest) -> WebResponse? {
    let host = request.headers["host"] ?? ""
    if options.isLocal, !Self.isLoopback(host) { return WebResponse(status: 421) }
    guard request.isPost else { return nil }
    let site = request.headers["sec-fetch-site"] ?? "none"
    guard ["same-origin", "none"].contains(site) else {
      return problem(.webForeignForm, status: 403, request)
    }
    // The browser's own words about the site count: the host may have lost its port at a proxy.
    if site == "none", let origin = request.headers["origin"] {
      guard origin == "http://\(host)" || origin == "https://\(host)" else {
        return problem(.webForeignForm, status: 403, request)
      }
    }
    return nil
  }

  /// Whether a host, perhaps with a port, is a name of this machine.
  private static func isLoopback(_ host: String) -> Bool {
    func isHost(_ name: String) -> Bool {
      guard host.hasPrefix(name) else { return false }
      let next = host.utf8.dropFirst(name.utf8.count).first
      return next == nil || next == UInt8(ascii: ":")
    }
    return isHost("127.0.0.1") || isHost("localhost") || isHost("[::1]")
  }

  private func asset(_ name: String) -> WebResponse {
    var response = WebResponse()
    var type = "text/css; charset=utf-8"
    switch name {
    case WebAssets.styleName: response.body = Array(WebAssets.style.utf8)
    case "own.css": response.body = Array(options.style.utf8)
    case WebAssets.scriptName:
      (response.body, type) = (Array(WebAssets.script.utf8), "text/javascript; charset=utf-8")
    case "icon.svg": (response.body, type) = (Array(WebAssets.icon.utf8), "image/svg+xml")
    default: return WebResponse(status: 404)
    }
    let lifetime = name == "own.css" ? "max-age=300" : "public, max-age=31536000, immutable"
    response.headers = [("Content-Type", type), ("Cache-Control", lifetime)]
    return response
  }

  // MARK: Walks

  /// Returns the services of a flow's walks.
  func services(of flow: CheckedFlow) -> WalkServices {
    WalkServices(effects: offered(of: flow), paths: paths, clock: clock)
  }

  private func offered(of flow: CheckedFlow) -> OfferedEffects? {
    effects.map { OfferedEffects(host: $0(flow), flow: flow.id.name, observer: observer) }
  }

  /// Returns the services of a walk, which include the files that its visitor has sent.
  func services(at place: WalkAddress) -> WalkServices {
    var services = services(of: place.flow)
    services.paths = paths(at: place)
    return services
  }

  private func paths(at place: WalkAddress) -> (any PathHost)? {
    options.uploads.map { KeptPaths($0, of: place.files, others: paths) } ?? paths
  }

  /// How long an address without a walk begins one, in seconds: no longer than the walk would be kept, so that one that
  /// has expired isn't begun anew.
  var beginningLifetime: Int64 {
    min(options.beginningLifetime, options.lifetime?.wholeSeconds ?? .max)
  }

  /// Removes the walks that have expired, with their files.
  ///
  /// A walk that has expired is gone for its visitors in any case.
  ///
  /// - Throws: `WalkStoreError` if the store can't be read or changed.
  /// - Complexity: O(*n*) operations of the store in the number of walks.
  public func removeExpired() async throws {
    if try await !store.removeExpired(at: clock()).isEmpty {
      try await store.removeRevokedAddresses()
    }
    await options.uploads?.removeOrphans(in: store)
  }

  private func otherVersions(of flow: CheckedFlow) -> [CheckedFlow] {
    flows.filter {
      $0.id.name == flow.id.name && $0.definition.version != flow.definition.version
    }
  }

  /// The time after which a walk may be removed that's changed now; nil for never.
  var expiry: Timestamp? { expiring() }

  /// Returns the time after which a walk may be removed that's changed when it's called.
  var expiring: @Sendable () -> Timestamp? {
    { [clock, lifetime = options.lifetime] in lifetime.flatMap { try? clock().adding($0) } }
  }

  /// Whether a walk has expired, as the store may not know yet.
  func hasExpired(_ view: StoredWalkView) -> Bool {
    view.summary?.expires.map { $0 < clock() } ?? false
  }

  /// Returns a walk as it was last seen, for which the store must be asked; nil if it isn't known.
  func known(at place: WalkAddress) -> StoredWalkView? {
    guard store.isSealed, let view = recent.view(of: place.id),
      view.session.flow.id.name == place.flow.id.name, view.summary?.isRevoked != true
    else { return nil }
    return view
  }

  /// Returns a walk as it's stored; nil if there's none.
  func look(at place: WalkAddress) async throws -> StoredWalkView? {
    do {
      let known = known(at: place)
      let view = try await store.look(at: place.id, knowing: known, restoring(in: place.flow))
      if view.summary?.isRevoked == true { throw RevokedWalk() }
      if store.isSealed, known?.revision != view.revision { recent.keep(view, of: place.id) }
      return view.elsewhere == nil && hasExpired(view) ? nil : view
    } catch WalkStoreError.unknown {
      recent.forget(place.id)
      return nil
    }
  }

  /// Returns a function that restores a walk of a flow.
  func restoring(
    in flow: CheckedFlow
  ) -> @Sendable (StoredWalk) throws(SavedWalkError) -> RestoredSession {
    let others = otherVersions(of: flow)
    return { [zone = options.zone] (stored) throws(SavedWalkError) in
      // Another machine may have begun it.
      let name = stored.walk.options.zone
      return try stored.walk.restored(
        in: flow, otherVersions: others,
        zone: name == zone.name ? zone : SystemHost.zone(named: name))
    }
  }

  /// Returns a runner that continues a walk in its place.
  func runner(
    of session: FlowSession, in stored: StoredPlace, at place: WalkAddress
  ) -> AsyncFlowRunner {
    AsyncFlowRunner(
      continuing: session, in: stored, delegate: nil,
      effects: offered(of: place.flow).map { BlockingEffects($0) }, paths: paths(at: place),
      clock: clock)
  }

  /// Returns a runner that continues a stored walk.
  func runner(at place: WalkAddress, in zone: ZoneRules) async throws -> AsyncFlowRunner {
    try await AsyncFlowRunner(
      flow: place.flow,
      otherVersions: otherVersions(of: place.flow), in: store, id: place.id,
      keptFor: options.lifetime,
      options: SessionOptions(zone: zone),
      effects: offered(of: place.flow).map { BlockingEffects($0) }, paths: paths(at: place),
      clock: clock)
  }
}

/// Where a walk is.
struct WalkAddress: Sendable {
  let flow: CheckedFlow
  let id: String

  /// The path of the walk.
  let path: String

  /// The name of the folder with the files of the walk.
  private(set) var files: String

  init(flow: CheckedFlow, id: String, _ options: WebOptions) {
    self.flow = flow
    self.id = id
    files = id
    path = "\(options.basePath)/\(flow.id.name)/\(id)"
  }

  /// Returns the place with the folder that a walk had before its address was revoked.
  func keeping(_ summary: WalkSummary?) -> WalkAddress {
    var place = self
    place.files = summary?.filesFolder ?? id
    return place
  }

  /// Returns the path of a page of the walk.
  func page(_ step: String, _ query: String = "") -> String {
    "\(path)/\(FormBody.encoded(step))\(query.isEmpty ? "" : "?" + query)"
  }
}
