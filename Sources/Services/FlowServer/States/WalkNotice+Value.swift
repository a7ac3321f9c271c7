// SPDX-License-Identifier: Apache-2.0

package import FlowExpressions
import FlowModel
import FlowSessions
package import FlowWalks

extension WalkNotice {
  /// The notice as a JSON object.
  package var value: Value {
    switch self {
    case .refused(let problem): Self.value("refused", problem)
    case .givenRefused(let problem): Self.value("given-refused", problem)
    case .warned(let problem): Self.value("warned", problem)
    case .denied(let reason): .object(["notice": "denied", "reason": .string(reason)])
    case .passed(let id, let text):
      .object(["notice": "passed", "step": .string(id), "text": .string(text)])
    case .understood(let id, let message):
      .object(["notice": "understood", "id": .string(id), "message": .string(message)])
    case .followed(let id, _, let text):
      .object(["notice": "followed", "id": .string(id), "text": text.map { .string($0) } ?? .null])
    case .stayed(let id, _, let text):
      .object(["notice": "stayed", "id": .string(id), "text": .string(text)])
    case .restored(let notice): Self.value(notice)
    case .performed(let id): .object(["notice": "performed", "step": .string(id)])
    case .effectFailed(let id, let message):
      .object(["notice": "effect-failed", "step": .string(id), "message": .string(message)])
    case .undone(let id): .object(["notice": "undone", "step": .string(id)])
    case .undoFailed(let id, let message):
      .object(["notice": "undo-failed", "step": .string(id), "message": .string(message)])
    case .unused(let ids): .object(["notice": "unused", "ids": .texts(ids)])
    }
  }

  private static func value(_ notice: RestoredSession.Notice) -> Value {
    switch notice {
    case .secretNeeded(let id): .object(["notice": "secret-needed", "id": .string(id)])
    case .differs(_, let subject, let reason):
      .object([
        "notice": "differs", "id": .string(subject ?? ""), "reason": .string(reason),
      ])
    case .dropped(let id): .object(["notice": "dropped", "id": .string(id)])
    case .renamed(let old, let new):
      .object(["notice": "renamed", "from": .string(old), "id": .string(new)])
    case .stayed(let id, let text):
      .object(["notice": "stayed", "id": .string(id), "text": .string(text)])
    case .migrationFailed(let problem):
      .object(["notice": "migration-failed", "message": .string(problem)])
    }
  }

  private static func value(_ name: String, _ problem: Problem) -> Value {
    .object(["notice": .string(name), "problem": problem.value])
  }
}
