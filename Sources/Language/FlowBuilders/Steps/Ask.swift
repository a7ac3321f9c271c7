// SPDX-License-Identifier: Apache-2.0

public import FlowExpressions
public import FlowModel

/// A question.
///
/// Its modifiers are the keys of `ask` in a flow file:
///
/// ```swift
/// let port = Ask("port", .integer, "Port")
///   .min(1024).max(65535).default(8080)
///   .check("port != 2049", "port 2049 is reserved")
///   .when("kind == 'http'")
/// ```
public struct Ask: CheckablePart {
  /// The definition that's built.
  public var step: StepDefinition

  /// Creates a question.
  ///
  /// - Parameters:
  ///   - id: The id, which is the name of the answer.
  ///   - type: The type of the answer.
  ///   - label: The question; nil to show the id.
  public init(_ id: Identifier, _ type: FieldType, _ label: LocalizedText? = nil) {
    step = StepDefinition(id: id, kind: .ask(FieldDefinition(type: type)))
    if let label { self = self.label(label) }
  }

  /// Creates a question of the type of a key.
  ///
  /// - Parameters:
  ///   - key: The key. An enumeration's cases are the choices.
  ///   - label: The question; nil to show the id.
  public init<V: AnswerValue>(_ key: AnswerKey<V>, _ label: LocalizedText? = nil) {
    self.init(Identifier(key.name), V.fieldType, label)
    self = field { $0.choices = V.fieldChoices }
  }

  /// Creates a question of another type than its key has by itself, such as `secret` or `path` for a
  /// text.
  ///
  /// - Parameters:
  ///   - key: The key.
  ///   - type: The type of the answer.
  ///   - label: The question; nil to show the id.
  public init<V>(_ key: AnswerKey<V>, _ type: FieldType, _ label: LocalizedText? = nil) {
    self.init(Identifier(key.name), type, label)
  }

  /// Returns the question with a change to its field.
  func field(_ change: (inout FieldDefinition) -> Void) -> Ask {
    with { step in
      guard case .ask(var field) = step.kind else { return }
      change(&field)
      step.kind = .ask(field)
    }
  }

  /// Returns the question with a name of its answer in data.
  public func key(_ name: Identifier) -> Ask { with { $0.key = name } }

  // MARK: Texts

  /// Returns the question with another label.
  public func label(_ label: LocalizedText) -> Ask { field { $0.texts[.label] = label } }

  /// Returns the question with a short label, for its place beside the answer and in messages.
  public func short(_ short: LocalizedText) -> Ask { field { $0.texts[.short] = short } }

  /// Returns the question with a text that's always shown below it.
  public func description(_ description: LocalizedText) -> Ask {
    field { $0.texts[.description] = description }
  }

  /// Returns the question with a longer explanation.
  public func help(_ help: LocalizedText) -> Ask { field { $0.texts[.help] = help } }

  /// Returns the question with a short explanation next to the field.
  public func hint(_ hint: LocalizedText) -> Ask { field { $0.texts[.hint] = hint } }

  /// Returns the question with words for yes and no, on buttons and in reviews.
  public func words(yes: LocalizedText? = nil, no: LocalizedText? = nil) -> Ask {
    field { ($0.texts[.yes], $0.texts[.no]) = (yes, no) }
  }

  /// Returns the question with a message that replaces the standard one of a constraint.
  ///
  /// - Parameters:
  ///   - key: The name of the constraint, or `required` or `type`.
  ///   - text: The message.
  /// - Returns: The question.
  public func message(for key: Identifier, _ text: LocalizedText) -> Ask {
    field { $0.messages.append(MessageDefinition(key: key, text: text)) }
  }

  // MARK: What is offered

  /// Returns the question with a default answer.
  public func `default`(_ value: Setting) -> Ask { field { $0.settings[.default] = value } }

  /// Returns the question with the value that it has where it isn't asked.
  public func otherwise(_ value: Setting) -> Ask { field { $0.settings[.otherwise] = value } }

  /// Returns the question for a secret with a random text that Enter alone takes.
  ///
  /// - Parameters:
  ///   - length: The number of characters.
  ///   - alphabet: The characters that it consists of; nil for letters and digits.
  /// - Returns: The question.
  public func generate(_ length: Int, from alphabet: String? = nil) -> Ask {
    field {
      $0.generate = GeneratedSecret(
        length: length, from: alphabet ?? GeneratedSecret.lettersAndDigits)
    }
  }

  /// Returns the question with completions; other answers are allowed as well.
  public func suggest(_ texts: Setting) -> Ask { field { $0.settings[.suggest] = texts } }

  /// Returns the question with choices.
  public func choices(_ choices: ChoiceDefinition...) -> Ask {
    field { $0.choices = .listed(choices) }
  }

  /// Returns the question with choices.
  public func choices(_ choices: [ChoiceDefinition]) -> Ask {
    field { $0.choices = .listed(choices) }
  }

  /// Returns the question with choices from data.
  ///
  /// - Parameters:
  ///   - list: A list, in CEL. Its element is `item` in the other arguments.
  ///   - value: The answer; nil for the element itself.
  ///   - label: The label.
  ///   - hint: A short explanation next to the label.
  ///   - section: The title of the section that the choice is in.
  /// - Returns: The question.
  public func choices(
    from list: ExpressionSource, value: ExpressionSource? = nil, label: LocalizedText? = nil,
    hint: LocalizedText? = nil, section: LocalizedText? = nil
  ) -> Ask {
    field {
      $0.choices = .computed(
        from: list, value: value, label: label, hint: hint, section: section)
    }
  }

