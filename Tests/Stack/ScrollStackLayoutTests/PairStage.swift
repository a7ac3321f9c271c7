// SPDX-License-Identifier: Apache-2.0

import ScrollStackLayout
import TerminalCells

/// A stack for pairs of operations, and its invariants.
final class PairStage {
  enum Scene: CaseIterable {
    /// The rows are longer than the viewport, which is at their start.
    case plain
    /// The rows don't fill the viewport, and are at its end.
    case atEnd
    /// The viewport is in the middle of the rows, one of which is partly visible.
    case scrolled
  }

  let stack: ScrollStack
  private(set) var calls: [[Bool]] = []

  /// The expected arguments of completions; nil if they depend on which rows move because of
  /// others.
  private var expectedCalls: [[Bool]?] = []

  private let scene: Scene
  private var size = CellSize(columns: 6, rows: 9)
  private var insets = CellInsets.zero
  private var nextName = 0
  private var everyone: [Box] = []
  private var isExpanded = true

  /// The running operations by the number of their completion, with the rows that they move and
  /// their end times.
  private var running: [Int: (boxes: [Box], end: Duration, isSure: Bool)] = [:]
  private var scroll: (number: Int, target: Box?, end: Duration)?

  /// The rows that may still be drawn after their removal, and until when.
  private var leaving: [(box: Box, end: Duration)] = []

  init(_ scene: Scene, motion: Motion) throws {
    self.scene = scene
    stack = ScrollStack(motion: motion)
    try stack.batch {
      try setUp(stack)
      try stack.addRows((0..<(scene == .atEnd ? 3 : 6)).map { _ in newBox() })
    }
    if scene == .scrolled { stack.scroll(toOffset: 4) }
  }

  private func setUp(_ stack: ScrollStack) throws {
    try stack.setStyle {
      $0.rowInsets = insets
      $0.autoHidesLastSeparator = true
      $0.visibilityAnimation = .milliseconds(200)
    }
    if scene == .atEnd { stack.gravity = .end }
    stack.setViewport(size)
  }

  private func newBox() -> Box {
    let box = Box(String(UnicodeScalar(UInt8(65 + nextName % 26))), length: 1 + nextName % 3)
    // The third row collapses.
    if nextName == 2 {
      box.wish = .collapsible(collapsed: 1, expanded: .fit, isExpanded: true)
    }
    nextName += 1
    everyone.append(box)
    return box
  }

  // MARK: Invariants

  /// The rows, and whether they are hidden.
  var state: String {
    stack.rows.indices.map { index in
      (stack.box(index)?.name ?? "?") + (stack.isRowHidden(.index(index)) ? "-" : "")
    }.joined()
  }

  /// The row at the top, and the number of its cells before the viewport.
  var top: String {
    guard let row = stack.row(atContentOffset: stack.offset), let range = stack.range(of: .row(row))
    else { return "nothing" }
    return "\((row.controller as? Box)?.name ?? "?") + \(stack.offset - range.lowerBound)"
  }

  /// Completions that weren't called as expected.
  var wrongCalls: String? {
    for (number, expected) in expectedCalls.enumerated()
    where calls[number].count != 1 || (expected != nil && calls[number] != expected) {
      return "completions \(calls), expected \(expectedCalls)"
    }
    return nil
  }

  var isMovingRows: Bool {
    scroll == nil ? stack.isAnimating : !running.isEmpty
  }

