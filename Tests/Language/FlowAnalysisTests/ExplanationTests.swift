// SPDX-License-Identifier: Apache-2.0

import Expectations
import FlowAnalysis
import Foundation
import RandomTesting
import SourceDiagnostics
import Testing

@Suite struct ExplanationTests {
  @Test func anExplanationIsPrintedForATerminal() throws {
    let found = try #require(Explanation.explanation(of: "unreachable-step"))
    expectEqual(
      found.text,
      """
      unreachable-step: no answers lead to this step

      The conditions on the path to the step contradict each other, or the choices and bounds of \
      the answers that they read, or an earlier 'stop' always ends the flow first. The step is \
      never reached.

      For example:

          - { ask: kind, type: choice, choices: [http, worker] }
          - ask: schedule
            when: kind == 'cron'
            type: string

      To fix it: correct the condition, add the missing choice, or remove the step.

      """)
  }

  @Test func idsAreExplainedOnce() {
    let ids = Explanation.all.map(\.id.name)
    expectEqual(Set(ids).count, ids.count)
    #expect(ids.allSatisfy { $0.allSatisfy { $0.isLowercase || $0 == "-" } })
  }

  /// Every id in the goldens of broken flows is explained.
  @Test func everyIdOfTheFixturesIsExplained() throws {
    let tests = ProjectFolder.url.appending(path: "Tests")
    var missing: Set<String> = []
    for folder in ["broken", "lints", "texts"] {
      let folder = tests.appending(path: "Fixtures/\(folder)")
      for name in try FileManager.default.contentsOfDirectory(atPath: folder.path) {
        let file = folder.appending(path: "\(name)/expected.txt")
        guard let text = try? String(contentsOf: file, encoding: .utf8) else { continue }
        for line in text.split(separator: "\n")
        where line.hasSuffix("]") && (line.contains(" error: ") || line.contains(" warning: ")) {
          guard let start = line.lastIndex(of: "[") else { continue }
          let id = String(line[line.index(after: start)...].dropLast())
          if Explanation.explanation(of: .init(id)) == nil { missing.insert(id) }
        }
      }
    }
    #expect(missing.isEmpty, "\(missing.sorted())")
  }

  /// Every id in the sources of the loader and of scripts is explained.
  @Test func everyIdOfTheSourcesIsExplained() throws {
    let sources = ProjectFolder.url.appending(path: "Sources")
    // The id is the first argument of calls such as `Diagnostic("wrong-type", …` and
    // `report("wrong-kind", …`.
    let first = try Regex(#"(Diagnostic|ScriptFailure|Mistake|[rR]eport\w*|stop)\(\s*"([a-z-]+)","#)
    var missing: Set<String> = []
    var count = 0
    for module in [
      "Language/FlowExpressions", "Language/FlowModel", "Language/FlowChecks", "Walks/FlowSessions",
      "Language/FlowFiles", "Language/FlowAnalysis",
      "Testing/FlowScripts",
    ] {
      let folder = sources.appending(path: module)
      let names = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String }
      for name in try #require(names) where name.hasSuffix(".swift") {
        let text = try String(contentsOf: folder.appending(path: name), encoding: .utf8)
        for match in text.matches(of: first) {
          let id = String(try #require(match.output[2].substring))
          count += 1
          if Explanation.explanation(of: .init(id)) == nil { missing.insert(id) }
        }
      }
    }
    #expect(missing.isEmpty, "\(missing.sorted())")
    #expect(count > 100)
  }
}
