// SPDX-License-Identifier: Apache-2.0

import Dispatch
import FlowExpressions
import FlowForms
import FlowScripts
import Foundation
import SourceDiagnostics
import StackFlowShell
import Synchronization
import TerminalIO

/// Types what a script says at a face in memory: texts, choices by filter and arrows, yes and no,
/// marks, and words such as `:back`.
///
/// The script runs on a thread of its own, and each call returns when the face waits for the user
/// again.
final class KeyDriver: ScriptDriver {
  /// The faces.
  enum FaceKind: String, CaseIterable, Sendable {
    case line, inline, full
  }

  let terminal: MemoryTerminal

  /// The keys that were typed, in the pieces in which the face got them.
  private(set) var chunks: [[UInt8]] = []

  /// What can't be typed at this face; nil as long as everything could.
  private(set) var untypeable: String?

  /// How the walk ended; nil while it goes on.
  var ending: WalkEnding? { shared.withLock { $0 } }

  private let runner: FlowRunner
  private let kind: FaceKind
  private let shared = Mutex<WalkEnding?>(nil)
  private var announced: [FlowAnnouncement] = []
  private var marks: (place: Place, marked: Set<Int>)?
  private var useArrows = false

  private struct Place: Hashable {
    let field: String
    let depth: Int
  }

  /// The limit of a walk, which passes when a script says so.
  private static let limit = Duration.seconds(3600)

  init(_ runner: FlowRunner, at kind: FaceKind) {
    self.runner = runner
    self.kind = kind
    terminal = MemoryTerminal(size: WindowSize(columns: 80, rows: 24))
    let outer = runner.onAnnouncements
    runner.onAnnouncements = { [unowned self] in
      outer?($0)
      announced += $0
    }
  }

  func start() {
    nonisolated(unsafe) let driver = self
    let (kind, terminal) = (kind, terminal)
    Task.detached {
      let ending: WalkEnding
      switch kind {
      case .line:
        let face = LineFace(runner: driver.runner, terminal: terminal, editor: PlainLineEditor())
        ending = await face.walk(timeout: Self.limit)
      case .inline, .full:
        let face = ScreenFace(
          runner: driver.runner, terminal: terminal, editor: PlainLineEditor(),
          place: kind == .full ? .full : .inline)
        ending = await face.walk(timeout: Self.limit)
      }
      driver.shared.withLock { $0 = ending }
      driver.terminal.close()
    }
    settle()
  }

  func overwrite(_ isOverwritten: Bool) { type(isOverwritten ? "yes\r" : "no\r") }

  func send(_ event: FlowEvent) -> [FlowAnnouncement] {
    announced = []
    guard ending == nil else { return [] }
    perform(event)
    return announced
  }

  /// Ends a walk that the script has left open.
  func end() {
    guard ending == nil else { return }
    terminal.hangUp()
    settle()
  }

  // MARK: Events

  private func perform(_ event: FlowEvent) {
    switch event {
    case .next(let input?): answer(input)
    case .next(nil) where field.map { $0.problems.contains { $0.severity == .error } } == true:
      // Enter alone would give the refused answer again.
      type(clear + ":next\r")
    case .next(nil) where kind != .line && isAtList: type(":next\r")
    case .next(nil), .confirm: type("\r")
    case .back(let count): goBack(count == 1 ? ":back" : ":back \(count)", byKey: count)
    case .backTo(let id): goBack(":back \(id)", byKey: nil)
    case .acceptSuggestions: type("\u{1B}\r")
    case .addItem: change("add")
    case .editItem(let index): change("edit \(index + 1)")
    case .removeItem(let index): change("remove \(index + 1)")
    case .moveItem(let from, let to): change("move \(from + 1) \(to + 1)")
    case .retry: type(":retry\r")
    case .leave(.quit): type(clear + "\u{4}")
    case .leave(.interrupt): type("\u{3}")
    case .leave(.endOfInput):
      terminal.hangUp()
      settle()
    case .leave(.timeout):
      terminal.advance(by: Self.limit + .seconds(1))
      settle()
    case .start, .edit, .focus, .submit, .give, .decide, .found, .effectBegan, .effectEnded:
      give(up: "\(event)")
    }
  }

  /// Keys that empty the line.
  private let clear = "\u{5}\u{15}"

