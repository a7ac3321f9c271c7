// SPDX-License-Identifier: Apache-2.0

import FlowExpressions
import FlowModel
import FlowSessions

// Inputs and results of effects in the JSON of a walk.
extension FieldInput {
  var tree: Value {
    switch self {
    case .empty: "none"
    case .offered: "offered"
    case .default: "default"
    case .remembered(let value, let origin):
      .object([("remembered", value.tagged), ("origin", .string(origin.rawValue))])
    case .text(let text): .object([("text", .string(text))])
    case .value(let value): .object([("value", value.tagged)])
    }
  }
}

extension EffectResult {
  var tree: Value {
    switch self {
    case .ended(let ended):
      .object([
        ("status", .int(Int64(ended.status))), ("output", .string(Base64.encode(ended.output))),
        ("errors", .string(ended.errors)),
      ])
    case .returned(let value): .object([("returned", value.tagged)])
    case .written(let file): .object([("written", file.tree)])
    case .done: "done"
    case .failed(let message): .object([("failed", .string(message))])
    }
  }
}

extension WrittenFile {
  fileprivate var tree: Value {
    let folders: Value? = madeFolders.isEmpty ? nil : .list(madeFolders.map { .string($0) })
    switch previous {
    case .nothing: return .object([("folders", folders)])
    case .replaced(let content, let mode):
      return .object([
        ("replaced", .string(Base64.encode(content))), ("mode", .int(Int64(mode))),
        ("folders", folders),
      ])
    case .appended(let count):
      return .object([("appended", .int(Int64(count))), ("folders", folders)])
    case .link(let target): return .object([("link", .string(target)), ("folders", folders)])
    case .tree(let parts):
      return .object([("tree", .list(parts.map { $0?.tree ?? .null })), ("folders", folders)])
    }
  }
}
