// SPDX-License-Identifier: Apache-2.0

import ScrollStackLayout
import StackFlowCore
import TerminalCells

/// One picture of the gallery.
struct Scene: Sendable {
  let name: String
  let caption: String
  let draw: @Sendable (_ columns: Int) throws -> CellGrid

  static func all() throws -> [Scene] { texts + rows + moving + windows + flows }

  static let story = """
    A step is built when it is pushed, from the answers below it; going back destroys it. \
    日本語の文も、単語の「途中」では折り返さない。 Families 👩‍👩‍👧‍👦, flags 🇳🇱 and e\u{301} keep whole.
    """

  // MARK: Texts

  static let texts = [
    Scene(name: "wrapping", caption: "by words and by the rules of CJK") { columns in
      var grid = CellGrid(size: CellSize(columns: columns, rows: story.wrapped(to: columns).count))
      for (row, line) in story.wrapped(to: columns).enumerated() {
        grid.write(line, at: CellPosition(column: 0, row: row))
      }
      return grid
    },
    Scene(name: "truncation", caption: "at the end, in the middle, at the start") { columns in
      var grid = CellGrid(size: CellSize(columns: columns, rows: 3))
      for (row, place) in [TruncationPlace.end, .middle, .start].enumerated() {
        grid.write(
          story.truncated(to: columns, at: place), at: CellPosition(column: 0, row: row))
      }
      return grid
    },
    Scene(name: "alignment", caption: "leading, centred, trailing") { columns in
      var grid = CellGrid(size: CellSize(columns: columns, rows: 3))
      for (row, alignment) in [TextAlignment.leading, .center, .trailing].enumerated() {
        grid.write("日本 text".aligned(alignment, to: columns), at: CellPosition(column: 0, row: row))
      }
      return grid
    },
    Scene(name: "escapes", caption: "what would steer the terminal is shown") { columns in
      var grid = CellGrid(size: CellSize(columns: columns, rows: 1))
      grid.write("\u{1b}[2J\ttab\u{202E}", at: .zero)
      return grid
    },
  ]

  // MARK: Rows

  static func stack(_ columns: Int, _ rows: Int, _ texts: String...) throws -> ScrollStack {
    let stack = ScrollStack()
    stack.setViewport(CellSize(columns: columns, rows: rows))
    try stack.addRows(texts.map { TextRow($0) })
    return stack
  }

  static let rows = [
    Scene(name: "separators", caption: "between rows, trimmed by insets, the last one hidden") {
      let stack = try stack($0, 6, "one", "two", "three")
      try stack.setStyle {
        $0.autoHidesLastSeparator = true
        $0.separatorInsets = CellInsets(left: 2, right: 2)
      }
      return stack.snapshot()
    },
    Scene(name: "own separators", caption: "shown for one row only, two lines thick") {
      let stack = try stack($0, 6, "one", "two", "three")
      try stack.setStyle { $0.hidesSeparators = true }
      try stack.showSeparator(for: .index(1))
      try stack.setSeparator(color: .dim, thickness: 2, for: .index(1))
      return stack.snapshot()
    },
    Scene(name: "insets and padding", caption: "the stack's, and one row's own") {
      let stack = try stack($0, 8, "one", "two", "three")
      try stack.setRowInsets(CellInsets(left: 6, right: 2), for: .index(1))
      try stack.setRowPadding(CellInsets(all: 1), for: .index(1))
      return stack.snapshot()
    },
    Scene(name: "columns", caption: "the horizontal axis") {
      let stack = try stack($0, 3, "one", "two", "three")
      stack.toggleAxis()
      return stack.snapshot()
    },
    Scene(name: "right to left", caption: "columns from the right") {
      let stack = try stack($0, 3, "one", "two", "three")
      stack.toggleAxis()
      stack.setLayoutDirection(.rightToLeft)
      return stack.snapshot()
    },
    Scene(name: "collapsed", caption: "a row of one line that says that there is more") { columns in
      let stack = try stack(columns, 4)
      try stack.addRow(
        TextRow(
          "first\nsecond\nthird",
          extent: .collapsible(collapsed: 1, expanded: .fit, isExpanded: false)))
      try stack.addRow(TextRow("behind"))
      return stack.snapshot()
    },
    Scene(name: "hidden", caption: "row two is hidden, and still a row") {
      let stack = try stack($0, 4, "one", "two", "three")
      try stack.hideRow(.index(1))
      return stack.snapshot()
    },
    Scene(name: "colours", caption: "backgrounds and a highlight (see --svg)") {
      let stack = try stack($0, 6, "plain", "blue", "red")
      try stack.setBackgroundColor(.named(.blue), for: .index(1))
      try stack.setBackgroundColor(.rgb(90, 20, 20), for: .index(2))
      return stack.snapshot()
    },
    Scene(name: "chrome", caption: "a rail drawn around the rows") { columns in
      let stack = ScrollStack()
      stack.setViewport(CellSize(columns: columns, rows: 4))
      try stack.setStyle {
        $0.rowInsets = .zero
        $0.hidesSeparators = true
      }
      stack.makeChrome = { _ in Rail(insets: CellInsets(left: 2)) }
      try stack.addRows([TextRow("name"), TextRow("two\nlines")])
      return stack.snapshot()
    },
    Scene(name: "models", caption: "models name their cells") { columns in
      let fields = DynamicStack()
      fields.stack.setViewport(CellSize(columns: columns, rows: 4))
      try fields.stack.setStyle { $0.hidesSeparators = true }
      try fields.set([
        Answer(id: "name", value: "billing-api"), Answer(id: "kind", value: "HTTP API"),
      ])
      return fields.stack.snapshot()
    },
  ]

