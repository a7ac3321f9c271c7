// SPDX-License-Identifier: Apache-2.0

import FlowExpressions
import SourceDiagnostics

// Checks the items of lists and maps of plain values.
extension FlowChecking {
  /// Returns the rules for the items of a field, and their type in expressions; no type if it has no items.
  mutating func checkItems(of field: FieldDefinition) -> (rules: ItemRules, type: ValueType?) {
    guard field.type.hasItems else { return (.anyText, nil) }
    let item = field.itemField
    guard item.type.isItem else {
      report(
        Diagnostic(
          "wrong-type",
          "a \(field.type.rawValue) can't have items of type '\(item.type.rawValue)'; ask for them in "
            + "a 'repeat'",
          at: item.typePlace, notes: [.init("the type is given here", at: field.typePlace)]))
      return (.anyText, .unknown)
    }
    var name = FieldDefinition(type: .string, typePlace: field.typePlace)
    name.constraints = field.items?.names ?? []
    let rules = ItemRules(
      type: item.type, constraints: checkKnown(item), names: checkKnown(name))
    return (rules, item.type.valueType(choices: .dyn))
  }

  /// Checks constraints on items, which can't be computed.
  private mutating func checkKnown(_ item: FieldDefinition) -> [ConstraintCheck] {
    var checks: [ConstraintCheck] = []
    for constraint in item.constraints {
      if case .computed(let source) = constraint.value {
        report(
          Diagnostic(
            "wrong-type",
            "'\(constraint.kind.rawValue)' of items can't be computed; write a literal, or a check in "
              + "'validate'",
            at: source.place))
        continue
      }
      if case .known(let check)? = check(constraint, of: item) { checks.append(check) }
    }
    return checks
  }
}
