// SPDX-License-Identifier: Apache-2.0

import TerminalCells

/// The reason for an animation of rows.
enum MotionKind {
  /// New rows grow.
  case insertion
  /// Rows that left shrink.
  case removal
  /// A row shrinks in its old place and grows in its new one.
  case move
  /// A row replaces another one.
  case replacement(from: RowPresence)
  /// Rows are hidden or shown, starting with the lengths and separators drawn before.
  case hiding(Bool, from: [RowPresence])
  /// Rows are reloaded, starting with the lengths drawn before.
  case reload(from: [RowPresence])
}

/// The part of a row that was drawn before the row changed.
struct RowPresence {
  /// The length along the axis, separator included.
  let length: Int
  /// The thickness of the separator.
  let separator: Int
  /// Whether the part reached the end of the row.
  let showsEnd: Bool
  /// Whether the separator followed the part, wherever it was cut.
  let keepsSeparator: Bool
  /// Whether the whole row was before the viewport, so that its animation isn't visible.
  let isBeforeView: Bool
  /// Whether the row hadn't reached its length.
  let isMoving: Bool
  /// The cells, if the content changes.
  var old: OldCells?
}

/// An operation that has reached its end state, which isn't drawn yet.
final class Operation {
  /// The settings at the start, so that another frame rate doesn't change a running animation.
  let motion: Motion
  let start: Duration
  /// The number of frames, including the delay.
  let frames: Int
  var completion: Completion?
  var isOver = false

  /// Whether a later operation has taken over one of its rows.
  var isSuperseded = false

  /// Whether its rows weren't drawn before.
  var growsFromNothing = false

  /// The rows that it animates; a later operation may have taken over some of them.
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
  /// Whether the row is being hidden, if its controller follows the animation.
  let hiding: Bool?
  /// The thickness of the separator that is drawn during the animation; nil for the current one.
  var separator: Int?
  /// Whether only a separator appears or disappears, because the row is or isn't the last one any
  /// more.
  ///
  /// It appears before any of the following row, and disappears after all of it.
  var isGap = false
  /// Whether the row was there before and stays, followed by its separator wherever it's cut.
  var keepsSeparator = false
  var old: OldCells?

  /// The progress in the current frame, from 0 to 1.
  var progress: Double {
    let frame = operation.frame - delayFrames
    return frame >= frames ? 1 : curve.progress(at: Double(max(0, frame)) / Double(max(1, frames)))
  }
}

/// A row that left its place and is still drawn there.
struct Ghost {
  /// The number, higher than that of each earlier ghost.
  let number: Int
  let row: ScrollStackRow
  /// The length of the content when it left.
  let content: Int32
  let parts: RowParts
  /// The number of cells that were drawn.
  let length: Int
  /// The number of cells before those, which were out of view.
  var skipped = 0
  /// The number of cells that were drawn elsewhere, by a row that has left without a ghost.
  var taken = 0
  let separator: ScrollStackSeparator
  let background: CellColor
  /// The row before which it is drawn; nil for the end.
  var anchor: RowID?
  let group: GhostGroup
  let frames: Int
  var keepsSeparator = false
  var old: OldCells?

  var operation: Operation? { group.operation }

  /// The progress in the current frame, from 0 to 1.
  var progress: Double {
    guard let operation else { return 0 }
    return min(1, Double(operation.frame) / Double(max(1, frames)))
  }
}

/// Rows that leave their places together, in an operation that starts when they have left.
final class GhostGroup {
  var operation: Operation?
}

/// Everything that a stack animates.
struct AnimationState {
  var operations: [Operation] = []
  var operationOfRow: [RowID: Operation] = [:]
  var motions: [RowID: RowMotion] = [:]
  var ghosts: [Ghost] = []

  /// The number of ghosts so far.
  var ghostCount = 0

  /// How far all rows are from their places; nil if they aren't.
  var slide: Slide?

  /// Whether an operation was superseded since the last layout, and may have nothing left to draw.
  var hasSuperseded = false

  /// Whether all rows are drawn in their places.
  var isAtRest: Bool { motions.isEmpty && ghosts.isEmpty && slide == nil }
}

/// A distance that all rows move during an operation, because another place of the content is kept.
struct Slide {
  let operation: Operation
  let from: Int

  /// The cells that the rows are drawn after their places in the current frame.
  var cells: Int {
    let progress = min(1, Double(operation.frame) / Double(max(1, operation.frames)))
    return from - Int((Double(from) * progress).rounded())
  }
}

/// The cells of a row before its content changed, which are drawn in the first frame.
struct OldCells {
  let picture: CellGrid
  /// The start of the row in the picture, which is one of the viewport.
  var start: Int
  let motion: Motion
  let time: Duration

  /// The same until the next frame; nil from then on.
  var current: OldCells? { motion.frames(since: time) == 0 ? self : nil }
}
