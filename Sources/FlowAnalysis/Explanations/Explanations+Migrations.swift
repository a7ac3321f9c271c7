// SPDX-License-Identifier: Apache-2.0

import SourceDiagnostics

// Migrations: what becomes of saved answers.
extension Explanations {
  static let ofMigrations: [Explanation] = [
    Explanation(
      "migration-version", "a migration from a version that is no earlier one",
      meaning: """
        'from' names the version whose saved answers it takes; it makes them those of the next \
        version. The flow's own version is under 'version'.
        """,
      example: """
        version: 3
        migrate: [ { from: 3, drop: [port] } ]
        """,
      mending: "raise 'version', or correct 'from'."),
    Explanation(
      "duplicate-migration", "two migrations want the same",
      meaning: """
        A version has one migration, an answer goes one way in it, and one answer comes to a name.
        """,
      example: "migrate: [ { from: 2, drop: [port], rename: { port: gate } } ]",
      mending: "remove one of the two."),
    Explanation(
      "migration-gap", "a version between two migrations has none",
      meaning: """
        Each migration leads to the next version. Answers of the version without one are taken as \
        they are, which may be what you want.
        """,
      example: """
        version: 4
        migrate: [ { from: 1, drop: [a] }, { from: 3, drop: [b] } ]
        """,
      mending: "add a migration from that version, or allow: [migration-gap]."),
  ]
}
