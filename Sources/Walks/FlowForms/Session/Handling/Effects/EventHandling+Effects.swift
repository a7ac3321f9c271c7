// SPDX-License-Identifier: Apache-2.0

import FlowExpressions
import Localization
import SourceDiagnostics
import StackFlowCore

/// The record of a performed `run` or `write`, in the entry above it.
struct EffectTrace: Sendable, Hashable {
  /// Whether it was performed; otherwise, it failed and was skipped.
  let isDone: Bool

  /// Whether nothing below it can be popped.
  let isFloor: Bool

  /// The request that undoes it when the entry is popped, or nil if it can't be undone.
  let undo: EffectRequest?

  /// The performed request, or nil if it has no lasting effect.
  var done: EffectRequest?
}

// Performs effects, which happens when they become the top. FlowSession+Popping undoes them.
extension FlowSession {
  // MARK: Forward

  /// Requests the effect of the top step.
  mutating func beginEffect(_ step: CheckedStep, _ announcements: inout [FlowAnnouncement]) {
    isAcceptingSuggestions = false
    do {
      phase = .performing(try effectRequest(of: step))
    } catch {
      fail(error, &announcements)
    }
  }

  /// Continues with the result of the top step's effect.
  mutating func effectEnded(
    _ result: EffectResult, of request: EffectRequest, _ announcements: inout [FlowAnnouncement]
  ) {
    guard let (planIndex, step) = topStep else { return }
    do {
      let (values, written) = try values(from: result, of: step, request)
      announcements.append(.didPerform(id: step.id))
      do {
        let undo = try undoRequest(
          of: step, planIndex: planIndex, values: values, done: request, written: written)
        let trace = EffectTrace(
          isDone: true, isFloor: step.laysFloor, undo: undo,
          done: step.laysFloor || undo != nil ? request : nil)
        advance(
          with: Submission(values: values, origin: .effect, effect: trace), &announcements)
      } catch {
        // It was performed, and can't be undone.
        let trace = EffectTrace(isDone: true, isFloor: true, undo: nil, done: request)
        advance(
          with: Submission(values: values, origin: .effect, effect: trace), failing: error,
          &announcements)
      }
    } catch {
      effectFailed(step, request.sentence(error.message, catalog), &announcements)
    }
  }

  /// Returns the captured values, or the reason why the result is a failure.
  private func values(
    from result: EffectResult, of step: CheckedStep, _ request: EffectRequest
  ) throws(CaptureReading) -> (values: [Value?], written: WrittenFile?) {
    guard case .run(let run) = step.kind else {
      switch result {
      case .written(let file): return ([], file)
      case .done: return ([], nil)
      default: throw CaptureReading(message: result.complaint(catalog))
      }
    }
    switch (request.effect, result) {
    case (.command, .ended(let ended)):
      guard ended.status == 0 || run.capture?.kind == .status else {
        throw CaptureReading(message: result.complaint(catalog))
      }
      guard let capture = run.capture else { return ([], nil) }
      return ([try CaptureReading.value(of: ended, as: capture, catalog)], nil)
    case (.action, .returned(let value)):
      guard let capture = run.capture else { return ([], nil) }
      return ([try CaptureReading.value(of: value, as: capture, catalog)], nil)
    case (.action, .done) where run.capture == nil: return ([], nil)
    default: throw CaptureReading(message: result.complaint(catalog))
    }
  }

  private mutating func effectFailed(
    _ step: CheckedStep, _ complaint: String, _ announcements: inout [FlowAnnouncement]
  ) {
    let message = hidingSecrets(complaint)
    announcements.append(.effectFailed(id: step.id, message: message))
    switch step.onError ?? .stop {
    case .skip:
      let values: [Value?] = step.elements.isEmpty ? [] : [nil]
      let trace = EffectTrace(isDone: false, isFloor: false, undo: nil)
      advance(with: Submission(values: values, origin: .effect, effect: trace), &announcements)
    case .back:
      guard let top = stack.top, let below = top.shownBelow, below >= top.floor else {
        return stand(step, message, retries: nil, &announcements)
      }
      let request = makeRequest(.pop(stack.count - 1 - below), source: .program)
      continuePop(PopGoal(depth: below, request: request, denial: message), &announcements)
    case .retry: stand(step, message, retries: step.id, &announcements)
    case .stop: stand(step, message, retries: nil, &announcements)
    }
  }

  private mutating func stand(
    _ step: CheckedStep, _ message: String, retries: String?,
    _ announcements: inout [FlowAnnouncement]
  ) {
    fail(
      FlowFailure(
        message: message, place: step.place,
        effect: EffectFailure(step: step.id, retries: retries)), &announcements)
  }

  /// Retries the effect of the top step, if its failure allows it.
  mutating func retry(_ failure: FlowFailure, _ announcements: inout [FlowAnnouncement]) {
    guard failure.effect?.retries != nil, let step = topStep?.step, step.isEffect else { return }
    beginEffect(step, &announcements)
  }

  // MARK: Secrets

  /// Returns a message with secrets masked.
  func hidingSecrets(_ message: String) -> String {
    repeatsSecret(message) ? catalog.text(.failedWithSecret) : message
  }

