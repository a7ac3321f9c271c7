// SPDX-License-Identifier: Apache-2.0

import Expectations
import FlowAnalysis
import FlowExpressions
import FlowFiles
import FlowScreens
import FlowServer
import FlowSessions
import FlowTesting
import Testing

/// Words of buttons, generated secrets, and items in the schemas of a question and of answers.
@Suite struct AskedSchemaTests {
  private static let text = """
    flow: 1
    id: s
    steps:
      - form: all
        fields:
          - { ask: keep, type: boolean, yes: "Yes!", no: "Nope." }
          - { ask: key, type: secret, generate: { length: 4, from: ab } }
          - { ask: sizes, type: list, of: { type: integer, max: 9 } }
          - { ask: tiers, type: map, of: { type: choice, choices: [a, b] }, keys: { maxLength: 3 } }
          - { ask: texts, type: list }
    """

  private static let words =
    #""oneOf":[{"const":true,"title":"Yes!"},{"const":false,"title":"Nope."}]"#

  @Test func aQuestionAsAskedHasThem() throws {
    var session = try FlowSession(flow: try checkedFlow(Self.text, name: "s.flow.yaml"))
    session.send(.start, now: .epoch)
    let question = try #require(Question(session))
    let schemas = question.fields.map { JSONWriter().text(of: $0.schema) ?? "" }
    #expect(schemas[0].contains(Self.words), "\(schemas[0])")
    #expect(schemas[1].contains(#""x-stackflow-generate":{"length":4,"from":"ab"}"#))
    #expect(
      schemas[2].contains(
        #""items":{"type":"integer","minimum":-9223372036854775808,"maximum":9}"#), "\(schemas[2])")
    #expect(
      schemas[3].contains(#""additionalProperties":{"enum":["a","b"]}"#)
        && schemas[3].contains(#""maxLength":3"#), "\(schemas[3])")
    #expect(schemas[4].contains(#""items":{"type":"string""#), "\(schemas[4])")
  }

  /// A generated secret may be left out of answers in advance, but is in each result.
  @Test func answersNeedNoGeneratedSecret() throws {
    let flow = try checkedFlow(Self.text, name: "s.flow.yaml")
    let given = JSONWriter().text(of: FlowSchema.answers(of: flow)) ?? ""
    let result = JSONWriter().text(of: FlowSchema.output(of: flow)) ?? ""
    #expect(given.contains(Self.words))
    #expect(given.contains(#""required":["keep","sizes","tiers","texts"]"#), "\(given)")
    #expect(result.contains(#""required":["keep","key","sizes","tiers","texts"]"#), "\(result)")
  }

  /// Neither does a record of a list.
  @Test func recordsNeedNoGeneratedSecret() throws {
    let flow = try checkedFlow(
      "flow: 1\nid: s\nsteps:\n  - repeat: p\n    steps: [ { ask: n, type: string }, { ask: w, type: secret, generate: 8 } ]\n",
      name: "s.flow.yaml")
    let given = JSONWriter().text(of: FlowSchema.answers(of: flow)) ?? ""
    let result = JSONWriter().text(of: FlowSchema.output(of: flow)) ?? ""
    #expect(given.contains(#""required":["n"]"#), "\(given)")
    #expect(result.contains(#""required":["n","w"]"#), "\(result)")
  }

  /// Records of two lists with the same ids can have other keys in results.
  @Test func recordsOfTwoListsInOneHaveTheKeysOfBoth() throws {
    let flow = try checkedFlow(
      """
      flow: 1
      id: s
      steps:
        - { ask: first, type: boolean }
        - repeat: p
          steps: [ { ask: n, type: string, key: name }, { ask: m, type: integer } ]
        - repeat: q
          steps: [ { ask: n, type: string, key: title }, { ask: m, type: integer } ]
      output:
        sum: p + q
        either: "first ? p : q"
        listed: "[p, q]"
        alone: q
      """, name: "s.flow.yaml")
    let properties = FlowSchema.output(of: flow).map?["properties"]?.map
    func record(_ name: Value, lists: Int = 1) -> String {
      var schema = properties?[name]
      for _ in 0..<lists { schema = schema?.map?["items"] }
      return schema.flatMap { JSONWriter().text(of: $0) } ?? ""
    }
    let number = #"{"type":"integer","minimum":-9223372036854775808,"maximum":9223372036854775807}"#
    func both(_ first: String, _ second: String) -> String {
      #"{"type":"object","properties":{"\#(first)":{"type":"string"},"\#(second)":{"type":"string"},"m":\#(number)},"#
        + #""required":["m"],"allOf":[{"anyOf":[{"required":["\#(first)"]},{"required":["\#(second)"]}]}]}"#
    }
    expectEqual(record("sum"), both("title", "name"))
    expectEqual(record("either"), both("name", "title"))
    expectEqual(record("listed", lists: 2), both("name", "title"))
    expectEqual(
      record("alone"),
      #"{"type":"object","properties":{"title":{"type":"string"},"m":\#(number)},"required":["title","m"]}"#
    )
  }
}
