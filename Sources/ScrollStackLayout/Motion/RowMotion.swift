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
  /// Whether all of it was before the viewport, where nothing of its motion shows.
  let isBeforeView: Bool
}

/// An operation whose end state is reached, but not drawn yet.
final class Operation {
  /// The motion at the start, so that another frame rate doesn't change a course that has begun.
  let motion: Motion
  let start: Duration
  /// All its frames, the delay included.
  let frames: Int
  var completion: Completion?
  var isOver = false

  /// Whether a later operation took over one of its rows.
  var isOvertaken = false

  /// The rows that take part in it or move with it; some may follow a later operation meanwhile.
  var rows: [RowID] = []

  init(motion: Motion, frames: Int, completion: Completion?) {
    self.motion = motion
    self.start = motion.clock.now
    self.frames = frames
    self.completion = completion
  }

  /// The frame that is due now.
  var frame: Int { motion.frames(since: start) }

  /// When the next frame is due.
  var nextFrameTime: Duration { motion.time(ofFrame: frame + 1, since: start) }
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

  /// The part of the way that is done in the present frame, from 0 to 1.
  var progress: Double {
    let frame = operation.frame - delayFrames
    return frame >= frames ? 1 : curve.progress(at: Double(max(0, frame)) / Double(max(1, frames)))
  }
}

/// A row that left its place and is still drawn there.
struct Ghost {
  let row: ScrollStackRow
  let parts: RowParts
  /// The cells that were drawn of it.
  let length: Int
  /// The cells before those, which were out of view.
  var skipped = 0
  let separator: ScrollStackSeparator
  let background: CellColor
  /// The row before which it is drawn; nil for the end.
  var anchor: RowID?
  let group: GhostGroup
  let frames: Int
  var keepsSeparator = false

  var operation: Operation? { group.operation }

  /// The part of the way that is done in the present frame, from 0 to 1.
  var progress: Double {
    guard let operation else { return 0 }
    return min(1, Double(operation.frame) / Double(max(1, frames)))
  }
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

  /// Whether an operation was overtaken since the last layout, and may have nothing left to draw.
  var hasOvertaken = false

  /// Whether nothing is drawn other than where it belongs.
  var isAtRest: Bool { motions.isEmpty && ghosts.isEmpty }
}
