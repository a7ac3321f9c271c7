// SPDX-License-Identifier: Apache-2.0

import FlowExpressions
import FlowModel
import FlowSessions

// An effect in a log, as a value.
extension LoggedEffect {
  var value: Value {
    .object([
      ("request", request?.value), ("undo", undo?.value), ("final", isFinal ? true : nil),
      ("secret", holdsSecret ? true : nil), ("secretUndo", undoHoldsSecret ? true : nil),
      ("withheld", isWithheld ? true : nil),
    ])
  }

  init(value: Value) throws(SavedWalkError) {
    let map = try TreeReader(value)
    let request = map.optional("request")
    let undo = map.optional("undo")
    self.init(
      request: request == nil ? nil : try EffectRequest(value: request ?? .null),
      undo: undo == nil ? nil : try EffectRequest(value: undo ?? .null),
      isFinal: try map.flag("final"), holdsSecret: try map.flag("secret"),
      undoHoldsSecret: try map.flag("secretUndo"), isWithheld: try map.flag("withheld"))
  }
}

extension EffectRequest {
  fileprivate var value: Value {
    let content: [(String, Value?)] =
      switch effect {
      case .command(let command):
        [
          ("command", .list(command.arguments.map { .string($0) })),
          ("variables", .list(command.environment.map(\.entry))),
          ("passed", .list(command.passed.map { .string($0) })),
          ("input", .string(command.input)), ("timeout", .duration(command.timeout)),
          ("captured", command.keepsOutput ? true : nil),
        ]
      case .action(let action):
        [("action", .string(action.name)), ("arguments", .map(action.arguments))]
      case .write(let write): [("write", write.value)]
      case .restore(let restore):
        [("restore", restore.write.value), ("written", restore.written.value)]
      }
    return .object(
      [
        ("step", .string(step)), ("title", title.map { .string($0) }),
        ("undoes", isUndo ? true : nil),
      ] + content)
  }

  fileprivate init(value: Value) throws(SavedWalkError) {
    let map = try TreeReader(value)
    let effect: Effect
    if map.optional("command") != nil {
      effect = .command(try CommandRequest(map))
    } else if map.optional("action") != nil {
      guard case .map(let arguments) = try map.value("arguments") else {
        throw TreeReader.damaged("'arguments' must be an object")
      }
      effect = .action(ActionRequest(name: try map.text("action"), arguments: arguments))
    } else if let write = map.optional("write") {
      effect = .write(try WriteRequest(try TreeReader(write)))
    } else {
      effect = .restore(
        RestoreRequest(
          write: try WriteRequest(try TreeReader(try map.value("restore"))),
          written: try WrittenFile(try TreeReader(try map.value("written")))))
    }
    self.init(
      step: try map.text("step"), title: try map.optionalText("title"),
      isUndo: try map.flag("undoes"), effect: effect)
  }
}

extension CommandRequest {
  fileprivate init(_ map: TreeReader) throws(SavedWalkError) {
    let arguments = try map.texts("command")
    guard arguments.first?.isEmpty == false else {
      throw TreeReader.damaged("'command' must name a program")
    }
    guard case .duration(let timeout) = try map.value("timeout") else {
      throw TreeReader.damaged("'timeout' must be a duration")
    }
    var variables: [Variable] = []
    for variable in try map.list("variables") {
      let map = try TreeReader(variable)
      variables.append(
        Variable(
          name: try map.text("name"), value: try map.text("value"),
          isSecret: try map.flag("secret")))
    }
    self.init(
      arguments: arguments, environment: variables, passed: try map.texts("passed"),
      input: try map.text("input"), timeout: timeout, keepsOutput: try map.flag("captured"))
    guard !(arguments + variables.flatMap { [$0.name, $0.value] }).contains(where: \.hasNull) else {
      throw TreeReader.damaged("an argument contains a null character")
    }
  }
}

extension CommandRequest.Variable {
  fileprivate var entry: Value {
    .object([
      ("name", .string(name)), ("value", .string(value)), ("secret", isSecret ? true : nil),
    ])
  }
}

