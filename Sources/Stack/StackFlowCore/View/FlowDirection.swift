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

/// The gestures with which the user can ask for another step, besides buttons and typed commands.
public struct UserNavigationOptions: OptionSet, Hashable, Sendable {
  /// The bits of the set.
  public let rawValue: UInt8

  /// Creates a set from its bits.
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// Swipes, and the events `next` and `back`.
  public static let swipe = UserNavigationOptions(rawValue: 1)

  /// Taps on steps, and the event `goto`.
  public static let tap = UserNavigationOptions(rawValue: 2)

  /// Nothing.
  public static let none: UserNavigationOptions = []

  /// All gestures.
  public static let all: UserNavigationOptions = [.swipe, .tap]
}
