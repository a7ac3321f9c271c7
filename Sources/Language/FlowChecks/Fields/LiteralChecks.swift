// SPDX-License-Identifier: Apache-2.0

import FlowExpressions
import FlowModel
import Localization
import SourceDiagnostics

// Compares the values that the file gives to a field with the field's own constraints.
extension FlowChecking {
  /// Reports a default or a completion that the field's constraints refuse.
  mutating func checkLiterals(
    of field: FieldDefinition, _ settings: FieldTable<FieldSetting, CheckedSetting>,
    against constraints: [CheckedConstraint], _ items: ItemRules
  ) {
    var checks: [ConstraintCheck] = []
    for constraint in constraints {
      if case .known(let check) = constraint { checks.append(check) }
    }
    for key in FieldSetting.allCases {
      guard let place = field.settings[key]?.place, let setting = settings[key] else { continue }
      let name = key.entry.key
      switch (key.content, setting) {
      case (.answer, .known("")) where key == .default && field.type.isText && !field.mayBeEmpty:
        report(
          Diagnostic(
            "refused-value",
            "'default' is an empty text, which isn't an answer; leave it out, or write "
              + "'required: false'", at: place,
            fixIts: field.settings[.required] == nil ? [place.fix(adding: "required: false")] : []))
      case (.answer, .known(let value)):
        if reportItem(value, as: name, by: items, of: field, at: place) { return }
        reportRefused(value, as: name, by: checks, of: field, at: place)
        if key == .default { warnOfLostElements(of: value, field, at: place) }
      case (.answer, .computed(let expression)):
        warnOfRefused(expression, as: name, by: checks, of: field, at: place)
      case (.texts, .known(.list(let values))):
        for value in values {
          reportRefused(value, as: name, by: checks, of: field, at: place)
        }
      case (.truth, _), (.texts, _): break
      }
    }
  }

  /// Reports a value with an item that's refused, and returns whether there's one.
  private mutating func reportItem(
    _ value: Value, as key: String, by items: ItemRules, of field: FieldDefinition,
    at place: SourcePlace
  ) -> Bool {
    guard field.type.hasItems else { return false }
    let reading = ItemReading(
      isMap: field.type == .map, rules: items, choices: [], zone: .utc, catalog: .english)
    // Choices are checked with the type.
    let fitted =
      items.type == .choice
      ? value : DataFitting(type: field.type, choices: [], items: items).value(from: value)
    guard let fitted, let found = reading.complaint(about: fitted) else { return false }
    report(Diagnostic("refused-value", "'\(key)' is refused: \(found.words)", at: place))
    return true
  }

  private mutating func reportRefused(
    _ value: Value, as key: String, by checks: [ConstraintCheck], of field: FieldDefinition,
    at place: SourcePlace
  ) {
    guard let (words, kind) = complaint(about: value, by: checks, of: field) else { return }
    let shown = TypedTime.text(of: value, as: field.type, in: .utc)
    let found =
      switch value {
      case .list: ""
      case .string: " '\(shown)'"
      default: " \(shown)"
      }
    let verb = key == "suggest" ? "holds" : "is"
    report(
      Diagnostic(
        "refused-value",
        "'\(key)'\(found.isEmpty ? "" : " \(verb)\(found), which") is refused: \(words)", at: place,
        notes: constraintNote(kind, field)))
  }

  /// Warns about an element of a default that can't always be chosen.
  private mutating func warnOfLostElements(
    of value: Value, _ field: FieldDefinition, at place: SourcePlace
  ) {
    guard field.type == .choices, case .list(let elements) = value,
      case .listed(let choices)? = field.choices
    else { return }
    for element in elements {
      guard
        let choice = choices.first(where: {
          $0.value.value.comparedAsData == element.comparedAsData
        }), let condition = choice.when ?? choice.disabledWhen
      else { continue }
      report(
        Diagnostic(
          "partial-default", .warning,
          "'default' loses '\(element.plainText)' where that can't be chosen", at: place,
          notes: [.init("it depends on this condition", at: condition.place)]))
    }
  }

