// SPDX-License-Identifier: Apache-2.0

public import FlowForms
import FlowScreens
public import FlowShell
public import TerminalCells
public import TerminalIO

/// Shows a flow as a screen of steps: in a live region below what the terminal shows, or in the whole
/// window.
///
/// The face draws a conversation, as the line face does. Each step is an item of a `StackFlowView`
/// that follows the runner's steps; what the user types goes to the widget of the focused field, and
/// then to the line editor.
public final class ScreenFace<Editor: LineEditor> {
  /// Where the screen is.
  public enum Place: Hashable, Sendable {
    /// In a region below what the terminal shows, as tall as it needs.
    case inline

    /// In the whole window, on the alternate screen.
    case full
  }

  /// The widgets of fields.
  public var widgets = WidgetRegistry()

  /// Whether the mouse is reported: always in the whole window.
  public var usesMouse = false

  /// Whether the terminal is asked for its background, to which the theme then adapts.
  ///
  /// The answer is never waited for: until it comes, and in terminals that give none, the theme stays.
  public var adaptsToBackground = false

  /// Whether the flow is one question: it's shown without a title and a rail, and one line stays.
  public var isSingle: Bool {
    get { look.isSingle }
    set { look.isSingle = newValue }
  }

  /// Called with each screen that's shown, and the cell at which the user types; nil for none.
  ///
  /// The last one is what stays in the terminal.
  public var onFrame: ((CellGrid, CellPosition?) -> Void)?

  private let terminal: any Terminal
  private let place: Place
  private let driver: ConversationDriver
  private let reader: LineReader<Editor>
  private let screen: StepScreen
  private let look: ScreenLook
  private var region: InlineRegion
  private var full: FullScreen

  /// What the user did with the widget, to be returned from the reading.
  private var action: UserAction?

  /// Whether the next remark begins a new list of remarks.
  private var beginsRemarks = true

  /// Whether the session has changed while the line stayed open.
  private var hasDraft = false

  /// The question that was asked last.
  private var question: String?

  private let chooser: WidgetChooser

  /// The text in the line at its beginning, and what completes it.
  private var begunText = ""
  private var complete: ((CompletionQuery) -> Completions)?

  /// The timer of the spinner.
  private var spinner: EventToken?

  /// Creates a face.
  ///
  /// - Parameters:
  ///   - runner: The session, begun.
  ///   - terminal: The user's terminal, which understands escapes.
  ///   - editor: What edits the lines.
  ///   - place: Where the screen is.
  ///   - theme: How it looks.
  ///   - depth: The colors of the terminal.
  public init(
    runner: FlowRunner, terminal: any Terminal, editor: Editor, place: Place = .inline,
    theme: ScreenTheme = .dark, depth: ColorDepth = .truecolor
  ) {
    self.terminal = terminal
    self.place = place
    driver = ConversationDriver(runner: runner, terminal: terminal)
    look = ScreenLook(theme: theme)
    screen = StepScreen(runner: runner, look: look)
    chooser = WidgetChooser(runner: runner)
    region = InlineRegion(depth: depth, reflows: terminal.traits.reflowsRows)
    full = FullScreen(depth: depth)
    let display = ScreenLineDisplay()
    reader = LineReader(terminal: terminal, editor: editor, display: display)
    display.face = self
  }

  private var runner: FlowRunner { driver.runner }

  /// Which steps are passed without the user, such as reviews that an option answers.
  package var passing: StepPassing {
    get { driver.conversation.passing }
    set {
      driver.conversation.passing = newValue
      screen.passesReviews = newValue.passesReviews
    }
  }

  /// Lets the user edit texts of several lines; nil when nothing does.
  public var textEditor: (any TextEditor)? {
    get { driver.textEditor }
    set { driver.textEditor = newValue }
  }

  /// The id of the field or the step that was asked last; nil when nothing was.
  public var openQuestion: String? { driver.conversation.openQuestion }

  /// Shows a remark about the walk, below what is asked.
  public func tell(_ text: String) { screen.remarks.append(.text(text)) }

