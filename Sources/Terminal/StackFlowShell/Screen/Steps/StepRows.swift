// SPDX-License-Identifier: Apache-2.0

import FlowScreens
import FlowSessions
import Localization
import SourceDiagnostics
import TerminalCells

/// The rows of an open step, in the order in which they're shown: those of its page, and those that a screen adds.
struct StepRows {
  /// The rows so far.
  private(set) var models: [StepRowModel] = []

  private let page: StepPage
  private let stage: ScreenLook.Stage
  private let look: ScreenLook
  private let host: WidgetHost
  private let table: MatrixTable?

  /// Whether the page is that of a form, whose fields have labels.
  private let isForm: Bool

  /// Whether the title is in the bar of the window.
  private let hasBar: Bool

  /// The sign of the step's node, until a row has it.
  private var node: StyledParts?

  /// The width of the longest label of a field.
  private let labelWidth: Int

  private var hasField = false
  private var hasWidget = false

  /// Whether the rows before the row of a matrix that's asked are there.
  private var isTableBegun: Bool

  /// The table that hides what's wrong with a field, because its cells are apart from it; nil elsewhere.
  private var hiding: MatrixShape?

  /// Prepares the rows of a page.
  ///
  /// - Parameters:
  ///   - page: The page.
  ///   - stage: Whether an effect is performed.
  ///   - look: The look of the rows.
  ///   - host: The widget with the focus.
  ///   - table: The matrix of which a row is asked; nil elsewhere.
  init(
    of page: StepPage, at stage: ScreenLook.Stage, _ look: ScreenLook, host: WidgetHost,
    table: MatrixTable?
  ) {
    (self.page, self.stage, self.look) = (page, stage, look)
    (self.host, self.table) = (host, table)
    host.hint = nil
    isTableBegun = table == nil
    isForm = !page.has(.question)
    if case .open = stage { hasBar = look.hasBar } else { hasBar = false }
    if !hasBar { node = StyledParts(look.theme.signs.open, look.theme.accent) }
    labelWidth = page.fields.map { $0.shortQuestion.escapedForDisplay.cellWidth }.max() ?? 0
  }

  // MARK: Single rows

  /// Adds a row beside the rail.
  mutating func add(_ path: StepRowModel.Path, _ content: StepRowModel.Content) {
    models.append(StepRowModel(id: path, content: content, look: look))
  }

  /// Adds a row, which has the node if no row has it yet.
  mutating func addWithNode(_ path: StepRowModel.Path, _ content: StepRowModel.Content) {
    models.append(StepRowModel(id: path, content: content, node: node, look: look))
    node = nil
  }

  // MARK: The page

  /// Adds the rows of the page.
  ///
  /// Problems and help belong below the widget, which comes after the field's row. Where only buttons are, the problems
  /// are below them, so that those don't move.
  ///
  /// - Parameter isSituation: Whether the page describes a situation rather than a step.
  mutating func addPage(isSituation: Bool) {
    var isTitleInBar = false
    if hasBar {
      let title = page.sections.first?.rows.first?.barTitle
      isTitleInBar = title != nil
      add(.bar, .bar(title ?? ""))
    }
    let fieldless = page.fields.isEmpty && host.isReading && !isSituation
    for section in page.sections where !(fieldless && section.part.isProblem) {
      if !isTableBegun, !section.part.isHeading { beginTable() }
      for (place, row) in section.rows.enumerated() {
        if isTitleInBar {
          isTitleInBar = false
        } else {
          add(row, of: section, place)
        }
      }
    }
    endTable()
    if !hasWidget, host.isReading {
      if hasText { add(.blank(.inside), .blank) }
      host.label = nil
      addWithNode(.widget, .widget(host))
    }
    for section in page.sections where fieldless && section.part.isProblem {
      for (place, row) in section.rows.enumerated() { add(row, of: section, place) }
    }
  }

  private mutating func add(_ row: ScreenRow, of section: StepPage.Section, _ place: Int) {
    let path = StepRowModel.Path.page(section.path(place))
    if case .field(let field, let isFocused) = row {
      hiding = isFocused ? nil : table?.shape
      add(field, isFocused: isFocused, path)
      return
    }
    guard var content = look.content(of: row, at: stage, isFirst: node != nil) else { return }
    // A note of a form is aligned with the labels.
    if isForm, section.part == .notes, !page.fields.isEmpty, case .text(let text, _) = content {
      let indent = String(repeating: " ", count: WidgetHost.promptWidth - 1)
      content = .text(text, sign: StyledParts(indent))
    }
    addWithNode(path, content)
    if section.element != nil, section.part.isProblem || section.part == .help {
      models[models.count - 1].table = hiding
    }
  }

  // MARK: Fields

