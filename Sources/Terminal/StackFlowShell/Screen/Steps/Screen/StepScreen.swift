// SPDX-License-Identifier: Apache-2.0

import FlowModel
import FlowScreens
import FlowSessions
import FlowWalks
import Localization
import ScrollStackLayout
import SourceDiagnostics
import StackFlowCore
import TerminalCells
import TerminalIO

/// A walk as a screen of steps: the layout's window with the runner's steps in it, and the panel of
/// hints and completions that covers its end.
///
/// It draws what the session projects, and changes nothing by itself: steps appear and disappear as
/// the runner's stack announces them.
final class StepScreen {
  let look: ScreenLook
  let host = WidgetHost()

  /// The remarks since the question was asked.
  var remarks: [ScreenRow] = []

  /// The explanations that the user asked for, until the next answer.
  var told: [Topic: [ScreenRow]] = [:]

  /// The words that can be typed, as help lists them.
  var words: [Completions.Candidate] = []

  var subject = LineSubject.nothing

  var candidates: [Completions.Candidate] = []

  /// The effect that is performed.
  var activity: EffectActivity?

  /// Whether pictures have the places of their steps.
  var notesPlaces = false

  /// Whether the scrollbar is shown.
  var hasScrollbar = false

  /// The number of covered steps whose separators are set.
  var separated = 0

  /// Whether the open step lists the answers, so that the answered steps don't.
  private var listsAnswers = false

  /// Whether reviews and commits ahead are passed without the user.
  var passesReviews = false

  let runner: FlowRunner
  let view: StackFlowView<FlowStep>
  let container: ContainerScroll
  let steps: Steps

  /// The contents of steps, by depth.
  final class Steps {
    var contents: [StepContent] = []

    /// For each answered step, whether it or one below it has rows.
    var haveRows: [Bool] = []

    /// For each answered step, the widths of the answers up to it.
    var widths: [AnswerWidths] = []
  }

  /// The session's data in the header and the hints, which doesn't change while a line is typed.
  var header = Header()

  /// The steps ahead, which are looked at again only where an answer changes them.
  private(set) var forecast = ProgressForecast()

  struct Header {
    var title = ""
    var progress = FlowSession.Progress(step: 0, remaining: 0)
    var canGoBack = false

    /// Whether every earlier answer of the step can be accepted at once.
    var canAccept = false

    /// The texts that were drawn last.
    var texts: (columns: Int, whole: String, title: String, place: String?)?
  }

  /// Whether there's a refusal of the answer, and whether the answer had changed when it was laid out.
  private var hasRefusal = false
  private var isAnswerChanged = false

  /// Whether a refusal is outdated: the answer has changed since, or, where the same answer confirms a warning, it's
  /// another one now.
  private var isOutdated: Bool {
    host.noteChange()
    let problems = Question(runner.session)?.step.focusedField?.problems ?? []
    let isWarned = !problems.isEmpty && problems.allSatisfy { $0.severity == .warning }
    return isWarned ? !host.isUnchanged : host.wasChanged
  }

  /// The rows of the widget when it was laid out, and their width.
  private var widgetRows: (columns: Int, rows: Int)?

  /// The sizes for which the room of the open step's list was computed; nil to compute it again.
  private var fitted: (window: CellSize, panel: Int, hasList: Bool)?

  var hintText = HintText()

  /// The id of the matrix of which a row is shown; nil elsewhere.
  private(set) var matrix: String?

  /// The columns of the matrix of which a row was shown last.
  private var shape: MatrixShape?

  /// The open step whose list got its room.
  private weak var listed: StepContent?

  init(runner: FlowRunner, look: ScreenLook) {
    self.runner = runner
    self.look = look
    let steps = Steps()
    self.steps = steps
    view = StackFlowView(flow: runner.steps) { [look] step in
      let content = StepContent(look: look)
      steps.contents.removeLast(max(0, steps.contents.count - step.depth))
      // The step below is answered now, also a matrix of which a row was on top of it.
      steps.haveRows.removeLast(max(0, steps.haveRows.count - max(0, step.depth - 1)))
      steps.contents.append(content)
      return content.presentation
    }
    container = ContainerScroll(content: view)
    view.drawingVersion = { depth in
      steps.contents.indices.contains(depth) ? steps.contents[depth].drawingVersion : nil
    }
    applyTheme()
  }