  /// Walks the session to its end.
  ///
  /// - Parameter timeout: The maximum duration of the walk; nil for no limit.
  /// - Returns: How it ended.
  public func walk(timeout: Duration? = nil) async -> WalkEnding {
    useModes()
    if adaptsToBackground { terminal.query(BackgroundReply.query) }
    return await driver.walk(timeout: timeout, on: self)
  }

  private func useModes() {
    switch place {
    case .inline: terminal.use(usesMouse ? [.bracketedPaste, .mouse] : .bracketedPaste)
    case .full: terminal.use([.bracketedPaste, .alternateScreen, .mouse])
    }
  }

  // MARK: Painting

  private var windowSize: CellSize {
    CellSize(columns: terminal.size.columns, rows: terminal.size.rows)
  }

  /// What was painted last, and the cell of the cursor in it; nil while nothing is shown.
  package var painted: (grid: CellGrid, cursor: CellPosition)? {
    place == .full ? full.painted : region.painted
  }

  /// Shows the screen as it is now, unless more is about to change.
  fileprivate func paint(always: Bool = false) {
    guard always || !terminal.events.hasPending else { return }
    if place == .inline { askForPlace() }
    let (grid, cursor) = screen.draw(window: windowSize, fills: place == .full)
    let output =
      place == .full
      ? full.paint(grid, cursor: cursor)
      : region.paint(grid, cursor: cursor, windowRows: windowSize.rows)
    if !output.isEmpty { terminal.write(output) }
    onFrame?(grid, cursor)
  }

  /// Asks where the cursor is, before the region is erased for a new size.
  private func askForPlace() {
    if let query = region.placeQuery(columns: windowSize.columns) { terminal.query(query) }
  }

  fileprivate func paint(_ line: EditedLine) {
    if screen.host.line != line { screen.host.line = line }
    screen.refreshWidget()
    paint()
  }

  fileprivate func resize(columns: Int) {
    full.forget()
    region.resize(columns: columns)
  }

  fileprivate func clearWindow() {
    full.forget()
    guard place == .inline else { return }
    terminal.write(region.clear() + Array("\u{1B}[H\u{1B}[2J".utf8))
    region.moveAway()
  }

  // MARK: Keys

  private func use(_ event: TerminalEvent) -> EventUse {
    switch event {
    case .key(let key):
      screen.candidates = []
      return use(key)
    case .mouse(let report): return use(report)
    case .token where takes(event), .report where takes(event): return .used
    default: return .line
    }
  }

  private func use(_ key: Key) -> EventUse {
    switch (key.code, key.modifiers) {
    case (.up, .control), (.down, .control):
      screen.scroll(by: key.code == .up ? -1 : 1)
      return .used
    default: break
    }
    let form = formKeys
    if let form, form.comesFirst(key), let used = use(key, in: form) { return used }
    let use = screen.host.take(key)
    switch use {
    case .ignored: return form.flatMap { self.use(key, in: $0) } ?? .line
    case .used:
      // A field that depends on what is picked appears at once.
      if let form, form.field.type == .boolean || form.field.type == .choice,
        let picked = formKeys?.picked, picked != form.picked
      {
        action = .draft(picked)
        return .ending
      }
      return .used
    default: return self.use(use)
    }
  }

  private var formKeys: FormKeys? {
    FormKeys(state: runner.state, widget: screen.host.widget, begunText: begunText)
  }

  /// Leads to another field of a form; nil where the key doesn't.
  private func use(_ key: Key, in form: FormKeys) -> EventUse? {
    let line = reader.line
    action = form.action(for: key, line: line) {
      let index = line.text.utf8.index(line.text.startIndex, offsetBy: line.cursorOffset)
      let before = String(line.text[..<index])
      let found = complete?(CompletionQuery(before: before, after: String(line.text[index...])))
      return found?.resolve(before: before).texts.contains { $0 != before } ?? false
    }
    return action == nil ? nil : .ending
  }

