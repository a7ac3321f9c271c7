// SPDX-License-Identifier: Apache-2.0

import FlowExpressions
import JSONRPC
import Synchronization

/// A request that a service has handled, for a log: without answers, and without anything else of a walk.
public struct ServedRequest: Sendable {
  /// The owner; nil for none.
  public let owner: String?

  /// The method, at most 60 Characters.
  public let method: String

  /// The id of the walk; nil for none.
  ///
  /// Who knows it and is the owner reaches the walk, so a log shows only its beginning.
  public let walk: String?

  /// The state that the walk is in; nil if the result has none.
  public let state: String?

  /// The code of the error; nil if the request wasn't refused.
  public let error: Int?

  /// How long it took.
  public let duration: Duration

  init(
    _ method: String, _ parameters: ValueMap, owner: String?, taking duration: Duration,
    _ result: Result<Value, RPCError>
  ) {
    self.owner = owner
    self.method = FlowService.shortened(method)
    self.duration = duration
    var map = ValueMap()
    if case .success(.map(let success)) = result { map = success }
    if case .failure(let failure) = result { error = failure.code.rawValue } else { error = nil }
    walk = (map["walk"] ?? parameters["walk"])?.textContent
    state = map["state"]?.textContent
  }
}

extension Value {
  fileprivate var textContent: String? { if case .string(let text) = self { text } else { nil } }
}

/// The counters of a service since it began.
final class ServiceCounts: Sendable {
  private struct State {
    var present: [String?: Int] = [:]
    var requests = 0
    var refusals = 0
    var opened = 0
    var ended = 0
  }

  private let state = Mutex(State())

  /// Begins a request.
  ///
  /// - Throws: `RPCError` if the owner has as many at a time as the limit.
  func begin(_ owner: String?, limit: Int) throws(RPCError) {
    let isTaken = state.withLock { state in
      state.requests += 1
      guard state.present[owner, default: 0] < limit else {
        state.refusals += 1
        return false
      }
      state.present[owner, default: 0] += 1
      return true
    }
    guard isTaken else {
      throw RPCError(
        .tooManyRequests, "\(limit) requests are handled; send this one when one of them has ended")
    }
  }

  /// Ends a request.
  func end(_ owner: String?, isRefused: Bool) {
    state.withLock { state in
      if isRefused { state.refusals += 1 }
      let count = state.present[owner, default: 1] - 1
      state.present[owner] = count == 0 ? nil : count
    }
  }

  func noteOpened() { state.withLock { $0.opened += 1 } }

  func noteEnded() { state.withLock { $0.ended += 1 } }

  /// The counts as a JSON object.
  func value(walksInMemory: Int, effects: RunningEffects) -> Value {
    let state = state.withLock { $0 }
    return .object([
      "requests": .number(state.requests), "refused": .number(state.refusals),
      "handled": .number(state.present.values.reduce(0, +)),
      "opened": .number(state.opened), "ended": .number(state.ended),
      "inMemory": .number(walksInMemory), "effects": .number(effects.count),
      "performing": .number(effects.presentCount),
    ])
  }
}
