// SPDX-License-Identifier: Apache-2.0

import TerminalCells

/// The target of programmatic scrolling.
enum ScrollTarget {
  /// An offset, clamped.
  case offset(Int)
  /// The start or the end of the content.
  case start, end
  case row(RowID, ScrollPosition)
  /// A range of cells from the start of a row, which may extend into the following rows.
  case span(RowID, Range<Int>, margin: Int, caret: Int?)
  /// A range of cells of a row's content with a margin; nil for all of it.
  case content(RowID, Range<Int>?, margin: Int, caret: Int?)

  /// The row of the target, if any.
  var row: RowID? {
    switch self {
    case .offset, .start, .end: nil
    case .row(let id, _), .span(let id, _, _, _), .content(let id, _, _, _): id
    }
  }
}

/// A running scroll animation.
struct ScrollAnimation {
  let target: ScrollTarget
  /// The offset at the start, adjusted for changes before the viewport.
  var from: Int
  /// The settings at the start.
  let motion: Motion
  let start: Duration
  let frames: Int
  let completion: Completion?

  /// The frame that is due now.
  var frame: Int { motion.frames(since: start) }

  /// When the next frame is due.
  var nextFrameTime: Duration { motion.time(ofFrame: frame + 1, since: start) }
}

extension ScrollStack {
  /// Scrolls a row to a position of the viewport (`Documentation/Contract.md` SC-17).
  ///
  /// `.middle` is `⌊start + extent/2 − viewport/2⌋`; `.automatic` scrolls just far enough to show
  /// the whole row, or its start if it's longer than the viewport. A hidden row is an empty range
  /// at its place. The row is measured first; the offset stays within its bounds.
  ///
  /// - Throws: `indexOutOfRange` or `unknownRow`; nothing changes.
  public func scrollToRow(
    _ address: RowAddress, at position: ScrollPosition = .automatic, animated: Bool = true,
    completion: Completion? = nil
  ) throws(ScrollStackError) {
    do {
      scroll(to: .row(try requireRow(address).id, position), animated, completion)
    } catch {
      completion?(false)
      throw error
    }
  }

  /// Scrolls just far enough to show the content of a row, without insets and separator, and a
  /// margin around it (`Documentation/Contract.md` AL-10, CS-11).
  ///
  /// - Throws: `indexOutOfRange` or `unknownRow`, and `negativeLength` for the margin; nothing
  ///   changes.
  public func scrollRowToVisible(
    _ address: RowAddress, margin: Int = 0, animated: Bool = true, completion: Completion? = nil
  ) throws(ScrollStackError) {
    try reveal(nil, of: address, margin: margin, animated: animated, completion: completion)
  }

  /// Scrolls just far enough to show a range of a row's content and a margin around it.
  ///
  /// The margin applies to the vertical axis only, and is cut at the ends of the content. If it
  /// doesn't fit, it's dropped; if the range alone doesn't fit, its start is aligned, then moved
  /// just far enough to show the caret.
  ///
  /// - Parameters:
  ///   - range: The cells along the axis, from the start of the content; nil for all of it.
  ///   - address: The row.
  ///   - margin: The cells around the range.
  ///   - caret: The cell of the caret, from the start of the content.
  ///   - animated: Whether it takes time.
  ///   - completion: Called exactly once.
  /// - Throws: `indexOutOfRange` or `unknownRow`, and `negativeLength` for the margin; nothing
  ///   changes.
  public func reveal(
    _ range: Range<Int>?, of address: RowAddress, margin: Int = 0, caret: Int? = nil,
    animated: Bool = true, completion: Completion? = nil
  ) throws(ScrollStackError) {
    do {
      let row = try requireRow(address)
      guard margin >= 0 else { throw ScrollStackError.negativeLength(margin) }
      let target = ScrollTarget.content(
        row.id, range, margin: min(margin, maximumCellLength), caret: caret)
      scroll(to: target, animated, completion)
    } catch {
      completion?(false)
      throw (error as? ScrollStackError) ?? .unknownRow(nil)
    }
  }

  /// Scrolls just far enough to show a range of the whole content and a margin around it.
  ///
  /// The range is remembered relative to the row in which it starts, so that later layouts still
  /// reveal it. See ``reveal(_:of:margin:caret:animated:completion:)``.
  ///
  /// - Throws: `negativeLength` for the margin; nothing changes.
  public func reveal(
    contentRange range: Range<Int>, margin: Int = 0, caret: Int? = nil, animated: Bool = true,
    completion: Completion? = nil
  ) throws(ScrollStackError) {
    guard margin >= 0 else {
      completion?(false)
      throw .negativeLength(margin)
    }
    guard let target = target(of: range, margin: margin, caret: caret) else {
      return batch { complete(completion, finished: true) }
    }
    scroll(to: target, animated, completion)
  }

