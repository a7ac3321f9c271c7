// SPDX-License-Identifier: Apache-2.0

import FlowExpressions
import FlowModel
import HashTreeCollections

/// The form in which unfinished input is kept beside the answers that were typed: `{"text": …}` or `{"value": …}`,
/// under a key of its own.
///
/// So it goes where they go: with the record that it's in, and with the element that it's about.
enum Unfinished {
  /// The end of each key, which no id has.
  private static let mark: Character = "?"

  /// Returns the key of what's unfinished at the question with an id or a name.
  static func key(_ id: String) -> String { id + String(mark) }

  /// Returns whether a key is one of unfinished input.
  static func isKey(_ key: String) -> Bool { key.last == mark }

  /// Returns an input in the form in which it's kept; nil for one that's none.
  static func value(_ input: FieldInput) -> Value? {
    switch input {
    case .text(let text): .map(ValueMap([("text", .string(text))]))
    case .value(let value): .map(ValueMap([("value", value)]))
    case .empty, .offered, .default, .remembered: nil
    }
  }

  /// The value under the id of a list that was left without being submitted as it is.
  static let list = Value.bool(true)

  /// Returns whether something unfinished is in what was entered in a record.
  ///
  /// - Complexity: O(*n*) in the size of what was entered.
  static func isIn(_ typed: ValueMap) -> Bool {
    typed.contains { entry in
      if case .string(let key) = entry.key, isKey(key) { return true }
      return switch entry.value {
      case .map(let map): isIn(map)
      case .list(let records):
        records.contains { if case .map(let map) = $0 { isIn(map) } else { false } }
      default: false
      }
    }
  }

  /// Returns what was kept as an input.
  static func input(_ value: Value) -> FieldInput? {
    guard case .map(let map) = value else { return nil }
    if case .string(let text)? = map["text"] { return .text(text) }
    return map["value"].map { .value($0) }
  }
}

// Keeps input that isn't submitted.
extension FlowSession {
  /// Remembers what was entered at a question, or forgets it; most walks remember nothing.
  mutating func remember(_ value: Value?, at id: String) {
    if value != nil || !typed.isEmpty { typed[id] = value }
  }

  /// Keeps what's unfinished at a question, or forgets it.
  mutating func setUnfinished(_ value: Value?, at id: String) {
    if value != nil || !typed.isEmpty { typed[Unfinished.key(id)] = value }
  }

  /// Whether something at the top step was typed or changed and not submitted: at a field, in a record of a list, or
  /// in the list itself.
  ///
  /// - Complexity: O(*n*) in the size of the records.
  func holdsUnfinished(_ live: StepState) -> Bool {
    if live.visibleFields.contains(where: { $0.unfinished != nil }) { return true }
    guard let items = live.repeat?.items, !typed.isEmpty else { return false }
    return typed[Unfinished.key(live.id)] != nil
      || items.contains { $0.left != nil || Unfinished.isIn($0.typed) }
  }

  /// Keeps an input at a visible field of the top step.
  mutating func setAside(_ input: FieldInput, at id: String) {
    guard case .asking(var live) = phase,
      let index = live.elements.firstIndex(where: { $0.id == id && $0.isVisible }),
      let field = live.elements[index].field, field.isOfferedAgain
    else { return }
    let kept = Unfinished.value(input)
    guard kept != nil || input == .offered else { return }
    guard typed[Unfinished.key(id)] != kept else { return }
    phase = .idle
    setUnfinished(kept, at: id)
    asideCount += 1
    live.setField(at: index) { $0.offered = $0.offered.beside(kept == nil ? nil : input) }
    phase = .asking(live)
  }

  /// Sets aside what was typed in the fields of a form that's left, and is no answer.
  mutating func setRefusedAside(of live: StepState) {
    guard live.kind == .form else { return }
    for field in live.visibleFields
    where field.isOfferedAgain && field.value == nil && field.unfinished == nil {
      guard let input = field.draft.asUnfinished else { continue }
      setUnfinished(Unfinished.value(input), at: field.id)
    }
  }

  /// Returns the rows of a matrix that's left, with what was typed in each and is no answer set aside.
  func rows(_ items: ItemList, settingRefusedAsideIn list: CheckedRepeat) -> ItemList {
    guard let matrix = list.matrix, let form = flow.step(at: matrix.form) else { return items }
    var items = items
    for (position, item) in items.enumerated() where !item.drafts.isEmpty {
      var typed = item.typed
      for element in form.elements {
        guard let field = element.field, field.isOfferedAgain, let draft = item.drafts[element.id],
          let input = draft.asUnfinished,
          input != item.answers[.string(field.name)].map({ .value($0) })
        else { continue }
        typed[.string(Unfinished.key(field.name))] = Unfinished.value(input)
      }
      items[position].typed = typed
    }
    return items
  }

  /// Forgets what was unfinished at the questions of a step, which are answered.
  mutating func forgetUnfinished(of live: StepState?) {
    guard let live, !typed.isEmpty else { return }
    for field in live.visibleFields { setUnfinished(nil, at: field.id) }
  }
}

extension FieldState.Draft {
  /// The input that's kept of it where it's left without being an answer; nil for none.
  fileprivate var asUnfinished: FieldInput? {
    switch self {
    case .typed(let text): text.isEmpty ? nil : .text(text)
    case .data(let value): value == .null || value == "" ? nil : .value(value)
    case .untouched, .empty: nil
    }
  }
}

extension FlowSession {
  /// Whether something was typed or picked at a question and not submitted.
  ///
  /// - Complexity: O(*n*) in the number of answers that were typed.
  package var hasUnfinished: Bool { typed.keys.contains(where: Unfinished.isKey) }
}
