// SPDX-License-Identifier: Apache-2.0

import Expectations
import Testing

/// The tables in `Tests/Language`, which map the rules of the flow language to their tests.
@Suite struct LanguageTableTests {
  private static let tables =
    (try? PackageFiles.files(below: "Tests/Language", ending: ".md")) ?? []

  @Test(arguments: tables) func everyTestInTheTablesExists(path: String) throws {
    let rows = try TestTable.rows(of: path)
    #expect(rows.count > 30, "a table that is read differently shows nothing")
    try expectEqual(TestTable.faults(of: rows), [])
  }

  @Test(arguments: tables) func noRuleIsListedTwice(path: String) throws {
    let rules = try TestTable.rows(of: path).map(\.rule)
    expectEqual(
      Set(rules).count, rules.count, "\(rules.filter { rule in rules.count { $0 == rule } > 1 })")
  }

  /// Each kind of step has rows in the tables.
  @Test func everyKindOfStepIsInTheTables() throws {
    #expect(!Self.tables.isEmpty)
    let rules = try Self.tables.flatMap { try TestTable.rows(of: $0).map(\.rule) }
    let kinds = [
      "ask", "form", "group", "note", "compute", "repeat", "flow", "run", "write", "review",
      "commit", "stop",
    ]
    for kind in kinds {
      #expect(rules.contains { $0.hasPrefix("`\(kind)`") }, "no rule of '\(kind)'")
    }
  }
}
