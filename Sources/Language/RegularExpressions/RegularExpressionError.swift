// SPDX-License-Identifier: Apache-2.0

public import SourceDiagnostics

/// The reason why a pattern or a replacement text is invalid.
public struct RegularExpressionError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kind of a mistake.
  public enum Code: Hashable, Sendable {
    /// The text isn't a pattern: for example, a group isn't closed, or a range runs backward.
    case syntax

    /// A feature of other engines that can't run in linear time, or that RE2 lacks.
    case unsupported

    /// The pattern exceeds one of ``RegularExpression/Limits``.
    case tooLarge

    /// A replacement text refers to a group that doesn't exist, or has a single backslash.
    case replacement

    /// The pattern has more groups than the operation allows.
    case groups
  }

  /// The kind of the mistake.
  public let code: Code

  /// The message: lower case, without a full stop.
  public let message: String

  /// The location, in UTF-8 offsets of the pattern or of the replacement text.
  public let range: SourceRange

  /// The message.
  public var description: String { message }

  init(_ code: Code, _ message: String, _ range: SourceRange) {
    self.code = code
    self.message = message
    self.range = range
  }
}
