// SPDX-License-Identifier: Apache-2.0

import FlowEffects
import FlowExpressions
import FlowModel
import FlowSessions
import StackFlowCore

// An event as a value: its word, and what's in it.
extension FlowEvent {
  /// Returns the parts of the value, its word first.
  func entries(for audience: Audience) -> [(String, Value?)] {
    switch self {
    case .start: [("event", "start")]
    case .answer(let input): [("event", "next"), ("input", input?.value(for: audience))]
    case .edit(let field, let input):
      [("event", "edit"), ("field", .string(field)), ("input", input.value(for: audience))]
    case .focus(let field): [("event", "focus"), ("field", .string(field))]
    case .setAside(let field, let input):
      [("event", "set-aside"), ("field", .string(field)), ("input", input.value(for: audience))]
    case .give(let answers):
      [("event", "give"), ("answers", .record(answers.mapValues { $0.value(for: audience) }))]
    case .submit: [("event", "submit")]
    case .confirm: [("event", "confirm")]
    case .back(steps: let count): [("event", "back"), ("count", .number(count))]
    case .backTo(let id): [("event", "back-to"), ("id", .string(id))]
    case .acceptSuggestions: [("event", "accept")]
    case .addItem: [("event", "add")]
    case .editItem(let position): [("event", "edit-item"), ("position", .number(position))]
    case .removeItem(let position): [("event", "remove"), ("position", .number(position))]
    case .restoreItem: [("event", "restore")]
    case .moveItem(let from, let to):
      [("event", "move"), ("position", .number(from)), ("to", .number(to))]
    case .decide(let decision, let id):
      [("event", "decide"), ("request", .number(id.serial))] + decision.entries
    case .found(let facts): [("event", "found")] + facts.entries(for: audience)
    case .decideFile(let decision): [("event", "decide-file")] + decision.entries
    case .effectBegan: [("event", "effect-began")]
    case .effectEnded(let result):
      [("event", "effect-ended"), ("result", result.value(for: audience))]
    case .retry: [("event", "retry")]
    case .leave(let reason): [("event", "leave"), ("reason", .string(reason.rawValue))]
    }
  }

  /// Reads an event.
  init(_ reader: inout WalkReader) throws(SavedWalkError) {
    switch try reader.needed("event") {
    case "next": self = .answer(try reader.value("input").map(FieldInput.init))
    case "decide":
      self = .decide(
        try FlowDecision(&reader), on: NavigationRequest.ID(serial: try reader.int("request")))
    case "start": self = .start
    case "edit": self = .edit(field: try reader.needed("field"), try reader.input("input"))
    case "focus": self = .focus(field: try reader.needed("field"))
    case "set-aside":
      self = .setAside(field: try reader.needed("field"), try reader.input("input"))
    case "give":
      self = .give(try reader.record("answers", FieldInput.init))
    case "submit": self = .submit
    case "confirm": self = .confirm
    case "back": self = .back(steps: try reader.int("count"))
    case "back-to": self = .backTo(try reader.needed("id"))
    case "accept": self = .acceptSuggestions
    case "add": self = .addItem
    case "edit-item": self = .editItem(try reader.int("position"))
    case "remove": self = .removeItem(try reader.int("position"))
    case "restore": self = .restoreItem
    case "move": self = .moveItem(from: try reader.int("position"), to: try reader.int("to"))
    case "found": self = .found(try PathFacts(&reader, for: .walk))
    case "decide-file": self = .decideFile(try FileDecision(&reader))
    case "effect-began": self = .effectBegan
    case "effect-ended": self = .effectEnded(try reader.result("result", for: .walk))
    case "retry": self = .retry
    case "leave":
      self = .leave(try reader.needed("reason", try reader.word("reason", as: LeaveReason.self)))
    default: throw reader.wrong("event", "an event")
    }
  }
}

extension FlowDecision {
  fileprivate var entries: [(String, Value?)] {
    switch self {
    case .approve: [("decision", "approve")]
    case .deny(let reason): [("decision", "deny"), ("reason", reason.value)]
    case .later: [("decision", "later")]
    }
  }

  fileprivate init(_ reader: inout WalkReader) throws(SavedWalkError) {
    switch try reader.needed("decision") {
    case "approve": self = .approve
    case "deny": self = .deny(reason: try reader.text("reason"))
    case "later": self = .later
    default: throw reader.wrong("decision", "a decision")
    }
  }
}

extension FileDecision {
  fileprivate var entries: [(String, Value?)] {
    [
      ("path", .string(path)), ("replace", .bool(isReplaced)),
      ("fingerprint", (fingerprint?.hexadecimal).value),
    ]
  }

  fileprivate init(_ reader: inout WalkReader) throws(SavedWalkError) {
    self.init(
      path: try reader.needed("path"), fingerprint: try reader.fingerprint("fingerprint"),
      isReplaced: try reader.flag("replace"))
  }
}
