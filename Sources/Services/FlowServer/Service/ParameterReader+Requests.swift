// SPDX-License-Identifier: Apache-2.0

import FlowEffects
package import FlowExpressions
import FlowModel
package import FlowWalks
package import JSONRPC

/// Reads the parameters of a request by name, and refuses those that it doesn't know.
package typealias ParameterReader = EntryReader<RPCError>

// The parameters of requests.
extension ParameterReader {
  /// Reads the action of a method that changes a walk.
  mutating func action(
    _ method: String, of flow: CheckedFlow
  ) throws(RPCError) -> WalkAction {
    switch method {
    case "submit":
      let id = try text("question")
      return .answer(try answers(), to: id)
    case "give": return .give(try WalkOpening.answers(&self, of: flow))
    case "accept": return .accept
    case "retry": return .retry
    case "set-aside": return .setAside(try needed("field"), try unfinished())
    case "back": return try wayBack()
    case "decide": return .decide(try decision())
    case "change": return .change(try change())
    default:
      if let facts = try facts() { return .found(facts) }
      return .reply(try result("result", for: .client))
    }
  }

  private mutating func wayBack() throws(RPCError) -> WalkAction {
    let count = try number("steps")
    guard let id = try text("to") else { return .back(steps: count ?? 1) }
    guard count == nil else {
      throw RPCError(.invalidParameters, "'back' takes 'steps' or 'to', not both")
    }
    return .backTo(id)
  }

  /// Reads what's unfinished: `text` or `value`, as states show it; neither, for nothing.
  private mutating func unfinished() throws(RPCError) -> FieldInput {
    let value = value("value")
    guard let text = try text("text") else { return value.map { .value($0) } ?? .offered }
    guard value == nil else {
      throw RPCError(.invalidParameters, "'set-aside' takes 'text' or 'value', not both")
    }
    return .text(text)
  }

  /// Reads what's submitted: one of `answer`, `text`, `default`, `confirm`, and `form`, or `answers` and `texts`.
  mutating func answers() throws(RPCError) -> WalkAnswers {
    var found: [WalkAnswers] = []
    if let answer = value("answer") { found.append(.one(FieldInput(json: answer))) }
    if let text = try text("text") { found.append(.one(.text(text))) }
    if try flag("default") { found.append(.one(.default)) }
    if try flag("confirm") { found.append(.confirmation) }
    if try flag("form") { found.append(.form) }
    var several: [String: FieldInput]?
    if let answers = try object("answers") {
      several = Dictionary(answers.map { ($0.key.plainText, FieldInput(json: $0.value)) }) { $1 }
    }
    if let texts = try object("texts") {
      var inputs = several ?? [:]
      for entry in texts {
        guard case .string(let text) = entry.value else {
          throw wrong("texts.\(entry.key.plainText)", "a text")
        }
        inputs[entry.key.plainText] = .text(text)
      }
      several = inputs
    }
    if let several { found.append(.several(several)) }
    guard found.count <= 1 else {
      throw RPCError(
        .invalidParameters,
        "'submit' takes one of answer, text, default, answers and texts, confirm, and form")
    }
    return found.first ?? .offered
  }

  /// Reads a decision: `answer` and `reason`.
  mutating func decision() throws(RPCError) -> DecisionAnswer {
    let word = try needed("answer")
    let reason = try text("reason")
    switch word {
    case "yes": return .yes
    case "keep": return .keep
    case "no": return .no(reason: reason)
    case "perform": return .perform
    default: throw wrong("answer", "yes, no, keep, or perform")
    }
  }

  /// Reads a change of a list: `do`, and the positions `item` and `to`.
  package mutating func change() throws(RPCError) -> ListChange {
    let word = try needed("do")
    let item = try number("item")
    let target = try number("to")
    switch word {
    case "add": return .add
    case "edit": if let item { return .edit(item) }
    case "remove": if let item { return .remove(item) }
    case "restore": return .restore
    case "move":
      if let item {
        guard let target else { throw missing("to") }
        return .move(from: item, to: target)
      }
    default: throw wrong("do", "add, edit, remove, restore, or move")
    }
    throw missing("item")
  }

  /// Reads facts about a path; nil if there are none.
  private mutating func facts() throws(RPCError) -> PathFacts? {
    guard let map = try object("facts") else { return nil }
    var reader = nested(map, "facts")
    let facts = try PathFacts(&reader, for: .client)
    try reader.finish()
    return facts
  }
}
