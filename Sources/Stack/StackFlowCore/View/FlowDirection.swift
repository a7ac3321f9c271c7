// SPDX-License-Identifier: Apache-2.0

/// A direction on the screen.
public enum FlowDirection: CaseIterable, Hashable, Sendable {
  /// Up.
  case up

  /// Down.
  case down

  /// Left.
  case left

  /// Right.
  case right

  /// Whether the direction is up or down.
  public var isVertical: Bool { self == .up || self == .down }

  /// The opposite direction.
  public var opposite: FlowDirection {
    switch self {
    case .up: .down
    case .down: .up
    case .left: .right
    case .right: .left
    }
  }

  /// Whether newer steps come before older ones on the screen.
  var isReversed: Bool { self == .up || self == .left }
}

/// A gesture with which the user can ask for another step, besides buttons and typed commands.
public enum UserNavigationOption: CaseIterable, Hashable, Sendable {
  /// Swipes, and the events `next` and `back`.
  case swipe

  /// Taps on steps, and the event `goto`.
  case tap
}
