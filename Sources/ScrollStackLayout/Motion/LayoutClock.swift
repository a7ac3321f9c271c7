// SPDX-License-Identifier: Apache-2.0

/// Where a layout takes the time from; it has no other (`Documentation/Contract.md` C-5).
public protocol LayoutClock: AnyObject {
  /// The time since some fixed moment; it never runs backwards.
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

/// A clock that somebody sets: a test, or an event loop once for each frame.
public final class ManualClock: LayoutClock {
  /// The time.
  public private(set) var now: Duration

  /// Creates a clock that stands at a time.
  public init(now: Duration = .zero) { self.now = now }

  /// Lets time pass; a duration below zero lets none pass.
  public func advance(by duration: Duration) { now += max(.zero, duration) }
}

/// Whether and how things move.
///
/// It can change at any time. Where motion gets reduced, or another clock takes over, everything that
/// moves arrives at once; another frame rate counts for what begins from then on.
public struct Motion {
  /// The clock.
  public var clock: any LayoutClock

  /// Frames in a second, 30 unless set; taken as 1 to 1000.
  public var framesPerSecond: Int

  /// Whether animations are left out, because somebody asked for it or output is no terminal.
  public var isReduced: Bool

  /// Creates a motion; without arguments nothing moves.
  public init(
    clock: any LayoutClock = ImmediateClock(), framesPerSecond: Int = 30, isReduced: Bool = false
  ) {
    self.clock = clock
    self.framesPerSecond = framesPerSecond
    self.isReduced = isReduced
  }

  /// Whether every animation has no frames.
  var movesNothing: Bool { isReduced || clock.isImmediate }

  /// The number of frames of an animation: ⌈seconds × frames a second⌉, 0 where nothing moves.
  public func frameCount(of duration: Duration) -> Int {
    guard !movesNothing, duration > .zero else { return 0 }
    let (frames, rest) = (duration.nanoseconds * rate).quotientAndRemainder(
      dividingBy: 1_000_000_000)
    return min(frames + (rest > 0 ? 1 : 0), 1_000_000)
  }

  /// The number of whole frames that have passed since a moment.
  func frames(since start: Duration) -> Int {
    min((clock.now - start).nanoseconds * rate / 1_000_000_000, 1_000_000)
  }

  /// When a frame is due that is counted from a moment.
  func time(ofFrame frame: Int, since start: Duration) -> Duration {
    // Rounded up, so that the frame has come when its time has.
    start + .nanoseconds((frame * 1_000_000_000 + rate - 1) / rate)
  }

  private var rate: Int { min(max(1, framesPerSecond), 1000) }
}

extension Duration {
  /// The whole nanoseconds from zero to about eleven days, to which other durations are cut.
  fileprivate var nanoseconds: Int {
    let (seconds, attoseconds) = components
    guard seconds >= 0, attoseconds >= 0 else { return 0 }
    return Int(min(seconds, 1_000_000)) * 1_000_000_000 + Int(attoseconds / 1_000_000_000)
  }
}

/// How long a row takes to be hidden or shown, and along which curve.
public struct RowAnimation: Hashable, Sendable {
  /// How long it takes.
  public var duration: Duration

  /// How long it waits before.
  public var delay: Duration

  /// How strongly the spring is damped: 1 does not swing.
  ///
  /// It shapes the curve, not its end.
  public var damping: Double

  /// Creates an animation.
  public init(
    duration: Duration = .milliseconds(250), delay: Duration = .zero, damping: Double = 0.8
  ) {
    self.duration = duration
    self.delay = delay
    self.damping = damping
  }

  /// A steady course of a duration.
  static func linear(_ duration: Duration) -> RowAnimation {
    RowAnimation(duration: duration, damping: 0)
  }

  /// The part of the way that is done at a part of the time, both from 0 to 1.
  ///
  /// Without damping the way is linear; with damping it comes to rest slowly, the more the weaker
  /// the damping, and never swings over its end, for a row cannot be longer than itself.
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
