// SPDX-License-Identifier: Apache-2.0

import FlowExpressions

extension QuestionImporter {
  /// A script with a test of the flow that takes the defaults, and expects those of the template.
  func script(of name: String) -> String {
    var steps: [Value] = []
    func map(_ entries: [(String, Value)]) -> Value { .map(ValueMap(entries)) }
    if !samples.isEmpty { steps.append(map([("answer", map(samples.map { ($0.id, $0.value) }))])) }
    if !defaults.isEmpty {
      let expected = map(defaults.map { ($0.id, $0.value) })
      steps.append(map([("expect", map([("answers", expected)]))]))
    }
    let test = map([
      ("test", .string("the defaults of the template")),
      ("clock", .string("2026-01-31T09:00:00Z")), ("defaults", .bool(true)), ("steps", .list(steps)),
    ])
    return (YAMLWriter().text(of: test) ?? "") + "\n"
  }
}
