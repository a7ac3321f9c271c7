// SPDX-License-Identifier: Apache-2.0

import FlowEffects
import FlowModel
import FlowScreens
import FlowSessions
import FlowWalks
import Localization
import TerminalCells
import TerminalIO

/// A review: the answers, and below them the way on.
///
/// Enter on an answer goes back to it. What changing it discards is beside the answer that the
/// pointer is on; where that is more than the answer itself, the buttons ask before.
struct ReviewWidget: LaidOutWidget {
  /// The id of the review.
  let step: String

  /// The rows of the review: answers, and the titles of the parts of the flow above them.
  let rows: [ScreenRow]

  /// The rows that are answers.
  private let answers: [Int]

  /// The answers that changing an answer discards, by its id; nil where it can't be changed.
  private let discarded: (String) -> [String]?

  /// The same for the answers that the pointer was on.
  private var known: [String: [String]?] = [:]

  /// The way back that is asked about.
  private var wayBack: (id: String, discarding: [String])?

  /// The answer that was chosen last; the items of a list have the same id.
  private var chosen: Int?

  private(set) var list: PointedList

  /// The same for the answer that the pointer is on.
  private var consequence: [String]? = []
  private let widths: AnswerWidths

  /// Creates a review whose pointer is on the way on.
  ///
  /// - Complexity: O(*n*) in the number of rows.
  init(
    step: String = "", rows: [ScreenRow], onward: [StepPage.Action],
    catalog: MessageCatalog = .english,
    discarded: @escaping (String) -> [String]?
  ) {
    self.step = step
    self.rows = rows
    self.catalog = catalog
    self.discarded = discarded
    var answers: [Int] = []
    var widths = AnswerWidths()
    for (index, row) in rows.enumerated() {
      guard case .answer(let answer) = row else { continue }
      answers.append(index)
      let indent = String(repeating: " ", count: Self.indent(of: answer))
      widths.add(
        label: indent + answer.shortQuestion,
        value: answer.text ?? catalog.text(.leftEmpty))
    }
    self.answers = answers
    self.widths = widths
    self.onward = onward
    list = PointedList(
      ListSections(count: answers.count), edge: .buttons, buttons: ButtonRow(onward))
  }

  /// The ways on.
  private let onward: [StepPage.Action]

  /// The words of the program.
  private let catalog: MessageCatalog

  /// Asks whether to go back to an answer.
  mutating func ask(wayBackTo id: String, discarding ids: [String]) {
    wayBack = (id, ids)
    list.buttons = ButtonRow([
      .init(catalog.text(.doChange), .walk(.decide(.yes))),
      .init(catalog.text(.doStay), .walk(.decide(.no()))),
    ])
    list.move(to: nil)
  }

  /// Continues as a review, with the pointer on the answer that was asked about.
  mutating func endAsking() {
    guard let asked = wayBack else { return }
    wayBack = nil
    list.buttons = ButtonRow(onward)
    point(at: position(of: asked.id))
  }

  /// The chosen answer if it has the id, or else the first one that has.
  private func position(of id: String) -> Int? {
    if let chosen, answer(chosen)?.id == id { return chosen }
    return answers.indices.first { answer($0)?.id == id }
  }

  private func answer(_ position: Int) -> FlowSession.ReviewRow? {
    guard answers.indices.contains(position), case .answer(let row) = rows[answers[position]]
    else { return nil }
    return row
  }

  private mutating func point(at position: Int?) {
    list.move(to: position)
    consequence = position.flatMap { answer($0) }.flatMap { consequence(ofChanging: $0.id) }
  }

  /// The answers that changing an answer discards, computed once for each answer.
  private mutating func consequence(ofChanging id: String) -> [String]? {
    if let known = known[id] { return known }
    let ids = discarded(id)
    known[id] = .some(ids)
    return ids
  }

  mutating func take(_ key: Key, line: EditedLine) -> WidgetUse {
    guard line.text.isEmpty else { return .ignored }
    if wayBack != nil { return list.buttons.takeAsking(key) }
    let before = list.entry
    if list.take(key) {
      if list.entry != before { point(at: list.entry) }
      return .used
    }
    guard key == Key(.enter) else { return .ignored }
    guard let entry = list.entry else { return list.buttons.chosen?.use ?? .used }
    chosen = entry
    return answer(entry).map { .action(.walk(.backTo($0.id))) } ?? .used
  }

  mutating func noteClick(onEntry entry: Int) -> WidgetUse? {
    chosen = entry
    return nil
  }

  // MARK: Drawing

