// SPDX-License-Identifier: Apache-2.0

public import FlowModel
public import FlowSessions
import SourceDiagnostics

/// The question of a session's top step: fields, a note, a review, a commit, or a list of records.
///
/// Every face, report, and protocol reads it. Its rows say all that a user is told, each with a role; a face
/// chooses among them and decides how they look.
public struct Question: Sendable {
  /// The step, with its fields, items, and problems.
  public let step: StepState

  /// The session, whose top step it is.
  let session: FlowSession

  /// A step that can be gone back to.
  public struct Earlier: Hashable, Sendable {
    /// The id of the step.
    public let id: String

    /// The ids of the answers that going back there discards, the step's own first.
    ///
    /// They're offered again as suggestions.
    public let discards: [String]
  }

  /// The maximum number of steps in ``earlier``: 20.
  ///
  /// Going back to others works as well.
  static let maximumEarlier = 20

  /// Creates the question of a session; nil if it asks nothing.
  public init?(_ session: FlowSession) {
    guard case .asking(let step) = session.state else { return nil }
    self.step = step
    self.session = session
  }

  // MARK: What's asked

  /// The id of what's asked: the focused field, or else the step.
  public var asked: String { step.focusedField?.id ?? step.id }

  /// The key of the kind of the step, as in flow files.
  public var kind: StepKeyword {
    switch step.kind {
    case .ask: .ask
    case .form: .form
    case .note: .note
    case .review: .review
    case .repeat: .repeat
    case .commit: .commit
    case .stop: .stop
    }
  }

  /// The name of a list of records in data; nil if that's its id, and for other steps.
  package var dataName: String? {
    guard case .repeat = step.kind else { return nil }
    let name = session.flow.dataName(of: step.id)
    return name == step.id ? nil : name
  }

  /// The visible fields, in order.
  public var fields: [Field] { step.visibleFields.map { Field($0) } }

  /// The field that gets the next input; nil if the step asks no field.
  public var focused: Field? { step.focusedField.map { Field($0) } }

  /// Returns a visible field; the focused one without an id.
  public func field(_ id: String? = nil) -> Field? {
    guard let id else { return focused }
    return step.visibleFields.first { $0.id == id }.map { Field($0) }
  }

  /// Whether the step asks one question, and nothing else.
  package var isAlone: Bool { step.kind == .ask && step.visibleFields.count == 1 }

  /// The texts of the notes of the step that are shown, in order.
  package var notes: [String] {
    step.elements.compactMap { element in
      guard element.isVisible, case .note(let text) = element.content else { return nil }
      return text
    }
  }

  /// The answers to review; empty for other steps.
  ///
  /// - Complexity: O(*n*) in the number of answers.
  public var answers: [FlowSession.ReviewRow] { step.kind == .review ? session.reviewRows : [] }

  /// Whether only a confirmation of warnings is missing.
  package var hasOnlyWarnings: Bool {
    let problems = step.problems + (step.focusedField?.problems ?? [])
    return !problems.isEmpty && problems.allSatisfy { $0.severity == .warning }
  }

  // MARK: Ways

  /// How far the walk is.
  ///
  /// - Complexity: O(*n*) in the number of steps of the flow.
  public var progress: FlowSession.Progress { session.progress }

  /// Whether there's a step or a field to go back to.
  public var canGoBack: Bool { session.canGoBack }

  /// The nearest steps that can be gone back to, the nearest first; at most 20.
  public var earlier: [Earlier] {
    session.shownSteps.suffix(Self.maximumEarlier).reversed()
      .filter { session.canGoBack(to: $0) }
      .map { Earlier(id: $0, discards: session.discarded(byGoingBackTo: $0)) }
  }
}
