// SPDX-License-Identifier: Apache-2.0

import FlowExpressions
import FlowModel
import FlowScripts
import FlowSessions
import FlowWalks
import Localization
import StackFlowShell

// How answers are typed.
extension FaceDriver {
  func answer(_ input: FieldInput) {
    guard let field else { return answerStep(input) }
    switch input {
    case .empty where field.isSecret: type(clear + "\r")
    case .empty: type(clear + ":none\r")
    case .offered: type(field.unfinished == nil ? "\r" : clear + ":next\r")
    case .default where field.isSecret: type(clear + "\u{1B}s")
    case .default: type(clear + ":default\r")
    case .text(let text): answer(text, to: field)
    case .value(let value), .remembered(let value, _):
      switch (field.type, value) {
      case (.secret, .string(let text)): answer(text, to: field)
      case (.choices, .list(let values)): mark(values, in: field)
      case (.list, _), (.map, _): answer(field.typedText(of: value), to: field)
      case (.choice, _) where !field.others(in: value).isEmpty:
        isScreen ? choose(other: value) : type(clear + field.typedText(of: value) + "\r")
      default: answer(field.shownText(of: value), to: field)
      }
    }
  }

  func answerStep(_ input: FieldInput) {
    switch input {
    case .empty where isAtCommit: type("\r")
    case .text(let text) where isAtList:
      // The word of a script for the end of a list is no word of a user.
      if runner.session.isYes(.text(text)) { return type(":done\r") }
      if isScreen { return giveUp(on: "anything but a yes to a list") }
      type(text + "\r")
    case .text(let text): type(text + "\r")
    case .value(.bool(let isYes)): type(isYes ? "yes\r" : "no\r")
    case .value(.list(let records)): answer(records)
    default: giveUp(on: "\(input) as a whole")
    }
  }

  /// Makes the list of records on the top that of the script, item by item.
  func answer(_ records: [Value]) {
    guard case .asking(let step) = runner.state, step.kind == .repeat else {
      return giveUp(on: "a list as a whole")
    }
    guard step.canChangeItems || step.items.count == records.count else {
      return giveUp(on: "another number of records")
    }
    if step.canChangeItems {
      for index in step.items.indices.reversed() { remove(index) }
    }
    for (index, record) in records.enumerated() where fault == nil {
      // A list that's filled has opened it.
      if runner.session.topStepID == step.id {
        change(step.canChangeItems ? "add" : "edit \(index + 1)")
      }
      answer(record, of: "\(step.id)[\(index)].", above: step.id)
    }
    if fault == nil { type(":next\r") }
  }

  /// Answers what is asked of an item until its list is on the top again, or has opened its next item.
  func answer(_ record: Value, of prefix: String, above list: String) {
    guard case .map(let values) = record else { return giveUp(on: "a record that is none") }
    var (last, shown): (String?, String?)
    while case .asking(let step) = runner.state, step.id != list, fault == nil {
      if let inner = self.list(in: values, of: prefix, around: step.id), inner != shown {
        // A list that's filled has opened its first item; it's answered as a whole.
        shown = inner
        perform(.backTo(inner))
        continue
      }
      guard let id = step.focusedField?.id ?? step.wholeID, id.hasPrefix(prefix) else {
        if step.id.hasPrefix(list + "["), !step.id.hasPrefix(prefix), last != nil { return }
        if step.focusedField != nil { return giveUp(on: "'\(step.id)' inside a record") }
        type("\r")
        continue
      }
      let value = values[.string(String(id.dropFirst(prefix.count)))]
      // A record that's refused as a whole at the session's depth is refused here field by field.
      guard id != last || step.focusedField?.awaitsRepeat == true else {
        return giveUp(on: "a record that is refused")
      }
      last = id
      if let value, value != .null {
        answer(.value(value))
      } else if step.kind == .repeat {
        type(":next\r")
      } else if value == nil, let field = step.focusedField,
        field.defaultValue != nil || field.generate != nil
      {
        answer(field.defaultValue == nil || field.offer?.source == .default ? .offered : .default)
      } else {
        answer(FieldInput.empty)
      }
    }
  }

  /// Returns the id of the list of records, not a matrix, that a record has a value for and that a step is in.
  private func list(in record: ValueMap, of prefix: String, around step: String) -> String? {
    guard step.hasPrefix(prefix) else { return nil }
    let rest = step.dropFirst(prefix.count)
    guard let end = rest.firstIndex(of: "["), case .list? = record[.string(String(rest[..<end]))]
    else { return nil }
    let id = prefix + rest[..<end]
    return runner.session.matrix?.id == id ? nil : id
  }

  func answer(_ text: String, to field: FieldState) {
    // Where an answer is picked, a line without a text is no answer.
    if text.allSatisfy(\.isWhitespace), isScreen, field.type.isChoice || field.type == .boolean {
      return answer(FieldInput.empty)
    }
    switch field.type {
    case .choice where isScreen: choose(text, in: field)
    case .choices where isScreen && !field.others(in: field.value(typed: text)).isEmpty:
      mark(field.value(typed: text)?.elements ?? [], in: field)
    case .choices where isScreen:
      guard let indices = field.marks(meantBy: text) else { return type(clear + text + "\r") }
      mark(indices, in: field)
    case .boolean where isScreen:
      switch text.lowercased() {
      case "yes", "y", "true": type(clear + (usesArrows ? "yes" : "y") + "\r")
      case "no", "n", "false": type(clear + (usesArrows ? "no" : "n") + "\r")
      default: type(clear + text + "\r")
      }
      usesArrows.toggle()
    default:
      guard !text.contains(where: \.isNewline) else {
        return type(clear + "\u{1B}[200~\(text)\u{1B}[201~\r")
      }
      // A secret that's cleared is left empty.
      if text.isEmpty, field.isSecret { return type("\r") }
      let isWord = text.hasPrefix(":") && !field.isSecret
      type(clear + (isWord ? ":" : "") + text + "\r")
    }
  }