  /// Returns the differences from a new stack with the same rows.
  func difference() throws -> String? {
    let fresh = ScrollStack(axis: stack.axis)
    try setUp(fresh)
    for row in stack.rows {
      guard let box = row.controller as? Box else { continue }
      let copy = Box(box.name, length: box.length, wish: box.wish)
      if case .collapsible = box.wish {
        copy.wish = .collapsible(collapsed: 1, expanded: .fit, isExpanded: isExpanded)
      }
      try fresh.addRow(copy)
      if row.isHidden { try fresh.setRowHidden(true, for: .controller(copy)) }
    }
    fresh.scroll(toOffset: 0)
    if let top = stack.row(atContentOffset: stack.offset), let index = top.index,
      let range = stack.range(of: .row(top))
    {
      // Its rows may be measured where those of the stack still have estimated lengths.
      try fresh.scrollToRow(.index(index), at: .start, animated: false)
      let start = fresh.range(of: .index(index))?.lowerBound ?? 0
      fresh.scroll(toOffset: start + stack.offset - range.lowerBound)
    }
    let (drawn, wanted) = (stack.snapshot().lines, fresh.snapshot().lines)
    return drawn == wanted ? nil : "shows \(drawn), not \(wanted)"
  }

  /// Returns the violations in the current frame.
  func insanity() -> String? {
    guard stack.axis == .vertical else { return nil }
    let lines = stack.snapshot().lines
    let texts = lines.filter { !$0.isEmpty && !$0.contains("─") }.map { $0.prefix(2) }
    if Set(texts).count != texts.count { return "a line shows twice: \(lines)" }
    let leaving = leaving.filter { $0.end > now }.map(\.box.name)
    let present = stack.rows.filter { !$0.isHidden }.compactMap { ($0.controller as? Box)?.name }
    for text in texts where !(present + leaving).contains(String(text.prefix(1))) {
      return "\(text) shows, which is neither here nor leaving: \(lines)"
    }
    return nil
  }

  // MARK: Operations

  private func tell() -> (number: Int, completion: Completion) {
    let number = calls.count
    calls.append([])
    expectedCalls.append([true])
    return (number, { self.calls[number].append($0) })
  }

  private var now: Duration { stack.motion.clock.now }

  /// Performs an operation, and records the expected completions.
  func perform(_ operation: PairedOperation, animated: Bool) throws -> PairEffect {
    running = running.filter { $0.value.end > now }
    if let scroll, scroll.end <= now { self.scroll = nil }
    let (number, completion) = tell()
    let waiting = Set(calls.indices.filter { calls[$0].isEmpty })
    let effect = try change(operation, animated, completion)
    let overtaken = Set(effect.supersedes.map(ObjectIdentifier.init))
    for (other, work) in running
    where work.boxes.contains(where: { overtaken.contains(ObjectIdentifier($0)) }) {
      if waiting.contains(other) {
        expectedCalls[other] = effect.isSure && work.isSure ? [false] : nil
      }
      running[other] = nil
    }
    let arrives = effect.movesRows && (!animated || operation.isAlwaysAtOnce)
    if arrives, effect.hasChanged { (running, leaving) = ([:], []) }
    let moves = animated && effect.hasChanged && !operation.isAlwaysAtOnce && effect.movesRows
    if moves {
      let end = now + .milliseconds(operation.isHiding ? 200 : 300)
      running[number] = (effect.moves, end, effect.isSure)
      leaving += (effect.moves + effect.supersedes).map { ($0, now + .milliseconds(300)) }
    }
    noteScroll(operation, effect.startsScroll, number, animated)
    return effect
  }

  /// A later scroll or the removal of its target supersedes a scroll.
  private func noteScroll(
    _ operation: PairedOperation, _ starts: Bool, _ number: Int, _ animated: Bool
  ) {
    if let old = scroll {
      let isGone = old.target.map { stack.row(.controller($0)) == nil } ?? false
      if isGone || starts {
        if calls[old.number] != [true] { expectedCalls[old.number] = [false] }
        scroll = nil
      }
    }
    if starts, animated, operation != .scrollBy, calls[number].isEmpty {
      let target = operation == .scrollToEnd ? nil : stack.box(3)
      scroll = (number, target, now + .milliseconds(300))
    }
  }

  private func box(_ index: Int) -> Box? { stack.box(index) }

