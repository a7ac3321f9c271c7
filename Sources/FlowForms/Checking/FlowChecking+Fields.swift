// SPDX-License-Identifier: Apache-2.0

import FlowExpressions
import SourceDiagnostics

// Fields: their settings have the field's type, their checks are conditions.
extension FlowChecking {
  mutating func checkField(_ field: FieldDefinition, id: Identifier) -> CheckedField {
    checkKeys(of: field)
    checkWidget(of: field)
    checkLanguageChoice(field)
    let choices = checkChoices(field, id: id)
    let valueType = field.type.valueType(choices: choices.type)
    let label = check(field.label)
    let help = check(field.help)
    let hint = check(field.hint)
    let empty = check(field.empty)
    let defaultValue = field.defaultValue.flatMap {
      check($0, of: field, expecting: valueType, name: "default")
    }
    let required = field.required.flatMap {
      check($0, expecting: .bool, name: "required", described: "true or false")
    }
    let suggest = field.suggest.flatMap {
      check($0, expecting: .list(.string), name: "suggest", described: "a list of texts")
    }
    let constraints = field.constraints.compactMap { check($0, of: field) }
    // The field's own name is the candidate in its checks and messages.
    scope.declareLabel(of: id.name, field.type)
    let known = field.type == .choices ? choices.known.map { .list($0) } : choices.known
    scope.local = VariableDeclaration(id.name, valueType, knownValues: known)
    var messages: [String: CheckedText] = [:]
    for message in field.messages {
      checkMessageKey(message.key, of: field)
      messages[message.key.name] = check(message.text)
    }
    let validations = field.validations.compactMap { check($0, element: 0) }
    scope.local = nil
    return CheckedField(
      id: prefix + id.name, name: id.name, type: field.type, valueType: valueType, label: label,
      help: help, hint: hint,
      empty: empty, defaultValue: defaultValue, required: required, constraints: constraints,
      messages: messages, validations: validations, choices: choices.checked, suggest: suggest,
      priority: field.priority ?? (field.defaultValue == nil ? .high : .medium),
      isConfirmed: field.isConfirmed, isRemembered: field.isRemembered,
      widget: field.widget?.name, setsLanguage: field.sets != nil,
      knownValues: known, place: id.place)
  }

  mutating func check(_ validation: ValidationDefinition, element: Int) -> CheckedValidation? {
    let check = check(validation.check, expecting: .bool)
    // The message is built where the check has failed.
    let message = assuming(check, isTrue: false) { $0.check(validation.message) }
    guard let check, let message else { return nil }
    return CheckedValidation(
      check: check, message: message, severity: validation.level, element: element)
  }

  // MARK: Settings

  private mutating func check(
    _ setting: Setting, of field: FieldDefinition, expecting type: ValueType, name: String
  ) -> CheckedSetting? {
    guard case .literal(let literal) = setting else {
      return check(setting, expecting: type, name: name, described: field.type.described)
    }
    if let value = field.literal(literal.value) { return .known(value) }
    if field.type == .choices, case .list(let values) = literal.value,
      let stranger = values.first(where: { !field.accepts(choice: $0) })
    {
      report(
        Diagnostic(
          "wrong-type",
          "'\(name)' must be a list of choices, but \(stranger.describedForPeople) is none of them",
          at: literal.place))
      return nil
    }
    reportWrongLiteral(literal, name: name, described: field.type.described)
    return nil
  }

  private mutating func check(
    _ setting: Setting, expecting type: ValueType, name: String, described: String
  ) -> CheckedSetting? {
    switch setting {
    case .computed(let source):
      return check(source, expecting: type, orOptional: true).map { .computed($0) }
    case .literal(let literal):
      switch (type, literal.value) {
      case (.bool, .bool), (.int, .int), (.double, .double), (.string, .string):
        return .known(literal.value)
      case (.double, .int(let number)): return .known(.double(Double(number)))
      // A moment or a duration has no literal of its own; its text is looked at with the field.
      case (.timestamp, .string), (.duration, .string): return .known(literal.value)
      case (.list(.string), .list(let values)) where values.allSatisfy(\.isString):
        return .known(literal.value)
      default:
        reportWrongLiteral(literal, name: name, described: described)
        return nil
      }
    }
  }