  // MARK: In motion

  static let moving = [
    Scene(name: "scrolling", caption: "row 50 of 100 in the middle, and the mark") { columns in
      let clock = ManualClock()
      let stack = ScrollStack(motion: Motion(clock: clock))
      stack.setViewport(CellSize(columns: columns, rows: 5))
      try stack.setStyle { $0.hidesSeparators = true }
      try stack.addRows((0..<100).map { TextRow("row \($0)") })
      try stack.scrollToRow(.index(50), at: .middle, animated: false)
      stack.flashScrollIndicators()
      return stack.snapshot()
    },
    Scene(name: "insertion", caption: "four frames of a row that grows") { columns in
      let clock = ManualClock()
      let stack = ScrollStack(motion: Motion(clock: clock, framesPerSecond: 10))
      stack.setViewport(CellSize(columns: max(1, columns / 4), rows: 5))
      try stack.setStyle {
        $0.rowInsets = .zero
        $0.hidesSeparators = true
      }
      try stack.addRows([TextRow("a"), TextRow("z")])
      try stack.addRow(TextRow("1\n2\n3"), at: .index(1), animated: true)
      var film = CellGrid(size: CellSize(columns: columns, rows: 5))
      for frame in 0..<4 {
        let picture = stack.snapshot()
        film.copy(
          picture.bounds, of: picture,
          to: CellPosition(column: frame * max(1, columns / 4), row: 0))
        clock.advance(by: .milliseconds(100))
        stack.advance()
      }
      return film
    },
    Scene(name: "carrying", caption: "row one is picked up and held behind row three") {
      let stack = try stack($0, 4, "one", "two", "three", "four")
      try stack.setStyle { $0.hidesSeparators = true }
      stack.row(at: 0)?.isReorderable = true
      stack.pickUp(.index(0))
      stack.carry(by: 2)
      return stack.snapshot()
    },
  ]

  // MARK: Windows

  static func window(_ columns: Int, occluder: Int) -> CellGrid {
    let text = TextRow((1...12).map { "line \($0)" }.joined(separator: "\n"))
    let container = ContainerScroll(content: text)
    container.setFrame(
      CellRect(column: 0, row: 0, columns: columns, rows: 6), terminalRows: 6)
    container.scroll(by: 3)
    container.occluder(height: occluder)
    container.flush()
    var grid = container.snapshot()
    let prompt = CellRect(column: 0, row: 6 - occluder, columns: columns, rows: occluder)
    grid.fill(prompt, with: "▒", style: .dim)
    return grid
  }

