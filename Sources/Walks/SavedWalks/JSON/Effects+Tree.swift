// SPDX-License-Identifier: Apache-2.0

import FlowExpressions
import FlowForms

// Inputs and results of effects in the JSON format.
extension FieldInput {
  var tree: Value {
    switch self {
    case .none: "none"
    case .offered: "offered"
    case .text(let text): .record([("text", .string(text))])
    case .value(let value): .record([("value", value.tagged)])
    }
  }

  init(tree: Value) throws(SavedWalkError) {
    switch tree {
    case .string("none"): self = .none
    case .string("offered"): self = .offered
    default:
      let map = try TreeReader(tree)
      if let value = map.optional("value") {
        self = .value(try Value(tagged: value))
      } else {
        self = .text(try map.text("text"))
      }
    }
  }
}

extension EffectResult {
  var tree: Value {
    switch self {
    case .ended(let ended):
      .record([
        ("status", .int(Int64(ended.status))), ("output", .string(Base64.encode(ended.output))),
        ("errors", .string(ended.errors)),
      ])
    case .returned(let value): .record([("returned", value.tagged)])
    case .written(let file): .record([("written", file.tree)])
    case .done: "done"
    case .failed(let message): .record([("failed", .string(message))])
    }
  }

  init(tree: Value) throws(SavedWalkError) {
    if tree == "done" {
      self = .done
      return
    }
    let map = try TreeReader(tree)
    if let value = map.optional("returned") {
      self = .returned(try Value(tagged: value))
    } else if let file = map.optional("written") {
      self = .written(try WrittenFile(tree: file))
    } else if map.optional("failed") != nil {
      self = .failed(message: try map.text("failed"))
    } else {
      self = .ended(
        CommandResult(
          status: try map.int("status"), output: try map.bytes("output"),
          errors: try map.text("errors")))
    }
  }
}

extension WrittenFile {
  fileprivate var tree: Value {
    let folders: Value? = madeFolders.isEmpty ? nil : .list(madeFolders.map { .string($0) })
    switch previous {
    case .nothing: return .record([("folders", folders)])
    case .replaced(let content, let mode):
      return .record([
        ("replaced", .string(Base64.encode(content))), ("mode", .int(Int64(mode))),
        ("folders", folders),
      ])
    case .appended(let count):
      return .record([("appended", .int(Int64(count))), ("folders", folders)])
    }
  }

  fileprivate init(tree: Value) throws(SavedWalkError) {
    let map = try TreeReader(tree)
    var folders: [String] = []
    if map.optional("folders") != nil {
      for folder in try map.list("folders") {
        guard case .string(let name) = folder else {
          throw TreeReader.damaged("'folders' must be texts")
        }
        folders.append(name)
      }
    }
    if map.optional("replaced") != nil {
      self.init(
        previous: .replaced(try map.bytes("replaced"), mode: try map.int("mode")),
        madeFolders: folders)
    } else if map.optional("appended") != nil {
      self.init(previous: .appended(count: try map.int("appended")), madeFolders: folders)
    } else {
      self.init(previous: .nothing, madeFolders: folders)
    }
  }
}
