// SPDX-License-Identifier: Apache-2.0

package import FlowEffects
import FlowModel
import FlowSessions
import Localization

// Performs the effects that the session requests.
extension FlowWalk {
  /// The effect that's waiting to be performed; nil if there isn't one.
  package var pendingEffect: EffectRequest? {
    guard case .effect(let request)? = session.need else { return nil }
    return request
  }

  func decision(about request: EffectRequest) -> WalkDecision? {
    guard !services.client.contains(.effects) else {
      return session.effectInDoubt.map { .doubt($0, session.doubt) }
    }
    guard let look = found else { return nil }
    // The files come first, because what's decided about them is kept, and a permission holds for one process.
    if !look.permission.isRefused, let file = undecidedFile(in: look) {
      return .overwrite(request, file)
    }
    let isPermitted = isPermitted(request)
    if session.isInDoubt, session.doubt != .interrupted || !isPermitted {
      return .doubt(request, session.doubt)
    }
    // The files of a tree have questions of their own.
    let path = request.isTree ? nil : look.pending.path
    switch look.permission {
    case .asked where !isPermitted:
      return .permission([decided(request)] + look.later.map(\.request), existingFile: path)
    case .refused: return nil
    case .asked, .granted:
      guard grants.isOverwriting == nil else { return nil }
      return path.map { .overwrite(request, ExistingFile(path: $0)) }
    }
  }

  /// Whether the user has permitted exactly this request.
  func isPermitted(_ request: EffectRequest) -> Bool {
    grants.effects.contains(request) || grants.effects.contains(decided(request))
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
  /// Perform the effect, and then send `FlowEvent.effectEnded(_:)`.
  ///
  /// - Returns: The effect; nil if there's something to decide first.
  mutating func beginEffect() -> Effect? {
    guard session.needsEffect, var request = pendingEffect else { return nil }
    guard services.effects != nil else {
      return .refused(.failed(message: session.catalog.text(.notAllowedHere)))
    }
    lookOnce()
    guard let look else { return nil }
    if case .refused(let reason) = look.permission {
      return .refused(
        .failed(message: session.catalog.text(.notAllowedBecause, ["reason": .text(reason)])))
    }
    guard decision(about: request) == nil else { return nil }
    let decided = decided(request)
    grants.effects.remove(request)
    grants.effects.remove(decided)
    if case .write(var write) = request.effect, write.exists == .ask,
      let isOverwriting = grants.isOverwriting
    {
      _ = step(
        .decideFile(
          FileDecision(path: write.path, fingerprint: nil, isReplaced: isOverwriting)))
      write.exists = isOverwriting ? .overwrite : .keep
      request.effect = .write(write)
    }
    _ = step(.effectBegan)
    grants.isOverwriting = nil
    request = request.isTree ? decided : request
    request.attempt = session.attempt(of: request)
    unconcluded.append(request)
    return .request(request)
  }

  /// Finds out what happened to the effect in doubt, if its host knows without the user.
  ///
  /// Finishes or takes back an effect whose process was killed, if that's allowed here. A file that was written with a
  /// secret that isn't saved counts if it holds the content that's asked for now.
  ///
  /// - Returns: The event that follows; nil if none does.
  mutating func recovery() -> FlowEvent? {
    guard session.isInDoubt, let request = session.effectInDoubt, session.doubt != .final,
      !services.client.contains(.effects), let effects = services.effects,
      !grants.effects.contains(request), grants.unknown != request
    else { return nil }
    lookOnce()
    guard look?.permission.isRefused == false else { return nil }
    guard session.doubt != .secret else {
      return request.isWritten(by: effects)
        ? .effectEnded(session.assumedResult(of: request)) : nil
    }
    var attempted = decided(request)
    attempted.attempt = session.attempt(of: request)
    switch effects.recover(attempted) {
    case .ended(let result):
      session.resolveDoubt()
      unconcluded.append(attempted)
      return .effectEnded(result)
    case .notPerformed:
      if session.doubt == .outdated { return .retry }
      session.clearDoubt()
      look = nil
    case .unknown: grants.unknown = request
    }
    return nil
  }

  /// Has the host forget what it noted about effects, once the walk has recorded the results.
  package mutating func concludeEffects() {
    guard !unconcluded.isEmpty, !session.hasBegunEffect, services.hasRecorded?() ?? true else {
      return
    }
    for request in unconcluded { services.effects?.conclude(request) }
    unconcluded = []
  }

  /// Begins the pending effect, and returns what performs it; nil if there's something to decide first.
  mutating func takeEffect() -> (@Sendable (EffectCancellation) -> EffectResult)? {
    switch beginEffect() {
    case .request(let request)?:
      guard let effects = services.effects else { return nil }
      return { effects.perform(request, until: $0) }
    case .refused(let result)?: return { _ in result }
    case nil: return nil
    }
  }

  /// The event that refuses the pending effect, so that its step fails; nil if none is pending.
  ///
  /// One in doubt stays in doubt: the question comes again where the walk requests it again, or ends. Without
  /// an answer about an undo, the walk fails, and can only go back, which asks again.
  func refusal(_ reason: String? = nil) -> FlowEvent? {
    guard pendingEffect != nil else { return nil }
    return .effectEnded(.failed(message: reason ?? session.catalog.text(.notAllowed)))
  }
}

extension EffectRequest {
  /// Whether it's a write of what's there already, which needn't be asked about.
  fileprivate func isWritten(by effects: any EffectHost) -> Bool {
    guard case .write(let write) = effect, write.exists != .append else { return false }
    return effects.outlooks(of: write).allSatisfy { $0 == .same }
  }
}
