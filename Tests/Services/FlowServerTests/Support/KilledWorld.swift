// SPDX-License-Identifier: Apache-2.0

import FlowEffects
import FlowExpressions
import FlowSessions
import RandomTesting
import SavedWalks
import Synchronization

/// The world outside of a walk that is killed at random: what its effects did, and what was saved of it.
///
/// Nothing happens outside, and nothing is saved, between a kill and ``restart()``.
final class KilledWorld: EffectHost {
  /// The state that a test finds.
  struct State {
    /// The forward requests that happened and weren't undone.
    var standing: [EffectRequest] = []

    /// Those of them that the user has let stand outside of the walk.
    var waived: Set<String> = []

    /// Why a rule is broken.
    var violation: String?

    /// The saved walk.
    var saved: SavedWalk?

    /// The `eventCount` when the walk was saved.
    var savedCount = 0

    var isKilled = false
    var killCount = 0
    var random: SeededGenerator

    /// The probability of a kill at each moment, in percent.
    var kills: Int

    var log: [String] = []

    mutating func chance(_ percent: Int) -> Bool {
      Int.random(in: 0..<100, using: &random) < percent
    }

    mutating func kill() {
      guard chance(kills) else { return }
      isKilled = true
      killCount += 1
      log.append("killed")
    }
  }

  let state: Mutex<State>
  let keepsSecrets: Bool

  init(seed: UInt64, kills: Int, keepsSecrets: Bool) {
    state = Mutex(State(random: SeededGenerator(seed: seed), kills: kills))
    self.keepsSecrets = keepsSecrets
  }

  /// Saves a session that another driver continues.
  func restart(_ session: FlowSession) {
    state.withLock {
      $0.isKilled = false
      $0.savedCount = session.eventCount
    }
    save(session, isWhole: true)
  }

  // MARK: Saving

  /// Saves a session as a journal does: what's new is appended, where that's possible.
  func save(_ session: FlowSession, isWhole: Bool = false) {
    state.withLock { state in
      guard !state.isKilled else { return }
      if !isWhole { state.kill() }
      guard !state.isKilled else { return }
      let events =
        isWhole
        ? nil : session.appendableEvents(after: state.savedCount, keepingSecrets: keepsSecrets)
      if let events, state.saved != nil {
        state.saved?.events += events
      } else {
        state.saved = SavedWalk(session, keepingSecrets: keepsSecrets)
      }
      state.savedCount = session.eventCount
      if !isWhole { state.kill() }
    }
  }

  // MARK: Effects

  func permission(for request: EffectRequest) -> EffectPermission {
    request.step.hasSuffix("1") ? .asked : .granted
  }

  func outlook(of part: WriteRequest) -> WriteOutlook { .new }

  func perform(
    _ request: EffectRequest, until cancellation: EffectCancellation
  ) -> EffectResult {
    state.withLock { state in
      if !state.isKilled { state.kill() }
      guard !state.isKilled else { return .failed(message: "was killed") }
      if case .command(let command) = request.effect, command.arguments[0] == "read" {
        return .ended(CommandResult(status: 0, output: Array("read".utf8)))
      }
      guard !state.chance(8) else {
        state.log.append("failed \(request.words)")
        state.kill()
        return .failed(message: "was unlucky")
      }
      state.log.append(request.words)
      if request.isUndo { state.undo(request) } else { state.perform(request) }
      state.kill()
      switch request.effect {
      case .command(let command):
        let output = command.arguments.last ?? ""
        return .ended(CommandResult(status: 0, output: Array(output.utf8)))
      case .action: return .done
      case .write: return .written(WrittenFile(previous: .nothing))
      case .restore: return .done
      }
    }
  }

  /// Returns whether a request in doubt happened, as a truthful user knows.
  func happened(_ request: EffectRequest) -> Bool {
    state.withLock { state in
      let stands = state.standing.contains {
        request.isUndo ? $0.isUndone(by: request) : $0.words == request.words
      }
      return stands != request.isUndo
    }
  }

  // MARK: Rules

  /// Returns what's broken: what happened and isn't known to the session, or the other way round.
  func violation(in session: FlowSession) -> String? {
    state.withLock { state in
      if let violation = state.violation { return violation }
      let known = session.standingEffects
      let awaited = Set(session.awaitedReplays)
      let pending: EffectRequest? =
        if case .needs(.effect(let request)) = session.state { request } else { nil }
      for request in state.standing where !state.waived.contains(request.words) {
        if known.contains(where: { $0.words == request.words }) { continue }
        if awaited.contains(request.step) { continue }
        if session.effectInDoubt != nil, pending?.step == request.step { continue }
        return "\(request.words) happened and is forgotten"
      }
      guard case .finished(let result) = session.state, result.outcome == .completed else {
        return nil
      }
      for request in known
      where !state.standing.contains(where: { $0.words == request.words }) {
        return "\(request.words) is in the result and didn't happen"
      }
      return nil
    }
  }
}

extension KilledWorld.State {
  fileprivate mutating func perform(_ request: EffectRequest) {
    if let other = standing.first(where: { $0.step == request.step }), !waived.contains(other.words)
    {
      violation = violation ?? "\(request.words) is performed while \(other.words) stands"
    }
    if waived.remove(request.words) != nil { standing.removeAll { $0.words == request.words } }
    standing.append(request)
  }

  fileprivate mutating func undo(_ request: EffectRequest) {
    guard let index = standing.lastIndex(where: { $0.isUndone(by: request) }) else {
      violation = violation ?? "\(request.words) undoes what isn't there"
      return
    }
    waived.remove(standing[index].words)
    standing.remove(at: index)
  }
}

extension EffectRequest {
  /// Whether an undo undoes exactly this.
  func isUndone(by undo: EffectRequest) -> Bool {
    switch (effect, undo.effect) {
    case (.command(let done), .command(let undo)):
      done.arguments.dropFirst().elementsEqual(undo.arguments.dropFirst())
    case (.write(let done), .restore(let undo)): done.path == undo.write.path
    default: false
    }
  }

  var words: String {
    switch effect {
    case .command(let command): command.arguments.joined(separator: " ")
    case .action(let action): action.name
    case .write(let write): "write \(write.path)"
    case .restore(let restore): "restore \(restore.write.path)"
    }
  }
}
