// SPDX-License-Identifier: Apache-2.0

public import FlowExpressions

/// What happens to saved answers from a version to the next, checked.
struct CheckedMigration: Sendable {
  /// What the file says.
  let definition: MigrationDefinition

  /// The computed answers.
  let assignments: [(id: String, value: FlowExpression)]

  /// The answers of a version as the next one would have saved them.
  ///
  /// Computed answers see all that was saved; renamed ones then take their new place, and what has
  /// the name of a computed one gives way.
  ///
  /// - Parameters:
  ///   - saved: The answers.
  ///   - origins: The names under which the answers were given, by their present names; a computed
  ///     answer has none.
  /// - Returns: The answers of the next version.
  /// - Throws: the failure of an expression.
  func migrated(
    _ saved: ValueMap, _ origins: inout [String: String]
  ) throws(FlowFailure) -> ValueMap {
    var computed: [(id: String, value: Value)] = []
    for (id, expression) in assignments {
      do {
        let value = try expression.compiled.evaluate(in: ["saved": .map(saved)])
        // An absent optional leaves the answer out.
        if let value = value.unwrapped { computed.append((id, value)) }
      } catch {
        throw FlowFailure(
          message: error.message,
          place: error.range.map { expression.source.place(of: $0) } ?? expression.source.place)
      }
    }
    let dropped = Set(definition.dropped.map(\.name))
    let names = Dictionary(
      definition.renamings.map { ($0.old.name, $0.new.name) },
      uniquingKeysWith: { first, _ in first })
    let assigned = Set(assignments.map(\.id))
    var result = ValueMap()
    var newOrigins: [String: String] = [:]
    for entry in saved {
      let name = entry.key.plainText
      guard !dropped.contains(name) else { continue }
      let new = names[name] ?? name
      // A name that another answer takes over is free only where its own moves away.
      guard !assigned.contains(new) else { continue }
      if names[name] == nil, names.contains(where: { $0.value == name && saved[$0.key] != nil }) {
        continue
      }
      result[new] = entry.value
      newOrigins[new] = origins[name]
    }
    for (id, value) in computed { result[id] = value }
    origins = newOrigins
    return result
  }
}

extension CheckedFlow {
  /// Saved answers of an earlier version of this flow as this version would have saved them.
  ///
  /// The migrations of the versions from the saved one on are applied in turn; a version without
  /// one changes nothing. The answers aren't compared with the flow: given in advance, they are
  /// validated when their steps are reached. Answers of this version, or of a later one, stay as
  /// they are.
  ///
  /// - Parameters:
  ///   - answers: What ``FlowSession/answerRecord`` gave.
  ///   - version: The version of the flow that saved them.
  /// - Returns: The answers, by name.
  /// - Throws: the failure of an expression, such as a name that wasn't saved.
  /// - Complexity: O(*n*) in the number of answers, for each migration.
  public func migrated(
    _ answers: ValueMap, from version: Int
  ) throws(FlowFailure) -> ValueMap {
    try migratedWithOrigins(answers, from: version).answers
  }

  /// Migrated answers, and the name under which each of them was saved; a computed answer has none.
  package func migratedWithOrigins(
    _ answers: ValueMap, from version: Int
  ) throws(FlowFailure) -> (answers: ValueMap, origins: [String: String]) {
    var answers = answers
    var origins: [String: String] = [:]
    for entry in answers { origins[entry.key.plainText] = entry.key.plainText }
    for migration in migrations.sorted(by: { $0.definition.version < $1.definition.version })
    where migration.definition.version >= version {
      answers = try migration.migrated(answers, &origins)
    }
    return (answers, origins)
  }

  /// The names of answers that only earlier versions saved.
  package var namesOfEarlierVersions: Set<String> {
    Set(
      migrations.flatMap { migration in
        migration.definition.renamings.map(\.old.name) + migration.definition.dropped.map(\.name)
      })
  }
}
