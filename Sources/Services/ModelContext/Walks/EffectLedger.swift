// SPDX-License-Identifier: Apache-2.0

import FlowEffects
import Synchronization

/// Keeps which states of walks have led to effects, so that none of them does again.
///
/// A `requestState` is a sealed walk that the client gives back, and nothing stops it from giving it back
/// twice. So before the first effect of a call, the state that it came from is claimed, and a claimed
/// state isn't accepted anymore.
public protocol EffectLedger: Sendable {
  /// Claims a state of a walk.
  ///
  /// It must be kept before this returns, also if the process is killed.
  ///
  /// - Returns: False if it was claimed before, or the claim can't be kept.
  func claim(_ state: WalkMoment) -> Bool

  /// Returns whether a state was claimed.
  func isClaimed(_ state: WalkMoment) -> Bool
}

/// A state of a walk between two calls.
public struct WalkMoment: Hashable, Sendable {
  /// The id of the walk: letters, digits, and `-`.
  public let walk: String

  /// The number of calls so far that have performed effects.
  public let number: Int64

  /// The id and the number as the name of a file.
  public var name: String { "\(walk)-\(number)" }
}

/// Keeps claims in memory.
///
/// It's enough if the key that seals the states is in memory as well: then a state from before a restart
/// isn't accepted.
public final class MemoryLedger: EffectLedger {
  private let claims = Mutex<Set<WalkMoment>>([])

  /// Creates an empty ledger.
  public init() {}

  /// Claims a state of a walk; see ``EffectLedger``.
  public func claim(_ state: WalkMoment) -> Bool {
    claims.withLock { $0.insert(state).inserted }
  }

  /// Returns whether a state was claimed.
  public func isClaimed(_ state: WalkMoment) -> Bool {
    claims.withLock { $0.contains(state) }
  }
}

/// A host for the effects of one call, which claims the state before the first of them.
final class ClaimingEffects: EffectHost {
  enum Claim: Hashable, Sendable {
    case notNeeded, granted, refused
  }

  private let host: any EffectHost
  private let ledger: any EffectLedger
  private let moment: WalkMoment
  private let result = Mutex(Claim.notNeeded)

  init(_ host: any EffectHost, _ ledger: any EffectLedger, at moment: WalkMoment) {
    self.host = host
    self.ledger = ledger
    self.moment = moment
  }

  var claim: Claim { result.withLock { $0 } }

  /// Where a walk in a store is now; nil for one that isn't.
  var place: KeptPlace? { (ledger as? StoredLedger)?.place }

  func permission(for request: EffectRequest) -> EffectPermission {
    host.permission(for: request)
  }

  func outlook(of part: WriteRequest) -> WriteOutlook { host.outlook(of: part) }

  func outlooks(of write: WriteRequest) -> [WriteOutlook] { host.outlooks(of: write) }

  func recover(_ request: EffectRequest) -> EffectRecovery {
    guard claims() else { return .ended(.failed(message: ToolWalk.superseded)) }
    return host.recover(request)
  }

  func conclude(_ request: EffectRequest) { host.conclude(request) }

  func perform(_ request: EffectRequest, until cancellation: EffectCancellation) -> EffectResult {
    guard claims() else { return .failed(message: ToolWalk.superseded) }
    return host.perform(request, until: cancellation)
  }

  /// Claims the state before the first effect, and returns whether it's this call's.
  private func claims() -> Bool {
    result.withLock { claim in
      if claim == .notNeeded { claim = ledger.claim(moment) ? .granted : .refused }
      return claim == .granted
    }
  }
}
