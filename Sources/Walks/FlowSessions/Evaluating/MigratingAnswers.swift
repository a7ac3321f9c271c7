// SPDX-License-Identifier: Apache-2.0

package import FlowExpressions
package import FlowModel

extension CheckedMigration {
  /// Returns the answers of a version as the next version would have saved them.
  ///
  /// Computed answers can read all saved answers. Renamed answers then get their new ids, and
  /// answers with the id of a computed one are replaced by it.
  ///
  /// - Parameters:
  ///   - saved: The saved answers.
  ///   - origins: The original ids of the answers, by their current ids. Computed answers have
  ///     none.
  ///   - failures: Collects why answers couldn't be computed, which are then left out; nil to throw the first.
  /// - Returns: The answers of the next version.
  /// - Throws: ``FlowFailure`` if an expression fails, and failures aren't collected.
  func migrated(
    _ saved: ValueMap, _ origins: inout [String: String], _ failures: inout [FlowFailure]?
  ) throws(FlowFailure) -> ValueMap {
    var computed: [(id: String, value: Value)] = []
    for (id, expression) in assignments {
      do {
        let value = try expression.compiled.evaluate(in: ["saved": .map(saved)])
        // An absent optional omits the answer.
        if let value = value.unwrapped { computed.append((id, value)) }
      } catch {
        let failure = FlowFailure(
          message: error.message,
          place: error.range.map { expression.source.place(of: $0) } ?? expression.source.place)
        guard failures != nil else { throw failure }
        // A walk that was left before has nothing to compute the answer from, and asks its question.
        let isLeft = expression.compiled.root.savedNames.contains { saved[.string($0)] == nil }
        if !isLeft { failures?.append(failure) }
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
      // An id that another answer takes over must have been given up by its own answer.
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
  /// Returns migrated data, and the original name of each answer in it.
  ///
  /// Migrations from the saved version on apply in order. Answers aren't validated here, but when their steps are reached.
  /// Migrations know the answers of this version by their ids. Other names in the data, such as keys of an
  /// earlier version, are as they are.
  package func migratedData(
    _ data: ValueMap, from version: Int
  ) throws(FlowFailure) -> (answers: ValueMap, origins: [String: String]) {
    var answers = ValueMap()
    var names: [String: String] = [:]
    for entry in data {
      let name = entry.key.plainText
      let id = id(ofAnswerNamed: name) ?? name
      answers[.string(id)] = answer(from: entry.value, for: id).value
      names[id] = name
    }
    var failures: [FlowFailure]?
    let migrated = try migratedWithOrigins(answers, from: version, &failures)
    var result = ValueMap()
    var origins: [String: String] = [:]
    for entry in migrated.answers {
      let id = entry.key.plainText
      let name = dataName(of: id)
      result[.string(name)] = self.data(of: entry.value, for: id)
      origins[name] = migrated.origins[id].flatMap { names[$0] }
    }
    return (result, origins)
  }

  /// Returns the migrated answers by their ids, and the original id of each.
  ///
  /// Computed answers have none. Failures are collected, or, with nil, the first is thrown.
  func migratedWithOrigins(
    _ answers: ValueMap, from version: Int, _ failures: inout [FlowFailure]?
  ) throws(FlowFailure) -> (answers: ValueMap, origins: [String: String]) {
    var answers = answers
    var origins: [String: String] = [:]
    for entry in answers { origins[entry.key.plainText] = entry.key.plainText }
    for migration in migrations.sorted(by: { $0.definition.version < $1.definition.version })
    where migration.definition.version >= version {
      answers = try migration.migrated(answers, &origins, &failures)
    }
    return (answers, origins)
  }

  /// The ids of answers that only earlier versions saved.
  package var namesOfEarlierVersions: Set<String> {
    Set(
      migrations.flatMap { migration in
        migration.definition.renamings.map(\.old.name) + migration.definition.dropped.map(\.name)
      })
  }
}

extension ParsedExpression {
  /// The names of the saved answers that it reads, as `saved.name`.
  fileprivate var savedNames: [String] {
    var names: [String] = []
    var open = [self]
    while let part = open.popLast() {
      if case .select(let operand, let field, _) = part.kind, case .name("saved", _) = operand.kind
      {
        names.append(field)
      }
      open += part.children
    }
    return names
  }
}
