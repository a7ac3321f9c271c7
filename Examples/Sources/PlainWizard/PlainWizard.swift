// SPDX-License-Identifier: Apache-2.0

import ScrollStackLayout
import StackFlowCore
import TerminalCells
import TerminalIO

/// A page of the wizard: what it asks, and what was typed.
struct Page: Equatable {
  var question: String
  var answer = ""
}

/// A full-screen wizard on the stack, the layout, and the terminal alone: no flow file, no forms.
///
/// The stack's delegate decides which page comes next, and whether a page can be left. Enter asks for the
/// next page, the left arrow for the one before, and Escape leaves.
@main
struct PlainWizard {
  private let pages = FlowStack<Page>()
  private let guide = Guide()
  private let view: StackFlowView<Page>
  private let terminal: DeviceTerminal
  private var shown: CellGrid?

  static func main() async throws {
    var wizard = try PlainWizard()
    let answers = await wizard.run()
    for page in answers { print("\(page.question) \(page.answer)") }
  }

  init() throws {
    terminal = try DeviceTerminal()
    let guide = guide
    view = StackFlowView(flow: pages) { page in
      StepPresentation(content: guide.row(for: page), title: page.question)
    }
    view.delegate = guide
  }

  /// Shows the pages until the last one is left.
  mutating func run() async -> [Page] {
    terminal.use([.alternateScreen, .hiddenCursor])
    resize(terminal.size)
    _ = try? pages.request(.push)
    draw()
    while !guide.isDone, let event = await terminal.events.next() {
      guard handle(event) else { break }
      if !terminal.events.hasPending { draw() }
    }
    terminal.close()
    return guide.answers(of: pages)
  }

  private mutating func resize(_ size: WindowSize) {
    view.setViewport(CellSize(columns: size.columns, rows: size.rows))
    shown = nil
  }

  private mutating func handle(_ event: TerminalEvent) -> Bool {
    switch event {
    case .key(let key) where key.code == .escape: return false
    case .key(let key) where key == .control("c"): return false
    case .key(let key): type(key)
    case .resized(let size): resize(size)
    case .resumed: shown = nil
    case .signal, .endOfInput: return false
    default: break
    }
    return true
  }

  private func type(_ key: Key) {
    switch key.code {
    case .enter: _ = try? pages.request(.push)
    case .left: _ = try? pages.request(.pop(1))
    case .backspace: guide.draft = String(guide.draft.dropLast())
    case .character(let character): guide.draft.append(character)
    default: break
    }
  }

  private mutating func draw() {
    view.finishAnimations()
    let grid = view.snapshot()
    terminal.write(TerminalUpdate(from: shown, to: grid, depth: .ansi16).bytes)
    shown = grid
  }
}

/// Decides which page comes next, and keeps what's being typed on the top one.
final class Guide: StackFlowDelegate {
  private static let questions = ["Who are you?", "Where do you go?", "Shall it be sent?"]

  /// The answers of the pages, by their questions.
  private var answers: [String: String] = [:]

  /// The rows of the pages on the stack; the last one shows what's typed.
  private var rows: [TextRow] = []

  private(set) var isDone = false

  /// What's typed on the top page.
  var draft = "" {
    didSet { rows.last?.text = "> \(draft)" }
  }

  func row(for page: Page) -> TextRow {
    let row = TextRow("> \(page.answer)")
    rows.append(row)
    return row
  }

  func answers(of stack: FlowStack<Page>) -> [Page] {
    (0..<stack.count).compactMap { index in
      let question = Self.questions[index]
      return answers[question].map { Page(question: question, answer: $0) }
    }
  }

  func didRequestPush(
    _ request: NavigationRequest, in stack: FlowStack<Page>
  ) -> StackDecision<Page> {
    if let top = stack.top {
      guard !draft.isEmpty else { return .deny(reason: "enter an answer") }
      answers[top.question] = draft
    }
    guard stack.count < Self.questions.count else {
      isDone = true
      return .deny(reason: nil)
    }
    let next = Self.questions[stack.count]
    return .approve(.push(Page(question: next, answer: answers[next] ?? "")))
  }

  func didRequestPop(
    _ count: Int, _ request: NavigationRequest, in stack: FlowStack<Page>
  ) -> StackDecision<Page> {
    stack.count > count ? .approve(.pop(count)) : .deny(reason: "this is the first page")
  }

  func didPush(_ item: Page, in stack: FlowStack<Page>) { draft = item.answer }

  func didPop(_ item: Page, in stack: FlowStack<Page>) {
    rows.removeLast()
    draft = stack.top.flatMap { answers[$0.question] } ?? ""
  }
}
