// SPDX-License-Identifier: Apache-2.0

import Expectations
import FlowExpressions
import FlowScripts
import FlowTesting
import RegularExpressions
import SourceDiagnostics
import Synchronization
import Testing

@testable import FlowExploration

/// Reports say what was shown, and the same seed gives the same report.
@Suite struct ReportTests {
  private static let small = """
    flow: 1
    id: small
    steps:
      - { ask: kind, type: choice, choices: [a, b] }
      - { ask: sure, type: boolean, when: kind == 'a' }
    """

  private static let faulty = """
    flow: 1
    id: faulty
    steps:
      - { ask: name, type: string }
      - { ask: count, type: integer, min: 0, max: 9 }
      - { compute: share, value: "12 / count" }
    """

  private func explored(_ text: String, steps: Int = 20_000, seed: UInt64 = 1) throws -> Exploration
  {
    var limits = Explorer.Limits()
    limits.steps = steps
    limits.seed = seed
    var explorer = Explorer(try checkedFlow(text, name: "f.flow.yaml"), limits: limits)
    return explorer.run()
  }

  @Test func anExhaustiveReportSaysWhatWasShown() throws {
    try expectEqual(
      explored(Self.small).text(for: "f.flow.yaml"),
      """
      f.flow.yaml: 9 walks with 91 moves, all combinations of each choice, yes and no, empty and answered,
        and values at and next to those that conditions and limits compare with
        covered: flow 6 of 6, edges 4 of 4, going back 1 of 1
        shown:
          every path ends
          no expression fails
          an answer that's refused changes nothing
          going back leaves no trace, and going forward again repeats it
          nothing that happened is dropped, also by saving and restoring
          nothing that was begun is done twice without a question
          handling the same events again gives the same state
          a walk that's saved and restored is the same
          no answer of an abandoned branch is in the result
          a walk ends as the straight walk with what was entered last
          the result is valid for the exported schema
          the answers, given in advance, have the same result
          what plan forecasts is what is asked
          the walk as a script passes, with the same answers
          through a server, the walk has the same states (at the end of 3 of 9 walks)

      """)
  }

  @Test func aFindingHasAScript() throws {
    let report = try explored(Self.faulty).text(for: "f.flow.yaml")
    expectEqual(
      report.components(upTo: "f.flow.yaml: 23"),
      """
      f.flow.yaml: no expression fails: broken
        f.flow.yaml:6:31: division by zero
        this script leads to it:
          test: "no-expression-fails: f.flow.yaml:6:31: division by zero"
          steps:
            - answer: { name: abc, count: 0 }


      """)
  }

  @Test func theSameSeedWalksTheSamePaths() throws {
    let text = PlantedFaultTests.sound
    let first = try explored(text, steps: 100, seed: 7)
    #expect(!first.isExhaustive)
    try expectEqual(explored(text, steps: 100, seed: 7).text(for: "f"), first.text(for: "f"))
    #expect(first.steps < 140)
  }

  /// A run whose time is over soon stops, whether it would walk everything or samples.
  @Test(arguments: [
    (PlantedFaultTests.sound, 1_000_000, 16),
    (
      "flow: 1\nid: large\nsteps:\n"
        + (0..<8).map { "  - { ask: q\($0), type: boolean }\n" }.joined(), 2_000, 22
    ),
  ])
  func aRunStopsWhenItsTimeIsOver(_ flow: String, steps: Int, looks: Int) throws {
    var limits = Explorer.Limits()
    let count = Mutex(0)
    limits.steps = steps
    limits.isOver = {
      count.withLock { count in
        count += 1
        return count >= looks
      }
    }
    var explorer = Explorer(
      try checkedFlow(flow, name: "f.flow.yaml"), limits: limits)
    let exploration = explorer.run()
    let text = exploration.text(for: "f.flow.yaml")
    #expect(exploration.walks > 0 && exploration.problem == nil, "\(text)")
    #expect(text.contains(" moves, sampled with --seed 1, until the time was over\n"), "\(text)")
    guard case .map(let map) = exploration.value(for: "f.flow.yaml") else {
      Issue.record("no map")
      return
    }
    expectEqual(map["timedOut"], .bool(true))
    // It's asked after every few moves, and not once it's over.
    expectEqual(count.withLock { $0 }, looks)
    #expect(exploration.steps < min(steps, 20_000))
  }

  @Test func theJSONHasTheSameNumbers() throws {
    let exploration = try explored(Self.faulty)
    let value = exploration.value(for: "f.flow.yaml")
    guard case .map(let map) = value, case .list(let findings)? = map["findings"] else {
      Issue.record("\(value)")
      return
    }
    expectEqual(map["walks"], .int(Int64(exploration.walks)))
    expectEqual(map["exhaustive"], .bool(exploration.isExhaustive))
    expectEqual(findings.count, 1)
  }

  /// The missing tests pass, cover everything together, and have names that say what.
  @Test func missingTestsCoverEverything() throws {
    let flow = try checkedFlow(PlantedFaultTests.sound, name: "f.flow.yaml")
    let exploration = try PlantedFaultTests.exploration.get()
    let scripts = exploration.missingScripts(beyond: FlowCoverage(of: flow))
    let text = scripts.map(\.text).joined(separator: "---\n")
    let loaded = FlowScriptFile.load(Array(text.utf8), name: "f.test.yaml", flow: flow)
    expectEqual(DiagnosticRenderer().render(loaded.diagnostics), "")
    expectEqual(loaded.scripts.count, scripts.count)
    var coverage = FlowCoverage(of: flow)
    for script in loaded.scripts {
      let result = ScriptRun.run(script, on: flow)
      expectEqual(result.failures.map(\.message), [], "\(script.text)")
      coverage.add(result.trace)
    }
    for measure in CoverageMeasure.allCases {
      expectEqual(coverage.gaps(of: measure).map(\.message), [])
    }
    expectEqual(Set(scripts.map(\.name)).count, scripts.count)
    #expect(scripts.count < 25)
  }

  @Test(arguments: [
    "^[a-z][a-z0-9-]*[a-z0-9]$", "^(a|bc)+$", "^[0-9]+[.][0-9]+$", "^\\+?[1-9][0-9]{6,14}$",
    "x{2,3}y?",
    "^[^a-z]{3}$",
  ])
  func textsMatchTheirPattern(pattern: String) throws {
    let samples = PatternSamples(pattern).texts
    let expression = try RegularExpression(pattern)
    #expect(!samples.isEmpty)
    #expect(samples.allSatisfy { expression.matches($0) })
  }
}

extension String {
  /// The text before another one.
  fileprivate func components(upTo end: String) -> String {
    firstRange(of: end).map { String(self[..<$0.lowerBound]) } ?? self
  }
}
