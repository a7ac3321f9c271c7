// SPDX-License-Identifier: Apache-2.0

import Expectations
import RandomTesting
import ScrollStackLayout
import TerminalCells
import Testing

@testable import StackFlowCore

/// Chapter 2 of `Documentation/Contract.md`: compares the view with a simple model of its picture,
/// including moves during transitions and inside callbacks.
@Suite struct StackFlowViewModelTests {
  @Test func randomMovesAgreeWithThePicture() throws {
    for seed in RandomRuns(long: 100_000, every: 200, named: "a flow's view against its picture")
      .seeds
    {
      let run = FlowRun(seed: seed)
      try run.run(moves: 6)
      expectEqual(run.problem, nil, "seed \(seed)")
      if run.problem != nil { break }
    }
  }
}

/// A step, with an optional title and a text of some lines.
private struct Page: Equatable {
  let name: String
  let isTitled: Bool
  let count: Int

  var title: String? { isTitled ? "T\(name)" : nil }
  var lines: [String] { (0..<count).map { "\(name).\($0)" } }
}

/// The state that a picture depends on.
private struct FlowPicture {
  var pages: [Page] = []
  var growth = FlowDirection.down
  var size = CellSize(columns: 40, rows: 9)
  var safeArea = CellInsets.zero
  var isSafe = true
  var padding = 0
  var gap = (cells: 1, isLine: true)
  /// The distance that the view is scrolled from the head edge, in cells.
  var away = 0
  /// The number of cells before the first visible one at the start of a series of size changes; nil
  /// at the head edge.
  var pin: Int?

  var insets: CellInsets {
    var insets = isSafe ? safeArea : .zero
    switch growth {
    case .down: insets.bottom += padding
    case .up: insets.top += padding
    case .left: insets.left += padding
    case .right: insets.right += padding
    }
    return insets
  }

  /// The size of the view without reserved insets.
  var room: CellSize {
    CellSize(
      columns: max(0, size.columns - insets.horizontal), rows: max(0, size.rows - insets.vertical))
  }

  var roomAlong: Int { growth.isVertical ? room.rows : room.columns }

  private func bar(_ title: String, _ index: Int, columns: Int) -> String {
    let isTop = index == pages.count - 1
    let back = isTop && index > 0 ? "‹ prev" : ""
    let next = isTop ? "next ›" : ""
    let before = (columns - title.count) / 2
    var bar = Array(String(repeating: " ", count: columns))
    for (column, character) in title.enumerated() { bar[before + column] = character }
    for (column, character) in back.enumerated() { bar[2 + column] = character }
    for (column, character) in next.enumerated() { bar[columns - 8 + column] = character }
    return String(bar)
  }

  /// The cells of each step and gap along the axis, oldest first.
  ///
  /// Each is a line across the axis, with the index of its step or -1.
  private var strips: [(text: String, index: Int)] {
    var result: [(String, Int)] = []
    for (index, page) in pages.enumerated() {
      if index > 0 {
        let across = growth.isVertical ? room.columns : room.rows
        var line = String(repeating: growth.isVertical ? "─" : "│", count: across)
        if !gap.isLine { line = "" }
        for _ in 0..<gap.cells { result.append((line, -1)) }
      }
      if growth.isVertical {
        if let title = page.title {
          result.append((bar(title, index, columns: room.columns), index))
        }
        result += page.lines.map { ($0, index) }
      } else {
        let content = page.lines.map(\.count).max() ?? 0
        let columns = page.title.map { max(content, $0.count + 20) } ?? content
        let all = (page.title.map { [bar($0, index, columns: columns)] } ?? []) + page.lines
        for column in 0..<columns {
          let cells = (0..<room.rows).map { row in
            row < all.count ? Array(all[row]).dropFirst(column).first ?? " " : " "
          }
          result.append((String(cells), index))
        }
      }
    }
    return result
  }

  var maximumAway: Int { max(0, strips.count - roomAlong) }

  /// The number of cells before the first visible one.
  var offset: Int {
    get { isReversed ? away : maximumAway - away }
    set {
      let offset = min(max(0, newValue), maximumAway)
      away = isReversed ? offset : maximumAway - offset
    }
  }

  private var isReversed: Bool { growth == .up || growth == .left }

  /// The visible cells along the axis, from the top or left edge.
  var inView: [(text: String, index: Int)] {
    var strips = strips
    strips.removeLast(min(away, strips.count))
    strips = strips.suffix(roomAlong)
    let blank = Array(repeating: (text: "", index: -1), count: roomAlong - strips.count)
    // The steps are at the head edge; the order of cells within a step stays the same.
    guard isReversed else { return blank + strips }
    return turned(Array(self.strips)).dropFirst(away).prefix(roomAlong) + blank
  }

