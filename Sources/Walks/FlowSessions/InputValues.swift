// SPDX-License-Identifier: Apache-2.0

package import FlowExpressions
package import FlowModel

/// An error about a missing or invalid input.
public struct InputError: Error, Hashable, Sendable {
  /// The kind of error.
  public enum Code: Hashable, Sendable {
    /// The input is missing, and has no default.
    case missing

    /// The flow has no input with this name.
    case unknown

    /// The value of the input has another type.
    case wrongType
  }

  /// The kind of error.
  public let code: Code

  /// The name of the input.
  public let input: String

  /// The environment variable that can give it; nil if the flow names none.
  package var variable: String?

  /// The message for users.
  public let message: String
}

extension CheckedFlow {
  /// Returns the values of the inputs in the flow's order, from the given values and the defaults.
  func inputValues(
    from given: [String: Value], zone: ZoneRules
  ) throws(InputError) -> [Value?] {
    for name in given.keys.sorted() where !inputs.contains(where: { $0.name == name }) {
      throw InputError(code: .unknown, input: name, message: "the flow has no input '\(name)'")
    }
    var values: [Value?] = []
    for input in inputs {
      if let value = input.fittedDefault, given[input.name] == nil {
        values.append(value)
        continue
      }
      guard let value = given[input.name] ?? input.definition.defaultValue?.value else {
        throw InputError(
          code: .missing, input: input.name, variable: input.definition.environmentVariable,
          message: "the input '\(input.name)' is missing")
      }
      guard let fitted = input.definition.type.fitted(value, in: zone) else {
        throw InputError(
          code: .wrongType, input: input.name,
          message: "the input '\(input.name)' must be \(input.definition.type.described)")
      }
      values.append(fitted)
    }
    return values
  }
}

extension CheckedInput {
  /// Whether its value can be typed as text.
  package var hasTypedForm: Bool {
    if case .field = definition.type { true } else { false }
  }

  /// Returns the value that a text gives: typed text, or JSON for a list, a map, or a record; nil if it gives none.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - zone: The time zone of dates and times without an offset.
  /// - Returns: The value, which may be of another type if it's JSON.
  package func value(ofText text: String, in zone: ZoneRules = .utc) -> Value? {
    hasTypedForm ? value(typed: text, in: zone) : try? Value(json: text)
  }

  /// Returns the value of typed text, or nil if the text isn't valid for this input's type.
  ///
  /// Lists, maps, and records have no typed form; they're given as data.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - zone: The time zone of dates and times without an offset.
  /// - Returns: The value.
  package func value(typed text: String, in zone: ZoneRules = .utc) -> Value? {
    guard case .field(let type) = definition.type else { return nil }
    if type.isText { return .string(text) }
    return try? AnswerParser(type: type, choices: [], zone: zone).parse(text)
  }
}
