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
    guard item.type.isItem else {
      report(
        Diagnostic(
          "wrong-type",
          "a \(field.type.rawValue) can't have items of type '\(item.type.rawValue)'; "
            + Self.remedy(for: item.type),
          at: item.typePlace, notes: [.init("the type is given here", at: field.typePlace)]))
      return (CheckedItems(type: .string), .unknown)
    }
    var name = FieldDefinition(type: .string, typePlace: field.typePlace)
    name.constraints = field.items?.names ?? []
    var rules = CheckedItems(type: item.type)
    rules.constraints = item.constraints.compactMap { check($0, of: item) }
    rules.names = name.constraints.compactMap { check($0, of: name) }
    return (rules, item.type.valueType(choices: choices))
  }

  /// Returns what to write instead of items of a type.
  private static func remedy(for type: FieldType) -> String {
    switch type {
    case .text: "an item has one line, so ask for texts of several lines in a 'repeat'"
    case .path: "ask for paths in a 'repeat', where they're looked up one by one, or for texts"
    case .choices: "write 'type: choice' for items that are each one of the choices"
    case .secret, .list, .map, .string, .integer, .number, .boolean, .date, .time, .datetime,
      .duration, .choice:
      "ask for them in a 'repeat'"
    }
  }
}
