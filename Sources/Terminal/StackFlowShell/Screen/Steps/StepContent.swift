// SPDX-License-Identifier: Apache-2.0

import FlowEffects
import FlowScreens
import FlowSessions
import Localization
import ScrollStackLayout
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

  /// The number of rows that the step has at any width where there's room for blank rows.
  private(set) var leastRows = 0

  /// The answered step: its rows, the depth at which its answers fade, the width of its answers, and whether it has
  /// only texts.
  private var answered: (models: [StepRowModel], depth: Int?, width: Int, isText: Bool) =
    ([], nil, 0, true)

  /// The properties that determine the cells of the answered step.
  private struct Drawing: Equatable {
    /// How often the rows were set.
    var rows = 0

    var look = 0
    var isTight = false

    /// How far the questions and the answers have faded.
    var label = 0
    var value = 0
  }

  /// The state that the cells depended on when the version was asked for, and the version.
  private var drawing = Drawing()
  private var version = 0

  /// How often the rows of the answered step were set.
  private var answerCount = 0

  /// The version of the cells of the answered step, which are kept until it changes; nil for the open step.
  var drawingVersion: Int? {
    guard answerWidth != nil, answered.isText else { return nil }
    var now = Drawing(rows: answerCount, look: look.version, isTight: look.isTight)
    // All answers of a step fade alike.
    if let depth = answered.depth {
      let (fading, distance) = (look.fading, look.openDepth - depth)
      now.label = fading.level(distance: distance + 1)
      now.value = fading.level(distance: distance)
    }
    if now != drawing {
      drawing = now
      version += 1
    }
    return version
  }

  /// Whether what the user answers is at the start of the open step: it's no later field of a form.
  private var isAtStart = false

  /// The last row about what's wrong with the answer; nil if nothing is.
  private var lastRefusal: StepRowModel.Path?

  /// The row with the question or the title of the open step, and its words; nil if there's none.
  private(set) var question: (row: StepRowModel.Path, words: String)?

  /// Whether the open step is only read, and nothing has been said about it yet.
  var isRead = false

  /// The row of a matrix that is asked; nil elsewhere.
  private var askedRow: StepRowModel.Path?

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
  func showAnswers(_ page: StepPage, depth: Int) {
    let theme = look.theme
    let answer = StyledParts(theme.signs.answered, theme.rail)
    let effect = StyledParts(theme.signs.done, theme.success)
    var models: [StepRowModel] = []
    var fadingDepth: Int?
    var width = 0
    for section in page.sections {
      for (place, row) in section.rows.enumerated() {
        guard let content = look.content(of: row, at: .answered(depth: depth)) else { continue }
        if case .answer(let line) = content {
          fadingDepth = line.depth
          width = max(width, line.width)
        }
        models.append(
          StepRowModel(
            id: .page(section.path(place)), content: content,
            node: section.part == .answers ? answer : effect, look: look))
      }
    }
    answered = (models, fadingDepth, width, models.allSatisfy(\.isText))
    setAnswers()
  }

  private func setAnswers() {
    answerWidth = hidesAnswers ? 0 : answered.width
    answerCount += 1
    set(
      hidesAnswers
        ? answered.models.filter { if case .answer = $0.content { false } else { true } }
        : answered.models)
  }

  /// Shows the step on top.
  ///
  /// - Parameters:
  ///   - page: Its page, or that of an effect which is performed.
  ///   - stage: Whether an effect is performed.
  ///   - host: The widget with the focus.
  ///   - told: What the user asked to be told.
  ///   - words: What can be typed, as help tells it.
  ///   - remarks: What was said since the question was asked, or the effect began.
  ///   - table: The matrix of which a row is asked; nil elsewhere.
  ///   - hasStepsBelow: Whether answered steps are above it on the screen.
  ///   - isSituation: Whether the page describes a situation, such as a failure, rather than a step.
  func showOpen(
    _ page: StepPage, at stage: ScreenLook.Stage = .open, host: WidgetHost,
    told: [Topic: [ScreenRow]] = [:], words: [Completions.Candidate] = [], remarks: [ScreenRow],
    table: MatrixTable? = nil, hasStepsBelow: Bool, isSituation: Bool = false
  ) {
    answerWidth = nil
    let isRunning = if case .running = stage { true } else { false }
    let isApart = hasStepsBelow && (isRunning || look.theme.layout.separation == .none)
    let growth = look.theme.layout.growth
    var rows = StepRows(of: page, at: stage, look, host: host, table: table)
    if isApart, growth == .down { rows.add(.blank(.above), .blank) }
    rows.addPage(isSituation: isSituation)
    for topic in [Topic.help, .why, .review] {
      guard let said = told[topic] else { continue }
      if !said.isEmpty {
        let sign = StyledParts(sign(of: topic), look.theme.accent)
        rows.addWithNode(.told(topic), .text(parts(of: said), sign: sign))
      }
      if topic == .help, !words.isEmpty { rows.add(.words, .words(words)) }
    }
    for (index, remark) in remarks.enumerated() {
      if let content = look.content(of: remark) { rows.addWithNode(.remark(index), content) }
    }
    if isApart, growth == .up, !isRunning { rows.add(.blank(.below), .blank) }
    isAtStart = page.has(.question) || page.fields.isEmpty || page.isAtFirstField
    question = page.question.map { (.page($0.path), $0.words) }
    lastRefusal = Self.lastRefusal(in: rows.models, remarks)
    askedRow = table.map { .matrix($0.state.position) }
    // The row of the widget is the same for another field of a form, whose widget can have other rows.
    stack.batch {
      set(rows.models)
      refreshWidget()
    }
    if let row = stack.row(forModel: StepRowModel.Path.widget) { stack.focus(.id(row.id)) }
  }

  /// Returns the last row about what's wrong with the answer: of those below the widget, and of the remarks.
  private static func lastRefusal(
    in models: [StepRowModel], _ remarks: [ScreenRow]
  ) -> StepRowModel.Path? {
    let isProblem = { (remark: ScreenRow) in if case .problem = remark { true } else { false } }
    if let last = remarks.lastIndex(where: isProblem) { return .remark(last) }
    return models.drop { $0.id != .widget }.dropFirst().prefix(while: \.isAboutField)
      .last(where: \.isProblem)?.id
  }

  /// The place of the question's first row in the open step, from 0; nil if it has none.
  var questionStart: Int? { range(of: question?.row)?.lowerBound }

  /// The rows of a topic, as one text.
  private func parts(of rows: [ScreenRow]) -> StyledParts {
    var text = StyledParts()
    for row in rows {
      guard case .text(let part, _) = look.content(of: row) else { continue }
      if !text.isEmpty { text.append("\n") }
      text.append(part)
    }
    return text
  }

  private func sign(of topic: Topic) -> String {
    switch topic {
    case .help: look.theme.signs.help
    case .why: look.theme.signs.reason
    case .review: look.theme.signs.answered
    }
  }

  /// Keeps in view what the user answers, and what's wrong with it.
  ///
  /// That's from the start of the step if all of that fits: from the question, from a form's title while its first field
  /// has the focus, or from a table's header; else from the row of the table that's asked, or from the widget with its
  /// label. What follows may be out of view, as the notice after going back. Of a text that's only read, the start is in
  /// view.
  ///
  /// - Parameters:
  ///   - rows: The number of rows that are in view.
  ///   - isTyping: Whether something is typed.
  func keepStartInView(rows: Int, isTyping: Bool) {
    (stack.focusLead, stack.focusTail) = (0, 0)
    guard look.theme.layout.growth == .down,
      let row = stack.row(forModel: StepRowModel.Path.widget),
      let place = stack.layout.range(of: .id(row.id)),
      // A widget of one row needn't be asked where its cursor is.
      let focus = place.count == 1 ? place : stack.focusRange
    else { return }
    if isRead, !isTyping, place.upperBound > rows {
      // If the focus doesn't fit, its start is shown.
      stack.focusLead = focus.lowerBound
      return
    }
    let end = max(place.upperBound, range(of: lastRefusal)?.upperBound ?? 0)
    let asked = range(of: askedRow)?.lowerBound
    var starts = [asked, place.lowerBound].compactMap { $0 }
    if isAtStart || asked != nil { starts.insert(0, at: 0) }
    let start = starts.first { end - $0 <= rows } ?? asked ?? place.lowerBound
    if focus.upperBound - start <= rows { stack.focusLead = max(0, focus.lowerBound - start) }
    if lastRefusal != nil, end - start <= rows { stack.focusTail = max(0, end - focus.upperBound) }
  }

  private func range(of path: StepRowModel.Path?) -> Range<Int>? {
    path.flatMap { stack.row(forModel: $0) }.flatMap { stack.layout.range(of: .id($0.id)) }
  }

  /// Measures and draws the widget again.
  func refreshWidget() { stack.row(forModel: StepRowModel.Path.widget)?.invalidate() }

  private func set(_ models: [StepRowModel]) {
    let distinct = models.firstOfEachID
    leastRows = distinct.count(where: \.hasRow)
    defer { if !look.isVertical { stack.row?.invalidate() } }
    do { try stack.set(distinct) } catch {
      // The ids are distinct, and every cell type shows the model.
    }
  }
}