  // MARK: Following the session

  /// Whether the session or what was said has changed since the screen followed it.
  private var isOutOfDate = false

  /// Shows the session as it is now, once that's looked at: several changes until then cost as much as one.
  func refresh() { isOutOfDate = true }

  /// Follows the session and what was said, if they have changed.
  ///
  /// - Complexity: O(*n*) in the rows of the top step and of steps answered since the last time.
  func follow() {
    guard isOutOfDate else { return }
    isOutOfDate = false
    widgetRows = nil
    fitted = nil
    let session = runner.session
    look.catalog = session.catalog
    let question = Question(session)
    let sections = question?.step.sections ?? []
    let titles = [session.title].compactMap { $0 } + sections.map(\.title)
    header = Header(
      title: titles.joined(separator: " \(look.theme.signs.prompt) ").escapedForDisplay,
      progress: forecast.progress(of: session, passingReviews: passesReviews),
      canGoBack: session.canGoBack)
    if question?.focused?.offer?.isSuggestion == true {
      header.canAccept = session.canAcceptSuggestions
    }
    // Lays out the steps once, not after each change.
    view.layout.stack.batch { refreshSteps(question) }
  }

  /// Updates the contents of the steps.
  private func refreshSteps(_ question: Question?) {
    let top = runner.steps.count - 1
    refreshAnswers(below: top)
    alignAnswers()
    hideAnswers(host.isReading && host.widget is ReviewWidget, below: top)
    separate()
    look.canGoBack = header.canGoBack
    matrix = nil
    guard steps.contents.indices.contains(top) else { return }
    let content = steps.contents[top]
    let hasStepsBelow = steps.haveRows.last == true
    guard let activity else { return refresh(content, of: question, hasStepsBelow) }
    let most = EffectActivity.mostLines(windowRows: look.window.rows)
    content.showOpen(
      activity.progress.page(mostLines: most), at: .running(activity), host: host,
      remarks: remarks, hasStepsBelow: hasStepsBelow)
  }

  /// Updates the answers of the steps below the open one that have changed.
  private func refreshAnswers(below top: Int) {
    steps.contents.removeLast(max(0, steps.contents.count - top - 1))
    steps.haveRows.removeLast(max(0, steps.haveRows.count - max(0, top)))
    steps.widths.removeLast(max(0, steps.widths.count - steps.haveRows.count))
    look.openDepth = top
    for depth in steps.haveRows.count..<max(steps.haveRows.count, top) {
      let page = runner.session.answerPage(at: depth)
      var widths = steps.widths.last ?? AnswerWidths()
      widths.add(self.widths(of: page))
      steps.widths.append(widths)
      let content = steps.contents[depth]
      content.showAnswers(page, depth: depth)
      content.hidesAnswers = listsAnswers
      steps.haveRows.append(steps.haveRows.last == true || content.hasRows)
    }
  }

  /// Updates the open step.
  private func refresh(_ content: StepContent, of question: Question?, _ hasStepsBelow: Bool) {
    let table = MatrixTable(runner.session, window: look.window.rows, after: shape)
    matrix = table?.state.id
    shape = table?.shape
    var (page, remarks) = page(of: question)
    let isSituation = page.sections.isEmpty
    if isSituation { page = subject.page(in: runner.session) }
    let problems = page.sections.filter(\.part.isProblem)
    let wasRead = content.isRead
    content.isRead =
      question?.step.kind == .note && told.isEmpty && words.isEmpty && remarks.isEmpty
      && problems.isEmpty
    let shown = page.sections.filter { $0.part.isProblem || $0.part == .help }.flatMap(\.rows)
    remarks.removeAll { shown.contains($0) }
    content.showOpen(
      page, host: host, told: told, words: words, remarks: remarks, table: table,
      hasStepsBelow: hasStepsBelow, isSituation: isSituation)
    // Remarks about a text are at its end.
    if wasRead, !content.isRead { view.scrollToHead() }
  }

  /// The parts of a step on a screen; the titles around it are in the header.
  private func parts(of question: Question) -> Set<StepPage.Part> {
    var parts: Set<StepPage.Part> = [
      .heading, .notes, .fields, .lostElements, .refusals, .problems, .help, .outcome,
    ]
    parts.insert(matrix == nil ? .item : .matrix)
    if question.isAlone { parts.formUnion([.question, .description]) }
    // A list has a row that takes the default.
    if !host.hasRowForDefault { parts.insert(.otherDefault) }
    return parts
  }

