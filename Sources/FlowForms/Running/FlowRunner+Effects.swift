// SPDX-License-Identifier: Apache-2.0

import Localization

// Performs the effects that the session requests.
extension FlowRunner {
  /// The effect that's waiting to be performed, or nil if there isn't one.
  public var pendingEffect: EffectRequest? {
    guard case .needs(.effect(let request)) = session.state else { return nil }
    return request
  }

  /// The question to ask the user before the pending effect is performed, or nil if there isn't
  /// one.
  public var effectQuestion: EffectQuestion? {
    guard let request = pendingEffect, let effects else { return nil }
    if session.isInDoubt, session.doubt != .interrupted || !permitted.contains(request) {
      return .inDoubt(request)
    }
    if !permitted.contains(request), case .asked = effects.permission(for: request) {
      let open = session.upcomingEffects.filter { effects.permission(for: $0) == .asked }
      return .permission(open.isEmpty ? [request] : open)
    }
    if case .refused = effects.permission(for: request) { return nil }
    if case .write(let write) = request.effect, write.exists == .ask, overwriting == nil,
      effects.meetsFile(write)
    {
      return .overwrite(path: write.path)
    }
    return nil
  }

  /// Permits effects that the host asks about, each exactly as it is, and once.
  ///
  /// An effect in doubt counts as not having happened. If the walk still requests it, it's performed.
  ///
  /// - Returns: What was announced, when the runner performs effects by itself.
  @discardableResult
  public func permit(_ requests: [EffectRequest]) -> [FlowAnnouncement] {
    if let request = session.effectInDoubt, requests.contains(request) {
      if session.doubt != .interrupted { return send(.retry) }
      // Without a host, someone else performs it.
      if effects == nil { clearDoubt() }
    }
    permitted.formUnion(requests)
    return resume()
  }

  /// Continues as if the effect in doubt had happened.
  ///
  /// A command counts as ended with status 0. If its output was to be captured, that's a failure of
  /// the step, because the output is lost. A file counts as kept, so it isn't restored by going back.
  /// An effect that the walk no longer requests is undone, if that's possible.
  ///
  /// - Returns: The announcements; none if no effect is in doubt.
  @discardableResult
  public func assumeEffect() -> [FlowAnnouncement] {
    guard session.isInDoubt, let request = pendingEffect else { return [] }
    return send(.effectEnded(session.assumedResult(of: request)))
  }

  /// Decides whether the existing file of a pending write is overwritten or kept.
  ///
  /// - Returns: What was announced, when the runner performs effects by itself.
  @discardableResult
  public func overwrite(_ isOverwritten: Bool) -> [FlowAnnouncement] {
    overwriting = isOverwritten
    return resume()
  }

  /// Whether the pending effect is a write that will keep the existing file, because the user
  /// decided so.
  package var keepsFile: Bool { pendingEffect != nil && overwriting == false }

  /// Refuses the pending effect, so that its step fails.
  ///
  /// One in doubt stays in doubt: the question comes again where the walk requests it again, or ends. Without
  /// an answer about an undo, the walk fails, and can only go back, which asks again.
  ///
  /// - Parameter reason: The reason, as the end of a sentence such as "'git' …".
  /// - Returns: The announcements; none if no effect is pending.
  @discardableResult
  public func refuseEffect(_ reason: String? = nil) -> [FlowAnnouncement] {
    guard pendingEffect != nil else { return [] }
    return send(
      .effectEnded(.failed(message: reason ?? session.catalog.text(.notAllowed))))
  }

  /// Performs the pending effect, unless there's a question to ask.
  func performEffect() -> EffectResult? { takeEffect()?(EffectCancellation()) }

  /// Returns a closure that performs the pending effect, or nil if there's a question to ask first.
  ///
  /// The driver calls it on another thread, and then sends ``FlowEvent/effectEnded(_:)``.
  ///
  /// This call uses up the permission for the effect.
  public func takeEffect() -> (@Sendable (EffectCancellation) -> EffectResult)? {
    guard var request = pendingEffect else { return nil }
    guard let effects else {
      let message = session.catalog.text(.notAllowedHere)
      return { _ in .failed(message: message) }
    }
    if case .refused(let reason) = effects.permission(for: request) {
      let message = session.catalog.text(.notAllowedBecause, ["reason": .text(reason)])
      return { _ in .failed(message: message) }
    }
    guard effectQuestion == nil else { return nil }
    permitted.remove(request)
    beginEffect()
    if case .write(var write) = request.effect, write.exists == .ask, let overwriting {
      write.exists = overwriting ? .overwrite : .keep
      request.effect = .write(write)
    }
    overwriting = nil
    return { [request] in effects.perform(request, until: $0) }
  }
}