  /// Returns the question with items of a type, for a list or a map of plain values.
  ///
  /// - Parameters:
  ///   - type: The type of an item; for `choice`, also give the choices.
  ///   - constraints: The constraints on each item.
  ///   - names: The constraints on the names of a map.
  /// - Returns: The question.
  public func items(
    of type: FieldType, _ constraints: ConstraintDefinition..., names: [ConstraintDefinition] = []
  ) -> Ask {
    field { $0.items = ItemsDefinition(of: type, constraints: constraints, names: names) }
  }

  /// Returns the question, in whose answer all items of a list must differ.
  public func unique(_ isUnique: Setting = true) -> Ask {
    field { $0.constraints.append(ConstraintDefinition(.unique, isUnique)) }
  }

  /// Returns the question with a row for a text beside the choices, which must be texts.
  ///
  /// - Parameter label: The label of the row; without one, it's the usual one in the language of the walk.
  /// - Returns: The question.
  public func other(_ label: LocalizedText = .usual) -> Ask {
    field { $0.texts[.other] = label }
  }

  /// Returns the question with a text that's shown if there are no choices.
  public func empty(_ text: LocalizedText) -> Ask { field { $0.texts[.empty] = text } }

  // MARK: Looks and behavior

  /// Returns the question with a priority.
  public func priority(_ priority: FieldPriority) -> Ask { field { $0.priority = priority } }

  /// Returns the question, which asks for a secret twice.
  public func confirm(_ isConfirmed: Bool = true) -> Ask {
    field { $0.flags[.confirm] = isConfirmed }
  }

  /// Returns the question, whose answer is or isn't offered again after going back.
  public func remember(_ isRemembered: Bool) -> Ask { field { $0.flags[.remember] = isRemembered } }

  /// Returns the question with the name of the widget that shows it.
  public func widget(_ name: Identifier) -> Ask { field { $0.widget = name } }

  /// Returns the question with a field type that an extension adds, based on the question's type.
  public func type(named name: String) -> Ask { field { $0.typeName = name } }

  /// Returns the question, whose answer is the language of the steps that follow.
  public func setsLanguage() -> Ask { field { $0.sets = "language" } }
}

extension Setting {
  /// Returns the value of a term.
  public static func term(_ term: some FlowTerm) -> Setting { .computed(term.term.source) }

  /// Returns a value of the program, such as a case of an enumeration or a date.
  public static func value(_ value: some AnswerValue) -> Setting {
    .literal(LiteralValue(value.answer))
  }
}

extension ChoiceDefinition {
  /// Creates a choice.
  ///
  /// - Parameters:
  ///   - value: The answer.
  ///   - label: The label; nil to show the value.
  ///   - hint: A short explanation next to the label.
  /// - Returns: The choice.
  public static func choice(
    _ value: LiteralValue, _ label: LocalizedText? = nil, hint: LocalizedText? = nil
  ) -> ChoiceDefinition {
    ChoiceDefinition(value: value, label: label, hint: hint)
  }

  /// Creates a choice that's a case of an enumeration, or another value of the program.
  public static func choice(
    _ value: some AnswerValue, _ label: LocalizedText? = nil, hint: LocalizedText? = nil
  ) -> ChoiceDefinition {
    ChoiceDefinition(value: LiteralValue(value.answer), label: label, hint: hint)
  }

  /// Returns the choice, offered under a condition.
  public func when(_ condition: ExpressionSource) -> ChoiceDefinition {
    var copy = self
    copy.when = condition
    return copy
  }

  /// Returns the choice, offered under a condition.
  public func when(_ condition: some FlowTerm<Bool>) -> ChoiceDefinition {
    when(condition.term.source)
  }

  /// Returns the choice, which can't be chosen under a condition.
  public func disabled(
    when condition: ExpressionSource, _ reason: LocalizedText? = nil
  ) -> ChoiceDefinition {
    var copy = self
    copy.disabledWhen = condition
    copy.disabled = reason
    return copy
  }

  /// Returns the choice, which can't be chosen under a condition.
  public func disabled(
    when condition: some FlowTerm<Bool>, _ reason: LocalizedText? = nil
  ) -> ChoiceDefinition {
    disabled(when: condition.term.source, reason)
  }

  /// Returns the choice, which is always a part of the answer under a condition.
  public func locked(
    when condition: ExpressionSource, _ reason: LocalizedText? = nil
  ) -> ChoiceDefinition {
    var copy = self
    copy.lockedWhen = condition
    copy.disabled = reason
    return copy
  }

  /// Returns the choice, which goes with no other one.
  public func alone() -> ChoiceDefinition {
    var copy = self
    copy.isAlone = true
    return copy
  }

  /// Returns the choice with what expressions read of it, as `data(answer).key`: texts, numbers, Booleans, and lists and
  /// maps of these.
  public func data(_ data: KeyValuePairs<String, Value>) -> ChoiceDefinition {
    var copy = self
    copy.data = data.map { ChoiceDatum(Identifier($0.key), LiteralValue($0.value)) }
    return copy
  }

  /// Returns the choice in a section of the list, below a line if it's separated.
  public func section(_ title: LocalizedText?, isSeparated: Bool = false) -> ChoiceDefinition {
    var copy = self
    copy.section = title
    copy.isSeparated = isSeparated
    return copy
  }
}
