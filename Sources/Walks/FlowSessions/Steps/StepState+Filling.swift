// SPDX-License-Identifier: Apache-2.0

import FlowExpressions
package import FlowModel
import Localization
import SourceDiagnostics

// Changes of a step that don't depend on the flow.
extension StepState {
  /// The answers of the visible elements; nil for hidden ones.
  var answers: [Value?] {
    elements.map { element in
      guard element.isVisible else { return nil }
      switch element.content {
      case .field(let field): return field.value
      case .computed(let value): return value
      case .note: return nil
      }
    }
  }

  /// The values of the elements, as expressions read them.
  var values: [Value?] {
    var values = answers
    for index in elements.indices where values[index] == nil {
      if elements[index].isVisible, elements[index].field?.mayStayEmpty != true { continue }
      values[index] = elements[index].otherwise
    }
    return values
  }

  /// The indices of the visible fields that were left empty, although they have a default or a random text.
  var leftEmpty: [Int] {
    elements.indices.filter { index in
      guard elements[index].isVisible, let field = elements[index].field else { return false }
      return field.value == nil
        && (field.defaultValue != nil || field.hasRefusedDefault || field.generate != nil)
    }
  }

  // MARK: Focus

  /// Moves the focus to a visible field.
  mutating func focusField(_ id: String) {
    guard let index = elements.firstIndex(where: { $0.id == id && $0.isVisible }),
      elements[index].field != nil
    else { return }
    focus = index
  }

  /// The index of the visible field before the focused one, or nil if there isn't one.
  var fieldBeforeFocus: Int? {
    focus.flatMap { focus in
      elements[..<focus].lastIndex { $0.isVisible && $0.field != nil }
    }
  }

  // MARK: Drafts

  mutating func setField(at index: Int, _ change: (inout FieldState) -> Void) {
    guard elements.indices.contains(index) else { return }
    elements[index].changeField(change)
  }

  mutating func setDraft(_ input: FieldInput, at index: Int) {
    setField(at: index) { field in
      field.draft = FieldState.Draft(input)
      field.offered = field.offered.beside(nil)
      field.entered = input.origin
      field.isConfirmed = false
      field.problems = []
    }
  }
}

extension ElementState {
  /// Returns the origin of its answer.
  func origin(isAsked: Bool) -> AnswerOrigin {
    let origin = isVisible ? field?.origin ?? .accepted : .accepted
    return origin == .accepted && !isAsked ? .taken : origin
  }
}

extension FieldState {
  /// Whether it has no answer, and needs none.
  var mayStayEmpty: Bool { value == nil && !isRequired && found.isEmpty }

  /// Whether its answer is that there's none: nothing, or an empty text.
  var isAnsweredEmpty: Bool { value == "" ? found.isEmpty : mayStayEmpty }

  /// Whether there was anything that the user could leave in place of an answer.
  var offersAnything: Bool { offer != nil || offered.refused != nil || generate != nil }

  /// The user's earlier input, where it's offered now: null where the field was left empty.
  var enteredBefore: Value? {
    offered.isLeftEmpty ? .null : offer?.source == .typed ? offer?.value : nil
  }

  /// Whether all of its problems can be confirmed.
  package var hasOnlyWarnings: Bool { problems.allSatisfy { $0.severity == .warning } }

  /// Whether an input accepts the warnings about the draft, as the same input again and none do.
  package func hasWarnings(acceptedBy input: FieldInput?) -> Bool {
    !problems.isEmpty && hasOnlyWarnings && (input.map { Draft($0) == draft } ?? true)
  }

  /// The value that its problems, which are only warnings, are about; nil if it has others or none.
  var valueWithWarnings: Value? { !problems.isEmpty && hasOnlyWarnings ? value : nil }
}

extension FieldState.Draft {
  /// Whether the field was emptied.
  var isEmptied: Bool {
    switch self {
    case .typed(let text): text.allSatisfy(\.isWhitespace)
    case .data(let value): [.null, "", .list([]), .map(ValueMap())].contains(value)
    case .empty: true
    case .untouched: false
    }
  }

  /// Creates the draft for an input.
  package init(_ input: FieldInput) {
    switch input {
    case .text(let text): self = .typed(text)
    case .value(let value): self = .data(value)
    case .empty: self = .empty
    case .offered, .default, .remembered(_, .typed): self = .untouched
    case .remembered(let value, _): self = value == .null ? .empty : .data(value)
    }
  }
}

extension FieldInput {
  /// The origin of an answer that's entered by it.
  fileprivate var origin: AnswerOrigin {
    if case .remembered(_, let origin) = self { origin } else { .typed }
  }
}