  private func change(
    _ operation: PairedOperation, _ animated: Bool, _ completion: @escaping Completion
  ) throws -> PairEffect {
    func effect(_ boxes: [Box?]) -> PairEffect {
      let boxes = boxes.compactMap(\.self)
      return PairEffect(
        supersedes: boxes, moves: boxes, movesRows: !boxes.isEmpty, hasChanged: !boxes.isEmpty)
    }
    func nothing() -> PairEffect {
      completion(true)
      return PairEffect(movesRows: false, hasChanged: false)
    }
    let all = stack.rows.compactMap { $0.controller as? Box }
    switch operation {
    case .insert, .append, .prepend:
      let new = newBox()
      let place: InsertLocation =
        operation == .prepend ? .top : operation == .append ? .bottom : .index(min(2, stack.count))
      try stack.addRow(new, at: place, animated: animated, completion: completion)
      return effect([new])
    case .addAgain:
      // The first removed row.
      guard let gone = everyone.first(where: { stack.row(.controller($0)) == nil }) else {
        return nothing()
      }
      try stack.addRow(
        gone, at: .index(min(1, stack.count)), animated: animated, completion: completion)
      // A row that's added again has no overrides.
      if gone === everyone[2] { isExpanded = true }
      // A row removed out of view isn't drawn, so nothing is superseded.
      var result = effect([gone])
      result.isSure = false
      return result
    case .addElsewhere:
      guard let first = box(1), let last = all.last, first !== last else { return nothing() }
      let new = newBox()
      try stack.addRows([last, new, first], at: .top, animated: animated, completion: completion)
      return effect([last, new, first])
    case .remove, .removeFirst, .removeSeveral, .removeAll:
      let indices: [Int] =
        switch operation {
        case .remove: [2]
        case .removeFirst: [0]
        case .removeSeveral: [3, 1, 4]
        default: Array(all.indices)
        }
      let result = effect(indices.map(box))
      stack.removeRows(indices.map { .index($0) }, animated: animated, completion: completion)
      return result
    case .hide, .hideOther, .show, .hideSeveral:
      let indices = operation == .hideOther ? [3] : operation == .hideSeveral ? [1, 2, 3] : [2]
      let addresses = indices.map { RowAddress.index($0) }
      let changed = stack.setRowsHidden(
        operation != .show, for: addresses, animated: animated, completion: completion)
      var result = effect(changed.map { $0.controller as? Box })
      // An operation that changes nothing ends animations if it isn't animated.
      let isMoving = indices.compactMap(box).contains { box in
        running.values.contains { $0.boxes.contains { $0 === box } }
      }
      result.hasChanged = !changed.isEmpty || (!animated && isMoving)
      result.movesRows = result.hasChanged
      return result
    case .move, .moveBack, .moveNowhere:
      let (from, to) = operation == .move ? (0, 3) : operation == .moveBack ? (3, 1) : (2, 2)
      guard let moving = box(from), to < stack.count else { return nothing() }
      try stack.moveRow(.index(from), to: to, animated: animated, completion: completion)
      guard from == to else { return effect([moving]) }
      let isMoving = running.values.contains { $0.boxes.contains { $0 === moving } }
      return PairEffect(movesRows: !animated && isMoving, hasChanged: !animated && isMoving)
    case .replace:
      guard let old = box(2) else { return nothing() }
      let new = newBox()
      try stack.replaceRow(.index(2), with: new, animated: animated, completion: completion)
      return PairEffect(supersedes: [old, new], moves: [new])
    case .replaceByItself:
      guard let old = box(2) else { return nothing() }
      try stack.replaceRow(.index(2), with: old, animated: animated, completion: completion)
      let isMoving = running.values.contains { $0.boxes.contains { $0 === old } }
      return PairEffect(movesRows: !animated && isMoving, hasChanged: !animated && isMoving)
    case .reload, .reloadOther, .reloadAll:
      let indices = operation == .reload ? [2] : operation == .reloadOther ? [1] : [0, 1, 2, 3]
      let boxes = indices.compactMap(box)
      for box in boxes { box.length = 4 - box.length }
      stack.reloadRows(
        indices.map { .index($0) }, animated: animated, completion: completion)
      return effect(boxes)
    case .toggle:
      guard let box = everyone[2..<3].first, let row = stack.row(.controller(box)), !row.isHidden
      else {
        return nothing()
      }
      isExpanded.toggle()
      stack.handle(.toggle, for: .row(row), animated: animated)
      completion(true)
      return effect([box])
    case .setRows:
      let new = newBox()
      var wanted = Array(all.reversed().dropFirst(1))
      wanted.insert(new, at: wanted.count / 2)
      try stack.setRows(wanted, animated: animated, completion: completion)
      return PairEffect(supersedes: wanted + all, moves: wanted + all, isSure: false)
    case .setSameRows:
      try stack.setRows(all, animated: animated, completion: completion)
      let isMoving =
        !running.isEmpty
        && running.values.contains { $0.boxes.contains { stack.row(.controller($0)) != nil } }
      return PairEffect(movesRows: !animated && isMoving, hasChanged: !animated && isMoving)
    case .drop:
      guard let first = box(0), stack.count > 2 else { return nothing() }
      stack.row(at: 0)?.isReorderable = true
      guard stack.pickUp(.index(0)) else { return nothing() }
      stack.carry(by: 2)
      stack.drop(completion: completion)
      return effect([first])
    default:
      return try changeView(operation, animated, completion)
    }
  }

