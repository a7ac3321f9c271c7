// SPDX-License-Identifier: Apache-2.0

import Expectations
import FlowAnalysis
import FlowFiles
import FlowModel
import Testing

@Suite struct EffectLintTests {
  @Test func shellSyntaxIsReported() throws { try expectGolden("no-shell") }

  @Test func secretsMayOnlyReachPlacesThatKeepThem() throws { try expectGolden("secret-effects") }

  @Test func aFailureWithoutAWayOnIsReported() throws { try expectGolden("no-way-on") }

  /// The flow says so itself; by default, there's a way on.
  @Test(arguments: EffectErrorPolicy.allCases + [nil])
  func onlyStopLeavesNoWayOn(policy: EffectErrorPolicy?) {
    let found = ids(
      """
        - { commit: sure, text: Sure? }
        - { write: file, path: file, content: x\(policy.map { ", onError: \($0)" } ?? "") }
      """)
    expectEqual(found, policy == .stop ? ["no-way-on"] : [])
  }

  /// A capture that may be skipped needs a guard.
  @Test(arguments: [
    ("stop", "size(got) > 0", true), ("skip", "size(got) > 0", false),
    ("skip", "has(got) && size(got) > 0", true), ("skip", "got.orValue('') == ''", true),
    ("retry", "size(got) > 0", true), ("back", "size(got) > 0", true),
  ])
  func aCaptureIsPresentUnlessItMayBeSkipped(policy: String, condition: String, isFine: Bool) {
    let found = ids(
      """
        - { run: got, command: [x], capture: text, onError: \(policy) }
        - { note: told, when: "\(condition)", text: hi }
      """)
    expectEqual(found, (isFine ? [] : ["may-be-unasked"]), "\(found)")
  }

  @Test func aConditionOnACaptureDecides() {
    let found = ids(
      """
        - { run: status, command: [x], capture: status }
        - group: bad
          when: status != 0
          steps:
            - { note: never, when: status == 0, text: hi }
      """)
    expectEqual(found, ["unreachable-step"], "\(found)")
  }

  @Test func theGraphShowsEffectsAndFloors() throws {
    let text = """
      flow: 1
      id: order
      steps:
        - { ask: name, type: string }
        - { run: make, command: [make, "${name}"], undo: [clean] }
        - { write: unit, path: "${name}.service", content: x }
        - { run: sure, title: For good, command: [sure, { each: "[name]" }] }
      """
    let graph = FlowGraph(try #require(FlowFile.load(text, name: "order.flow.yaml").definition))
    expectEqual(
      graph.mermaid,
      """
      flowchart TD
        n0(["order"])
        n1["name"]
        n2[/"make: make ${name}"\\]
        n3[("unit: ${name}.service")]
        n4[/"For good: sure [each [name]]"\\]:::floor
        n5(["end"])
        n0 --> n1
        n1 --> n2
        n2 --> n3
        n3 --> n4
        n4 --> n5
        classDef floor stroke-width:4px

      """)
    #expect(graph.dot.contains("shape=cds, penwidth=3"))
    #expect(graph.dot.contains("shape=folder"))
  }
}
