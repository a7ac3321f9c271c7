// SPDX-License-Identifier: Apache-2.0

import Expectations
import RandomTesting
import ScrollStackLayout
import TerminalCells
import Testing

/// Compares random sequences of operations on a stack and its model, including operations during
/// animations and inside callbacks (G-7, G-8, G-9, G-10, G-11).
@Suite struct ModelTests {
  @Test func randomOperationsAgreeWithTheModel() throws {
    for seed in RandomRuns(long: 100_000, every: 250, named: "scroll stack against its model").seeds
    {
      let run = try RandomRun(seed: seed)
      run.run(operations: 12)
      let problem = run.problem
      expectEqual(problem, nil, "seed \(seed)")
      if problem != nil { break }
    }
  }
}

/// One sequence of random operations.
final class RandomRun: ScrollStackDelegate {
  private var random: SeededGenerator
  private var model = ReferenceModel()
  private let stack: ScrollStack
  private let clock = ManualClock()
  private var boxes: [String: Box] = [:]
  private var nextName = 0
  private var log: [String] = []
  private(set) var problem: String?

  /// The state of rows according to the announcements alone.
  private var replayedOrder: [String] = []
  private var replayedClass: [String: RowVisibility] = [:]
  private var replayedOffset = 0

  private var expectedCompletions = 0
  private var calls: [Int: [Bool]] = [:]
  private var isNested = false
  private var allowsNesting = false

  init(seed: UInt64) throws {
    random = SeededGenerator(seed: seed)
    stack = ScrollStack(motion: Motion(clock: clock))
    try stack.setStyle { $0.rowInsets = .zero }
    stack.setViewport(CellSize(columns: 10, rows: 10))
    stack.reportsPercentage = true
    stack.delegate = self
  }