  /// Checks an expression that may have a type or its optional.
  mutating func check(
    _ source: ExpressionSource, expecting type: ValueType, orOptional: Bool
  ) -> CheckedExpression? {
    guard let expression = check(source) else { return nil }
    let found = expression.compiled.type
    let bare = if case .optional(let inner) = found { inner } else { found }
    if type.accepts(bare) { return expression }
    report(
      Diagnostic(
        "wrong-type", "\(type.described) is needed, but '\(source.text)' is \(bare.described)",
        at: source.place))
    return nil
  }

  mutating func reportWrongLiteral(_ literal: LiteralValue, name: String, described: String) {
    let meant = literal.meant(as: described)
    var found = literal.value.describedForPeople
    if described == "a list of texts", case .list(let values) = literal.value,
      let stranger = values.first(where: { !$0.isString })
    {
      found = "\(stranger.describedForPeople) in it"
    }
    report(
      Diagnostic(
        "wrong-type",
        "'\(name)' must be \(described), found \(found)"
          + (meant.map { "; write \($0)" } ?? ""),
        at: literal.place,
        fixIts: meant.map {
          [
            FixIt(
              "write \($0)", [.init(literal.place.range, $0)],
              isSafe: literal.meansOneThing(as: described))
          ]
        } ?? []))
  }

  /// Reports keys that mean nothing for the field's type.
  private mutating func checkKeys(of field: FieldDefinition) {
    var misfits: [(key: String, place: SourcePlace?)] = []
    if !field.type.isChoice, field.choices != nil {
      misfits.append(("choices", field.choices?.place))
    }
    if !field.type.isChoice, let empty = field.empty {
      misfits.append(("empty", empty.variants.first?.template.place))
    }
    if field.type != .string, let suggest = field.suggest {
      misfits.append(("suggest", suggest.place))
    }
    if field.type != .secret, field.isConfirmed { misfits.append(("confirm", nil)) }
    for (key, place) in misfits {
      report(
        Diagnostic(
          "unknown-key",
          "'\(key)' means nothing for a field of type '\(field.type.rawValue)'",
          at: place ?? field.typePlace,
          notes: place == nil ? [] : [.init("the type is given here", at: field.typePlace)]))
    }
  }

  // MARK: Constraints

  private mutating func check(
    _ constraint: ConstraintDefinition, of field: FieldDefinition
  ) -> CheckedConstraint? {
    guard constraint.kind.applies(to: field.type) else {
      report(
        Diagnostic(
          "unknown-key",
          "'\(constraint.kind.rawValue)' means nothing for a field of type '\(field.type.rawValue)'",
          at: constraint.keyPlace,
          notes: [.init("the type is given here", at: field.typePlace)]))
      return nil
    }
    let (type, described) = constraint.kind.valueType(for: field.type)
    guard
      let setting = check(
        constraint.value, expecting: type, name: constraint.kind.rawValue, described: described)
    else { return nil }
    switch setting {
    case .computed(let expression): return .computed(constraint.kind, expression)
    case .known(let value): return checkKnown(constraint, value, of: field)
    }
  }

  private mutating func checkKnown(
    _ constraint: ConstraintDefinition, _ value: Value, of field: FieldDefinition
  ) -> CheckedConstraint? {
    if constraint.kind == .format, case .string(let name) = value,
      TextFormat(rawValue: name) == nil
    {
      let names = TextFormat.allCases.map(\.rawValue)
      let near = NearMiss.nearest(to: name, in: names).map { "; did you mean '\($0)'?" }
      report(
        Diagnostic(
          "unknown-format",
          "unknown format '\(name)'\(near ?? "; there are \(names.joined(separator: ", "))")",
          at: constraint.value.place))
      return nil
    }
    guard let limit = constraint.kind.limit(value, for: field.type, in: .utc) else {
      reportWrongLimit(constraint, value, of: field)
      return nil
    }
    if let least = constraint.kind.least(below: limit) {
      report(
        Diagnostic(
          "wrong-type", "'\(constraint.kind.rawValue)' must be \(least)",
          at: constraint.value.place))
      return nil
    }
    do {
      // A moment without an offset waits for the session's zone.
      let check = try ConstraintCheck(constraint.kind, field.type == .datetime ? value : limit)
      if let pattern = check.pattern { warnIfUnanchored(pattern, constraint) }
      return .known(check)
    } catch {
      report(
        Diagnostic(
          "invalid-pattern", error.message, at: constraint.value.place.part(error.range, of: value))
      )
      return nil
    }
  }

