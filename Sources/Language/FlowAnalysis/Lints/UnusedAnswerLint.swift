// SPDX-License-Identifier: Apache-2.0

import FlowModel
import SourceDiagnostics

/// Finds answers that are never used: no expression reads them, and the output doesn't contain
/// them.
///
/// The lint checks only flows that define an output, since others return every answer, and that
/// have no review, which shows every answer. A name that's read anywhere counts as used, even if
/// that name belongs to an item. So does an answer with checks or constraints, such as a
/// confirmation, which may be asked for their sake.
extension FlowLint {
  static let unusedAnswer = FlowLint(id: id) { check($0) }

  private static let id: DiagnosticID = "unused-answer"

  private static func check(_ flow: LintedFlow) -> [Diagnostic] {
    let isReviewed = flow.steps.contains { if case .review = $0.step.kind { true } else { false } }
    guard flow.isFullyChecked, let output = flow.definition.output, !isReviewed,
      !output.hasEveryAnswer
    else { return [] }
    let read = Set(
      flow.index.uses.filter { use in
        // The names of functions and their parameters are no answers.
        guard use.expression != nil, use.kind != .function else { return false }
        return use.name.map { flow.index.names[$0].kind != .parameter } ?? true
      }.map(\.text))
    return flow.steps.filter { placed in
      guard let field = placed.field, placed.table.itemNames.isEmpty, field.sets == nil else {
        return false
      }
      // An answer with a rule may be asked for its sake, such as a confirmation.
      return field.validations.isEmpty && field.constraints.isEmpty
        && !read.contains(placed.step.id.name)
    }.map { placed in
      Diagnostic(
        id, .warning,
        "'\(placed.step.id.name)' is asked, but no expression reads it and 'output' leaves it out",
        at: placed.step.id.place)
    }
  }
}

extension OutputDefinition {
  /// Whether it has every answer somewhere.
  fileprivate var hasEveryAnswer: Bool {
    switch self {
    case .expression: false
    case .map(let entries): entries.contains { $0.isEveryAnswer || $0.value.hasEveryAnswer }
    case .list(let items): items.contains(where: \.hasEveryAnswer)
    }
  }
}