  /// A range of the content, relative to the row in which it starts; nil if there are no rows.
  func target(of range: Range<Int>, margin: Int, caret: Int?) -> ScrollTarget? {
    let range = range.clamped(to: 0..<maximumCellLength)
    guard let row = row(inSlot: firstSlot(at: min(range.lowerBound, max(0, tree.total - 1)))) else {
      return nil
    }
    let start = self.range(of: row).lowerBound
    return .span(
      row.id, range.lowerBound - start..<range.upperBound - start,
      margin: min(margin, maximumCellLength),
      caret: caret.map { min(max(0, $0), maximumCellLength) - start })
  }

  /// Scrolls to the start of the content.
  public func scrollToStart(animated: Bool = true, completion: Completion? = nil) {
    scroll(to: .start, animated, completion)
  }

  /// Scrolls to the end of the content.
  public func scrollToEnd(animated: Bool = true, completion: Completion? = nil) {
    scroll(to: .end, animated, completion)
  }

  /// Scrolls to an offset in cells, within its bounds.
  public func scroll(toOffset offset: Int, animated: Bool = false, completion: Completion? = nil) {
    scroll(to: .offset(offset), animated, completion)
  }

  /// Scrolls for the user by a number of cells, positive towards the end.
  ///
  /// - Returns: Whether the event was used. If everything is in view it isn't, unless
  ///   ``alwaysScrolls`` is set.
  @discardableResult
  public func scroll(by cells: Int) -> Bool {
    guard maximumOffset > 0 || alwaysScrolls else { return false }
    let (sum, overflow) = offset.addingReportingOverflow(cells)
    scroll(to: .offset(overflow ? (cells < 0 ? 0 : .max) : sum), false, nil)
    return true
  }

  // MARK: -

  /// Scrolls to a target.
  ///
  /// With `keepsPin`, a series of resizes continues.
  func scroll(
    to target: ScrollTarget, _ animated: Bool, keepsPin: Bool = false, _ completion: Completion?
  ) {
    batch {
      stopScrolling(finished: false)
      if keepsPin { batch.settlesPin = true } else { pin = nil }
      let frames = animated ? motion.frameCount(of: style.scrollAnimation) : 0
      let wanted = settle(on: target)
      if frames > 0, wanted != offset {
        batch.sticksToEnd = false
        scrolling = ScrollAnimation(
          target: target, from: offset, motion: motion, start: motion.clock.now, frames: frames,
          completion: completion)
      } else {
        if offset != wanted { batch.before = nil }
        offset = wanted
        batch.sticksToEnd = gravity == .end && offset >= maximumOffset
        complete(completion, finished: true)
      }
      batch.needsLayout = true
    }
  }

  /// Stops a running scroll animation at the current offset.
  func stopScrolling(finished: Bool) {
    guard let old = scrolling else { return }
    scrolling = nil
    complete(old.completion, finished: finished)
  }

  /// Ends a running scroll animation at its target.
  func finishScrolling() {
    guard let target = scrolling?.target else { return }
    offset = settle(on: target)
    stopScrolling(finished: true)
    batch.needsLayout = true
  }

  /// Advances a running scroll animation to the current time.
  func advanceScrolling() {
    guard let frame = scrolling?.frame, let target = scrolling?.target else { return }
    let wanted = settle(on: target)
    // Measuring may have moved the starting offset.
    guard let scrolling else { return }
    if frame >= scrolling.frames {
      offset = wanted
      stopScrolling(finished: true)
    } else {
      let part = Double(frame) / Double(scrolling.frames)
      let way = Double(wanted - scrolling.from) * part
      offset = scrolling.from + Int(way.rounded())
    }
    batch.needsLayout = true
  }

  /// Stops scrolling to a row that has been removed.
  func stopScrollingWithoutTarget() {
    guard let id = scrolling?.target.row, row(.id(id)) == nil else { return }
    stopScrolling(finished: false)
    batch.needsLayout = true
  }

  /// Measures the rows at a target, and returns the offset of the target.
  private func settle(on target: ScrollTarget) -> Int {
    for _ in 0..<8 {
      let before = measureCount
      measureAround(target)
      if measureCount == before { break }
    }
    offset = min(max(0, offset), maximumOffset)
    return offset(of: target)
  }

