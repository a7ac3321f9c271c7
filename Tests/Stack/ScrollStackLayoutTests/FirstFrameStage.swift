// SPDX-License-Identifier: Apache-2.0

import RandomTesting
import ScrollStackLayout
import TerminalCells

/// A row whose every cell along the axis shows its name, how often it was reloaded, and its place in the row.
///
/// The content changes in `reload`.
final class Leaf: BasicRowController {
  let name: Character
  private let isVertical: Bool
  private let isMirrored: Bool
  private(set) var length: Int
  private var version = 0
  let collapsed: Int?
  var ownAnimation: RowAnimation?

  /// The length after the next reload; nil if a reload changes nothing.
  var nextLength: Int?

  init(
    _ name: Character, length: Int, isVertical: Bool = true, isMirrored: Bool = false,
    collapsed: Int? = nil
  ) {
    self.name = name
    self.length = length
    self.isVertical = isVertical
    self.isMirrored = isMirrored
    self.collapsed = collapsed
  }

  override var animation: RowAnimation? { ownAnimation }

  override func extent(along axis: LayoutAxis, in size: CellSize) -> RowExtent {
    collapsed.map { .collapsible(collapsed: $0, expanded: .fit, isExpanded: true) } ?? .natural
  }

  override func measure(_ measurement: RowMeasurement) -> Int { length }

  override func reload(animated: Bool) {
    guard let nextLength else { return }
    length = nextLength
    version += 1
    self.nextLength = nil
  }

  /// The cells across the axis at a place of the row.
  func strip(_ place: Int) -> String { "\(name)\(version % 10)\(String(place, radix: 36))" }

  override func render(into canvas: inout CellCanvas) {
    let visible = isVertical ? canvas.visible.rows : canvas.visible.columns
    for cell in visible {
      let place = isMirrored ? canvas.size.columns - 1 - cell : cell
      guard place < length else { continue }
      for (cross, character) in strip(place).enumerated() {
        canvas.write(
          String(character), column: isVertical ? cross : cell, row: isVertical ? cell : cross)
      }
    }
  }
}

/// An animated change of rows.
enum AnimatedChange: CaseIterable {
  case insert, addAgain, remove, hide, show, move, replace, reload, toggle, setRows, several
}

/// A stack and, beside it, its rows in a plain array, from which a slow and obvious layout follows.
final class FirstFrameStage {
  /// The scene before a change.
  enum Scene: CaseIterable {
    case atRest, inFlight, scrolledInFlight
  }

  let stack: ScrollStack
  private(set) var log: [String]
  private let clock = ManualClock()
  private var random: SeededGenerator
  private let isVertical: Bool
  private let length: Int
  private var before = 0
  private var after = 0
  private var thickness = 1

  /// The rows in order, whether they're hidden, and whether they're collapsed.
  private var rows: [(leaf: Leaf, isHidden: Bool, isCollapsed: Bool)] = []
  private var gone: [Leaf] = []
  private var names = 0

  init(
    seed: UInt64, axis: LayoutAxis, direction: LayoutDirection, gravity: ScrollStack.Gravity
  ) throws {
    random = SeededGenerator(seed: seed)
    isVertical = axis == .vertical
    length = Int.random(in: 5...12, using: &random)
    stack = ScrollStack(axis: axis, motion: Motion(clock: clock, framesPerSecond: 10))
    stack.layoutDirection = direction
    stack.gravity = gravity
    log = ["seed \(seed), \(axis), \(direction), gravity \(gravity), viewport \(length)"]
    stack.slidesIn = chance(4)
    if stack.slidesIn { log.append("slides in") }
    if chance(3) { (before, after) = (pick(0...1), pick(0...1)) }
    thickness = chance(2) ? 0 : pick(1...2)
    let autoHides = chance(2)
    let isReversed = !isVertical && direction == .rightToLeft
    let (first, last) = isReversed ? (after, before) : (before, after)
    try stack.setStyle {
      $0.rowInsets =
        isVertical ? CellInsets(top: first, bottom: last) : CellInsets(left: first, right: last)
      $0.separatorInsets = .zero
      $0.separatorThickness = thickness
      $0.autoHidesLastSeparator = autoHides
      $0.rowAnimation = .milliseconds(100 * pick(2...6))
      $0.visibilityAnimation = .milliseconds(100 * pick(2...6))
    }
    stack.setViewport(CellSize(columns: isVertical ? 3 : length, rows: isVertical ? length : 3))
    let leaves = (0..<pick(0...9)).map { _ in newLeaf() }
    try stack.addRows(leaves)
    rows = leaves.map { ($0, false, false) }
    for index in rows.indices where chance(8) {
      try stack.setRowHidden(true, for: .index(index))
      rows[index].isHidden = true
    }
    scroll()
  }

