// SPDX-License-Identifier: Apache-2.0

import FlowForms
import FlowScreens
import Localization
import ScrollStackLayout
import SourceDiagnostics
import TerminalCells
import TerminalIO

/// The rows of a step on the screen: a stack of cells that follows the step's projection.
final class StepContent {
  /// The stack of rows, which is the content of the step's item.
  let stack = DynamicStack()

  let look: ScreenLook

  /// The width of the answers, side by side with their questions; nil while the step is open.
  var answerWidth: Int?

  /// Whether only what the answered step has done is shown, because a review lists its answers.
  var hidesAnswers = false {
    didSet { if hidesAnswers != oldValue { setAnswers() } }
  }

  /// The rows of the answered step, and the width of its answers.
  private var answered: (models: [StepRowModel], width: Int) = ([], 0)

  /// Whether the open step is a form whose first field has the focus.
  private var isAtFirstField = false

  /// Whether the open step is only read, and nothing has been said about it yet.
  var isRead = false

  /// The row of a matrix that is asked; nil elsewhere.
  private var askedRow: StepRowModel.Key?

  private static let widgetKey = StepRowModel.Key(kind: "widget", number: 0)

  init(look: ScreenLook) {
    self.look = look
    do {
      try stack.setStyle {
        $0.rowInsets = .zero
        $0.separatorInsets = .zero
        $0.hidesSeparators = true
      }
    } catch {
      // No length is negative.
    }
  }

  /// Shows an answered step: a line for each answer.
  func showAnswers(_ rows: [QuestionRow], depth: Int) {
    let theme = look.theme
    var models: [StepRowModel] = []
    var width = 0
    for row in rows {
      if case .effect(let request) = row.row {
        models.append(
          StepRowModel(
            id: .init(kind: "effect", number: row.id.number),
            content: .text(
              StyledParts(command: request.words(in: look.catalog), theme.answeredValue),
              sign: StyledParts()
            ),
            node: StyledParts(theme.signs.done, theme.success), look: look))
      }
      guard case .answer(let answer) = row.row else { continue }
      let label = answer.shortQuestion
      let line = AnswerLine(
        label: label, value: answer.text ?? look.catalog.text(.leftEmpty),
        labelStyle: theme.answeredLabel,
        valueStyle: theme.answeredValue, depth: depth)
      models.append(
        StepRowModel(
          id: .init(kind: "answer", number: row.id.number), content: .answer(line),
          node: StyledParts(theme.signs.answered, theme.rail), look: look))
      width = max(width, line.width)
    }
    answered = (models, width)
    setAnswers()
  }

  private func setAnswers() {
    answerWidth = hidesAnswers ? 0 : answered.width
    set(hidesAnswers ? answered.models.filter { $0.id.kind != "answer" } : answered.models)
  }

