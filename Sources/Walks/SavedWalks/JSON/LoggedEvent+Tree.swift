// SPDX-License-Identifier: Apache-2.0

import FlowExpressions
import FlowForms
import StackFlowCore

// Events in the JSON format: objects with the word of the event, its time, and its content.
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
    case .effectBegan: word = "effect-began"
    case .effectEnded(let result):
      word = "effect-ended"
      content = [("result", result.tree)]
    case .retry: word = "retry"
    case .leave(let reason):
      word = "leave"
      content = [("reason", .string(reason.rawValue))]
    }
    return .record(
      [("event", .string(word)), ("at", .string(now.description))] + content + [
        ("on", target.map { .string($0) }), ("depth", .int(Int64(depth))),
        ("outcome", outcome == .handled ? nil : .string(outcome.word)),
        ("withheld", isWithheld ? true : nil),
        ("effect", event.isOfEffect ? effect?.value.tagged : nil),
      ])
  }

  init(tree: Value) throws(SavedWalkError) {
    let map = try TreeReader(tree)
    guard let now = try? Timestamp(try map.text("at")) else {
      throw TreeReader.damaged("'at' must be a time")
    }
    let depth = try map.int("depth")
    guard depth >= 0, let outcome = Outcome(word: try map.optionalText("outcome")) else {
      throw TreeReader.damaged("an event isn't possible")
    }
    let event = try FlowEvent(map)
    let effect = event.isOfEffect ? map.optional("effect") : nil
    self.init(
      event: event, now: now, target: try map.optionalText("on"), depth: depth, outcome: outcome,
      isWithheld: try map.flag("withheld"),
      effect: effect == nil ? nil : try LoggedEffect(value: try Value(tagged: effect ?? .null)))
  }
}

extension FlowEvent {
  fileprivate init(_ map: TreeReader) throws(SavedWalkError) {
    let word = try map.text("event")
    switch word {
    case "start": self = .start
    case "next":
      let input = map.optional("input")
      self = .next(input == nil ? nil : try FieldInput(tree: input ?? .null))
    case "edit":
      self = .edit(field: try map.text("field"), try FieldInput(tree: try map.value("input")))
    case "focus": self = .focus(field: try map.text("field"))
    case "submit": self = .submit
    case "confirm": self = .confirm
    case "back": self = .back(try map.int("count"))
    case "back-to": self = .backTo(try map.text("id"))
    case "accept": self = .acceptSuggestions
    case "add": self = .addItem
    case "edit-item": self = .editItem(try map.int("position"))
    case "remove": self = .removeItem(try map.int("position"))
    case "move": self = .moveItem(from: try map.int("position"), to: try map.int("to"))
    case "decide":
      self = .decide(try FlowDecision(map), on: .init(serial: try map.int("request")))
    case "found":
      guard let kind = PathFacts.Kind(rawValue: try map.text("kind")) else {
        throw TreeReader.damaged("a kind of file is unknown")
      }
      self = .found(
        PathFacts(
          try map.text("path"), expanded: try map.optionalText("expanded"), kind: kind))
    case "effect-began": self = .effectBegan
    case "effect-ended": self = .effectEnded(try EffectResult(tree: try map.value("result")))
    case "retry": self = .retry
    case "leave":
      guard let reason = LeaveReason(rawValue: try map.text("reason")) else {
        throw TreeReader.damaged("a reason to leave is unknown")
      }
      self = .leave(reason)
    default: throw TreeReader.damaged("the event '\(word)' is unknown")
    }
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

  fileprivate init(_ map: TreeReader) throws(SavedWalkError) {
    switch try map.text("decision") {
    case "approve": self = .approve
    case "deny": self = .deny(reason: try map.optionalText("reason"))
    case "later": self = .later
    default: throw TreeReader.damaged("a decision is unknown")
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

  fileprivate init?(word: String?) {
    switch word {
    case nil: self = .handled
    case "refused": self = .refused
    case "went-back": self = .wentBack
    default: return nil
    }
  }
}