  private func changeView(
    _ operation: PairedOperation, _ animated: Bool, _ completion: @escaping Completion
  ) throws -> PairEffect {
    let nothing = PairEffect(movesRows: false, hasChanged: false)
    let scroll = PairEffect(movesRows: false, hasChanged: false, startsScroll: true)
    switch operation {
    case .scrollToRow:
      guard box(3) != nil else {
        completion(true)
        return nothing
      }
      try stack.scrollToRow(.index(3), at: .start, animated: animated, completion: completion)
      return scroll
    case .scrollToEnd:
      stack.scrollToEnd(animated: animated, completion: completion)
      return scroll
    case .reveal:
      guard box(3) != nil else {
        completion(true)
        return nothing
      }
      try stack.scrollRowToVisible(.index(3), animated: animated, completion: completion)
      return scroll
    case .scrollBy:
      let isUsed = stack.scroll(by: 2)
      completion(true)
      return isUsed ? scroll : nothing
    case .resize:
      size = CellSize(columns: 7, rows: size.rows == 9 ? 7 : 9)
      stack.setViewport(size)
      completion(true)
    case .turn:
      stack.toggleAxis(completion: completion)
      return PairEffect()
    case .style:
      insets.top = 1 - insets.top
      let insets = insets
      try stack.setStyle { $0.rowInsets = insets }
      completion(true)
      return PairEffect()
    case .select:
      stack.select(.index(1))
      completion(true)
    case .batchOfChanges:
      var boxes = [box(1)].compactMap(\.self)
      let hidden = box(3)
      try stack.batch {
        let new = newBox()
        boxes.append(new)
        try stack.addRow(new, at: .index(min(1, stack.count)), animated: animated)
        stack.removeRows([.index(2)], animated: animated)
        if let hidden {
          try stack.setRowHidden(
            !stack.isRowHidden(.controller(hidden)), for: .controller(hidden), animated: animated)
        }
        completion(true)
      }
      if let hidden { boxes.append(hidden) }
      // Without animation, the first change ends all animations. Hiding takes less time than other
      // changes.
      return PairEffect(
        supersedes: animated ? boxes : [], moves: boxes.filter { $0 !== hidden })
    default:
      try stack.batch {
        let row = try stack.addRow(newBox(), animated: animated)
        try stack.removeRow(.row(row), animated: animated)
      }
      completion(true)
      return PairEffect(movesRows: !animated, hasChanged: true)
    }
    return nothing
  }
}

extension PairedOperation {
  var isHiding: Bool {
    switch self {
    case .hide, .hideOther, .show, .hideSeveral: true
    default: false
    }
  }

  /// Whether it takes no time, even if animated.
  var isAlwaysAtOnce: Bool { self == .drop || self == .turn || self == .style }
}
