// SPDX-License-Identifier: Apache-2.0

import FlowExpressions
import FlowForms
import SourceDiagnostics
import Synchronization

/// The parts of a flow that scripts covered on their walks.
///
/// Ids don't contain the positions of items: an answer to `env[2].key` is an answer to `env[].key`.
public struct ScriptTrace: Hashable, Sendable {
  /// The conditions and checks that were true.
  var held: Set<SourcePlace> = []

  /// The conditions and checks that were false.
  var failed: Set<SourcePlace> = []

  /// The ids of the steps that were on the stack.
  var reached: Set<String> = []

  /// The ids of the steps that were submitted or passed.
  var passed: Set<String> = []

  /// The answers of the fields that were shown when their step was submitted, by id.
  ///
  /// A field that was left empty has an empty set.
  var answers: [String: Set<Value>] = [:]

  /// The places of the expressions of computed values, and of the uses of flows.
  var computed: Set<SourcePlace> = []

  /// The ids of the effects that succeeded.
  var performed: Set<String> = []

  /// The ids of the effects that were undone.
  var undone: Set<String> = []

  /// The constraints that refused an answer.
  var refusals: Set<Refusal> = []

  /// A constraint that refused an answer.
  struct Refusal: Hashable, Sendable {
    /// The id of the field or list.
    let field: String

    let kind: ConstraintKind
  }

  /// Creates an empty trace.
  public init() {}

  /// Adds the trace of other scripts.
  public mutating func formUnion(_ other: ScriptTrace) {
    held.formUnion(other.held)
    failed.formUnion(other.failed)
    reached.formUnion(other.reached)
    passed.formUnion(other.passed)
    answers.merge(other.answers) { $0.union($1) }
    computed.formUnion(other.computed)
    performed.formUnion(other.performed)
    undone.formUnion(other.undone)
    refusals.formUnion(other.refusals)
  }

  mutating func add(_ announcement: FlowAnnouncement) {
    switch announcement {
    case .move: if let id = announcement.pushedStep { reached.insert(id.withoutPositions) }
    case .didPerform(let id): performed.insert(id)
    case .didUndo(let id): undone.insert(id)
    case .refused(let problems): problems.forEach { add($0) }
    case .givenAnswerRefused(let problem): add(problem)
    default: break
    }
  }

  private mutating func add(_ problem: Problem) {
    guard case .constraint(let kind) = problem.rule else { return }
    refusals.insert(Refusal(field: problem.field.withoutPositions, kind: kind))
  }

  mutating func add(_ step: WalkedStep) {
    passed.insert(step.id)
    for field in step.fields {
      let chosen: [Value] =
        switch field.value {
        case .list(let values)?: values
        case let value?: [value]
        case nil: []
        }
      answers[field.id, default: []].formUnion(chosen)
    }
  }
}

final class TraceRecorder: SessionObserver {
  private let state = Mutex(ScriptTrace())

  /// The trace so far.
  var trace: ScriptTrace { state.withLock { $0 } }

  func evaluated(_ condition: SourcePlace, isTrue: Bool) {
    state.withLock { trace in
      _ = isTrue ? trace.held.insert(condition) : trace.failed.insert(condition)
    }
  }

  func walked(from step: WalkedStep?, computing places: [SourcePlace]) {
    state.withLock { trace in
      if let step { trace.add(step) }
      trace.computed.formUnion(places)
    }
  }

  /// Records announcements of the session.
  func add(_ announcements: [FlowAnnouncement]) {
    state.withLock { trace in announcements.forEach { trace.add($0) } }
  }
}