  func layOut(columns: Int, in context: WidgetContext) -> CellLayout {
    let pointed = pointedRow
    let window = list.window(
      of: rows.count, around: pointed ?? rows.count - 1, in: context
    ) { index in
      rows(of: index, isPointed: index == pointed, columns: columns, in: context)
    }
    let question = wayBack.map { wayBack in
      catalog.text(
        .changingDiscardsOffered,
        ["answers": .text(Self.list(wayBack.discarding, catalog))]
      ).wrapped(to: max(1, columns - 2)).map { CellRow($0, column: 2, style: context.theme.text) }
    }
    return list.layOut(above: window, question ?? [], columns: columns, in: context)
  }

  /// The row that the pointer is on, or that is asked about.
  private var pointedRow: Int? {
    let entry = wayBack.map { position(of: $0.id) } ?? list.entry
    return entry.map { answers[$0] }
  }

  private func rows(
    of index: Int, isPointed: Bool, columns: Int, in context: WidgetContext
  ) -> [CellRow] {
    let theme = context.theme
    var first = CellRow()
    switch rows[index] {
    case .section(let title, let depth):
      first.write(
        title.escapedForDisplay.truncated(to: max(1, columns - 2), ellipsis: theme.signs.ellipsis),
        column: min(2 + 2 * depth, max(2, columns / 4)), style: theme.title)
      return [first]
    case .answer(let answer):
      let start =
        context.isWide
        ? 2 + widths.labelColumn(in: columns - 2) + AnswerWidths.gap : 4 + Self.indent(of: answer)
      let named = labelRows(of: answer, isPointed, from: start, columns, in: context)
      var lines = valueRows(of: answer, isPointed, from: start, columns, theme)
      lines = context.isWide ? Self.beside(named, lines) : named + lines
      if wayBack == nil {
        let click = RowClick(
          use: .action(.walk(.backTo(answer.id))), entry: answers.firstIndex(of: index))
        for index in lines.indices { lines[index].click = click }
      }
      return lines
    default: return [first]
    }
  }

  /// Returns the label of an answer, with the pointer.
  private func labelRows(
    of answer: FlowSession.ReviewRow, _ isPointed: Bool, from start: Int, _ columns: Int,
    in context: WidgetContext
  ) -> [CellRow] {
    let theme = context.theme
    let indent = Self.indent(of: answer)
    let labels = answer.shortQuestion.escapedForDisplay.wrapped(
      to: max(1, context.isWide ? start - 4 - indent : columns - 2 - indent))
    var first = CellRow()
    if isPointed {
      // While the buttons ask about it, the pointer is on one of them.
      let sign = wayBack == nil ? theme.signs.pointer : theme.signs.discarded
      first.write(sign, column: 0, style: theme.accent)
    }
    var named = [first]
    for (index, label) in labels.enumerated() {
      if index > 0 { named.append(CellRow()) }
      named[index].write(
        label, column: 2 + indent, style: isPointed ? theme.selection : theme.faint)
    }
    return named
  }

  /// Returns the value of an answer, with what going back to it discards.
  private func valueRows(
    of answer: FlowSession.ReviewRow, _ isPointed: Bool, from start: Int, _ columns: Int,
    _ theme: ScreenTheme
  ) -> [CellRow] {
    var lines: [CellRow] = []
    let value = StyledParts(answer.text ?? catalog.text(.leftEmpty)).text
    let style = answer.text == nil ? theme.faint : isPointed ? theme.selection : theme.text
    for line in value.wrapped(to: max(1, columns - start)) {
      var row = CellRow()
      row.write(line, column: start, style: style)
      lines.append(row)
    }
    if let remark = answer.origin.remark(in: catalog), let last = lines.indices.last {
      if lines[last].end + 2 + remark.cellWidth <= columns {
        lines[last].write(remark, column: lines[last].end + 2, style: theme.faint)
      }
    }
    if isPointed, wayBack == nil { add(consequence, to: &lines, from: start, columns, theme) }
    return lines
  }

  /// Returns rows with others beside them.
  private static func beside(_ rows: [CellRow], _ others: [CellRow]) -> [CellRow] {
    var rows = rows
    for (index, other) in others.enumerated() {
      if index >= rows.count { rows.append(CellRow()) }
      for part in other.parts {
        rows[index].write(part.text, column: part.column, style: part.style)
      }
    }
    return rows
  }

  /// The columns before an answer in parts of the flow that have a title, so that one sees where they end.
  private static func indent(of answer: FlowSession.ReviewRow) -> Int {
    min(2 * answer.sections.count, 6)
  }

