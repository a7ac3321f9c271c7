// SPDX-License-Identifier: Apache-2.0

import FlowExpressions
import FlowModel
import FlowScreens
import FlowSessions

/// Reads the inputs of a field from a form.
struct FieldReader {
  let form: FormBody
  let control: FieldControl

  private var state: FieldState { control.field.state }

  init(_ field: Question.Field, in form: FormBody) {
    control = FieldControl(field, takesFiles: form.takesFiles)
    self.form = form
  }

  /// Whether the form has the field; an unmarked box and an empty list send nothing else.
  var isPresent: Bool { form.all(FieldControl.presence).contains(control.field.id) }

  /// The input; nil if what's offered, or the answer that's there, was left as it is.
  ///
  /// Texts are parsed by the field, as they are at the other faces.
  var input: FieldInput? {
    switch control.kind {
    case .line, .area: return text
    case .file: return file
    case .secret:
      guard let text = form[control.name], !text.isEmpty else {
        if form[control.removalName] != nil { return .empty }
        return state.value != nil || state.awaitsRepeat || state.generate != nil ? nil : .empty
      }
      return .text(text)
    case .yesOrNo, .radios, .menu, .search(several: false): return picked
    case .boxes, .search(several: true): return marked
    }
  }

  /// The second entry of a secret; empty if it's missing, so that both differ.
  var again: FieldInput { .text(form[control.againName] ?? "") }

  /// The path of the file that was sent, or of the one that's kept.
  private var file: FieldInput? {
    if let path = form.files[control.name] { return .text(path) }
    if form[control.removalName] != nil { return .empty }
    let kept = control.shownText
    if kept.isEmpty { return .empty }
    return control.showsAnswer ? nil : .text(kept)
  }

  private var text: FieldInput? {
    guard let text = form[control.name] else { return nil }
    var typed = text
    if text.utf8.contains(UInt8(ascii: "\r")) { typed = text.replacing("\r\n", with: "\n") }
    if control.showsAnswer, typed == control.shownText { return nil }
    // A pattern says by itself whether a blank is an answer.
    let takesBlanks = !typed.isEmpty && state.constraints.contains { $0.kind == .pattern }
    guard takesBlanks || !typed.allSatisfy(\.isWhitespace) else { return .empty }
    if case .line(type: "datetime-local", _) = control.kind {
      typed.replace("T", with: " ", maxReplacements: 1)
    }
    if control.showsAnswer, typed == control.shownText { return nil }
    return .text(typed)
  }

  private var picked: FieldInput? {
    let sent = form[control.name] ?? ""
    let input = FieldControl.value(of: sent).map { FieldInput.value($0) } ?? .empty
    // A text that's typed counts though its row isn't chosen, unless another one was.
    if sent == FieldControl.other || isTyped && (input == .empty || isLeft(input)) {
      let other = other.first.map { FieldInput.value($0) } ?? .empty
      return isShown(other) ? nil : other
    }
    return isShown(input) ? nil : input
  }

  /// Whether a text beside the choices is in the form that wasn't on the page.
  private var isTyped: Bool {
    !other.isEmpty && other != state.others(in: control.shownValue)
  }

  /// Whether an input is what the page has chosen.
  private func isLeft(_ input: FieldInput) -> Bool {
    input == control.shownValue.map { .value($0) }
  }

  private var marked: FieldInput? {
    var values = form.all(control.name).compactMap { FieldControl.value(of: $0) }
    // Locked boxes can't be marked, so browsers don't send them.
    values += state.choices.filter { $0.isLocked && !values.contains($0.value) }.map(\.value)
    let input = FieldInput.value(.list(values + other))
    if values.isEmpty, other.isEmpty, state.value == nil, state.offer == nil, !state.isRequired {
      return .empty
    }
    return isShown(input) ? nil : input
  }

  private var other: [Value] {
    guard state.otherLabel != nil else { return [] }
    return (form[control.otherName] ?? "").split(whereSeparator: \.isNewline)
      .map { String($0).trimmingBlanks }.filter { !$0.isEmpty }
      .map { state.answer(typedBesideChoices: $0) }
  }

  private func isShown(_ input: FieldInput) -> Bool {
    guard control.showsAnswer, let shown = control.shownValue else { return false }
    switch (input, shown) {
    case (.value(.list(let sent)), .list(let values)): return Set(sent) == Set(values)
    case (.value(let sent), _): return sent == shown
    default: return false
    }
  }
}

extension String {
  /// The text without blanks at both ends.
  var trimmingBlanks: String {
    String(drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
  }
}
