// SPDX-License-Identifier: Apache-2.0

/// The only source of time for a layout (`Documentation/Contract.md` C-5).
public protocol LayoutClock: AnyObject {
  /// The time since a fixed moment, which never decreases.
  var now: Duration { get }

  /// Whether animations end at once.
  var isImmediate: Bool { get }
}

extension LayoutClock {
  /// False.
  public var isImmediate: Bool { false }
}

/// A clock on which every animation ends at once.
public final class ImmediateClock: LayoutClock {
  /// Creates a clock.
  public init() {}

  /// Zero, always.
  public var now: Duration { .zero }

  /// True.
  public var isImmediate: Bool { true }
}

/// A clock that you advance yourself, in a test or once for each frame of an event loop.
public final class ManualClock: LayoutClock {
  /// The time.
  public private(set) var now: Duration

  /// Creates a clock that shows a time.
  public init(now: Duration = .zero) { self.now = now }

  /// Advances the clock; a negative duration counts as zero.
  public func advance(by duration: Duration) { now += max(.zero, duration) }
}

/// The settings of animations.
///
/// You can change the settings at any time. If you reduce motion or replace the clock, running
/// animations end at once in their end states. A new frame rate applies to animations that start
/// afterwards.
public struct Motion {
  /// The clock.
  public var clock: any LayoutClock

  /// The number of frames per second, clamped to `1...1000`; 30 by default.
  var framesPerSecond: Int

  /// Whether animations are off, because the user prefers that or the output isn't a terminal.
  public var isReduced: Bool

  /// Creates settings; without arguments, nothing is animated.
  public init(
    clock: any LayoutClock = ImmediateClock(), framesPerSecond: Int = 30, isReduced: Bool = false
  ) {
    self.clock = clock
    self.framesPerSecond = framesPerSecond
    self.isReduced = isReduced
  }

  /// Whether every animation has no frames.
  var isOff: Bool { isReduced || clock.isImmediate }

  /// The number of frames of an animation: ⌈seconds × frames per second⌉, or 0 if animations are
  /// off.
  package func frameCount(of duration: Duration) -> Int {
    guard !isOff, duration > .zero else { return 0 }
    let (frames, rest) = (duration.nanoseconds * rate).quotientAndRemainder(
      dividingBy: 1_000_000_000)
    return min(frames + (rest > 0 ? 1 : 0), 1_000_000)
  }

  /// The number of whole frames since a moment.
  package func frames(since start: Duration) -> Int {
    min((clock.now - start).nanoseconds * rate / 1_000_000_000, 1_000_000)
  }

  /// The time of a frame, counted from a moment.
  package func time(ofFrame frame: Int, since start: Duration) -> Duration {
    // Rounded up, so that the frame is due when its time has come.
    start + .nanoseconds((frame * 1_000_000_000 + rate - 1) / rate)
  }

  private var rate: Int { min(max(1, framesPerSecond), 1000) }
}

extension Duration {
  /// The duration in whole nanoseconds, clamped to 0 and about eleven days.
  fileprivate var nanoseconds: Int {
    let (seconds, attoseconds) = components
    guard seconds >= 0, attoseconds >= 0 else { return 0 }
    return Int(min(seconds, 1_000_000)) * 1_000_000_000 + Int(attoseconds / 1_000_000_000)
  }
}

/// The timing of a row that is hidden or shown.
public struct RowAnimation: Hashable, Sendable {
  /// The duration.
  public var duration: Duration

  /// The delay before it starts.
  public var delay: Duration

  /// The damping of the spring, where 1 doesn't swing.
  ///
  /// It shapes the curve, not the end state.
  public var damping: Double

  /// Creates an animation.
  public init(
    duration: Duration = .milliseconds(250), delay: Duration = .zero, damping: Double = 0.8
  ) {
    self.duration = duration
    self.delay = delay
    self.damping = damping
  }

  static func linear(_ duration: Duration) -> RowAnimation {
    RowAnimation(duration: duration, damping: 0)
  }

  /// The progress at a point in time, both from 0 to 1.
  ///
  /// Without damping the progress is linear. With damping it slows down towards the end, and never
  /// passes it, because a row can't be longer than itself.
  func progress(at time: Double) -> Double {
    guard time > 0 else { return 0 }
    guard time < 1 else { return 1 }
    guard damping > 0 else { return time }
    let steepness = 1 + 2 * min(1, damping)
    var rest = 1.0
    var remaining = steepness
    while remaining >= 1 {
      rest *= 1 - time
      remaining -= 1
    }
    rest *= 1 - remaining * time
    return 1 - rest
  }
}
