// SPDX-License-Identifier: Apache-2.0

public import SourceDiagnostics

/// The reason why a pattern or a replacement text is invalid.
public struct RegularExpressionError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kind of a mistake.
  public struct Code: Hashable, Sendable, CustomStringConvertible {
    private enum Kind: String, Hashable, Sendable {
      case syntax, unsupported, tooLarge, replacement, groups
    }

    private let kind: Kind

    /// The text isn't a pattern: for example, a group isn't closed, or a range runs backward.
    public static let syntax = Code(kind: .syntax)

    /// A feature of other engines that can't run in linear time, or that RE2 lacks.
    public static let unsupported = Code(kind: .unsupported)

    /// The pattern exceeds one of ``RegularExpression/Limits``.
    public static let tooLarge = Code(kind: .tooLarge)

    /// A replacement text refers to a group that doesn't exist, or has a single backslash.
    public static let replacement = Code(kind: .replacement)

    /// The pattern has more groups than the operation allows.
    public static let groups = Code(kind: .groups)

    /// The name of the kind.
    public var description: String { kind.rawValue }
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
