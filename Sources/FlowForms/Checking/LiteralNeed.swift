// SPDX-License-Identifier: Apache-2.0

package import FlowExpressions

/// What the literal of a key must be.
///
/// It says so in a message, and finds the literal that was probably meant by another one.
package enum LiteralNeed: Hashable, Sendable {
  /// An answer of a field of a type.
  case answer(FieldType)

  /// A list of texts.
  case texts

  /// A regular expression.
  case pattern

  /// The name of a format of texts.
  case format

  /// One of the words of ``PathRequirement``.
  case requirement

  /// What it is, for people: "a whole number".
  package var described: String {
    switch self {
    case .answer(let type): type.described
    case .texts: "a list of texts"
    case .pattern: "a regular expression"
    case .format: "the name of a format"
    case .requirement: "one of exist, file, directory and absent"
    }
  }

  /// The literal that was probably meant by another one, as a file writes it.
  ///
  /// - Parameters:
  ///   - value: The value of the other literal.
  ///   - source: What the file writes, with its quotes.
  /// - Returns: The literal; nil when several may have been meant, or none.
  package func meant(by value: Value, written source: Substring) -> String? {
    switch (self, value) {
    case (.answer(let type), .string), (.answer(let type), .int), (.answer(let type), .double):
      if type.isTime { return NearTime.text(for: Self.text(of: value, source), as: type) }
      return type.meant(by: value, written: source)
    case (.answer(let type), .bool): return type.meant(by: value, written: source)
    case (.texts, .string): return "[\(source)]"
    default: return nil
    }
  }

  /// Whether ``meant(by:written:)`` is surely right: the `1` of a duration `1:30` is an hour or a
  /// minute.
  package func isClear(_ source: Substring) -> Bool {
    self != .answer(.duration) || source.count { $0 == ":" } != 1
  }

  /// The text of a literal without its quotes: its own, or what the file writes for a number.
  private static func text(of value: Value, _ source: Substring) -> String {
    if case .string(let text) = value { text } else { String(source) }
  }
}

extension FieldType {
  /// The literal of this type, which is no time, that was probably meant by another one.
  fileprivate func meant(by value: Value, written source: Substring) -> String? {
    switch (self, value) {
    case (.string, .int), (.string, .double), (.string, .bool), (.text, .int), (.text, .double),
      (.text, .bool), (.secret, .int), (.secret, .double), (.secret, .bool), (.path, .int),
      (.path, .double), (.path, .bool):
      return "\"\(source)\""
    case (.boolean, .string(let text)):
      switch text.lowercased() {
      case "yes", "on", "true": return "true"
      case "no", "off", "false": return "false"
      default: return nil
      }
    case (.integer, .string(let text)):
      let number = Int64(text) ?? Double(text).flatMap(Int64.init(exactly:))
      return number.map { "\($0)" }
    case (.integer, .double(let number)): return Int64(exactly: number).map { "\($0)" }
    case (.number, .string(let text)):
      return text.first?.isNumber == true && Double(text)?.isFinite == true ? text : nil
    default: return nil
    }
  }
}