  private func pick(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &random) }
  private func chance(_ one: Int) -> Bool { pick(1...one) == 1 }

  private func newLeaf() -> Leaf {
    names += 1
    let leaf = Leaf(
      Character(UnicodeScalar(UInt8(64 + names % 58))),
      length: chance(6) ? pick(5...20) : pick(0...4),
      isVertical: isVertical, isMirrored: !isVertical && stack.layoutDirection == .rightToLeft,
      collapsed: chance(6) ? pick(1...2) : nil)
    if chance(8) {
      leaf.ownAnimation = RowAnimation(
        duration: .milliseconds(100 * pick(1...5)), delay: .milliseconds(100 * pick(0...2)))
    }
    return leaf
  }

  // MARK: Pictures

  /// The picture of the stack: the cells across the axis, for each place along it.
  var picture: [String] {
    let lines = stack.snapshot().lines
      .map { $0.padding(to: isVertical ? 3 : length) }
    guard !isVertical else { return lines.map { String($0) } }
    let strips = (0..<length).map { column in String(lines.map { $0[column] }) }
    return stack.layoutDirection == .leftToRight ? strips : strips.reversed()
  }

  /// The picture at rest, from the array of rows.
  private var restingPicture: [String] {
    let blank = "   "
    let line = isVertical ? "───" : "│││"
    var content: [String] = []
    // Rows that aren't measured have other lengths, so the place of the row at the start counts.
    let top = stack.row(atContentOffset: stack.offset)
    var start = 0
    let lastShown = rows.lastIndex { !$0.isHidden }
    for (index, row) in rows.enumerated() where !row.isHidden {
      if let top, top.controller === row.leaf, let range = stack.range(of: .row(top)) {
        start = content.count + stack.offset - range.lowerBound
      }
      var strips = (0..<row.leaf.length).map(row.leaf.strip)
      if row.isCollapsed, let collapsed = row.leaf.collapsed, collapsed < strips.count {
        strips = Array(strips.prefix(collapsed))
        // A cut text of three cells ends in an ellipsis.
        if isVertical { strips[collapsed - 1] = strips[collapsed - 1].prefix(2) + "…" }
      }
      content += Array(repeating: blank, count: before) + strips
      content += Array(repeating: blank, count: after)
      if !stack.style.autoHidesLastSeparator || index != lastShown {
        content += Array(repeating: line, count: thickness)
      }
    }
    let missing = Array(repeating: blank, count: max(0, length - content.count))
    guard missing.isEmpty else {
      return stack.gravity == .end ? missing + content : content + missing
    }
    guard start + length <= content.count else { return ["not in bounds"] }
    return Array(content[start..<start + length])
  }

  /// The cells of rows that a picture shows twice.
  private func twice(in picture: [String]) -> Set<String> {
    var seen: Set<String> = []
    return Set(
      picture.filter { $0.first?.isASCII == true && $0 != "   " && !seen.insert($0).inserted })
  }

  // MARK: The rule

  /// Brings the stack into a scene.
  func enter(_ scene: Scene) throws {
    if scene == .atRest { return }
    for _ in 0..<pick(1...3) {
      try perform(AnimatedChange.allCases[pick(0...AnimatedChange.allCases.count - 1)])
      wait(pick(0...3))
    }
    if scene == .scrolledInFlight { scroll() }
  }

  /// Performs a change, and returns how its first frame differs from the picture before it.
  func problem(of change: AnimatedChange) throws -> String? {
    let old = picture
    try perform(change)
    let new = picture
    return old == new ? nil : text("the first frame differs", found: new, expected: old)
  }

  /// Performs changes at any time, and returns what's wrong with the first frame of one.
  func problem(ofChanges count: Int) throws -> String? {
    for _ in 0..<count {
      let change = AnimatedChange.allCases[pick(0...AnimatedChange.allCases.count - 1)]
      if let problem = try problem(of: change) { return problem }
      if chance(4) { scroll() }
      wait(pick(0...4))
      let twice = twice(in: picture)
      if !twice.isEmpty { return text("\(twice) shows twice", found: picture, expected: []) }
    }
    return nil
  }

  /// Ends all animations frame by frame, and returns what's wrong with a frame.
  func problemUntilRest() -> String? {
    stack._checkInvariants()
    var frames = 0
    while stack.isAnimating {
      wait(1)
      frames += 1
      let twice = twice(in: picture)
      if !twice.isEmpty { return text("\(twice) shows twice", found: picture, expected: []) }
      if frames > 20 { return text("it still moves", found: picture, expected: []) }
    }
    stack._checkInvariants()
    let (found, expected) = (picture, restingPicture)
    return found == expected
      ? nil : text("the last frame differs", found: found, expected: expected)
  }

  private func text(_ what: String, found: [String], expected: [String]) -> String {
    (log + [what, "found    \(found)", "expected \(expected)"]).joined(separator: "\n")
  }

  private func wait(_ frames: Int) {
    guard frames > 0 else { return }
    log.append("\(frames) frames")
    for _ in 0..<frames {
      clock.advance(by: .milliseconds(100))
      stack.advance()
    }
  }

  private func scroll() {
    let offset = pick(0...max(0, stack.maximumOffset))
    log.append("scroll to \(offset)")
    stack.scroll(toOffset: offset)
  }

  // MARK: Changes

  private func indices() -> [Int] {
    guard !rows.isEmpty else { return [] }
    let first = pick(0...rows.count - 1)
    return Array(first..<min(rows.count, first + pick(1...4)))
  }

  /// Performs an animated change of the stack and of the array.
  func perform(_ change: AnimatedChange) throws {
    let indices = indices()
    let addresses = indices.map { RowAddress.index($0) }
    switch change {
    case .insert:
      let leaves = (0..<pick(1...4)).map { _ in newLeaf() }
      let place = pick(0...rows.count)
      log.append("insert \(names(leaves)) at \(place)")
      try stack.addRows(leaves, at: .index(place), animated: true)
      rows.insert(contentsOf: leaves.map { ($0, false, false) }, at: place)
    case .addAgain:
      // Rows that were removed, and rows that are present and move.
      var leaves = gone.suffix(pick(0...2)) + indices.map { rows[$0].leaf }
      leaves.shuffle(using: &random)
      let old = rows
      rows.removeAll { row in leaves.contains { $0 === row.leaf } }
      let place = pick(0...rows.count)
      log.append("add \(names(leaves)) again at \(place)")
      try stack.addRows(Array(leaves), at: .index(place), animated: true)
      let added = leaves.map { leaf in old.first { $0.leaf === leaf } ?? (leaf, false, false) }
      rows.insert(contentsOf: added, at: place)
      gone.removeAll { leaf in leaves.contains { $0 === leaf } }
    case .remove:
      log.append("remove \(names(indices.map { rows[$0].leaf }))")
      stack.removeRows(addresses, animated: true)
      gone += indices.map { rows[$0].leaf }
      for index in indices.reversed() { rows.remove(at: index) }
    case .hide, .show:
      log.append("\(change) \(names(indices.map { rows[$0].leaf }))")
      stack.setRowsHidden(change == .hide, for: addresses, animated: true)
      for index in indices { rows[index].isHidden = change == .hide }
    case .move:
      guard let from = indices.first else { return }
      let to = pick(0...rows.count - 1)
      log.append("move \(rows[from].leaf.name) to \(to)")
      try stack.moveRow(.index(from), to: to, animated: true)
      rows.insert(rows.remove(at: from), at: to)
    case .replace:
      guard let index = indices.first else { return }
      let leaf = newLeaf()
      log.append("replace \(rows[index].leaf.name) with \(names([leaf]))")
      try stack.replaceRow(.index(index), with: leaf, animated: true)
      gone.append(rows[index].leaf)
      rows[index] = (leaf, false, false)
    case .reload:
      for index in indices { rows[index].leaf.nextLength = chance(5) ? pick(5...15) : pick(0...4) }
      log.append(
        "reload "
          + indices.map { "\(rows[$0].leaf.name): \(rows[$0].leaf.nextLength ?? 0)" }.joined(
            separator: " "))
      stack.reloadRows(addresses, animated: true)
    case .toggle:
      guard
        let index = rows.indices.filter({ rows[$0].leaf.collapsed != nil && !rows[$0].isHidden })
          .randomElement(using: &random)
      else { return }
      log.append("toggle \(rows[index].leaf.name)")
      stack.handle(.toggle, for: .index(index), animated: true)
      rows[index].isCollapsed.toggle()
    case .setRows:
      var wanted = rows.filter { _ in pick(1...4) > 1 }
      if chance(2) { wanted.shuffle(using: &random) }
      for _ in 0..<pick(0...3) {
        wanted.insert((newLeaf(), false, false), at: pick(0...wanted.count))
      }
      log.append("set \(names(wanted.map(\.leaf)))")
      try stack.setRows(wanted.map(\.leaf), animated: true)
      gone += rows.map(\.leaf).filter { leaf in !wanted.contains { $0.leaf === leaf } }
      rows = wanted
    case .several:
      log.append("together:")
      let changes: [AnimatedChange] = [
        .insert, .remove, .hide, .show, .move, .reload, .replace,
      ]
      try stack.batch {
        for _ in 0..<pick(2...3) { try perform(changes[pick(0...changes.count - 1)]) }
      }
      log.append("end")
    }
  }

  private func names(_ leaves: some Sequence<Leaf>) -> String {
    leaves.map { "\($0.name)\($0.length)" }.joined(separator: " ")
  }
}

extension String {
  /// The characters, with blanks up to a count.
  fileprivate func padding(to count: Int) -> [Character] {
    self + Array(repeating: " ", count: Swift.max(0, count - self.count))
  }
}
