// SPDX-License-Identifier: Apache-2.0

import FlowExpressions
import FlowModel
import SourceDiagnostics

/// An answer of a flow, with the conditions on the path to it.
struct AnswerPlace {
  let step: StepDefinition

  /// The conditions, outermost first.
  let conditions: [String]

  var name: String { step.id.name }

  /// Returns the answers of a scope, in file order.
  static func all(in steps: [StepDefinition]) -> [AnswerPlace] {
    var conditions: [[String]] = []
    return steps.outline.compactMap { outlined in
      let step = outlined.step
      let outer = outlined.parent.map { conditions[$0] } ?? []
      conditions.append(outer + (step.when.map { [$0.text.oneLine] } ?? []))
      guard outlined.list == nil, step.kind.hasAnswer else { return nil }
      return AnswerPlace(step: step, conditions: conditions[conditions.count - 1])
    }
  }

  /// Returns the reasons why answers saved here may not be accepted by a new version; empty if all
  /// are accepted.
  func differences(to new: AnswerPlace, _ moves: AnswerMoves) -> [String] {
    let names = moves.names
    var reasons: [String] = []
    let (oldName, newName) = (step.dataName, new.step.dataName)
    // Migrations read the name in a file of answers as an id, unless this version has it as a key.
    if oldName != newName, moves.dataEnd(of: oldName) != .moved(new.name) {
      reasons.append("its name in data changed from '\(oldName)' to '\(newName)'")
    }
    switch (step.kind, new.step.kind) {
    case (.ask(let old), .ask(let new)): reasons += FieldDifference(old, new, names).reasons
    case (.repeat(let old), .repeat(let new)):
      reasons += FieldDifference.reasons(old.constraints, new.constraints, names)
      reasons += FieldDifference.reasons(old.validations, new.validations, names)
      let (list, newList) = (old.over?.text.oneLine, new.over?.text.oneLine)
      if list != newList, list.map(names.renaming) != newList {
        reasons.append("its items come from another list")
      }
    case (.flow(let old), .flow(let new)):
      if old.use.name != new.use.name { reasons.append("it uses '\(new.use.name)'") }
    default:
      return ["it was \(Self.described(step.kind)) and is now \(Self.described(new.step.kind))"]
    }
    // Renaming an answer doesn't change a condition.
    let old = conditions.map { names.renaming($0) }
    if old != new.conditions {
      reasons.append(
        new.conditions.isEmpty
          ? "it's now always asked"
          : "it's now asked when \(new.conditions.joined(separator: " && "))")
    }
    return reasons
  }

  private static func described(_ kind: StepDefinition.Kind) -> String {
    switch kind {
    case .repeat: "a list"
    case .flow: "a flow"
    default: "a question"
    }
  }
}

extension [String: String] {
  /// Returns an expression with its names replaced, except inside quotes.
  func renaming(_ text: String) -> String {
    guard contains(where: { $0.key != $0.value }) else { return text }
    var result = ""
    var word = ""
    var quote: Character?
    var last: Character?
    func renamed() -> String { last == "." ? word : self[word] ?? word }
    for character in text {
      if quote == nil, character == "_" || character.isLetter || character.isNumber {
        word.append(character)
        continue
      }
      result += renamed()
      word = ""
      if let open = quote {
        if character == open { quote = nil }
      } else if character == "'" || character == "\"" {
        quote = character
      }
      result.append(character)
      last = character
    }
    return result + renamed()
  }
}

/// The reasons why answers of a field may not be accepted by another.
struct FieldDifference {
  let old: FieldDefinition
  let new: FieldDefinition

  /// New names by old ones.
  private let names: [String: String]

  init(_ old: FieldDefinition, _ new: FieldDefinition, _ names: [String: String]) {
    self.old = old
    self.new = new
    self.names = names
  }

  /// Whether two expressions are the same, but for names that were renamed.
  private func isSame(_ old: ExpressionSource?, _ new: ExpressionSource?) -> Bool {
    old.map { names.renaming($0.text.oneLine) } == new?.text.oneLine
      || old?.text.oneLine == new?.text.oneLine
  }

  var reasons: [String] {
    guard isTypeKept else {
      let (old, new, what) =
        old.type == new.type
        ? (old.itemField.type, new.itemField.type, "the type of its items")
        : (old.type, new.type, "the type")
      return ["\(what) changed from \(old.rawValue) to \(new.rawValue)"]
    }
    var reasons = choices
    if old.takesOthers, !new.takesOthers, new.type == old.type {
      reasons.append("texts beside the choices aren't answers any more")
    }
    if old.type.hasItems {
      reasons += Self.reasons(old.items?.constraints ?? [], new.items?.constraints ?? [], names)
      reasons += Self.reasons(old.items?.names ?? [], new.items?.names ?? [], names)
    }
    reasons += Self.reasons(old.constraints, new.constraints, names)
    reasons += Self.reasons(old.validations, new.validations, names)
    if !old.mustBeAnswered, new.mustBeAnswered { reasons.append("it's now required") }
    let otherwise = [old, new].map { $0.settings[.otherwise].map(Self.words) }
    if let value = otherwise[0], value != otherwise[1] {
      reasons.append("otherwise changed from \(value) to \(otherwise[1] ?? "no value")")
    }
    return reasons
  }

