// SPDX-License-Identifier: Apache-2.0

import Expectations
import FlowExpressions
import FlowFiles
import FlowModel
import FlowSessions
import FlowTesting
import SourceDiagnostics
import Testing

/// The output can be every answer, and more.
@Suite struct MergedOutputTests {
  /// A template of cookiecutter, which adds a computed name to its answers.
  private static func text(_ output: String) -> String {
    """
    flow: 1
    id: cookiecutter
    steps:
      - { ask: name, type: string }
      - { ask: cloud, type: choice, choices: [AWS, none] }
      - { ask: bucket, type: string, when: cloud == 'AWS' }
      - { ask: notes, type: string, required: false, default: x }
      - { compute: module, value: "name.lowerAscii().replace(' ', '_')" }
    output: \(output)
    """
  }

  @Test(arguments: [
    (
      "{ <<: answers, module: module }",
      #"{"name":"My App","cloud":"none","notes":null,"module":"my_app"}"#
    ),
    ("{ <<: answers, name: module }", #"{"name":"my_app","cloud":"none","notes":null}"#),
    // An absent entry leaves out that of the map.
    ("{ <<: answers, notes: notes, cloud: bucket }", #"{"name":"My App"}"#),
    (
      "{ of: { <<: answers }, n: 1 }",
      #"{"of":{"name":"My App","cloud":"none","notes":null},"n":1}"#
    ),
    (#"{ <<: "{'a': 1, 'b': 2}", b: 3 }"#, #"{"a":1,"b":3}"#),
    ("{ <<: { a: name }, b: 3 }", #"{"a":"My App","b":3}"#),
  ])
  func theOtherEntriesAreAddedAndWin(output: String, found: String) throws {
    var walker = try Walker(Self.text(output))
    walker.type("My App", "none")
    walker.send(.answer(FieldInput.empty))
    expectEqual(walker.output, found)
  }

  /// Secrets are masked where the whole output is shown.
  @Test func secretsKeepTheirRules() throws {
    var walker = try Walker(
      """
      flow: 1
      id: s
      steps: [{ ask: name, type: string }, { ask: token, type: secret }]
      output: { <<: answers, size: size(token) }
      """)
    walker.type("a", "xyz")
    expectEqual(walker.output, #"{"name":"a","token":"xyz","size":3}"#)
    expectEqual(
      JSONWriter().text(of: walker.session.maskedOutput), #"{"name":"a","token":"••••","size":3}"#)
  }

  @Test func thePathsOfTheOutputIncludeTheAnswers() throws {
    let flow = try flow(Self.text("{ <<: answers, name: { long: module } }"))
    expectEqual(flow.outputPaths, [["cloud"], ["bucket"], ["notes"], ["name", "long"]])
  }
}