  private mutating func add(_ field: FieldState, isFocused: Bool, _ path: StepRowModel.Path) {
    // A form whose title says everything needs no blank row.
    let isFirst = !hasField
    hasField = true
    // The fields of a form without a title are aligned below its node.
    if isForm, isFirst, table == nil, node != nil {
      if look.hasRail { addWithNode(.title, .text(StyledParts(), sign: StyledParts())) }
      node = nil
    }
    if !isForm, isFocused { addHint(of: field) }
    if table == nil, isForm ? isFirst && hasText : isFocused { add(.blank(.inside), .blank) }
    if isFocused { addFocused(field) } else { addValue(of: field, path) }
  }

  private mutating func addFocused(_ field: FieldState) {
    if isForm {
      // Beside the field there's only room for a short label.
      let question = field.question
      if question.lowercased() != field.shortQuestion.lowercased() {
        let text = StyledParts(question, look.theme.text)
        addWithNode(.question, .text(text, sign: StyledParts()))
      }
      if let description = field.description, let content = look.content(of: .text(description)) {
        addWithNode(.description, content)
      }
      addHint(of: field)
    }
    host.label = isForm ? field.shortQuestion : nil
    host.labelWidth = labelWidth
    addWithNode(.widget, .widget(host))
    hasWidget = true
  }

  private mutating func addValue(of field: FieldState, _ path: StepRowModel.Path) {
    let theme = look.theme
    var value = field.value.map { field.shownText(of: $0) } ?? field.typedText ?? ""
    if theme.marksOffers, field.draft == .untouched, !value.isEmpty { value = "[\(value)]" }
    addWithNode(
      path,
      .answer(
        AnswerLine(
          label: field.shortQuestion, value: value, labelStyle: theme.text,
          valueStyle: field.draft == .untouched ? theme.offer : theme.answer,
          labelWidth: labelWidth, indent: WidgetHost.promptWidth, field: field.id)))
    models[models.count - 1].table = table?.shape
  }

  private mutating func addHint(of field: FieldState) {
    guard let hint = field.hint, node == nil else { return }
    host.hint = hint
    add(.hint, .hint(StyledParts(hint, look.theme.faint), host))
  }

  // MARK: The table of a matrix

  /// Adds the rows of the table up to the one that's asked, whose fields are below its place.
  private mutating func beginTable() {
    guard let table else { return }
    isTableBegun = true
    if hasText { add(.blank(.inside), .blank) }
    let focus = host.isReading ? page.fields.first { $0.id == page.line?.id }?.id : nil
    for (number, line) in table.above(focus) {
      if number == table.rows.first?.position { addMore(table.more.above, isAbove: true) }
      addWithNode(.matrix(number), .matrix(line))
    }
    if let heading = table.heading { add(.matrixHeading, .matrix(heading)) }
  }

  private mutating func endTable() {
    guard let table else { return }
    for (number, line) in table.below() { addWithNode(.matrix(number), .matrix(line)) }
    addMore(table.more.below, isAbove: false)
  }

  /// Says how many rows of a matrix are left out.
  private mutating func addMore(_ count: Int, isAbove: Bool) {
    guard count > 0 else { return }
    let sign = isAbove ? look.theme.signs.up : look.theme.signs.down
    let words = look.catalog.text(.moreCount, ["count": .count(count)])
    add(
      .more(isAbove: isAbove),
      .cut(
        StyledParts(
          String(repeating: " ", count: MatrixShape.indent) + sign + " " + words,
          look.theme.faint)))
  }

  /// Whether there are rows besides the blank one and the title.
  private var hasText: Bool {
    models.count { if case .text = $0.content { true } else { false } } > 1
  }
}

extension StepPage {
  /// Whether the first field of the page has the focus.
  var isAtFirstField: Bool {
    for case .field(_, let isFocused) in rows { return isFocused }
    return false
  }

  /// The words of the question, or of the step's title, and the path of their row; nil if it has neither.
  var question: (path: Path, words: String)? {
    for section in sections {
      for (place, row) in section.rows.enumerated() {
        if let words = row.barTitle { return (section.path(place), words) }
      }
    }
    return nil
  }

  /// The fields of the page.
  var fields: [FieldState] {
    sections.lazy.filter { $0.part == .fields }.flatMap(\.rows).compactMap { row in
      if case .field(let field, _) = row { field } else { nil }
    }
  }
}

extension StepPage.Part {
  /// Whether it's above the elements of its step.
  fileprivate var isHeading: Bool {
    switch self {
    case .sections, .item, .matrix, .heading: true
    default: false
    }
  }
}

extension ScreenRow {
  /// The words that are a title in a bar; nil for other rows.
  fileprivate var barTitle: String? {
    switch self {
    case .stepTitle(let words), .question(let words, _): words
    default: nil
    }
  }
}

extension FieldState {
  /// The typed text, though it isn't acceptable; nil for a secret.
  fileprivate var typedText: String? {
    if case .typed(let text) = draft, !isSecret { text } else { nil }
  }
}
