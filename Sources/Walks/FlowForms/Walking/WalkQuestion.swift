// SPDX-License-Identifier: Apache-2.0

/// A step that waits for the client: questions, a note, a review, a commit, or a list of records.
public struct WalkQuestion: Sendable {
  /// A step that can be gone back to.
  public struct Earlier: Hashable, Sendable {
    /// The id of the step.
    public let id: String

    /// The ids of the answers that going back there discards, the step's own first.
    ///
    /// They're offered again as suggestions.
    public let discards: [String]
  }

  /// The step, with its fields, items, and problems.
  public let step: StepState

  private let session: FlowSession

  /// The maximum number of steps in ``earlier``: 20.
  ///
  /// Going back to others works as well.
  public static let maximumEarlier = 20

  init(_ step: StepState, of session: FlowSession) {
    self.step = step
    self.session = session
  }

  /// The answers to review; empty for other steps.
  ///
  /// - Complexity: O(*n*) in the number of answers.
  public var answers: [FlowSession.ReviewRow] { step.kind == .review ? session.reviewRows : [] }

  /// How far the walk is.
  ///
  /// - Complexity: O(*n*) in the number of steps of the flow.
  public var progress: FlowSession.Progress { session.progress }

  /// Whether there's a step or a field to go back to.
  public var canGoBack: Bool { session.canGoBack }

  /// The nearest steps that can be gone back to, the nearest first; at most ``maximumEarlier``.
  public var earlier: [Earlier] {
    session.shownSteps.suffix(Self.maximumEarlier).reversed()
      .filter { session.canGoBack(to: $0) }
      .map { Earlier(id: $0, discards: session.discarded(byGoingBackTo: $0)) }
  }

  /// The id of what's asked: the focused field, or else the step.
  public var asked: String { step.focusedField?.id ?? step.id }

  /// The word for the kind of the step, as in flow files.
  public var kind: String {
    switch step.kind {
    case .ask: "ask"
    case .form: "form"
    case .note: "note"
    case .review: "review"
    case .repeat: "repeat"
    case .commit: "commit"
    case .stop: "stop"
    }
  }

  /// The texts of the notes of the step that are shown, in order.
  public var notes: [String] {
    step.elements.compactMap { element in
      guard element.isVisible, case .note(let text) = element.content else { return nil }
      return text
    }
  }
}