  /// Whether values of the old type are values of the new one.
  private var isTypeKept: Bool {
    switch (old.type, new.type) {
    case let (oldType, newType) where oldType == newType:
      return !oldType.hasItems || old.itemField.type == new.itemField.type
    case (.choices, .list): return new.itemField.type == .string && old.hasTextChoices
    case (.integer, .number): return true
    case (.string, .path): return true
    case (let oldType, .string) where oldType.isShownText,
      (let oldType, .text) where oldType.isShownText:
      return true
    case (.choice, .string), (.choice, .text):
      return old.hasTextChoices
    case (.string, .choice), (.integer, .choice), (.boolean, .choice): return true
    default: return false
    }
  }

  private var choices: [String] {
    guard new.hasChoices else { return [] }
    switch (old.choices, new.choices) {
    case (.listed(let old)?, .listed(let new)?):
      // A former choice may be a text beside the choices now.
      let gone = old.map(\.value.value).filter { value in
        !new.contains { $0.value.value == value } && !self.new.accepts(choice: value)
      }
      var reasons =
        gone.isEmpty ? [] : ["removed: \(gone.map(\.plainText).joined(separator: ", "))"]
      for choice in new {
        guard let before = old.first(where: { $0.value.value == choice.value.value }) else {
          continue
        }
        if let when = choice.when?.text.oneLine, !isSame(before.when, choice.when) {
          reasons.append("'\(choice.value.value.plainText)' is offered when \(when)")
        }
        if let when = choice.disabledWhen?.text.oneLine,
          !isSame(before.disabledWhen, choice.disabledWhen)
        {
          reasons.append("'\(choice.value.value.plainText)' is disabled when \(when)")
        }
        if choice.isAlone, !before.isAlone {
          reasons.append("'\(choice.value.value.plainText)' goes with no other choice")
        }
      }
      return reasons
    case (.computed(let old, let oldValue, _, _, _)?, .computed(let new, let newValue, _, _, _)?):
      guard !isSame(old, new) || !isSame(oldValue, newValue) else { return [] }
      guard isSame(old, new), let newValue else {
        return ["the choices come from \(new.text.oneLine)"]
      }
      return ["the values of the choices are \(newValue.text.oneLine)"]
    case (_, .computed(let new, _, _, _, _)?): return ["the choices come from \(new.text.oneLine)"]
    case (_, .listed?): return ["the choices are now listed"]
    default: return []
    }
  }

  // MARK: Constraints

  static func reasons(
    _ old: [ConstraintDefinition], _ new: [ConstraintDefinition], _ names: [String: String]
  ) -> [String] {
    new.compactMap { constraint in
      let before = old.first { $0.kind == constraint.kind }?.value
      guard isStricter(constraint.kind, constraint.value, than: before, names) else { return nil }
      let value = words(of: constraint.value)
      return before.map { "\(constraint.kind.rawValue) changed from \(words(of: $0)) to \(value)" }
        ?? "\(constraint.kind.rawValue) is now \(value)"
    }
  }

  static func reasons(
    _ old: [ValidationDefinition], _ new: [ValidationDefinition], _ names: [String: String]
  ) -> [String] {
    let checks = old.filter { $0.level == .error }.map(\.check.text.oneLine)
    let before = Set(checks + checks.map(names.renaming))
    return new.filter { $0.level == .error && !before.contains($0.check.text.oneLine) }
      .map { "new check: \($0.check.text.oneLine)" }
  }

  static func words(of setting: Setting) -> String {
    switch setting {
    case .literal(let literal): literal.value.plainText
    case .computed(let source): source.text.oneLine
    }
  }

  private static func isStricter(
    _ kind: ConstraintKind, _ new: Setting, than old: Setting?, _ names: [String: String]
  ) -> Bool {
    guard let old else { return true }
    guard case .literal(let newValue) = new, case .literal(let oldValue) = old else {
      return words(of: new) != words(of: old) && words(of: new) != names.renaming(words(of: old))
    }
    let order = Predicate.order(newValue.value, oldValue.value)
    switch kind {
    case .min, .minLength, .minItems: return order.map { $0 > 0 } ?? true
    case .max, .maxLength, .maxItems: return order.map { $0 < 0 } ?? true
    case .unique: return newValue.value == true && oldValue.value != true
    case .multipleOf, .pattern, .format, .must: return newValue.value != oldValue.value
    }
  }
}

extension FieldDefinition {
  /// Whether an answer is always required.
  fileprivate var mustBeAnswered: Bool {
    switch settings[.required] {
    case nil: true
    case .literal(let literal): literal.value == true
    case .computed: false
    }
  }
}

extension FieldType {
  /// Whether its answers are texts that aren't secret.
  fileprivate var isShownText: Bool { self != .secret && valueType(choices: .dyn) == .string }
}

extension FieldDefinition {
  /// Whether all of its choices are listed and are texts.
  fileprivate var hasTextChoices: Bool {
    guard case .listed(let choices)? = choices else { return false }
    return choices.allSatisfy { $0.value.value.text != nil }
  }
}
