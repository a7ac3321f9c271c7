// SPDX-License-Identifier: Apache-2.0

import FlowExpressions
import FlowModel
import FlowSessions
import StackFlowCore

// Events in the JSON of a walk: objects with the word of the event, its time, and its content.
extension LoggedEvent {
  var tree: Value {
    let word: String
    var content: [(String, Value?)] = []
    switch event {
    case .start: word = "start"
    case .next(let input):
      word = "next"
      content = [("input", input?.tree)]
    case .edit(let field, let input):
      word = "edit"
      content = [("field", .string(field)), ("input", input.tree)]
    case .focus(let field):
      word = "focus"
      content = [("field", .string(field))]
    case .setAside(let field, let input):
      word = "set-aside"
      content = [("field", .string(field)), ("input", input.tree)]
    case .give(let answers):
      word = "give"
      content = [("answers", .record(answers.mapValues(\.tree)))]
    case .submit: word = "submit"
    case .confirm: word = "confirm"
    case .back(let count):
      word = "back"
      content = [("count", .int(Int64(count)))]
    case .backTo(let id):
      word = "back-to"
      content = [("id", .string(id))]
    case .acceptSuggestions: word = "accept"
    case .addItem: word = "add"
    case .editItem(let position):
      word = "edit-item"
      content = [("position", .int(Int64(position)))]
    case .removeItem(let position):
      word = "remove"
      content = [("position", .int(Int64(position)))]
    case .restoreItem: word = "restore"
    case .moveItem(let from, let to):
      word = "move"
      content = [("position", .int(Int64(from))), ("to", .int(Int64(to)))]
    case .decide(let decision, let id):
      word = "decide"
      content = [("request", .int(Int64(id.serial)))] + decision.entries
    case .found(let facts):
      word = "found"
      content = [
        ("path", .string(facts.path)), ("expanded", facts.expanded.map { .string($0) }),
        ("kind", .string(facts.kind.rawValue)),
      ]
    case .decideFile(let decision):
      word = "decide-file"
      content = [
        ("path", .string(decision.path)), ("replace", .bool(decision.isReplaced)),
        ("fingerprint", decision.fingerprint.map { .string($0.hexadecimal) }),
      ]
    case .effectBegan: word = "effect-began"
    case .effectEnded(let result):
      word = "effect-ended"
      content = [("result", result.tree)]
    case .retry: word = "retry"
    case .leave(let reason):
      word = "leave"
      content = [("reason", .string(reason.rawValue))]
    }
    return .object(
      [("event", .string(word)), ("at", .string(now.description))] + content + [
        ("on", target.map { .string($0) }), ("depth", .int(Int64(depth))),
        ("outcome", outcome == .handled ? nil : .string(outcome.word)),
        ("withheld", isWithheld ? true : nil),
        ("effect", event.isOfEffect ? effect?.value.tagged : nil), ("taken", taken?.tree),
      ])
  }
}

extension TakenAnswers {
  fileprivate var tree: Value {
    func object(_ answers: [String: Value]) -> Value {
      .object(answers.sorted { $0.key < $1.key }.map { ($0.key, Optional($0.value.tagged)) })
    }
    return .object([
      ("step", .string(step)), ("answers", object(values)),
      ("kept", kept.isEmpty ? nil : object(kept)),
      ("agreement", agreement.map { .string(String($0, radix: 16)) }),
    ])
  }
}

extension NavigationDecision where Approval == AsRequested {
  fileprivate var entries: [(String, Value?)] {
    switch self {
    case .approve: [("decision", "approve")]
    case .deny(let reason): [("decision", "deny"), ("reason", reason.map { .string($0) })]
    case .later: [("decision", "later")]
    }
  }
}

extension LoggedEvent.Outcome {
  fileprivate var word: String {
    switch self {
    case .handled: "handled"
    case .refused: "refused"
    case .wentBack: "went-back"
    }
  }
}
