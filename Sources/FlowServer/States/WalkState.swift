// SPDX-License-Identifier: Apache-2.0

public import FlowExpressions
public import FlowForms
public import StackFlowCore

/// What a walk waits for, or how it ended.
public enum WalkState: Hashable, Sendable {
  /// The walk hasn't started.
  case notStarted

  /// A question, a note, a list, or something else that the client submits.
  case asking(WalkQuestion)

  /// Something to decide before the walk goes on.
  case deciding(WalkDecision)

  /// The client performs an effect, and replies with its result.
  case performing(EffectRequest)

  /// The client says what's at a path.
  case lookingUp(PathQuery)

  /// An expression or an effect failed. It may be possible to go back or to try again.
  case failed(WalkFailure)

  /// The walk has ended.
  case ended(WalkResult)

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

  /// What it waits for, for messages.
  var words: String {
    switch self {
    case .notStarted: "it hasn't started"
    case .asking(let question): "it asks '\(question.asked)'"
    case .deciding: "it waits for a decision"
    case .performing(let request): "it waits for the result of '\(request.step)'"
    case .lookingUp(let query): "it waits for what's at '\(query.path)'"
    case .failed: "it failed"
    case .ended: "it has ended"
    }
  }
}

/// Something to decide.
public enum WalkDecision: Hashable, Sendable {
  /// Whether effects may be performed: the pending one, and those that follow it without a question.
  ///
  /// With a path, the pending one would overwrite that file, which can be kept instead.
  case effects([EffectRequest], existingFile: String?)

  /// Whether an effect that had begun when the walk was interrupted has happened.
  case doubt(EffectRequest)

  /// Whether a move is approved.
  case move(WalkMove)

  /// The file that would be overwritten; nil if there's none.
  public var existingFile: String? {
    guard case .effects(_, let file) = self else { return nil }
    return file
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

/// Why a walk can't go on.
public struct WalkFailure: Hashable, Sendable {
  /// The message for users.
  public let message: String

  /// The place in the flow: file, line, and column.
  public let place: String

  /// The id of the `run` or `write` that failed; nil for an expression.
  public let step: String?

  /// The id of the step that can be tried again; nil if none can.
  public let retries: String?

  /// Whether there's a step to go back to.
  public let canGoBack: Bool

  /// The exit status of `stackflow run` that ends here without a user.
  public let exitStatus: Int32
}

/// How a walk ended.
public struct WalkResult: Hashable, Sendable {
  /// How it ended.
  public let outcome: FlowOutcome

  /// The output of the flow; null if it ended before.
  public let output: Value

  /// Whether the secrets in the output were masked.
  public let isMasked: Bool

  /// The id of the `stop` that ended it; nil if none did.
  public let stopID: String?

  /// The ids of answers given in advance that no question asked for.
  public let unused: [String]

  /// The effects that remain although the walk was left.
  public let standing: [EffectRequest]

  /// The exit status of `stackflow run` with the same answers.
  public internal(set) var exitStatus: Int32

  /// The result of a session; one that hasn't ended counts as left.
  init(of session: FlowSession, revealing: Bool) {
    let ended: FlowResult? = if case .finished(let result) = session.state { result } else { nil }
    outcome = ended?.outcome ?? .left(.quit)
    isMasked = !revealing && session.maskedOutput != ended?.output
    output = (revealing ? ended?.output : session.maskedOutput) ?? .null
    stopID = ended?.stopID
    unused = outcome == .completed ? session.unusedAnswers : []
    if case .left = outcome { standing = session.standingEffects } else { standing = [] }
    exitStatus = unused.isEmpty ? outcome.exitStatus : 4
  }
}

extension ServedWalk {
  /// What the walk waits for, or how it ended.
  ///
  /// - Complexity: O(*n*) in the number of steps, for what can be gone back to and what remains.
  public var state: WalkState {
    switch session.state {
    case .notStarted: .notStarted
    case .asking(let step): .asking(WalkQuestion(step, of: session))
    case .needs(.lookUp(let query)): .lookingUp(query)
    case .needs(.approval(let request)):
      .deciding(
        .move(
          WalkMove(
            request: request, answers: session.maskedPendingAnswers, target: session.pendingTarget))
      )
    case .needs(.effect(let request)): stateOf(request)
    case .failed(let failure):
      .failed(
        WalkFailure(
          message: failure.message, place: "\(failure.place)", step: failure.effect?.step,
          retries: failure.effect?.retries, canGoBack: session.canGoBack,
          exitStatus: failure.effect == nil ? 6 : 5))
    case .finished: .ended(WalkResult(of: session, revealing: services.revealsSecrets))
    }
  }

  private func stateOf(_ request: EffectRequest) -> WalkState {
    let runner = runner()
    if services.client.contains(.effects) {
      return runner.session.effectInDoubt == nil ? .performing(request) : .deciding(.doubt(request))
    }
    switch runner.effectQuestion {
    case .inDoubt(let request)?: return .deciding(.doubt(request))
    case .overwrite(let path)?: return .deciding(.effects([request], existingFile: path))
    case .permission(let requests)?:
      return .deciding(.effects(upToFile(requests), existingFile: existingFile(request)))
    case nil: return .deciding(.effects([request], existingFile: nil))
    }
  }

  /// Returns the requests before the first that meets a file, which has a question of its own.
  private func upToFile(_ requests: [EffectRequest]) -> [EffectRequest] {
    let end = requests.dropFirst().firstIndex { existingFile($0) != nil } ?? requests.endIndex
    return Array(requests[..<end])
  }

  private func existingFile(_ request: EffectRequest) -> String? {
    guard case .write(let write) = request.effect, write.exists == .ask,
      services.effects?.meetsFile(write) == true
    else { return nil }
    return write.path
  }
}
