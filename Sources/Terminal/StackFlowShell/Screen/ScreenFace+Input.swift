// SPDX-License-Identifier: Apache-2.0

import FlowModel
import FlowScreens
import FlowSessions
import FlowWalks
import TerminalCells
import TerminalIO

// Handles keys and the mouse before the line editor sees them.
extension ScreenFace {
  func use(_ event: TerminalEvent) -> EventUse {
    if let report = event.placeReport, let answer = region.take(report: report) {
      if case .place(let row) = answer { return click(withCursorIn: row) }
      return .used
    }
    if event.isOfUser { noteUser() }
    if scrollsPage(event) { return .used }
    if event.isTyped { screen.endScrolling() }
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
      scroll(by: key.code == .up ? -1 : 1)
      return .used
    default: break
    }
    let form = formKeys
    if let form, form.comesFirst(key, line: reader.line) { return use(key, in: form) ?? .used }
    let use = screen.host.take(form?.widgetKey(key, line: reader.line) ?? key)
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
    FormKeys(runner.session, widget: screen.host.widget, offeredText: offeredText)
  }

  /// Leads to another field of a form; nil where the key doesn't.
  func use(_ key: Key, in form: FormKeys) -> EventUse? {
    let line = reader.line
    action = form.action(for: key, line: line) { screen.host.canComplete }
    return action == nil ? nil : .ending
  }

  func use(_ use: WidgetUse) -> EventUse {
    switch use {
    case .ignored: return .line
    case .used: break
    case .text(let text): reader.replaceText(text)
    case .offer(let text): reader.replaceText(text, isOffered: true)
    case .insert(let text): reader.insert(text)
    case .move(let offset): reader.moveCursor(to: offset)
    case .answer(let input):
      // An offer that was neither moved nor typed over is accepted as it is.
      if screen.host.isUnchanged, case .asking(let step) = runner.state,
        let field = step.focusedField
      {
        action = .answer(input.ofUser(at: field))
      } else {
        action = .answer(input)
      }
      return .ending
    case .action(.walk(.focus(let id))):
      // A click on a cell of a matrix keeps what is typed in another one.
      action = formKeys?.leave(to: .field(id), line: reader.line)
      return action == nil ? .used : .ending
    case .action(let word):
      if word == .show, closesFiles() { return .used }
      action = .word(word)
      return .ending
    }
    return .used
  }

  func use(_ report: MouseReport) -> EventUse {
    switch report.action {
    case .wheelUp: return wheel(-1, at: CellPosition(column: report.column, row: report.row))
    case .wheelDown: return wheel(1, at: CellPosition(column: report.column, row: report.row))
    case .released(1): return click(CellPosition(column: report.column, row: report.row))
    case .pressed, .released, .moved: break
    }
    return .used
  }
}

// Clicks, and the wheel.
extension ScreenFace {
  /// The wheel moves the pointer of a list that it's over, and scrolls older steps elsewhere.
  private func wheel(_ direction: Int, at position: CellPosition) -> EventUse {
    let isOverList =
      screen.host.isReading && screen.host.hasEntries
      && (place == .inline || look.targets.contains { $0.rect.contains(position) })
    guard isOverList else {
      scroll(by: 3 * direction)
      return .used
    }
    let used = use(screen.host.take(Key(direction < 0 ? .up : .down)))
    if case .line = used { return .used }
    return used
  }

  /// Scrolls by a page, if the key does so.
  private func scrollsPage(_ event: TerminalEvent) -> Bool {
    guard case .key(let key) = event, key == Key(.pageUp) || key == Key(.pageDown),
      screen.host.isReading, screen.scrollsPages
    else { return false }
    scroll(by: key == Key(.pageUp) ? -screen.page : screen.page)
    return true
  }

  /// Scrolls older steps; the scrollbar goes when the user has stopped for a second.
  func scroll(by rows: Int) {
    if screen.scroll(by: rows) { showScrollbar() }
  }

  /// Shows the scrollbar for a second, or until the next key where nothing changes by itself.
  func showScrollbar() {
    guard !isStill else { return }
    if let scrollbar { terminal.events.cancelTimer(scrollbar) }
    scrollbar = terminal.events.timer(after: .seconds(1))
  }

  /// A click at a cell of the window.
  ///
  /// Where the inline screen is in the window isn't known, so the terminal is asked for it first.
  private func click(_ position: CellPosition) -> EventUse {
    guard place == .inline else { return click(onScreen: position) }
    guard region.painted != nil else { return .used }
    clicks.append(position)
    region.trace.ask(.place)
    terminal.query("\u{1B}[6n")
    return .used
  }

  /// Takes the row of the cursor in the window, for a click that waits for it.
  private func click(withCursorIn row: Int) -> EventUse {
    guard !clicks.isEmpty, let cursor = region.painted?.cursor else { return .used }
    let click = clicks.removeFirst()
    return self.click(
      onScreen: CellPosition(column: click.column, row: click.row - (row - cursor.row)))
  }

  /// A click at a cell of the screen: a button, or an answered step to go back to.
  private func click(onScreen position: CellPosition) -> EventUse {
    defer { if action != nil { screen.endScrolling() } }
    if let target = look.targets.last(where: { $0.rect.contains(position) }),
      screen.host.isReading
    {
      if let key = target.click.key {
        terminal.events.put(.key(key))
        return .used
      }
      if let part = target.click.line {
        let column = position.column - target.rect.origin.column
        return use(.move(part.offset(atColumn: column, in: screen.host.line.text)))
      }
      return use(screen.host.take(target.click))
    }
    guard let id = screen.step(at: position) else { return .used }
    action = .word(.walk(.backTo(id)))
    return .ending
  }
}

extension TerminalEvent {
  /// Whether the user types, and doesn't just look at older steps.
  var isTyped: Bool {
    switch self {
    case .key(let key): !(key.modifiers == .control && (key.code == .up || key.code == .down))
    case .paste: true
    default: false
    }
  }

  /// The bytes of what can be an answer to the question where the cursor is.
  ///
  /// In the first row it's the same as what some terminals send for F3 with modifiers.
  var placeReport: [UInt8]? {
    switch self {
    case .report(let bytes): bytes
    case .key(let key) where key.code == .function(3): key.bytes
    default: nil
    }
  }

  /// Whether the user has done something, which no transition may delay.
  var isOfUser: Bool {
    switch self {
    case .key, .paste, .mouse: true
    default: false
    }
  }
}
