// SPDX-License-Identifier: Apache-2.0

/// A value that a message names.
public enum MessageValue: Hashable, Sendable {
  /// A text as it is.
  case text(String)

  /// A name or a text from elsewhere, in the language's quotation marks.
  case quoted(String)

  /// A text that a person typed, in quotation marks: at most its first 60 characters, followed by `…`.
  case echo(String)

  /// A number, which can select a plural form.
  case count(Int)

  /// The number of characters of an ``echo(_:)`` that are shown.
  static let echoLimit = 60
}

extension MessageValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral {
  /// Creates a text.
  public init(stringLiteral text: String) { self = .text(text) }

  /// Creates a number.
  public init(integerLiteral number: Int) { self = .count(number) }
}

/// The values that a message names, by the names of its placeholders.
///
/// ```swift
/// let words = MessageCatalog.english.text(.tooFewItems, ["limit": 2])
/// ```
public struct MessageArguments: Hashable, Sendable, ExpressibleByDictionaryLiteral {
  private var values: [Argument] = []

  private struct Argument: Hashable, Sendable {
    let name: String
    let value: MessageValue
  }

  /// No values.
  init() {}

  /// Creates arguments; of several with one name, the first counts.
  public init(dictionaryLiteral elements: (String, MessageValue)...) {
    values = elements.map { Argument(name: $0, value: $1) }
  }

  /// The value of a placeholder; nil when there is none.
  ///
  /// - Complexity: O(*n*) in the number of arguments.
  subscript(name: String) -> MessageValue? {
    values.first { $0.name == name }?.value
  }

  /// Whether there are no values.
  var isEmpty: Bool { values.isEmpty }
}
