// SPDX-License-Identifier: Apache-2.0

import FlowExpressions
import FlowModel
import FlowSessions
import SourceDiagnostics
import StackFlowCore
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

  /// The numbers of items of the answers of lists, and of chosen choices, by id.
  var counts: [String: Set<Int>] = [:]

  /// The moves from a step to the next one.
  var moves: Set<Move> = []

  /// The ids of the steps from which a walk went back.
  var left: Set<String> = []

  /// A move from a step to the next one, with the values that were computed in between.
  struct Move: Hashable {
    /// The end of a move.
    enum Point: Hashable {
      /// The start of the flow.
      case start

      /// The end of the flow.
      case end

      /// A step, by its id.
      case step(String)

      /// A computed value or the use of a flow, by its place.
      case value(SourcePlace)
    }

    let from: Point
    let to: Point
  }

  /// A constraint that refused an answer.
  struct Refusal: Hashable, Sendable {
    /// The id of the field or list.
    let field: String

    let kind: ConstraintKind
  }

  /// Creates an empty trace.
  package init() {}

  /// Adds the trace of other scripts.
  package mutating func formUnion(_ other: ScriptTrace) {
    held.formUnion(other.held)
    failed.formUnion(other.failed)
    reached.formUnion(other.reached)
    passed.formUnion(other.passed)
    answers.merge(other.answers) { $0.union($1) }
    computed.formUnion(other.computed)
    performed.formUnion(other.performed)
    undone.formUnion(other.undone)
    refusals.formUnion(other.refusals)
    counts.merge(other.counts) { $0.union($1) }
    moves.formUnion(other.moves)
    left.formUnion(other.left)
  }

  /// Returns whether the union with the trace of another script is this one.
  ///
  /// - Complexity: O(*n*) in the size of the other trace.
  package func includes(_ other: ScriptTrace) -> Bool {
    other.held.isSubset(of: held) && other.failed.isSubset(of: failed)
      && other.reached.isSubset(of: reached) && other.passed.isSubset(of: passed)
      && other.answers.allSatisfy { answers[$0.key].map($0.value.isSubset) ?? false }
      && other.computed.isSubset(of: computed) && other.performed.isSubset(of: performed)
      && other.undone.isSubset(of: undone) && other.refusals.isSubset(of: refusals)
      && other.counts.allSatisfy { counts[$0.key].map($0.value.isSubset) ?? false }
      && other.moves.isSubset(of: moves) && other.left.isSubset(of: left)
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

  /// Adds the numbers of items of submitted lists.
  mutating func add(_ answers: [FlowSession.Answer]) {
    for answer in answers {
      guard case .list(let items) = answer.value else { continue }
      counts[answer.id.withoutPositions, default: []].insert(items.count)
    }
  }

  /// Returns whether an answer is exactly at a limit.
  func isAt(_ limit: Value, of kind: ConstraintKind, field: String) -> Bool {
    switch kind {
    case .minItems, .maxItems:
      counts[field]?.contains { Value.int(Int64($0)).isEqual(to: limit) } == true
    case .minLength, .maxLength:
      answers[field]?.contains { answer in
        guard case .string(let text) = answer else { return false }
        return Value.int(Int64(text.unicodeScalars.count)).isEqual(to: limit)
      } == true
    default: answers[field]?.contains { $0.isEqual(to: limit) } == true
    }
  }

  mutating func add(_ step: WalkedStep) {
    passed.insert(step.id)
    for field in step.fields {
      let chosen: [Value] =
        switch field.value {
        case .list(let values)?:
          {
            counts[field.id, default: []].insert(values.count)
            return values
          }()
        case .map(let map)?:
          {
            counts[field.id, default: []].insert(map.count)
            return map.map(\.value)
          }()
        case let value?: [value]
        case nil: []
        }
      answers[field.id, default: []].formUnion(chosen)
    }
  }
}

/// Records what a walk covers.
final class TraceRecorder: SessionObserver {
  private struct State {
    var trace = ScriptTrace()

    /// Where the walk is; nil after going back, until it continues.
    var place: ScriptTrace.Move.Point? = .start

    /// The id of the newest step on the stack, and of the newest one that was submitted.
    var top: String?
    var submitted: String?

    mutating func go(to next: ScriptTrace.Move.Point) {
      if let place { trace.moves.insert(ScriptTrace.Move(from: place, to: next)) }
      place = next
    }
  }

  private let state = Mutex(State())

  /// Creates a recorder with an empty trace.
  package init() {}

  /// The trace so far.
  var trace: ScriptTrace { state.withLock { $0.trace } }

  package func evaluated(_ condition: SourcePlace, isTrue: Bool) {
    state.withLock { state in
      _ =
        isTrue ? state.trace.held.insert(condition) : state.trace.failed.insert(condition)
    }
  }

  package func walked(from step: WalkedStep?, computing places: [SourcePlace]) {
    state.withLock { state in
      if let step {
        state.trace.add(step)
        state.submitted = step.id
        state.go(to: .step(step.id))
      }
      state.trace.computed.formUnion(places)
      for place in places { state.go(to: .value(place)) }
    }
  }

  /// Records announcements of the session.
  func add(_ announcements: [FlowAnnouncement]) {
    state.withLock { state in
      var popped: [String] = []
      for announcement in announcements {
        state.trace.add(announcement)
        switch announcement {
        case .move(.didPush(let id)):
          state.top = id.withoutPositions
          // A row of a matrix made room for another one, or for what follows the matrix.
          popped = []
        case .move(.didPop(let id)): popped.append(id.withoutPositions)
        case .ended(.completed), .ended(.failed):
          if let top = state.top, top != state.submitted { state.go(to: .step(top)) }
          state.go(to: .end)
        default: break
        }
      }
      guard let first = popped.first else { return }
      // The steps of an item that's finished are popped, too.
      state.trace.left.insert(first)
      if popped.count > 1, first.hasPrefix(popped[1] + "[].") { state.trace.left.insert(popped[1]) }
      state.place = nil
    }
  }

  /// Records the answers that a walk ends with.
  func add(_ answers: [FlowSession.Answer]) { state.withLock { $0.trace.add(answers) } }
}
