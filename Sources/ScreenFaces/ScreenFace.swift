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

  /// The field of the widget.
  private var widgetPlace: WidgetPlace?

  /// The question that was asked last.
  private var question: String?

  /// The running effect: when it was begun, and its spinner.
  private var effect: (request: EffectRequest, frame: Int, token: EventToken)?

  private struct WidgetPlace: Hashable {
    let field: String
    let depth: Int
  }

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
    let (grid, cursor) = screen.draw(window: windowSize, fills: place == .full)
    let output =
      place == .full ? full.paint(grid, cursor: cursor) : region.paint(grid, cursor: cursor)
    if !output.isEmpty { terminal.write(output) }
  }

  fileprivate func paint(_ line: EditedLine) {
    if screen.host.line != line { screen.host.line = line }
    screen.refreshWidget()
    paint()
  }

  fileprivate func resize(columns: Int) {
    full.forget()
    terminal.write(region.resize(columns: columns))
  }

  fileprivate func clearWindow() {
    full.forget()
    terminal.write(region.clear())
    if place == .inline { terminal.write("\u{1B}[H\u{1B}[2J") }
  }

  // MARK: Keys

  private func use(_ event: TerminalEvent) -> EventUse {
    switch event {
    case .key(let key):
      screen.candidates = []
      return use(screen.host.take(key))
    case .mouse(let report): return use(report)
    case .token where takes(event), .report where takes(event): return .used
    default: return .line
    }
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
    if beginsRemarks {
      screen.remarks = []
      beginsRemarks = false
    }
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
    case .flowTitle, .hints, .nearChoices, .aside: break
    }
    screen.refresh()
  }

  package func begin(_ question: LineQuestion, history: [String]) {
    if beginsRemarks { screen.remarks = [] }
    beginsRemarks = false
    let host = runner.pathHost
    var request = question.request(for: runner.session, editsTexts: textEditor != nil) { typed in
      host?.paths(beginning: typed) ?? []
    }
    request.prompt = ""
    chooseWidget(for: question)
    if let text = screen.host.widget?.initialText {
      request.initialText = question.keptText ?? text
      request.isOffer = false
      request.typingReplaces = false
    }
    screen.host.isReading = true
    reader.begin(request, history: history)
    screen.host.line = reader.line
    screen.refresh()
  }

  /// Gives the focused field its widget, which stays as long as the field is asked.
  private func chooseWidget(for question: LineQuestion) {
    guard let id = question.fieldID, case .asking(let step) = runner.state,
      let field = step.focusedField, field.id == id
    else {
      widgetPlace = nil
      screen.host.widget = nil
      return
    }
    self.question = StepRows.question(of: field)
    let place = WidgetPlace(field: id, depth: runner.session.depth)
    if place == widgetPlace, screen.host.widget != nil {
      screen.host.widget?.field = field
    } else {
      screen.host.widget = makeWidget(for: field)
    }
    widgetPlace = place
  }

  private func makeWidget(for field: FieldState) -> any ScreenWidget {
    let widget = widgets.widget(for: field)
    if var calendar = widget as? any CalendarWidget {
      calendar.today = runner.session.today
      return calendar
    }
    if var folder = widget as? any FolderWidget {
      folder.host = runner.pathHost
      return folder
    }
    return widget
  }

  package func read(next: () async -> TerminalEvent?) async -> FaceReading {
    let reading = await reader.read(next: next, use: { use($0) })
    if let action {
      self.action = nil
      beginsRemarks = true
      return .action(action)
    }
    switch reading {
    case .candidates, .event: break
    default: beginsRemarks = true
    }
    return .line(reading)
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
    full.forget()
  }

  package func willWait() { paint() }

  package func effectBegan(_ request: EffectRequest) {
    screen.host.isReading = false
    // A spinner only where it takes long enough to wonder.
    effect = (request, -1, terminal.events.timer(after: .milliseconds(150)))
  }

  package func effectEnded() {
    if let effect { terminal.events.cancelTimer(effect.token) }
    effect = nil
    screen.activity = nil
  }

  package func takes(_ event: TerminalEvent) -> Bool {
    switch event {
    case .resized(let size):
      resize(columns: size.columns)
      return true
    case .report(let bytes):
      guard adaptsToBackground, let background = BackgroundReply.color(in: bytes) else {
        return false
      }
      look.theme.adapt(to: background)
      screen.refresh()
      return true
    case .token(let token):
      guard let effect, effect.token == token else { return false }
      let frames = look.theme.signs.spinner
      let frame = effect.frame + 1
      self.effect = (effect.request, frame, terminal.events.timer(after: .milliseconds(100)))
      let seconds = frame / 10
      let sign = frames.isEmpty ? "" : frames[frame % frames.count] + " "
      screen.activity = sign + effect.request.words + (seconds > 0 ? "  \(seconds) s" : "")
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
