// SPDX-License-Identifier: Apache-2.0

public import SourceDiagnostics

/// The reason why an expression has no value.
///
/// Messages never contain values, because a value may be a secret; they mention types and sizes.
public struct EvaluationError: Error, Sendable, Hashable {
  /// The kinds of failures; the raw value is the stable name.
  public enum Code: String, Sendable, Hashable {
    /// A name has no value in the bindings.
    case unknownName = "unknown-name"
    /// No function of that name accepts values of these types.
    case noOverload = "no-overload"
    /// A map doesn't have that key, or a record that field.
    case noSuchKey = "no-such-key"
    /// An index is outside its list or text.
    case indexOutOfRange = "index-out-of-range"
    /// A number was divided by zero.
    case divisionByZero = "division-by-zero"
    /// A number, time, or duration is outside the range of its type.
    case overflow
    /// A value can't be converted, or a function doesn't accept it.
    case invalidValue = "invalid-value"
    /// A map literal has a key twice, or a key of a type that can't be a key.
    case invalidKey = "invalid-key"
    /// An optional has no value.
    case noValue = "no-value"
    /// A regular expression is invalid.
    case invalidPattern = "invalid-pattern"
    /// No time zone has that name.
    case unknownZone = "unknown-zone"
    /// The evaluation exceeds the cost limit.
    case costLimit = "cost-limit"
    /// A list, map, or optional exceeds the size limit.
    case valueLimit = "value-limit"
    /// A text exceeds the size limit.
    case textLimit = "text-limit"
  }

  /// The kind of failure.
  public let code: Code

  /// The message: lower case, without a full stop or values.
  public let message: String

  /// The part of the expression that failed, in UTF-8 offsets of the text.
  public var range: SourceRange?

  /// The names without values that the result depends on, in the order in which they were read.
  ///
  /// Empty unless ``code`` is `unknownName`.
  let unknownNames: [String]

  /// Creates an error.
  public init(_ code: Code, _ message: String, at range: SourceRange? = nil) {
    self.init(code, message, at: range, unknownNames: [])
  }

  init(_ code: Code, _ message: String, at range: SourceRange?, unknownNames: [String]) {
    self.code = code
    self.message = message
    self.range = range
    self.unknownNames = unknownNames
  }

  /// An error about a name without a value.
  static func unknown(_ name: String, at range: SourceRange?) -> EvaluationError {
    EvaluationError(.unknownName, "'\(name)' has no value", at: range, unknownNames: [name])
  }

  /// The error with a location, if it has none yet.
  func located(at place: SourceRange) -> EvaluationError {
    guard range == nil else { return self }
    var error = self
    error.range = place
    return error
  }

  /// The error that two failed operands produce: an unknown name outweighs a failure.
  func merged(with other: EvaluationError) -> EvaluationError {
    guard code == .unknownName else { return other.code == .unknownName ? other : self }
    guard other.code == .unknownName else { return self }
    let names = unknownNames + other.unknownNames.filter { !unknownNames.contains($0) }
    return EvaluationError(code, message, at: range, unknownNames: names)
  }

  /// Whether no operand can absorb the error, because a limit was reached.
  var isFinal: Bool { [.costLimit, .valueLimit, .textLimit].contains(code) }

  static func noOverload(_ function: String, _ arguments: [Value]) -> EvaluationError {
    let types = arguments.map { $0.type.runtimeName }.joined(separator: ", ")
    return EvaluationError(.noOverload, "'\(function)' doesn't take (\(types))")
  }
}
