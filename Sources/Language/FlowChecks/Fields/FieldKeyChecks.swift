// SPDX-License-Identifier: Apache-2.0

import FlowExpressions
import FlowModel
import Localization
import SourceDiagnostics

// Checks keys of fields that name something: limits, widgets, and `sets`.
extension FlowChecking {
  /// Reports a literal limit that has the right kind of scalar but isn't valid.
  mutating func reportWrongLimit(
    _ constraint: ConstraintDefinition, _ value: Value, of field: FieldDefinition
  ) {
    let (type, need) = constraint.kind.valueType(for: field.type)
    let literal = LiteralValue(value, at: constraint.value.place)
    guard constraint.kind == .must, case .string(let word) = value else {
      return reportWrongLiteral(
        literal, name: constraint.kind.rawValue, need: need,
        expecting: type, as: field.type.form)
    }
    reportUnknown(
      "unknown-word", "requirement", word, among: PathRequirement.allCases.map(\.rawValue),
      at: literal.place)
  }

  /// Reports a widget that doesn't exist, or that's for fields of another type.
  mutating func checkWidget(of field: FieldDefinition) {
    guard let widget = field.widget else { return }
    let fitting =
      field.type.kind.widgets.map(\.rawValue) + definition.extensions.widgets(for: field.type)
    let others = definition.extensions.widgets.map(\.name)
    guard FieldWidget(rawValue: widget.name) != nil || others.contains(widget.name) else {
      return reportUnknown(
        "unknown-widget", "widget", widget.name,
        among: NearMiss.nearest(to: widget.name, in: fitting) == nil
          ? FieldWidget.allCases.map(\.rawValue) + others : fitting,
        expected: fitting, at: widget.place)
    }
    guard !fitting.contains(widget.name) else {
      guard field.takesOthers, let found = FieldWidget(rawValue: widget.name),
        [.buttons, .menu].contains(found)
      else { return }
      return report(
        Diagnostic(
          "misfit-widget",
          "the widget '\(widget.name)' has no row for a text beside the choices; expected 'list' or "
            + "'search'",
          at: widget.place))
    }
    report(
      Diagnostic(
        "misfit-widget",
        "the widget '\(widget.name)' shows no field of type '\(field.type.rawValue)'; expected "
          + Self.alternatives(fitting),
        at: widget.place, notes: [.init("the type is given here", at: field.typePlace)]))
  }

  /// Reports a `sets: language` whose answer can't be a language.
  mutating func checkLanguageChoice(_ field: FieldDefinition) {
    guard let sets = field.sets else { return }
    guard sets.name == "language" else {
      return reportUnknown(
        "unknown-word", "setting", sets.name, among: ["language"], at: sets.place)
    }
    guard field.type == .choice else {
      report(
        Diagnostic(
          "misfit-language",
          "'sets: language' needs a field of type 'choice', found '\(field.type.rawValue)'",
          at: sets.place, notes: [.init("the type is given here", at: field.typePlace)]))
      return
    }
    if field.takesOthers {
      report(
        Diagnostic(
          "misfit-language",
          "'sets: language' needs choices alone; with 'other', any text is an answer",
          at: sets.place))
    }
    guard case .listed(let choices)? = field.choices else { return }
    for choice in choices {
      if case .string(let tag) = choice.value.value, tag.isLanguageTag { continue }
      report(
        Diagnostic(
          "unknown-language",
          "\(choice.value.value.describedForPeople) isn't a language tag; "
            + "expected one such as 'en' or 'de-AT'",
          at: choice.value.place,
          notes: [.init("the choice sets the language here", at: sets.place)]
        ))
    }
  }