  static let windows = [
    Scene(name: "window", caption: "content scrolled by three lines") { window($0, occluder: 0) },
    Scene(name: "occluder", caption: "the prompt covers two rows of the same") {
      window($0, occluder: 2)
    },
  ]

  // MARK: Flows

  static func flow(
    _ columns: Int, rows: Int = 11, _ change: (StackFlowView<String>) throws -> Void = { _ in }
  ) rethrows -> CellGrid {
    let view = StackFlowView<String> { step in
      StepPresentation(content: TextRow("What is the \(step)?"), title: step)
    }
    view.setViewport(CellSize(columns: columns, rows: rows))
    view.push("name")
    view.push("kind")
    view.push("port")
    try change(view)
    return view.snapshot()
  }

  static let flows: [Scene] =
    FlowDirection.allCases.map { direction in
      Scene(name: "growth \(direction)", caption: "the newest step at the head edge") { columns in
        flow(columns) { $0.growthDirection = direction }
      }
    } + [
      Scene(name: "head padding", caption: "two cells between the newest step and the edge") {
        try flow($0) { try $0.setHeadPadding(2) }
      },
      Scene(name: "separation padding", caption: "blank rows between steps") {
        try flow($0) { try $0.setSeparationStyle(.padding(size: 1)) }
      },
      Scene(name: "separation none", caption: "nothing between steps") {
        try flow($0) { try $0.setSeparationStyle(.none) }
      },
      Scene(name: "untitled", caption: "a step without a title has no bar") { columns in
        let view = StackFlowView<String> { StepPresentation(content: TextRow($0)) }
        view.setViewport(CellSize(columns: columns, rows: 3))
        view.push("one")
        view.push("two")
        return view.snapshot()
      },
      Scene(name: "bar", caption: "a title bar of its own, with an icon") { columns in
        let bar = TopBar(
          backgroundColor: .named(.cyan), titleFont: .bold,
          popButton: TopBar.Button(icon: "⇦", fallback: "back"),
          pushButton: TopBar.Button(title: "go"))
        return flow(columns, rows: 3) {
          $0.push("region", appearance: ItemAppearance(topBar: bar))
        }
      },
      Scene(name: "fading tint", caption: "each step fainter than the one above it (see --svg)") {
        flow($0) {
          $0.fadingStyle = .tint(
            color: .named(.black), preLastAlpha: 0.7, alphaDecrement: 0.3)
        }
      },
      Scene(name: "fading mask", caption: "16 colours: normal, dim, dark, blank") {
        flow($0) {
          $0.colorDepth = .ansi16
          $0.fadingStyle = .gradientMask(effectDistance: 5)
        }
      },
      Scene(name: "no colours", caption: "steps that take no input carry a mark") { columns in
        flow(columns, rows: 8) { $0.colorDepth = .none }
      },
      Scene(name: "scrolled", caption: "older steps can be scrolled into view") { columns in
        flow(columns, rows: 4) { $0.scrollStack.scroll(by: -4) }
      },
    ]
}

/// A rail at the left of each row.
final class Rail: RowChrome {
  override func draw(into canvas: inout CellCanvas, row: ScrollStackRow, content: CellRect) {
    for line in 0..<canvas.size.rows { canvas.write(line == 0 ? "●" : "│", row: line) }
  }
}

/// An answer, and the cell that shows it.
struct Answer: RowModel {
  let id: String
  let value: String
  var cellType: any RowCell.Type { AnswerCell.self }
}

final class AnswerCell: BasicRowController, RowCell {
  private var answer: Answer?
  var tapCallback: ((any RowCell) -> Void)?

  required override init() {}

  func setup(model: Answer) { answer = model }
  override func measure(_ measurement: RowMeasurement) -> Int { 1 }
  override func render(into canvas: inout CellCanvas) {
    guard let answer else { return }
    canvas.write(answer.id.aligned(.leading, to: 8), row: 0, style: .dim)
    canvas.write(answer.value, column: 8, row: 0)
  }
}
