// SPDX-License-Identifier: Apache-2.0

import FlowScreens
public import FlowWalks
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
  package var usesMouse = false

  /// Whether the terminal is asked for its background, to which the theme then adapts.
  ///
  /// The answer is never waited for: until it comes, and in terminals that give none, the theme stays.
  var adaptsToBackground = false

  /// Whether the terminal is asked if it can show a frame at once (mode 2026), which is then used.
  ///
  /// The answer is never waited for.
  var synchronizes = false

  /// Whether the flow is one question: it's shown without a title and a rail, and one line stays.
  var isSingle: Bool {
    get { look.isSingle }
    set {
      look.isSingle = newValue
      chooser.isSingle = newValue
      driver.conversation.isSingle = newValue
    }
  }

  /// The duration of the transition from one step to another; zero, the default, for none.
  ///
  /// An answered step folds into its line, and the next one slides in; going back unfolds it. A key ends a
  /// transition at once, and so does a late frame on a slow connection. A theme may set its own duration.
  public var transitionDuration: Duration {
    get { motion.duration }
    set {
      motion.duration = newValue > .zero ? look.theme.layout.transition ?? newValue : .zero
    }
  }

  /// Called with each screen that's shown, and the cell at which the user types; nil for none.
  ///
  /// The last one is what stays in the terminal. The frames of transitions aren't among them.
  var onFrame: ((CellGrid, CellPosition?) -> Void)?

  /// Whether nothing changes by itself, so that a command that runs has no spinner.
  var isStill = false

  /// Whether the terminal gets no operating system commands (OSC), which some screen readers read aloud.
  var hidesCommands = false { didSet { look.hasLinks = takesCommands } }

  /// Whether questions are marked, and addresses are links.
  var takesCommands: Bool { terminal.traits.takesCommands && !hidesCommands }

  let terminal: any Terminal
  let place: Place
  let driver: ConversationDriver
  let reader: LineReader<Editor>
  let screen: StepScreen
  let look: ScreenLook
  var region: InlineRegion
  var full: FullScreen

  /// The user's action in the widget, to be returned from the reading.
  var action: UserAction?

  /// Whether the next remark begins a new list of remarks.
  var beginsRemarks = true

  /// Whether the session has changed while the line stayed open.
  var hasDraft = false

  /// The question that was asked last.
  var question: String?

  let chooser: WidgetChooser

  /// The text in the line while nothing is typed.
  var offeredText = ""

  /// The line that was begun last, and its text then.
  var begun: (line: OpenLine, text: String)?

  /// The transition between two steps, and the timer of its next frame.
  var motion = ScreenMotion()
  var nextFrame: EventToken?

  /// The clicks that wait for the place of the inline screen, by their cells of the window.
  var clicks: [CellPosition] = []

  /// When the effect that is performed began, by the terminal's clock.
  var effectStart = Duration.zero

  /// Whether the next screen begins a question, which is marked for the terminal.
  var marksQuestion = false

  /// The id of the matrix of which a row was painted last; nil elsewhere.
  var paintedMatrix: String?

  /// The timer after which the scrollbar goes.
  var scrollbar: EventToken?

  /// The timer of the spinner.
  var spinner: EventToken?

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
    look.theme.hasStyles = depth > .none
    look.depth = depth
    look.hasLinks = terminal.traits.takesCommands
    screen = StepScreen(runner: runner, look: look)
    chooser = WidgetChooser(runner: runner)
    region = InlineRegion(depth: depth, reflows: terminal.traits.reflowsRows)
    full = FullScreen(depth: depth)
    let display = ScreenLineDisplay<Editor>()
    reader = LineReader(terminal: terminal, editor: editor, display: display)
    display.face = self
  }

  var runner: FlowRunner { driver.runner }

  /// Which steps are passed without the user, such as reviews that an option answers.
  package var passing: StepPassing {
    get { driver.conversation.passing }
    set {
      driver.conversation.passing = newValue
      screen.passesReviews = newValue.passesReviews
    }
  }

  /// Lets the user edit texts of several lines; nil when nothing does.
  package var textEditor: (any TextEditor)? {
    get { driver.textEditor }
    set {
      driver.textEditor = newValue
      look.editsTexts = newValue != nil
    }
  }

  /// The id of the field or the step that was asked last; nil when nothing was.
  package var openQuestion: String? { driver.conversation.openQuestion }

  /// Shows a remark about the walk, below what is asked.
  package func tell(_ text: String) {
    forgetRemarks()
    screen.remarks.append(.text(text))
  }

  /// Walks the session to its end.
  ///
  /// - Parameter timeout: The maximum duration of the walk; nil for no limit.
  /// - Returns: How it ended.
  public func walk(timeout: Duration? = nil) async -> WalkEnding {
    useModes()
    var query = adaptsToBackground ? RGBColor.backgroundQuery : ""
    if synchronizes { query += ScreenFrame.synchronizationQuery }
    if !query.isEmpty { terminal.query(query) }
    return await driver.walk(timeout: timeout, on: self)
  }

  /// Turns on the modes of this face; while steps move, the cursor is hidden.
  func useModes() {
    var modes: TerminalModes = .bracketedPaste
    if usesMouse || place == .full { modes.insert(.mouse) }
    if place == .full { modes.insert(.alternateScreen) }
    if motion.isRunning { modes.insert(.hiddenCursor) }
    terminal.use(modes)
  }
}

extension ScreenFace: WalkFace {}
