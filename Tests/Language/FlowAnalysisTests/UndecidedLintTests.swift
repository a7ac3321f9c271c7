// SPDX-License-Identifier: Apache-2.0

import Expectations
import FlowExpressions
import FlowFiles
import SourceDiagnostics
import Testing

/// A search that reaches its limit says so.
@Suite struct UndecidedLintTests {
  /// The pigeonhole problem: answers with one possible value less than there are answers, all
  /// different.
  static func pigeons(_ count: Int) -> String {
    let values = (1..<count).map { "v\($0)" }
    let choices = values.joined(separator: ", ")
    let asked = (0..<count).map { "  - { ask: q\($0), type: choice, choices: [\(choices)] }\n" }
    var parts: [String] = []
    for one in 0..<count {
      for other in 0..<one {
        for value in values { parts.append("!(q\(one) == '\(value)' && q\(other) == '\(value)')") }
      }
    }
    return asked.joined()
      + "  - note: told\n    when: >-\n      \(parts.joined(separator: "\n      && "))\n    text: told\n"
  }

  @Test func aSearchThatReachesItsLimitIsReportedOnce() {
    let steps = Self.pigeons(10)
    let loaded = FlowFile.load("flow: 1\nid: t\nsteps:\n\(steps)", name: "t.flow.yaml")
    let found = DiagnosticRenderer().render(loaded.diagnostics)
    expectEqual(
      found,
      """
      t.flow.yaml:2:5: warning: some conditions have too many combinations to try; findings about \
      them may be missing [not-decided]
        2 | id: t
          |     ^
      t.flow.yaml:15:11: note: the first one not decided is here
       15 |     when: >-
          |           ^~
       16 |       !(q1 == 'v1' && q0 == 'v1')
          |       ~~~~~~~~~~~~~~~~~~~~~~~~~~~
      ...
      420 |       && !(q9 == 'v9' && q8 == 'v9')
          |       ~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~

      """, "\(found)")
    #expect(loaded.flow != nil)
    let json = loaded.diagnostics.json
    #expect(json.contains("\"id\":\"not-decided\""), "\(json)")
  }

  /// A stop that may end every path isn't on a path itself.
  @Test func theConditionOfAStopIsShown() {
    let steps = Self.pigeons(10).replacing("note: told", with: "stop: told")
      .replacing(">-\n", with: ">-\n      !(true\n      && ").replacing(
        "    text: told", with: "      )")
    let loaded = FlowFile.load("flow: 1\nid: t\nsteps:\n\(steps)", name: "t.flow.yaml")
    let found = DiagnosticRenderer().render(loaded.diagnostics)
    #expect(
      found.hasPrefix(
        """
        t.flow.yaml:2:5: warning: some conditions have too many combinations to try; findings about \
        them may be missing [not-decided]
          2 | id: t
            |     ^
        t.flow.yaml:15:11: note: the first one not decided is here
         15 |     when: >-
            |           ^~

        """), "\(found)")
  }

  @Test func aFlowCanAllowIt() {
    expectEqual(ids(Self.pigeons(10) + "allow: [not-decided]"), [])
  }

  @Test func nothingIsReportedWithinTheLimit() {
    expectEqual(ids(Self.pigeons(4)), ["unreachable-step"])
  }

  /// Once the total limit is reached, searches are short, and those that they can't decide are
  /// reported.
  @Test func theTotalLimitIsReported() {
    let found = ids(GrowthTests.form.steps(400))
    #expect(found.contains("not-decided"))
    #expect(!ids(GrowthTests.form.steps(20)).contains("not-decided"))
  }
}
