// SPDX-License-Identifier: Apache-2.0

/// A field type that a program adds: a type of the language with its own constraints, messages, and
/// widget, and with its own way to read what's typed.
///
/// A field of the type has everything that the type has. Its own keys add to it, and replace what
/// both have: a constraint of the same kind, a message for the same rule, the widget, a text.
public struct FieldTypeDeclaration: Sendable {
  /// The word after `type:`.
  package let name: String

  /// The type of the language that its answers have.
  package let base: FieldType

  /// The constraints of every field of the type, with literal values.
  package var constraints: [ConstraintDefinition]

  /// The messages that replace the standard ones, without expressions.
  var messages: [MessageDefinition]

  /// The long explanation of fields without their own; nil for none.
  var help: LocalizedText?

  /// The short explanation of fields without their own; nil for none.
  var hint: LocalizedText?

  /// The widget of fields without their own; nil to let the face decide.
  var widget: Identifier?

  /// Whether the type reads typed text in its own way, with ``reading``.
  ///
  /// A program that doesn't implement it can't walk a flow with the type.
  package var readsText: Bool

  /// Reads typed text, or nil if the type reads text as its base does or isn't implemented.
  package var reading: Reading?

  /// Reads text that was typed, or given as an answer in advance.
  ///
  /// It must be pure: it's called at each replay. The result is text that the base type reads, and
  /// reading a result again must return the same.
  ///
  /// - Parameters:
  ///   - text: The text; it's never empty.
  ///   - language: The language tag of the step, for messages.
  /// - Returns: The text for the base type, such as `#ff0000` for `red`.
  /// - Throws: The message to show if the text isn't of the type.
  public typealias Reading =
    @Sendable (_ text: String, _ language: String) throws(Refusal) -> String

  /// The reason why a text isn't of a type.
  public struct Refusal: Error, Hashable, Sendable {
    /// The message to show: what was expected, and what to do.
    public let message: String

    /// Creates a refusal.
    public init(_ message: String) { self.message = message }
  }

  /// Creates a field type.
  ///
  /// - Parameters:
  ///   - name: The word after `type:`; a word of the language hides it.
  ///   - base: The type of the language that its answers have. A choice has no other types.
  ///   - constraints: The constraints, with literal values.
  ///   - messages: The messages that replace the standard ones.
  ///   - help: The long explanation.
  ///   - hint: The short explanation.
  ///   - widget: The widget.
  ///   - reading: Reads typed text; nil to read it as the base type does.
  public init(
    _ name: String, base: FieldType, constraints: [ConstraintDefinition] = [],
    messages: [MessageDefinition] = [], help: LocalizedText? = nil, hint: LocalizedText? = nil,
    widget: Identifier? = nil, reading: Reading? = nil
  ) {
    self.name = name
    self.base = base
    self.constraints = constraints
    self.messages = messages
    self.help = help
    self.hint = hint
    self.widget = widget
    self.reading = reading
    readsText = reading != nil
  }
}

extension FieldTypeDeclaration: Hashable {
  /// Returns whether both declare the same; how texts are read isn't compared.
  public static func == (left: FieldTypeDeclaration, right: FieldTypeDeclaration) -> Bool {
    left.name == right.name && left.base == right.base && left.constraints == right.constraints
      && left.messages == right.messages && left.help == right.help && left.hint == right.hint
      && left.widget == right.widget && left.readsText == right.readsText
  }

  /// Hashes the name and the base.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(name)
    hasher.combine(base)
  }
}

extension FieldTypeDeclaration {
  /// Returns a field of the type with everything that the type has.
  func completing(_ field: FieldDefinition) -> FieldDefinition {
    var field = field
    let kinds = Set(field.constraints.map(\.kind))
    field.constraints = constraints.filter { !kinds.contains($0.kind) } + field.constraints
    let keys = Set(field.messages.map(\.key.name))
    field.messages = messages.filter { !keys.contains($0.key.name) } + field.messages
    field.texts[.help] = field.texts[.help] ?? help
    field.texts[.hint] = field.texts[.hint] ?? hint
    field.widget = field.widget ?? widget
    return field
  }
}

/// A widget that a face of a program shows.
public struct WidgetDeclaration: Hashable, Sendable {
  /// The word after `widget:`.
  package let name: String

  /// The types of the fields that it's for.
  let types: [FieldType]

  /// Creates a widget.
  public init(_ name: String, for types: [FieldType]) {
    self.name = name
    self.types = types
  }
}

/// An action that a program registers for `run` steps.
public struct ActionDeclaration: Hashable, Sendable {
  /// The word after `action:`.
  package let name: String

  /// The arguments in `with:`, in the order of the declaration.
  package let parameters: [InputType.RecordPart]

  /// Creates an action.
  ///
  /// - Parameters:
  ///   - name: The word after `action:`.
  ///   - parameters: The arguments; an optional one may be missing.
  public init(_ name: String, parameters: [InputType.RecordPart] = []) {
    self.name = name
    self.parameters = parameters
  }
}
