// SPDX-License-Identifier: Apache-2.0

import FlowEffects
import FlowExpressions
import FlowModel
import StackFlowCore

// Notes effects in the log.
extension FlowSession {
  /// The number of steps below the effect that an event begins or ends, and whether its beginning is in
  /// the log.
  ///
  /// It's a class because few events have one.
  final class EffectMoment: Sendable {
    let depth: Int
    let request: EffectRequest
    let hasBegun: Bool

    init(depth: Int, request: EffectRequest, hasBegun: Bool) {
      self.depth = depth
      self.request = request
      self.hasBegun = hasBegun
    }
  }

  /// The effect that the next event may begin or end.
  var effectMoment: EffectMoment? {
    switch phase {
    case .performing(let request), .undoing(let request, _):
      EffectMoment(depth: stack.count, request: request, hasBegun: hasBegunEffect)
    default: nil
    }
  }

  /// Returns what's noted in the log about an effect that has just begun or ended; nil if it failed.
  ///
  /// An undo that failed without beginning again may still have happened, and is noted as such.
  func loggedEffect(
    _ event: FlowEvent, at moment: EffectMoment, wasInDoubt: Bool,
    _ announcements: ArraySlice<FlowAnnouncement>
  ) -> LoggedEffect? {
    let request = moment.request
    switch event {
    case .effectBegan where request.isUndo:
      return LoggedEffect(request: request, holdsSecret: holdsSecret(request))
    case .effectBegan:
      guard let (planIndex, step) = topStep else { return nil }
      var undo: EffectRequest?
      var isFinal = false
      if case .run(let run) = step.kind {
        let values: [Value?] = run.capture == nil ? [] : [nil]
        undo = try? undoRequest(
          of: step, planIndex: planIndex, values: values, done: request, written: nil)
        // An undo that needs the result isn't known yet.
        isFinal = !run.onlyReads && undo == nil
      }
      return LoggedEffect(
        request: request, undo: undo, isFinal: isFinal, holdsSecret: holdsSecret(request),
        undoHoldsSecret: undo.map(holdsSecret) ?? false)
    case .effectEnded where request.isUndo:
      guard wasInDoubt, announcements.contains(where: \.isFailedUndo) else { return nil }
      return LoggedEffect(request: request, holdsSecret: holdsSecret(request))
    case .effectEnded:
      guard let trace = stack.entry(at: moment.depth)?.item.submission?.effect,
        trace.isDone,
        announcements.contains(.didPerform(id: request.step))
      else { return nil }
      // The request that restores a file follows from the result.
      let undo = if case .write = request.effect { nil as EffectRequest? } else { trace.undo }
      return LoggedEffect(
        request: moment.hasBegun ? nil : request, undo: undo, isFinal: trace.isFloor,
        holdsSecret: holdsSecret(request), undoHoldsSecret: undo.map(holdsSecret) ?? false)
    default: return nil
    }
  }

  /// Returns whether a request has secrets, by what the flow says.
  func holdsSecret(_ request: EffectRequest) -> Bool {
    switch flow.step(withID: request.step)?.kind {
    case .run(let run):
      let call = request.isUndo ? run.undo : run.call
      return call?.received.contains(where: readsSecret) ?? true
    case .write(let write): return write.isSecret
    default: return true
    }
  }
}
