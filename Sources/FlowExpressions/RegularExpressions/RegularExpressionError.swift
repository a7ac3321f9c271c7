// SPDX-License-Identifier: Apache-2.0

public import SourceDiagnostics

/// Why a pattern, or a replacement text, was refused.
public struct RegularExpressionError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kind of a mistake.
  public struct Code: Hashable, Sendable, CustomStringConvertible {
    private enum Kind: String, Hashable, Sendable {
      case syntax, unsupported, tooLarge, replacement, groups
    }

    private let kind: Kind

    /// The text is no pattern: a group that is not closed, a range that runs backwards.
    public static let syntax = Code(kind: .syntax)

    /// Something that other engines know and that cannot run in linear time, or that RE2 lacks.
    public static let unsupported = Code(kind: .unsupported)

    /// The pattern passes one of ``RegularExpression/Limits``.
    public static let tooLarge = Code(kind: .tooLarge)

    /// A replacement text refers to a group that does not exist, or has a lone backslash.
    public static let replacement = Code(kind: .replacement)

    /// The pattern has more groups than its use allows.
    public static let groups = Code(kind: .groups)

    /// The name of the kind.
    public var description: String { kind.rawValue }
  }

  /// The kind of the mistake.
  public let code: Code

  /// What is wrong: lower case, no full stop.
  public let message: String

  /// Where it is, in UTF-8 offsets of the pattern (or of the replacement text).
  public let range: SourceRange

  /// The words.
  public var description: String { message }

  init(_ code: Code, _ message: String, _ range: SourceRange) {
    self.code = code
    self.message = message
    self.range = range
  }
}