  /// Reports a word for yes that means no, or the other way round.
  mutating func checkWords(of field: FieldDefinition) {
    for (text, isYes) in [(field.texts[.yes], true), (field.texts[.no], false)] {
      for variant in text?.variants ?? [] {
        let tag = variant.language ?? definition.language
        let other = field.texts[isYes ? .no : .yes]?.variants
          .first { ($0.language ?? definition.language) == tag }?.template.parts
        guard variant.template.parts.count == 1, case .words(let word) = variant.template.parts[0]
        else { continue }
        let catalog = MessageCatalog.builtIn(for: tag) ?? .english
        guard catalog.yesOrNo(word.trimmed) == !isYes || isYes && other == [.words(word)] else {
          continue
        }
        report(
          Diagnostic(
            "ambiguous-choice",
            "typing '\(word)' would mean both yes and no; give '\(isYes ? "yes" : "no")' another word",
            at: variant.template.place))
      }
    }
  }

  /// Reports a random text that can't be drawn, or that the field's own limits refuse.
  mutating func checkGenerate(of field: FieldDefinition) {
    guard field.type == .secret, let generate = field.generate else { return }
    func found(_ words: String) -> Diagnostic {
      Diagnostic("wrong-type", words, at: generate.place)
    }
    let characters = Array(generate.alphabet)
    if !(1...GeneratedSecret.maximumLength).contains(generate.length) {
      report(found("'generate' must be a length from 1 to \(GeneratedSecret.maximumLength)"))
    } else if characters.count < 2 || Set(characters).count < characters.count {
      report(found("'from' must have at least two characters, each once"))
    } else if let wrong = characters.first(where: { $0.unicodeScalars.contains { $0.value < 0x20 } }
    ) {
      report(
        found(
          "'from' has the control character U+00\(String(wrong.unicodeScalars.first?.value ?? 0, radix: 16))"
        ))
    } else {
      let count = characters.allSatisfy { $0.unicodeScalars.count == 1 } ? generate.length : nil
      for constraint in field.constraints {
        guard let count, case .literal(let literal) = constraint.value,
          case .int(let limit) = literal.value,
          constraint.kind == .minLength && count < limit
            || constraint.kind == .maxLength && count > limit
        else { continue }
        var diagnostic = Diagnostic(
          "refused-value",
          "'generate' makes \(count) characters, which '\(constraint.kind.rawValue)' refuses",
          at: generate.place)
        diagnostic.notes = [
          .init("'\(constraint.kind.rawValue)' is given here", at: constraint.keyPlace)
        ]
        report(diagnostic)
      }
    }
  }

  /// Checks an expression whose value must be the word for a priority.
  mutating func checkPriority(_ source: ExpressionSource) -> FlowExpression? {
    guard let expression = check(source, for: .priority, expecting: .string) else { return nil }
    let words = FieldPriority.allCases.map(\.rawValue)
    let known: [Value]? =
      if case .oneOf(let values)? = expression.compiled.knownValues { values } else { nil }
    let stranger = known?.first { value in
      if case .string(let word) = value { !words.contains(word) } else { true }
    }
    guard known == nil || stranger != nil else { return expression }
    report(
      Diagnostic(
        "wrong-type",
        "expected \(Self.alternatives(words)), but '\(source.text)' may be "
          + (stranger.map { "'\($0.plainText)'" } ?? "any text"), at: source.place))
    return nil
  }

  // MARK: Words

  mutating func reportUnknown(
    _ id: DiagnosticID, _ what: String, _ name: String, among names: [String],
    expected: [String]? = nil, at place: SourcePlace
  ) {
    guard let near = NearMiss.nearest(to: name, in: names) else {
      report(
        Diagnostic(
          id, "unknown \(what) '\(name)'; expected \(Self.alternatives(expected ?? names))",
          at: place))
      return
    }
    report(
      Diagnostic(
        id, "unknown \(what) '\(name)'; did you mean '\(near)'?", at: place,
        fixIts: [
          FixIt(
            "write '\(near)'", [.init(place.range, near)],
            isSafe: NearMiss.isClear(name, in: names))
        ]))
  }

  private static func alternatives(_ names: [String]) -> String {
    let quoted = names.map { "'\($0)'" }
    guard quoted.count > 1, let last = quoted.last else { return quoted.first ?? "" }
    return "\(quoted.dropLast().joined(separator: ", ")) or \(last)"
  }
}
