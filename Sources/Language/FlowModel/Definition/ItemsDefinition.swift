// SPDX-License-Identifier: Apache-2.0

public import SourceDiagnostics

/// The definition of the items of a field of type ``FieldType/list`` or ``FieldType/map``.
public struct ItemsDefinition: Hashable, Sendable {
  /// The type of an item: a text of one line, a number, yes or no, a date, a time, or one of the
  /// ``FieldDefinition/choices`` of the field.
  public var type: FieldType

  /// The place of the type.
  public var typePlace: SourcePlace

  /// The constraints on each item.
  public var constraints: [ConstraintDefinition]

  /// The constraints on the names of a map, which are strings; empty for a list.
  public var names: [ConstraintDefinition]

  /// Creates a definition.
  public init(
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
