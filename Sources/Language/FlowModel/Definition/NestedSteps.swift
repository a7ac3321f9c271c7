// SPDX-License-Identifier: Apache-2.0

/// The definition of a list of records, whose items can be added, edited, removed, and moved.
package struct RepeatDefinition: Hashable, Sendable {
  /// The steps for each item.
  package var steps: [StepDefinition]

  /// The minimum and maximum number of items.
  package var constraints: [ConstraintDefinition]

  /// The summary line of an item, or nil to show its answers.
  package var summary: LocalizedText?

  /// The checks of the whole list.
  ///
  /// The repeat's own name is the candidate.
  package var validations: [ValidationDefinition]

  /// A list with an element for each item, or nil to let the user add items.
  package var over: ExpressionSource?

  /// Whether the next record opens by itself until there's the minimum number of items.
  package var isFilled: Bool

  /// The parts of a matrix, whose only step is the form of a row; nil for other lists.
  ///
  /// ``StepDefinition/Kind/matrix(elements:validations:over:_:place:)`` makes one.
  package var matrix: MatrixDefinition?

  /// Creates a list of records.
  package init(
    steps: [StepDefinition], constraints: [ConstraintDefinition] = [],
    summary: LocalizedText? = nil, validations: [ValidationDefinition] = [],
    over: ExpressionSource? = nil, matrix: MatrixDefinition? = nil, isFilled: Bool = false
  ) {
    self.steps = steps
    self.constraints = constraints
    self.summary = summary
    self.validations = validations
    self.over = over
    self.matrix = matrix
    self.isFilled = isFilled
  }
}

/// A flow that's used in another flow.
///
/// It can only read its own inputs and answers, and the outer flow can only read its output.
package struct SubflowDefinition: Hashable, Sendable {
  /// The file name, as the outer flow writes it.
  package var use: Identifier

  /// The values of its inputs.
  ///
  /// Each leaf is an expression of the outer flow.
  package var arguments: [OutputDefinition.Entry]

  /// The definition of the used flow.
  package var flow: FlowDefinition

  /// Creates a used flow.
  package init(use: Identifier, arguments: [OutputDefinition.Entry] = [], flow: FlowDefinition) {
    self.use = use
    self.arguments = arguments
    self.flow = flow
  }
}
