// SPDX-License-Identifier: Apache-2.0

package import SourceDiagnostics

/// The definition of a step.
public struct StepDefinition: Hashable, Sendable {
  /// The step's id, which is the name of its answer.
  package var id: Identifier

  /// The name of its answer in data, which needn't be a name in expressions; nil for the id.
  ///
  /// Only a question, a list of records, and a used flow can have one.
  package var key: Identifier?

  /// The kind of the step.
  package var kind: Kind

  /// The condition for reaching it, or nil to always reach it.
  package var when: ExpressionSource?

  /// The title.
  package var title: LocalizedText?

  /// The description of a form, a list of records, or a commit, always shown below its title; nil for other steps.
  package var description: LocalizedText?

  /// The ids of findings that are allowed here.
  package var allow: [DiagnosticID]

  /// Where it is.
  package var place: SourcePlace

  /// Creates a step.
  package init(
    id: Identifier, key: Identifier? = nil, kind: Kind, when: ExpressionSource? = nil,
    title: LocalizedText? = nil, description: LocalizedText? = nil, allow: [DiagnosticID] = [],
    place: SourcePlace = .code
  ) {
    self.id = id
    self.key = key
    self.kind = kind
    self.when = when
    self.title = title
    self.description = description
    self.allow = allow
    self.place = place
  }

  /// The name of its answer in data: ``key``, or else the id.
  package var dataName: String { key?.name ?? id.name }

  /// The kinds of steps.
  package indirect enum Kind: Hashable, Sendable {
    /// One question.
    case ask(FieldDefinition)

    /// Several fields in one step, submitted together.
    ///
    /// The elements are steps of the kinds `ask`, `note`, and `compute`. Their `when` shows and
    /// hides them as the form's own answers change.
    case form(elements: [StepDefinition], validations: [ValidationDefinition])

    /// Steps with a common condition, which aren't a scope of their own.
    case group([StepDefinition])

    /// Text to read.
    case note(LocalizedText)

    /// A list of records, with the same steps for each of them.
    case `repeat`(RepeatDefinition)

    /// A flow in another file, whose output is a single value.
    case flow(SubflowDefinition)

    /// A computed value for later expressions.
    case compute(ExpressionSource)

    /// A review of the answers. Choosing one goes back to it.
    case review

    /// A confirmation that requires a typed yes. After that, it's a floor.
    case commit(LocalizedText)

    /// The session's end.
    case stop(text: LocalizedText?, outcome: StopOutcome)

    /// A command or an action, which runs when the step is reached.
    case run(RunDefinition)

    /// A file, which is written when the step is reached.
    case write(WriteDefinition)

    /// Whether its step has an answer, and so a name in data.
    package var hasAnswer: Bool {
      switch self {
      case .ask, .repeat, .flow: true
      case .form, .group, .note, .compute, .review, .commit, .stop, .run, .write: false
      }
    }

    /// Whether it's a `run` that captures its result.
    package var captures: Bool {
      if case .run(let run) = self { run.capture != nil } else { false }
    }
  }
}

/// How a `stop` ends the session.
public enum StopOutcome: String, Hashable, Sendable, CaseIterable {
  /// The flow failed.
  case failed

  /// The flow completed.
  case completed
}