  /// A pattern is a search, as in JSON Schema; few who write one mean that.
  private mutating func warnIfUnanchored(
    _ pattern: RegularExpression, _ constraint: ConstraintDefinition
  ) {
    guard !pattern.isAnchoredAtStart || !pattern.isAnchoredAtEnd else { return }
    let missing =
      switch (pattern.isAnchoredAtStart, pattern.isAnchoredAtEnd) {
      case (false, false): "'^' and '$'"
      case (false, true): "'^'"
      default: "'$'"
      }
    report(
      Diagnostic(
        "unanchored-pattern", .warning,
        "this pattern may be found anywhere in the text; \(missing) would hold it to the whole",
        at: constraint.value.place))
  }

  private mutating func checkMessageKey(_ key: Identifier, of field: FieldDefinition) {
    let names =
      ["required", "type"]
      + ConstraintKind.allCases.filter { $0.applies(to: field.type) }.map(\.rawValue)
    guard !names.contains(key.name) else { return }
    let near = NearMiss.nearest(to: key.name, in: names).map { "; did you mean '\($0)'?" } ?? ""
    report(
      Diagnostic(
        "unknown-key", "no message can be given for '\(key.name)'\(near)", at: key.place,
        notes: [.init("messages can be given for \(names.joined(separator: ", "))", at: nil)]))
  }

  // MARK: Choices

  private mutating func checkChoices(
    _ field: FieldDefinition, id: Identifier
  ) -> (checked: CheckedChoices?, type: ValueType, known: KnownValues?) {
    switch field.choices {
    case nil:
      if field.type.isChoice {
        report(
          Diagnostic("missing-key", "'\(id.name)' needs 'choices'", at: id.place))
      }
      return (nil, .dyn, nil)
    case .listed(let choices):
      checkDuplicates(choices)
      var listed: [CheckedChoice] = []
      for choice in choices {
        listed.append(check(choice))
      }
      let values = listed.map(\.value)
      let known = field.type.isChoice ? KnownValues.oneOf(values) : nil
      return (.listed(listed), ValueType.joined(values.map(\.type)), known)
    case .computed(let from, let value, let label, let hint):
      guard let list = check(from, expecting: .list(.dyn), orOptional: true) else {
        return (nil, .dyn, nil)
      }
      let itemType = list.compiled.type.elementType
      let itemKnown = list.compiled.knownValues?.element
      scope.local = VariableDeclaration("item", itemType, knownValues: itemKnown)
      let checkedValue = value.flatMap { check($0) }
      let checkedLabel = check(label)
      let checkedHint = check(hint)
      scope.local = nil
      let type = checkedValue?.compiled.type ?? itemType
      return (
        .computed(from: list, value: checkedValue, label: checkedLabel, hint: checkedHint), type,
        value == nil ? itemKnown : checkedValue?.compiled.knownValues
      )
    }
  }

  /// Checks a choice, of which nothing is read where it isn't offered.
  private mutating func check(_ choice: ChoiceDefinition) -> CheckedChoice {
    let when = choice.when.flatMap { check($0, expecting: .bool) }
    return assuming(when, isTrue: true) { checking in
      let disabledWhen = choice.disabledWhen.flatMap { checking.check($0, expecting: .bool) }
      return CheckedChoice(
        value: choice.value.value, label: checking.check(choice.label),
        hint: checking.check(choice.hint), when: when, disabledWhen: disabledWhen,
        disabled: checking.assuming(disabledWhen, isTrue: true) { $0.check(choice.disabled) })
    }
  }

  private mutating func checkDuplicates(_ choices: [ChoiceDefinition]) {
    var seen: [Value: SourcePlace] = [:]
    for choice in choices {
      if let first = seen[choice.value.value] {
        report(
          Diagnostic(
            "duplicate-choice", "the choice '\(choice.value.value.plainText)' stands here twice",
            at: choice.value.place, notes: [.init("it stands here first", at: first)]))
      } else {
        seen[choice.value.value] = choice.value.place
      }
    }
  }
}
