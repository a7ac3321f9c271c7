// SPDX-License-Identifier: Apache-2.0

import FlowExpressions
import FlowModel
import FlowScreens
import FlowSessions
import SourceDiagnostics

/// A question of a flow as a field of a form.
struct FieldForm {
  /// The state of the question.
  let field: FieldState

  /// The answer from an earlier round.
  var typed: Value?

  /// The item of a list that it's about, to be named in the form; nil if that's clear.
  var item: String?

  /// The maximum number of choices that a form lists; with more, the user types one.
  static let maximumChoices = 100

  /// Whether the form lists the choices.
  private var listsChoices: Bool {
    field.type.isChoice && field.otherLabel == nil && !options.isEmpty
      && field.choices.count <= Self.maximumChoices
  }

  /// The choices that can be chosen, by the text that stands for them in the form.
  private var options: [FormOption] {
    field.choices.filter(\.isEnabled).map { choice in
      FormOption(
        choice.value.plainText,
        choice.label + (choice.hint.map { " (\($0))" } ?? ""))
    }
  }

  func property(in revision: ContextRevision) -> ElicitedForm.Property {
    ElicitedForm.Property(
      name: field.dataName, schema: schema(in: revision),
      isRequired: field.isRequired && field.offer == nil
        && !(field.draft == .untouched && field.value != nil))
  }

  private func schema(in revision: ContextRevision) -> Value {
    let question = field.question
    let title = item.map { "\($0) – \(question)" } ?? question
    if field.type == .choice, listsChoices {
      let offer = offered?.plainText
      return FormOption.schema(
        of: options, titled: title, description: description,
        offering: options.contains { $0.value == offer } ? offer : nil, in: revision)
    }
    var map = ValueMap([("type", .string(type(in: revision))), ("title", .string(title))])
    map["description"] = description.map { .string($0) }
    switch field.type.kind.family {
    case .integer, .number:
      map["minimum"] = number(.min)
      map["maximum"] = number(.max)
    case .text where [.string, .text].contains(field.type):
      map["minLength"] = field.limit(of: .minLength)
      map["maxLength"] = field.limit(of: .maxLength)
      map["format"] = format
    case .time(.date): map["format"] = "date"
    case .choices where type(in: revision) == "array":
      let isPlain = options.allSatisfy { $0.title == $0.value }
      map["minItems"] = field.limit(of: .minItems)
      map["maxItems"] = field.limit(of: .maxItems)
      map["items"] =
        isPlain
        ? .object(["type": "string", "enum": .texts(options.map(\.value))])
        : .object(["anyOf": .list(options.map(\.titled))])
    case .text, .boolean, .time, .choice, .choices, .list, .map: break
    }
    map["default"] = defaultValue(in: revision) ?? emptyText(in: map)
    return .map(map)
  }

  /// The empty text, as the default of an optional text for which nothing is offered, if the schema allows it.
  ///
  /// fastmcp sends null for what its user leaves unset and has no default, and then refuses it as no text.
  private func emptyText(in schema: ValueMap) -> Value? {
    guard !field.isRequired, offered == nil, schema["type"] == "string", schema["format"] == nil,
      [nil, .int(0)].contains(schema["minLength"])
    else { return nil }
    return ""
  }

  private func type(in revision: ContextRevision) -> String {
    switch field.type.kind.family {
    case .integer: "integer"
    case .number: "number"
    case .boolean: "boolean"
    case .choices where listsChoices && revision.hasTitles: "array"
    case .text, .time, .choice, .choices, .list, .map: "string"
    }
  }

  /// A limit, unless it's one that JSON can't write.
  private func number(_ kind: ConstraintKind) -> Value? {
    switch field.limit(of: kind) {
    case .int(let number)?: .int(number)
    case .double(let number)? where number.isFinite: .double(number)
    default: nil
    }
  }

  private var format: Value? {
    switch field.limit(of: .format) {
    case "email": "email"
    case "uri": "uri"
    default: nil
    }
  }

  // MARK: Texts and defaults

  private var description: String? {
    var parts = field.problems.map(\.message)
    if let description = field.description { parts.append(description) }
    if let hint = Question.Field(field).hint() { parts.append(hint) }
    if let help = field.help { parts.append(help) }
    if field.type.isChoice, !listsChoices {
      let shown = field.choices.filter(\.isEnabled).prefix(20).map(\.label)
      let isCut = field.choices.count > shown.count
      let other = field.otherChoice.map { "\($0.label) (\($0.hint ?? ""))" }
      parts.append(
        (shown + (isCut ? [] : [other].compactMap { $0 })).joined(separator: ", ")
          + (isCut ? ", … (\(field.choices.count))" : ""))
    }
    let text = parts.map { $0.last == "." ? String($0.dropLast()) : $0 }.joined(separator: ". ")
    return text.isEmpty ? nil : text
  }

  /// The offered value: the text that the user typed, or else the flow's offer.
  ///
  /// A refused answer isn't offered again; its proposal is, if there's one. The text above the form says what
  /// was typed.
  private var offered: Value? {
    if let refusal = field.problems.first(where: { $0.severity == .error }) {
      return refusal.proposal.map { .string($0) } ?? field.offer?.value ?? field.refusedOffer
    }
    if let typed { return typed }
    // An accepted answer is the same however it was given.
    if field.draft != .untouched, let value = field.value { return value }
    return switch field.draft {
    case .typed(let text): .string(text)
    case .data(let value): value
    case .untouched: field.offer?.value
    case .empty: nil
    }
  }

  private func defaultValue(in revision: ContextRevision) -> Value? {
    guard let offered else { return nil }
    switch (type(in: revision), offered) {
    case ("boolean", .bool), ("integer", .int), ("number", .int): return offered
    case ("number", .double(let number)): return number.isFinite ? offered : nil
    case ("integer", .string(let text)): return Int64(text).map { .int($0) }
    case ("boolean", _), ("integer", _), ("number", _): return nil
    case ("array", .list(let values)):
      let texts = values.map(\.plainText)
      return texts.allSatisfy { text in options.contains { $0.value == text } }
        ? .texts(texts) : nil
    case ("array", _): return nil
    case (_, .string(let text)): return .string(text)
    default: return .string(field.typedText(of: offered))
    }
  }

  // MARK: Answers

  /// Returns the input that an answer of the form means.
  func input(_ answer: Value) -> FieldInput {
    switch answer {
    case .null: return .empty
    case .string(let text): return .text(text)
    case .double(let number) where field.type == .integer:
      return Int64(exactly: number).map { .value(.int($0)) } ?? .value(answer)
    case .list(let elements) where field.type == .choices:
      return .value(
        .list(
          elements.map { element in
            field.choices.first { $0.value.plainText == element.plainText }?.value ?? element
          }))
    default: return .value(answer)
    }
  }
}
