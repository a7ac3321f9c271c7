// SPDX-License-Identifier: Apache-2.0

import FlowScreens
import FlowSessions
import Localization
import SourceDiagnostics
import TerminalCells

/// The rows of an open step, in the order in which they're shown.
struct OpenStepRows {
  /// The rows so far.
  private(set) var models: [StepRowModel] = []

  /// The row of a matrix that's asked; nil elsewhere.
  private(set) var askedRow: StepRowModel.Key?

  private let content: StepContent
  private let host: WidgetHost
  private let table: StepContent.Table?

  /// The rows of the step's projection without those that are shown elsewhere.
  private let rows: ArraySlice<QuestionRow>

  private let fields: [QuestionRow]

  /// The problems of a step without a field, which are below its buttons so that those don't move.
  private let refused: [QuestionRow]

  private let isForm: Bool

  /// The sign of the step's node, until a row has it.
  private var node: StyledParts?

  /// The title in the bar of the window; nil without a bar.
  private let bar: String?

  /// The width of the longest label of a field.
  private let labelWidth: Int

  private var hasWidget = false

  /// Whether the rows before the row of a matrix that's asked are there.
  private var isTableBegun: Bool

  /// The table that hides what's wrong with a field, because its cells are apart from it; nil elsewhere.
  private var hiding: MatrixShape?

  /// Prepares the rows of a step's projection.
  ///
  /// - Parameters:
  ///   - rows: The rows of the projection.
  ///   - content: The content of the step.
  ///   - host: The widget with the focus.
  ///   - table: The matrix of which a row is asked; nil elsewhere.
  ///   - isHeading: Whether the rows describe a situation rather than a step.
  init(
    of rows: [QuestionRow], in content: StepContent, host: WidgetHost, table: StepContent.Table?,
    isHeading: Bool
  ) {
    self.content = content
    self.host = host
    self.table = table
    host.hint = nil
    isTableBegun = table == nil
    isForm = !rows.contains { $0.id.role == .question }
    var rows = rows[...]
    if let table { rows = rows.compactMap { $0.titled(by: table.state) }[...] }
    if content.look.hasBar {
      bar = rows.first?.row.title ?? ""
      if rows.first?.row.title != nil { rows.removeFirst() }
    } else {
      bar = nil
      let theme = content.look.theme
      node = StyledParts(theme.signs.open, theme.accent)
    }
    fields = rows.filter { $0.id.role == .field }
    labelWidth =
      fields.compactMap { row -> Int? in
        guard case .field(let field, _) = row.row else { return nil }
        return field.shortQuestion.escapedForDisplay.cellWidth
      }.max() ?? 0
    if fields.isEmpty, host.isReading, !isHeading {
      refused = rows.filter { $0.id.role == .problem }
      rows = rows.filter { $0.id.role != .problem }[...]
    } else {
      refused = []
    }
    self.rows = rows
  }

  /// Whether it's a form whose first field has the focus.
  var isAtFirstField: Bool {
    if isForm, case .field(_, isFocused: true)? = fields.first?.row { true } else { false }
  }

  private var look: ScreenLook { content.look }

  // MARK: Single rows

  /// Adds a text, which has the node if no row has it yet.
  mutating func add(
    _ kind: String, _ number: Int, _ text: StyledParts, sign: StyledParts = StyledParts()
  ) {
    addWithNode(content.model(kind, number, .text(text, sign: sign)))
  }

  /// Adds a row beside the rail.
  mutating func add(_ model: StepRowModel) { models.append(model) }

  /// Adds an empty row.
  mutating func addBlank(_ number: Int = 0) { add(content.model("blank", number, .blank)) }

  private mutating func addWithNode(_ model: StepRowModel) {
    var model = model
    model.node = node
    node = nil
    models.append(model)
  }

  // MARK: The step

  /// Adds the rows of the step.
  ///
  /// Problems and help belong below the widget, which comes after the field's row.
  mutating func addRows() {
    if let bar { add(content.model("bar", 0, .bar(bar))) }
    for row in rows {
      if !isTableBegun, !row.isHeading { beginTable() }
      if case .field(let field, let isFocused) = row.row {
        hiding = isFocused ? nil : table?.shape
        add(field, isFocused: isFocused, number: row.id.number)
      } else {
        add(row)
      }
    }
    endTable()
    if !hasWidget, host.isReading {
      if hasText { addBlank() }
      host.label = nil
      addWithNode(content.model("widget", 0, .widget(host)))
    }
    for row in refused {
      guard let (text, sign) = content.parts(of: row.row, isFirst: false) else { continue }
      add(row.id.role.rawValue, row.id.number, text, sign: sign)
    }
  }