  private func pick(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &random) }
  private func chance(_ one: Int) -> Bool { pick(1...one) == 1 }

  func run(operations: Int) {
    for _ in 0..<operations where problem == nil {
      if chance(4) {
        log.append("batch")
        stack.batch {
          for _ in 0..<pick(1...4) {
            operate()
            // Reads see every change at once.
            if stack.contentLength != model.total {
              fail("in a batch: length \(stack.contentLength), model \(model.total)")
            }
          }
        }
      } else {
        operate()
      }
      check()
      if chance(2) {
        clock.advance(by: .milliseconds(pick(0...200)))
        stack.advance()
        _ = stack.drawnPicture()
        check()
      }
    }
    clock.advance(by: .seconds(2))
    stack.advance()
    check()
    if calls.count != expectedCompletions || calls.values.contains(where: { $0.count != 1 }) {
      fail("completions \(calls.filter { $0.value.count != 1 }) of \(expectedCompletions)")
    }
    if stack.isAnimating { fail("still animating") }
  }

  private func fail(_ what: String) {
    if problem == nil { problem = what + "\n" + log.joined(separator: "\n") }
  }

  private func check() {
    model.clamp()
    stack._checkInvariants()
    if stack.names != model.rows.map(\.name).joined() {
      return fail("rows \(stack.names), model \(model.rows.map(\.name).joined())")
    }
    if stack.offset != model.offset { return fail("offset \(stack.offset), model \(model.offset)") }
    if stack.contentLength != model.total {
      return fail("length \(stack.contentLength), model \(model.total)")
    }
    for (index, row) in stack.rows.enumerated() {
      let name = model.rows[index].name
      let expected = model.visibility(index)
      if row.visibility != expected {
        return fail("\(name) \(row.visibility), model \(expected)")
      }
      if replayedClass[name] != expected {
        return fail("events say \(name) \(String(describing: replayedClass[name])), is \(expected)")
      }
      if stack.range(of: .index(index))?.lowerBound != model.start(index) {
        return fail("place of \(name)")
      }
    }
    if replayedOrder != model.rows.map(\.name) { fail("events say \(replayedOrder)") }
    if replayedClass.count != model.rows.count { fail("events say \(replayedClass)") }
    if replayedOffset != model.offset { fail("events say offset \(replayedOffset)") }
  }

  private func completion() -> Completion {
    let number = expectedCompletions
    expectedCompletions += 1
    return { self.calls[number, default: []].append($0) }
  }

  private func newBox() -> Box {
    let name = "<\(nextName)>"
    nextName += 1
    let box = Box(name, wish: .fixed(pick(0...6)))
    boxes[name] = box
    return box
  }

  private func length(_ box: Box) -> Int {
    if case .fixed(let length) = box.wish { length } else { 0 }
  }

  /// Indices, some of which are wrong.
  private func anyIndex() -> Int { pick(-1...model.rows.count + 1) }

  private func operate() {
    let animated = chance(2)
    allowsNesting = !isNested
    defer { allowsNesting = false }
    switch pick(0...19) {
    case 0...4: add(animated)
    case 5: remove(animated)
    case 6...7:
      allowsNesting = false
      removeSeveral(animated)
    case 8: move(animated)
    case 9...11: hide(animated)
    case 12: replace(animated)
    case 13: reload(animated)
    case 14...15: scroll()
    case 16: style()
    case 17: restyleRow()
    case 18: resize()
    default:
      allowsNesting = false
      setRows(animated)
    }
  }

  private func add(_ animated: Bool) {
    var adding = (0..<pick(1...3)).map { _ in newBox() }
    if chance(3), let old = model.rows.randomElement(using: &random), let box = boxes[old.name] {
      adding.insert(box, at: pick(0...adding.count))
      allowsNesting = false
    }
    let index = anyIndex()
    let place: ReferenceModel.Place
    let location: InsertLocation
    switch pick(0...4) {
    case 0: (place, location) = (.top, .top)
    case 1: (place, location) = (.bottom, .bottom)
    case 2: (place, location) = (.index(index), .index(index))
    case 3:
      let name = model.rows.indices.contains(index) ? model.rows[index].name : ""
      (place, location) = (.before(name), .before(.index(index)))
    default:
      let name = model.rows.indices.contains(index) ? model.rows[index].name : ""
      (place, location) = (.after(name), .after(.index(index)))
    }
    log.append("add \(adding) at \(place)")
    var isRight = false
    let isMove = adding.contains { model.index($0.name) != nil }
    model.keepingTop { isRight = $0.add(adding.map { ($0.name, length($0)) }, at: place) }
    do {
      try stack.addRows(adding, at: location, animated: animated, completion: completion())
      if !isRight { fail("an impossible place was taken") }
      // Rows that move in succession may leave the start of the content visible.
      if isMove { model.offset = stack.offset }
    } catch {
      if isRight { fail("\(error)") }
    }
  }

  private func remove(_ animated: Bool) {
    let index = anyIndex()
    log.append("remove \(index)")
    let isRight = model.rows.indices.contains(index)
    if isRight { model.keepingTop { $0.rows.remove(at: index) } }
    do {
      try stack.removeRow(.index(index), animated: animated, completion: completion())
      if !isRight { fail("an impossible row was removed") }
    } catch {
      if isRight { fail("\(error)") }
    }
  }

  private func removeSeveral(_ animated: Bool) {
    if chance(8) {
      log.append("remove all")
      model.rows = []
      stack.removeAllRows(animated: animated, completion: completion())
      return
    }
    let indices = (0..<pick(0...4)).map { _ in anyIndex() }
    log.append("remove \(indices)")
    model.keepingTop { model in
      for index in Set(indices).sorted().reversed() where model.rows.indices.contains(index) {
        model.rows.remove(at: index)
      }
    }
    stack.removeRows(indices.map { .index($0) }, animated: animated, completion: completion())
  }

  private func move(_ animated: Bool) {
    let (from, to) = (anyIndex(), anyIndex())
    log.append("move \(from) \(to)")
    let isRight = model.rows.indices.contains(from) && model.rows.indices.contains(to)
    if isRight, from != to {
      // If the row was at the top, the next one takes its place.
      model.keepingTop(without: model.rows[from].name) {
        $0.rows.insert($0.rows.remove(at: from), at: to)
      }
    }
    do {
      try stack.moveRow(.index(from), to: to, animated: animated, completion: completion())
      if !isRight { fail("an impossible move") }
    } catch {
      if isRight { fail("\(error)") }
    }
  }

  private func hide(_ animated: Bool) {
    let indices = (0..<pick(1...3)).map { _ in anyIndex() }
    let isHidden = chance(2)
    log.append("hide \(indices) \(isHidden)")
    model.keepingTop { model in
      for index in indices where model.rows.indices.contains(index) {
        model.rows[index].isHidden = isHidden
      }
    }
    stack.setRowsHidden(
      isHidden, for: indices.map { .index($0) }, animated: animated, completion: completion())
  }

  private func replace(_ animated: Bool) {
    let index = anyIndex()
    let box = newBox()
    log.append("replace \(index) \(box)")
    let isRight = model.rows.indices.contains(index)
    if isRight {
      let new = ReferenceModel.Row(name: box.name, length: length(box))
      if let top = model.topRow, top.index == index {
        model.rows[index] = new
        model.offset = model.start(index) + min(top.cells, model.extent(index))
      } else {
        model.keepingTop { $0.rows[index] = new }
      }
    }
    do {
      try stack.replaceRow(
        .index(index), with: box, animated: animated, completion: completion())
      if !isRight { fail("an impossible row was replaced") }
    } catch {
      if isRight { fail("\(error)") }
    }
  }

  private func reload(_ animated: Bool) {
    let index = anyIndex()
    let length = pick(0...8)
    log.append("reload \(index) \(length)")
    if model.rows.indices.contains(index) {
      model.keepingTop { $0.rows[index].length = length }
      boxes[model.rows[index].name]?.wish = .fixed(length)
    }
    stack.reloadRows([.index(index)], animated: animated, completion: completion())
  }

  private func scroll() {
    allowsNesting = false
    let index = anyIndex()
    let position: ScrollPosition = [.start, .middle, .end, .automatic][pick(0...3)]
    if chance(2), model.rows.indices.contains(index) {
      log.append("scroll to \(index) \(position)")
      model.scroll(toRow: index, position)
      do {
        try stack.scrollToRow(
          .index(index), at: position, animated: false, completion: completion())
      } catch {
        fail("\(error)")
      }
    } else {
      let place = chance(5) ? .max : pick(-5...40)
      log.append("scroll to \(place)")
      model.scroll(to: place)
      stack.scroll(toOffset: place, completion: completion())
    }
  }

  private func style() {
    log.append("style")
    let insets = CellInsets(top: pick(0...1), left: pick(0...1), bottom: pick(0...1))
    let (thickness, hides, autoHides) = (pick(0...2), chance(2), chance(2))
    model.keepingTop {
      $0.rowInsets = insets
      $0.thickness = thickness
      $0.hidesSeparators = hides
      $0.autoHides = autoHides
    }
    do {
      try stack.setStyle {
        $0.rowInsets = model.rowInsets
        $0.separatorThickness = model.thickness
        $0.hidesSeparators = model.hidesSeparators
        $0.autoHidesLastSeparator = model.autoHides
      }
      try stack.setStyle { $0.rowInsets.top = -1 }
      fail("a negative inset was taken")
    } catch {
      if error != .negativeLength(-1) { fail("\(error)") }
    }
  }

  private func restyleRow() {
    allowsNesting = false
    let index = anyIndex()
    log.append("restyle \(index)")
    let insets = chance(3) ? nil : CellInsets(top: pick(0...2), right: pick(0...2))
    let visibility: SeparatorVisibility = [.inherit, .shown, .hidden][pick(0...2)]
    let isRight = model.rows.indices.contains(index)
    if isRight {
      // Each change of a batch adjusts the top row separately.
      model.keepingTop { $0.rows[index].insets = insets }
      model.keepingTop { $0.rows[index].separator = visibility }
    }
    do {
      try stack.batch {
        try stack.setRowInsets(insets, for: [.index(index)])
        try stack.setSeparatorVisibility(visibility, for: [.index(index)])
      }
      if !isRight { fail("an impossible row was styled") }
    } catch {
      if isRight { fail("\(error)") }
    }
  }

  private func resize() {
    allowsNesting = false
    if chance(3) {
      // Within a batch, the stack hasn't clamped its offset yet.
      guard stack.offset <= stack.maximumOffset else { return }
      log.append("axis")
      model.clamp()
      let anchor = model.rows.indices.first {
        let start = model.start($0)
        return start <= model.offset && model.offset < start + model.extent($0)
      }
      model.isVertical.toggle()
      stack.toggleAxis(completion: completion())
      model.offset = anchor.map { model.start($0) } ?? 0
    } else {
      let size = CellSize(columns: pick(0...14), rows: pick(0...14))
      log.append("size \(size)")
      guard stack.offset <= stack.maximumOffset else { return }
      model.clamp()
      let isPinned = stack.isPinned
      stack.setViewport(size)
      model.viewport = size
      // In a series of resizes, the view returns to its position before the first.
      if isPinned { model.offset = stack.offset }
    }
  }

  private func setRows(_ animated: Bool) {
    var wanted = model.rows.filter { _ in pick(1...4) > 1 }
    if chance(2) { wanted.shuffle(using: &random) }
    for _ in 0..<pick(0...2) {
      let box = newBox()
      wanted.insert(
        ReferenceModel.Row(name: box.name, length: length(box)), at: pick(0...wanted.count))
    }
    log.append("set \(wanted.map(\.name))")
    model.rows = wanted
    do {
      try stack.setRows(
        wanted.compactMap { boxes[$0.name] }, animated: animated, completion: completion())
      model.offset = stack.offset
    } catch {
      fail("\(error)")
    }
  }

  /// A listener sometimes changes the stack itself.
  private func interfere() {
    guard allowsNesting, !isNested, chance(6) else { return }
    isNested = true
    log.append("from inside:")
    operate()
    log.append("back outside")
    isNested = false
  }

  // MARK: Events

  private func name(_ row: ScrollStackRow) -> String { (row.controller as? Box)?.name ?? "?" }

  func rowInserted(_ row: ScrollStackRow, at index: Int, in stack: ScrollStack) {
    guard index <= replayedOrder.count else { return fail("inserted at \(index)") }
    replayedOrder.insert(name(row), at: index)
    interfere()
  }

  func rowRemoved(_ row: ScrollStackRow, at index: Int, in stack: ScrollStack) {
    guard replayedOrder.indices.contains(index), replayedOrder[index] == name(row) else {
      return fail("removed \(name(row)) at \(index)")
    }
    replayedOrder.remove(at: index)
    interfere()
  }

  func rowMoved(_ row: ScrollStackRow, from: Int, to: Int, in stack: ScrollStack) {
    guard replayedOrder.indices.contains(from), replayedOrder[from] == name(row) else {
      return fail("moved \(name(row)) from \(from)")
    }
    replayedOrder.remove(at: from)
    replayedOrder.insert(name(row), at: to)
    interfere()
  }

  func didScroll(to offset: Int, in stack: ScrollStack) { replayedOffset = offset }

  func visibilityChanged(
    _ row: ScrollStackRow, at index: Int, from: RowVisibility?, to: RowVisibility,
    in stack: ScrollStack
  ) {
    if replayedClass[name(row)] != from { fail("\(name(row)) was not \(String(describing: from))") }
    replayedClass[name(row)] = to == .removed ? nil : to
  }

  func percentageChanged(
    _ row: ScrollStackRow, at index: Int, from: Int, to: Int, in stack: ScrollStack
  ) {
    if replayedClass[name(row)] != .partial(percentage: from) { fail("\(name(row)) not \(from)%") }
    replayedClass[name(row)] = .partial(percentage: to)
  }

  func layoutChanged(in stack: ScrollStack) {
    model.clamp()
    interfere()
  }
}

extension ScrollStack {
  /// Draws the stack without comparing the picture, to check that drawing never traps.
  fileprivate func drawnPicture() -> [String] {
    let grid = snapshot()
    grid._checkInvariants()
    return grid.lines
  }
}
