// SPDX-License-Identifier: Apache-2.0

import ScrollStackLayout
import StackFlowCore
import TerminalCells

/// A flow in a container, with a status line above it and the keys below it.
final class WalkScreen {
  let view: StackFlowView<Int>
  let container: ContainerScroll

  /// Why a move was denied, or what a gesture did.
  var message = ""

  private(set) var size = CellSize.zero
  private let guide = Guide()
  private var promptRows = 0
  private var fading = 0
  private var separation = 0
  private var showsTitles = true

  private static let fadings: [(String, FadingStyle)] = [
    ("both", .preset), ("none", .none),
    ("tint", .tint(color: .rgb(0, 0, 0), preLastAlpha: 0.8, alphaDecrement: 0.15)),
    ("mask", .gradientMask(effectDistance: 12)),
  ]

  private static let separations: [(String, SeparationStyle)] = [
    ("line", .line(thickness: 1, color: .dim)), ("padding", .padding(size: 1)), ("none", .none),
  ]

  init(motion: Motion) {
    view = StackFlowView(motion: motion) { number in
      StepPresentation(
        content: MarginRow(Guide.text(of: number)), title: "Step \(number)")
    }
    container = ContainerScroll(content: view, motion: motion)
    view.delegate = guide
    view.topBar = TopBar(
      backgroundColor: .standard, titleFont: .bold, titleTextColor: .standard,
      buttonColor: .rgb(95, 175, 255))
    for number in 1...3 { view.push(number) }
  }

  // MARK: Size

  private var frame: CellRect {
    CellRect(
      column: 0, row: 1, columns: size.columns, rows: max(0, size.rows - 1 - keyLines.count))
  }

  func resize(_ size: CellSize) {
    let isFirst = self.size.isEmpty
    self.size = size
    if isFirst {
      container.setFrame(frame, terminalRows: frame.rows.upperBound)
    } else {
      container.resize(frame, terminalRows: frame.rows.upperBound)
    }
  }

  // MARK: Commands

  func tell(_ outcome: GestureOutcome) {
    switch outcome {
    case .requested(.denied(let reason)): message = reason ?? "denied"
    case .requested: message = ""
    case .nothingBelow: message = "there is no step below the first"
    case .activeItemTapped: message = "the top step was tapped"
    case .usedByContent: message = ""
    case .ignored: message = "nothing to do here"
    }
  }

  /// Scrolls along the axis; there's no scrolling across it.
  func scroll(_ cells: Int) {
    message = container.scroll(by: cells) ? "" : "everything is visible"
  }

  func page(_ pages: Int) { scroll(pages * max(1, view.layout.viewportLength - 2)) }

  func toggleFading() {
    fading = (fading + 1) % Self.fadings.count
    view.fadingStyle = Self.fadings[fading].1
    message = "fading: \(Self.fadings[fading].0)"
  }

  func toggleSeparation() {
    separation = (separation + 1) % Self.separations.count
    do {
      try view.setSeparationStyle(Self.separations[separation].1)
      message = "between steps: \(Self.separations[separation].0)"
    } catch {
      message = "\(error)"
    }
  }

  func togglePrompt() {
    promptRows = promptRows == 0 ? 6 : 0
    container.occluder(height: promptRows)
    message = promptRows == 0 ? "" : "the prompt covers \(promptRows) rows"
  }

  func tap(column: Int, row: Int) {
    let inside = CellPosition(column: column, row: row - frame.origin.row)
    tell(view.tap(at: inside))
  }

  // MARK: Drawing

  func grid() -> CellGrid {
    var grid = CellGrid(size: size)
    drawHeader(on: &grid)
    grid.draw(in: frame) { container.draw(on: &$0) }
    drawPrompt(on: &grid)
    for (line, keys) in keyLines.enumerated() {
      grid.write(
        keys, at: CellPosition(column: 1, row: size.rows - keyLines.count + line), style: .dim)
    }
    return grid
  }

