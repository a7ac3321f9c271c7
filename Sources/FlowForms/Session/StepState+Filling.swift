// SPDX-License-Identifier: Apache-2.0

import FlowExpressions
import Localization
import SourceDiagnostics

// What an event changes on a step alone, whatever the flow is.
extension StepState {
  /// The values of the elements: of visible ones only.
  var values: [Value?] {
    elements.map { element in
      guard element.isVisible else { return nil }
      switch element.content {
      case .field(let field): return field.value
      case .computed(let value): return value
      case .note: return nil
      }
    }
  }

  /// The indices of visible fields that were left empty although they have a default.
  var leftEmpty: [Int] {
    elements.indices.filter { index in
      guard elements[index].isVisible, let field = elements[index].field else { return false }
      return field.value == nil && (field.defaultValue != nil || field.hasRefusedDefault)
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

  /// The index of the visible field before the one in focus; nil if there is none.
  var fieldBeforeFocus: Int? {
    focus.flatMap { focus in
      elements[..<focus].lastIndex { $0.isVisible && $0.field != nil }
    }
  }

  // MARK: Drafts

  /// Changes the field at an index.
  mutating func setField(at index: Int, _ change: (inout FieldState) -> Void) {
    guard elements.indices.contains(index), case .field(var field) = elements[index].content
    else { return }
    change(&field)
    elements[index].content = .field(field)
  }

  /// Puts an input into the field at an index.
  mutating func setDraft(_ input: FieldInput, at index: Int) {
    setField(at: index) { field in
      field.draft = FieldState.Draft(input)
      field.isConfirmed = false
      field.problems = []
    }
  }

  /// Whether an element's value is acceptable; otherwise the field shows what is wrong, and it is
  /// announced.
  mutating func check(
    elementAt index: Int, _ announcements: inout [FlowAnnouncement]
  ) -> Bool {
    guard elements[index].isVisible, let field = elements[index].field else { return true }
    let isAccepted =
      field.found.isEmpty
      || (field.isConfirmed && field.found.allSatisfy { $0.severity == .warning })
    if isAccepted, field.problems.isEmpty { return true }
    setField(at: index) { field in
      field.problems = isAccepted ? [] : field.found
      if !isAccepted { field.refusals += 1 }
    }
    if !isAccepted { announcements.append(.refused(field.found)) }
    return isAccepted
  }

  /// Whether a secret that is asked twice waits for its second entry, or for both again.
  mutating func awaitsSecondEntry(
    of index: Int, _ input: FieldInput?, _ announcements: inout [FlowAnnouncement]
  ) -> Bool {
    guard let field = elements[index].field, field.asksTwice, case .text(let text)? = input
    else { return false }
    guard let first = field.firstEntry else {
      // There's nothing to confirm about a field that's left empty.
      if field.value == nil { return false }
      setField(at: index) { $0.firstEntry = text }
      return true
    }
    setField(at: index) { $0.firstEntry = nil }
    guard first != text else { return false }
    let problem = Problem(
      field: field.id, rule: .confirmation, message: field.catalog.text(.entriesDiffer))
    setField(at: index) { field in
      field.draft = .untouched
      field.value = nil
      field.problems = [problem]
      field.refusals += 1
    }
    announcements.append(.refused([problem]))
    return true
  }
}

extension FieldState {
  /// Whether everything that is wrong can be confirmed.
  var hasOnlyWarnings: Bool { problems.allSatisfy { $0.severity == .warning } }
}

extension FieldState.Draft {
  /// The draft that an input makes.
  init(_ input: FieldInput) {
    switch input {
    case .text(let text): self = .typed(text)
    case .value(let value): self = .data(value)
    case .none: self = .empty
    case .offered: self = .untouched
    }
  }
}
