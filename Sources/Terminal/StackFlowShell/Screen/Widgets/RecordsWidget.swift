// SPDX-License-Identifier: Apache-2.0

import FlowScreens
import FlowSessions
import FlowWalks
import Localization
import TerminalCells
import TerminalIO

/// A list of records: its items, and below them what can be done with the list.
///
/// Enter does what the pointer is on: it edits an item, adds one, or continues. Letters are a word, which
/// does nothing before Enter, and a removal asks first.
struct RecordsWidget: LaidOutWidget {
  /// The list as it is now.
  var step: StepState {
    didSet {
      list.count = step.items.count
      list.buttons.buttons = step.listActions.map(ButtonRow.Button.init)
      if let removed {
        list.buttons.point(at: done)
        list.move(to: removed)
        self.removed = nil
      }
      if let restored = oldValue.restorablePosition, step.items.count > oldValue.items.count {
        list.move(to: restored)
      }
      guard !step.canChangeItems else { return }
      // In a list over elements it's known what comes next: an item that is still open, or the end.
      if let open = step.items.firstIndex(where: { $0.problem != nil }) {
        list.move(to: open)
      } else if oldValue.items.contains(where: { $0.problem != nil }) {
        list.move(to: nil)
        list.buttons.point(at: done)
      }
    }
  }

  private(set) var list: PointedList

  /// The item about whose removal the buttons ask.
  private var removed: Int?

  /// The letters that have marked one of these buttons.
  private var letters = ""

  private var done: String { step.catalog.text(.doListDone) }

  /// Creates a list whose pointer is on the first item that must be answered, else on what is usual
  /// next: adding while items are missing, and going on otherwise.
  ///
  /// - Complexity: O(*n*) in the number of items.
  init(step: StepState) {
    self.step = step
    list = PointedList(
      ListSections(count: step.items.count), edge: .buttons, buttons: ButtonRow(step.listActions))
    if let open = step.items.firstIndex(where: { $0.problem != nil }) {
      list.move(to: open)
    } else if !step.items.isEmpty, step.items.count >= step.itemLimits.least ?? 0 {
      list.buttons.point(at: step.catalog.text(.doListDone))
    }
  }

  /// Asks whether to remove an item; the pointer begins where nothing is lost.
  mutating func ask(aboutRemoving item: Int) {
    (removed, letters) = (item, "")
    list.buttons = ButtonRow(
      [
        .init(step.catalog.text(.actRemove), .walk(.decide(.yes))),
        .init(step.catalog.text(.actKeep), .walk(.decide(.no()))),
      ], pointer: 1)
    list.move(to: nil)
  }

  mutating func take(_ key: Key, line: EditedLine) -> WidgetUse {
    guard line.text.isEmpty else { return .ignored }
    if removed != nil { return takeAsking(key) }
    if list.entry != nil, key == Key(.left) || key == Key(.right) {
      list.buttons.point(at: done)
      list.move(to: nil)
      return .used
    }
    if list.take(key) { return .used }
    let canMove = step.canChangeItems
    switch (key.code, key.modifiers) {
    case (.enter, []):
      return list.entry.map { .action(.walk(.change(.edit($0)))) } ?? list.buttons.chosen?.use
        ?? .used
    case (.delete, []):
      guard canMove, let entry = list.entry else { return .used }
      return .action(.walk(.change(.remove(entry))))
    case (.up, .alt), (.down, .alt):
      guard canMove, let entry = list.entry else { return .used }
      let target = entry + (key.code == .up ? -1 : 1)
      guard (0..<list.count).contains(target) else { return .used }
      list.move(to: target)
      return .action(.walk(.change(.move(from: entry, to: target))))
    default: return .ignored
    }
  }

  /// Takes a key while the buttons ask: letters of a yes or a no mark one, as in a question, and others are typed.
  private mutating func takeAsking(_ key: Key) -> WidgetUse {
    guard case (.character(let letter), []) = (key.code, key.modifiers), letter.isLetter else {
      letters = ""
      return list.buttons.takeAsking(key)
    }
    let word = letters + String(letter)
    for word in [word, String(letter)] {
      guard let isYes = step.catalog.yesOrNo(typed: word) else { continue }
      list.buttons.point(at: isYes ? 0 : 1)
      letters = word
      return .used
    }
    defer { letters = "" }
    return letters.isEmpty ? .ignored : .text(word)
  }

