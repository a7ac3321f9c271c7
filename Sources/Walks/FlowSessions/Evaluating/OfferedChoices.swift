// SPDX-License-Identifier: Apache-2.0

import FlowExpressions
import FlowModel
import Localization

// The choices of a field, in a scope.
extension FlowSession {
  func choices(of field: CheckedField, in scope: SessionScope) throws(FlowFailure) -> [Choice] {
    switch field.choices {
    case nil: []
    case .listed(let listed):
      if let fixed = field.fixedChoices?.choices(in: language) {
        fixed
      } else {
        try choices(listed, in: scope)
      }
    case .computed(let from, let value, let label, let hint, let section):
      try choices(from, value, label, hint, section, in: scope).withoutBlanks.uniquelyValued
    }
  }

  /// Returns the texts that are answers beside the choices that are offered, in a row with a label; nil for none.
  ///
  /// An empty label stands for the usual one.
  func otherTexts(
    of field: CheckedField, beside choices: [Choice], labeled label: String?
  ) -> OtherTexts? {
    guard let label else { return nil }
    var closed: Set<Value> = []
    if case .listed(let listed)? = field.choices {
      closed = Set(listed.map(\.value)).subtracting(choices.map(\.value))
    }
    return OtherTexts(
      label: label.trimmed.isEmpty ? catalog.text(.otherUsual) : label, closed: closed)
  }

  private func choices(
    _ listed: [CheckedChoice], in scope: SessionScope
  ) throws(FlowFailure) -> [Choice] {
    var choices: [Choice] = []
    choices.reserveCapacity(listed.count)
    var isSeparated = false
    for choice in listed {
      // A line stays where the choice below it isn't offered.
      isSeparated = isSeparated || choice.isSeparated
      if let when = choice.when, try !when.isTrue(in: scope) { continue }
      var (isLocked, isDisabled) = (false, false)
      if let lockedWhen = choice.lockedWhen { isLocked = try lockedWhen.isTrue(in: scope) }
      if !isLocked, let disabledWhen = choice.disabledWhen {
        isDisabled = try disabledWhen.isTrue(in: scope)
      }
      let reason =
        isLocked || isDisabled
        ? try choice.disabled?.text(in: scope, language: language) ?? "" : nil
      choices.append(
        Choice(
          value: choice.value,
          label: try choice.label?.text(in: scope, language: language) ?? choice.value.plainText,
          hint: try choice.hint?.text(in: scope, language: language),
          section: try choice.section?.text(in: scope, language: language),
          isSeparated: isSeparated, disabledReason: isDisabled ? reason : nil,
          lockedReason: isLocked ? reason : nil, isAlone: choice.isAlone))
      isSeparated = false
    }
    return choices
  }

  private func choices(
    _ from: FlowExpression, _ value: FlowExpression?, _ label: CheckedText?, _ hint: CheckedText?,
    _ section: CheckedText?, in scope: SessionScope
  ) throws(FlowFailure) -> [Choice] {
    guard case .list(let items)? = try from.value(in: scope).unwrapped else { return [] }
    if value == nil, label == nil, hint == nil, section == nil {
      return items.map { Choice(value: $0, label: $0.plainText) }
    }
    let part = value?.itemPart
    let shown = label?.parts(for: language).flatMap { $0.isOfItem ? $0 : nil }
    let told = hint?.parts(for: language).flatMap { $0.isOfItem ? $0 : nil }
    var scope = scope
    var choices: [Choice] = []
    choices.reserveCapacity(items.count)
    for item in items {
      scope.local["item"] = item
      var choice = Choice(value: item, label: "")
      if let known = part?.value(in: item) {
        choice.value = known
      } else if let found = try value?.value(in: scope).unwrapped {
        choice.value = found
      }
      if let known = shown?.text(of: item) {
        choice.label = known
      } else {
        choice.label =
          try label?.text(in: scope, language: language) ?? choice.value.plainText
      }
      if let known = told?.text(of: item) {
        choice.hint = known
      } else {
        choice.hint = try hint?.text(in: scope, language: language)
      }
      choice.section = try section?.text(in: scope, language: language)
      choices.append(choice)
    }
    return choices
  }
}

extension [Choice] {
  /// The choices that can be seen: those whose values and labels aren't both blank.
  ///
  /// - Complexity: O(*n*).
  fileprivate var withoutBlanks: [Choice] {
    func isBlank(_ choice: Choice) -> Bool {
      choice.label.trimmed.isEmpty && choice.value.plainText.trimmed.isEmpty
    }
    return contains(where: isBlank) ? filter { !isBlank($0) } : self
  }

  /// The first choice of each value: an answer can't tell the others from it.
  ///
  /// - Complexity: O(*n*).
  fileprivate var uniquelyValued: [Choice] {
    var known: Set<Value> = []
    known.reserveCapacity(count)
    return filter { known.insert($0.value.comparedAsData).inserted }
  }
}
