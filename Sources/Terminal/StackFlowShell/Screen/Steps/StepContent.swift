// SPDX-License-Identifier: Apache-2.0

import FlowScreens
import FlowSessions
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
    answerWidth = nil
    let isApart = hasStepsBelow && look.theme.layout.separation == .none
    let growth = look.theme.layout.growth
    var open = OpenStepRows(of: rows, in: self, host: host, table: table, isHeading: isHeading)
    if isApart, growth == .down { open.addBlank(-1) }
    open.addRows()
    for topic in [Topic.help, .why, .review] {
      guard let rows = told[topic] else { continue }
      if !rows.isEmpty {
        open.add(
          Self.kind(of: topic), 0, parts(of: rows),
          sign: StyledParts(sign(of: topic), look.theme.accent))
      }
      if topic == .help, !words.isEmpty { open.add(model("words", 0, .words(words))) }
    }
    for (index, remark) in remarks.enumerated() {
      if let (text, sign) = parts(of: remark, isFirst: false) {
        open.add("remark", index, text, sign: sign)
      }
    }
    if isApart, growth == .up { open.addBlank(1) }
    isAtFirstField = open.isAtFirstField
    askedRow = open.askedRow
    set(open.models)
    if let row = stack.row(forModel: Self.widgetKey) { stack.focus(.id(row.id)) }
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

  func model(_ kind: String, _ number: Int, _ content: StepRowModel.Content) -> StepRowModel {
    StepRowModel(id: .init(kind: kind, number: number), content: content, look: look)
  }

  func set(_ models: [StepRowModel]) {
    var seen: Set<StepRowModel.Key> = []
    let distinct = models.filter { seen.insert($0.id).inserted }
    defer { if !look.isVertical { stack.row?.invalidate() } }
    do { try stack.set(distinct) } catch {
      // The ids are distinct, and every cell type shows the model.
    }
  }
}
