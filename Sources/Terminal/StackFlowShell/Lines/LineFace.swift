// SPDX-License-Identifier: Apache-2.0

import FlowModel
import FlowScreens
import FlowSessions
public import FlowWalks
import Localization
public import TerminalIO

/// Asks a flow's questions one after the other, without ever repainting: for screen readers, dumb
/// terminals and logs.
///
/// The face draws a `Conversation` and does what it asks for; what a question means, what a typed
/// word does and what comes next is the conversation's.
public final class LineFace<Editor: LineEditor> {
  let terminal: any Terminal
  private let driver: ConversationDriver
  private let reader: LineReader<Editor>
  private let display: RowDisplay

  /// The line that was begun last.
  private var openLine: OpenLine?

  /// The titled parts of the flow that contain the step shown last.
  var shownSections: [StepSection] = []

  /// The steps ahead, which are looked at again only where an answer changes them.
  var forecast = ProgressForecast()

  /// Whether anything was shown yet.
  var hasShown = false

  /// The hints that were shown and are shown once.
  var shownHints: Set<OnceHint> = []

  /// Creates a face.
  ///
  /// - Parameters:
  ///   - runner: The session, begun.
  ///   - terminal: The user's terminal.
  ///   - editor: What edits the lines.
  public init(runner: FlowRunner, terminal: any Terminal, editor: Editor) {
    self.terminal = terminal
    driver = ConversationDriver(runner: runner, terminal: terminal)
    display = RowDisplay(terminal: terminal)
    reader = LineReader(terminal: terminal, editor: editor, display: display)
  }

  var runner: FlowRunner { driver.runner }

  /// Whether lines are read by Emacs, which hides what's typed only after a prompt for a password that it knows.
  var isInEmacs = false

  /// The command that runs, which tells at growing intervals that it does.
  var running: RunningTold?

  /// Which steps are passed without the user, such as reviews that an option answers.
  package var passing: StepPassing {
    get { driver.conversation.passing }
    set { driver.conversation.passing = newValue }
  }

  /// Whether parts of the text may be styled; styles alone say nothing.
  package var isStyled = false { didSet { display.isStyled = isStyled } }

  /// Whether the first question says how to find out what can be typed.
  package var tellsWords = true

  /// Whether it tells where in the flow a step is.
  var tellsProgress = true

  /// Whether the flow is one question, which has no place among others.
  var isSingle: Bool {
    get { driver.conversation.isSingle }
    set {
      driver.conversation.isSingle = newValue
      tellsProgress = !newValue
    }
  }

  /// Lets the user edit texts of several lines; nil when nothing does.
  package var textEditor: (any TextEditor)? {
    get { driver.textEditor }
    set { driver.textEditor = newValue }
  }

  /// The id of the field or the step that was asked last; nil when nothing was.
  package var openQuestion: String? { driver.conversation.openQuestion }

  /// Shows a remark about the walk, above what is shown next.
  package func tell(_ text: String) { show([.text(text)]) }

  /// Walks the session to its end.
  ///
  /// The events of the terminal are awaited, so that nothing is blocked meanwhile.
  ///
  /// - Parameter timeout: The maximum duration of the walk; nil for no limit.
  /// - Returns: How it ended.
  public func walk(timeout: Duration? = nil) async -> WalkEnding {
    terminal.use(.bracketedPaste)
    return await driver.walk(timeout: timeout, on: self)
  }
}

extension LineFace: ConversationFace {
  func begin(_ line: OpenLine, history: [String]) {
    let host = runner.services.paths
    var line = line
    line.replacesRefused = true
    openLine = line
    var request = line.request(
      for: runner.session, editsTexts: textEditor != nil, isSingle: isSingle
    ) { typed in
      host?.paths(beginning: typed) ?? []
    }
    // Where nothing can be erased, a refused text would begin the next one.
    let isRefused = line.field?.isRefused ?? (line.keptText != nil)
    if !terminal.traits.understandsEscapes, isRefused {
      request.initialText = ""
      request.isOffer = false
      request.typingReplaces = false
    }
    if line.field?.isRefused == true, request.typingReplaces, shownHints.insert(.refused).inserted {
      show([.hint(runner.session.catalog.text(.hintRefused))])
    }
    if let field = line.field {
      request.promptFitting = { [unowned self] in prompt(of: field, columns: $0).prompt }
    }
    reader.begin(
      request, history: history, continuesMacro: !line.subject.hasConsequences)
  }

  func read(next: () async -> TerminalEvent?) async -> ConversationInput {
    .line(await reader.read(next: next))
  }

  var unsubmitted: FieldInput? { openLine?.unsubmitted(reader.line) }

  func endLine() { reader.end() }

  func breakLine() { reader.breakLine() }

  func clearScreen() { reader.clearWindow() }
}
