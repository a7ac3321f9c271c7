// SPDX-License-Identifier: Apache-2.0

import FlowEffects
public import FlowExpressions
import FlowModel
import FlowScreens
import FlowSessions
public import FlowWalks
import Localization

// States as JSON values; `Documentation/Server.md` describes them.
extension FlowWalk {
  /// The state as a JSON object: its name under `state`, and what it's about.
  ///
  /// Secrets are never in it, except in an effect that the client performs, and in a result if the walk
  /// reveals them.
  /// Its words are in the language of the walk.
  public var value: Value { value(in: session.catalog) }

  private func value(in catalog: MessageCatalog) -> Value {
    let state = state
    let content: (String, Value)? =
      switch state {
      case .notStarted: nil
      case .asking: question.map { ("question", $0.value) }
      case .deciding: decisionQuestion(in: catalog).map { ("decision", $0.value(in: catalog)) }
      case .performing(let request): ("effect", request.value(for: .client, in: catalog))
      case .lookingUp(let path): ("path", .string(path))
      case .failed(let failure): ("failure", failure.value(canGoBack: session.canGoBack))
      case .ended(let result): ("result", result.value(in: catalog))
      }
    var map = ValueMap([("state", .string(state.name))])
    if let (key, value) = content { map[.string(key)] = value }
    return .map(map)
  }

  /// The same for others than the walk's user, such as a model: without what the user hasn't submitted.
  package var valueForOthers: Value {
    guard case .map(var map) = value, case .map(var question)? = map["question"],
      case .list(let fields)? = question["fields"]
    else { return value }
    question["fields"] = .list(
      fields.map { field in
        guard case .map(var field) = field else { return field }
        field["unfinished"] = nil
        return .map(field)
      })
    map["question"] = .map(question)
    return .map(map)
  }
}

extension FlowWalk {
  /// The pending decision as a text that's the same in another process, whatever its language; nil if there's none.
  ///
  /// It also differs if a file that it's about has changed.
  package var decisionText: String? {
    guard case .deciding(let decision) = state else { return nil }
    let text = JSONWriter().text(of: value(in: .english)) ?? ""
    return switch decision {
    case .doubt(_, let doubt): text + "\(doubt)"
    case .overwrite(_, let file): text + (file.fingerprint.map { String($0, radix: 16) } ?? "")
    case .permission, .move, .wayBack: text
    }
  }
}

extension DecisionQuestion {
  /// The question as a JSON object.
  func value(in catalog: MessageCatalog) -> Value {
    let answers = Value.texts(answers.map(\.key))
    let requests = Value.list(decision.requests.map { $0.value(for: .decider, in: catalog) })
    switch decision {
    case .permission, .overwrite:
      let part = decision.requests[0].isTree ? file : nil
      return .object([
        "about": "effects", "effects": requests, "overwrites": decision.existingFile.value,
        "number": part.map { .number($0.number) }, "of": part.map { .number($0.count) },
        "difference": explanation.value, "answers": answers,
      ])
    case .doubt:
      return .object([
        "about": "doubt", "question": sentence.value, "effects": requests, "answers": answers,
      ])
    case .move(let move):
      return .object([
        "about": "move", "move": .string(move.target == nil ? "push" : "pop"),
        "to": move.target.value, "given": move.target == nil ? .record(move.answers) : nil,
        "answers": answers,
      ])
    case .wayBack(let way):
      return .object([
        "about": "back", "to": .string(way.target), "discards": .texts(way.discarded),
        "answers": answers,
      ])
    }
  }
}

extension FlowFailure {
  /// The failure as a JSON object.
  func value(canGoBack: Bool) -> Value {
    .object([
      "message": .string(message), "place": .string("\(place)"), "step": (effect?.step).value,
      "retries": (effect?.retries).value, "canGoBack": .bool(canGoBack),
      "exitStatus": .number(exitStatus.rawValue),
    ])
  }
}

extension WalkReport {
  /// Returns the result as a JSON object, with words in a language.
  func value(in catalog: MessageCatalog) -> Value {
    .object([
      "outcome": .string(outcome.word), "output": output, "masked": .flag(isMasked),
      "stop": stopID.value, "unused": unused.isEmpty ? nil : .texts(unused),
      "remaining": standing.isEmpty
        ? nil : .list(standing.map { $0.value(for: .decider, in: catalog) }),
      "exitStatus": .number(exitStatus.rawValue),
    ])
  }
}
