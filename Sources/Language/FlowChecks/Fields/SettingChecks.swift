// SPDX-License-Identifier: Apache-2.0

import FlowExpressions
import FlowModel
import SourceDiagnostics

// Checks settings, which are literals or expressions of a required type.
extension FlowChecking {
  /// Checks a setting whose value must be a valid answer of the field.
  mutating func check(
    _ setting: Setting, of field: FieldDefinition, for role: IndexedRole,
    expecting type: ValueType, name: String
  ) -> CheckedSetting? {
    guard case .literal(let literal) = setting else {
      return check(
        setting, for: role, expecting: type, as: field.type.form, name: name,
        need: .answer(field.type))
    }
    if let value = field.literal(literal.value) {
      if field.type.isText { warnOfExpression(in: literal, name: name, expecting: type) }
      return .known(value)
    }
    if field.type == .choices || field.type == .list && field.choosesItems,
      case .list(let values) = literal.value,
      let stranger = values.first(where: { !field.accepts(choice: $0) })
    {
      let near = near(to: stranger, among: field.choices)
      report(
        Diagnostic(
          "wrong-type",
          "'\(name)' must be a list of choices, but \(stranger.describedForPeople) is none of them"
            + (near.map { "; did you mean '\($0.choice.value.value.plainText)'?" } ?? ""),
          at: literal.place, notes: Self.list(of: field.choices)))
      return nil
    }
    if reportLabel(literal, of: field, name: name) { return nil }
    if reportStranger(literal, of: field, expecting: type, name: name) { return nil }
    if reportItem(literal, of: field, name: name) { return nil }
    reportWrongLiteral(
      literal, name: name, need: .answer(field.type), expecting: type, as: field.type.form)
    return nil
  }

  /// Reports a text that's none of the listed choices, and returns whether it is one.
  private mutating func reportStranger(
    _ literal: LiteralValue, of field: FieldDefinition, expecting type: ValueType, name: String
  ) -> Bool {
    guard field.type == .choice, case .listed? = field.choices, literal.value.isString else {
      return false
    }
    let near = near(to: literal.value, among: field.choices)
    let source = literal.place.file[literal.place.range]
    guard
      near != nil
        || computed(literal, expecting: type, as: field.type.form) == nil
          && LiteralNeed.answer(field.type).meant(by: literal.value, written: source) == nil
    else { return false }
    let found = "'\(name)' must be one of the choices, found \(literal.value.describedForPeople)"
    guard let near else {
      report(
        Diagnostic("wrong-type", found, at: literal.place, notes: Self.list(of: field.choices)))
      return true
    }
    let place = near.choice.value.place
    report(
      Diagnostic(
        "wrong-type", found + "; did you mean '\(near.choice.value.value.plainText)'?",
        at: literal.place, notes: Self.list(of: field.choices),
        fixIts: [
          FixIt(
            "write '\(near.choice.value.value.plainText)'",
            [.init(literal.place.range, String(place.file[place.range]))], isSafe: near.isClear)
        ]))
    return true
  }

  /// Returns the listed choice that was probably meant by a value that's none of them.
  private func near(
    to value: Value, among choices: ChoicesDefinition?
  ) -> (choice: ChoiceDefinition, isClear: Bool)? {
    guard case .listed(let choices)? = choices,
      let near = NearMiss.match(
        for: value.plainText, in: choices.lazy.map(\.value.value.plainText)),
      let choice = choices.first(where: { $0.value.value.plainText == near.name })
    else { return nil }
    return (choice, near.isClear)
  }

  /// Lists what a field offers, where that's in the file and not long.
  private static func list(of choices: ChoicesDefinition?) -> [Diagnostic.Note] {
    guard case .listed(let choices)? = choices, !choices.isEmpty, choices.count <= 20 else {
      return []
    }
    let names = choices.map { "'\($0.value.value.plainText)'" }.joined(separator: ", ")
    return [.init("it may be \(names)", at: choices[0].value.place)]
  }

