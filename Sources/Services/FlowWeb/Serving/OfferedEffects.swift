// SPDX-License-Identifier: Apache-2.0

import FlowEffects
import FlowSessions
import FlowWalks

/// Effects that a visitor says yes to: those that the operator permits, and no others.
struct OfferedEffects: EffectHost {
  /// The host, which grants what the operator permits.
  let host: any EffectHost

  /// The id of the flow.
  let flow: String

  /// Is told of each effect.
  let observer: (any WebObserver)?

  func permission(for request: EffectRequest) -> EffectPermission {
    switch host.permission(for: request) {
    case .granted: .asked
    case .asked: .refused(reason: "not permitted here")
    case .refused(let reason): .refused(reason: reason)
    }
  }

  func outlook(of part: WriteRequest) -> WriteOutlook { host.outlook(of: part) }

  func outlooks(of write: WriteRequest) -> [WriteOutlook] { host.outlooks(of: write) }

  func recover(_ request: EffectRequest) -> EffectRecovery { host.recover(request) }

  func conclude(_ request: EffectRequest) { host.conclude(request) }

  func perform(_ request: EffectRequest, until cancellation: EffectCancellation) -> EffectResult {
    guard let observer else { return host.perform(request, until: cancellation) }
    let begun = ContinuousClock.now
    observer.noteBeginning(ofEffectIn: flow)
    let result = host.perform(request, until: cancellation)
    let outcome: PerformedEffect.Outcome =
      switch result {
      case .failed: .failed
      case .ended(let command): command.status == 0 ? .succeeded : .failed
      default: .succeeded
      }
    observer.note(
      PerformedEffect(
        flow: flow, step: request.step, outcome: outcome, duration: .now - begun))
    return result
  }
}
