// SPDX-License-Identifier: Apache-2.0

import FlowExpressions
import FlowFiles
import FlowModel
import SourceDiagnostics

// Commands that change a list of records.
extension ScriptLoading {
  /// Reads a change of a list: `add: { env: {…} }`, `edit: { "env[1]": {…} }`, `remove: "env[1]"`, `restore: env`,
  /// `move: { "env[2]": 0 }`, or `done: env`.
  mutating func listChange(_ entry: YAMLEntry) -> ScriptCommand.Action? {
    let command = entry.key.text
    switch command {
    case "done", "restore":
      guard let id = text(entry.value, command), checkList(id, entry.value.range) else {
        return nil
      }
      return command == "done" ? .done(list: id) : .restore(list: id)
    case "remove":
      guard let id = text(entry.value, command), let item = item(id, entry.value.range) else {
        return nil
      }
      return .remove(list: item.list, position: item.position)
    default: break
    }
    guard let entries = map(entry.value, "a map from one id") else { return nil }
    guard let first = entries.first, entries.count == 1 else {
      report("wrong-type", "'\(command)' takes one item at a time", entry.value.range)
      return nil
    }
    let id = first.key.text
    switch command {
    case "add":
      guard checkList(id, first.key.range) else { return nil }
      return .add(list: id, answers(first.value, under: id + "[]."))
    case "edit":
      guard let item = item(id, first.key.range) else { return nil }
      return .edit(
        list: item.list, position: item.position, answers(first.value, under: id + "."))
    default:
      guard let item = item(id, first.key.range) else { return nil }
      guard let text = text(first.value, command), let target = Int(text), target >= 0 else {
        report("wrong-type", "'move' takes a position from 0", first.value.range)
        return nil
      }
      return .move(list: item.list, from: item.position, to: target)
    }
  }

  /// Reads the id of an item, such as `env[1]`, as its list and its position.
  private mutating func item(
    _ id: String, _ range: SourceRange
  ) -> (list: String, position: Int)? {
    guard id.hasSuffix("]"), let bracket = id.lastIndex(of: "["),
      let position = Int(id[id.index(after: bracket)...].dropLast()), position >= 0
    else {
      report("wrong-type", "'\(id)' isn't an item; write a list and a position, as 'env[0]'", range)
      return nil
    }
    let list = String(id[..<bracket])
    return checkList(list, range) ? (list, position) : nil
  }

  private mutating func checkList(_ id: String, _ range: SourceRange) -> Bool {
    guard checkID(id, range) else { return false }
    if flow.isList(id) { return true }
    report("wrong-type", "'\(id)' isn't a list of records", range)
    return false
  }
}
