// SPDX-License-Identifier: Apache-2.0

import Expectations
import FlowExpressions
import FlowTesting
import Testing

@testable import FlowExploration

/// Results are valid for the schemas that flows export, and other values aren't.
@Suite struct SchemaCheckTests {
  /// A schema, a value that's valid, and one that isn't.
  struct Rule: CustomTestStringConvertible {
    let schema: String
    let valid: String
    let invalid: String
    let complaint: String
    var testDescription: String { schema }
  }

  @Test(arguments: [
    Rule(
      schema: #"{"exclusiveMinimum": 0}"#, valid: "1", invalid: "0",
      complaint: "'' breaks 'exclusiveMinimum'"),
    Rule(
      schema: #"{"exclusiveMaximum": 0.5}"#, valid: "0.4", invalid: "0.5",
      complaint: "'' breaks 'exclusiveMaximum'"),
    Rule(
      schema: #"{"minProperties": 1}"#, valid: #"{"a": 1}"#, invalid: "{}",
      complaint: "'' breaks 'minProperties'"),
    Rule(
      schema: #"{"maxProperties": 1}"#, valid: #"{"a": 1}"#, invalid: #"{"a": 1, "b": 2}"#,
      complaint: "'' breaks 'maxProperties'"),
    Rule(
      schema: #"{"propertyNames": {"maxLength": 1}}"#, valid: #"{"a": 1}"#, invalid: #"{"ab": 1}"#,
      complaint: "'ab' breaks 'maxLength'"),
  ]) func aBoundIsKept(rule: Rule) throws {
    let check = SchemaCheck(try Value(json: rule.schema))
    expectEqual(check.complaint(about: try Value(json: rule.valid)), nil)
    expectEqual(check.complaint(about: try Value(json: rule.invalid)), rule.complaint)
  }

  @Test func theCheckOfAnEqualSchemaIsTheSame() throws {
    let known = LastMade<Value, SchemaCheck>()
    let texts = [#"{"pattern": "^a"}"#, #"{"pattern": "^b"}"#]
    for text in texts + texts {
      let schema = try Value(json: text)
      let check = known.value(for: schema) { SchemaCheck(schema) }
      let again = known.value(for: try Value(json: text)) { SchemaCheck(schema) }
      #expect(again === check, "its patterns are compiled once")
      for value in ["ab", "ba", "c"] {
        let fresh = SchemaCheck(try Value(json: text))
        for _ in 0..<2 {
          expectEqual(
            check.complaint(about: .string(value)), fresh.complaint(about: .string(value)))
        }
      }
    }
  }

  /// Flows without a fault, whose schemas have strict bounds, and optional values in lists.
  @Test(arguments: [
    """
      - { ask: need, type: integer, min: 0, max: 4 }
      - { ask: more, when: need > 0, type: string }
      - { ask: few, when: need < 3, type: string }
    """,
    """
      - ask: others
        type: choices
        choices: [{ value: mail, data: { unit: postfix } }, cron]
    output:
      units: "others.map(o, data(o).?unit)"
    """,
  ]) func resultsFitTheirSchemas(steps: String) throws {
    let flow = try checkedFlow("flow: 1\nid: f\nsteps:\n\(steps)\n", name: "f.flow.yaml")
    var explorer = Explorer(flow, laws: [.resultFitsSchema])
    let exploration = explorer.run()
    expectEqual(exploration.findings.map(\.message), [])
    #expect(exploration.isExhaustive)
  }
}
