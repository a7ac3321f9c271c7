// SPDX-License-Identifier: Apache-2.0

public import FlowExpressions
import FlowModel
public import FlowSessions

// Effects as JSON values: for those who decide about them, and for those who perform them.
extension EffectRequest {
  /// The effect as one line and in parts, without secrets.
  public var summary: Value {
    var entries = ValueMap([
      ("step", .string(step)), ("kind", .string(kind)), ("words", .string(words)),
    ])
    entries["title"] = title.value
    entries["undo"] = .flag(isUndo)
    switch effect {
    case .command(let command):
      entries["command"] = .texts(command.arguments)
    case .action(let action): entries["action"] = .string(action.name)
    case .write(let write):
      entries["path"] = .string(write.path)
      entries["files"] = write.listing
    case .restore(let restore): entries["path"] = .string(restore.write.path)
    }
    return .map(entries)
  }

  /// Everything that's needed to perform it, including the secrets that the flow passes.
  public var complete: Value {
    guard case .map(var entries) = summary else { return summary }
    let details: Value =
      switch effect {
      case .command(let command): command.details
      case .action(let action): .object(["arguments": .map(action.arguments)])
      case .write(let write): write.details
      case .restore(let restore): restore.details
      }
    entries.merge(details)
    return .map(entries)
  }

  private var kind: String {
    switch effect {
    case .command: "command"
    case .action: "action"
    case .write: "write"
    case .restore: "restore"
    }
  }
}

extension CommandRequest {
  fileprivate var details: Value {
    .object([
      "environment": .record(
        Dictionary(environment.map { ($0.name, .string($0.value)) }) { $1 }),
      "pass": passed.isEmpty ? nil : .texts(passed),
      "input": input.isEmpty ? nil : .string(input),
      "timeout": .string(timeout.iso8601), "keepsOutput": .bool(keepsOutput),
    ])
  }
}

extension WriteRequest {
  fileprivate var details: Value {
    switch kind {
    case .tree(let parts): return .object(["parts": .list(parts.map(\.part))])
    case .folder: return .object(["kind": "folder"])
    case .link: return .object(["kind": "link", "target": .string(target)])
    case .file:
      return .object([
        "content": .string(Base64.encode(content)), "mode": mode.map { .number($0) },
        "exists": .string(exists.rawValue),
      ])
    }
  }

  /// The target of a link.
  private var target: String { String(decoding: content, as: UTF8.self) }

  /// A part of a tree, with everything that's needed to write it.
  private var part: Value {
    guard case .map(var map) = details else { return .null }
    map["path"] = .string(path)
    return .map(map)
  }

  /// The first files of a tree, and how many there are.
  fileprivate var listing: Value? {
    guard case .tree(let parts) = kind else { return nil }
    let files = parts.lazy.filter { $0.kind != .folder }
    return .object([
      "count": .number(parts.count { $0.kind != .folder }), "bytes": .number(byteCount),
      "paths": .texts(files.prefix(Self.listedCount).map(\.path)),
    ])
  }

  /// The maximum number of files in the summary of a tree.
  private static let listedCount = 100
}

extension RestoreRequest {
  fileprivate var details: Value {
    var details: KeyValuePairs<String, Value?> {
      switch written.previous {
      case .nothing: ["previous": "nothing"]
      case .replaced(let content, let mode):
        ["previous": "replaced", "content": .string(Base64.encode(content)), "mode": .number(mode)]
      case .appended(let count): ["previous": "appended", "size": .number(count)]
      case .link(let target): ["previous": "link", "target": .string(target)]
      case .tree(let parts):
        [
          "previous": "tree",
          "parts": .list(
            zip(write.parts, parts).map { part, written in
              written.map { RestoreRequest(write: part, written: $0).part } ?? .null
            }),
        ]
      }
    }
    guard case .map(var map) = Value.object(details) else { return .null }
    if !write.isTree { map["written"] = .string(Base64.encode(write.content)) }
    map["folders"] = written.madeFolders.isEmpty ? nil : .texts(written.madeFolders)
    return .map(map)
  }

  /// The earlier state of a part of a tree, with its path.
  private var part: Value {
    guard case .map(var map) = details else { return .null }
    map["path"] = .string(write.path)
    if write.kind == .folder { map["kind"] = "folder" }
    if write.kind == .link { map["kind"] = "link" }
    return .map(map)
  }
}
