// SPDX-License-Identifier: Apache-2.0

public import FlowExpressions

/// An input of the flow is missing, unknown, or of the wrong type.
public struct InputError: Error, Hashable, Sendable {
  /// What is wrong with an input.
  public enum Code: Hashable, Sendable {
    /// Nobody gave it and it has no default.
    case missing

    /// The flow has no input of this name.
    case unknown

    /// Its value is of another type.
    case wrongType
  }

  /// What is wrong.
  public let code: Code

  /// The input's name.
  public let input: String

  /// The words for a person.
  public let message: String
}

extension CheckedFlow {
  /// The inputs' values in the flow's order, from what the caller gives and the defaults.
  func inputValues(
    from given: [String: Value], zone: ZoneRules
  ) throws(InputError) -> [Value?] {
    for name in given.keys.sorted() where !inputs.contains(where: { $0.name == name }) {
      throw InputError(code: .unknown, input: name, message: "the flow has no input '\(name)'")
    }
    var values: [Value?] = []
    for input in inputs {
      guard let value = given[input.name] ?? input.definition.defaultValue?.value else {
        throw InputError(
          code: .missing, input: input.name, message: "the input '\(input.name)' is missing")
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
  /// Whether a typed text can be its value.
  public var hasTypedForm: Bool {
    if case .field = definition.type { true } else { false }
  }

  /// The value of a typed text; nil if the text is none of this input's type.
  ///
  /// Lists, maps and records have no typed form; they come as data.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - zone: The zone of moments without an offset.
  /// - Returns: The value.
  public func value(typed text: String, in zone: ZoneRules = .utc) -> Value? {
    guard case .field(let type) = definition.type else { return nil }
    if type.isText { return .string(text) }
    return try? AnswerParser(type: type, choices: [], zone: zone).parse(text)
  }
}
