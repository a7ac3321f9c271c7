// SPDX-License-Identifier: Apache-2.0

import ScrollStackLayout
import StackFlowCore
import TerminalCells

/// The transitions of a screen over time, which the layout's `Motion` divides into frames.
///
/// There's at most one at a time. A late frame ends its transition, so a terminal on a slow connection
/// gets only the screens at rest. After two late frames, motion is reduced: there are no more transitions.
struct ScreenMotion {
  /// The duration of a transition; zero for none.
  var duration = Duration.zero

  private let clock: ManualClock
  private var motion: Motion
  private var running: (transition: StepTransition, start: Duration)?

  /// The frame that was shown last, counted from 0.
  private var shown = 0

  /// The screen that was shown last, or that the transition leads to.
  private var rest: ScreenPicture?

  private var lateCount = 0
  private static let mostLate = 2

  init() {
    clock = ManualClock()
    motion = Motion(clock: clock)
  }

  /// Whether a transition is shown, so that more frames are due.
  var isRunning: Bool { running != nil }

  /// Whether screens have to know where their steps are.
  var isOn: Bool { motion.frameCount(of: duration) > 0 }

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
    clock.advance(by: now - clock.now)
    if let rest, isOn, let next = StepTransition(from: rest, to: picture) {
      running = isMove ? (next, clock.now) : nil
      shown = 0
    } else if !isOn
      || running?.transition.target.grid.size.columns != picture.grid.size.columns
    {
      running = nil
    }
    running?.transition.target = picture
    guard let (transition, start) = running else { return picture.grid }
    let (frame, frames) = (motion.frames(since: start), motion.frameCount(of: duration))
    let isLate = frame > shown + 1
    if isLate {
      lateCount += 1
      motion.isReduced = lateCount >= Self.mostLate
    }
    guard !isLate, frame + 1 < frames else {
      running = nil
      return picture.grid
    }
    shown = frame
    return transition.frame(at: Double(frame + 1) / Double(frames), drawGap: drawGap)
  }

  /// A frame has been written.
  ///
  /// - Returns: How long it is until the next one; nil if none is due.
  func timeToNext(now: Duration) -> Duration? {
    running.map { max(.zero, motion.time(ofFrame: shown + 1, since: $0.start) - now) }
  }

  /// Ends the transition, so that the next frame is the screen at rest.
  mutating func end() { running = nil }

  /// The user does something: the transition ends, and a step that was opened but isn't shown yet needs
  /// none.
  mutating func userActs(at top: StepID?) {
    running = nil
    if rest?.steps.first?.id != top { rest = nil }
  }

  /// Nothing that was shown is there any more.
  mutating func forget() {
    running = nil
    rest = nil
  }
}