  /// Returns the page of the top step and the remarks, without refusals that no longer apply.
  private func page(of question: Question?) -> (page: StepPage, remarks: [ScreenRow]) {
    hasRefusal = false
    guard let question else { return (StepPage(), remarks) }
    var parts = parts(of: question)
    if case .decision(let decision) = subject, decision.isWayBack {
      // The question about the way back replaces earlier refusals.
      return (question.page(parts.subtracting([.refusals, .problems, .outcome])), remarks)
    }
    guard host.isReading else { return (question.page(parts), remarks) }
    // A refusal no longer applies once the answer has changed.
    isAnswerChanged = isOutdated
    let refusals = question.page([.refusals, .outcome]).rows
    let said = remarks.filter { remark in
      if case .problem = remark { false } else { !refusals.contains(remark) }
    }
    hasRefusal = !refusals.isEmpty || said.count < remarks.count
    if isAnswerChanged { parts.subtract([.refusals, .outcome]) }
    return (question.page(parts), isAnswerChanged ? said : remarks)
  }

  /// Hides or shows the answers of the steps below the open one.
  ///
  /// - Complexity: O(*n*) in their number where that changes, O(1) elsewhere.
  private func hideAnswers(_ hides: Bool, below top: Int) {
    guard hides != listsAnswers else { return }
    listsAnswers = hides
    var hasRows = false
    for depth in 0..<min(max(0, top), steps.haveRows.count) {
      let content = steps.contents[depth]
      content.hidesAnswers = hides
      hasRows = hasRows || content.hasRows
      steps.haveRows[depth] = hasRows
    }
    separated = 0
  }

  /// Notes whether the answer has changed since it was refused, also if it's the same again when it's painted.
  func noteAnswer() {
    if !isOutOfDate, hasRefusal, host.isReading { host.noteChange() }
  }

  /// The widget has changed; it's laid out again only if it has another number of rows, and all of it
  /// where a refusal is outdated now.
  func refreshWidget() {
    guard !isOutOfDate else { return }
    if hasRefusal, host.isReading, isAnswerChanged != isOutdated { return refresh() }
    let columns = host.drawnColumns
    let rows = host.rows(columns: columns, look: look)
    if look.isVertical, let widgetRows, widgetRows == (columns, rows) { return }
    widgetRows = (columns, rows)
    steps.contents.last?.refreshWidget()
  }

  private func widths(of page: StepPage) -> AnswerWidths {
    var widths = AnswerWidths()
    for case .answer(let answer) in page.rows {
      widths.add(
        label: answer.shortQuestion,
        value: answer.text ?? look.catalog.text(.leftEmpty), lines: AnswerLine.mostLines)
    }
    return widths
  }

  /// Aligns the answers below each other; a label that's gone takes no room.
  private func alignAnswers() {
    let columns = look.window.columns - look.gutter - look.rightMargin
    let before = look.answers.labelColumn(in: columns)
    look.answers = steps.widths.last ?? AnswerWidths()
    if look.answers.labelColumn(in: columns) != before { measureAgain() }
  }

  func measureAgain() {
    // Lays out the steps once, not after each.
    view.layout.stack.batch {
      for content in steps.contents { content.measureAgain() }
    }
  }

  // MARK: Drawing

