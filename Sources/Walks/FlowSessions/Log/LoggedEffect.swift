// SPDX-License-Identifier: Apache-2.0

package import FlowEffects
import FlowExpressions

/// The data of an effect in a log, apart from its result: the exact request, and the request that
/// undoes it.
///
/// A walk that's restored in a flow that has changed, or with other answers, may request something else
/// at the same step. Then the result doesn't count, and what happened is undone.
package struct LoggedEffect: Hashable, Sendable {
  /// The request; nil where an effect ended whose beginning is in the log.
  package let request: EffectRequest?

  /// The request that undoes it; nil if it can't be undone, and for a write, whose result says it.
  ///
  /// Where an effect begins, it's the request that would undo it if it succeeds.
  package let undo: EffectRequest?

  /// Whether it changes something that can't be undone.
  package let isFinal: Bool

  /// Whether the request has secrets.
  package let holdsSecret: Bool

  /// Whether the undo has secrets.
  package let undoHoldsSecret: Bool

  /// Whether the secrets of the request were left out.
  ///
  /// An undo with secrets is left out as a whole, so nothing can be undone then.
  package let isWithheld: Bool

  /// Creates what's known about an effect.
  package init(
    request: EffectRequest? = nil, undo: EffectRequest? = nil, isFinal: Bool = false,
    holdsSecret: Bool = false, undoHoldsSecret: Bool = false, isWithheld: Bool = false
  ) {
    self.request = request
    self.undo = undo
    self.isFinal = isFinal
    self.holdsSecret = holdsSecret
    self.undoHoldsSecret = undoHoldsSecret
    self.isWithheld = isWithheld
  }

  /// The effect without its secrets.
  var withoutSecrets: LoggedEffect {
    guard holdsSecret || undoHoldsSecret else { return self }
    return LoggedEffect(
      request: holdsSecret ? request?.withoutSecrets : request, undo: undoHoldsSecret ? nil : undo,
      isFinal: isFinal || undoHoldsSecret && undo != nil, holdsSecret: holdsSecret,
      undoHoldsSecret: undoHoldsSecret, isWithheld: holdsSecret)
  }
}

extension EffectRequest {
  /// The request without what can be a secret: variables that are secret, what's passed to the standard
  /// input, the arguments of an action, and the content of a secret file.
  var withoutSecrets: EffectRequest {
    var request = self
    switch effect {
    case .command(let command):
      request.effect = .command(
        CommandRequest(
          arguments: command.arguments,
          environment: command.environment.map {
            .init(name: $0.name, value: $0.isSecret ? "" : $0.value, isSecret: $0.isSecret)
          }, passed: command.passed, input: "", timeout: command.timeout,
          keepsOutput: command.keepsOutput))
    case .action(let action):
      request.effect = .action(ActionRequest(name: action.name, arguments: ValueMap()))
    case .write(let write): request.effect = .write(write.withoutSecrets)
    case .restore(let restore):
      request.effect = .restore(
        RestoreRequest(write: restore.write.withoutSecrets, written: restore.written))
    }
    return request
  }
}

extension WriteRequest {
  fileprivate var withoutSecrets: WriteRequest {
    guard isSecret else { return self }
    var kind = kind
    if case .tree(let parts) = kind { kind = .tree(parts.map(\.withoutSecrets)) }
    return WriteRequest(
      path: path, content: [], mode: mode, exists: exists, isSecret: true, kind: kind)
  }
}

extension FlowAnnouncement {
  /// Whether it announces that an undo failed.
  var isFailedUndo: Bool {
    if case .undoFailed = self { true } else { false }
  }

  /// Whether it announces that an effect failed.
  var isFailedEffect: Bool {
    if case .effectFailed = self { true } else { false }
  }
}
