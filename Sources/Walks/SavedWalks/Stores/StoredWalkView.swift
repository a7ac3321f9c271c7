// SPDX-License-Identifier: Apache-2.0

import FlowEffects
public import FlowExpressions
public import FlowModel
public import FlowSessions
public import FlowWalks

/// The present question of a stored walk, for someone who only looks.
public struct StoredWalkView: Sendable {
  /// The session, restored from what's stored.
  public let session: FlowSession

  /// The revision that it has.
  public let revision: WalkRevision

  /// The notices of its restoring.
  public let notices: [RestoredSession.Notice]

  /// The summary that's stored with it; nil if there's none.
  public let summary: WalkSummary?

  /// The effect that a runner performs now; nil if none does.
  public let elsewhere: PerformedElsewhere?

  package init(
    session: FlowSession, revision: WalkRevision, notices: [RestoredSession.Notice],
    summary: WalkSummary?, elsewhere: PerformedElsewhere?
  ) {
    self.session = session
    self.revision = revision
    self.notices = notices
    self.summary = summary
    self.elsewhere = elsewhere
  }

  /// Whether the view stays right until the walk has another revision: everything in it is stored, and nothing is
  /// done elsewhere meanwhile.
  package var isLasting: Bool {
    elsewhere == nil && notices.isEmpty && session.notices.isEmpty && session.need == nil
      && session.awaitedReplays.isEmpty && !session.hasEffects
  }

  /// Whether the walk has ended, but not as the session has it, whose flow has changed since.
  package var hasEndedInOtherVersion: Bool {
    guard summary?.state == .ended else { return false }
    if case .finished = session.state { return false }
    return true
  }

  /// The state of the session: what it waits for, or how it ended.
  public var state: SessionState { session.state }

  /// The secret for which the walk waits because it isn't stored, by the id of its question or step; nil if it
  /// waits for none.
  var missingSecret: String? {
    for case .secretNeeded(let name) in notices {
      switch state {
      case .asking(let step):
        if step.id == name || step.elements.contains(where: { $0.field?.id == name }) {
          return name
        }
      case .needs(.effect(let request)): if request.step == name { return name }
      default: break
      }
    }
    return nil
  }
}

extension WalkStore {
  /// Looks at a walk, and changes nothing: no step is approved, and no effect is performed.
  ///
  /// A page that only shows a walk, as the answer to a GET, calls this; `AsyncFlowRunner.start()` would go on.
  ///
  /// ```swift
  /// let view = try await store.look(at: id, flow: flow)
  /// if let elsewhere = view.elsewhere {
  ///   print("please wait: \(elsewhere)")
  /// } else if case .asking(let step) = view.state {
  ///   print(step.id)
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - id: The id of the walk.
  ///   - flow: The flow, which may be a later version.
  ///   - otherVersions: Other versions of the flow; a walk continues in the one that saved it.
  ///   - owner: The owner of the walk, so that the walk of another one is unknown; nil to look at any.
  ///   - zone: The rules of the walk's time zone; not needed for UTC.
  ///   - allowsDowngrade: Whether a walk of a later version is shown as one of a changed flow.
  /// - Returns: What the walk is now.
  /// - Throws: ``WalkStoreError``, and `SavedWalkError` if it doesn't belong to the flow.
  /// - Complexity: The same as handling each event.
  public func look(
    at id: String, flow: CheckedFlow, otherVersions: [CheckedFlow] = [], owner: String? = nil,
    zone: ZoneRules? = nil, allowingDowngrade allowsDowngrade: Bool = false
  ) async throws -> StoredWalkView {
    try await look(at: id, holding: nil, owner: owner) { (stored) throws(SavedWalkError) in
      try stored.walk.restored(
        in: flow, otherVersions: otherVersions, zone: zone, allowingDowngrade: allowsDowngrade)
    }
  }

  /// Looks at a walk as the holder of a lease, or of a view from before, which is returned if the walk hasn't changed.
  ///
  /// The view must be a lasting one; see ``StoredWalkView/isLasting``.
  package func look(
    at id: String, holding lease: WalkLease? = nil, owner: String? = nil,
    knowing known: StoredWalkView? = nil,
    _ restoring: (StoredWalk) throws(SavedWalkError) -> RestoredSession
  ) async throws -> StoredWalkView {
    var known = known
    while true {
      let stored: StoredWalk
      if let view = known {
        guard let changed = try await load(id, unless: view.revision) else { return view }
        (stored, known) = (changed, nil)
      } else {
        stored = try await load(id)
      }
      if let owner, owner != stored.summary?.owner { throw WalkStoreError.unknown(id) }
      var restored = try restoring(stored)
      if let count = stored.summary?.eventCount { restored.session.countOn(from: count) }
      let inDoubt = restored.session.effectInDoubt
      let begun = stored.walk.lastBeginning
      var elsewhere: PerformedElsewhere?
      if inDoubt != nil || begun?.isOpen == true {
        do throws(WalkStoreError) {
          // An append of nothing says whether someone else holds a lease.
          try await append([], to: id, after: stored.revision, holding: lease)
        } catch {
          switch error {
          case .conflict: continue
          case .leased:
            elsewhere = PerformedElsewhere(
              id: id, step: inDoubt?.step ?? begun?.step ?? "", since: begun?.time ?? .epoch)
          default: throw error
          }
        }
      }
      return StoredWalkView(
        session: restored.session, revision: stored.revision, notices: restored.notices,
        summary: stored.summary, elsewhere: elsewhere)
    }
  }
}

extension SavedWalk {
  /// The last effect that has begun, and whether nothing says that it has ended; nil if none has.
  ///
  /// Events that wait in a walk of a changed flow come after it, so they can be those of an earlier effect.
  fileprivate var lastBeginning: (step: String, time: Timestamp, isOpen: Bool)? {
    var isOpen = true
    for entry in events.reversed() {
      switch entry.event {
      case .effectBegan:
        let step = entry.effect?.request?.step ?? entry.subject ?? ""
        return (step, entry.now, isOpen)
      case .effectEnded, .retry: isOpen = false
      default: continue
      }
    }
    return nil
  }
}
