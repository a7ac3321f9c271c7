// SPDX-License-Identifier: Apache-2.0

import Expectations
import FlowFiles
import Testing

@testable import FlowAnalysis

@Suite struct FlowGraphTests {
  static let text = """
    flow: 1
    id: order
    steps:
      - { ask: kind, type: choice, choices: [http, worker] }
      - { ask: port, when: kind == 'http', type: integer }
      - group: more
        when: kind == 'worker'
        steps:
          - { stop: none, when: "kind != 'http'", title: 'No "workers" | コメント' }
          - form: pair
            fields:
              - { ask: a, type: string }
              - { ask: b, type: string }
      - { commit: go, text: Go? }
    """

  static func graph() throws -> FlowGraph {
    FlowGraph(try #require(FlowFile.load(text, name: "order.flow.yaml").definition))
  }

  @Test func mermaidShowsStepsConditionsAndFloors() throws {
    try expectEqual(
      Self.graph().mermaid,
      """
      flowchart TD
        n0(["order"])
        n1["kind"]
        n2["port"]
        n3[["No #34;workers#34; #124; コメント"]]
        n4["pair: a, b"]
        n5{{"go"}}:::floor
        n6(["end"])
        n0 --> n1
        n1 -->|"kind == 'http'"| n2
        n2 -->|"kind == 'worker' #38;#38; kind != 'http'"| n3
        n1 -->|"!(kind == 'http') #38;#38; kind == 'worker' #38;#38; kind != 'http'"| n3
        n2 -->|"kind == 'worker' #38;#38; !(kind != 'http')"| n4
        n1 -->|"!(kind == 'http') #38;#38; kind == 'worker' #38;#38; !(kind != 'http')"| n4
        n4 --> n5
        n2 -->|"!(kind == 'worker')"| n5
        n1 -->|"!(kind == 'http') #38;#38; !(kind == 'worker')"| n5
        n5 --> n6
        classDef floor stroke-width:4px

      """)
  }

  /// Graphviz reads `&lt;` in a label as `<`.
  @Test func anAmpersandIsEscapedInDOT() throws {
    let flow = try #require(
      FlowFile.load(
        "flow: 1\nid: g\ntitle: 'R&D &lt; \"x\"'\nsteps: [{ ask: a, type: string }]\n",
        name: "g.flow.yaml"
      ).definition)
    let dot = FlowGraph(flow).dot
    #expect(dot.contains(#"R&amp;D &amp;lt; \"x\""#), "\(dot)")
  }

  @Test func dotIsOneDigraph() throws {
    let dot = try Self.graph().dot
    #expect(
      dot.hasPrefix(
        """
        digraph "order" {
          node [shape=box];
          n0 [label="order", shape=oval];
          n1 [label="kind", shape=box];
          n2 [label="port", shape=box];
          n3 [label="No \\"workers\\" | コメント", shape=octagon];
          n4 [label="pair: a, b", shape=box];
          n5 [label="go", shape=hexagon, penwidth=3];
          n6 [label="end", shape=oval];
          n0 -> n1;
          n1 -> n2 [label="kind == 'http'"];

        """))
    #expect(dot.hasSuffix("  n5 -> n6;\n}\n"))
  }

  @Test func jsonNamesNodesAndEdges() throws {
    let json = try Self.graph().json
    #expect(json.hasPrefix(#"{"flow":"order","nodes":[{"id":"(start)","kind":"start""#))
    #expect(json.contains(#"{"from":"kind","to":"port","condition":"kind == 'http'"}"#))
    #expect(
      json.contains(
        #"{"id":"pair","kind":"form","label":"pair: a, b","floor":false,"groups":["more"]}"#))
  }

  @Test func aLongFlowOfConditionsStaysSmall() throws {
    var text = "flow: 1\nid: long\nsteps:\n  - { ask: n, type: integer }\n"
    for number in 0..<2_000 {
      text += "  - { note: s\(number), when: n > \(number), text: told }\n"
    }
    let graph = FlowGraph(try #require(FlowFile.load(text, name: "long").definition))
    #expect(graph.edges.count < 30_000)
    #expect(graph.edges.allSatisfy { ($0.condition ?? "").count < 400 })
  }
}
