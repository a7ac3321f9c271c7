// SPDX-License-Identifier: Apache-2.0

import FlowExpressions
import FlowModel
package import Localization

/// The default and the offer of a field before there's any input.
///
/// It never changes.
final class FieldOffers: Sendable, Hashable {
  /// The default, or nil if there isn't an acceptable one.
  let defaultValue: Value?

  /// The value that Enter alone accepts.
  let offer: FieldState.Offer?

  /// Whether the file's default isn't acceptable.
  let hasRefusedDefault: Bool

  /// Why the file's default isn't acceptable; nil if it is, if it's no answer, or if that isn't known.
  let refusal: RefusedDefault?

  /// The elements of the file's default that can't be chosen now.
  let lost: [Value]

  /// A list or a map that's shown although one of its elements is refused, and taken only once it's corrected.
  let refused: Value?

  /// Whether the user left the field empty on purpose when it was asked before, and it may stay so.
  let isLeftEmpty: Bool

  /// The input that was typed or picked before and isn't submitted; nil for none.
  let unfinished: FieldInput?

  /// Offers nothing.
  static let none = FieldOffers()

  init(
    defaultValue: Value? = nil, offer: FieldState.Offer? = nil, hasRefusedDefault: Bool = false,
    refusal: RefusedDefault? = nil, lost: [Value] = [], refused: Value? = nil,
    isLeftEmpty: Bool = false, unfinished: FieldInput? = nil
  ) {
    self.defaultValue = defaultValue
    self.offer = offer
    self.hasRefusedDefault = hasRefusedDefault
    self.refusal = refusal
    self.lost = lost
    self.refused = refused
    self.isLeftEmpty = isLeftEmpty
    self.unfinished = unfinished
  }

  /// Returns the offers beside other unfinished input.
  func beside(_ unfinished: FieldInput?) -> FieldOffers {
    guard unfinished != self.unfinished else { return self }
    return FieldOffers(
      defaultValue: defaultValue, offer: offer, hasRefusedDefault: hasRefusedDefault,
      refusal: refusal, lost: lost, refused: refused, isLeftEmpty: isLeftEmpty,
      unfinished: unfinished)
  }

  /// Returns the offers once the user has entered an answer; nil for a field that was left empty.
  func offering(_ typed: Value?) -> FieldOffers {
    FieldOffers(
      defaultValue: defaultValue,
      offer: typed.map { FieldState.Offer(value: $0, source: .typed) },
      hasRefusedDefault: hasRefusedDefault, refusal: refusal, lost: lost,
      isLeftEmpty: typed == nil)
  }

  static func == (left: FieldOffers, right: FieldOffers) -> Bool {
    left === right
      || (left.defaultValue == right.defaultValue && left.offer == right.offer
        && left.hasRefusedDefault == right.hasRefusedDefault && left.refusal == right.refusal
        && left.lost == right.lost && left.refused == right.refused
        && left.isLeftEmpty == right.isLeftEmpty && left.unfinished == right.unfinished)
  }

  func hash(into hasher: inout Hasher) { hasher.combine(offer) }
}

/// A default that its own field refuses.
package struct RefusedDefault: Hashable, Sendable {
  /// The default, for display.
  package let text: String

  /// Why it's refused.
  package let message: String

  /// The rule that it violates.
  let rule: Problem.Rule

  /// Returns that it's refused, and why: `its default 5 is refused: must be 10 or more`.
  package func words(in catalog: MessageCatalog) -> String {
    catalog.text(.defaultRefused, ["value": .text(text), "problem": .text(message)])
  }
}

/// The evaluated texts and settings of a field, which don't depend on its input.
///
/// It never changes.
package final class FieldTexts: Sendable, Hashable {
  let id: String
  let dataName: String
  let type: FieldType
  let words: FieldTable<FieldText, String>
  let choices: [Choice]
  let other: OtherTexts?
  let items: ItemRules
  let completions: [String]
  let isRequired: Bool
  let flags: FieldFlags
  let generate: GeneratedSecret?
  let priority: FieldPriority
  let constraints: [ConstraintCheck]
  let zone: ZoneRules
  let catalog: MessageCatalog
  let widget: String?
  let reading: FieldTypeDeclaration.Reading?

  init(
    of field: CheckedField, id: String, dataName: String? = nil,
    words: FieldTable<FieldText, String> = FieldTable(), choices: [Choice] = [],
    other: OtherTexts? = nil, items: ItemRules? = nil, completions: [String] = [],
    isRequired: Bool = true, priority: FieldPriority? = nil, constraints: [ConstraintCheck] = [],
    zone: ZoneRules = .utc,
    catalog: MessageCatalog = .english
  ) {
    self.id = id
    self.dataName = dataName ?? id
    type = field.type
    self.words = words
    self.choices = choices
    self.other = other
    self.items = items ?? field.items.known
    self.completions = completions
    self.isRequired = isRequired
    flags = field.flags
    generate = field.generate
    self.priority = priority ?? field.priority
    self.constraints = constraints
    self.zone = zone
    self.catalog = catalog
    widget = field.widget
    reading = field.reading
  }

  package static func == (left: FieldTexts, right: FieldTexts) -> Bool {
    left === right
      || (left.id == right.id && left.type == right.type && left.words == right.words
        && left.choices == right.choices && left.other == right.other && left.items == right.items
        && left.completions == right.completions
        && left.isRequired == right.isRequired && left.flags == right.flags
        && left.priority == right.priority && left.constraints == right.constraints
        && left.zone == right.zone && left.catalog == right.catalog)
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(id)
    hasher.combine(words[.label])
  }
}
