// SPDX-License-Identifier: Apache-2.0

import FlowExpressions
import FlowForms
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

    /// Give an answer that a constraint refuses.
    case constraint(ConstraintKind, field: String)

    /// Give an answer that a check refuses.
    case check(SourcePlace, owner: String)
  }

  let subject: Subject

  /// The place in the flow file.
  let place: SourcePlace

  /// Whether it must be covered.
  var isRequired: Bool {
    switch subject {
    case .constraint, .check: false
    default: true
    }
  }

  /// Whether it's one of several ways on, rather than a step.
  var isBranch: Bool {
    switch subject {
    case .chosen, .undone, .condition: true
    case .reached, .passed, .answered, .computed, .entered, .performed, .constraint, .check: false
    }
  }

  /// Returns whether scripts covered it.
  func isCovered(by trace: ScriptTrace) -> Bool {
    switch subject {
    case .reached(let id): trace.reached.contains(id)
    case .passed(let id, _): trace.passed.contains(id)
    case .answered(let id): trace.answers[id] != nil
    case .chosen(let value, let field): trace.answers[field]?.contains(value) == true
    case .computed(_, let place), .entered(_, let place): trace.computed.contains(place)
    case .performed(let id): trace.performed.contains(id)
    case .undone(let id): trace.undone.contains(id)
    case .condition(let place, _, let isTrue):
      isTrue ? trace.held.contains(place) : trace.failed.contains(place)
    case .constraint(let kind, let field):
      trace.refusals.contains(ScriptTrace.Refusal(field: field, kind: kind))
    case .check(let place, _): trace.failed.contains(place)
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
    case .computed(let id, _): "'\(id)' is never computed"
    case .entered(let id, _): "'\(id)' is never entered"
    case .performed(let id): "'\(id)' is never done"
    case .undone(let id): "'\(id)' is never undone"
    case .condition(_, let owner, let isTrue): "the condition of \(owner) is never \(isTrue)"
    case .constraint(let kind, let field): "'\(kind.rawValue)' of '\(field)' never refuses"
    case .check(_, let owner): "this check of \(owner) never fails"
    }
  }
}