  /// Adds what changing the answer discards: beside it, or below it where that doesn't fit.
  private func add(
    _ consequence: [String]?, to lines: inout [CellRow], from start: Int, _ columns: Int,
    _ theme: ScreenTheme
  ) {
    guard consequence?.isEmpty != true, let last = lines.indices.last else { return }
    let words =
      consequence.map {
        catalog.text(.changingDiscards, ["answers": .text(Self.list($0, catalog))])
      } ?? catalog.text(.unchangeable)
    let column = max(lines[last].end + 3, min(start + 24, columns - words.cellWidth))
    if column + words.cellWidth <= columns {
      lines[last].write(words, column: column, style: theme.faint)
      return
    }
    for line in words.wrapped(to: max(1, columns - start)) {
      var row = CellRow()
      row.write(line, column: start, style: theme.faint)
      lines.append(row)
    }
  }

  /// The names of answers in a sentence, the first few.
  static func list(_ ids: [String], _ catalog: MessageCatalog) -> String {
    let shown = ids.prefix(4)
    let rest = ids.count - shown.count
    let list = catalog.list(shown.map(catalog.quoted))
    return rest > 0
      ? catalog.text(.andMore, ["list": .text(list), "count": .count(rest)]) : list
  }

  func hints(in context: WidgetContext) -> [KeyHint] {
    if wayBack != nil {
      return [
        KeyHint("enter", list.buttons.chosen?.label ?? catalog.text(.doStay)),
        context.hint(context.theme.signs.leftRight, .actChoose), context.hint("esc", .doStay),
      ]
    }
    if list.entry != nil {
      return [context.hint("enter", .doChange), context.hint(context.theme.signs.upDown, .actPick)]
    }
    return [KeyHint("enter", list.buttons.chosen?.label ?? catalog.text(.doGoOn))]
      + (list.count > 0 ? [context.hint(context.theme.signs.upDown, .actPickAnswer)] : [])
  }
}

// The answers of a review, with their values aligned.
extension LineText {
  /// The margin of answers, in cells.
  private static let margin = 2

  /// The minimum width of a window, in cells, that shows values beside their questions.
  private static let narrow = 50

  /// The lines of a review: titles, and below them the questions, and their answers.
  ///
  /// A question that is longer than two fifths of the window has its own line. In a narrow window the
  /// answers aren't aligned.
  func lines(ofReview rows: [ScreenRow]) -> [String] {
    let widest = columns * 2 / 5
    let width =
      rows.compactMap(\.answer).map {
        Self.margin(of: $0) + Self.label(of: $0).escapedForDisplay.cellWidth
      }
      .filter { $0 <= widest }.max() ?? 0
    return rows.flatMap { row -> [String] in
      switch row {
      case .section(let title, let depth):
        return wrap(StyledText(title, .strong), indent: Self.margin * (min(depth, 3) + 1))
      case .answer(let row): return lines(of: row, to: width)
      default: return []
      }
    }
  }

  /// The lines of an answer whose value follows the margin and the question, which take so many cells.
  private func lines(of row: FlowSession.ReviewRow, to width: Int) -> [String] {
    let margin = Self.margin(of: row)
    let label = Self.label(of: row)
    let value = StyledText(row.text ?? catalog.text(.leftEmpty), row.text == nil ? .faint : .plain)
    let words = (value + StyledText(remark(on: row), .faint)).map(said)
    guard columns >= Self.narrow, width > 0 else {
      return wrap(StyledText("\(label) ") + words, indent: margin, hanging: margin + 2)
    }
    let start = width + 2
    var lines = wrap(words.text, firstIndent: start, start)
    if isStyled { lines = words.painted(lines) }
    let isLong = margin + label.escapedForDisplay.cellWidth > width
    let head = wrap(label, indent: margin, hanging: margin + 2)
    guard !isLong, head.count == 1, let first = lines.first else { return head + lines }
    return [head[0] + first.dropFirst(head[0].cellWidth)] + lines.dropFirst()
  }

  /// The margin of an answer, which grows with each title above it.
  private static func margin(of row: FlowSession.ReviewRow) -> Int {
    margin * (min(row.sections.count, 3) + 1)
  }

  /// The question as it precedes its answer.
  private static func label(of row: FlowSession.ReviewRow) -> String {
    let label = row.shortQuestion
    let asks = label.last.map { $0.isPunctuation && $0 != ")" } ?? true
    return label + (asks ? "" : ":")
  }

  private func remark(on row: FlowSession.ReviewRow) -> String {
    row.origin.remark(in: catalog).map { " (\($0))" } ?? ""
  }
}

extension AnswerOrigin {
  /// Where an answer that the user didn't enter is from; nil for others.
  fileprivate func remark(in catalog: MessageCatalog) -> String? {
    switch self {
    case .typed, .accepted, .migrated, .effect: nil
    case .drawn: catalog.text(.originDrawn)
    case .given: catalog.text(.originGiven)
    case .taken: catalog.text(.originDefault)
    }
  }
}