  private func use(_ use: WidgetUse) -> EventUse {
    switch use {
    case .ignored: return .line
    case .used: break
    case .text(let text): reader.replaceText(text)
    case .insert(let text): reader.insert(text)
    case .move(let offset): reader.moveCursor(to: offset)
    case .answer(let input):
      action = .answer(input)
      return .ending
    case .word(let text):
      guard case .word(let word) = TypedWord.reading(of: text) else { return .used }
      if word == .show, closesFiles() { return .used }
      action = .word(word)
      return .ending
    }
    return .used
  }

  private func use(_ report: MouseReport) -> EventUse {
    switch report.action {
    case .wheelUp: screen.scroll(by: -3)
    case .wheelDown: screen.scroll(by: 3)
    case .released(1):
      guard place == .full, let id = screen.step(atRow: report.row) else { return .used }
      action = .word(.backTo(id))
      return .ending
    case .pressed, .released, .moved: break
    }
    return .used
  }
}

extension ScreenFace: ConversationFace {
  package func show(_ saying: Saying) {
    forgetRemarks()
    switch saying {
    case .rows(let rows):
      // A secret's second entry is asked for by its widget.
      let awaitsRepeat =
        if case .asking(let step) = runner.state { step.focusedField?.awaitsRepeat == true } else {
          false
        }
      screen.remarks += rows.filter { row in
        if case .hint = row { !awaitsRepeat } else { true }
      }
    case .candidates(let candidates): screen.candidates = candidates
    case .question(let asked):
      // An effect or a question about one is over.
      if !asked.isShownAgain {
        screen.remarks.removeAll { if case .effect = $0 { true } else { false } }
      }
    case .told(let topic, let rows):
      screen.told[topic] = rows.filter { if case .hint = $0 { false } else { true } }
    case .flowTitle, .hints, .nearChoices, .aside, .situation: break
    }
    screen.refresh()
  }

  /// Forgets what was said before the last answer.
  private func forgetRemarks() {
    guard beginsRemarks else { return }
    screen.remarks = []
    screen.told = [:]
    beginsRemarks = false
  }

  /// Closes the files that a button has shown, if they're shown.
  private func closesFiles() -> Bool {
    let isShown = screen.remarks.contains { if case .effect = $0 { true } else { false } }
    guard isShown else { return false }
    screen.remarks = []
    screen.refresh()
    return true
  }

  /// Closes what a key has opened, if it's open.
  private func closes(_ reading: LineReading) -> Bool {
    let topic: Topic
    switch reading {
    case .command(.help, _): topic = .help
    case .command(.why, _): topic = .why
    case .command(.review, _): topic = .review
    default: return false
    }
    guard screen.told.removeValue(forKey: topic) != nil else { return false }
    screen.refresh()
    return true
  }

  package func begin(_ question: LineQuestion, history: [String]) {
    forgetRemarks()
    let host = runner.pathHost
    var request = question.request(for: runner.session, editsTexts: textEditor != nil) { typed in
      host?.paths(beginning: typed) ?? []
    }
    request.prompt = ""
    if case .wayBack(_, let ids) = screen.subject, case .step(let step) = question.subject,
      step.kind != .review
    {
      // The review has asked about them; here they stay in sight.
      screen.remarks.append(.discarded(ids))
    }
    screen.subject = question.subject
    chooser.choose(for: question, from: widgets, host: screen.host)
    if case .asking(let step) = runner.state, let field = step.focusedField {
      self.question = StepRows.question(of: field)
    }
    if let text = screen.host.widget?.initialText {
      request.initialText = question.keptText ?? text
      request.isOffer = false
      request.typingReplaces = false
    }
    screen.host.isReading = true
    reader.begin(request, history: history)
    screen.host.line = reader.line
    begunText = reader.line.text
    complete = request.complete
    screen.refresh()
  }

