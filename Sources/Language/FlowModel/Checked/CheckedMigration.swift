// SPDX-License-Identifier: Apache-2.0

/// A checked migration of saved answers from one version to the next.
package struct CheckedMigration: Sendable {
  package let definition: MigrationDefinition

  /// The computed answers, with their ids.
  package let assignments: [(id: String, value: FlowExpression)]

  package init(definition: MigrationDefinition, assignments: [(id: String, value: FlowExpression)])
  {
    self.definition = definition
    self.assignments = assignments
  }
}
