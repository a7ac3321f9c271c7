// SPDX-License-Identifier: Apache-2.0

public import FlowEffects
public import FlowExpressions
import FlowModel
public import FlowSessions
public import StackFlowCore

/// The event that a walk waits for, or its end.
public enum WalkState: Sendable {
  /// The walk hasn't started.
  case notStarted

  /// A question, a note, a list, or something else that the client submits.
  case asking(StepState)

  /// Something to decide before the walk continues.
  case deciding(WalkDecision)

  /// The client performs an effect, and replies with its result.
  case performing(EffectRequest)

  /// The client says what's at a path.
  case lookingUp(String)

  /// An expression or an effect failed. It may be possible to go back or to try again.
  case failed(FlowFailure)

  /// The walk has ended.
  case ended(WalkReport)

  /// The name of the state in messages.
  public var name: String {
    switch self {
    case .notStarted: "not-started"
    case .asking: "asking"
    case .deciding: "deciding"
    case .performing: "performing"
    case .lookingUp: "looking-up"
    case .failed: "failed"
    case .ended: "ended"
    }
  }

  /// The state in messages, after "the walk ".
  var words: String {
    switch self {
    case .notStarted: "it hasn't started"
    case .asking(let step): "it asks '\(step.focusedField?.id ?? step.id)'"
    case .deciding: "it waits for a decision"
    case .performing(let request): "it waits for the result of '\(request.step)'"
    case .lookingUp(let path): "it waits for what's at '\(path)'"
    case .failed: "it failed"
    case .ended: "it has ended"
    }
  }
}

/// Something to decide before a walk continues.
public enum WalkDecision: Hashable, Sendable {
  /// Whether effects may be performed: the pending one, and those that follow it without a question.
  ///
  /// With a path, the pending one would overwrite that file, which can be kept instead.
  case permission([EffectRequest], existingFile: String?)

  /// Whether a file that has different content is overwritten or kept.
  ///
  /// It comes before the permission to write a tree, once for each of its files.
  case overwrite(EffectRequest, ExistingFile)

  /// Whether an effect that had begun when the walk was interrupted has happened, where its host doesn't know. With
  /// yes, the walk continues as if it had; with ``DecisionAnswer/perform``, it's performed.
  ///
  /// It's also asked about a request that the walk no longer makes, because an answer or the flow has
  /// changed: with yes, it's undone, and with no, nothing is performed. If it has happened and can't be
  /// undone, the question is whether it counts in place of what the step would do now.
  ///
  /// A command that's assumed to have happened counts as ended with status 0. If its output was to be
  /// captured, that's a failure of the step, because the output is lost. A file counts as kept, so it
  /// isn't restored by going back. What a host knows, and finishes or takes back, isn't asked; see
  /// `EffectHost.recover(_:)`.
  case doubt(EffectRequest, EffectDoubt)

  /// Whether a move is approved.
  case move(WalkMove)

  /// Whether to go back from a review to an answer, which discards others; with no, the review stays.
  ///
  /// It's asked if the client has the task ``ClientTasks/discards``. The next event withdraws it, and a
  /// restored walk doesn't have it, because nothing has happened.
  case wayBack(WayBack)

  /// The effects that it's about; none for a move or a way back.
  public var requests: [EffectRequest] {
    switch self {
    case .permission(let requests, _): requests
    case .overwrite(let request, _), .doubt(let request, _): [request]
    case .move, .wayBack: []
    }
  }

  /// Whether effects may be performed, or a file is overwritten.
  package var isPermission: Bool {
    switch self {
    case .permission, .overwrite: true
    case .doubt, .move, .wayBack: false
    }
  }

  /// The answers that can be given: `yes`, `keep`, and `no`, without those that can't be done, and `perform` for
  /// an effect that may have happened.
  public var answers: [String] {
    switch self {
    case .overwrite(_, let file) where file.obstacle != nil: ["keep", "no"]
    case .permission(_, existingFile: .some), .overwrite: ["yes", "keep", "no"]
    case .doubt(_, .interrupted): ["yes", "perform"]
    case .permission(_, existingFile: nil), .doubt, .move, .wayBack: ["yes", "no"]
    }
  }

  /// Whether an effect may have happened, because the walk was interrupted while it was performed.
  package var isInterruption: Bool {
    if case .doubt(_, .interrupted) = self { true } else { false }
  }

  /// The file that would be overwritten; nil if there's none.
  package var existingFile: String? {
    switch self {
    case .permission(_, let file): file
    case .overwrite(_, let file): file.path
    case .doubt, .move, .wayBack: nil
    }
  }
}

/// A move that a client approves or denies.
public struct WalkMove: Hashable, Sendable {
  /// The request.
  public let request: NavigationRequest

  /// The answers of the top step by id, for a push; with dots for secrets.
  public let answers: [String: Value]

  /// The id of the step that would become the top, for a pop.
  public let target: String?
}

/// How a walk ended.
public struct WalkReport: Hashable, Sendable {
  /// How it ended.
  public let outcome: FlowOutcome

  /// The output of the flow; null if it ended before.
  public let output: Value

  /// Whether the secrets in the output were masked.
  package let isMasked: Bool

  /// The id of the `stop` that ended it; nil if none did.
  public let stopID: String?

  /// The names in data of answers given in advance that no question asked for.
  public let unused: [String]

  /// The effects that remain although the walk was left.
  public let standing: [EffectRequest]

  /// The exit status of `stackflow run` with the same answers.
  public internal(set) var exitStatus: ExitStatus

  /// The result of a session; one that hasn't ended counts as left.
  init(of session: FlowSession, revealing: Bool) {
    let ended: FlowResult? = if case .finished(let result) = session.state { result } else { nil }
    outcome = ended?.outcome ?? .left(.quit)
    isMasked = !revealing && session.maskedOutput != ended?.output
    output = (revealing ? ended?.output : session.maskedOutput) ?? .null
    stopID = ended?.stopID
    unused =
      outcome == .completed ? session.unusedAnswers.map { session.flow.dataName(of: $0) } : []
    if case .left = outcome { standing = session.standingEffects } else { standing = [] }
    exitStatus = unused.isEmpty ? outcome.exitStatus : .invalidAnswers
  }
}

extension FlowWalk {
  /// The event that the walk waits for, or its end.
  ///
  /// - Complexity: O(1), plus one look of the effects' host if none was taken since the last event; O(*n*) in the number of steps where a move
  ///   is decided or the walk has ended.
  public var state: WalkState {
    switch session.state {
    case .notStarted: .notStarted
    case .asking(let step): wayBack.map { .deciding(.wayBack($0)) } ?? .asking(step)
    case .needs(.lookUp(let path)): .lookingUp(path)
    case .needs(.approval): decision.map { .deciding($0) } ?? .notStarted
    case .needs(.effect(let request)): state(at: request)
    case .failed(let failure): .failed(failure)
    case .finished: .ended(WalkReport(of: session, revealing: services.revealsSecrets))
    }
  }

  private func state(at request: EffectRequest) -> WalkState {
    switch decision(about: request) {
    case .permission(let requests, let file)?:
      // The next one that meets a file has a question of its own.
      let count = 1 + (found?.later ?? []).prefix { $0.path == nil }.count
      return .deciding(.permission(Array(requests.prefix(count)), existingFile: file))
    case let decision?: return .deciding(decision)
    case nil:
      return services.client.contains(.effects)
        ? .performing(request) : .deciding(.permission([request], existingFile: nil))
    }
  }
}
