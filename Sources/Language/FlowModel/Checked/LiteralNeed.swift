// SPDX-License-Identifier: Apache-2.0

package import FlowExpressions

/// The requirement for the literal of a key.
///
/// It describes itself in messages, and finds the literal that was probably meant by an invalid
/// one.
package enum LiteralNeed: Hashable, Sendable {
  /// A valid answer for fields of a type.
  case answer(FieldType)

  /// A list of texts.
  case texts

  /// A regular expression.
  case pattern

  /// The name of a text format.
  case format

  /// A word of ``PathRequirement``.
  case requirement

  /// A description for messages: "a whole number".
  package var described: String {
    switch self {
    case .answer(let type): type.kind.described
    case .texts: "a list of texts"
    case .pattern: "a regular expression"
    case .format: "the name of a format"
    case .requirement: "one of exist, file, directory and absent"
    }
  }

  /// Returns the literal that was probably meant by an invalid one, as a file writes it.
  ///
  /// - Parameters:
  ///   - value: The value of the other literal.
  ///   - source: The source of the other literal, including quotes.
  /// - Returns: The literal, or nil if there are several candidates or none.
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

  /// Returns whether ``meant(by:written:)`` is unambiguous.
  ///
  /// For example, the `1` in a duration `1:30` could be an hour or a minute.
  package func isClear(_ source: Substring) -> Bool {
    self != .answer(.duration) || source.count { $0 == ":" } != 1
  }

  /// Returns the text of a literal without quotes: its own text, or the source of a number.
  private static func text(of value: Value, _ source: Substring) -> String {
    if case .string(let text) = value { text } else { String(source) }
  }
}

extension FieldType {
  /// Returns the literal of this type that was probably meant by another one.
  ///
  /// It's not for times.
  fileprivate func meant(by value: Value, written source: Substring) -> String? {
    switch (kind.family, value) {
    case (.text, .int), (.text, .double), (.text, .bool): return "\"\(source)\""
    case (.boolean, .string(let text)):
      switch text.lowercased() {
      case "yes", "on", "true": return "true"
      case "no", "off", "false": return "false"
      default: return nil
      }
    case (.integer, .string(let text)):
      let number = Int64(text) ?? Double(text).flatMap(Int64.init(whole:))
      return number.map { "\($0)" }
    case (.integer, .double(let number)): return Int64(whole: number).map { "\($0)" }
    case (.number, .string(let text)):
      return text.first?.isNumber == true && Double(text)?.isFinite == true ? text : nil
    default: return nil
    }
  }
}