  private mutating func add(_ row: QuestionRow) {
    // A list has a row that takes the default.
    if row.id.role == .hint, row.id.number > 0, host.hasRowForDefault { return }
    guard let (text, sign) = content.parts(of: row.row, isFirst: node != nil) else { return }
    // A note of a form is aligned with the labels.
    let isNote = isForm && !fields.isEmpty && row.id.role == .text && row.id.number >= 0
    let indent = StyledParts(String(repeating: " ", count: WidgetHost.promptWidth - 1))
    add(row.id.role.rawValue, row.id.number, text, sign: isNote ? indent : sign)
    if row.element != nil, row.isRefusal { models[models.count - 1].table = hiding }
  }

  // MARK: Fields

  private mutating func add(_ field: FieldState, isFocused: Bool, number: Int) {
    // A form whose title says everything needs no blank row.
    let isFirst = !models.contains { ["field", "widget"].contains($0.id.kind) }
    // The fields of a form without a title are aligned below its node.
    if isForm, isFirst, table == nil, node != nil {
      if look.hasRail { add("title", 0, StyledParts()) }
      node = nil
    }
    if !isForm, isFocused { addHint(of: field) }
    if table == nil, isForm ? isFirst && hasText : isFocused { addBlank() }
    if isFocused { addFocused(field, number) } else { addValue(of: field, number) }
  }

  private mutating func addFocused(_ field: FieldState, _ number: Int) {
    if isForm {
      // Beside the field there's only room for a short label.
      let question = field.question
      if question.lowercased() != field.shortQuestion.lowercased() {
        add("question", number, StyledParts(question, look.theme.text))
      }
      addHint(of: field)
    }
    host.label = isForm ? field.shortQuestion : nil
    host.labelWidth = labelWidth
    addWithNode(content.model("widget", 0, .widget(host)))
    hasWidget = true
  }

  private mutating func addValue(of field: FieldState, _ number: Int) {
    let theme = look.theme
    var value = field.value.map { field.shownText(of: $0) } ?? field.typedText ?? ""
    if theme.marksOffers, field.draft == .untouched, !value.isEmpty { value = "[\(value)]" }
    addWithNode(
      content.model(
        "field", number,
        .answer(
          AnswerLine(
            label: field.shortQuestion, value: value, labelStyle: theme.text,
            valueStyle: field.draft == .untouched ? theme.offer : theme.answer,
            labelWidth: labelWidth, indent: WidgetHost.promptWidth, field: field.id,
            table: table?.shape))))
  }

  private mutating func addHint(of field: FieldState) {
    guard let hint = field.hint, node == nil else { return }
    host.hint = hint
    add(content.model("hint", 0, .hint(StyledParts(hint, look.theme.faint), host)))
  }

  // MARK: The table of a matrix

  /// Adds the rows of the table up to the one that's asked, whose fields are below its place.
  private mutating func beginTable() {
    guard let table else { return }
    isTableBegun = true
    if hasText { addBlank() }
    add(table.above(host.isReading ? focusedID : nil))
    if table.more.above > 0 {
      let words = more(table.more.above, look.theme.signs.up)
      models.insert(content.model("more", 0, .cut(words)), at: models.count - table.rowsAbove)
    }
    if let heading = table.heading { add(content.model("heading", 0, .matrix(heading))) }
    askedRow = .init(kind: "matrix", number: table.state.position)
  }

  private mutating func endTable() {
    guard let table else { return }
    add(table.below())
    if table.more.below > 0 {
      add(content.model("more", 1, .cut(more(table.more.below, look.theme.signs.down))))
    }
  }

  private mutating func add(_ lines: [(Int, MatrixLine)]) {
    for (number, line) in lines { addWithNode(content.model("matrix", number, .matrix(line))) }
  }

  /// Says how many rows of a matrix are left out.
  private func more(_ count: Int, _ sign: String) -> StyledParts {
    let words = look.catalog.text(.moreCount, ["count": .count(count)])
    return StyledParts(
      String(repeating: " ", count: MatrixShape.indent) + sign + " " + words, look.theme.faint)
  }

  /// The id of the focused field.
  private var focusedID: String? {
    for row in fields {
      if case .field(let field, isFocused: true) = row.row { return field.id }
    }
    return nil
  }

  /// Whether there are rows besides the blank one and the title.
  private var hasText: Bool {
    models.count { if case .text = $0.content { true } else { false } } > 1
  }
}

extension QuestionRow {
  /// Whether it's above the elements of its step: a title, or the step's own text.
  fileprivate var isHeading: Bool {
    switch id.role {
    case .title, .item: true
    case .text: element == nil
    default: false
    }
  }

  /// Returns the row as it's above a table: the title of the matrix instead of the place of its row; nil if that
  /// has none.
  fileprivate func titled(by table: MatrixState) -> QuestionRow? {
    guard case .itemPlace = row else { return self }
    return table.title.map { QuestionRow(.title, -1, .stepTitle($0)) }
  }
}

extension ScreenRow {
  /// The words that are a title in a bar; nil for other rows.
  fileprivate var title: String? {
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
