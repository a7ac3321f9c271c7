// SPDX-License-Identifier: Apache-2.0

internal import FlowModel

// Migrations of saved answers.
extension LoadingContext {
  /// Reads `migrate: [{ from: 2, rename: { old: new }, drop: [id], set: { id: CEL } }]`.
  func migrations(_ entry: YAMLEntry) -> [MigrationDefinition] {
    guard case .list(let items) = entry.value.content else {
      reportKind(entry.value, expected: "a list of migrations")
      return []
    }
    return items.compactMap { $0.isBroken ? nil : migration($0) }
  }

  private func migration(_ node: YAMLNode) -> MigrationDefinition? {
    guard var reader = MapReader(node, as: .migration, what: "a migration", context: self) else {
      return nil
    }
    let from = reader.require(.from, hint: ", the version that saved the answers")
    let version = from.flatMap { wholeNumber($0) }
    let renamings = reader.take(.rename).map { self.renamings($0) } ?? []
    let dropped = reader.take(.drop).map { self.dropped($0) } ?? []
    let assignments = reader.take(.set).map { self.assignments($0) } ?? []
    reader.finish()
    guard let version, let from else { return nil }
    return MigrationDefinition(
      version: version, renamings: renamings, dropped: dropped, assignments: assignments,
      place: place(from.value.range))
  }

  private func renamings(_ entry: YAMLEntry) -> [MigrationDefinition.Renaming] {
    guard case .map(let entries) = entry.value.content else {
      reportKind(entry.value, expected: "a map from old names to new ones")
      return []
    }
    return entries.compactMap { entry in
      word(entry.value, expected: "the answer's new name").map {
        MigrationDefinition.Renaming(
          old: Identifier(entry.key.text, at: place(entry.key.range)), new: $0)
      }
    }
  }

  private func dropped(_ entry: YAMLEntry) -> [Identifier] {
    guard case .list(let items) = entry.value.content else {
      reportKind(entry.value, expected: "a list of answers' names")
      return []
    }
    return items.compactMap { word($0, expected: "an answer's name") }
  }

  private func assignments(_ entry: YAMLEntry) -> [MigrationDefinition.Assignment] {
    guard case .map(let entries) = entry.value.content else {
      reportKind(entry.value, expected: "a map from answers to expressions")
      return []
    }
    return entries.compactMap { entry in
      expression(entry).map {
        MigrationDefinition.Assignment(
          id: Identifier(entry.key.text, at: place(entry.key.range)), value: $0)
      }
    }
  }
}