extension WriteRequest {
  fileprivate var value: Value {
    let what: (String, Value?) =
      switch kind {
      case .file: ("kind", nil)
      case .folder: ("kind", "folder")
      case .link: ("kind", "link")
      case .tree(let parts): ("tree", .list(parts.map(\.value)))
      }
    return .object([
      ("path", .string(path)), ("content", .bytes(content)), ("mode", mode.map { .int(Int64($0)) }),
      ("exists", .string(exists.rawValue)), ("secret", isSecret ? true : nil), what,
    ])
  }

  fileprivate init(_ map: TreeReader) throws(SavedWalkError) {
    guard let exists = ExistingFilePolicy(rawValue: try map.text("exists")) else {
      throw TreeReader.damaged("'exists' is unknown")
    }
    let kind: Kind
    switch try map.optionalText("kind") {
    case nil where map.optional("tree") != nil:
      var parts: [WriteRequest] = []
      for part in try map.list("tree") {
        let part = try WriteRequest(try TreeReader(part))
        guard !part.isTree else { throw TreeReader.damaged("'tree' is in a tree") }
        parts.append(part)
      }
      kind = .tree(parts)
    case nil: kind = .file
    case "folder"?: kind = .folder
    case "link"?: kind = .link
    default: throw TreeReader.damaged("'kind' is unknown")
    }
    self.init(
      path: try map.text("path"), content: try map.content("content"),
      mode: map.optional("mode") == nil ? nil : try map.int("mode"), exists: exists,
      isSecret: try map.flag("secret"), kind: kind)
  }
}

extension WrittenFile {
  fileprivate var value: Value {
    let folders = Value.list(madeFolders.map { .string($0) })
    switch previous {
    case .nothing: return .object([("folders", folders)])
    case .replaced(let content, let mode):
      return .object([
        ("replaced", .bytes(content)), ("mode", .int(Int64(mode))), ("folders", folders),
      ])
    case .appended(let count):
      return .object([("appended", .int(Int64(count))), ("folders", folders)])
    case .link(let target): return .object([("link", .string(target)), ("folders", folders)])
    case .tree(let parts):
      return .object([("tree", .list(parts.map { $0?.value ?? .null })), ("folders", folders)])
    }
  }

  fileprivate init(_ map: TreeReader) throws(SavedWalkError) {
    let previous: Previous
    if map.optional("replaced") != nil {
      previous = .replaced(try map.content("replaced"), mode: try map.int("mode"))
    } else if map.optional("appended") != nil {
      previous = .appended(count: try map.int("appended"))
    } else if let target = try map.optionalText("link") {
      previous = .link(to: target)
    } else if map.optional("tree") != nil {
      var parts: [WrittenFile?] = []
      for part in try map.list("tree") {
        parts.append(part == .null ? nil : try WrittenFile(part: try TreeReader(part)))
      }
      previous = .tree(parts)
    } else {
      previous = .nothing
    }
    self.init(previous: previous, madeFolders: try map.texts("folders"))
  }
}

extension WrittenFile {
  /// Reads what a part of a tree replaced, which is no tree.
  fileprivate init(part map: TreeReader) throws(SavedWalkError) {
    guard map.optional("tree") == nil else { throw TreeReader.damaged("'tree' is in a tree") }
    try self.init(map)
  }
}

extension TreeReader {
  fileprivate func texts(_ key: String) throws(SavedWalkError) -> [String] {
    var texts: [String] = []
    for value in try list(key) {
      guard case .string(let text) = value else { throw Self.damaged("'\(key)' must be texts") }
      texts.append(text)
    }
    return texts
  }

  fileprivate func content(_ key: String) throws(SavedWalkError) -> [UInt8] {
    guard case .bytes(let content) = try value(key) else {
      throw Self.damaged("'\(key)' must be bytes")
    }
    return content
  }
}

extension String {
  fileprivate var hasNull: Bool { utf8.contains(0) }
}
