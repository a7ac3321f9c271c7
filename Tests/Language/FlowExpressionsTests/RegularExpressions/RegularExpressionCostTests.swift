// SPDX-License-Identifier: Apache-2.0

import Expectations
import RandomTesting
import Testing

@testable import FlowExpressions
@testable import RegularExpressions

/// Proves linear time by counting visited instructions, without a clock.
@Suite struct RegularExpressionCostTests {
  static let hostile: [(String, String)] = [
    ("((a*)*)*b", "a"), ("(a+)+$", "a"), ("(a|aa)+$", "a"), ("(a|a?)+$", "a"), ("(.*)*x", "a"),
    ("(a?){500}a{500}", "a"), ("^(([a-z])+.)+[A-Z]([a-z])+$", "a"), (".{1000}x", "a"),
    ("(x+x+)+y", "x"), ("(.*)(.*)(.*)(.*)(.*)(.*)(.*)(.*)z", "é"), ("(a|b)*a(a|b){12}c", "ab"),
    ("(?:a{0,30}){0,30}b", "a"), ("((((a*)*)*)*)*b", "a"), ("(\\b|a)*x", "a "),
    ("(?m)(^.*$)*x", "a\n"),
    ("\\pL{1000}x", "é"), ("(a*?)*?b", "a"), ("([ab]*a[ab]{10})*c", "ab"),
  ]

  @Test(arguments: hostile) func searchesAreLinear(_ row: (String, String)) throws {
    let expression = try RegularExpression(row.0)
    for length in [100, isLongRun ? 1_200 : 300] {
      let text = String(repeating: row.1, count: length / row.1.count)
      let bytes = text.utf8.count
      let found = RegularExpression.withCursor(text) { cursor -> Bool in
        var machine = PikeMachine(expression.program, remembersGroups: true)
        let found = machine.run(cursor, from: 0) != nil
        #expect(machine.steps <= (bytes + 1) * expression.size)
        return found
      }
      let automaton = LazyAutomaton(expression.program)
      let answer = RegularExpression.withCursor(text) { automaton.matches($0, from: 0) }
      #expect(automaton.steps <= (bytes + 1) * expression.size)
      #expect(answer == nil || answer == found)
      expectEqual(expression.matches(text), found)
    }
  }

  @Test func aKnownStateCostsNoStep() throws {
    let expression = try RegularExpression("^[a-z][a-z0-9-]*$")
    let text = String(repeating: "abc-9", count: 1_000)
    #expect(expression.matches(text))
    let steps = expression.automaton.steps
    #expect(steps < 100)
    #expect(expression.matches(text))
    expectEqual(expression.automaton.steps, steps)
  }

  @Test func programsStayAsSmallAsTheirPatterns() throws {
    #expect(try RegularExpression("\\pL{1000}").size < 1_010)
    try expectEqual(RegularExpression("[^a]").program.partition.count, 2)
    try expectEqual(RegularExpression("\\p{Greek}\\p{Latin}\\d").program.partition.count, 4)
  }

  @Test func aFullTableIsCleared() throws {
    // Needs at least 2^17 states, more than the table holds.
    let expression = try RegularExpression("(a|b)*a(a|b){16}c")
    var random = SeededGenerator(seed: 7)
    let text = String((0..<20_000).map { _ in Bool.random(using: &random) ? "a" : "b" })
    #expect(!expression.matches(text))
    #expect(expression.matches(text + "a" + String(repeating: "b", count: 16) + "c"))
  }
}
