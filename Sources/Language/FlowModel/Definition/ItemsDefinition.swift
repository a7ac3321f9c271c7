// SPDX-License-Identifier: Apache-2.0

package import SourceDiagnostics

/// The definition of the items of a field of type ``FieldType/list`` or ``FieldType/map``.
package struct ItemsDefinition: Hashable, Sendable {
  /// The type of an item: a text of one line, a number, yes or no, a date, a time, or one of the
  /// ``FieldDefinition/choices`` of the field.
  package var type: FieldType

  /// The place of the type.
  package var typePlace: SourcePlace

  /// The constraints on each item.
  package var constraints: [ConstraintDefinition]

  /// The constraints on the names of a map, which are strings; empty for a list.
  package var names: [ConstraintDefinition]

  /// Creates a definition.
  package init(
    of type: FieldType = .string, typePlace: SourcePlace = .code,
    constraints: [ConstraintDefinition] = [], names: [ConstraintDefinition] = []
  ) {
    self.type = type
    self.typePlace = typePlace
    self.constraints = constraints
    self.names = names
  }
}

extension FieldDefinition {
  /// Whether each item of its list or map is one of its choices.
  package var choosesItems: Bool { type.hasItems && items?.type == .choice }

  /// Whether it has choices, for its answer or for the items of it.
  package var hasChoices: Bool { type.isChoice || choosesItems }
}
