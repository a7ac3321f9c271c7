// SPDX-License-Identifier: Apache-2.0

import FlowExpressions
import FlowModel
import FlowSessions
import Localization
import TerminalCells
import TerminalIO

/// A path, with what the folder that is typed contains.
///
/// Down moves into the list. Enter takes the name that the pointer is on: a folder is opened, and
/// anything else is the answer.
struct PathWidget: FolderWidget, CalendarWidget, ListedLine {
  var field: FieldState

  /// Looks at files.
  var host: (any PathHost)? { didSet { list(for: typed) } }

  /// The day of the last event, so that the list can say that a file was changed today.
  var today = CalendarDate.earliest

  private var typed = ""
  private var entries = PathEntries()
  var list = PointedList(ListSections(count: 0), edge: .line)

  init(field: FieldState) { self.field = field }

  private mutating func list(for text: String) {
    entries = host?.entries(beginning: text) ?? PathEntries()
    // A path that is complete needs no list of itself.
    if entries.count == 1, entries[0].path == text { entries = PathEntries() }
    list.begin(ListSections(count: entries.count))
  }

  /// The names below the line, and the line above them.
  func hasRow(above isUp: Bool, line: EditedLine) -> Bool {
    list.hasEntry(above: isUp) && (list.entry != nil || !line.isWord)
  }

  /// Moves in the list, or takes a name from it.
  mutating func take(_ key: Key, line: EditedLine) -> WidgetUse {
    guard !line.isWord else { return .ignored }
    if list.take(key) { return .used }
    guard let chosen = list.entry else { return .ignored }
    switch (key.code, key.modifiers) {
    case (.enter, []):
      list.move(to: nil)
      return entries[chosen].use
    case (.escape, []):
      list.move(to: nil)
      return .used
    default: return .ignored
    }
  }

  /// Lists the folder that is typed.
  mutating func lineChanged(_ line: EditedLine) {
    let text = line.isWord || line.isOffered ? "" : line.text
    guard text != typed else { return }
    typed = text
    list(for: text)
  }

  func layOutBelow(columns: Int, in context: WidgetContext) -> CellLayout {
    context.layOut(list, columns: columns) { rows($0, in: context) }
  }

  /// The rows of some entries; each entry is looked up.
  private func rows(_ shown: Range<Int>, in context: WidgetContext) -> [ListRow] {
    let shownEntries = shown.map { entries[$0] }
    let sizes = shownEntries.map { $0.size(context.catalog) }
    let width = sizes.map(\.cellWidth).max() ?? 0
    return zip(shownEntries, sizes).map { entry, size in
      var detail = size
      if context.isWide, let day = entry.day(today, context.catalog) {
        detail += String(repeating: " ", count: width - size.cellWidth + 3) + day
      }
      return ListRow(label: entry.name, detail: detail, click: RowClick(use: entry.use))
    }
  }

  func drawAnswer(on canvas: inout CellCanvas, in context: WidgetContext) {
    let remark =
      entries.isEmpty || typed.isEmpty
      ? context.remark(of: field)
      : context.catalog.text(.matchCount, ["count": .count(entries.count)])
    context.drawLine(on: &canvas, remark: remark)
  }

  /// Whether Tab adds something to what is typed: the beginning that all names share is longer.
  ///
  /// The names are in the order of their bytes, so the first and the last share what all of them do.
  private var completes: Bool {
    guard !typed.isEmpty, let first = entries.first?.path, let last = entries.last?.path else {
      return false
    }
    return zip(first, last).prefix { $0 == $1 }.count > typed.count
  }

  func hints(in context: WidgetContext) -> [KeyHint] {
    let choose = context.hint(context.theme.signs.upDown, .actChoose)
    if list.entry != nil { return [context.hint("enter", .actTake), choose] }
    guard !entries.isEmpty else { return [context.next] }
    // The completions of the line are in the list.
    guard completes else { return [context.next, choose] }
    return [context.next, context.hint("tab", .actComplete), choose]
  }
}

extension PathEntry {
  /// The effect of taking it: a folder is opened, and anything else is the answer.
  fileprivate var use: WidgetUse { isFolder ? .text(path) : .answer(.text(path)) }

  /// The last name, with `/` after that of a folder.
  fileprivate var name: String {
    let end = path.hasSuffix("/") ? path.dropLast() : path[...]
    let start = end.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex
    return String(path[start...])
  }

  /// When it was changed: today, yesterday, or on a date; nil where that isn't known.
  fileprivate func day(_ today: CalendarDate, _ catalog: MessageCatalog) -> String? {
    guard let changed else { return nil }
    if changed == today { return catalog.text(.dayToday) }
    return (try? today.adding(days: -1)) == changed
      ? catalog.text(.dayYesterday) : changed.description
  }

  /// The word for a folder, or the size of a file.
  fileprivate func size(_ catalog: MessageCatalog) -> String {
    if isFolder { return catalog.text(.folderName) }
    guard let byteCount else { return "" }
    return Self.size(byteCount)
  }

  /// A size in bytes as people write it: `464 B`, `2.6 K`, `1.2 M`.
  static func size(_ bytes: Int) -> String {
    var value = Double(bytes)
    for unit in ["B", "K", "M", "G", "T"] {
      if value < 1000 || unit == "T" {
        let tenths = (value * 10).rounded() / 10
        let isWhole = unit == "B" || tenths >= 100
        return (isWhole ? "\(Int(value.rounded()))" : "\(tenths)") + " " + unit
      }
      value /= 1000
    }
    return ""
  }
}
