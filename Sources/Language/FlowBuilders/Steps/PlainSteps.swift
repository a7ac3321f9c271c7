// SPDX-License-Identifier: Apache-2.0

public import FlowModel

/// Text to read.
public struct Note: FlowStepPart {
  /// The definition that's built.
  public var step: StepDefinition

  /// Creates a note.
  ///
  /// - Parameters:
  ///   - id: The id.
  ///   - text: The text.
  public init(_ id: Identifier, _ text: LocalizedText) {
    step = StepDefinition(id: id, kind: .note(text))
  }
}

/// A computed value for later expressions.
public struct Compute: FlowStepPart {
  /// The definition that's built.
  public var step: StepDefinition

  /// Creates a computed value.
  ///
  /// - Parameters:
  ///   - id: The name of the value.
  ///   - value: The value, in CEL.
  public init(_ id: Identifier, _ value: ExpressionSource) {
    step = StepDefinition(id: id, kind: .compute(value))
  }

  /// Creates a computed value of the type of a key.
  ///
  /// - Parameters:
  ///   - key: The key.
  ///   - value: The value.
  public init<V>(_ key: AnswerKey<V>, _ value: some FlowTerm<V>) {
    self.init(Identifier(key.name), value.term.source)
  }
}

/// A review of the answers; choosing one goes back to it.
public struct Review: FlowStepPart {
  /// The definition that's built.
  public var step: StepDefinition

  /// Creates a review.
  ///
  /// - Parameters:
  ///   - id: The id.
  ///   - title: The title.
  public init(_ id: Identifier, _ title: LocalizedText? = nil) {
    step = StepDefinition(id: id, kind: .review, title: title)
  }
}

/// A confirmation that requires a yes; after that, nothing before it can be changed.
public struct Commit: FlowStepPart {
  /// The definition that's built.
  public var step: StepDefinition

  /// Creates a confirmation.
  ///
  /// - Parameters:
  ///   - id: The id.
  ///   - text: What is agreed to.
  public init(_ id: Identifier, _ text: LocalizedText) {
    step = StepDefinition(id: id, kind: .commit(text))
  }

  /// Returns the confirmation with a text that's always shown below what is agreed to.
  public func description(_ description: LocalizedText) -> Commit {
    with { $0.description = description }
  }
}

/// The end of the walk.
public struct Stop: FlowStepPart {
  /// The definition that's built.
  public var step: StepDefinition

  /// Creates an end.
  ///
  /// - Parameters:
  ///   - id: The id.
  ///   - text: Why it ends.
  ///   - outcome: How it ends.
  public init(_ id: Identifier, _ text: LocalizedText? = nil, outcome: StopOutcome = .failed) {
    step = StepDefinition(id: id, kind: .stop(text: text, outcome: outcome))
  }
}