  /// Draws the position and, at the right, the result of the last key.
  ///
  /// If both don't fit, only the result is shown until the next key.
  private func drawHeader(on grid: inout CellGrid) {
    let place = place
    let room = size.columns - 1 - message.cellWidth
    let isAlone = !message.isEmpty && room < place.cellWidth + 2
    if !isAlone { grid.write(place, at: .zero, style: Look.title) }
    grid.write(
      message.truncated(to: size.columns - 1),
      at: CellPosition(column: isAlone ? 1 : max(0, room), row: 0),
      style: CellStyle(foreground: .named(.yellow)))
  }

  /// The direction, the number of steps, and the position, as far as the columns allow.
  private var place: String {
    let steps = view.numberOfItems == 1 ? "1 step" : "\(view.numberOfItems) steps"
    let rest = "\(steps) · \(view.layout.positionText)"
    let whole = " growing \(view.growthDirection) · \(rest)"
    guard whole.cellWidth > size.columns else { return whole }
    return " \(view.growthDirection.arrow) \(rest)".truncated(to: size.columns)
  }

  private func drawPrompt(on grid: inout CellGrid) {
    let rows = min(promptRows, frame.size.rows)
    guard rows > 0 else { return }
    let rect = CellRect(
      column: 0, row: frame.rows.upperBound - rows, columns: size.columns, rows: rows)
    grid.draw(in: rect, baseStyle: CellStyle(background: .rgb(38, 50, 64))) { canvas in
      canvas.fill(CellRect(size: canvas.size))
      let text = "› a prompt with its completions".truncated(to: canvas.size.columns - 4)
      canvas.write(text, column: 2, row: 0, style: Look.accent)
    }
  }

  /// The keys, most important first, in as many lines as the window has space for, but at least
  /// one.
  private var keyLines: [String] {
    let columns = max(0, size.columns - 2)
    let lines = Self.keys.wrapped(to: columns)
    let room = max(1, size.rows / 8)
    guard lines.count > room, let last = lines.prefix(room).last else {
      return lines.map(String.init)
    }
    return lines.prefix(room - 1).map(String.init)
      + [String(Self.keys[last.startIndex...]).truncated(to: columns)]
  }

  private static let keys =
    "q quit · enter next · ⌫ back · wasd grow · ↑↓ pgup pgdn scroll · 1-9 go to"
    + " · shift-↑↓←→ swipe · f fading · x between · p prompt · c colors · m motion"
}

extension FlowDirection {
  /// The direction as one character, for when its name doesn't fit.
  fileprivate var arrow: Character {
    switch self {
    case .up: "↑"
    case .down: "↓"
    case .left: "←"
    case .right: "→"
    }
  }
}

/// Approves every possible move, and says why others aren't possible.
private final class Guide: StackFlowDelegate {
  private static let limit = 1_000_000

  func didRequestPush(_ request: NavigationRequest, in stack: FlowStack<Int>)
    -> StackDecision<Int>
  {
    stack.count < Self.limit
      ? .approve(.push(stack.count + 1)) : .deny(reason: "that's deep enough")
  }

  func didRequestPop(_ count: Int, _ request: NavigationRequest, in stack: FlowStack<Int>)
    -> StackDecision<Int>
  {
    count < stack.count ? .approve(.pop(count)) : .deny(reason: "the first step stays")
  }

  /// Returns a step's text: a few lines, so that steps differ in length.
  static func text(of number: Int) -> String {
    let sentences = [
      "A step is pushed when the one below it is answered.",
      "Only the newest step gets input; older ones can be read.",
      "Scroll back as far as you like: the next push or pop returns to the head.",
      "Make the window narrower: the text in the first line stays in the first line.",
    ]
    return (0...(number * 7 % 4)).map { sentences[(number + $0) % sentences.count] }
      .joined(separator: "\n")
  }
}