  /// The key that leads to the last row of a list, which is for a text beside the choices.
  private static let lastRow = "\u{1B}[F"

  private func choose(other text: Value) {
    let text = text.plainText
    type(clear + (text.hasPrefix(":") ? ":" : Self.lastRow) + text + "\r")
  }

  func choose(_ text: String, in field: FieldState) {
    let value = field.value(typed: text)
    if let other = field.others(in: value).first { return choose(other: other) }
    let found = field.choicesMeant(by: text).first
    guard let index = found ?? field.choices.firstIndex(where: { $0.value == value }) else {
      return type(clear + text + "\r")
    }
    usesArrows.toggle()
    let label = field.choices[index].label
    let matching = field.choices.filter { $0.label.hasLetters(of: label) }
    let isTyped = label.allSatisfy { $0.isLetter || $0.isNumber } && matching.count == 1
    if isTyped, usesArrows {
      type(clear + label + "\r")
    } else {
      let next = Self.next(in: field)
      type(clear + firstRow(of: field) + String(repeating: next, count: index) + "\r")
    }
  }

  /// The key that leads to the next choice.
  private static func next(in field: FieldState) -> String {
    field.hasChoiceButtons ? "\u{1B}[C" : "\u{1B}[B"
  }

  /// The keys that lead to the first choice of a list, or to the first button.
  private func firstRow(of field: FieldState) -> String {
    "\u{1B}[H" + String(repeating: Self.next(in: field), count: field.extraEntryCount)
  }

  func mark(_ values: [Value], in field: FieldState) {
    let others = field.others(in: .list(values))
    guard isScreen || others.isEmpty else {
      return type(clear + field.typedText(of: .list(values)) + "\r")
    }
    let indices = values.filter { !others.contains($0) }
      .map { value in field.choices.firstIndex { $0.value == value } }
    guard !indices.contains(nil) else { return giveUp(on: "marks that aren't there") }
    mark(Set(indices.compactMap { $0 }), and: others, in: field)
  }

  func mark(_ wanted: Set<Int>, and others: [Value] = [], in field: FieldState) {
    guard isScreen else {
      return type(
        clear
          + (wanted.isEmpty ? "#0" : wanted.sorted().map { "#\($0 + 1)" }.joined(separator: " "))
          + "\r")
    }
    guard !others.contains(where: { $0.plainText.hasPrefix(":") }) else {
      return giveUp(on: "a text among choices that looks like a word")
    }
    let place = Place(field: field.id, depth: runner.session.depth)
    // Texts beside the choices that were answers have rows below them.
    var rows = field.choices.map(\.value) + field.others(in: field.shownMarks)
    var marked: Set<Int> = []
    if let marks, marks.place == place {
      marked = marks.marked
      rows = field.choices.map(\.value) + marks.others
    } else if case .list(let values)? = field.shownMarks {
      marked = Set(rows.indices.filter { values.contains(rows[$0]) })
    }
    let most = field.itemLimits.most ?? .max
    let wanted = wanted.union(others.compactMap { rows.firstIndex(of: $0) })
    // In a form, Down leads from the last row to the next field.
    let last = field.otherLabel == nil ? rows.count - 1 : rows.count
    var keys = clear + firstRow(of: field)
    for index in rows.indices {
      if marked.contains(index), !wanted.contains(index) {
        keys += " "
        marked.remove(index)
      }
      if index < last { keys += "\u{1B}[B" }
    }
    keys += firstRow(of: field)
    defer { marks = (place, marked, Array(rows.dropFirst(field.choices.count))) }
    for index in rows.indices {
      if wanted.contains(index), !marked.contains(index) {
        keys += " "
        let isEnabled = index >= field.choices.count || field.choices[index].isEnabled
        // The key that marks what can't be chosen is refused, and it stays unmarked.
        guard isEnabled, marked.count < most else { return type(keys) }
        marked.insert(index)
      }
      if index < last { keys += "\u{1B}[B" }
    }
    for other in others where !rows.contains(other) {
      keys += Self.lastRow + other.plainText + "\r"
      guard marked.count < most else { return type(keys) }
      marked.insert(rows.count)
      rows.append(other)
    }
    type(keys + "\r")
  }
}

extension FieldState {
  /// The choices that are marked at first; those of a refused answer are, too.
  fileprivate var shownMarks: Value? {
    if case .data(let data) = draft, unfinished == nil { return data }
    return value ?? offer?.value
  }

  /// The choices that a text of words means, none included; nil if a word means no choice.
  fileprivate func marks(meantBy text: String) -> Set<Int>? {
    // A choice may have a word for none as its name.
    let meant = choicesMeant(by: text)
    if meant.isEmpty, text == "#0" || catalog.meansNone(text) { return [] }
    return meant.isEmpty ? nil : Set(meant)
  }
}

extension String {
  /// Whether the letters of a text occur in this one, in their order.
  fileprivate func hasLetters(of text: String) -> Bool {
    var rest = text.lowercased()[...]
    for character in lowercased() where character == rest.first { rest = rest.dropFirst() }
    return rest.isEmpty
  }
}
