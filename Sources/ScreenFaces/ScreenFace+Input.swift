// SPDX-License-Identifier: Apache-2.0

import FlowForms
import FlowShell
import TerminalIO

// What keys and the mouse do, before the line editor sees them.
extension ScreenFace {
  func use(_ event: TerminalEvent) -> EventUse {
    if event.isOfUser { endMotion() }
    switch event {
    case .key(let key):
      screen.candidates = []
      return use(key)
    case .mouse(let report): return use(report)
    case .token where takes(event), .report where takes(event): return .used
    default: return .line
    }
  }

  func use(_ key: Key) -> EventUse {
    switch (key.code, key.modifiers) {
    case (.up, .control), (.down, .control):
      screen.scroll(by: key.code == .up ? -1 : 1)
      return .used
    default: break
    }
    let form = formKeys
    if let form, form.comesFirst(key), let used = use(key, in: form) { return used }
    let use = screen.host.take(key)
    switch use {
    case .ignored: return form.flatMap { self.use(key, in: $0) } ?? .line
    case .used:
      // A field that depends on what is picked appears at once.
      if let form, form.field.type == .boolean || form.field.type == .choice,
        let picked = formKeys?.picked, picked != form.picked
      {
        action = .draft(picked)
        return .ending
      }
      return .used
    default: return self.use(use)
    }
  }

  var formKeys: FormKeys? {
    FormKeys(state: runner.state, widget: screen.host.widget, begunText: begunText)
  }

  /// Leads to another field of a form; nil where the key doesn't.
  func use(_ key: Key, in form: FormKeys) -> EventUse? {
    let line = reader.line
    action = form.action(for: key, line: line) {
      let index = line.text.utf8.index(line.text.startIndex, offsetBy: line.cursorOffset)
      let before = String(line.text[..<index])
      let found = complete?(CompletionQuery(before: before, after: String(line.text[index...])))
      return found?.resolve(before: before).texts.contains { $0 != before } ?? false
    }
    return action == nil ? nil : .ending
  }

  func use(_ use: WidgetUse) -> EventUse {
    switch use {
    case .ignored: return .line
    case .used: break
    case .text(let text): reader.replaceText(text)
    case .insert(let text): reader.insert(text)
    case .move(let offset): reader.moveCursor(to: offset)
    case .answer(let input):
      action = .answer(input)
      return .ending
    case .word(let text):
      guard case .word(let word) = TypedWord.reading(of: text) else { return .used }
      if word == .show, closesFiles() { return .used }
      action = .word(word)
      return .ending
    }
    return .used
  }

  func use(_ report: MouseReport) -> EventUse {
    switch report.action {
    case .wheelUp: screen.scroll(by: -3)
    case .wheelDown: screen.scroll(by: 3)
    case .released(1):
      guard place == .full, let id = screen.step(atRow: report.row) else { return .used }
      action = .word(.backTo(id))
      return .ending
    case .pressed, .released, .moved: break
    }
    return .used
  }
}

extension TerminalEvent {
  /// Whether the user has done something, which no transition may delay.
  var isOfUser: Bool {
    switch self {
    case .key, .paste, .mouse: true
    default: false
    }
  }
}
