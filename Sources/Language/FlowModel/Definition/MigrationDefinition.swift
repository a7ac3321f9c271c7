// SPDX-License-Identifier: Apache-2.0

package import SourceDiagnostics

/// A migration of the answers that a version of a flow saved to the next version.
package struct MigrationDefinition: Hashable, Sendable {
  /// A renaming of a saved answer.
  package struct Renaming: Hashable, Sendable {
    /// The old id.
    package var old: Identifier

    /// The new id.
    package var new: Identifier

    /// Creates a renaming.
    package init(old: Identifier, new: Identifier) {
      self.old = old
      self.new = new
    }
  }

  /// A computed answer.
  package struct Assignment: Hashable, Sendable {
    /// The id of the answer.
    package var id: Identifier

    /// The value of the answer.
    ///
    /// It can read the saved answers as `saved`.
    package var value: ExpressionSource

    /// Creates an assignment.
    package init(id: Identifier, value: ExpressionSource) {
      self.id = id
      self.value = value
    }
  }

  /// The version of the flow that saved the answers, which the migration updates to the next
  /// version.
  package var version: Int

  /// The renamed answers, in the order of the file.
  package var renamings: [Renaming]

  /// The answers that are no longer needed.
  package var dropped: [Identifier]

  /// The computed answers, in the order of the file.
  ///
  /// They replace saved answers with the same id.
  package var assignments: [Assignment]

  /// The place of the version.
  package var place: SourcePlace

  /// Creates a migration.
  package init(
    version: Int, renamings: [Renaming] = [], dropped: [Identifier] = [],
    assignments: [Assignment] = [], place: SourcePlace = .code
  ) {
    self.version = version
    self.renamings = renamings
    self.dropped = dropped
    self.assignments = assignments
    self.place = place
  }
}
