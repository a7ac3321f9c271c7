// SPDX-License-Identifier: Apache-2.0

/// The content to keep at the start of the viewport during a series of resizes
/// (`Documentation/Contract.md` CS-12).
///
/// Each resize returns to the content that was there before the first one, not to what the previous
/// one made of it. Otherwise lines wrapped at different widths, and the ends of the content, would
/// move the view a little each time. The series ends when the user or the program scrolls, or when
/// anything else brings other content to the start.
struct ResizePin {
  let anchor: ScrollAnchor

  /// The line at the start after the last resize; nil until it's laid out.
  var top: TopLine?
}

/// A cell of a row.
struct TopLine: Equatable {
  let row: RowID

  /// The cells of the row before it.
  let cells: Int
}

extension ScrollStack {
  /// Whether the view is where a series of resizes has left it, which may not be where the series
  /// started.
  package var isPinned: Bool { heldPin != nil }

  /// The pin of the current series of resizes; nil if there's none.
  var heldPin: ResizePin? {
    guard let pin, let row = row(.id(pin.anchor.row)), !row.flags.contains(.hidden),
      pin.top == nil || pin.top == topLine
    else { return nil }
    return pin
  }

  /// The first cell in view.
  var topLine: TopLine? {
    row(inSlot: firstSlot(at: offset)).map {
      TopLine(row: $0.id, cells: offset - tree.start(of: $0.slot))
    }
  }

  /// Records the line that a resize has left at the start of the viewport.
  func settlePin() {
    guard batch.settlesPin else { return }
    batch.settlesPin = false
    pin?.top = topLine
  }
}
