// SPDX-License-Identifier: Apache-2.0

import FlowScreens
import FlowSessions
import ScrollStackLayout
import StackFlowCore
import TerminalCells
import TerminalIO

/// The content of a step on the screen: while it's open, a stack of cells that follows the step's projection, and then
/// only the lines of its answers.
///
/// Where steps are side by side, it's as wide as it needs to be.
final class StepContent: BasicRowController {
  /// The stack of rows of the open step; nil for an answered one.
  private(set) var stack: DynamicStack?

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

  /// The rows of the answered step that are shown.
  private var shownModels: [StepRowModel] {
    hidesAnswers
      ? answered.models.filter { if case .answer = $0.content { false } else { true } }
      : answered.models
  }

  /// Whether the step has rows.
  var hasRows: Bool { stack.map { $0.layout.count > 0 } ?? !shownModels.isEmpty }

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
    guard stack == nil, answered.isText else { return nil }
    let now = drawingNow
    if now != drawing {
      drawing = now
      version += 1
    }
    return version
  }

  private var drawingNow: Drawing {
    var now = Drawing(rows: answerCount, look: look.version, isTight: look.isTight)
    // All answers of a step fade alike.
    if let depth = answered.depth {
      let (fading, distance) = (look.fading, look.openDepth - depth)
      now.label = fading.level(distance: distance + 1)
      now.value = fading.level(distance: distance)
    }
    return now
  }

  /// The cells of the answered step from when they're measured until they're drawn.
  private var laidOut: (columns: Int, drawing: Drawing, cells: [[CellRow]])?

  /// The cells of each row of the answered step, in so many columns with the rail.
  private func cells(columns: Int) -> [[CellRow]] {
    let now = drawingNow
    if let laidOut, laidOut.columns == columns, laidOut.drawing == now { return laidOut.cells }
    let room = max(1, columns - look.gutter - look.rightMargin)
    let cells = shownModels.map { $0.rows(columns: room) }
    laidOut = (columns, now, cells)
    return cells
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

  init(look: ScreenLook) { self.look = look }

  /// The stack of the open step, which begins here if the step isn't open yet.
  private func openStack() -> DynamicStack {
    if let stack { return stack }
    let stack = DynamicStack()
    do {
      try stack.setStyle {
        $0.rowInsets = .zero
        $0.separatorInsets = .zero
        $0.hidesSeparators = true
      }
    } catch {
      // No length is negative.
    }
    if let row { stack.didEnter(row) }
    answered = ([], nil, 0, true)
    laidOut = nil
    self.stack = stack
    return stack
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
    let distinct = models.firstOfEachID
    answered = (distinct, fadingDepth, width, distinct.allSatisfy(\.isText))
    stack = nil
    setAnswers()
  }

  private func setAnswers() {
    guard stack == nil else { return }
    answerWidth = hidesAnswers ? 0 : answered.width
    answerCount += 1
    leastRows = shownModels.count(where: \.hasRow)
    invalidate()
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
    let stack = openStack()
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
      let models = rows.models.firstOfEachID
      leastRows = models.count(where: \.hasRow)
      do { try stack.set(models) } catch {
        // The ids are distinct, and every cell type shows the model.
      }
      if !look.isVertical { invalidate() }
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
    guard let stack else { return }
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
    guard let path, let stack, let row = stack.row(forModel: path) else { return nil }
    return stack.layout.range(of: .id(row.id))
  }

  /// Measures and draws the widget again.
  func refreshWidget() { stack?.row(forModel: StepRowModel.Path.widget)?.invalidate() }

  /// Measures all rows again.
  func measureAgain() {
    guard let stack else { return invalidate() }
    stack.batch {
      for cell in stack.cells { (cell as? StepCell)?.invalidate() }
    }
  }

  // MARK: A row of the view

  /// The step as the view shows it.
  var presentation: StepPresentation {
    StepPresentation(
      content: self, appearance: ItemAppearance(backgroundColor: look.theme.layout.stepBackground))
  }

  /// The columns of the step where steps are side by side, in a window of a width.
  func columns(in window: Int) -> Int {
    if let answerWidth { return min(answerWidth + look.gutter + 2, max(1, window * 2 / 5)) }
    return min(window, max(Self.leastColumns, window * 3 / 5))
  }

  /// The columns that an open step needs at least.
  private static let leastColumns = 44

  override func extent(along axis: LayoutAxis, in size: CellSize) -> RowExtent {
    axis == .horizontal ? .fixed(columns(in: size.columns)) : .natural
  }

  override func measure(_ measurement: RowMeasurement) -> Int {
    if let stack { return stack.measure(measurement) }
    guard measurement.axis == .vertical else { return measurement.crossExtent }
    return cells(columns: measurement.crossExtent).reduce(0) { $0 + $1.count }
  }

  /// The number of rows from one in the middle of an answer to its end; 0 at the first row of an answer, and while the
  /// step is open.
  ///
  /// - Complexity: O(*n*) in the rows of the step.
  func rowsLeft(ofAnswerAt line: Int, columns: Int) -> Int {
    guard stack == nil, line > 0 else { return 0 }
    var first = 0
    for cells in cells(columns: columns) {
      let end = first + cells.count
      if line < end { return line > first ? end - line : 0 }
      first = end
    }
    return 0
  }

  override func render(into canvas: inout CellCanvas) {
    if let stack { return stack.render(into: &canvas) }
    let columns = canvas.size.columns
    var first = 0
    for (model, cells) in zip(shownModels, cells(columns: columns)) {
      let place = CellRect(column: 0, row: first, columns: columns, rows: cells.count)
      first += cells.count
      guard place.rows.overlaps(canvas.visible.rows) else { continue }
      canvas.draw(in: place) { canvas in
        look.drawRail(model.node?.lines(columns: 2).first ?? [], on: &canvas)
        canvas.draw(in: look.besideRail(of: canvas.size)) { $0.draw(cells, noting: look) }
      }
    }
    // The view keeps what was drawn until its version changes.
    if answered.isText { laidOut = nil }
  }

  override func didEnter(_ row: ScrollStackRow) {
    super.didEnter(row)
    stack?.didEnter(row)
  }

  override func willLeave(_ row: ScrollStackRow) {
    super.willLeave(row)
    stack?.willLeave(row)
  }

  override func handle(_ event: RowEvent) -> Bool { stack?.handle(event) ?? false }
  override func handle(_ event: PointerEvent, in size: CellSize) -> Bool {
    stack?.handle(event, in: size) ?? false
  }
  override var handlesPointer: Bool { stack != nil }
  override var isFocusable: Bool { stack?.isFocusable ?? false }

  /// The focus is a row of the content; where steps are side by side, it's the column as a whole.
  override var focusRange: Range<Int>? { look.isVertical ? stack?.focusRange : nil }
}

extension ScreenLook {
  /// The cells of a row's content, to the right of the rail.
  func besideRail(of size: CellSize) -> CellRect {
    CellRect(
      column: gutter, row: 0, columns: max(0, size.columns - gutter - rightMargin), rows: size.rows)
  }

  /// Draws the rail of a row of a step, with a sign beside its first line.
  func drawRail(_ node: [(text: Substring, style: CellStyle)], on canvas: inout CellCanvas) {
    guard hasRail else { return }
    for row in canvas.visible.rows.clamped(to: 0..<canvas.size.rows) {
      if row == 0, !node.isEmpty {
        canvas.write(node, column: railColumn, row: 0)
      } else {
        canvas.write(theme.signs.rail, column: railColumn, row: row, style: theme.rail)
      }
    }
  }
}
