// SPDX-License-Identifier: Apache-2.0

/// The content at the start of a viewport, independent of the width (`Documentation/Contract.md`
/// CS-12).
struct ScrollAnchor: Hashable, Sendable {
  /// The row at the start.
  let row: RowID

  /// The position in its content, as its controller counts, or the line.
  let position: Int

  /// The cells between the start of the row's content and the start of the viewport, if the start
  /// of the viewport isn't in the content.
  let outside: Int?
}

extension ScrollStack {
  /// The content at the start of the viewport; nil if there's none.
  ///
  /// - Complexity: O(log *n*).
  func anchor() -> ScrollAnchor? {
    guard let row = row(inSlot: firstSlot(at: offset)) else { return nil }
    let content = contentRange(of: row)
    guard content.contains(offset) else {
      let outside =
        offset < content.lowerBound ? offset - content.lowerBound : offset - content.upperBound
      return ScrollAnchor(
        row: row.id, position: offset < content.lowerBound ? 0 : 1, outside: outside)
    }
    let position = row.controller.position(
      ofLine: offset - content.lowerBound, measurement: measurement(cross: parts(of: row).cross))
    return ScrollAnchor(row: row.id, position: position, outside: nil)
  }

  /// Scrolls, within bounds, to the content of an anchor.
  ///
  /// - Returns: Whether its row is still in the stack.
  @discardableResult
  func restore(_ anchor: ScrollAnchor) -> Bool {
    pin = nil
    return place(at: anchor)
  }

  /// Scrolls to an anchor without ending a series of resizes.
  @discardableResult
  func place(at anchor: ScrollAnchor) -> Bool {
    guard let row = row(.id(anchor.row)) else { return false }
    batch {
      measure(row)
      let content = contentRange(of: row)
      if let outside = anchor.outside {
        offset = (anchor.position == 0 ? content.lowerBound : content.upperBound) + outside
      } else {
        let line = row.controller.line(
          ofPosition: anchor.position, measurement: measurement(cross: parts(of: row).cross))
        offset = content.lowerBound + min(max(0, line), max(0, content.count - 1))
      }
      offset = max(0, offset)
      batch.needsLayout = true
    }
    return true
  }
}
