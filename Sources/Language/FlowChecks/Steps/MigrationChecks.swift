// SPDX-License-Identifier: Apache-2.0

import FlowExpressions
import FlowModel
import SourceDiagnostics

// Checks migrations. Each leads to the next version, and the last one to the questions of the flow.
extension FlowChecking {
  /// Checks the migrations of the flow, after its steps.
  mutating func checkMigrations() -> [CheckedMigration] {
    let migrations = definition.migrations
    guard !migrations.isEmpty else { return [] }
    checkVersions(migrations)
    var types: [String: ValueType] = [:]
    for answer in scopes[0].answers { types[answer.name] = declared[answer.name]?.type ?? .dyn }
    // The flow doesn't have to ask for answers that later migrations remove, so start with the last
    // migration.
    var checked: [CheckedMigration] = []
    var own = Set(types.keys)
    for migration in migrations.sorted(by: { $0.version > $1.version }) {
      checked.append(check(migration, leadingTo: types))
      let targets = migration.renamings.map(\.new) + migration.assignments.map(\.id)
      for id in targets {
        index.add(
          NameUse(
            id.name, name: own.contains(id.name) ? declared[id.name]?.number : nil, at: id.place))
      }
      own.subtract((targets + migration.renamings.map(\.old) + migration.dropped).map(\.name))
      for renaming in migration.renamings { types[renaming.new.name] = nil }
      // A computed answer may follow from the one that an earlier version saved under the same id.
      for assignment in migration.assignments { types[assignment.id.name] = .dyn }
      for renaming in migration.renamings { types[renaming.old.name] = .dyn }
      for id in migration.dropped { types[id.name] = .dyn }
    }
    return checked.reversed()
  }

  private mutating func checkVersions(_ migrations: [MigrationDefinition]) {
    var first: [Int: SourcePlace] = [:]
    for migration in migrations {
      if migration.version < 1 || migration.version >= definition.version {
        report(
          Diagnostic(
            "migration-version",
            "a migration is from an earlier version than that of the flow, which is "
              + "\(definition.version); found \(migration.version)", at: migration.place))
      } else if let place = first[migration.version] {
        report(
          Diagnostic(
            "duplicate-migration",
            "there are two migrations from version \(migration.version)", at: migration.place,
            notes: [.init("the other one is here", at: place)]))
      } else {
        first[migration.version] = migration.place
      }
    }
    guard let least = first.keys.min(), let place = first[least],
      let gap = (least..<definition.version).first(where: { first[$0] == nil })
    else { return }
    report(
      Diagnostic(
        "migration-gap", .warning,
        "answers of version \(gap) are taken as they are: there is a migration from \(least), and "
          + "none from \(gap)", at: place))
  }

  private mutating func check(
    _ migration: MigrationDefinition, leadingTo types: [String: ValueType]
  ) -> CheckedMigration {
    checkUses(migration)
    for renaming in migration.renamings { checkTarget(renaming.new, types) }
    var assignments: [(id: String, value: FlowExpression)] = []
    for assignment in migration.assignments {
      checkTarget(assignment.id, types)
      guard let value = checkSaved(assignment.value) else { continue }
      checkType(of: value, for: assignment.id, types[assignment.id.name] ?? .dyn)
      assignments.append((assignment.id.name, value))
    }
    return CheckedMigration(definition: migration, assignments: assignments)
  }

  /// Checks that an answer is renamed, dropped, or computed only once, and that each id gets only
  /// one answer.
  private mutating func checkUses(_ migration: MigrationDefinition) {
    // An answer can only be used once, and an id can only have one answer.
    for ids in [
      migration.renamings.map(\.old) + migration.dropped,
      migration.renamings.map(\.new) + migration.assignments.map(\.id),
    ] {
      var seen: [String: SourcePlace] = [:]
      for id in ids {
        if let first = seen[id.name] {
          report(
            Diagnostic(
              "duplicate-migration", "this migration has two uses for '\(id.name)'", at: id.place,
              notes: [.init("the other one is here", at: first)]))
        } else {
          seen[id.name] = id.place
        }
      }
    }
  }