  /// Shows the open step.
  ///
  /// - Parameters:
  ///   - rows: The rows of its projection.
  ///   - host: The widget with the focus.
  ///   - told: What the user asked to be told.
  ///   - words: What can be typed, as help tells it.
  ///   - remarks: What was said since the question was asked.
  ///   - table: The matrix of which a row is asked; nil elsewhere.
  ///   - hasStepsBelow: Whether answered steps are above it on the screen.
  ///   - isHeading: Whether the rows describe a situation, such as a failure, rather than a step.
  func showOpen(
    _ rows: [QuestionRow], host: WidgetHost, told: [Topic: [ScreenRow]] = [:],
    words: [Completions.Candidate] = [], remarks: [ScreenRow], table: Table? = nil,
    hasStepsBelow: Bool, isHeading: Bool = false
  ) {
    let theme = look.theme
    host.hint = nil
    var models: [StepRowModel] = []
    var node: StyledParts? = StyledParts(theme.signs.open, theme.accent)
    answerWidth = nil
    let isApart = hasStepsBelow && theme.layout.separation == .none
    if isApart, theme.layout.growth == .down { models.append(model("blank", -1, .blank)) }
    let isForm = !rows.contains { $0.id.role == .question }
    var rows = rows[...]
    if let table { rows = rows.compactMap { $0.titled(by: table.state) }[...] }
    if look.hasBar {
      var title = ""
      if let first = rows.first, let words = first.row.title {
        title = words
        rows.removeFirst()
      }
      models.append(model("bar", 0, .bar(title)))
      node = nil
    }
    func add(_ kind: String, _ number: Int, _ text: StyledParts, sign: StyledParts = StyledParts())
    {
      models.append(
        StepRowModel(
          id: .init(kind: kind, number: number), content: .text(text, sign: sign), node: node,
          look: look))
      node = nil
    }
    func addHint(of field: FieldState) {
      guard let hint = field.hint, node == nil else { return }
      host.hint = hint
      models.append(model("hint", 0, .hint(StyledParts(hint, theme.faint), host)))
    }
    let fields = rows.filter { $0.id.role == .field }
    let labels = fields.compactMap { row -> Int? in
      guard case .field(let field, _) = row.row else { return nil }
      return field.shortQuestion.escapedForDisplay.cellWidth
    }
    let labelWidth = labels.max() ?? 0
    isAtFirstField = false
    askedRow = nil
    if isForm, case .field(_, isFocused: true)? = fields.first?.row { isAtFirstField = true }
    var hasWidget = false
    // Where no field is asked, what was refused is below the buttons, so that they don't move.
    var refused: [QuestionRow] = []
    if fields.isEmpty, host.isReading, !isHeading {
      refused = rows.filter { $0.id.role == .problem }
      rows = rows.filter { $0.id.role != .problem }[...]
    }
    // The row of a matrix that is asked is below its place in the table.
    var isTableBegun = table == nil
    func add(_ lines: [(Int, MatrixLine)]) {
      for (number, line) in lines {
        var row = model("matrix", number, .matrix(line))
        row.node = node
        node = nil
        models.append(row)
      }
    }
    // A table has the cells of other fields apart from what's wrong with them.
    var hiding: MatrixShape?
    // Problems and help belong below the widget, which comes after the field's row.
    for row in rows {
      if !isTableBegun, !row.isHeading, let table {
        isTableBegun = true
        if Self.hasText(models) { models.append(model("blank", 0, .blank)) }
        add(table.above(host.isReading ? Self.focus(in: fields) : nil))
        if table.more.above > 0 {
          let words = more(table.more.above, theme.signs.up)
          models.insert(model("more", 0, .cut(words)), at: models.count - table.rowsAbove)
        }
        if let heading = table.heading { models.append(model("heading", 0, .matrix(heading))) }
        askedRow = .init(kind: "matrix", number: table.state.position)
      }
      switch row.row {
      case .field(let field, let isFocused):
        hiding = isFocused ? nil : table?.shape
        // A form whose title says everything needs no blank row.
        let isFirst = !models.contains { ["field", "widget"].contains($0.id.kind) }
        // The fields of a form without a title are aligned below its node.
        if isForm, isFirst, table == nil, node != nil {
          if look.hasRail { add("title", 0, StyledParts()) }
          node = nil
        }
        if !isForm, isFocused { addHint(of: field) }
        if table == nil, isForm ? isFirst && Self.hasText(models) : isFocused {
          models.append(model("blank", 0, .blank))
        }
        if isForm, isFocused {
          // Beside the field there's only room for a short label.
          let question = field.question
          if question.lowercased() != field.shortQuestion.lowercased() {
            add("question", row.id.number, StyledParts(question, theme.text))
          }
          addHint(of: field)
        }
        if isFocused {
          host.label = isForm ? field.shortQuestion : nil
          host.labelWidth = labelWidth
          var widget = model("widget", 0, .widget(host))
          if node != nil { widget.node = node }
          node = nil
          models.append(widget)
          hasWidget = true
        } else {
          var value = field.value.map { field.shownText(of: $0) } ?? field.typedText ?? ""
          if theme.marksOffers, field.draft == .untouched, !value.isEmpty { value = "[\(value)]" }
          var line = model(
            "field", row.id.number,
            .answer(
              AnswerLine(
                label: field.shortQuestion, value: value, labelStyle: theme.text,
                valueStyle: field.draft == .untouched ? theme.offer : theme.answer,
                labelWidth: labelWidth, indent: WidgetHost.promptWidth, field: field.id,
                table: table?.shape)))
          line.node = node
          node = nil
          models.append(line)
        }
      default:
        // A list has a row that takes the default.
        if row.id.role == .hint, row.id.number > 0, host.hasRowForDefault { continue }
        guard let (text, sign) = parts(of: row.row, isFirst: node != nil) else { continue }
        // A note of a form is aligned with the labels.
        let isNote = isForm && !fields.isEmpty && row.id.role == .text && row.id.number >= 0
        let indent = StyledParts(String(repeating: " ", count: WidgetHost.promptWidth - 1))
        add(row.id.role.rawValue, row.id.number, text, sign: isNote ? indent : sign)
        if row.element != nil, row.isRefusal { models[models.count - 1].table = hiding }
      }
    }
    if let table {
      add(table.below())
      if table.more.below > 0 {
        models.append(model("more", 1, .cut(more(table.more.below, theme.signs.down))))
      }
    }
    if !hasWidget, host.isReading {
      if Self.hasText(models) { models.append(model("blank", 0, .blank)) }
      host.label = nil
      var widget = model("widget", 0, .widget(host))
      widget.node = node
      node = nil
      models.append(widget)
    }
    for row in refused {
      guard let (text, sign) = parts(of: row.row, isFirst: false) else { continue }
      add(row.id.role.rawValue, row.id.number, text, sign: sign)
    }
    for topic in [Topic.help, .why, .review] {
      guard let rows = told[topic] else { continue }
      if !rows.isEmpty {
        let sign = StyledParts(sign(of: topic), theme.accent)
        add(Self.kind(of: topic), 0, parts(of: rows), sign: sign)
      }
      if topic == .help, !words.isEmpty { models.append(model("words", 0, .words(words))) }
    }
    for (index, remark) in remarks.enumerated() {
      if let (text, sign) = parts(of: remark, isFirst: false) {
        add("remark", index, text, sign: sign)
      }
    }
    if isApart, theme.layout.growth == .up { models.append(model("blank", 1, .blank)) }
    set(models)
    if let row = stack.row(forModel: Self.widgetKey) { stack.focus(.id(row.id)) }
  }

