// SPDX-License-Identifier: Apache-2.0

package import SourceDiagnostics

/// The readable part of a step or an input with mistakes.
package struct LostPart: Hashable, Sendable {
  package let id: Identifier

  /// The step with what's known of it; nil if only the name is known.
  package let step: StepDefinition?

  /// The place of the id of the step that contains it; nil for the flow.
  package let container: SourcePlace?

  package init(_ id: Identifier, step: StepDefinition? = nil, in container: SourcePlace? = nil) {
    self.id = id
    self.step = step
    self.container = container
  }
}