  /// Changes the list on the top: by a word, on a screen with or without its colon.
  private func change(_ word: String) {
    useArrows.toggle()
    if kind == .line {
      type(word + "\r")
    } else if word == "add", useArrows {
      type("add\r")
    } else {
      type(":" + word + "\r")
    }
  }

  private func goBack(_ word: String, byKey count: Int?) {
    let isSecret = field?.isSecret == true
    if isSecret || (useArrows && count == 1) {
      // A secret is never a word.
      guard let count else { return give(up: "\(word) at a secret") }
      for _ in 0..<count { type("\u{1B}[Z") }
    } else {
      type(clear + word + "\r")
    }
    useArrows.toggle()
    if announced.isEmpty, case .asking(let step) = runner.state, step.kind == .review {
      // It asks before it discards answers.
      type("\r")
    }
  }

  private var isAtList: Bool {
    if case .asking(let step) = runner.state { step.kind == .repeat } else { false }
  }

  private var field: FieldState? {
    if case .asking(let step) = runner.state { step.focusedField } else { nil }
  }

  // MARK: Answers

  private func answer(_ input: FieldInput) {
    guard let field else { return answerStep(input) }
    switch input {
    case .none: type(clear + "\u{1B}\u{7F}")
    case .offered: type("\r")
    case .text(let text): answer(text, to: field)
    case .value(let value):
      switch (field.type, value) {
      case (.choices, .list(let values)): mark(values, in: field)
      default: answer(field.shownText(of: value), to: field)
      }
    }
  }

  private func answerStep(_ input: FieldInput) {
    switch input {
    case .text("yes") where kind != .line && isAtList: type(":next\r")
    case .text where kind != .line && isAtList: give(up: "anything but a yes to a list")
    case .text(let text): type(text + "\r")
    case .value(.bool(let isYes)): type(isYes ? "yes\r" : "no\r")
    case .value(.list(let records)): answer(records)
    default: give(up: "\(input) as a whole")
    }
  }

  /// Makes the list of records on the top that of the script, item by item.
  private func answer(_ records: [Value]) {
    guard case .asking(let step) = runner.state, step.kind == .repeat else {
      return give(up: "a list as a whole")
    }
    guard step.canChangeItems || step.items.count == records.count else {
      return give(up: "another number of records")
    }
    if step.canChangeItems {
      for index in step.items.indices.reversed() { change("remove \(index + 1)") }
    }
    for (index, record) in records.enumerated() where untypeable == nil {
      change(step.canChangeItems ? "add" : "edit \(index + 1)")
      answer(record, of: "\(step.id)[\(index)].", above: step.id)
    }
    if untypeable == nil { type(":next\r") }
  }

  /// Answers what is asked of an item until its list is on the top again.
  private func answer(_ record: Value, of prefix: String, above list: String) {
    guard case .map(let values) = record else { return give(up: "a record that is none") }
    var last: String?
    while case .asking(let step) = runner.state, step.id != list, untypeable == nil {
      guard let id = step.focusedField?.id ?? step.answeredAsWhole, id.hasPrefix(prefix) else {
        if step.focusedField != nil { return give(up: "'\(step.id)' inside a record") }
        type("\r")
        continue
      }
      let value = values[.string(String(id.dropFirst(prefix.count)))]
      // A record that's refused as a whole at the session's depth is refused here field by field.
      guard id != last || step.focusedField?.awaitsRepeat == true else {
        return give(up: "a record that is refused")
      }
      last = id
      if let value, value != .null {
        answer(.value(value))
      } else if step.kind == .repeat {
        type(":next\r")
      } else if value == nil, let usual = step.focusedField?.defaultValue {
        answer(.value(usual))
      } else {
        answer(FieldInput.none)
      }
    }
  }

  private func answer(_ text: String, to field: FieldState) {
    switch field.type {
    case .choice where kind != .line: choose(text, in: field)
    case .choices where kind != .line:
      guard let indices = field.indices(named: text) else { return type(clear + text + "\r") }
      mark(indices, in: field)
    case .boolean where kind != .line:
      switch text.lowercased() {
      case "yes", "y", "true": type(clear + (useArrows ? "yes" : "y") + "\r")
      case "no", "n", "false": type(clear + (useArrows ? "no" : "n") + "\r")
      default: type(clear + text + "\r")
      }
      useArrows.toggle()
    default:
      guard !text.contains(where: \.isNewline) else {
        return type(clear + "\u{1B}[200~\(text)\u{1B}[201~\r")
      }
      let isWord = text.hasPrefix(":") && !field.isSecret
      type(clear + (isWord ? ":" : "") + text + "\r")
    }
  }

