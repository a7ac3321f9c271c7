// SPDX-License-Identifier: Apache-2.0

import FlowExpressions
import FlowFiles
import FlowModel
import SourceDiagnostics

// The expectations of a script.
extension ScriptLoading {
  /// Reads a map of expectations.
  mutating func expectations(_ node: YAMLNode) -> [Expectation] {
    guard let entries = map(node, "a map of what is expected") else { return [] }
    check(entries, known: FileMap.scriptExpectation.keys.names)
    return entries.compactMap { entry in
      subject(entry).map { Expectation($0, at: SourcePlace(file, entry.key.range)) }
    }
  }

  private mutating func subject(_ entry: YAMLEntry) -> Expectation.Subject? {
    let node = entry.value
    switch entry.key.text {
    case "at":
      guard let id = text(node, "at"), checkID(id, node.range) else { return nil }
      return .at(id)
    case "field":
      guard let id = text(node, "field"), checkID(id, node.range) else { return nil }
      return .field(id)
    case "absent":
      let ids = (list(node, "absent") ?? []).compactMap { item -> String? in
        guard let id = text(item, "absent"), checkID(id, item.range) else { return nil }
        return id
      }
      return .absent(ids)
    case "answers": return .answers(valuesByID(node, "answers"))
    case "origin": return .origins(origins(node))
    case "suggests": return .suggests(valuesByID(node, "suggests"))
    case "default": return .defaults(valuesByID(node, "default"))
    case "choices": return choices(node)
    case "label": return text(node, "label").map { .label($0) }
    case "text": return text(node, "text").map { .text($0) }
    case "error": return .error(parts(node, "error"))
    case "warning": return .warning(parts(node, "warning"))
    case "refused": return text(node, "refused").map { .refused($0) }
    case "can-go-back": return flag(node, "can-go-back").map { .canGoBack($0) }
    case "can-go-back-to":
      let nodes = if case .list(let items) = node.content { items } else { [node] }
      let ids = nodes.compactMap { item -> String? in
        guard let id = text(item, "can-go-back-to"), checkID(id, item.range) else { return nil }
        return id
      }
      return .canGoBackTo(ids)
    case "files": return .files(files(node))
    case "ran": return .ran(ids(node, "ran"))
    case "undone": return .undone(ids(node, "undone"))
    default: return nil
    }
  }

  /// Reads the origins of answers.
  private mutating func origins(_ node: YAMLNode) -> [String: AnswerOrigin] {
    var origins: [String: AnswerOrigin] = [:]
    for entry in map(node, "a map from ids to origins") ?? []
    where checkID(entry.key.text, entry.key.range) {
      guard let word = text(entry.value, "origin") else { continue }
      guard let origin = AnswerOrigin(rawValue: word) else {
        let words = AnswerOrigin.allCases.map(\.rawValue).joined(separator: ", ")
        report("wrong-type", "'\(word)' is no origin; use one of \(words)", entry.value.range)
        continue
      }
      origins[entry.key.text] = origin
    }
    return origins
  }

  /// Reads text that's expected of any field, or of fields by id.
  private mutating func parts(_ node: YAMLNode, _ name: String) -> [String?: String] {
    guard case .map = node.content else {
      guard let part = text(node, name) else { return [:] }
      return [nil: part]
    }
    var parts: [String?: String] = [:]
    for entry in map(node, name) ?? [] where checkID(entry.key.text, entry.key.range) {
      if let part = text(entry.value, name) { parts[entry.key.text] = part }
    }
    return parts
  }

  private mutating func choices(_ node: YAMLNode) -> Expectation.Subject? {
    guard case .map(let entries) = node.content else {
      guard case .list(let values)? = node.expectedValue else {
        report("wrong-type", "'choices' takes a list of values", node.range)
        return nil
      }
      return .choices([nil: values])
    }
    var choices: [String?: [Value]] = [:]
    for entry in entries where checkID(entry.key.text, entry.key.range) {
      guard case .list(let values)? = entry.value.expectedValue else {
        report("wrong-type", "'choices' takes a list of values", entry.value.range)
        continue
      }
      choices[entry.key.text] = values
    }
    return .choices(choices)
  }

  private mutating func valuesByID(_ node: YAMLNode, _ name: String) -> [String: Value] {
    var values: [String: Value] = [:]
    for entry in map(node, "a map from ids to values") ?? []
    where checkID(entry.key.text, entry.key.range) {
      checkRecords(entry.value, of: entry.key.text)
      values[entry.key.text] = expectedValue(of: entry)
    }
    return values
  }
}
