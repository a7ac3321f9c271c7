// SPDX-License-Identifier: Apache-2.0

/// One of the four directions of a flow on the screen.
public enum FlowDirection: CaseIterable, Hashable, Sendable {
  /// Towards the top.
  case up

  /// Towards the bottom.
  case down

  /// Towards the left.
  case left

  /// Towards the right.
  case right

  /// Whether it is up or down.
  public var isVertical: Bool { self == .up || self == .down }

  /// The direction back.
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

/// What a person may do to ask for another step, besides buttons and typed commands.
public struct UserNavigationOptions: OptionSet, Hashable, Sendable {
  /// The bits of the set.
  public let rawValue: UInt8

  /// Creates a set from its bits.
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// Swipes, and the events for next and back.
  public static let swipe = UserNavigationOptions(rawValue: 1)

  /// Taps on steps, and the event for a step by its number.
  public static let tap = UserNavigationOptions(rawValue: 2)

  /// Nothing.
  public static let none: UserNavigationOptions = []

  /// Everything.
  public static let all: UserNavigationOptions = [.swipe, .tap]
}