  /// The steps in reverse order, with the cells of each in their order.
  private func turned(_ strips: [(text: String, index: Int)]) -> [(text: String, index: Int)] {
    var result: [(text: String, index: Int)] = []
    var rest = strips[...]
    while let last = rest.last {
      let count = rest.reversed().prefix { $0.index == last.index }.count
      result += rest.suffix(count)
      rest = rest.dropLast(count)
    }
    return result
  }

  /// The lines of the view.
  var lines: [String] {
    let all = inView
    var rows = Array(
      repeating: Array(repeating: Character(" "), count: size.columns), count: size.rows)
    for (along, strip) in all.enumerated() {
      for (across, character) in strip.text.enumerated() {
        let row = insets.top + (growth.isVertical ? along : across)
        let column = insets.left + (growth.isVertical ? across : along)
        guard column < size.columns - insets.right, row < size.rows - insets.bottom else {
          continue
        }
        rows[row][column] = character
      }
    }
    return rows.map { row in String(row.prefix((row.lastIndex { $0 != " " } ?? -1) + 1)) }
  }

  /// Returns the request of a tap on a cell, or nil in the bar with the buttons, which has separate
  /// tests.
  func tap(_ position: CellPosition) -> GestureOutcome? {
    let along = growth.isVertical ? position.row - insets.top : position.column - insets.left
    let across = growth.isVertical ? position.column - insets.left : position.row - insets.top
    let acrossRoom = growth.isVertical ? room.columns : room.rows
    guard inView.indices.contains(along), (0..<acrossRoom).contains(across) else { return .ignored }
    let strip = inView[along]
    guard strip.index >= 0 else { return .ignored }
    let isTop = strip.index == pages.count - 1
    if isTop, pages[strip.index].isTitled {
      // The bar is the first line across the axis, or the one before the lines of the step along
      // the axis.
      let isBar = growth.isVertical ? strip.text.contains("›") : across == 0
      if isBar { return nil }
    }
    return isTop ? .activeItemTapped : .requested(.denied(reason: nil))
  }
}

private final class FlowRun: StackFlowDelegate {
  typealias Item = Page

  private var random: SeededGenerator
  private let clock = ManualClock()
  private let view: StackFlowView<Page>
  private var picture = FlowPicture()
  private var nextName = 0
  private var log: [String] = []
  private(set) var problem: String?

  /// The operations of one move: the first one by the test, and others from inside callbacks.
  private var issued: [Move] = []
  private var isMoving = false
  private var heard: [String] = []
  private var completions: [Int: Int] = [:]
  private var expected = 0
  private var ends = 0
  private var changes = 0

  private enum Move {
    case push(Page)
    case pop(Int)
    case clean
  }

  init(seed: UInt64) {
    random = SeededGenerator(seed: seed)
    view = StackFlowView<Page>(motion: Motion(clock: clock)) { page in
      StepPresentation(
        content: TextRow(page.lines.joined(separator: "\n")), title: page.title)
    }
    view.fadingStyle = .none
    view.delegate = self
    view.setViewport(picture.size)
  }

