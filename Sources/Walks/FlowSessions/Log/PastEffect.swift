// SPDX-License-Identifier: Apache-2.0

import FlowEffects

/// An effect of a saved walk that the restored session hasn't reached.
///
/// It happened outside, or may have, so it waits until the session requests exactly the same, or until
/// it's undone or the user has decided about it.
struct PastEffect: Sendable {
  /// How far it got.
  enum Stage: Sendable {
    /// It began, so it may have happened.
    case begun

    /// It succeeded.
    case done

    /// It failed, and nothing is left of it.
    case failed

    /// Its undo began, so it may be undone.
    case undoing
  }

  /// The id of its step.
  let step: String

  /// How far it got.
  var stage = Stage.begun

  /// The number of steps below what follows it.
  let depth: Int

  /// Its place among the events of the log.
  var place: Int

  /// Whether the user is asked if it counts, because its secrets weren't saved.
  var isQuestioned = false

  /// Whether the user has said that it doesn't count.
  private(set) var isRejected = false

  /// Its beginning, and its undo's, as they're saved.
  private(set) var beginning: LoggedEvent?
  private(set) var end: LoggedEvent?
  private(set) var undoing: LoggedEvent?

  private init(step: String, depth: Int, place: Int) {
    self.step = step
    self.depth = depth
    self.place = place
  }

  /// Creates an effect that may have happened, from its beginning in a log.
  init?(inDoubt beginning: LoggedEvent) {
    guard let step = beginning.target else { return nil }
    self.init(step: step, depth: beginning.depth, place: .max)
    self.beginning = beginning
  }

  /// The request; nil if it isn't known.
  var request: EffectRequest? { beginning?.effect?.request ?? end?.effect?.request }

  /// The request that undoes it, or would if it has happened; nil if it can't be undone.
  var undo: EffectRequest? {
    if case .write(let write)? = request?.effect,
      case .effectEnded(.written(let file))? = end?.event
    {
      guard !isWithheld else { return nil }
      return EffectRequest(
        step: step, title: request?.title, isUndo: true,
        effect: .restore(RestoreRequest(write: write, written: file)))
    }
    return (end?.effect ?? beginning?.effect)?.undo
  }

  /// Whether the secrets of the request were left out.
  var isWithheld: Bool { [beginning, end].contains { $0?.effect?.isWithheld == true } }

  /// The result; nil if it isn't known.
  var result: EffectResult? {
    guard let end, !end.isWithheld, case .effectEnded(let result) = end.event else { return nil }
    return result
  }

  /// Whether something outside may depend on it.
  var isLasting: Bool {
    switch stage {
    case .failed: return false
    case .undoing: return true
    case .begun, .done:
      if let known = end?.effect ?? beginning?.effect, known.isFinal || known.undo != nil {
        return true
      }
      if case .write? = request?.effect {
        guard let end else { return true }
        return end.event != .effectEnded(.done)
      }
      return request == nil
    }
  }

  /// Whether the session requests the same; what was left out isn't compared.
  func isSame(as other: EffectRequest) -> Bool {
    guard !isRejected else { return false }
    guard let request else { return true }
    return request.effect == (isWithheld ? other.withoutSecrets : other).effect
  }

  /// The events that restore it, oldest first.
  var events: [LoggedEvent] { [beginning, end, undoing].compactMap { $0 } }

  // MARK: Changing

  /// Notes that its undo begins.
  mutating func beginUndo(_ event: LoggedEvent) {
    stage = .undoing
    undoing = event
  }

  /// Notes that its undo failed, so it still stands.
  mutating func failUndo() {
    stage = .done
    undoing = nil
  }

  /// Notes that it doesn't count, so that it's undone.
  mutating func reject() {
    (isQuestioned, isRejected) = (false, true)
  }

  /// Notes that it happened, so that a walk that's restored doesn't ask again.
  ///
  /// The data that it returned, or replaced, isn't known.
  mutating func assume(_ result: EffectResult) {
    stage = .done
    guard end == nil, let beginning, let request else { return }
    var noted = beginning.effect
    var isKnown = false
    switch request.effect {
    case .command(let command): isKnown = !command.keepsOutput
    case .write where result.isWritten: isKnown = true
    case .write:
      noted = LoggedEffect(
        request: request, isFinal: true, holdsSecret: noted?.holdsSecret ?? false,
        isWithheld: noted?.isWithheld ?? false)
    case .action, .restore: break
    }
    end = LoggedEvent(
      event: .effectEnded(isKnown ? result : .done), now: beginning.now, target: step,
      depth: beginning.depth, isWithheld: !isKnown, effect: noted)
  }
}

// MARK: - From a log

extension PastEffect {
  /// The effects of a log that weren't undone.
  struct Reading {
    /// The effects, oldest first.
    private(set) var effects: [PastEffect] = []

    /// The places where the last effect whose undo has only begun, and that undo, began; nil if there's none.
    private(set) var undone: (effect: Int, undo: Int)?

    private var depth = 0

    /// Reads a log.
    ///
    /// - Complexity: O(*n* × *m*) in the number of events and of effects that stand.
    init(of events: [LoggedEvent]) {
      for (place, event) in events.enumerated() {
        read(event, at: place)
        depth = event.depth
      }
      if let last = effects.last(where: { $0.stage == .undoing }), let event = last.undoing,
        let undo = events.lastIndex(of: event)
      {
        let beginning = last.beginning.flatMap { events[..<undo].lastIndex(of: $0) }
        undone = (beginning ?? last.place, undo)
      }
    }

    private mutating func read(_ event: LoggedEvent, at place: Int) {
      switch event.event {
      case .effectBegan:
        if let step = event.target {
          effects.removeAll { $0.step == step && $0.stage != .done }
          var effect = PastEffect(step: step, depth: event.depth, place: place)
          effect.beginning = event
          effects.append(effect)
        } else if let undone = undone(by: event) {
          effects[undone].beginUndo(event)
        }
      case .effectEnded(let result):
        if let step = event.target {
          end(step, event, result, at: place)
        } else if event.outcome != .wentBack,
          let undone = effects.lastIndex(where: { $0.stage == .undoing }),
          event.effect == nil
        {
          effects[undone].failUndo()
        }
      default: break
      }
      guard event.outcome == .wentBack else { return }
      // Going back has undone what's above, or didn't have to.
      effects.removeAll { $0.depth >= event.depth && $0.stage != .begun }
    }

    /// Returns the index of the effect that an event begins to undo.
    private func undone(by event: LoggedEvent) -> Int? {
      let step = event.effect?.request?.step
      return effects.lastIndex {
        ($0.stage == .done || $0.stage == .undoing) && (step == nil || $0.step == step)
      }
    }

    private mutating func end(
      _ step: String, _ event: LoggedEvent, _ result: EffectResult, at place: Int
    ) {
      let index: Int
      if let begun = effects.lastIndex(where: { $0.step == step && $0.stage == .begun }) {
        index = begun
      } else {
        effects.removeAll { $0.step == step && $0.stage == .failed }
        index = effects.count
        effects.append(PastEffect(step: step, depth: depth, place: place))
      }
      effects[index].place = place
      effects[index].end = event
      // A result that's left out is that of an effect that succeeded, or it would be known.
      effects[index].stage = event.effect != nil || event.isWithheld ? .done : .failed
      if event.effect == nil, event.outcome == .wentBack { effects.remove(at: index) }
    }
  }
}
