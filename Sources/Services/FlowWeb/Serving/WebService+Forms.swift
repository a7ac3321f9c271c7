// SPDX-License-Identifier: Apache-2.0

import FlowExpressions
import FlowHosts
import FlowModel
import FlowServer
import FlowSessions
import FlowWalks
import Localization
import SavedWalks
import SealedWalks

// Forms of walks.
extension WebService {
  /// The walk that a form belongs to.
  private enum Basis {
    /// A walk that begins, and isn't in the store.
    case begins(FlowWalk)

    /// A walk as it was last seen here: the store refuses what's based on an earlier revision.
    case known(StoredWalkView)

    /// A walk as it's in the store now.
    case found(StoredWalkView, isNew: Bool)

    var view: StoredWalkView? {
      switch self {
      case .begins: nil
      case .known(let view), .found(let view, _): view
      }
    }

    var isNew: Bool {
      switch self {
      case .begins, .found(_, isNew: true): true
      case .known, .found: false
      }
    }

    /// Whether nobody else can have changed the walk by what's known of it.
    var isCertain: Bool { if case .known = self { false } else { true } }
  }

  /// Does what a form says, and sends the visitor to the next page.
  func post(
    _ request: WebRequest, at place: WalkAddress, _ visitor: Visitor
  ) async throws -> WebResponse {
    guard visitor.has(request.form["token"]) else {
      return problem(.webForeignForm, status: 403, request)
    }
    // Files are taken once.
    if request.files.isEmpty, store.isSealed {
      if let view = known(at: place) {
        if !hasExpired(view), let response = try await take(request, at: place, .known(view)) {
          return response
        }
      } else if let begun = beginning(request, at: place, visitor), begun.session.need == nil,
        let count = try await walkCount(of: visitor),
        var response = try await take(request, at: place, .begins(begun))
      {
        response.begun = count + 1
        return response
      }
    }
    return try await restoring { () async throws -> WebResponse in
      var stored = try await look(at: place)
      let isNew = stored == nil
      var count: Int?
      if isNew {
        switch try await begin(request, at: place, visitor) {
        case .none: break
        case .refused(let refusal): return refusal
        case .begun(let others): count = others + 1
        }
        stored = try await look(at: place)
      }
      guard let view = stored else { return gone(place.flow, request) }
      var response =
        try await take(request, at: place, .found(view, isNew: isNew))
        ?? stale(Place.name(of: FlowWalk(view.session, services: services(at: place))), at: place)
      response.begun = count
      return response
    }
  }

  /// Does what a form says about a walk.
  ///
  /// - Returns: The response; nil if the walk isn't what it's based on, and nothing was changed.
  private func take(
    _ request: WebRequest, at place: WalkAddress, _ basis: Basis
  ) async throws -> WebResponse? {
    let place = place.keeping(basis.view?.summary)
    var walk: FlowWalk
    switch basis {
    case .begins(let begun): walk = begun
    case .known(let view), .found(let view, _):
      walk = FlowWalk(view.session, services: services(at: place))
    }
    let now = Place.name(of: walk)
    guard basis.view?.elsewhere == nil else { return .redirect(to: place.page(Place.wait)) }
    guard basis.view?.hasEndedInOtherVersion != true else { return stale(Place.end, at: place) }
    guard request.form["revision"] == String(walk.revision) else {
      return basis.isCertain ? stale(now, at: place) : nil
    }
    walk.lookOnce()
    var form = request.form
    let lack = keep(request.files, at: place, &form)
    var sent = FormEvents(form, at: walk, submits: lack == nil)
    sent.note = lack ?? sent.note
    guard basis.isCertain || sent.decision == nil && !sent.isNothing else { return nil }
    guard sent.decision == nil || decides(request, walk) else { return stale(now, at: place) }
    let stored = storedPlace(of: basis.view, at: place)
    let (session, runner): (FlowSession, AsyncFlowRunner?)
    do {
      switch try await perform(sent, on: walk, basis, in: stored, at: place) {
      case .performed(let found, let own): (session, runner) = (found, own)
      case .stale(let held):
        removeFiles(of: form, at: place, besides: held)
        return stale(now, at: place)
      case .nothing: return .redirect(to: place.page(now))
      }
    } catch {
      try await forget(form, at: place, basis, after: error)
      return nil
    }
    let ended =
      if let runner {
        try await finish(sent, of: session, runner, at: place) { [form, walk] session in
          tidied(session, after: walk, by: form, at: place)
        }
      } else { tidied(session, after: walk, by: form, at: place) as FlowWalk? }
    guard let after = ended else {
      recent.forget(place.id)
      return .redirect(to: place.page(Place.wait))
    }
    recent.keep(stored?.view(of: after.session), of: place.id, after: basis.view?.revision)
    let query = sent.search?.query ?? sent.note.map { "note=\($0.rawValue)" } ?? ""
    return .redirect(
      to: place.page(Place.name(of: after), query),
      refusing: sent.search == nil && after.hasProblems ? .answer : nil)
  }

