// SPDX-License-Identifier: Apache-2.0

public import SourceDiagnostics

/// A migration of the answers that a version of a flow saved to the next version.
public struct MigrationDefinition: Hashable, Sendable {
  /// A renaming of a saved answer.
  public struct Renaming: Hashable, Sendable {
    /// The old id.
    public var old: Identifier

    /// The new id.
    public var new: Identifier

    /// Creates a renaming.
    public init(old: Identifier, new: Identifier) {
      self.old = old
      self.new = new
    }
  }

  /// A computed answer.
  public struct Assignment: Hashable, Sendable {
    /// The id of the answer.
    public var id: Identifier

    /// The value of the answer.
    ///
    /// It can read the saved answers as `saved`.
    public var value: ExpressionSource

    /// Creates an assignment.
    public init(id: Identifier, value: ExpressionSource) {
      self.id = id
      self.value = value
    }
  }

  /// The version of the flow that saved the answers, which the migration updates to the next
  /// version.
  public var version: Int

  /// The renamed answers, in the order of the file.
  public var renamings: [Renaming]

  /// The answers that are no longer needed.
  public var dropped: [Identifier]

  /// The computed answers, in the order of the file.
  ///
  /// They replace saved answers with the same id.
  public var assignments: [Assignment]

  /// The place of the version.
  public var place: SourcePlace

  /// Creates a migration.
  public init(
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