  func layOut(columns: Int, in context: WidgetContext) -> CellLayout {
    let isFocused = context.isFocused && !context.isTyping
    let numberWidth = "\(max(1, list.count))".count
    let window = list.window(around: removed ?? list.entry ?? list.count - 1, in: context) {
      entry in
      rows(
        of: entry, isPointed: isFocused && entry == removed ?? list.entry,
        numberWidth: numberWidth, columns: columns, theme: context.theme)
    }
    return list.layOut(
      above: window, remark: removed == nil ? counts : "", columns: columns, in: context)
  }

  private func rows(
    of entry: Int, isPointed: Bool, numberWidth: Int, columns: Int, theme: ScreenTheme
  ) -> [CellRow] {
    let item = step.items[entry]
    let start = 2 + numberWidth + 2
    let summary = StyledParts(item.summary).text
    var rows: [CellRow] = []
    for line in summary.wrapped(to: max(1, columns - start)).prefix(3) {
      var row = CellRow()
      row.write(line, column: start, style: isPointed ? theme.selection : theme.text)
      rows.append(row)
    }
    let number = "\(entry + 1)"
    rows[0].write(number, column: 2 + numberWidth - number.count, style: theme.faint)
    if isPointed {
      // While the buttons ask about it, the pointer is on one of them.
      let sign = removed == nil ? theme.signs.pointer : theme.signs.discarded
      rows[0].write(sign, column: 0, style: theme.accent)
    }
    let click = RowClick(use: .action(.walk(.change(.edit(entry)))))
    guard let problem = item.problem else { return rows.map { $0.clicked(click) } }
    let words = "\(theme.signs.problem) \(problem)"
    if summary.isEmpty || rows[rows.count - 1].end + 3 + words.cellWidth <= columns {
      rows[rows.count - 1].write(
        words, column: summary.isEmpty ? start : rows[rows.count - 1].end + 3,
        style: theme.problem)
    } else {
      for line in words.escapedForDisplay.wrapped(to: max(1, columns - start)) {
        var row = CellRow()
        row.write(line, column: start, style: theme.problem)
        rows.append(row)
      }
    }
    return rows.map { $0.clicked(click) }
  }

  /// How many items there are, and how many there may be; empty where that says nothing.
  var counts: String {
    let count = list.count
    func text(_ id: MessageID, _ limit: Int) -> String {
      step.catalog.text(id, ["number": .count(count), "count": .count(limit)])
    }
    switch step.itemLimits {
    case (let least?, let most?) where least == most: return text(.ofMany, most)
    case (let least?, _) where count < least: return text(.ofAtLeast, least)
    case (_, let most?): return text(.ofAtMost, most)
    default: return count > 8 ? step.catalog.text(.itemCount, ["count": .count(count)]) : ""
    }
  }

  func hints(in context: WidgetContext) -> [KeyHint] {
    let signs = context.theme.signs
    let choose = context.hint(
      list.buttons.isStacked ? signs.upDown : signs.leftRight, .actChoose)
    if removed != nil {
      return [
        KeyHint("enter", list.buttons.chosen?.label ?? context.catalog.text(.actKeep)), choose,
        context.hint("esc", .actKeep),
      ]
    }
    guard list.entry != nil else {
      let label = list.buttons.chosen?.label ?? done
      return [KeyHint("enter", label)]
        + (list.buttons.buttons.count > 1 ? [choose] : [])
        + (list.count > 0 ? [context.hint(signs.upDown, .actPickItem)] : [])
    }
    let edit = [
      context.hint("enter", .actEdit),
      KeyHint(signs.leftRight, done),
    ]
    guard step.canChangeItems else { return edit }
    return edit + [context.hint("del", .actRemove)]
      + (list.count > 1 ? [context.hint("alt-\(signs.upDown)", .actMoveItem)] : [])
  }
}

/// A word typed at a list of records, with the numbers of items, from 1.
enum ListWord: Hashable {
  case change(ListChange)

  /// The list is complete.
  case done

  /// Not understood, or no such item; the message is for the user.
  case unknown(message: String)

  /// The words; a beginning that no other word has is enough.
  private static let words = TypedWord.listWords.map { String($0.name.dropFirst()) }

