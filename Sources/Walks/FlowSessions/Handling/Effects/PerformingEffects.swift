// SPDX-License-Identifier: Apache-2.0

import FlowEffects
import FlowExpressions
import FlowModel
import HashTreeCollections
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

  /// The record of what a flow has made that can be updated; nil where it's not recorded.
  var record: WriteRequest?
}

// Performs effects, which happens when they become the top. `Popping.swift` undoes them.
extension FlowSession {
  /// Requests the effect of the top step.
  mutating func beginEffect(_ step: CheckedStep) {
    isAcceptingSuggestions = false
    fileDecisions = [:]
    do {
      phase = .performing(try effectRequest(of: step))
    } catch {
      fail(error)
    }
  }

  /// Takes what was decided about a file of the pending write, unless it's being written.
  mutating func decide(_ decision: FileDecision, of request: EffectRequest) {
    guard !hasBegunEffect || isInDoubt,
      case .write(let write) = request.effect,
      write.parts.contains(where: { $0.path == decision.path && $0.isAskedAbout })
    else { return }
    fileDecisions[decision.path] = decision
    fileDecisionCount += 1
  }

  /// Takes back what was decided about the last files of the pending tree, unless the tree is being written.
  mutating func takeBackDecisions(_ count: Int, of request: EffectRequest) {
    guard count > 0, !hasBegunEffect || isInDoubt,
      case .write(let write) = request.effect, write.isTree
    else { return }
    let decided = write.parts.filter { fileDecisions[$0.path] != nil }
    guard count <= decided.count else { return }
    for part in decided.suffix(count) { fileDecisions[part.path] = nil }
    fileDecisionCount += 1
  }

  /// Continues with the result of the top step's effect.
  mutating func effectEnded(_ result: EffectResult, of request: EffectRequest) {
    guard let (planIndex, step) = topStep else { return }
    do {
      let (values, written) = try values(from: result, of: step, request)
      announce(.didPerform(id: step.id))
      do {
        let undo = try undoRequest(
          of: step, planIndex: planIndex, values: values, done: request, written: written)
        let decisions = fileDecisions
        let done =
          written.map { request.counting($0) { decisions[$0]?.isReplaced == false } } ?? request
        let trace = EffectTrace(
          isDone: true, isFloor: step.laysFloor, undo: undo,
          done: step.laysFloor || undo != nil ? done : nil, record: record(in: request))
        advance(with: Submission(values: values, effect: trace))
      } catch {
        // It was performed, and can't be undone.
        let trace = EffectTrace(isDone: true, isFloor: true, undo: nil, done: request)
        advance(with: Submission(values: values, effect: trace), failing: error)
      }
    } catch {
      effectFailed(step, request.sentence(error.message, catalog))
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

  private mutating func effectFailed(_ step: CheckedStep, _ complaint: String) {
    let message = hidingSecrets(complaint)
    announce(.effectFailed(id: step.id, message: message))
    switch step.onError ?? .retry {
    case .skip:
      let values: [Value?] = step.elements.isEmpty ? [] : [nil]
      let trace = EffectTrace(isDone: false, isFloor: false, undo: nil)
      advance(with: Submission(values: values, effect: trace))
    case .back:
      guard let top = stack.top, let below = top.shownBelow, below >= top.floor
      else {
        return stand(step, message, retries: step.id)
      }
      let request = makeRequest(.pop(stack.count - 1 - below), source: .program)
      continuePop(PopGoal(depth: below, request: request, denial: message))
    case .retry: stand(step, message, retries: step.id)
    case .stop: stand(step, message, retries: nil)
    }
  }

  private mutating func stand(_ step: CheckedStep, _ message: String, retries: String?) {
    fail(
      FlowFailure(
        message: message, place: step.place,
        effect: EffectFailure(step: step.id, retries: retries)))
  }

  /// Retries the effect of the top step, if its failure allows it.
  mutating func retry(_ failure: FlowFailure) {
    guard failure.effect?.retries != nil, let step = topStep?.step, step.isEffect
    else {
      return
    }
    beginEffect(step)
  }
}

extension CheckedStep {
  /// Whether nothing below it can be popped after it has succeeded.
  fileprivate var laysFloor: Bool {
    if case .run(let run) = kind { run.isFloor } else { false }
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