  /// Whether the decision of a form is about what the walk needs now.
  private func decides(_ request: WebRequest, _ walk: FlowWalk) -> Bool {
    guard let text = walk.decisionText, let code = request.form["decision"] else { return false }
    return ([keys.first] + keys.others).contains { $0.code(of: text) == code }
  }

  /// Forgets what's known of a walk that couldn't be saved, and removes the files of its form if it's another by now.
  ///
  /// - Throws: The error, unless another change explains it and the walk is only to be looked at again.
  private func forget(
    _ form: FormBody, at place: WalkAddress, _ basis: Basis, after error: any Error
  ) async throws {
    recent.forget(place.id)
    if case .found = basis {
      if error is StaleWalkError, let view = try? await look(at: place) {
        removeFiles(of: form, at: place, besides: view.session.heldTexts)
      }
      throw error
    }
    guard error.isOfOtherChange else { throw error }
  }

  /// Returns the walk after a form, whose files that aren't needed anymore are removed.
  private func tidied(
    _ session: FlowSession, after walk: FlowWalk, by form: FormBody, at place: WalkAddress
  ) -> FlowWalk {
    let after = FlowWalk(session, services: walk.services)
    removeReplaced(by: form, before: walk, after: after, at: place)
    return after
  }

  /// The outcome of the events of a form.
  private enum Performed {
    /// They were handled. Without a runner, nothing but them is to be done.
    case performed(FlowSession, AsyncFlowRunner?)

    /// The walk is another by now, which has these texts; nil if they aren't known.
    case stale(held: Set<String>?)

    /// There were none, and the walk isn't new.
    case nothing
  }

  /// Handles the events of a form, and saves the walk.
  private func perform(
    _ sent: FormEvents, on walk: FlowWalk, _ basis: Basis, in stored: StoredPlace?,
    at place: WalkAddress
  ) async throws -> Performed {
    if let stored, sent.decision == nil, !sent.events.isEmpty {
      // The form was read with the events handled, so only effects need a runner.
      let session = sent.walk.session
      if session.eventCount != walk.session.eventCount {
        try await stored.save(session, leased: false)
      }
      if case .asking = session.state { return .performed(session, nil) }
      return .performed(session, runner(of: session, in: stored, at: place))
    }
    let own = try await runner(of: walk, in: stored, at: place)
    if case .begins = basis { try await stored?.save(walk.session, leased: false) }
    guard
      let taken = try await own.take(sent.decision == nil ? sent.events : [], at: walk.revision)
    else { return .stale(held: await own.session.heldTexts) }
    // A walk that asks nothing has ended when it begins.
    guard basis.isNew || !sent.isNothing else { return .nothing }
    return .performed(taken, own)
  }

  /// The way to what a walk asks, for a form that's out of date.
  private func stale(_ now: String, at place: WalkAddress) -> WebResponse {
    .redirect(to: place.page(now, "note=\(PageNote.stale.rawValue)"), refusing: .stale)
  }

  /// Returns where a walk is stored; nil if it must be loaded to know that.
  private func storedPlace(of view: StoredWalkView?, at place: WalkAddress) -> StoredPlace? {
    guard view?.isLasting ?? true, store.isSealed else { return nil }
    return StoredPlace(
      store: store, id: place.id, at: view, expiry: expiring, restoring: restoring(in: place.flow))
  }

  /// Returns a runner of a walk in its place; without one, it's loaded.
  private func runner(
    of walk: FlowWalk, in stored: StoredPlace?, at place: WalkAddress
  ) async throws -> AsyncFlowRunner {
    guard let stored else { return try await runner(at: place, in: walk.session.options.zone) }
    return runner(of: walk.session, in: stored, at: place)
  }

  // MARK: Beginning

  /// Returns the walk that a form begins if it isn't in the store; nil if the form is none of its first page.
  private func beginning(
    _ request: WebRequest, at place: WalkAddress, _ visitor: Visitor
  ) -> FlowWalk? {
    guard visitor.mayBegin(place.id, at: clock(), lifetime: beginningLifetime),
      var begun = try? begun(place.flow, request, request.form),
      request.form["revision"] == String(begun.revision)
    else { return nil }
    begun.services = services(at: place)
    return begun
  }

  /// The outcome of the first form of a walk.
  private enum Beginning {
    /// Nothing: the form begins none, or has begun it before.
    case none

    /// It may not begin.
    case refused(WebResponse)

    /// It's in the store, besides others of the visitor.
    case begun(besides: Int)
  }

