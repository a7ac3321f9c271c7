// SPDX-License-Identifier: Apache-2.0

public import SourceDiagnostics

/// What happens to answers that an earlier version of a flow saved: from a version to the next.
public struct MigrationDefinition: Hashable, Sendable {
  /// A new name of a saved answer.
  public struct Renaming: Hashable, Sendable {
    /// What it was called.
    public var old: Identifier

    /// What it is called.
    public var new: Identifier

    /// Creates a renaming.
    public init(old: Identifier, new: Identifier) {
      self.old = old
      self.new = new
    }
  }

  /// An answer that is computed from the saved ones.
  public struct Assignment: Hashable, Sendable {
    /// The answer.
    public var id: Identifier

    /// What it is; the saved answers are `saved`.
    public var value: ExpressionSource

    /// Creates an assignment.
    public init(id: Identifier, value: ExpressionSource) {
      self.id = id
      self.value = value
    }
  }

  /// The version of the flow that saved the answers; they become those of the next version.
  public var version: Int

  /// The answers that have another name, in the file's order.
  public var renamings: [Renaming]

  /// The answers that no one needs any more.
  public var dropped: [Identifier]

  /// The answers that are computed, in the file's order; they win over what has their name.
  public var assignments: [Assignment]

  /// Where the version is.
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
