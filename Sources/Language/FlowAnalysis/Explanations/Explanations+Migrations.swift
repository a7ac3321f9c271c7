// SPDX-License-Identifier: Apache-2.0

import SourceDiagnostics

// Migrations of saved answers.
extension Explanations {
  static let ofMigrations: [Explanation] = [
    Explanation(
      "migration-version", "a migration doesn't start at an earlier version",
      meaning: """
        'from' names the version whose saved answers are migrated to the next version. The flow's \
        own version is 'version'.
        """,
      example: """
        version: 3
        migrate: [ { from: 3, drop: [port] } ]
        """,
      remedy: "raise 'version', or correct 'from'."),
    Explanation(
      "duplicate-migration", "two migrations do the same thing",
      meaning: """
        Each version has one migration, which handles each answer once and gives each name once.
        """,
      example: "migrate: [ { from: 2, drop: [port], rename: { port: gate } } ]",
      remedy: "remove one of the two."),
    Explanation(
      "migration-gap", "a version has no migration",
      meaning: """
        Each migration leads to the next version. Answers saved by the version without one are used as \
        they are, which may be what you want.
        """,
      example: """
        version: 4
        migrate: [ { from: 1, drop: [a] }, { from: 3, drop: [b] } ]
        """,
      remedy: "add a migration from that version, or allow: [migration-gap]."),
  ]
}