  /// Adds the walk whose first form is sent to the store, where it's looked at again.
  private func begin(
    _ request: WebRequest, at place: WalkAddress, _ visitor: Visitor
  ) async throws -> Beginning {
    guard visitor.mayBegin(place.id, at: clock(), lifetime: beginningLifetime) else { return .none }
    let begun = try begun(place.flow, request, request.form)
    guard request.form["revision"] == String(begun.revision) else { return .none }
    guard let count = try await walkCount(of: visitor) else {
      return .refused(problem(.webTooMany, status: 429, request))
    }
    let saved = SavedWalk(begun.session, keepingSecrets: store.isSealed)
    var summary = WalkSummary(saved)
    summary.update(from: begun.session)
    summary.expires = expiry
    do throws(WalkStoreError) { try await store.create(place.id, saved, summary: summary) } catch {
      // The same form was sent before.
      if case .exists = error { return .none }
      throw error
    }
    return .begun(besides: count)
  }

  /// Returns the number of walks that a visitor has begun, or of those that haven't ended; nil if they're as many as the
  /// limit.
  ///
  /// The store is asked only if the visitor's browser doesn't say the number, or it's the limit, and the walks are looked
  /// at only if there are as many, with those that have ended.
  private func walkCount(of visitor: Visitor) async throws -> Int? {
    let most = options.maximumWalkCount
    if let begun = visitor.begun, begun < most { return begun }
    let count = try await store.count(beginningWith: visitor.prefix + "-", limit: most)
    if count < most { return count }
    let open = try await openWalks(of: visitor)
    return open < most ? open : nil
  }

  /// The number of walks of a visitor that haven't ended, at most one more than the limit.
  private func openWalks(of visitor: Visitor) async throws -> Int {
    let most = options.maximumWalkCount
    let prefix = visitor.prefix
    var (count, last) = (0, prefix)
    while count <= most {
      let page = try await store.list(after: last, limit: 100)
      let own = page.prefix { $0.id.hasPrefix(prefix + "-") }
      count += own.count { $0.summary?.state != .ended }
      guard own.count == 100, let id = own.last?.id else { break }
      last = id
    }
    return count
  }

  /// Does what can take long because a walk must be restored, and not where connections are served: others would wait.
  func restoring(
    _ body: () async throws -> WebResponse
  ) async throws -> WebResponse {
    try await withTaskExecutorPreference(globalConcurrentExecutor) { try await body() }
  }

  // MARK: Effects

  /// Sends a decision to a runner, or lets it go on after its events, and waits a while for what they begin.
  ///
  /// - Parameters:
  ///   - sent: The decision, or the events that the runner has taken.
  ///   - session: The session after the events.
  ///   - runner: The runner.
  ///   - place: The place of the walk.
  ///   - tidy: Is called with the session afterwards.
  /// - Returns: What tidying returns; nil if what was begun hasn't ended.
  /// - Throws: What the runner throws.
  private func finish(
    _ sent: FormEvents, of session: FlowSession, _ runner: AsyncFlowRunner, at place: WalkAddress,
    then tidy: @escaping @Sendable (FlowSession) -> FlowWalk
  ) async throws -> FlowWalk? {
    if sent.decision == nil, case .asking = session.state { return tidy(session) }
    if sent.decision == nil, onEnd == nil, case .finished = session.state,
      session.notices.isEmpty, !session.hasEffects
    {
      // Nothing is left that takes time.
      let walk = tidy(session)
      await tell(walk, at: place)
      return walk
    }
    let (ends, end) = AsyncStream.makeStream(of: Result<FlowWalk, any Error>?.self)
    work.run {
      do {
        if let decision = sent.decision {
          try await runner.decide(decision)
        } else {
          try await runner.resume()
        }
        let walk = tidy(await runner.session)
        await tell(walk, at: place)
        end.yield(.success(walk))
      } catch {
        end.yield(.failure(error))
      }
    }
    let timer = Task {
      try await Task.sleep(for: options.patience)
      end.yield(nil)
    }
    defer { timer.cancel() }
    for await result in ends { return try result?.get() }
    return nil
  }
}

extension Error {
  /// Whether a change was refused because of another change of the walk, so that it must be looked at again.
  fileprivate var isOfOtherChange: Bool {
    switch self {
    case is StaleWalkError, is PerformedElsewhere: return true
    case let error as WalkStoreError:
      switch error {
      case .unknown, .exists, .conflict, .leased: return true
      default: return false
      }
    default: return false
    }
  }
}

extension FlowWalk {
  /// Whether what it asks has an answer that isn't accepted.
  fileprivate var hasProblems: Bool {
    guard case .asking(let step) = state else { return false }
    return !step.problems.isEmpty || step.visibleFields.contains { !$0.problems.isEmpty }
  }
}