  private mutating func checkTarget(_ id: Identifier, _ types: [String: ValueType]) {
    guard types[id.name] == nil else { return }
    if let answer = scopes[0].answers.first(where: { $0.key == id.name }) {
      report(
        Diagnostic(
          "unknown-answer",
          "'\(id.name)' is the key of '\(answer.name)'; a migration names the answers of the flow by "
            + "id",
          at: id.place,
          fixIts: [FixIt("write '\(answer.name)'", [.init(id.place.range, answer.name)])]))
      return
    }
    let parts = id.name.split(separator: ".").map(String.init)
    let isPart = scopes.dropFirst().contains { scope in
      scope.answers.contains { $0.name == parts.last || $0.key == parts.last }
    }
    if isPart {
      let whole = parts.count > 1 && types[parts[0]] != nil ? "'\(parts[0])'" : "another answer"
      report(
        Diagnostic(
          "unknown-answer",
          "'\(id.name)' is a part of \(whole); a migration computes that as a whole, with 'set'",
          at: id.place))
      return
    }
    let near = nearMisses.match(for: id.name, in: types.keys.sorted())?.name
    report(
      Diagnostic(
        "unknown-answer",
        "nothing in the flow asks for '\(id.name)'"
          + (near.map { "; did you mean '\($0)'?" } ?? ""),
        at: id.place,
        fixIts: near.map { [FixIt("write '\($0)'", [.init(id.place.range, $0)])] } ?? []))
  }

  /// Checks an expression that can only read the saved answers.
  private mutating func checkSaved(_ source: ExpressionSource) -> FlowExpression? {
    let result = ExpressionEnvironment.migration(with: environment).compile(
      source.text, scope: ["saved": VariableDeclaration("saved", .map(.string, .dyn))])
    for mistake in result.mistakes {
      var diagnostic = mistake.diagnostic(in: source.file, map: source.map)
      let name = source.text(of: mistake.range)
      if mistake.id == "unknown-name", named[name] != nil {
        diagnostic.message = "only the saved answers are known here; write 'saved.\(name)'"
        diagnostic.fixIts = [
          FixIt("write 'saved.\(name)'", [.init(diagnostic.place.range, "saved.\(name)")])
        ]
      }
      report(diagnostic)
    }
    let checked = result.expression.map {
      FlowExpression(source: source, compiled: $0, scope: 0)
    }
    let saved = index.add(
      IndexedName(Identifier("saved", at: source.place), .saved, step: nil, list: nil))
    index.add(
      IndexedExpression(
        source, .migration, nil, isShared: false, step: nil,
        scope: index.mean(saved, as: .map(.string, .dyn), in: -1), conditions: -1,
        checked: checked, partial: result.reading)
    ) { $0 == "saved" ? saved : nil }
    return checked
  }

  private mutating func checkType(
    of expression: FlowExpression, for id: Identifier, _ type: ValueType
  ) {
    let found = expression.compiled.type
    let bare = if case .optional(let inner) = found { inner } else { found }
    guard !Self.canBecome(bare, type) else { return }
    report(
      Diagnostic(
        "wrong-type",
        "the answer '\(id.name)' is \(type.described), but '\(expression.source.text)' is "
          + bare.described, at: expression.source.place))
  }

  /// Returns whether values of a type can be answers of another type as data.
  ///
  /// Times can be texts.
  private static func canBecome(_ found: ValueType, _ wanted: ValueType) -> Bool {
    switch (wanted, found) {
    case (.double, .int), (.timestamp, .string), (.duration, .string): true
    case (.list, .list), (.map, .map), (.record, .map), (.map, .record), (.record, .record): true
    default: found == .dyn || wanted.accepts(found)
    }
  }
}