  /// The captured secrets on the stack.
  ///
  /// - Complexity: O(*n*) in the depth of the stack.
  var secretCaptures: [Value] {
    (0..<max(0, stack.count - 1)).compactMap { depth in
      guard let plan = stack.entry(at: depth)?.item.planIndex,
        case .run(let run)? = flow.step(at: plan)?.kind, run.capture != nil,
        !flow.secrets.shape(at: .element(plan: plan, element: 0)).isClean
      else { return nil }
      return stack.entry(at: depth + 1)?.item.submission?.values.first ?? nil
    }
  }

  /// Whether the output of the effect that is requested is kept as a secret.
  package var capturesSecret: Bool {
    guard case .needs(.effect(let request)) = state, !request.isUndo,
      let plan = stack.top?.planIndex, case .run(let run)? = flow.step(at: plan)?.kind,
      run.capture != nil
    else { return false }
    return !flow.secrets.shape(at: .element(plan: plan, element: 0)).isClean
  }

  // MARK: Looking ahead

  /// The ids of the steps that going back to the start would undo, oldest first.
  ///
  /// - Complexity: O(*n*) in the depth of the stack.
  public var undoableSteps: [String] {
    (0..<stack.count).compactMap { stack.entry(at: $0)?.item.submission?.effect?.undo?.step }
  }

  /// The effects that were performed and not undone, oldest first, except those that only read.
  ///
  /// - Complexity: O(*n*) in the depth of the stack.
  public var standingEffects: [EffectRequest] {
    (0..<stack.count).compactMap { stack.entry(at: $0)?.item.submission?.effect?.done }
      + (tail?.effects ?? []).filter { $0.stage == .done && $0.isLasting }.compactMap(\.request)
  }

  /// The lasting effect of a `run` or a `write` at a depth of the stack; nil where there's none, and
  /// at any other step.
  package func standingEffect(at depth: Int) -> EffectRequest? {
    stack.entry(at: depth + 1)?.item.submission?.effect?.done
  }

  /// The kind of an effect, by whether going back undoes it; nil for one that is itself an undo.
  package func reach(of request: EffectRequest) -> EffectReach? {
    guard !request.isUndo, let step = flow.step(withID: request.step) else { return nil }
    guard case .run(let run) = step.kind else { return .undoable }
    return run.isFloor ? .final : run.undo == nil ? .harmless : .undoable
  }

  /// The newest floor: a commit, or a command that can't be undone, below which nothing can be
  /// popped; nil if there isn't one.
  public var floorStep: String? {
    guard let floor = stack.top?.floor, floor > 0 else { return nil }
    return id(at: floor - 1)
  }

  /// The effects before the next question, as far as they're known: up to the first command whose
  /// result something may depend on.
  public var upcomingEffects: [EffectRequest] {
    var requests: [EffectRequest] = []
    var session = self
    while requests.count < 1_000, !session.isInDoubt,
      case .needs(.effect(let request)) = session.state
    {
      requests.append(request)
      guard let result = session.expectedResult(of: request) else { break }
      session.handle(.effectEnded(result), now: now)
    }
    return requests
  }

  /// Returns the result of a request that's assumed to have succeeded.
  func assumedResult(of request: EffectRequest) -> EffectResult {
    switch expectedResult(of: request) {
    case .written?: .done
    case let result?: result
    case nil: .failed(message: catalog.text(.outputLost))
    }
  }

  /// Returns the result of a request if it succeeds, or nil if that can't be known.
  private func expectedResult(of request: EffectRequest) -> EffectResult? {
    let keeps =
      if !isSettling, case .run(let run)? = topStep?.step.kind { run.capture != nil } else { false }
    switch request.effect {
    case .command: return keeps && !request.isUndo ? nil : .ended(CommandResult(status: 0))
    case .action: return keeps && !request.isUndo ? nil : .done
    case .write: return .written(WrittenFile(previous: .nothing))
    case .restore: return .done
    }
  }
}

/// The kind of an effect, by whether going back undoes it.
package enum EffectReach: Hashable, Sendable {
  /// It's undone.
  case undoable

  /// Nothing: there is no way back past it.
  case final

  /// Nothing has to be done: it changes nothing.
  case harmless
}

extension CheckedStep {
  /// Whether nothing below it can be popped after it has succeeded.
  fileprivate var laysFloor: Bool {
    if case .run(let run) = kind { run.isFloor } else { false }
  }
}

extension Value {
  /// The non-empty texts in the value.
  var texts: [String] {
    switch self {
    case .string(let text): text.isEmpty ? [] : [text]
    case .list(let values): values.flatMap(\.texts)
    case .map(let map): map.flatMap { $0.value.texts }
    default: []
    }
  }
}

extension EffectResult {
  /// The reason for a failure, as the end of a sentence.
  func complaint(_ catalog: MessageCatalog) -> String {
    switch self {
    case .failed(let message): return message
    case .ended(let result):
      guard let last = result.errors.split(whereSeparator: \.isNewline).last else {
        return catalog.text(.endedWithStatus, ["status": .count(result.status)])
      }
      return catalog.text(
        .endedWithStatusSaying,
        ["status": .count(result.status), "words": .text(String(last))])
    case .returned, .written, .done: return catalog.text(.unexpectedResult)
    }
  }
}
