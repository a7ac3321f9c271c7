// SPDX-License-Identifier: Apache-2.0

import FlowExpressions
import FlowModel
import FlowSessions
package import FlowWalks

// The parameters of requests.
extension ParameterReader {
  /// Reads the action of a method that changes a walk.
  mutating func action(
    _ method: String, of flow: CheckedFlow
  ) throws(ServiceError) -> WalkAction {
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
      return .reply(try result())
    }
  }

  private mutating func wayBack() throws(ServiceError) -> WalkAction {
    let count = try number("steps")
    guard let id = try text("to") else { return .back(count ?? 1) }
    guard count == nil else {
      throw ServiceError(.invalidParameters, "'back' takes 'steps' or 'to', not both")
    }
    return .backTo(id)
  }

  /// Reads what's unfinished: `text` or `value`, as states show it; neither, for nothing.
  private mutating func unfinished() throws(ServiceError) -> FieldInput {
    let value = value("value")
    guard let text = try text("text") else { return value.map { .value($0) } ?? .offered }
    guard value == nil else {
      throw ServiceError(.invalidParameters, "'set-aside' takes 'text' or 'value', not both")
    }
    return .text(text)
  }

  /// Reads what's submitted: one of `answer`, `text`, `default`, `confirm`, and `form`, or `answers` and `texts`.
  mutating func answers() throws(ServiceError) -> WalkAnswers {
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
      throw ServiceError(
        .invalidParameters,
        "'submit' takes one of answer, text, default, answers and texts, confirm, and form")
    }
    return found.first ?? .offered
  }

  /// Reads a decision: `answer` and `reason`.
  mutating func decision() throws(ServiceError) -> DecisionAnswer {
    let word = try needed("answer")
    let reason = try text("reason")
    switch word {
    case "yes": return .yes
    case "keep": return .keep
    case "no": return .no(reason: reason)
    default: throw wrong("answer", "yes, no, or keep")
    }
  }

  /// Reads a change of a list: `do`, and the positions `item` and `to`.
  package mutating func change() throws(ServiceError) -> ListChange {
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
  mutating func facts() throws(ServiceError) -> PathFacts? {
    guard let map = try object("facts") else { return nil }
    var reader = ParameterReader(map, path: "facts.")
    let path = try reader.needed("path")
    guard let kind = try reader.word("kind", as: PathFacts.Kind.self) else {
      throw reader.missing("kind")
    }
    let expanded = reader.value("expanded") == .null ? nil : try reader.text("expanded") ?? path
    try reader.finish()
    return PathFacts(path, expanded: expanded, kind: kind)
  }

  mutating func result() throws(ServiceError) -> EffectResult {
    guard let map = try object("result") else { throw missing("result") }
    var reader = ParameterReader(map, path: "result.")
    let result = try reader.effectResult()
    try reader.finish()
    return result
  }

  private mutating func effectResult() throws(ServiceError) -> EffectResult {
    if let message = try text("failed") { return .failed(message: message) }
    if try flag("done") { return .done }
    if let value = value("value") { return .returned(value) }
    if let map = try object("written") {
      var reader = ParameterReader(map, path: "result.written.")
      let written = try reader.written()
      try reader.finish()
      return .written(written)
    }
    guard let status = try number("status") else {
      throw ServiceError(
        .invalidParameters, "'result' needs one of status, value, written, done, and failed")
    }
    let errors = try text("errors") ?? ""
    let text = try text("output") ?? ""
    let output = try bytes("outputBase64") ?? Array(text.utf8)
    return .ended(CommandResult(status: status, output: output, errors: errors))
  }

  private mutating func written() throws(ServiceError) -> WrittenFile {
    let previous = try text("previous") ?? "nothing"
    let folders = try texts("folders")
    switch previous {
    case "nothing": return WrittenFile(previous: .nothing, madeFolders: folders)
    case "replaced":
      guard let content = try bytes("content") else { throw missing("content") }
      return WrittenFile(
        previous: .replaced(content, mode: try number("mode") ?? 0o644), madeFolders: folders)
    case "appended":
      guard let size = try number("size") else { throw missing("size") }
      return WrittenFile(previous: .appended(count: size), madeFolders: folders)
    case "link":
      guard let target = try text("target") else { throw missing("target") }
      return WrittenFile(previous: .link(to: target), madeFolders: folders)
    case "tree":
      guard case .list(let values)? = value("parts") else { throw missing("parts") }
      var parts: [WrittenFile?] = []
      for (index, value) in values.enumerated() {
        guard case .map(let map) = value else {
          guard value == .null else { throw wrong("parts", "a list of objects and nulls") }
          parts.append(nil)
          continue
        }
        var reader = ParameterReader(map, path: "result.written.parts[\(index)].")
        guard try reader.text("previous") != "tree" else {
          throw reader.wrong("previous", "nothing, replaced, or link")
        }
        parts.append(try reader.written())
        try reader.finish()
      }
      return WrittenFile(previous: .tree(parts), madeFolders: folders)
    default: throw wrong("previous", "nothing, replaced, appended, link, or tree")
    }
  }
}
