// SPDX-License-Identifier: Apache-2.0

package import FlowSessions

extension SessionState {
  /// The step that waits for the user; nil if none does.
  package var step: StepState? { if case .asking(let step) = self { step } else { nil } }

  /// The id of the focused field, or of the step; nil if nothing is asked.
  package var asked: String? { step.map { $0.focusedField?.id ?? $0.id } }
}