  /// Warns about a computed setting that can have a value that's refused.
  private mutating func warnOfRefused(
    _ expression: FlowExpression, as key: String, by checks: [ConstraintCheck],
    of field: FieldDefinition,
    at place: SourcePlace
  ) {
    guard case .oneOf(let values)? = expression.compiled.knownValues else { return }
    for value in values {
      guard let value = field.literal(value),
        let (words, kind) = complaint(about: value, by: checks, of: field)
      else { continue }
      let shown = TypedTime.text(of: value, as: field.type, in: .utc)
      return report(
        Diagnostic(
          "refused-value", .warning, "'\(key)' may be '\(shown)', which is refused: \(words)",
          at: place, notes: constraintNote(kind, field)))
    }
  }

  private func constraintNote(
    _ kind: ConstraintKind?, _ field: FieldDefinition
  ) -> [Diagnostic.Note] {
    guard let kind, let constraint = field.constraints.first(where: { $0.kind == kind }) else {
      return []
    }
    return [.init("'\(kind.rawValue)' is given here", at: constraint.keyPlace)]
  }

  /// Returns why a value in the file is refused, and by which constraint, or nil if it's accepted.
  private func complaint(
    about value: Value, by checks: [ConstraintCheck], of field: FieldDefinition
  ) -> (words: String, kind: ConstraintKind?)? {
    if case .string(let text) = value {
      // Empty text isn't a value.
      if text.isEmpty { return nil }
      if field.type == .string, text.unicodeScalars.contains(where: { $0 == "\n" || $0 == "\r" }) {
        return ("must be a single line", nil)
      }
    }
    for check in checks {
      var (value, check) = (value, check)
      if field.type == .datetime {
        // Two times can only be compared if both have an offset, or neither has one.
        guard value.hasOffset == check.limit.hasOffset,
          let moment = TypedTime.fitted(value, to: .datetime, in: .utc)
        else { continue }
        value = moment
        check = check.fitted(to: .datetime, in: .utc)
      }
      for part in field.parts(of: value, for: check.kind) {
        if let words = check.complaint(about: part, of: field.type, in: .utc) {
          return (words, check.kind)
        }
      }
    }
    return nil
  }
}

extension FieldDefinition {
  /// Whether the field can be left empty.
  fileprivate var mayBeEmpty: Bool {
    switch settings[.required] {
    case nil: false
    case .literal(let literal): literal.value == false
    case .computed: true
    }
  }
}

extension FieldDefinition {
  /// Whether it's answered by an empty text if it's left empty: an optional text whose default is `""` or computed.
  package var answersEmpty: Bool {
    guard type.isText, case .literal(let required)? = settings[.required], required.value == false
    else { return false }
    return switch settings[.default] {
    case .literal(let literal)?: literal.value == ""
    case .computed?: true
    case nil: false
    }
  }
}

extension SourcePlace {
  /// Returns the fix that adds an entry after the value at this place to its map.
  fileprivate func fix(adding entry: String) -> FixIt {
    FixIt(
      "write '\(entry)'", [.init(SourceRange(at: range.upperBound), textAdding(entry))],
      isShown: true)
  }

  /// Returns the text that adds an entry to the map of the value at this place, where it's written after the value.
  func textAdding(_ entry: String) -> String {
    let line = file.range(ofLine: file.lines(of: range).lowerBound)
    let start = line?.lowerBound ?? range.lowerBound
    let before = file[SourceRange(start, range.lowerBound)]
    let column = before.prefix { $0 == " " || $0 == "-" }.utf8.count
    let isBlock = before.dropFirst(column).allSatisfy { $0.isLetter || $0 == ":" || $0 == " " }
    let separator = isBlock ? "\n" + String(repeating: " ", count: column) : ", "
    return separator + entry
  }
}

extension Value {
  /// Whether the text of a date and time has an offset: `Z`, `+02:00`.
  fileprivate var hasOffset: Bool {
    guard case .string(let text) = self else { return false }
    let clock = text.dropFirst(10)
    return clock.contains { "Zz+-".contains($0) }
  }
}