  private func choose(_ text: String, in field: FieldState) {
    guard let index = field.index(named: text) else { return type(clear + text + "\r") }
    useArrows.toggle()
    let label = field.choices[index].label
    let matching = field.choices.filter { $0.label.hasLetters(of: label) }
    let isTyped = label.allSatisfy { $0.isLetter || $0.isNumber } && matching.count == 1
    if isTyped, useArrows {
      type(clear + label + "\r")
    } else {
      type(clear + "\u{1B}[H" + String(repeating: "\u{1B}[B", count: index) + "\r")
    }
  }

  private func mark(_ values: [Value], in field: FieldState) {
    let indices = values.map { value in field.choices.firstIndex { $0.value == value } }
    guard !indices.contains(nil) else { return give(up: "marks that aren't there") }
    mark(Set(indices.compactMap { $0 }), in: field)
  }

  private func mark(_ wanted: Set<Int>, in field: FieldState) {
    guard kind != .line else {
      return type(
        clear
          + (wanted.isEmpty ? "#0" : wanted.sorted().map { "#\($0 + 1)" }.joined(separator: " "))
          + "\r")
    }
    let place = Place(field: field.id, depth: runner.session.depth)
    var marked: Set<Int> = []
    if let marks, marks.place == place {
      marked = marks.marked
    } else if case .list(let values)? = field.value ?? field.offer?.value {
      marked = Set(field.choices.indices.filter { values.contains(field.choices[$0].value) })
    }
    let most = field.itemLimits.most ?? .max
    var keys = clear + "\u{1B}[H"
    for index in field.choices.indices {
      if marked.contains(index), !wanted.contains(index) {
        keys += " "
        marked.remove(index)
      }
      keys += "\u{1B}[B"
    }
    keys += "\u{1B}[H"
    for index in field.choices.indices {
      if wanted.contains(index), !marked.contains(index) {
        keys += " "
        guard field.choices[index].isEnabled, marked.count < most else {
          // The key that marks what can't be chosen is refused, and it stays unmarked.
          marks = (place, marked)
          return type(keys)
        }
        marked.insert(index)
      }
      keys += "\u{1B}[B"
    }
    marks = (place, wanted)
    type(keys + "\r")
  }

  // MARK: Typing

  private func give(up what: String) {
    if untypeable == nil { untypeable = what }
  }

  private func type(_ keys: String) {
    chunks.append(Array(keys.utf8))
    terminal.type(keys)
    settle()
  }

  private func settle() {
    let settled = DispatchSemaphore(value: 0)
    terminal.events.whenAwaited { settled.signal() }
    settled.wait()
  }
}

extension FieldState {
  /// The choice that a text names.
  fileprivate func index(named text: String) -> Int? {
    choices.firstIndex { shownText(of: $0.value) == text || "\($0.label)" == text }
      ?? choices.firstIndex { $0.value == .string(text) || $0.value.typed == text }
      ?? Int(text).flatMap { choices.indices.contains($0 - 1) ? $0 - 1 : nil }
      ?? choices.firstIndex { $0.label.lowercased().hasPrefix(text.lowercased()) }
  }

  /// The choices that a text of words names; nil if it names others.
  fileprivate func indices(named text: String) -> Set<Int>? {
    if let index = index(named: text) { return [index] }
    let isList = text.contains(",")
    let words = text.split { isList ? $0 == "," : $0 == " " }.map { word in
      word.trimmingCharacters(in: .whitespaces)
    }
    if words == ["none"] { return [] }
    if words == ["all"] { return Set(choices.indices) }
    var indices: Set<Int> = []
    for word in words {
      let ends = word.split(separator: "-").map { Int($0) }
      if let index = index(named: word) {
        indices.insert(index)
      } else if ends.count == 2, let first = ends[0], let last = ends[1], first >= 1,
        first <= last, last <= choices.count
      {
        indices.formUnion(first - 1..<last)
      } else {
        return nil
      }
    }
    return indices
  }
}

extension Value {
  /// The text that a scalar is typed as.
  fileprivate var typed: String? {
    switch self {
    case .int(let value): "\(value)"
    case .uint(let value): "\(value)"
    case .double(let value): "\(value)"
    case .bool(let value): "\(value)"
    default: nil
    }
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
