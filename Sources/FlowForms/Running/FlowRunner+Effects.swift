// SPDX-License-Identifier: Apache-2.0

import Localization

// What the session wants done outside, and who does it.
extension FlowRunner {
  /// The effect that waits to be performed; nil if none does.
  public var pendingEffect: EffectRequest? {
    guard case .needs(.effect(let request)) = session.state else { return nil }
    return request
  }

  /// What a person must be asked before the pending effect is performed; nil: nothing.
  public var effectQuestion: EffectQuestion? {
    guard let request = pendingEffect, let effects else { return nil }
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

  /// Allows effects that the host asks about: each of them once, as it is.
  ///
  /// - Returns: What was announced, when the runner performs effects by itself.
  @discardableResult
  public func permit(_ requests: [EffectRequest]) -> [FlowAnnouncement] {
    permitted.formUnion(requests)
    return resume()
  }

  /// Says whether the file that a pending write meets is overwritten, or else kept.
  ///
  /// - Returns: What was announced, when the runner performs effects by itself.
  @discardableResult
  public func overwrite(_ isOverwritten: Bool) -> [FlowAnnouncement] {
    overwriting = isOverwritten
    return resume()
  }

  /// Whether the pending effect is a write that will leave the file as it is, because the person said
  /// so.
  package var keepsFile: Bool { pendingEffect != nil && overwriting == false }

  /// Refuses the pending effect, which is a failure of its step.
  ///
  /// - Parameter reason: Why, as the end of a sentence such as "'git' …"; nil if it was not allowed.
  /// - Returns: What was announced; nothing when no effect waits.
  @discardableResult
  public func refuseEffect(_ reason: String? = nil) -> [FlowAnnouncement] {
    guard pendingEffect != nil else { return [] }
    return send(
      .effectEnded(.failed(message: reason ?? session.catalog.text(.notAllowed))))
  }

  /// Performs the pending effect, if no one must be asked.
  func performEffect() -> EffectResult? { takeEffect()?(EffectCancellation()) }

  /// What performs the pending effect, for a driver that does it on another thread and sends
  /// ``FlowEvent/effectEnded(_:)``; nil if something must be asked first.
  ///
  /// What was allowed is used up by this call.
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
    if case .write(var write) = request.effect, write.exists == .ask, let overwriting {
      write.exists = overwriting ? .overwrite : .keep
      request.effect = .write(write)
    }
    overwriting = nil
    return { [request] in effects.perform(request, until: $0) }
  }
}
