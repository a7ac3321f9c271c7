// SPDX-License-Identifier: Apache-2.0

import StackFlowCore
import TerminalCells

/// The transitions of a screen over time, by a clock that the caller reads.
///
/// There's at most one at a time. A late frame ends its transition, so a terminal on a slow connection
/// gets only the screens at rest. After two late frames, there are no more transitions.
struct ScreenMotion {
  /// The duration of a transition; zero for none.
  var duration = Duration.zero

  static let framesPerSecond = 30

  /// The time between two frames.
  static let interval = Duration.nanoseconds(1_000_000_000 / framesPerSecond)

  private var transition: StepTransition?

  /// The screen that was shown last, or that the transition leads to.
  private var rest: ScreenPicture?

  /// When the first frame was shown, and when the next one is due.
  private var start = Duration.zero
  private var due = Duration.zero

  private var lateCount = 0
  private static let mostLate = 2

  /// The number of frames that were shown, for tests.
  private(set) var frameCount = 0

  /// Whether a transition is shown, so that more frames are due.
  var isRunning: Bool { transition != nil }

  /// Whether screens have to know where their steps are.
  var isOn: Bool { duration > .zero && lateCount < Self.mostLate }

  /// The number of frames of a transition.
  var frames: Int {
    let (seconds, attoseconds) = duration.components
    let whole = Double(seconds) + Double(attoseconds) / 1e18
    return max(1, Int((whole * Double(Self.framesPerSecond)).rounded(.up)))
  }

  /// The cells to show for a screen now: those of the transition to it, if there's one.
  ///
  /// - Parameters:
  ///   - picture: The screen.
  ///   - now: The time.
  ///   - isMove: Whether a transition may begin.
  ///   - drawGap: Draws the cells between two steps.
  /// - Returns: The cells.
  mutating func cells(
    of picture: ScreenPicture, at now: Duration, isMove: Bool, drawGap: (inout CellCanvas) -> Void
  ) -> CellGrid {
    defer { rest = picture }
    guard isOn else {
      transition = nil
      return picture.grid
    }
    if let rest, let next = StepTransition(from: rest, to: picture) {
      transition = isMove ? next : nil
      start = now
      due = now
    } else {
      if transition?.target.grid.size.columns != picture.grid.size.columns { transition = nil }
      transition?.target = picture
    }
    guard let transition else { return picture.grid }
    if now - due > Self.interval { return beLate(picture) }
    let frame = Int((now - start) / Self.interval) + 1
    guard frame < frames else {
      self.transition = nil
      return picture.grid
    }
    frameCount += 1
    due = start + Self.interval * frame
    return transition.frame(at: Double(frame) / Double(frames), drawGap: drawGap)
  }

  private mutating func beLate(_ picture: ScreenPicture) -> CellGrid {
    lateCount += 1
    transition = nil
    return picture.grid
  }

  /// A frame has been written.
  ///
  /// - Returns: How long it is until the next one; nil if none is due.
  mutating func timeToNext(now: Duration) -> Duration? {
    transition == nil ? nil : max(.zero, due - now)
  }

  /// Ends the transition, so that the next frame is the screen at rest.
  mutating func end() { transition = nil }

  /// The user does something: the transition ends, and a step that was opened but isn't shown yet needs
  /// none.
  mutating func userActs(at top: StepID?) {
    transition = nil
    if rest?.steps.first?.id != top { rest = nil }
  }

  /// Nothing that was shown is there any more.
  mutating func forget() {
    transition = nil
    rest = nil
  }
}
