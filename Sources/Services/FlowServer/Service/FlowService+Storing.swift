// SPDX-License-Identifier: Apache-2.0

import FlowExpressions
import FlowModel
import FlowSessions
import FlowWalks
import JSONRPC
import Localization
import SavedWalks
import Synchronization

// Walks between two requests: how they're loaded, saved, counted, and removed.
extension FlowService {
  /// Returns the refusal of a request whose walk can't be loaded or saved; the operator learns why.
  func refusal(of error: any Error, id: String) -> RPCError {
    let refusal = RPCError(storing: error, id: id)
    if refusal.code == .storeFailed, let error = error as? WalkStoreError {
      environment.onStoreError?(error)
    }
    return refusal
  }

  /// Returns what's kept of a walk.
  func content(
    of session: FlowSession, _ notes: [String: Value], _ owner: String?, _ served: ServedWalk,
    _ place: StoredPlace?, savedCount: Int? = nil
  ) -> ServedWalk.Content {
    let host = environment.effects.map { $0(session.flow, session.options) }
    let effects = host.map { host in
      ServedEffects(
        host, of: served, in: place, isCreated: savedCount != nil, running: self.effects,
        clock: environment.clock)
    }
    var services = WalkOpening.services(notes, effects: effects, in: environment)
    if let effects, place != nil {
      services.onEvent = { effects.note($0) }
      services.hasRecorded = { effects.isSaved }
    }
    return ServedWalk.Content(
      walk: FlowWalk(session, services: services), owner: owner, place: place, effects: effects,
      expires: expiry(), savedCount: savedCount)
  }

  /// Returns the place of a walk in the store; nil without a store.
  func place(
    of id: String, owner: String? = nil, notes: [String: Value] = [:]
  ) -> StoredPlace? {
    guard let store else { return nil }
    return StoredPlace(
      store: store, id: id, owner: owner, notes: notes, expiry: { self.expiry() }
    ) { (stored) throws(SavedWalkError) in
      let flows = self.flows(id: stored.walk.flowID)
      guard let flow = flows.first else {
        throw .otherFlow(
          saved: stored.walk.flowID, given: self.flows.map(\.name).joined(separator: "', '"))
      }
      let options = stored.walk.options
      let speaks = stored.summary?.notes["language"] == true
      return try stored.walk.restored(
        in: flow, otherVersions: Array(flows.dropFirst()),
        zone: self.environment.zones(options.zone),
        catalog: speaks ? options.language.flatMap { MessageCatalog.builtIn(for: $0) } : nil)
    }
  }

  /// The time after which a walk may be removed that's changed now; nil for never.
  func expiry() -> Timestamp? {
    limits.lifetime.flatMap { try? environment.clock().adding($0) }
  }

  /// Loads a walk whose turn the caller has.
  ///
  /// Finishes or undoes what a killed process has left, if the host of effects knows about it.
  func load(_ served: ServedWalk, _ owner: String?) throws -> ServedWalk.Content {
    guard let place = place(of: served.id) else { throw RPCError.unknownWalk(served.id) }
    let (found, summary) = try BlockingStore.wait {
      (try await place.load(), place.summary)
    }
    guard summary.owner == owner else { throw RPCError.unknownWalk(served.id) }
    if let elsewhere = found.elsewhere { throw elsewhere }
    var content = content(
      of: found.session, summary.notes, summary.owner, served, place,
      savedCount: found.session.eventCount)
    content.expires = summary.expires
    content.notices = content.walk.takeNotices()
    // Notices are told once: the walk is saved as one of the flow that it's restored in.
    if !content.notices.isEmpty { content.savedCount = -1 }
    switch found.session.need {
    case .approval,
      .effect where found.session.effectInDoubt != nil:
      content.notices += content.walk.start()
    default: break
    }
    return content
  }

  /// Saves what's new of a walk, which is kept longer then.
  ///
  /// - Throws: `StaleWalkError` if another process has changed it, and what the store throws.
  func save(_ content: inout ServedWalk.Content) throws {
    defer { content.effects?.finish() }
    if let failure = content.effects?.failure { throw failure }
    let session = content.walk.session
    let isCreated = content.savedCount != nil || content.effects?.isCreated == true
    guard content.savedCount != session.eventCount else { return }
    (content.savedCount, content.expires) = (session.eventCount, expiry())
    guard let place = content.place else { return }
    try BlockingStore.wait {
      if isCreated {
        try await place.save(session, leased: false)
      } else {
        _ = try await place.create(session)
      }
    }
    content.effects?.noteSaved()
    content.walk.concludeEffects()
  }

