// SPDX-License-Identifier: Apache-2.0

import FlowExpressions
import FlowModel
import SourceDiagnostics

// Checks choices, either listed or computed from a list.
extension FlowChecking {
  mutating func checkChoices(
    _ field: FieldDefinition, id: Identifier
  ) -> (checked: CheckedChoices?, type: ValueType, known: KnownValues?) {
    switch field.choices {
    case nil:
      if field.hasChoices {
        let subject = field.choosesItems ? "the items of '\(id.name)' need" : "'\(id.name)' needs"
        report(
          Diagnostic(
            "missing-key", "\(subject) 'choices'",
            at: field.choosesItems ? field.itemField.typePlace : id.place))
      }
      return (nil, .unknown, nil)
    case .listed(let choices):
      checkListed(choices, of: field)
      let listed = choices.map { check($0) }
      let values = listed.map(\.value)
      let known = field.hasChoices && !field.takesOthers ? KnownValues.oneOf(values) : nil
      return (.listed(listed), ValueType.joined(values.map(\.type)), known)
    case .computed(let from, let value, let label, let hint, let section):
      let isWhole = value == nil
      guard
        let list = check(
          from, for: .choices(areValues: isWhole), expecting: .list(.dyn), orOptional: true)
      else {
        understand { checking in
          _ = checking.enter(VariableDeclaration("item", .unknown), of: checking.lastExpression)
          _ = value.map { checking.check($0, for: .choiceValue) }
          _ = checking.check(label, for: .choiceLabel)
          _ = checking.check(hint, for: .choiceHint)
          _ = checking.check(section, for: .choiceSection)
        }
        return (nil, .unknown, nil)
      }
      let item = VariableDeclaration(
        "item", list.compiled.type.elementType, knownValues: list.compiled.knownValues?.element)
      let outer = enter(item, of: lastExpression)
      let checkedValue = value.flatMap { check($0, for: .choiceValue) }
      for text in [label, hint, section] { warnOfPath(text) }
      let checkedLabel = check(label, for: .choiceLabel)
      let checkedHint = check(hint, for: .choiceHint)
      let checkedSection = check(section, for: .choiceSection)
      leave(outer)
      let type = isWhole ? item.type : checkedValue?.compiled.type ?? .unknown
      let known = isWhole ? item.knownValues : checkedValue?.compiled.knownValues
      if field.takesOthers, ![.string, .unknown].contains(type) {
        reportOther(of: field, "these are \(type)", at: (value ?? from).place)
      }
      return (
        .computed(
          from: list, value: checkedValue, label: checkedLabel, hint: checkedHint,
          section: checkedSection), type, field.takesOthers ? nil : known
      )
    }
  }

  /// Checks what's written of choices that are listed, beside their values.
  private mutating func checkListed(_ choices: [ChoiceDefinition], of field: FieldDefinition) {
    checkDuplicates(choices)
    warnOfEqualLabels(choices)
    warnOfJoinedChoices(choices)
    checkTypedWords(choices, of: field)
    for choice in choices {
      warnOfNames(
        in: choice.value, "this choice", meant: "computed choices are written as { from: … }")
    }
    checkMarks(choices, of: field)
    checkOther(of: field, beside: choices)
  }

  /// Checks a choice, which is only evaluated if it's offered.
  private mutating func check(_ choice: ChoiceDefinition) -> CheckedChoice {
    let when = choice.when.flatMap { check($0, for: .choiceWhen, expecting: .bool) }
    return inside(when == nil ? nil : lastExpression, .choice) {
      $0.assuming(when, isTrue: true) { checking in
        let disabledWhen = choice.disabledWhen.flatMap {
          checking.check($0, for: .choiceDisabledWhen, expecting: .bool)
        }
        let lockedWhen = choice.lockedWhen.flatMap {
          checking.check($0, for: .choiceLockedWhen, expecting: .bool)
        }
        // The reason is given where one of the conditions is true.
        let reason =
          choice.disabledWhen == nil ? lockedWhen : choice.lockedWhen == nil ? disabledWhen : nil
        return CheckedChoice(
          value: choice.value.value, label: checking.check(choice.label, for: .choiceLabel),
          hint: checking.check(choice.hint, for: .choiceHint),
          section: checking.check(choice.section, for: .choiceSection),
          isSeparated: choice.isSeparated, when: when, disabledWhen: disabledWhen,
          lockedWhen: lockedWhen,
          disabled: checking.assuming(reason, isTrue: true) {
            $0.check(choice.disabled, for: .choiceDisabled)
          }, isAlone: choice.isAlone,
          data: ValueMap(choice.data.map { ($0.key.name, $0.value.value) }))
      }
    }
  }

  /// Reports keys of choices that only mean something where several are marked, and those that contradict each other.
  private mutating func checkMarks(_ choices: [ChoiceDefinition], of field: FieldDefinition) {
    let locked = choices.first { $0.lockedWhen != nil }
    let alone = choices.first { $0.isAlone }
    guard field.type == .choices else {
      for (choice, key) in [(locked, "lockedWhen"), (alone, "alone")] {
        guard let choice else { continue }
        report(
          Diagnostic(
            "unknown-key", "'\(key)' is for 'type: choices', of which several are marked",
            at: choice.value.place))
      }
      return
    }
    if let locked, let alone {
      report(
        Diagnostic(
          "alone-choice",
          "'\(alone.value.value.plainText)' goes with no other choice, but "
            + "'\(locked.value.value.plainText)' may always be chosen",
          at: alone.value.place, notes: [.init("it's locked here", at: locked.value.place)]))
    }
  }

