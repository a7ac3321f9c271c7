// SPDX-License-Identifier: Apache-2.0

import FlowExpressions
import FlowModel
import FlowSessions
import FlowWalks
import SourceDiagnostics
import StackFlowCore

// The acts of a script, as the answers of forms.
extension ContextDriver {
  func filled(_ event: FlowEvent) throws -> ContextConversation.Outcome? {
    let talking = try talking()
    switch event {
    case .answer(let input): return try answered(input)
    case .submit: return try submitted()
    case .confirm:
      if case .asking(let step) = before, step.focusedField == nil {
        return try talking.reply("accept", ["way": "done"])
      }
      return try talking.reply("accept", ["answer": "keep"])
    case .back, .backTo: return try wentBack()
    case .acceptSuggestions:
      _ = try talking.reply("decline")
      return try talking.reply("accept", ["way": "accept"])
    case .addItem: return try talking.reply("accept", ["way": "add"])
    case .editItem(let item):
      return try talking.reply("accept", ["way": "edit", "item": .int(Int64(item + 1))])
    case .removeItem(let item):
      return try talking.reply("accept", ["way": "remove", "item": .int(Int64(item + 1))])
    case .restoreItem: return try talking.reply("accept", ["way": "restore"])
    case .moveItem(let from, let to):
      return try talking.reply(
        "accept", ["way": "move", "item": .int(Int64(from + 1)), "to": .int(Int64(to + 1))])
    case .decide(let decision, _):
      // A yes to all effects is given before the session asks for the last of them.
      if decision.isYes, !isAskedForEffects { return nil }
      var content = ValueMap([("answer", decision.isYes ? "yes" : "no")])
      if case .deny(let reason?) = decision { content["reason"] = .string(reason) }
      return try talking.reply("accept", .map(content))
    case .retry: return try talking.reply("accept", ["way": "retry"])
    case .leave(let reason):
      if reason != .quit { outside = "\(reason)" }
      let next = try talking.reply("decline")
      if case .form = next { return try talking.reply("accept", ["way": "leave"]) }
      return next
    case .start, .found, .decideFile, .effectBegan, .effectEnded, .edit, .focus, .setAside, .give:
      return nil
    }
  }

  private func answered(_ input: FieldInput?) throws -> ContextConversation.Outcome {
    let talking = try talking()
    guard case .asking(let step) = before else { throw NotBegun() }
    if let field = step.focusedField {
      let isOffered = input == nil || input == .offered
      let problems = field.problems + step.problems
      if !problems.isEmpty, problems.allSatisfy({ $0.severity == .warning }) {
        if isOffered { return try talking.reply("accept", ["answer": "keep"]) }
        return try talking.reply(
          "accept",
          .map(ValueMap([("answer", "change"), (field.dataName, Self.value(input ?? .empty))])))
      }
      if isOffered { return try talking.reply("accept", [:]) }
      return try talking.reply(
        "accept", .map(ValueMap([(field.dataName, Self.value(input ?? .empty))])))
    }
    if case .repeat = step.kind {
      if case .value? = input { outside = "a whole list" }
      return try talking.reply("accept", ["way": "done"])
    }
    switch input {
    case nil, .offered?, .value(true)?, .text("yes")?, .text("")?:
      if case .commit = step.kind, input != .value(true), input != .text("yes") {
        outside = "a commit without an answer"
      }
      return try talking.reply("accept", ["way": "go-on"])
    case .text(let text)?: return try talking.reply("accept", ["way": .string(text)])
    case .value, .empty?, .default?, .remembered?:
      outside = "data for a step without questions"
      return try talking.reply("accept", ["way": "go-on"])
    }
  }

  /// Submits the rest of a form, a question at a time.
  private func submitted() throws -> ContextConversation.Outcome {
    guard case .asking(let step) = before else { throw NotBegun() }
    outside = "a form as it is: \(step.id)"
    return try talking().reply("accept", [:])
  }

  private func wentBack() throws -> ContextConversation.Outcome {
    let talking = try talking()
    guard let outcome else { throw NotBegun() }
    guard case .form = outcome else {
      outside = "going back from a note, which a server passes"
      return outcome
    }
    guard case .asking(let step) = runner.state, let field = step.focusedField,
      step.denial == nil
    else {
      outside = "going back to what isn't a question, or a denied move"
      return try talking.reply("cancel")
    }
    var form = outcome
    if case .asking(let step) = before, step.focusedField != nil {
      form = try talking.reply("decline")
    }
    guard case .form = form else { return try talking.reply("cancel") }
    let next = try talking.reply("accept", ["way": .string("back:\(field.id)")])
    guard isAskedAboutDiscarding(next) else { return next }
    return try talking.reply("accept", ["answer": "yes"])
  }

  /// Whether a form asks about going back from a review, which discards answers, and not about the move, for
  /// which it takes a reason.
  private func isAskedAboutDiscarding(_ outcome: ContextConversation.Outcome) -> Bool {
    guard case .asking(let step) = before, step.kind == .review, case .form(let form) = outcome,
      case .map(let schema)? = form["requestedSchema"],
      case .map(let properties)? = schema["properties"]
    else { return false }
    return properties["answer"] != nil && properties["reason"] == nil
  }
}
