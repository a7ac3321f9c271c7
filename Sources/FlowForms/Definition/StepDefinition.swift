// SPDX-License-Identifier: Apache-2.0

public import SourceDiagnostics

/// A step as written in its file.
public struct StepDefinition: Hashable, Sendable {
  /// The step's id: the answer's name, and the handle of tests.
  public var id: Identifier

  /// What the step is.
  public var kind: Kind

  /// The condition under which it's asked; nil: always.
  public var when: ExpressionSource?

  /// Its title.
  public var title: LocalizedText?

  /// The kinds of findings that are allowed here.
  public var allow: [DiagnosticID]

  /// Where it is.
  public var place: SourcePlace

  /// Creates a step.
  public init(
    id: Identifier, kind: Kind, when: ExpressionSource? = nil, title: LocalizedText? = nil,
    allow: [DiagnosticID] = [], place: SourcePlace = .code
  ) {
    self.id = id
    self.kind = kind
    self.when = when
    self.title = title
    self.allow = allow
    self.place = place
  }

  /// The kinds of steps.
  public indirect enum Kind: Hashable, Sendable {
    /// One question.
    case ask(FieldDefinition)

    /// Several fields on one step, submitted as a whole.
    ///
    /// The elements are steps of the kinds `ask`, `note` and `compute`; their `when` shows and
    /// hides them as the form's own answers change.
    case form(elements: [StepDefinition], validations: [ValidationDefinition])

    /// Steps under one condition; no scope of its own.
    case group([StepDefinition])

    /// A text to read.
    case note(LocalizedText)

    /// A list of records, each asked for by the same steps.
    case `repeat`(RepeatDefinition)

    /// A flow of another file; its output is one value here.
    case flow(SubflowDefinition)

    /// A value for later expressions, never asked.
    case compute(ExpressionSource)

    /// The answers of the live path; choosing one goes back to it.
    case review

    /// A typed yes, and from then on a floor.
    case commit(LocalizedText)

    /// The session's end.
    case stop(text: LocalizedText?, outcome: StopOutcome)

    /// A command or an action; it acts when it is reached.
    case run(RunDefinition)

    /// A file; it is written when the step is reached.
    case write(WriteDefinition)

    /// The word that names the kind in a flow file.
    public var keyword: String {
      switch self {
      case .ask: "ask"
      case .form: "form"
      case .group: "group"
      case .note: "note"
      case .repeat: "repeat"
      case .flow: "flow"
      case .compute: "compute"
      case .review: "review"
      case .commit: "commit"
      case .stop: "stop"
      case .run: "run"
      case .write: "write"
      }
    }

    /// Whether it is a `run` whose result the step's id names.
    public var captures: Bool {
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
