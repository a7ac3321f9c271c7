// SPDX-License-Identifier: Apache-2.0

import FlowExpressions

/// The questions of one round: a flat form with primitive fields.
struct ElicitedForm: Hashable, Sendable {
  enum Purpose: Hashable, Sendable {
    /// Questions, by id, in order.
    case questions([String])

    /// A warning about an answer, which can be kept; the id is that of the question.
    case warning(String)

    /// A list of records.
    case list

    /// A review, a commit, or the end of the flow: whether to go on.
    case goingOn

    /// Effects, or a move.
    case decision

    /// A failure that can be tried again, or gone back from.
    case failure

    /// Where to go, because the user declined a form.
    case ways
  }

  /// A field of the form.
  struct Property: Hashable, Sendable {
    /// The name of the field.
    let name: String

    /// Its JSON Schema.
    let schema: Value

    /// Whether the client needs an answer.
    var isRequired = false
  }

  let purpose: Purpose

  /// Shown above the fields.
  let message: String

  /// The fields, in order.
  let properties: [Property]

  /// Returns what a field has in it when the form is shown; nil for nothing.
  func shown(in name: String) -> Value? {
    guard case .map(let schema)? = properties.first(where: { $0.name == name })?.schema else {
      return nil
    }
    return schema["default"]
  }

  /// Returns what's wrong with answers that have a name of their own in place of a field's; nil if nothing is.
  ///
  /// Some clients change names that are words of their language, such as `class`. The default would be taken for what
  /// the user has typed there.
  func misnaming(in answers: ValueMap) -> String? {
    let names = properties.map { Value.string($0.name) }
    guard names.contains(where: { answers[$0] == nil }),
      let other = answers.first(where: { !names.contains($0.key) && $0.value != .null })
    else { return nil }
    let fields = properties.map { "'\($0.name)'" }.joined(separator: ", ")
    return """
      The client has answered '\(other.key.plainText)', which isn't in the form; its fields are \(fields).
      """
  }

  /// The parameters of `elicitation/create`.
  var parameters: Value {
    .object([
      "mode": "form", "message": .string(message),
      "requestedSchema": .object([
        "type": "object",
        "properties": .map(ValueMap(properties.map { ($0.name, $0.schema) })),
        "required": .texts(properties.filter(\.isRequired).map(\.name)),
      ]),
    ])
  }
}

/// An option of a field with choices.
struct FormOption: Hashable, Sendable {
  let value: String
  let title: String

  init(_ value: String, _ title: String) {
    self.value = value
    self.title = title
  }

  /// Returns the schema of a choice of one.
  static func schema(
    of options: [FormOption], titled title: String? = nil, description: String? = nil,
    offering offer: String? = nil, in revision: ContextRevision
  ) -> Value {
    let values = options.map { Value.string($0.value) }
    let isPlain = options.allSatisfy { $0.title == $0.value }
    let titled: Value? =
      revision.hasTitles && !isPlain ? .list(options.map(\.titled)) : nil
    return .object([
      "type": "string", "title": title.map { .string($0) },
      "description": description.map { .string($0) },
      "oneOf": titled, "enum": titled == nil ? .list(values) : nil,
      "enumNames": !revision.hasTitles && !isPlain ? .texts(options.map(\.title)) : nil,
      "default": offer.map { .string($0) },
    ])
  }

  /// Its value and its title, as JSON Schema has them.
  var titled: Value { .object(["const": .string(value), "title": .string(title)]) }
}
