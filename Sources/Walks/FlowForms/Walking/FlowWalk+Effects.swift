// SPDX-License-Identifier: Apache-2.0

import Localization

// Performs the effects that the session requests.
extension FlowWalk {
  /// The effect that's waiting to be performed; nil if there isn't one.
  public var pendingEffect: EffectRequest? {
    guard case .effect(let request)? = session.need else { return nil }
    return request
  }

  func decision(about request: EffectRequest) -> WalkDecision? {
    guard !services.client.contains(.effects) else {
      return session.effectInDoubt.map { .doubt($0, session.doubt) }
    }
    guard let effects = services.effects else { return nil }
    let isPermitted = grants.effects.contains(request)
    if session.isInDoubt, session.doubt != .interrupted || !isPermitted {
      return .doubt(request, session.doubt)
    }
    switch effects.permission(for: request) {
    case .asked where !isPermitted:
      let open = session.upcomingEffects.filter { effects.permission(for: $0) == .asked }
      // The files of a tree have questions of their own.
      return .permission(
        open.isEmpty ? [request] : open,
        existingFile: request.isTree ? nil : existingFile(request))
    case .refused: return nil
    case .asked, .granted:
      guard grants.isOverwriting == nil else { return nil }
      return existingFile(request, from: treeGrants.count).map { .overwrite(request, path: $0) }
    }
  }

  /// The file that a write would replace, if the flow has the user decide that.
  ///
  /// - Parameters:
  ///   - request: The request.
  ///   - start: The number of parts of a tree that need no decision.
  /// - Returns: The path; nil if there's nothing to decide.
  /// - Complexity: O(*n*) in the number of parts until the first that meets a file.
  package func existingFile(_ request: EffectRequest, from start: Int = 0) -> String? {
    guard case .write(let write) = request.effect, let effects = services.effects else {
      return nil
    }
    guard case .tree(let parts) = write.kind else {
      return write.exists == .ask && effects.meetsFile(write) ? write.path : nil
    }
    return parts.dropFirst(start).first(where: meetsFile)?.path
  }

  private func meetsFile(_ part: WriteRequest) -> Bool {
    guard part.exists == .ask, part.kind != .folder, let effects = services.effects else {
      return false
    }
    if case .differs = effects.outlook(of: part) { return true }
    return false
  }

  /// What the pending write of a tree would replace, in the order of its parts; empty for another effect,
  /// and without a host.
  ///
  /// - Complexity: O(*n*) in the number of parts.
  package func outlooks(of request: EffectRequest) -> [WriteOutlook] {
    guard case .write(let write) = request.effect, case .tree(let parts) = write.kind,
      let effects = services.effects
    else { return [] }
    return parts.map { effects.outlook(of: $0) }
  }

  /// The decisions about the files of the pending tree.
  ///
  /// An event withdraws them.
  var treeGrants: TreeGrants {
    get {
      grants.tree.revision == session.eventCount
        ? grants.tree : TreeGrants(revision: session.eventCount)
    }
    set { grants.tree = newValue }
  }

  /// Decides about the next file of the pending tree that meets another one.
  mutating func decideFile(_ request: EffectRequest, isOverwritten: Bool) {
    guard case .write(let write) = request.effect, case .tree(let parts) = write.kind else {
      return
    }
    let start = treeGrants.count
    guard let index = parts.indices.dropFirst(start).first(where: { meetsFile(parts[$0]) }) else {
      return
    }
    treeGrants.decisions[index] = isOverwritten
    treeGrants.count = index + 1
  }

  /// Whether the pending effect is a write that will keep the existing file, because the user
  /// decided so.
  package var keepsFile: Bool { pendingEffect != nil && grants.isOverwriting == false }

  /// An effect that's performed now.
  package enum Effect {
    /// The request, with what the user decided about an existing file.
    case request(EffectRequest)

    /// Nothing is performed, because it isn't allowed.
    case refused(EffectResult)
  }

  /// Begins the pending effect: its beginning is in the log, and its permission is used up.
  ///
  /// Perform the effect, and then send ``FlowEvent/effectEnded(_:)``.
  ///
  /// - Returns: The effect; nil if there's something to decide first.
  package mutating func beginEffect() -> Effect? {
    guard var request = pendingEffect else { return nil }
    guard let effects = services.effects else {
      return .refused(.failed(message: session.catalog.text(.notAllowedHere)))
    }
    if case .refused(let reason) = effects.permission(for: request) {
      return .refused(
        .failed(message: session.catalog.text(.notAllowedBecause, ["reason": .text(reason)])))
    }
    guard decision(about: request) == nil else { return nil }
    grants.effects.remove(request)
    let decisions = treeGrants.decisions
    _ = step(.effectBegan)
    if case .write(var write) = request.effect, write.exists == .ask,
      let isOverwriting = grants.isOverwriting
    {
      write.exists = isOverwriting ? .overwrite : .keep
      request.effect = .write(write)
    }
    grants.isOverwriting = nil
    if case .write(let write) = request.effect, !decisions.isEmpty {
      request.effect = .write(write.deciding(decisions))
    }
    return .request(request)
  }

  /// Begins the pending effect, and returns what performs it; nil if there's something to decide first.
  package mutating func takeEffect() -> (@Sendable (EffectCancellation) -> EffectResult)? {
    switch beginEffect() {
    case .request(let request)?:
      guard let effects = services.effects else { return nil }
      return { effects.perform(request, until: $0) }
    case .refused(let result)?: return { _ in result }
    case nil: return nil
    }
  }

  /// Performs the effects that nothing must be decided about, unless the client performs them.
  package mutating func performEffects() -> [FlowAnnouncement] {
    guard !services.client.contains(.effects) else { return [] }
    var announcements: [FlowAnnouncement] = []
    while let effect = takeEffect() {
      announcements += handle(.effectEnded(effect(services.cancellation)))
    }
    return announcements
  }

  /// The event that refuses the pending effect, so that its step fails; nil if none is pending.
  ///
  /// One in doubt stays in doubt: the question comes again where the walk requests it again, or ends. Without
  /// an answer about an undo, the walk fails, and can only go back, which asks again.
  package func refusal(_ reason: String? = nil) -> FlowEvent? {
    guard pendingEffect != nil else { return nil }
    return .effectEnded(.failed(message: reason ?? session.catalog.text(.notAllowed)))
  }
}

/// The decisions about the files of a tree, at a moment of the walk.
struct TreeGrants: Sendable {
  /// The number of events when they were made.
  let revision: Int

  /// Whether each file is overwritten, by its index.
  var decisions: [Int: Bool] = [:]

  /// The number of parts that need no further decision.
  var count = 0
}

extension EffectRequest {
  /// Whether it writes a tree.
  var isTree: Bool {
    if case .write(let write) = effect { write.isTree } else { false }
  }
}
