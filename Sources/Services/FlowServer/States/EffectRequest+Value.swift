// SPDX-License-Identifier: Apache-2.0

public import FlowExpressions
public import FlowForms

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
    case .write(let write): entries["path"] = .string(write.path)
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
    .object([
      "content": .string(Base64.encode(content)), "mode": mode.map { .number($0) },
      "exists": .string(exists.rawValue),
    ])
  }
}

extension RestoreRequest {
  fileprivate var details: Value {
    var details: KeyValuePairs<String, Value?> {
      switch written.previous {
      case .nothing: ["previous": "nothing"]
      case .replaced(let content, let mode):
        ["previous": "replaced", "content": .string(Base64.encode(content)), "mode": .number(mode)]
      case .appended(let count): ["previous": "appended", "size": .number(count)]
      }
    }
    guard case .map(var map) = Value.object(details) else { return .null }
    map["written"] = .string(Base64.encode(write.content))
    map["folders"] = written.madeFolders.isEmpty ? nil : .texts(written.madeFolders)
    return .map(map)
  }
}