  /// Draws the screen.
  ///
  /// - Parameter window: The size of the terminal's window. The screen is as tall as it needs, at most
  ///   as the window.
  /// - Returns: The cells, and where the steps and the user's cursor are in them.
  func draw(window: CellSize) -> ScreenPicture {
    follow()
    let columns = max(1, window.columns)
    let most = max(1, window.rows)
    if look.window != window {
      look.window = window
      measureAgain()
    }
    fitList(columns: columns, most: most)
    let layout = fittedRows(columns: columns, most: most)
    let height = min(most, max(1, layout.total))
    var grid = CellGrid(size: CellSize(columns: columns, rows: height))
    let panel = min(layout.panel, max(0, height - layout.header - 1))
    let frame = CellRect(
      column: 0, row: layout.header, columns: columns, rows: max(1, height - layout.header))
    steps.contents.last?.keepStartInView(
      rows: frame.size.rows - panel, isTyping: !host.line.text.isEmpty)
    container.setFrame(frame, terminalRows: height)
    container.occluder(height: panel)
    look.cursor = nil
    look.targets = []
    if layout.header > 0 { drawHeader(hiddenQuestion ?? header.title, on: &grid) }
    grid.draw(in: frame) { container.draw(on: &$0) }
    clearCutAnswer(on: &grid, in: frame)
    if look.theme.signs == .ascii, look.theme.layout.separation != .none {
      grid.replaceLines(in: frame)
    }
    drawScrollbar(
      on: &grid,
      in: CellRect(
        column: 0, row: frame.origin.row, columns: columns, rows: max(0, frame.size.rows - panel)))
    if panel > 0 {
      let rect = CellRect(column: 0, row: height - panel, columns: columns, rows: panel)
      grid.draw(in: rect) { drawPanel(on: &$0) }
    }
    var picture = ScreenPicture(
      grid: grid, cursor: look.cursor ?? CellPosition(column: 0, row: height - 1))
    picture.header = min(layout.header, height)
    picture.panel = panel
    picture.growth = view.growthDirection
    if notesPlaces { picture.steps = placedSteps(from: picture.length) }
    return picture
  }

  /// Gives the open step's list the rows that the window leaves it: without blank rows, and before any
  /// older step.
  private func fitList(columns: Int, most: Int) {
    let panel = panelRows(columns: columns, most: most)
    // A list that wasn't there took no row when the others were measured.
    let hasList = host.fillsRoom
    if let fitted, fitted == (look.window, panel, hasList) { return }
    fitted = (look.window, panel, hasList)
    guard look.isVertical, let content = steps.contents.last else {
      look.listRows = max(ScreenLook.leastListRows, min(most - 12, 10))
      return
    }
    // Without a list, nothing takes the rows that are left.
    guard hasList else {
      if listed === content { content.measureAgain() }
      listed = nil
      return
    }
    listed = content
    // Lays out the steps once.
    view.layout.stack.batch {
      let wasTight = look.isTight
      look.listRows = 1
      look.isTight = true
      content.measureAgain()
      let open = content.measure(RowMeasurement(axis: .vertical, crossExtent: columns))
      let header = min(1, headerRows(most: most))
      look.listRows = max(ScreenLook.leastListRows, most - header - panel - open + 1)
      look.isTight = wasTight
      content.measureAgain()
    }
  }

  /// Leaves out blank rows if the screen doesn't fit the window with them.
  ///
  /// - Complexity: O(*n*) in the rows of the window, however many steps are above it.
  private func fittedRows(columns: Int, most: Int) -> (header: Int, panel: Int, total: Int) {
    if look.isTight {
      let tight = rows(columns: columns, most: most)
      // With blank rows, lines are a column longer, so the screen isn't less than half as long. Trying it would measure
      // all steps again.
      if tight.total > 2 * most || leastRows(of: most) > most { return tight }
    }
    setTight(false)
    let loose = rows(columns: columns, most: most)
    guard loose.total > most else { return loose }
    setTight(true)
    return rows(columns: columns, most: most)
  }

  /// The number of rows that the screen has at least with blank rows, at most one more than the window.
  private func leastRows(of window: Int) -> Int {
    guard look.isVertical else { return 0 }
    var rows = (window < 4 ? 0 : 1) + (window < 6 || look.isSingle ? 0 : 2)
    for content in steps.contents.reversed() where rows <= window { rows += content.leastRows }
    return rows
  }

  private func setTight(_ isTight: Bool) {
    guard look.isTight != isTight else { return }
    look.isTight = isTight
    measureAgain()
  }

  /// The rows of the parts of the screen.
  private func rows(columns: Int, most: Int) -> (header: Int, panel: Int, total: Int) {
    let header = headerRows(most: most)
    let panel = panelRows(columns: columns, most: most)
    return (header, panel, header + contentRows(columns: columns) + panel)
  }

  private func headerRows(most: Int) -> Int {
    most < 6 || look.isSingle ? 0 : look.isTight ? 1 : 2
  }

  private func panelRows(columns: Int, most: Int) -> Int {
    most < 4 ? 0 : candidateRows(columns: columns, most: most).count + 1
  }
}
