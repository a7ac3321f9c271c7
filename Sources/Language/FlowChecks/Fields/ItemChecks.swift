// SPDX-License-Identifier: Apache-2.0

import FlowExpressions
import FlowModel
import SourceDiagnostics

// Checks the items of lists and maps of plain values.
extension FlowChecking {
  /// Checks the items of a field.
  ///
  /// - Parameters:
  ///   - field: The field.
  ///   - choices: The type of its choices.
  /// - Returns: The rules for its items, and their type in expressions; no type if it has no items.
  mutating func checkItems(
    of field: FieldDefinition, choosing choices: ValueType
  ) -> (rules: CheckedItems, type: ValueType?) {
    guard field.type.hasItems else { return (CheckedItems(type: .string), nil) }
    let item = field.itemField
    if let instead = item.type.kind.insteadOfItems {
      report(
        Diagnostic(
          "wrong-type",
          "a \(field.type.rawValue) can't have items of type '\(item.type.rawValue)'; "
            + instead,
          at: item.typePlace, notes: [.init("the type is given here", at: field.typePlace)]))
      return (CheckedItems(type: .string), .unknown)
    }
    var name = FieldDefinition(type: .string, typePlace: field.typePlace)
    name.constraints = field.items?.names ?? []
    var rules = CheckedItems(type: item.type)
    rules.constraints = item.constraints.compactMap { check($0, of: item, for: .itemConstraint) }
    rules.names = name.constraints.compactMap { check($0, of: name, for: .itemConstraint) }
    return (rules, item.type.valueType(choices: choices))
  }
}
