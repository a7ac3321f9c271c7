// SPDX-License-Identifier: Apache-2.0

import FlowModel
import HashTreeCollections
import Localization
import SourceDiagnostics

extension FlowSession {
  /// Why ``FlowEvent/acceptSuggestions`` doesn't submit the top step; nil if it does.
  ///
  /// - Complexity: The same as ``canAcceptSuggestions``.
  package var reasonNotToAccept: String? {
    guard !canAcceptSuggestions else { return nil }
    guard case .asking(let step) = phase else { return catalog.text(.nothingToAccept) }
    if case .repeat = step.kind {
      let problem = step.repeat.flatMap {
        self.problem(of: $0.items, field: step.id, isGiven: false)?.message
      }
      return problem ?? catalog.text(step.items.isEmpty ? .nothingToAccept : .acceptAfterStep)
    }
    func isEarlier(_ field: FieldState) -> Bool {
      !field.isSecret && (field.offer?.source == .suggestion || answered[field.id] != nil)
    }
    let fields = step.visibleFields
    guard fields.contains(where: isEarlier) else { return catalog.text(.nothingToAccept) }
    if fields.contains(where: { $0.draft != .untouched }) { return catalog.text(.acceptAfterStep) }
    // Its earlier answer is missing, or isn't acceptable any more.
    let open = fields.first { field in
      !isEarlier(field) || field.found.contains { $0.severity == .error }
        || field.offer == nil && field.isRequired
    }
    return open.map { catalog.text(.acceptAfterAnswer, ["id": .quoted(name(of: $0.id))]) }
      ?? catalog.text(.nothingToAccept)
  }
}
