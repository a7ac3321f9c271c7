// SPDX-License-Identifier: Apache-2.0

import FlowExpressions
import FlowModel

extension QuestionImporter {
  /// A script with a test that takes the defaults of a flow, and expects those of the template.
  func script(of flow: [StepDefinition]) -> String {
    var steps: [Value] = []
    func map(_ entries: [(String, Value)]) -> Value { .map(ValueMap(entries)) }
    // A note in front of the questions is read.
    if case .note? = flow.first?.kind { steps.append(map([("accept", .string("offered"))])) }
    if !samples.isEmpty { steps.append(map([("answer", map(samples.map { ($0.id, $0.value) }))])) }
    if !defaults.isEmpty {
      let expected = map(defaults.map { ($0.id, $0.value) })
      steps.append(map([("expect", map([("answers", expected)]))]))
    }
    // A command isn't run in a test.
    let runs = flow.filter { step in
      if case .run = step.kind { truth(of: step.when) == true } else { false }
    }
    var test = [
      ("test", Value.string("the defaults of the template")),
      ("clock", .string("2026-01-31T09:00:00Z")), ("defaults", .bool(true)),
    ]
    if !runs.isEmpty {
      test.append(("runs", map(runs.map { ($0.id.name, map([("status", .int(0))])) })))
    }
    test.append(("steps", .list(steps)))
    return (YAMLWriter().text(of: map(test)) ?? "") + "\n"
  }
}
