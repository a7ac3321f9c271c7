// SPDX-License-Identifier: Apache-2.0

import FlowAnalysis
import FlowExpressions
import FlowModel
import SourceDiagnostics

/// Something in a flow that scripts can cover.
struct CoverageItem {
  /// The action of a script that covers an item.
  enum Subject {
    /// Reach a step that ends the session.
    case reached(String)

    /// Submit a step, or pass it.
    case passed(String, keyword: StepKeyword)

    /// Answer a field, or leave it empty.
    case answered(String)

    /// Choose a choice.
    case chosen(Value, field: String)

    /// Give a text beside the choices.
    case other(Set<Value>, field: String)

    /// Compute a value.
    case computed(String, SourcePlace)

    /// Enter a used flow.
    case entered(String, SourcePlace)

    /// Perform an effect successfully.
    case performed(String)

    /// Undo an effect.
    case undone(String)

    /// Evaluate a condition to a value. The owner is quoted for messages: "'port'".
    case condition(SourcePlace, owner: String, isTrue: Bool)

    /// Show a loop of a text for a list that's empty, or for one that isn't. The owner is quoted for
    /// messages: "a text of 'readme'".
    case loop(SourcePlace, owner: String, isEmpty: Bool)

    /// Give an answer that a constraint refuses, or one that it accepts.
    case constraint(ConstraintKind, field: String, refuses: Bool)

    /// Give an answer that a check refuses, or one that it accepts.
    case check(SourcePlace, owner: String, refuses: Bool)

    /// Give an answer exactly at the limit of a constraint.
    case boundary(ConstraintKind, Value, field: String)

    /// Go from a node of the graph to one that can be next; their indices, and their names in
    /// messages.
    case edge(FlowGraph.Edge, from: String?, to: String?)

    /// Go back from a step.
    case left(String)
  }

  let subject: Subject

  /// The place in the flow file.
  let place: SourcePlace

  /// The place of the id of the step that it belongs to.
  let owner: SourcePlace

  /// The measure to which it belongs.
  var measure: CoverageMeasure {
    switch subject {
    case .constraint, .check: .validations
    case .boundary: .boundaries
    case .edge: .edges
    case .left: .backs
    default: .flow
    }
  }

  /// Whether it's one of several ways on, rather than a step.
  var isBranch: Bool {
    switch subject {
    case .chosen, .other, .undone, .condition, .loop, .constraint, .check, .edge: true
    case .reached, .passed, .answered, .computed, .entered, .performed, .boundary, .left: false
    }
  }

  /// Returns whether scripts covered it.
  ///
  /// - Parameters:
  ///   - trace: What the scripts covered.
  ///   - edges: The arrows of the graph that they took.
  /// - Returns: Whether they covered it.
  func isCovered(by trace: ScriptTrace, edges: Set<FlowGraph.Edge>) -> Bool {
    switch subject {
    case .reached(let id): trace.reached.contains(id)
    case .passed(let id, _): trace.passed.contains(id)
    case .answered(let id): trace.answers[id] != nil
    case .chosen(let value, let field): trace.answers[field]?.contains(value) == true
    case .other(let choices, let field):
      trace.answers[field]?.isSubset(of: choices) == false
    case .computed(_, let place), .entered(_, let place): trace.computed.contains(place)
    case .performed(let id): trace.performed.contains(id)
    case .undone(let id): trace.undone.contains(id)
    case .condition(let place, _, let isTrue):
      isTrue ? trace.held.contains(place) : trace.failed.contains(place)
    case .loop(let place, _, let isEmpty):
      isEmpty ? trace.failed.contains(place) : trace.held.contains(place)
    case .constraint(let kind, let field, true):
      trace.refusals.contains(ScriptTrace.Refusal(field: field, kind: kind))
    case .constraint(_, let field, false):
      trace.answers[field]?.isEmpty == false || trace.counts[field] != nil
    case .check(let place, _, let refuses):
      refuses ? trace.failed.contains(place) : trace.held.contains(place)
    case .boundary(let kind, let limit, let field): trace.isAt(limit, of: kind, field: field)
    case .edge(let edge, _, _): edges.contains(edge)
    case .left(let id): trace.left.contains(id)
    }
  }

  /// The action of a script that covers it.
  var claim: String {
    switch subject {
    case .reached(let id): "ends at '\(id)'"
    case .passed(let id, _): "passes '\(id)'"
    case .answered(let id): "answers '\(id)'"
    case .chosen(let value, let field): "chooses '\(value.plainText)' for '\(field)'"
    case .other(_, let field): "gives a text beside the choices for '\(field)'"
    case .computed(let id, _): "computes '\(id)'"
    case .entered(let id, _): "enters '\(id)'"
    case .performed(let id): "performs '\(id)'"
    case .undone(let id): "undoes '\(id)'"
    case .condition(_, let owner, let isTrue): "the condition of \(owner) is \(isTrue)"
    case .loop(_, let owner, let isEmpty):
      isEmpty ? "the list in \(owner) is empty" : "the list in \(owner) has elements"
    case .constraint(let kind, let field, let refuses):
      "'\(kind.rawValue)' of '\(field)' \(refuses ? "refuses" : "accepts")"
    case .check(let place, let owner, let refuses):
      "the check of \(owner) in line \(place.start.line) \(refuses ? "fails" : "holds")"
    case .boundary(let kind, _, let field): "answers '\(field)' at its '\(kind.rawValue)'"
    case .edge(_, let from, let to): "goes from '\(from ?? "(start)")' to '\(to ?? "(end)")'"
    case .left(let id): "goes back from '\(id)'"
    }
  }

  /// A message that says what scripts don't cover.
  var message: String {
    switch subject {
    case .reached(let id): "'\(id)' is never reached"
    case .passed(let id, .form), .passed(let id, .repeat): "'\(id)' is never submitted"
    case .passed(let id, _): "'\(id)' is never passed"
    case .answered(let id): "'\(id)' is never answered"
    case .chosen(let value, let field): "'\(value.plainText)' is never chosen for '\(field)'"
    case .other(_, let field): "no text beside the choices is ever given for '\(field)'"
    case .computed(let id, _): "'\(id)' is never computed"
    case .entered(let id, _): "'\(id)' is never entered"
    case .performed(let id): "'\(id)' is never done"
    case .undone(let id): "'\(id)' is never undone"
    case .condition(_, let owner, let isTrue): "the condition of \(owner) is never \(isTrue)"
    case .loop(_, let owner, let isEmpty):
      isEmpty ? "the list in \(owner) is never empty" : "the list in \(owner) never has elements"
    case .constraint(let kind, let field, let refuses):
      "'\(kind.rawValue)' of '\(field)' never \(refuses ? "refuses" : "accepts")"
    case .check(_, let owner, let refuses):
      "this check of \(owner) never \(refuses ? "fails" : "holds")"
    case .boundary(let kind, let limit, let field):
      "no answer to '\(field)' is at its '\(kind.rawValue)', \(limit.plainText)"
    case .edge(_, let from?, let to?): "'\(from)' is never followed by '\(to)'"
    case .edge(_, nil, let to): "the flow never begins with '\(to ?? "(end)")'"
    case .edge(_, let from?, nil): "the flow never ends after '\(from)'"
    case .left(let id): "nothing goes back from '\(id)'"
    }
  }
}
