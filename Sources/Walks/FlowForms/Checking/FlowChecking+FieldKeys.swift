// SPDX-License-Identifier: Apache-2.0

import FlowExpressions
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
      field.type.widgets.map(\.rawValue) + definition.extensions.widgets(for: field.type)
    let others = definition.extensions.widgets.map(\.name)
    guard FieldWidget(rawValue: widget.name) != nil || others.contains(widget.name) else {
      return reportUnknown(
        "unknown-widget", "widget", widget.name,
        among: NearMiss.nearest(to: widget.name, in: fitting) == nil
          ? FieldWidget.allCases.map(\.rawValue) + others : fitting,
        expected: fitting, at: widget.place)
    }
    guard !fitting.contains(widget.name) else { return }
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

/// A way of showing a field: the words of `widget:`.
///
/// A face with only one way, such as the line face, ignores it.
public enum FieldWidget: String, Hashable, Sendable, CaseIterable {
  /// One line.
  case line

  /// Several lines.
  case lines

  /// A separate editor.
  case editor

  /// A list of all choices.
  case list

  /// The chosen choice, with the others on demand.
  case menu

  /// A list of choices that's filtered by typing.
  case search

  /// A list with a mark for each choice.
  case checklist

  /// Two buttons.
  case buttons

  /// A switch.
  case toggle

  /// A slider between the minimum and the maximum.
  case slider

  /// A number with keys to increase and decrease it.
  case stepper

  /// A calendar that shows a month.
  case calendar

  /// A clock with hours and minutes.
  case clock

  /// A tree of directories and files.
  case tree
}

extension String {
  /// Whether it's a language tag: letters, followed by parts of letters and digits, such as `en`,
  /// `de-AT`, or `zh-Hant`.
  package var isLanguageTag: Bool {
    let parts = split(separator: "-", omittingEmptySubsequences: false)
    guard let first = parts.first, (2...3).contains(first.utf8.count),
      first.utf8.allSatisfy({ $0 | 0x20 >= 0x61 && $0 | 0x20 <= 0x7A })
    else { return false }
    return parts.dropFirst().allSatisfy { part in
      (1...8).contains(part.utf8.count)
        && part.utf8.allSatisfy {
          $0 >= 0x30 && $0 <= 0x39 || $0 | 0x20 >= 0x61 && $0 | 0x20 <= 0x7A
        }
    }
  }
}