  /// Says how many rows of a matrix are left out.
  private func more(_ count: Int, _ sign: String) -> StyledParts {
    let words = look.catalog.text(.moreCount, ["count": .count(count)])
    return StyledParts(
      String(repeating: " ", count: MatrixShape.indent) + sign + " " + words, look.theme.faint)
  }

  /// The id of the focused field.
  private static func focus(in fields: [QuestionRow]) -> String? {
    for row in fields {
      if case .field(let field, isFocused: true) = row.row { return field.id }
    }
    return nil
  }

  /// Whether there are rows besides the blank one and the title.
  private static func hasText(_ models: [StepRowModel]) -> Bool {
    models.count { if case .text = $0.content { true } else { false } } > 1
  }

  /// The rows of a topic, as one text.
  private func parts(of rows: [ScreenRow]) -> StyledParts {
    var text = StyledParts()
    for row in rows {
      guard let (part, _) = parts(of: row, isFirst: false) else { continue }
      if !text.isEmpty { text.append("\n") }
      text.append(part)
    }
    return text
  }

  /// The kind of a topic's row; no name is read from a type while the program starts.
  private static func kind(of topic: Topic) -> String {
    switch topic {
    case .help: "told-help"
    case .why: "told-why"
    case .review: "told-review"
    }
  }

  private func sign(of topic: Topic) -> String {
    switch topic {
    case .help: look.theme.signs.help
    case .why: look.theme.signs.reason
    case .review: look.theme.signs.answered
    }
  }

  /// Keeps the start of the widget in view, with its label; the start of a form, with its title, while its
  /// first field has the focus; and the start of a text that's only read.
  ///
  /// - Parameters:
  ///   - rows: The number of rows that are in view.
  ///   - isTyping: Whether something is typed.
  func keepStartInView(rows: Int, isTyping: Bool) {
    stack.focusLead = 0
    guard look.theme.layout.growth == .down, let row = stack.row(forModel: Self.widgetKey),
      let place = stack.layout.range(of: .id(row.id)),
      // A widget of one row needn't be asked where its cursor is.
      let focus = place.count == 1 ? place : stack.focusRange
    else { return }
    if isRead, !isTyping, place.upperBound > rows {
      // If the focus doesn't fit, its start is shown.
      stack.focusLead = focus.lowerBound
      return
    }
    var start = isAtFirstField && place.upperBound <= rows ? 0 : place.lowerBound
    if start > 0, let askedRow, let row = stack.row(forModel: askedRow),
      let asked = stack.layout.range(of: .id(row.id))
    {
      // With the table's header, if all of that fits.
      start = place.upperBound <= rows ? 0 : asked.lowerBound
    }
    if focus.upperBound - start <= rows { stack.focusLead = max(0, focus.lowerBound - start) }
  }

  /// Measures and draws the widget again.
  func refreshWidget() { stack.row(forModel: Self.widgetKey)?.invalidate() }

  private func model(_ kind: String, _ number: Int, _ content: StepRowModel.Content) -> StepRowModel
  { StepRowModel(id: .init(kind: kind, number: number), content: content, look: look) }

  func set(_ models: [StepRowModel]) {
    var seen: Set<StepRowModel.Key> = []
    let distinct = models.filter { seen.insert($0.id).inserted }
    defer { if !look.isVertical { stack.row?.invalidate() } }
    do { try stack.set(distinct) } catch {
      // The ids are distinct, and every cell type shows the model.
    }
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
