// SPDX-License-Identifier: Apache-2.0

import TerminalCells

/// Why rows are in motion.
enum MotionKind {
  /// New rows grow.
  case insertion
  /// Rows that left shrink.
  case removal
  /// A row shrinks in its old place and grows in its new one.
  case move
  /// A row takes the place of one of a length.
  case replacement(from: Int)
  /// Rows, drawn with some lengths and separators before, are hidden or shown.
  case hiding(Bool, from: [RowPresence])
  /// Rows, drawn with some lengths before, may have other ones.
  case reload(from: [RowPresence])
}

/// What of a row was drawn before it changed.
struct RowPresence {
  /// The length along the axis, separator included.
  let length: Int
  /// The thickness of the separator.
  let separator: Int
  /// Whether what was drawn reached to the end of the row.
  let showsEnd: Bool
  /// Whether the separator stood behind whatever was drawn.
  let keepsSeparator: Bool
}

/// An operation whose end state is reached, but not drawn yet.
final class Operation {
  let start: Duration
  /// All its frames, the delay included.
  let frames: Int
  var completion: Completion?
  var isOver = false

  init(start: Duration, frames: Int, completion: Completion?) {
    self.start = start
    self.frames = frames
    self.completion = completion
  }
}

/// How one row is drawn while its operation runs.
struct RowMotion {
  let operation: Operation
  let from: Int
  let delayFrames: Int
  let frames: Int
  let curve: RowAnimation
  /// Whether the row is being hidden, if it follows that itself.
  let hiding: Bool?
  /// The thickness of the separator that is drawn meanwhile; nil for the present one.
  var separator: Int?
  /// Whether only a separator comes or goes, because the row ceased to be the last or became it.
  ///
  /// It is there before any of the row behind it, and goes after all of that.
  var isGap = false
  /// Whether the row was there before and stays, with its separator behind whatever is drawn.
  var keepsSeparator = false

  func progress(atFrame frame: Int) -> Double {
    let frame = frame - delayFrames
    return frame >= frames ? 1 : curve.progress(at: Double(max(0, frame)) / Double(max(1, frames)))
  }
}

/// A row that left its place and is still drawn there.
struct Ghost {
  let row: ScrollStackRow
  let parts: RowParts
  let length: Int
  let separator: ScrollStackSeparator
  let background: CellColor
  /// The row before which it is drawn; nil for the end.
  var anchor: RowID?
  let group: GhostGroup
  let frames: Int
  var keepsSeparator = false

  var operation: Operation? { group.operation }
}

/// Rows that leave their places together, in an operation that begins when they have left.
final class GhostGroup {
  var operation: Operation?
}

/// All that is in motion in a stack.
struct AnimationState {
  var operations: [Operation] = []
  var operationOfRow: [RowID: Operation] = [:]
  var motions: [RowID: RowMotion] = [:]
  var ghosts: [Ghost] = []
}
