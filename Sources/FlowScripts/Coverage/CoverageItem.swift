// SPDX-License-Identifier: Apache-2.0

import FlowExpressions
import FlowForms
import SourceDiagnostics

/// Something in a flow that scripts can come by, or not.
struct CoverageItem {
  /// What must happen.
  enum Subject {
    /// A step is reached: one that ends the session.
    case reached(String)

    /// A step is left with its answers.
    case passed(String, keyword: String)

    /// A field is answered, or left empty.
    case answered(String)

    /// A choice is chosen.
    case chosen(Value, field: String)

    /// A value is computed.
    case computed(String, SourcePlace)

    /// A flow inside the flow is entered.
    case entered(String, SourcePlace)

    /// An effect succeeds.
    case performed(String)

    /// An effect is undone.
    case undone(String)

    /// A condition comes to a value; its owner is "'port'".
    case condition(SourcePlace, owner: String, isTrue: Bool)

    /// A constraint refuses an answer.
    case constraint(ConstraintKind, field: String)

    /// A check refuses an answer.
    case check(SourcePlace, owner: String)
  }

  let subject: Subject

  /// Where it is.
  let place: SourcePlace

  /// Whether a flow without it isn't covered.
  var isRequired: Bool {
    switch subject {
    case .constraint, .check: false
    default: true
    }
  }

  /// Whether scripts came by it.
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

  /// What is missing when scripts didn't come by it.
  var message: String {
    switch subject {
    case .reached(let id): "'\(id)' is never reached"
    case .passed(let id, "form"), .passed(let id, "repeat"): "'\(id)' is never submitted"
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