  // MARK: Counting

  /// Returns the id of a new walk; in a store, the ids of an owner begin alike.
  func newID(of owner: String?) -> String {
    guard store != nil else { return environment.makeID?() ?? "w\(walks.nextNumber())" }
    return Self.beginning(of: owner) + (environment.makeID?() ?? WalkID.random())
  }

  /// Returns the beginning of the ids of an owner's walks, by which a list finds them: 64 bits of a hash (FNV-1a).
  private static func beginning(of owner: String?) -> String {
    var hash = Fingerprint()
    hash.combine(Array((owner ?? "").utf8))
    let digits = String(hash.value, radix: 32)
    return String(repeating: "0", count: 13 - digits.count) + digits + "-"
  }

  /// Counts a new walk of an owner.
  ///
  /// The walks in a store are counted again before one is refused, because other processes open and close some.
  func reserve(_ owner: String?) throws(RPCError) {
    let limit = limits.walks
    if walks.reserve(owner, limit: limit, counted: nil) == true { return }
    let counted = try count(owner)
    guard walks.reserve(owner, limit: limit, counted: counted) == true else {
      throw RPCError(.tooManyWalks, "\(limit) walks are open; close one")
    }
  }

  private func count(_ owner: String?) throws(RPCError) -> Int? {
    guard let store else { return walks.presentCount(owner) }
    let (beginning, limit) = (Self.beginning(of: owner), limits.walks)
    do {
      return try BlockingStore.wait {
        var count = 0
        var last = beginning
        while count < limit {
          let page = try await store.list(after: last, limit: limit)
          let own = page.prefix { $0.id.hasPrefix(beginning) }
          count += own.count { $0.summary?.state != .ended && $0.summary?.owner == owner }
          guard own.count == page.count, page.count >= min(limit, 1_000), let id = page.last?.id
          else { break }
          last = id
        }
        return count
      }
    } catch {
      throw refusal(of: error, id: "")
    }
  }

  // MARK: Removing

  /// Removes walks, also from the store, for which it doesn't wait.
  func remove(_ ids: [String]) {
    guard !ids.isEmpty else { return }
    for id in ids {
      guard let served = walks.walk(id, loadable: false) else { continue }
      served.content.withLock { $0 = nil }
      walks.forget(served)
    }
    guard let store else { return }
    Task.detached { for id in ids { try? await store.remove(id) } }
  }

  /// When what's over is removed again.
  struct Tidying {
    var results: Timestamp?
    var expired: Timestamp?

    /// Returns whether a time has come, and sets the next one.
    static func isDue(_ next: inout Timestamp?, at now: Timestamp, every seconds: Int64) -> Bool {
      if let next, now < next { return false }
      next = try? now.adding(TimeSpan(seconds: seconds))
      return true
    }
  }

  /// Removes walks whose results were returned, once a minute, and those that have expired, about sixty times while one
  /// lasts: that reads all walks of the store.
  func tidyInTime() {
    guard limits.lifetime != nil || walks.hasResults else { return }
    let now = environment.clock()
    let interval = min(max((limits.lifetime?.wholeSeconds ?? 0) / 60, 60), 3_600)
    let (hasResults, hasExpired) = tidying.withLock { tidying in
      (
        Tidying.isDue(&tidying.results, at: now, every: 60),
        Tidying.isDue(&tidying.expired, at: now, every: interval)
      )
    }
    if hasResults, let span = try? TimeSpan(seconds: Int64(limits.secondsAfterResult)),
      let time = try? now.subtracting(span)
    {
      remove(walks.results(before: time))
    }
    guard hasExpired, limits.lifetime != nil else { return }
    guard let store else {
      for served in walks.expired(at: now) {
        if let owner = served.content.withLock({ $0.map(\.owner) }) { walks.release(owner) }
        remove([served.id])
      }
      return
    }
    Task.detached { _ = try? await store.removeExpired(at: now) }
  }
}
