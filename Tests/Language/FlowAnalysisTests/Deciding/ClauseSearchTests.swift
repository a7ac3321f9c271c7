// SPDX-License-Identifier: Apache-2.0

import Expectations
import RandomTesting
import Testing

@testable import FlowAnalysis

/// Compares the clause search with trying every assignment of a few variables.
@Suite struct ClauseSearchTests {
  /// A gate, which is true if and only if at least one of its operands is.
  struct Gate {
    let variable: Int
    let operands: [Literal]
  }

  /// A random network of gates over some inputs, with some literals that must be true.
  struct Network {
    let inputs: Int
    var gates: [Gate] = []
    var facts: [Literal] = []

    init(_ random: inout SeededGenerator) {
      inputs = Int.random(in: 1...7, using: &random)
      for number in 0..<Int.random(in: 1...30, using: &random) {
        let variable = inputs + number
        var operands: [Int: Bool] = [:]
        for _ in 0..<Int.random(in: 1...4, using: &random) {
          operands[Int.random(in: 0..<variable, using: &random)] = Bool.random(using: &random)
        }
        gates.append(
          Gate(
            variable: variable,
            operands: operands.sorted { $0.key < $1.key }.map {
              Literal(variable: $0.key, isTrue: $0.value)
            }))
      }
      for _ in 0..<Int.random(in: 1...5, using: &random) {
        facts.append(
          Literal(
            variable: Int.random(in: 0..<inputs + gates.count, using: &random),
            isTrue: Bool.random(using: &random)))
      }
    }

    /// Returns whether an assignment of the inputs satisfies the facts.
    func holds(_ bits: Int, _ found: [Int8]? = nil) -> Bool {
      var values = (0..<inputs).map { bits & 1 << $0 != 0 }
      for gate in gates {
        values.append(gate.operands.contains { values[$0.variable] == $0.isTrue })
      }
      if let found {
        for (value, found) in zip(values, found) where found != 0 && value != (found > 0) {
          return false
        }
      }
      return facts.allSatisfy { values[$0.variable] == $0.isTrue }
    }

    func search(limit: Int) -> ClauseSearch {
      var search = ClauseSearch(limit: limit)
      for _ in 0..<inputs + gates.count { _ = search.makeVariable() }
      for gate in gates {
        search.add(gate: Literal(variable: gate.variable), anyOf: gate.operands)
      }
      for fact in facts { search.add(fact: fact) }
      return search
    }
  }

  @Test func itAgreesWithTryingEveryAssignment() {
    let runs = RandomRuns(long: 100_000, named: "clause search against every assignment")
    var possible = 0
    for seed in runs.seeds {
      var random = SeededGenerator(seed: seed)
      let network = Network(&random)
      let expected = (0..<1 << network.inputs).contains { network.holds($0) }
      var search = network.search(limit: 1_000_000)
      let outcome = search.solve()
      expectEqual(outcome, (expected ? .satisfiable : .unsatisfiable), "seed \(seed)")
      guard outcome == .satisfiable else { continue }
      possible += 1
      // Unassigned inputs may have any value that's consistent with the assignment.
      let values = search.values
      let open = (0..<1 << network.inputs).filter { bits in
        (0..<network.inputs).allSatisfy {
          values[$0] == 0 || (bits & 1 << $0 != 0) == (values[$0] > 0)
        }
      }
      #expect(!open.isEmpty && open.allSatisfy { network.holds($0) }, "seed \(seed)")
    }
    #expect(runs.holds(possible, of: 0.1))
  }

  @Test func aSearchStopsAtItsLimit() {
    // The pigeonhole problem with seven pigeons and six holes.
    var search = ClauseSearch(limit: 5_000)
    let holes = (0..<7).map { _ in (0..<6).map { _ in search.makeVariable() } }
    for pigeon in holes {
      let gate = Literal(variable: search.makeVariable())
      search.add(gate: gate, anyOf: pigeon.map { Literal(variable: $0) })
      search.add(fact: gate)
    }
    for hole in 0..<6 {
      for one in 0..<7 {
        for other in 0..<one {
          search.add(clause: [
            Literal(variable: holes[one][hole], isTrue: false),
            Literal(variable: holes[other][hole], isTrue: false),
          ])
        }
      }
    }
    expectEqual(search.solve(), .undecided)
    #expect(search.work < 5_200)
  }
}
