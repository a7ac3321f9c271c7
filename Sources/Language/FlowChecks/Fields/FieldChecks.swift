// SPDX-License-Identifier: Apache-2.0

import FlowExpressions
import FlowModel
import RegularExpressions
import SourceDiagnostics

// Checks fields: the types of their settings, and their checks.
extension FlowChecking {
  mutating func checkField(_ written: FieldDefinition, id: Identifier) -> CheckedField {
    let extended = written.typeName.flatMap { definition.extensions.type(named: $0) }
    let field = definition.extensions.completing(written)
    checkKeys(of: written)
    checkWidget(of: field)
    checkLanguageChoice(field)
    let choices = checkChoices(field, id: id)
    let items = checkItems(of: field, choosing: choices.type)
    let valueType = field.type.valueType(choices: items.type ?? choices.type)
    var texts: FieldTable<FieldText, CheckedText> = [:]
    for key in FieldText.allCases { texts[key] = check(field.texts[key], for: .fieldText(key)) }
    checkWords(of: field)
    checkGenerate(of: field)
    let priority = field.computedPriority.flatMap { checkPriority($0) }
    var settings: FieldTable<FieldSetting, CheckedSetting> = [:]
    for key in FieldSetting.allCases {
      settings[key] = field.settings[key].flatMap {
        check(key, $0, of: field, expecting: valueType)
      }
    }
    let constraints = field.constraints.compactMap { check($0, of: field, for: .constraint) }
    checkLiterals(
      of: field, settings, against: constraints, items.rules.known)
    // The field's own name is the candidate in its checks and messages.
    let data = dataType(of: field)
    scope.declareFunctions(of: id.name, field.type, takesOthers: field.takesOthers, data: data)
    let known = knownValues(of: field, constraints, items: items.rules, choosing: choices.known)
    let outer = enter(VariableDeclaration(id.name, valueType, knownValues: known))
    var messages: [String: CheckedText] = [:]
    for message in field.messages {
      checkMessageKey(message.key, of: field)
      messages[message.key.name] = check(message, of: id, valueType, known?.withoutRanges)
    }
    let validations = field.validations.compactMap { validation in
      checkPlace(of: validation, in: id)
      return check(validation, element: 0)
    }
    leave(outer)
    return CheckedField(
      id: prefix + id.name, name: id.name, type: field.type, valueType: valueType, texts: texts,
      settings: settings, flags: field.flags, constraints: constraints, messages: messages,
      validations: validations, choices: choices.checked, items: items.rules,
      priority: field.priority
        ?? (field.settings[.default] == nil && field.generate == nil ? .high : .medium),
      computedPriority: priority, generate: field.generate, widget: field.widget?.name,
      reading: extended?.reading, setsLanguage: field.sets != nil,
      knownValues: known, dataType: data, place: id.place)
  }

  /// Checks a setting of a field whose answers have a type.
  private mutating func check(
    _ key: FieldSetting, _ setting: Setting, of field: FieldDefinition, expecting type: ValueType
  ) -> CheckedSetting? {
    let name = key.entry.key
    switch key.content {
    case .answer where key == .otherwise:
      return checkOtherwise(setting, of: field, expecting: type)
    case .answer:
      readsEarlierItems = true
      defer { readsEarlierItems = false }
      return check(setting, of: field, for: .setting(key), expecting: type, name: name)
    case .truth:
      return check(
        setting, for: .setting(key), expecting: .bool, name: name, need: .answer(.boolean))
    case .texts:
      if case .literal(let literal) = setting {
        warnOfNames(
          in: literal, "'\(name)'", meant: "computed texts are written as { value: \"[…]\" }")
      }
      return check(
        setting, for: .setting(key), expecting: .list(.string), name: name, need: .texts)
    }
  }

  /// Checks a message, which reads the candidate at the time when it's shown.
  private mutating func check(
    _ message: MessageDefinition, of id: Identifier, _ type: ValueType, _ known: KnownValues?
  ) -> CheckedText? {
    let candidate =
      switch message.key.name {
      case "required":
        VariableDeclaration(id.name, type, presence: .maybe, knownValues: known)
      case "type": VariableDeclaration(id.name, .string)
      default: VariableDeclaration(id.name, type, knownValues: known)
      }
    let outer = enter(candidate)
    defer { leave(outer) }
    let before = diagnostics.count
    let text = check(message.text, for: .message)
    guard message.key.name == "type", type != .string else { return text }
    for index in diagnostics.indices[before...] where diagnostics[index].id != "unknown-answer" {
      diagnostics[index].notes.append(
        .init("in this message '\(id.name)' is the text that was typed", at: message.key.place))
    }
    return text
  }

  /// Reports a check of a question that says it belongs to something else.
  private mutating func checkPlace(of validation: ValidationDefinition, in id: Identifier) {
    guard let field = validation.field, field.name != id.name else { return }
    report(
      Diagnostic(
        "unknown-key",
        "a check of '\(id.name)' belongs to '\(id.name)'; 'at' is for the checks of a form",
        at: field.place))
  }