  /// The words that Tab completes at a step, with what each does; none where the step is no list.
  static func candidates(for step: StepState) -> [Completions.Candidate] {
    guard step.kind == .repeat else { return [] }
    var candidates: [Completions.Candidate] = []
    let isFull = step.itemLimits.most.map { step.items.count >= $0 } ?? false
    if step.canChangeItems, !isFull {
      candidates.append(.init("add", detail: step.catalog.text(.detailAdd)))
    }
    if step.restorablePosition != nil {
      candidates.append(.init("undo", detail: step.catalog.text(.doUndoRemoval)))
    }
    if !step.items.isEmpty {
      candidates.append(.init("edit ", detail: step.catalog.text(.detailItem)))
    }
    if !step.items.isEmpty, step.canChangeItems {
      candidates.append(.init("remove ", detail: step.catalog.text(.detailItem)))
      if step.items.count > 1 {
        candidates.append(.init("move ", detail: step.catalog.text(.detailMove)))
      }
    }
    candidates.append(.init("done", detail: step.catalog.text(.doGoOn)))
    return candidates
  }

  static func hint(for step: StepState) -> String {
    let count = step.items.count
    let catalog = step.catalog
    if let open = step.items.firstIndex(where: { $0.problem != nil }) {
      guard step.canChangeItems else {
        return catalog.text(.listElementOpen, ["number": .count(open + 1)])
      }
      return catalog.text(
        .listItemOpen, ["number": .count(open + 1), "command": .text("edit \(open + 1)")])
    }
    guard step.canChangeItems else { return catalog.text(.listEditOnly) }
    let (least, most) = step.itemLimits
    let isFull = most.map { count >= $0 } ?? false
    let message: MessageID =
      switch (isFull, count) {
      case (true, 0): .listFullEmpty
      case (true, _): .listFull
      case (false, 0): .listEmpty
      case (false, _): .listOpen
      }
    let hint = MessageValue.text(catalog.text(message))
    if let least, count < least {
      return catalog.text(.listNeedsMore, ["hint": hint, "limit": .count(least)])
    }
    return catalog.text(count == 0 ? .listGoesOnEmpty : .listGoesOn, ["hint": hint])
  }

  /// Reads a line; nil when it's empty.
  static func reading(of line: String, in step: StepState) -> ListWord? {
    let parts = line.split(whereSeparator: \.isWhitespace).map { $0.lowercased() }
    guard let first = parts.first else { return nil }
    let meant = words.filter { $0.hasPrefix(first) }
    guard meant.count == 1 || words.contains(first), let word = meant.first else {
      return .unknown(message: proposal(for: step))
    }
    let numbers = parts.dropFirst().map { Int($0) }
    guard numbers.count == count(of: word), !numbers.contains(nil) else {
      return .unknown(message: usage(of: word, step.catalog))
    }
    let positions = numbers.compactMap { $0.map { $0 - 1 } }
    for position in positions where !step.items.indices.contains(position) {
      return .unknown(
        message: step.catalog.text(.itemMissing, ["number": .count(position + 1)]))
    }
    switch word {
    case "done": return .done
    case "add": return .change(.add)
    case "edit": return .change(.edit(positions[0]))
    case "undo": return .change(.restore)
    case "remove": return .change(.remove(positions[0]))
    default: return .change(.move(from: positions[0], to: positions[1]))
    }
  }

  /// For a user who typed something else.
  private static func proposal(for step: StepState) -> String {
    let count = step.items.count
    let catalog = step.catalog
    guard step.canChangeItems else {
      return catalog.text(count == 0 ? .listNothing : .listEditOrNothing)
    }
    var examples: [String] = []
    let (least, most) = step.itemLimits
    if most.map({ count < $0 }) ?? true { examples.append("add") }
    if count > 0 { examples += ["edit 1", "remove 1"] }
    if count > 1 { examples.append("move 2 1") }
    let goesOn = least.map { count >= $0 } ?? true
    if goesOn { examples.append("done") }
    if examples.isEmpty { examples = ["add"] }
    return catalog.text(.listTypes, ["ways": .text(catalog.any(of: examples))])
  }

  private static func count(of word: String) -> Int {
    switch word {
    case "add", "done", "undo": 0
    case "move": 2
    default: 1
    }
  }

  private static func usage(of word: String, _ catalog: MessageCatalog) -> String {
    let message: MessageID =
      switch word {
      case "add", "done", "undo": .wordAddAlone
      case "move": .wordMoveNumbers
      default: .wordItemNumber
      }
    return catalog.text(message, ["word": .quoted(word)])
  }
}