  package func read(next: () async -> TerminalEvent?) async -> FaceReading {
    if hasDraft {
      hasDraft = false
      chooser.update(screen.host)
      screen.refresh()
    }
    while true {
      let reading = await reader.read(next: next, use: { use($0) })
      if let action {
        self.action = nil
        if case .draft = action { hasDraft = true } else { beginsRemarks = true }
        return .action(action)
      }
      switch reading {
      case .candidates, .event: return .line(reading)
      case .command(.help, _), .command(.why, _), .command(.review, _):
        if closes(reading) { continue }
        return .line(reading)
      case .command(.back, let line):
        beginsRemarks = true
        guard let form = formKeys, let action = form.leave(to: .previous, line: line) else {
          return .line(reading)
        }
        return .action(action)
      case .command(.scrollUp, _), .command(.scrollDown, _):
        screen.scroll(by: reading.isUp ? -1 : 1)
      default:
        beginsRemarks = true
        return .line(reading)
      }
    }
  }

  package func endLine() {
    reader.end()
    screen.host.isReading = false
  }

  package func clearScreen() {
    reader.clearWindow()
    screen.host.isReading = false
  }

  package func leaveScreen() {
    terminal.write(region.clear())
    region.moveAway()
    full.forget()
  }

  package func willWait() { paint() }

  package func effectBegan(_ request: EffectRequest) {
    screen.host.isReading = false
    screen.activity = EffectActivity(request: request)
    // A spinner only where it takes long enough to wonder.
    spinner = terminal.events.timer(after: .milliseconds(150))
    screen.refresh()
  }

  package func effectEnded() {
    if let spinner { terminal.events.cancelTimer(spinner) }
    spinner = nil
    screen.activity = nil
  }

  package func takes(_ event: TerminalEvent) -> Bool {
    switch event {
    case .resized(let size):
      resize(columns: size.columns)
      return true
    case .report(let bytes):
      if let output = region.take(report: bytes) {
        if !output.isEmpty { terminal.write(output) }
        return true
      }
      guard adaptsToBackground, let background = BackgroundReply.color(in: bytes) else {
        return false
      }
      look.theme.adapt(to: background)
      screen.refresh()
      return true
    case .token(let token):
      guard let spinner, spinner == token else { return false }
      let frame = screen.activity?.frame.map { $0 + 1 } ?? 1
      screen.activity?.frame = frame
      self.spinner = terminal.events.timer(
        after: .milliseconds(1000 / EffectActivity.framesPerSecond))
      screen.refresh()
      return true
    default: return false
    }
  }

  package func end(_ ending: WalkEnding) {
    full.forget()
    if place == .inline { terminal.write(region.clear()) }
    terminal.use([])
    writeSummary(of: ending)
  }

  /// Leaves a compact list of the answers in the terminal.
  private func writeSummary(of ending: WalkEnding) {
    let summary = WalkSummary(session: runner.session, ending: ending, theme: look.theme)
    let columns = terminal.size.columns
    let grid =
      isSingle
      ? summary.line(question: question ?? "", columns: columns) : summary.grid(columns: columns)
    // It may have more rows than the window, so it's printed like any other text.
    terminal.write(region.print(grid))
    onFrame?(grid, nil)
  }
}

extension LineReading {
  fileprivate var isUp: Bool {
    if case .command(.scrollUp, _) = self { true } else { false }
  }
}

/// Shows the line of a reader as a part of the screen.
private final class ScreenLineDisplay: LineDisplay {
  weak var face: (any LineDrawingFace)?

  func begin(columns: Int) {}
  func paint(_ line: EditedLine) { face?.drawLine(line) }
  func resize(columns: Int) { face?.windowWidthChanged(to: columns) }
  func finish(accepting line: EditedLine?) {}
  func leave() { face?.leaveForOthers() }
  func clearWindow() { face?.clearForLine() }
}

private protocol LineDrawingFace: AnyObject {
  func drawLine(_ line: EditedLine)
  func windowWidthChanged(to columns: Int)
  func leaveForOthers()
  func clearForLine()
}

extension ScreenFace: LineDrawingFace {
  fileprivate func drawLine(_ line: EditedLine) { paint(line) }
  fileprivate func windowWidthChanged(to columns: Int) { resize(columns: columns) }
  fileprivate func leaveForOthers() { leaveScreen() }
  fileprivate func clearForLine() { clearWindow() }
}

extension ScreenFace: WalkFace {}