  /// Measures the rows that would be in view at a target, from the row there in both directions.
  private func measureAround(_ target: ScrollTarget) {
    let first: ExtentTree.Slot
    var directions = [true, false]
    switch target {
    case .row(let id, _), .content(let id, _, _, _), .span(let id, _, _, _):
      first = row(.id(id))?.slot ?? -1
    case .start: first = tree.shownSlot(at: 0)
    case .end: first = tree.shownSlot(at: tree.shownCount - 1)
    case .offset(let place) where place >= maximumOffset:
      first = tree.shownSlot(at: tree.shownCount - 1)
    case .offset(let place):
      // Rows before a plain offset must not move it.
      directions = [true]
      first = firstSlot(at: max(0, place))
    }
    let version = structureVersion
    guard first >= 0, let row = row(inSlot: first) else { return }
    measure(row)
    for isForwards in directions {
      var slot = first
      var seen = 0
      while version == structureVersion, seen < viewportLength {
        slot = isForwards ? tree.shownSlot(after: slot) : tree.shownSlot(before: slot)
        guard slot >= 0, let row = self.row(inSlot: slot) else { break }
        measure(row)
        guard version == structureVersion else { return }
        seen += Int(tree.nodes[Int(slot)].own)
      }
    }
  }

  private func offset(of target: ScrollTarget) -> Int {
    let length = viewportLength
    func clamped(_ offset: Int) -> Int { min(max(0, offset), maximumOffset) }
    switch target {
    case .offset(let offset): return clamped(offset)
    case .start: return 0
    case .end: return maximumOffset
    case .row(let id, let position):
      guard let row = row(.id(id)) else { return clamped(offset) }
      let range = range(of: row)
      switch position {
      case .start: return clamped(range.lowerBound)
      case .end: return clamped(range.upperBound - length)
      case .middle:
        // ⌊start + extent/2 − viewport/2⌋, also below 0.
        return clamped((2 * range.lowerBound + range.count - length) >> 1)
      case .automatic: return clamped(leastScroll(to: range, caret: nil))
      }
    case .content(let id, let part, let margin, let caret):
      guard let row = row(.id(id)) else { return clamped(offset) }
      let content = contentRange(of: row)
      let range = part.map { $0.nearest(in: content) } ?? content
      return clamped(
        reveal(
          range, margin: margin,
          caret: caret.map { content.lowerBound + min(max(0, $0), content.count) }))
    case .span(let id, let part, let margin, let caret):
      guard let row = row(.id(id)) else { return clamped(offset) }
      let start = range(of: row).lowerBound
      let range = start + part.lowerBound..<start + part.upperBound
      return clamped(reveal(range, margin: margin, caret: caret.map { start + $0 }))
    }
  }

  /// The nearest offset that shows a range and a margin around it, if that fits (CS-11).
  private func reveal(_ range: Range<Int>, margin: Int, caret: Int?) -> Int {
    let grown =
      axis == .vertical
      ? max(
        0, range.lowerBound - margin)..<max(
          range.upperBound, min(tree.total, range.upperBound + margin)) : range
    return leastScroll(to: grown.count <= viewportLength ? grown : range, caret: caret)
  }

  /// The nearest offset that shows a range; or its start if it's too long, but always the caret.
  private func leastScroll(to range: Range<Int>, caret: Int?) -> Int {
    let length = viewportLength
    if range.count > length {
      guard let caret, range.contains(caret) else { return range.lowerBound }
      return max(range.lowerBound, caret - length + 1)
    }
    if range.lowerBound < offset { return range.lowerBound }
    return range.upperBound > offset + length ? range.upperBound - length : offset
  }

  /// The cells of a row's content along the axis, without insets and separator.
  func contentRange(of row: ScrollStackRow) -> Range<Int> {
    let range = range(of: row)
    guard !row.flags.contains(.hidden) else { return range }
    let parts = parts(of: row)
    let start = min(range.lowerBound + parts.before, range.upperBound)
    return start..<max(start, min(start + Int(row.content), range.upperBound))
  }
}

extension Range<Int> {
  /// The part of some cells that a range relative to their start covers; the nearest cell if a
  /// nonempty range is outside.
  func nearest(in cells: Range<Int>) -> Range<Int> {
    guard !isEmpty else {
      let place = cells.lowerBound + Swift.min(Swift.max(0, lowerBound), cells.count)
      return place..<place
    }
    let start = Swift.min(Swift.max(0, lowerBound), Swift.max(0, cells.count - 1))
    let end = Swift.min(Swift.max(upperBound, start + 1), cells.count)
    return cells.lowerBound + start..<cells.lowerBound + Swift.max(start, end)
  }
}
