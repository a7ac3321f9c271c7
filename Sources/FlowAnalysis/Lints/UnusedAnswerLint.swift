// SPDX-License-Identifier: Apache-2.0

import FlowExpressions
import FlowForms
import SourceDiagnostics

/// Finds answers that are asked for nothing: no expression reads them, and the output leaves them
/// out.
///
/// It looks only at flows with an output of their own; without one every answer is returned, and a
/// review shows every answer to the person. A name
/// that is read anywhere counts as used, also where an item has one of the same name, and so does an
/// answer that must keep a rule: a confirmation is asked for nothing else.
enum UnusedAnswerLint: FlowLint {
  static let explanation = Explanation(
    "unused-answer", "an answer is used nowhere",
    meaning: """
      The flow says what it returns, and this answer is not in it; no condition, text or command \
      reads it either. A person is asked for nothing.
      """,
    example: """
      steps:
        - { ask: name, type: string }
        - { ask: color, type: string }
      output: { name: name }
      """,
    remedy: "return the answer, read it, or do not ask for it.")

  static func check(_ flow: LintedFlow) -> [Diagnostic] {
    let isReviewed = flow.steps.contains { if case .review = $0.step.kind { true } else { false } }
    guard flow.isWhole, flow.definition.output != nil, !isReviewed else { return [] }
    let read = flow.facts.readNames
    return flow.steps.filter { placed in
      guard let field = placed.field, placed.table.itemNames.isEmpty, field.sets == nil else {
        return false
      }
      // What is held against a rule may be asked for that alone: a confirmation, a riddle.
      return field.validations.isEmpty && field.constraints.isEmpty
        && !read.contains(placed.step.id.name)
    }.map { placed in
      Diagnostic(
        explanation.id, .warning,
        "'\(placed.step.id.name)' is asked, but no expression reads it and 'output' leaves it out",
        at: placed.step.id.place)
    }
  }
}