  /// Reports texts beside choices that are none, and a row for them that looks like a choice.
  private mutating func checkOther(of field: FieldDefinition, beside choices: [ChoiceDefinition]) {
    guard field.takesOthers, let other = field.texts[.other] else { return }
    if let choice = choices.first(where: { !$0.value.value.isString }) {
      reportOther(
        of: field, "\(choice.value.value.describedForPeople) isn't one", at: choice.value.place)
    }
    guard let own = ownText(other), case .words(let label)? = own.parts.first, own.parts.count == 1
    else { return }
    for choice in choices {
      let text = ownText(choice.label)
      guard
        text == nil ? choice.value.value == .string(label) : text?.parts == [.words(label)]
      else { continue }
      report(
        Diagnostic(
          "equal-labels", .warning,
          "'\(label)' is the label of a choice, too, so nobody can tell the row for other texts from it",
          at: own.place,
          notes: [.init("the choice is here", at: text?.place ?? choice.value.place)]))
    }
  }

  /// Reports that texts can't be beside choices of another type.
  private mutating func reportOther(
    of field: FieldDefinition, _ words: String, at place: SourcePlace
  ) {
    let other = field.texts[.other]?.variants.first?.template.place
    report(
      Diagnostic(
        "wrong-type", "with 'other', choices must be texts, and \(words)", at: place,
        notes: other.map { [.init("other texts are allowed here", at: $0)] } ?? []))
  }

  /// Warns about a text of choices from a list that's only the name of a part of an element, such as
  /// `item.name`, as it's written beside it for the value.
  private mutating func warnOfPath(_ text: LocalizedText?) {
    for template in text?.variants.map(\.template) ?? [] {
      guard template.parts.count == 1, case .words(let words) = template.parts[0],
        words.trimmed == "item" || words.trimmed.hasPrefix("item.") || words.hasPrefix("item["),
        let compiled = environment.compile(words, scope: scope, prover: prover).expression,
        compiled.root.isPartOfItem
      else { continue }
      let meant = "${\(words.trimmed)}"
      let written =
        meant.includes("\"")
        ? "'" + meant.replacingParts("'", with: "''") + "'" : "\"\(meant)\""
      report(
        Diagnostic(
          "literal-expression", .warning,
          "each choice would be shown as '\(words.trimmed)', as it is written; a value is written as '\(meant)'",
          at: template.place,
          fixIts: [
            FixIt(
              "write '\(meant)'", [.init(template.place.range, written)], isShown: true,
              isSafe: true)
          ]))
    }
  }

  /// Warns about `[x y z]`, which is one choice.
  private mutating func warnOfJoinedChoices(_ choices: [ChoiceDefinition]) {
    guard choices.count == 1, let choice = choices.first, choice.label == nil,
      case .string(let text) = choice.value.value, text.utf8.count <= 200
    else { return }
    let (file, range) = (choice.value.place.file, choice.value.place.range)
    let words = text.split(separator: " ")
    guard words.count > 1, file[range] == text, range.lowerBound > 0,
      file[SourceRange(range.lowerBound - 1, range.lowerBound)] == "["
    else { return }
    let list = words.joined(separator: ", ")
    report(
      Diagnostic(
        "one-choice", .warning,
        "'\(text)' is one choice; write [\(list)] for \(words.count), or quote it",
        at: choice.value.place,
        fixIts: [FixIt("separate them with commas", [.init(range, list)], isShown: true)]))
  }

  /// Warns about two choices that look the same in the flow's own language, and can be offered together.
  private mutating func warnOfEqualLabels(_ choices: [ChoiceDefinition]) {
    struct Looks: Hashable {
      let label: String
      let section: [TextTemplate.Part]?
    }
    var seen: [Looks: SourcePlace] = [:]
    var values: Set<Value> = []
    // A hint tells them apart, and conditions may.
    for choice in choices where choice.when == nil && choice.hint == nil {
      guard values.insert(choice.value.value).inserted else { continue }
      let label = ownText(choice.label)
      guard label == nil || label?.parts.count == 1 else { continue }
      let text: String
      switch label?.parts.first {
      case nil: text = choice.value.value.plainText
      case .words(let words): text = words
      case .expression, .conditional, .loop, .binding, .file: continue
      }
      let looks = Looks(label: text, section: ownText(choice.section)?.parts)
      let place = label?.place ?? choice.value.place
      guard let first = seen[looks] else {
        seen[looks] = place
        continue
      }
      report(
        Diagnostic(
          "equal-labels", .warning, "'\(text)' is the label of two choices, which look the same",
          at: place, notes: [.init("the other one is here", at: first)]))
    }
  }

  /// Returns a text in the flow's own language.
  private func ownText(_ text: LocalizedText?) -> TextTemplate? {
    text?.variants.first { ($0.language ?? definition.language) == definition.language }?.template
  }

  private mutating func checkDuplicates(_ choices: [ChoiceDefinition]) {
    var seen: [Value: SourcePlace] = [:]
    for choice in choices {
      if let first = seen[choice.value.value] {
        report(
          Diagnostic(
            "duplicate-choice", "the choice '\(choice.value.value.plainText)' occurs twice",
            at: choice.value.place, notes: [.init("it's first given here", at: first)]))
      } else {
        seen[choice.value.value] = choice.value.place
      }
    }
  }
}

extension ParsedExpression {
  /// Whether it's `item`, or a part of it.
  fileprivate var isPartOfItem: Bool {
    switch kind {
    case .name(let name, _): name == "item"
    case .select(let operand, _, _): operand.isPartOfItem
    case .index(let operand, _, _): operand.isPartOfItem
    default: false
    }
  }
}
