// SPDX-License-Identifier: Apache-2.0

import FlowExpressions
import FlowModel
import Localization

// The choices of a field, in a scope.
extension FlowSession {
  func choices(of field: CheckedField, in scope: SessionScope) throws(FlowFailure) -> [Choice] {
    switch field.choices {
    case nil: []
    case .listed(let listed): try choices(listed, in: scope)
    case .computed(let from, let value, let label, let hint, let section):
      try choices(from, value, label, hint, section, in: scope).uniquelyValued
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
    let part = value.flatMap { ItemPart($0) }
    let shown = label.flatMap { ItemText($0, in: language) }
    let told = hint.flatMap { ItemText($0, in: language) }
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
      if let known = shown?.text(in: item) {
        choice.label = known
      } else {
        choice.label =
          try label?.text(in: scope, language: language) ?? choice.value.plainText
      }
      if let known = told?.text(in: item) {
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
  /// The first choice of each value: an answer can't tell the others from it.
  ///
  /// - Complexity: O(*n*).
  fileprivate var uniquelyValued: [Choice] {
    var known: Set<Value> = []
    known.reserveCapacity(count)
    return filter { known.insert($0.value.comparedAsData).inserted }
  }
}

/// A part of an item that needs no evaluation: `item[0]`, `item.name`.
///
/// Long lists of choices are mostly made of them. Whatever isn't as simple as it looks, such as a
/// part that the item doesn't have, is evaluated.
struct ItemPart {
  private enum Kind {
    case element(Int)
    case member(String)
  }

  private let kind: Kind

  /// The part that an expression is; nil for any other expression.
  init?(_ expression: FlowExpression) {
    let text = expression.source.text
    let references = expression.compiled.references
    guard text.hasPrefix("item"), !references.isEmpty,
      references.allSatisfy({ $0.name == "item" })
    else { return nil }
    if text.hasPrefix("item["), text.hasSuffix("]"), let index = Int(text.dropFirst(5).dropLast()) {
      kind = .element(index)
    } else if text.hasPrefix("item."), text.utf8.dropFirst(5).allSatisfy(Self.isLetter) {
      kind = .member(String(text.dropFirst(5)))
    } else {
      return nil
    }
  }

  private static func isLetter(_ byte: UInt8) -> Bool { byte | 0x20 >= 0x61 && byte | 0x20 <= 0x7A }

  /// The part, unless it's missing or null.
  func value(in item: Value) -> Value? {
    switch (kind, item) {
    case (.element(let index), .list(let list)):
      return list.indices.contains(index) ? list[index].unwrapped : nil
    case (.member(let name), .map(let map)): return map[name]?.unwrapped
    default: return nil
    }
  }
}

/// A text of parts of an item that need no evaluation, and of words: `${item.name} (${item.city})`.
private struct ItemText {
  private enum Part {
    case words(String)
    case item(ItemPart)
  }

  private var parts: [Part] = []

  /// The text in a language; nil for one that must be evaluated.
  init?(_ text: CheckedText, in language: String) {
    guard let found = text.parts(for: language) else { return nil }
    for part in found {
      switch part {
      case .words(let words): parts.append(.words(words))
      case .expression(let expression):
        guard let item = ItemPart(expression) else { return nil }
        parts.append(.item(item))
      case .conditional, .loop, .binding, .file: return nil
      }
    }
  }

  /// The text for an item; nil where one of its parts isn't a text.
  func text(in item: Value) -> String? {
    var text = ""
    for part in parts {
      switch part {
      case .words(let words): text += words
      case .item(let part):
        guard case .string(let words)? = part.value(in: item) else { return nil }
        text += words
      }
    }
    return text
  }
}