  private func pick(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &random) }

  private func fail(_ what: String) {
    if problem == nil { problem = what + "\n" + log.joined(separator: "\n") }
  }

  func run(moves: Int) throws {
    for _ in 0..<moves where problem == nil {
      try operate()
      if pick(0...2) > 0 {
        rest()
        check()
      } else {
        clock.advance(by: .milliseconds(pick(0...150)))
        view.scrollStack.advance()
        _ = view.snapshot()
      }
    }
    rest()
    check()
    if completions.count != expected || completions.values.contains(where: { $0 != 1 }) {
      fail("completions \(completions), expected \(expected)")
    }
    if ends != changes { fail("\(ends) ends of \(changes) transitions") }
  }

  private func rest() {
    clock.advance(by: .seconds(1))
    view.scrollStack.advance()
    if view.scrollStack.isAnimating { fail("still moving") }
  }

  private func check() {
    view.scrollStack._checkInvariants()
    if Array(view.flow.items) != picture.pages { return fail("items \(view.flow.items)") }
    let lines = view.snapshot().lines
    if lines != picture.lines {
      return fail(
        "shows\n\(lines.joined(separator: "\n"))\nnot\n\(picture.lines.joined(separator: "\n"))")
    }
    if view.isAtHead != (picture.away == 0) { return fail("at the head: \(view.isAtHead)") }
    let position = CellPosition(
      column: pick(0...max(0, picture.size.columns - 1)),
      row: pick(0...max(0, picture.size.rows - 1)))
    if !picture.size.isEmpty, let expected = picture.tap(position) {
      let outcome = view.tap(at: position)
      if outcome != expected { fail("a tap at \(position) is \(outcome)") }
    }
  }

  private func newPage() -> Page {
    nextName += 1
    return Page(name: "s\(nextName)", isTitled: pick(0...1) == 0, count: pick(1...3))
  }

  private func completion() -> Completion {
    let number = expected
    expected += 1
    return { _ in self.completions[number, default: 0] += 1 }
  }

  private func operate() throws {
    let before = picture
    switch pick(0...11) {
    case 0...5: try move()
    case 6:
      let cells = pick(-6...6)
      log.append("scroll \(cells)")
      rest()
      view.scrollStack.scroll(by: cells)
      if picture.maximumAway > 0 { picture.pin = nil }
      picture.offset += cells
    case 7:
      picture.size = CellSize(columns: pick(30...44), rows: pick(0...12))
      picture.safeArea = CellInsets(
        top: pick(0...1), left: pick(0...1), bottom: pick(0...2), right: pick(0...1))
      log.append("size \(picture.size), safe \(picture.safeArea)")
      rest()
      view.setViewport(picture.size, safeArea: picture.safeArea)
      settle(since: before)
    case 8:
      log.append("padding")
      picture.padding = pick(0...2)
      rest()
      try view.setHeadPadding(picture.padding)
      settle(since: before)
    case 9:
      picture.growth = FlowDirection.allCases[pick(0...3)]
      log.append("\(picture.growth)")
      rest()
      if view.growthDirection != picture.growth { (picture.away, picture.pin) = (0, nil) }
      view.growthDirection = picture.growth
    case 10:
      log.append("safe \(!picture.isSafe)")
      picture.isSafe.toggle()
      rest()
      view.isSeekingSafeArea = picture.isSafe
      settle(since: before)
    default:
      guard before.away == 0 else { return }
      picture.gap = (pick(0...2), pick(0...1) == 0)
      log.append("gap \(picture.gap)")
      rest()
      view.scrollToHead()
      picture.pin = nil
      try view.setSeparationStyle(
        picture.gap.isLine
          ? .line(thickness: picture.gap.cells, color: .plain) : .padding(size: picture.gap.cells))
    }
  }

  /// Returns the position after the size has changed: at the head if it was there, and otherwise
  /// with the same cells at its start as before the first change.
  private func settle(since before: FlowPicture) {
    if before.away == 0, before.pin == nil {
      picture.away = 0
    } else {
      picture.pin = before.pin ?? before.offset
      picture.offset = picture.pin ?? 0
    }
  }

  private func move() throws {
    issued = []
    heard = []
    isMoving = true
    let (before, changesBefore) = (picture.pages, changes)
    perform(anyMove())
    isMoving = false
    // Calls from inside callbacks wait in order.
    var expectedEvents: [String] = []
    picture.pages = before
    for move in issued { expectedEvents += apply(move) }
    if heard != expectedEvents { fail("heard \(heard), not \(expectedEvents)") }
    if changes > changesBefore { (picture.away, picture.pin) = (0, nil) }
  }

  private func anyMove() -> Move {
    switch pick(0...6) {
    case 0...3: .push(newPage())
    case 4, 5: .pop(pick(0...3))
    default: .clean
    }
  }

  private func perform(_ move: Move) {
    issued.append(move)
    log.append((issued.count > 1 ? "from inside: " : "") + "\(move)")
    do {
      switch move {
      case .push(let page): view.push(page, completion: completion())
      case .pop(let count): try view.pop(count, completion: completion())
      case .clean: view.clean(completion: completion())
      }
    } catch {
      fail("\(error)")
    }
  }

  private func apply(_ move: Move) -> [String] {
    switch move {
    case .push(let page):
      changes += 1
      let before = picture.pages.count
      picture.pages.append(page)
      return ["will push \(page.name) \(before)", "did push \(page.name) \(before + 1)"]
    case .pop(let count):
      let count = min(count, picture.pages.count)
      if count > 0 { changes += 1 }
      return (0..<count).flatMap { _ in
        let page = picture.pages.removeLast()
        let count = picture.pages.count
        return ["will pop \(page.name) \(count + 1)", "did pop \(page.name) \(count)"]
      }
    case .clean: return apply(.pop(picture.pages.count))
    }
  }

  private func hear(_ event: String) {
    heard.append(event)
    guard isMoving, issued.count < 5, pick(0...5) == 0 else { return }
    perform(anyMove())
  }

  func willPush(_ item: Page, in stack: FlowStack<Page>) {
    hear("will push \(item.name) \(stack.count)")
  }
  func didPush(_ item: Page, in stack: FlowStack<Page>) {
    hear("did push \(item.name) \(stack.count)")
  }
  func willPop(_ item: Page, in stack: FlowStack<Page>) {
    hear("will pop \(item.name) \(stack.count)")
  }
  func didPop(_ item: Page, in stack: FlowStack<Page>) {
    hear("did pop \(item.name) \(stack.count)")
  }
  func transitionDidEnd(_ operation: StackOperation, finished: Bool, in stack: FlowStack<Page>) {
    ends += 1
  }
}
