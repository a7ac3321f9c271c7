// SPDX-License-Identifier: Apache-2.0

/// A list of records as written in its file: items are added, edited, removed and
/// moved.
public struct RepeatDefinition: Hashable, Sendable {
  /// What is asked for each item.
  public var steps: [StepDefinition]

  /// The minimum and maximum number of items.
  public var constraints: [ConstraintDefinition]

  /// A line for each item; nil: its answers.
  public var summary: LocalizedText?

  /// Checks of the whole list; the repeat's own name is the candidate.
  public var validations: [ValidationDefinition]

  /// The list whose elements the steps are asked for, once each; nil: the person adds items.
  public var over: ExpressionSource?

  /// Creates a list of records.
  public init(
    steps: [StepDefinition], constraints: [ConstraintDefinition] = [],
    summary: LocalizedText? = nil, validations: [ValidationDefinition] = [],
    over: ExpressionSource? = nil
  ) {
    self.steps = steps
    self.constraints = constraints
    self.summary = summary
    self.validations = validations
    self.over = over
  }
}

/// A flow inside a flow: it sees its own inputs and answers, and of it only its output is seen.
public struct SubflowDefinition: Hashable, Sendable {
  /// The file as the flow names it, with the place of the name.
  public var use: Identifier

  /// What its inputs are given; each leaf is an expression of the outer flow.
  public var arguments: [OutputDefinition.Entry]

  /// What the file says.
  public var flow: FlowDefinition

  /// Creates a flow inside a flow.
  public init(use: Identifier, arguments: [OutputDefinition.Entry] = [], flow: FlowDefinition) {
    self.use = use
    self.arguments = arguments
    self.flow = flow
  }
}