  /// Reports an item of another type in a literal list or map, and returns whether there's one.
  private mutating func reportItem(
    _ literal: LiteralValue, of field: FieldDefinition, name: String
  ) -> Bool {
    let items: [Value]
    switch (field.type, literal.value) {
    case (.list, .list(let list)): items = list
    case (.map, .map(let map)): items = map.map(\.value)
    default: return false
    }
    let item = field.itemField
    guard item.type.isItem, let wrong = items.first(where: { item.literal($0) == nil }) else {
      return false
    }
    report(
      Diagnostic(
        "wrong-type",
        "each item of '\(name)' must be \(LiteralNeed.answer(item.type).described), found "
          + wrong.describedForPeople,
        at: literal.place))
    return true
  }

  /// Reports a literal that's the label of a choice instead of its value, and returns whether it is
  /// one.
  private mutating func reportLabel(
    _ literal: LiteralValue, of field: FieldDefinition, name: String
  ) -> Bool {
    guard field.type == .choice, case .string(let label) = literal.value,
      case .listed(let choices)? = field.choices,
      let choice = choices.first(where: { choice in
        choice.label?.variants.contains { $0.template.parts == [.words(label)] } ?? false
      })
    else { return false }
    let written = choice.value.place.file[choice.value.place.range]
    report(
      Diagnostic(
        "wrong-type",
        "'\(name)' must be one of the choices, found the label '\(label)'; write \(written)",
        at: literal.place,
        notes: [.init("'\(label)' is the label of this choice", at: choice.value.place)],
        fixIts: [
          FixIt(
            "write \(written)", [.init(literal.place.range, String(written))], isShown: true,
            isSafe: true)
        ]))
    return true
  }

  /// Checks a setting.
  ///
  /// - Parameters:
  ///   - setting: The setting.
  ///   - role: What it's for.
  ///   - type: The type that it must have. An optional of this type is accepted as well.
  ///   - form: The form that a string must have.
  ///   - name: The key of the setting.
  ///   - need: The requirement for literals.
  /// - Returns: The setting, or nil if it has errors, which are reported.
  mutating func check(
    _ setting: Setting, for role: IndexedRole, expecting type: ValueType,
    as form: TextForm? = nil, name: String, need: LiteralNeed
  ) -> CheckedSetting? {
    switch setting {
    case .computed(let source):
      return check(source, for: role, expecting: type, orOptional: true, as: form).map {
        .computed($0)
      }
    case .literal(let literal):
      switch (type, literal.value) {
      case (.bool, .bool), (.int, .int), (.double, .double), (.string, .string):
        return .known(literal.value)
      case (.double, .int(let number)): return .known(.double(Double(number)))
      // Times and durations are written as text, which is checked with the field.
      case (.timestamp, .string), (.duration, .string): return .known(literal.value)
      case (.list(.string), .list(let values)) where values.allSatisfy(\.isString):
        return .known(literal.value)
      default:
        reportWrongLiteral(
          literal, name: name, need: need, expecting: type, as: form)
        return nil
      }
    }
  }

  /// Checks an expression that must have a type or its optional.
  mutating func check(
    _ source: ExpressionSource, for role: IndexedRole, expecting type: ValueType,
    orOptional: Bool, as form: TextForm? = nil
  ) -> FlowExpression? {
    guard let expression = check(source, for: role) else { return nil }
    return fits(expression, type, as: form) ? expression : nil
  }

