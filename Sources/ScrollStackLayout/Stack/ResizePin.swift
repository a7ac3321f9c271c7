// SPDX-License-Identifier: Apache-2.0

/// What stands at the start of the viewport through a series of resizes
/// (`Documentation/Contract.md` CS-12).
///
/// Each resize takes the view back to what stood there before the first, and not to what the one
/// before made of it: otherwise lines wrapped at different widths, and the ends of the content, would
/// move the view a little each time. The series ends when a person or a program scrolls, and when
/// anything else brings other content to the start.
struct ResizePin {
  let anchor: ScrollAnchor

  /// What the last resize has left at the start; nil until it is laid out.
  var top: TopLine?
}

/// A cell of a row.
struct TopLine: Equatable {
  let row: RowID

  /// The cells of the row before it.
  let cells: Int
}

extension ScrollStack {
  /// Whether the view stands where a series of resizes has left it, which may not be where it wants
  /// to be.
  package var isPinned: Bool { heldPin != nil }

  /// The pin of the series of resizes that is under way; nil for none.
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

  /// Notes what a resize has left at the start of the viewport.
  func settlePin() {
    guard batch.settlesPin else { return }
    batch.settlesPin = false
    pin?.top = topLine
  }
}
