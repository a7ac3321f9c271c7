// SPDX-License-Identifier: Apache-2.0

import FlowExpressions
import FlowSessions
import FlowWalks
import SavedWalks
import Synchronization

/// The effects of a walk of a service: each is in the store before it begins, and others know that it's performed.
///
/// If the store doesn't take that it begins, nothing is performed, and ``failure`` says why.
final class ServedEffects: EffectHost {
  private struct State {
    /// The session with the beginning of the effect.
    var begun: FlowSession?
    var isCreated: Bool
    var isLeased = false
    var isSaved = true
    var failure: (any Error)?
  }

  private let host: any EffectHost
  private let id: String
  private let turn: WalkTurn
  private let place: StoredPlace?
  private let running: RunningEffects
  private let clock: @Sendable () -> Timestamp
  private let state: Mutex<State>

  /// Creates a host.
  ///
  /// - Parameters:
  ///   - host: What performs the effects.
  ///   - slot: The walk.
  ///   - place: Where the walk is stored; nil for nowhere.
  ///   - isCreated: Whether it's there already.
  ///   - running: The effects of the service that are performed now.
  ///   - clock: Returns the time.
  init(
    _ host: any EffectHost, of slot: ServedWalk, in place: StoredPlace?, isCreated: Bool,
    running: RunningEffects, clock: @escaping @Sendable () -> Timestamp
  ) {
    self.host = host
    (id, turn) = (slot.id, slot.turn)
    self.place = place
    self.running = running
    self.clock = clock
    state = Mutex(State(isCreated: isCreated))
  }

  /// Whether the walk has a place in the store.
  var isCreated: Bool { state.withLock { $0.isCreated } }

  /// The reason why the store didn't take the beginning of an effect; nil if it took all.
  var failure: (any Error)? { state.withLock { $0.failure } }

  /// Notes a session after an event.
  func note(_ session: FlowSession) {
    guard place != nil, session.hasBegunEffect else { return }
    state.withLock { ($0.begun, $0.isSaved) = (session, false) }
  }

  /// Whether the results of all effects are in the store.
  var isSaved: Bool { state.withLock { $0.isSaved } }

  /// Notes that the walk was saved with its effects.
  func noteSaved() { state.withLock { $0.isSaved = true } }

  /// Ends the lease, after the walk was saved or given up.
  func finish() {
    let isLeased = state.withLock { state in
      defer { (state.isLeased, state.begun) = (false, nil) }
      return state.isLeased
    }
    guard isLeased, let place else { return }
    try? BlockingStore.wait { await place.release() }
  }

  // MARK: The host

  func permission(for request: EffectRequest) -> EffectPermission { host.permission(for: request) }

  func outlook(of part: WriteRequest) -> WriteOutlook { host.outlook(of: part) }

  func outlooks(of write: WriteRequest) -> [WriteOutlook] { host.outlooks(of: write) }

  func conclude(_ request: EffectRequest) { host.conclude(request) }

  func recover(_ request: EffectRequest) -> EffectRecovery {
    // No one else finishes or takes back the same meanwhile.
    lease(saving: nil) ? host.recover(request) : .unknown
  }

  func perform(_ request: EffectRequest, until cancellation: EffectCancellation) -> EffectResult {
    guard lease(saving: state.withLock { $0.begun }) else {
      return .failed(message: "not performed")
    }
    let own = EffectCancellation()
    let number = running.begin(own)
    turn.begin(PerformedElsewhere(id: id, step: request.step, since: clock()))
    let renewal = place.map { place in
      // A lease that can be lost is renewed meanwhile; what knows that it's lost cancels the effect.
      Task.detached {
        _ = await place.performing {
          while !Task.isCancelled { try? await Task.sleep(for: .seconds(3_600)) }
          own.cancel()
          return .done
        }
      }
    }
    if cancellation.isCancelled { own.cancel() }
    let result = host.perform(request, until: own)
    renewal?.cancel()
    turn.end()
    running.end(number)
    return result
  }

  /// Takes the lease of the walk, and saves a session with it.
  ///
  /// - Returns: Whether both succeeded.
  private func lease(saving session: FlowSession?) -> Bool {
    guard let place else { return true }
    guard failure == nil else { return false }
    let isCreated = isCreated
    do {
      try BlockingStore.wait {
        if !isCreated, let session { _ = try await place.create(session) }
        try await place.lease()
        if let session { try await place.save(session, leased: true) }
      }
      state.withLock { ($0.isLeased, $0.isCreated) = (true, $0.isCreated || session != nil) }
      return true
    } catch {
      state.withLock { $0.failure = error }
      return false
    }
  }
}

/// The effects of a service that are performed now.
final class RunningEffects: Sendable {
  private struct State {
    var effects: [Int: EffectCancellation] = [:]
    var count = 0
  }

  private let state = Mutex(State())

  /// The number of effects that were begun.
  var count: Int { state.withLock { $0.count } }

  /// The number of effects that are performed now.
  var presentCount: Int { state.withLock { $0.effects.count } }

  func begin(_ effect: EffectCancellation) -> Int {
    state.withLock { state in
      state.count += 1
      state.effects[state.count] = effect
      return state.count
    }
  }

  func end(_ number: Int) { state.withLock { $0.effects[number] = nil } }

  /// Cancels all of them.
  func cancel() {
    for effect in state.withLock({ Array($0.effects.values) }) { effect.cancel() }
  }
}