  /// Whether an expression has a type or its optional; reports it if it hasn't.
  mutating func fits(
    _ expression: FlowExpression, _ type: ValueType, as form: TextForm? = nil
  ) -> Bool {
    let source = expression.source
    let found = expression.compiled.type
    let bare = if case .optional(let inner) = found { inner } else { found }
    let known = expression.compiled.knownValues
    if type.accepts(bare, knowing: known) {
      guard let form, bare == .string, known?.proves(form) != true else { return true }
      reportUnprovenForm(form, of: source, known)
      return false
    }
    report(
      bare.isUnsure(for: type)
        ? Diagnostic(
          "dynamic-value",
          "expected \(type.described), but \(Self.words(forUnsure: source, known))",
          at: source.place)
        : Diagnostic(
          "wrong-type",
          "expected \(type.described), but '\(source.text)' is \(bare.described)",
          at: source.place))
    return false
  }

  /// Describes the possible types of a value of unknown type, for messages.
  static func words(forUnsure source: ExpressionSource, _ known: KnownValues?) -> String {
    let hidesType = source.text.hasPrefix("dyn(")
    let remedy = hidesType ? "leave out 'dyn'" : "make all that it can be of one type"
    guard case .oneOf(let values)? = known, !values.isEmpty else {
      return "'\(source.text)' may be of any type; \(remedy)"
    }
    let words = values.prefix(4).map(\.describedForPeople).joined(separator: " or ")
    return
      "'\(source.text)' may be \(words)\(values.count > 4 ? " or another value" : ""); \(remedy)"
  }

  /// Reports text that must be a date or time, but can't be proven to be one.
  mutating func reportUnprovenForm(
    _ form: TextForm, of source: ExpressionSource, _ known: KnownValues?
  ) {
    if let other = TextForm.allCases.first(where: { known?.proves($0) == true }) {
      return report(
        Diagnostic(
          "wrong-type", "expected \(form.described), but '\(source.text)' is \(other.described)",
          at: source.place))
    }
    if case .oneOf(let values)? = known,
      let stranger = values.first(where: { !KnownValues.oneOf([$0]).proves(form) })
    {
      return report(
        Diagnostic(
          "wrong-type",
          values.count == 1
            ? "expected \(form.described), but '\(stranger.plainText)' isn't one"
            : "expected \(form.described), but '\(source.text)' may be '\(stranger.plainText)'",
          at: source.place))
    }
    report(
      Diagnostic(
        "wrong-type",
        "expected \(form.described), but '\(source.text)' may be any text; ask for "
          + "\(form.described), or write `\(form.function)(\(source.text))`, which fails on other "
          + "texts",
        at: source.place,
        fixIts: [
          FixIt(
            "make \(form.described) of it",
            [
              .init(source.place(of: SourceRange(at: 0)).range, "\(form.function)("),
              .init(source.place(of: SourceRange(at: source.text.utf8.count)).range, ")"),
            ])
        ]))
  }

  mutating func reportWrongLiteral(
    _ literal: LiteralValue, name: String, need: LiteralNeed, expecting type: ValueType? = nil,
    as form: TextForm? = nil
  ) {
    if let type, let setting = computed(literal, expecting: type, as: form) {
      report(
        Diagnostic(
          "wrong-type",
          "'\(name)' must be \(need.described), found \(literal.value.describedForPeople); an expression "
            + "is written as \(setting)",
          at: literal.place,
          fixIts: [
            FixIt("compute it", [.init(literal.place.range, setting)], isShown: true, isSafe: true)
          ]))
      return
    }
    let source = literal.place.file[literal.place.range]
    let meant = need.meant(by: literal.value, written: source)
    var found = literal.value.describedForPeople
    if need == .texts, case .list(let values) = literal.value,
      let stranger = values.first(where: { !$0.isString })
    {
      found = "\(stranger.describedForPeople) in it"
    }
    report(
      Diagnostic(
        "wrong-type",
        "'\(name)' must be \(need.described), found \(found)"
          + (meant.map { "; write \($0)" } ?? ""),
        at: literal.place,
        fixIts: meant.map {
          [
            FixIt(
              "write \($0)", [.init(literal.place.range, $0)],
              isSafe: need.isClear(source))
          ]
        } ?? []))
  }
}
