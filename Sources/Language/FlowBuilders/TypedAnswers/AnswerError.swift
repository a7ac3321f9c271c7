// SPDX-License-Identifier: Apache-2.0

public import FlowExpressions

/// An error about an answer that doesn't fit a type of the program.
///
/// It names the answer by its path, such as `team[2].email`, and says what was found and what was
/// expected:
///
/// ```text
/// 'team[2].email' is a number, expected a text
/// ```
///
/// The messages contain numbers and names, but no texts of users, because they may be secrets.
/// ``value`` is the value that was found.
public struct AnswerError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kind of error.
  public enum Code: Hashable, Sendable {
    /// There's no answer, and the type doesn't allow that.
    case missing

    /// The answer has another type.
    case wrongType

    /// The number is outside the range of its type.
    case outOfRange

    /// The answer has the right type, but the program doesn't accept it; for example, it isn't a raw
    /// value of an enumeration.
    case invalid

    /// The walk ended before it had a result.
    case unfinished

    /// The flow doesn't ask for an answer with this name.
    case unknown
  }

  /// The kind of error.
  public let code: Code

  /// The path of the answer, such as `team[2].email`; empty for the whole result.
  public let path: String

  /// A description of the value that was found, without texts of users; nil if nothing was found.
  public let found: String?

  /// A description of the expected value; nil if nothing was expected.
  public let expected: String?

  /// The value that was found; nil if nothing was found.
  public let value: Value?

  /// The whole message, in lower case without a period.
  public let message: String

  /// The message.
  public var description: String { message }

  init(
    _ code: Code, at path: String, found: String? = nil, expected: String? = nil,
    value: Value? = nil, message: String
  ) {
    self.code = code
    self.path = path
    self.found = found
    self.expected = expected
    self.value = value
    self.message = message
  }

  /// Creates an error about a value that isn't what was expected.
  ///
  /// - Parameters:
  ///   - code: The kind of error; ``Code/missing`` if there's no value.
  ///   - path: The path of the answer.
  ///   - value: The value; nil or null if there's none.
  ///   - expected: What was expected.
  /// - Returns: The error.
  static func mismatch(
    _ code: Code = .wrongType, at path: AnswerPath, _ value: Value?, expected: String
  ) -> AnswerError {
    let name = path.subject
    guard let value, value != .null else {
      let message =
        path.isEmpty
        ? "there is no value, expected \(expected)"
        : "\(name) has no answer, expected \(expected); declare it as optional if it can be skipped"
      return AnswerError(.missing, at: path.text, expected: expected, message: message)
    }
    let found = value.wordsForError
    return AnswerError(
      code, at: path.text, found: found, expected: expected, value: value,
      message: "\(name) is \(found), expected \(expected)")
  }

  /// Converts what a type threw while it was decoded or encoded.
  init(_ error: any Error, at path: AnswerPath) {
    switch error {
    case let error as AnswerError: self = error
    case DecodingError.dataCorrupted(let context), DecodingError.keyNotFound(_, let context),
      DecodingError.typeMismatch(_, let context), DecodingError.valueNotFound(_, let context):
      self.init(context.debugDescription, at: AnswerPath(context.codingPath))
    case EncodingError.invalidValue(_, let context):
      self.init(context.debugDescription, at: AnswerPath(context.codingPath))
    default: self.init("\(error)", at: path)
    }
  }

  private init(_ words: String, at path: AnswerPath) {
    self.init(.invalid, at: path.text, message: "\(path.subject) isn't accepted: \(words)")
  }
}

extension Value {
  /// The value in the words of an error, without texts of users.
  var wordsForError: String {
    switch self {
    case .null: "empty"
    case .bool(let isTrue): isTrue ? "true" : "false"
    case .int(let number): "\(number)"
    case .uint(let number): "\(number)"
    case .double(let number): "\(number)"
    case .string: "a text"
    case .bytes: "a sequence of bytes"
    case .list(let items): "a list of \(items.count)"
    case .map: "a record"
    case .timestamp: "a date and time"
    case .duration: "a duration"
    case .type: "a type"
    case .optional(let inner): inner?.wordsForError ?? "empty"
    case .network: "a network address"
    }
  }
}
