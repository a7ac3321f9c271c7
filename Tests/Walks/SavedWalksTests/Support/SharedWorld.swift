// SPDX-License-Identifier: Apache-2.0

import FlowEffects
import FlowExpressions
import FlowSessions
import FlowWalks
import Synchronization

/// The world outside of a walk that several clients share: what its effects did, and who performs one now.
final class SharedWorld: Sendable {
  struct State {
    /// The requests that happened and weren't undone.
    var standing: [EffectRequest] = []

    /// The client that performs an effect.
    var performing: Int?

    /// How many clients were killed.
    var kills = 0

    /// Why a rule is broken.
    var violation: String?

    var log: [String] = []
  }

  let state = Mutex(State())

  func note(_ line: String) { state.withLock { $0.log.append(line) } }

  func begin(_ request: EffectRequest, by client: Int) {
    state.withLock { state in
      if let other = state.performing {
        state.violation =
          state.violation ?? "\(client) performs \(request.name) while \(other) performs an effect"
      }
      state.performing = client
      state.log.append("\(client) begins \(request.name)")
    }
  }

  /// Ends an effect; unless it failed, it has happened.
  func end(_ request: EffectRequest, happened: Bool) {
    state.withLock { state in
      state.performing = nil
      state.log.append("\(request.name) \(happened ? "happened" : "failed")")
      guard happened else { return }
      if request.isUndo {
        guard let index = state.standing.lastIndex(where: { $0.isUndone(by: request) }) else {
          state.violation = state.violation ?? "\(request.name) undoes what isn't there"
          return
        }
        state.standing.remove(at: index)
      } else {
        if let other = state.standing.first(where: { $0.step == request.step }) {
          state.violation =
            state.violation ?? "\(request.name) is performed while \(other.name) stands"
        }
        state.standing.append(request)
      }
    }
  }

  /// Returns whether a request in doubt happened, as a truthful user knows.
  func happened(_ request: EffectRequest) -> Bool {
    state.withLock { state in
      let stands = state.standing.contains {
        request.isUndo ? $0.isUndone(by: request) : $0.name == request.name
      }
      return stands != request.isUndo
    }
  }

  /// Returns what's broken: what happened and isn't known to the session, or the other way round.
  func violation(in session: FlowSession) -> String? {
    state.withLock { state in
      if let violation = state.violation { return violation }
      let known = session.standingEffects
      let awaited = Set(session.awaitedReplays)
      let pending = session.effectInDoubt ?? session.effectInProgress
      for request in state.standing {
        if known.contains(where: { $0.name == request.name }) { continue }
        if awaited.contains(request.step) || pending?.step == request.step { continue }
        return "\(request.name) happened and is forgotten"
      }
      guard case .finished(let result) = session.state, result.outcome == .completed else {
        return nil
      }
      for request in known where !state.standing.contains(where: { $0.name == request.name }) {
        return "\(request.name) is in the result and didn't happen"
      }
      return nil
    }
  }
}

/// Says that something has come to a point where it waits, or to its end.
actor Meeting {
  private var arrived = 0
  private var waiting: CheckedContinuation<Void, Never>?

  func arrive() {
    if let waiting {
      self.waiting = nil
      waiting.resume()
    } else {
      arrived += 1
    }
  }

  /// Returns once for each arrival.
  func wait() async {
    if arrived > 0 { arrived -= 1 } else { await withCheckedContinuation { waiting = $0 } }
  }
}

/// The effects of one client, of which each waits until a test ends it.
actor GatedEffects: AsyncEffectHost {
  private let world: SharedWorld
  private let number: Int
  private let meeting: Meeting
  private var gate: CheckedContinuation<Bool, Never>?
  private(set) var pending: EffectRequest?

  init(_ world: SharedWorld, _ number: Int, _ meeting: Meeting) {
    self.world = world
    self.number = number
    self.meeting = meeting
  }

  func perform(_ request: EffectRequest) async -> EffectResult {
    world.begin(request, by: number)
    pending = request
    let happens = await withCheckedContinuation { gate in
      self.gate = gate
      Task { await meeting.arrive() }
    }
    world.end(request, happened: happens)
    pending = nil
    return happens ? .ended(CommandResult(status: 0)) : .failed(message: "was unlucky")
  }

  /// Ends the effect that waits.
  func end(happening happens: Bool) {
    gate?.resume(returning: happens)
    gate = nil
  }
}

extension EffectRequest {
  /// Whether an undo undoes exactly this.
  fileprivate func isUndone(by undo: EffectRequest) -> Bool {
    guard case .command(let done) = effect, case .command(let undo) = undo.effect else {
      return false
    }
    return done.arguments.dropFirst().elementsEqual(undo.arguments.dropFirst())
  }

  /// The name of its effect, by which it's known outside.
  var name: String {
    if case .command(let command) = effect {
      command.arguments.joined(separator: " ")
    } else {
      step
    }
  }
}