  mutating func check(_ validation: ValidationDefinition, element: Int) -> CheckedValidation? {
    let check = check(validation.check, for: .check, expecting: .bool)
    // The message is evaluated only if the check failed.
    let message = assuming(check, isTrue: false) {
      $0.check(validation.message, for: .checkMessage)
    }
    guard let check, let message else { return nil }
    return CheckedValidation(
      check: check, message: message, severity: validation.level, element: element)
  }

  /// Reports keys that don't apply to the field's type.
  private mutating func checkKeys(of field: FieldDefinition) {
    var misfits: [(key: String, place: SourcePlace?)] = []
    if !field.hasChoices, let choices = field.choices {
      if field.type.hasItems {
        let found = field.items == nil ? "a field" : "items"
        let type = field.items?.type ?? field.type
        report(
          Diagnostic(
            "unknown-key",
            "'choices' means nothing for \(found) of type '\(type.rawValue)'; items of which each is one "
              + "of them have 'of: { type: choice, choices: … }'",
            at: choices.place ?? field.typePlace,
            notes: [
              .init("the type is given here", at: field.items?.typePlace ?? field.typePlace)
            ]))
      } else {
        misfits.append(("choices", choices.place))
      }
    }
    for key in FieldText.allCases where !key.entry.applies(to: field.type) {
      guard let text = field.texts[key] else { continue }
      misfits.append((key.entry.key, text.variants.first?.template.place))
    }
    for key in FieldSetting.allCases where !key.entry.applies(to: field.type) {
      guard let setting = field.settings[key] else { continue }
      misfits.append((key.entry.key, setting.place))
    }
    for key in FieldFlag.allCases
    where !key.entry.applies(to: field.type) && field.flags.has(key) != key.isUsual {
      misfits.append((key.entry.key, nil))
    }
    if field.type != .secret, let generate = field.generate {
      misfits.append(("generate", generate.place))
    }
    if !field.type.hasItems, let items = field.items { misfits.append(("of", items.typePlace)) }
    if field.type != .map, let names = field.items?.names.first {
      misfits.append(("keys", names.keyPlace))
    }
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

  mutating func check(
    _ constraint: ConstraintDefinition, of field: FieldDefinition, for role: IndexedRole
  ) -> CheckedConstraint? {
    guard field.takes(constraint.kind) else {
      understand(constraint.value, for: role)
      let meant = constraint.kind.meant(for: field.type).flatMap { kind in
        field.constraints.contains { $0.kind == kind } ? nil : kind.rawValue
      }
      report(
        Diagnostic(
          "unknown-key",
          "'\(constraint.kind.rawValue)' means nothing for a field of type '\(field.type.rawValue)'"
            + (meant.map { "; did you mean '\($0)'?" } ?? ""),
          at: constraint.keyPlace,
          notes: [.init("the type is given here", at: field.typePlace)],
          fixIts: meant.map {
            [FixIt("write '\($0)'", [.init(constraint.keyPlace.range, $0)], isSafe: true)]
          } ?? []))
      return nil
    }
    let (type, need) = constraint.kind.valueType(for: field.type)
    guard
      let setting = check(
        constraint.value, for: role, expecting: type, as: field.type.form,
        name: constraint.kind.rawValue,
        need: need)
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
      // A date and time without an offset depends on the session's time zone.
      let check = try ConstraintCheck(constraint.kind, field.type == .datetime ? value : limit)
      if let pattern = check.pattern {
        if let range = pattern.looseCount {
          reportLooseCount(at: range, constraint, value)
          return nil
        }
        warnIfUnanchored(pattern, constraint)
      }
      return .known(check)
    } catch {
      report(
        Diagnostic(
          "invalid-pattern", error.message, at: constraint.value.place.part(error.range, of: value))
      )
      return nil
    }
  }

  /// Reports the beginning of a repeat count that isn't closed: RE2 finds it as text, but most authors
  /// have forgotten its brace.
  private mutating func reportLooseCount(
    at range: SourceRange, _ constraint: ConstraintDefinition, _ pattern: Value
  ) {
    let count = Array(pattern.plainText.utf8)[range.lowerBound..<range.upperBound]
    let text = String(decoding: count, as: UTF8.self)
    report(
      Diagnostic(
        "invalid-pattern",
        "expected '}' after '\(text)'; write '\\{' for the character itself",
        at: constraint.value.place.part(range, of: pattern)))
  }

  /// Warns about a pattern without anchors.
  ///
  /// Patterns search the text, as in JSON Schema, but most authors expect them to match all of it.
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
      + ConstraintKind.allCases.filter { kind in
        // The message about an item is given with those about the whole list.
        field.takes(kind)
          || field.items?.constraints.contains { $0.kind == kind } == true
          || field.items?.names.contains { $0.kind == kind } == true
      }.map(\.rawValue)
    guard !names.contains(key.name) else { return }
    let near = NearMiss.nearest(to: key.name, in: names).map { "; did you mean '\($0)'?" } ?? ""
    report(
      Diagnostic(
        "unknown-key", "no message can be given for '\(key.name)'\(near)", at: key.place,
        notes: [.init("messages can be given for \(names.joined(separator: ", "))", at: nil)]))
  }
}
