// SPDX-License-Identifier: Apache-2.0

package import FlowExpressions
import FlowModel
package import Localization

// Requests for effects as values.
extension EffectRequest {
  /// Returns the request as a value.
  ///
  /// For a client that performs it, it has the secrets that the flow passes.
  ///
  /// - Parameters:
  ///   - audience: Who reads it.
  ///   - catalog: The language of the words for a client's user.
  /// - Returns: The value.
  package func value(
    for audience: Audience, in catalog: MessageCatalog = .english
  ) -> Value {
    let content =
      switch effect {
      case .command(let command): command.entries(for: audience)
      case .action(let action): action.entries(for: audience)
      case .write(let write): write.effect(for: audience)
      case .restore(let restore): restore.effect(for: audience)
      }
    let head: [(String, Value?)] = [
      ("step", .string(step)), ("kind", audience.isClient ? .string(kind) : nil),
      ("words", audience.isClient ? .string(words(in: catalog)) : nil), ("title", title.value),
      (audience.isClient ? "undo" : "undoes", .flag(isUndo)),
    ]
    return .object(head + content)
  }

  private var kind: String {
    switch effect {
    case .command: "command"
    case .action: "action"
    case .write: "write"
    case .restore: "restore"
    }
  }

  /// Reads a request of a walk.
  package init<Failure>(_ reader: inout EntryReader<Failure>) throws(Failure) {
    let effect: Effect
    if reader.value("command") != nil {
      effect = .command(try CommandRequest(&reader))
    } else if let action = try reader.text("action") {
      let arguments = try reader.needed("arguments", try reader.object("arguments"))
      effect = .action(ActionRequest(name: action, arguments: arguments))
    } else if let write = try reader.object("write") {
      var parts = reader.nested(write, "write")
      effect = .write(try WriteRequest(&parts))
    } else {
      var write = reader.nested(
        try reader.needed("restore", try reader.object("restore")), "restore")
      var written = reader.nested(
        try reader.needed("written", try reader.object("written")), "written")
      effect = .restore(
        RestoreRequest(
          write: try WriteRequest(&write), written: try WrittenFile(&written, for: .walk)))
    }
    self.init(
      step: try reader.needed("step"), title: try reader.text("title"),
      isUndo: try reader.flag("undoes"), effect: effect)
  }
}

extension CommandRequest {
  fileprivate func entries(for audience: Audience) -> [(String, Value?)] {
    let command = ("command", Optional(Value.texts(arguments)))
    guard audience != .decider else { return [command] }
    guard audience == .client else {
      let variables = environment.map { variable in
        Value.object([
          "name": .string(variable.name), "value": .string(variable.value),
          "secret": .flag(variable.isSecret),
        ])
      }
      return [
        command, ("variables", .list(variables)), ("passed", .texts(passed)),
        ("input", .string(input)), ("timeout", .duration(timeout)),
        ("captured", .flag(keepsOutput)),
      ]
    }
    let variables = environment.map { ($0.name, Value.string($0.value)) }
    return [
      command, ("environment", .record(Dictionary(variables) { $1 })),
      ("pass", passed.isEmpty ? nil : .texts(passed)),
      ("input", input.isEmpty ? nil : .string(input)), ("timeout", .string(timeout.iso8601)),
      ("keepsOutput", .bool(keepsOutput)),
    ]
  }

  fileprivate init<Failure>(_ reader: inout EntryReader<Failure>) throws(Failure) {
    let arguments = try reader.texts("command")
    guard arguments.first?.isEmpty == false else { throw reader.wrong("command", "a command") }
    guard case .duration(let timeout)? = reader.value("timeout") else {
      throw reader.wrong("timeout", "a duration")
    }
    var variables: [Variable] = []
    for case var variable? in try reader.objects("variables") ?? [] {
      variables.append(
        Variable(
          name: try variable.needed("name"), value: try variable.needed("value"),
          isSecret: try variable.flag("secret")))
    }
    guard
      (arguments + variables.flatMap { [$0.name, $0.value] }).allSatisfy({ !$0.utf8.contains(0) })
    else { throw reader.wrong("command", "without null characters") }
    self.init(
      arguments: arguments, environment: variables, passed: try reader.texts("passed"),
      input: try reader.needed("input"), timeout: timeout,
      keepsOutput: try reader.flag("captured"))
  }
}

extension ActionRequest {
  fileprivate func entries(for audience: Audience) -> [(String, Value?)] {
    [("action", .string(name)), ("arguments", audience == .decider ? nil : .map(arguments))]
  }
}

extension WriteRequest {
  fileprivate func effect(for audience: Audience) -> [(String, Value?)] {
    switch audience {
    case .walk, .reader: [("write", value(for: audience))]
    case .decider: [("path", .string(path)), ("files", listing)]
    case .client:
      [("path", .string(path)), ("files", listing)]
        + entries(for: audience).filter { $0.1 != nil }
    }
  }

  fileprivate func value(for audience: Audience) -> Value { .object(entries(for: audience)) }

  /// The parts of the value; a client has the path beside them, and only those that its kind needs.
  private func entries(for audience: Audience) -> [(String, Value?)] {
    let isClient = audience.isClient
    let hasContent = !isClient || kind == .file
    let target: Value? =
      isClient && kind == .link ? .string(String(decoding: content, as: UTF8.self)) : nil
    let parts: Value? =
      if case .tree(let parts) = kind {
        .list(parts.map { isClient ? $0.part : $0.value(for: audience) })
      } else {
        nil
      }
    return [
      ("path", isClient ? nil : .string(path)),
      ("content", hasContent ? audience.content(content) : nil),
      ("mode", hasContent ? mode.map { .number($0) } : nil),
      ("exists", hasContent ? .string(exists.rawValue) : nil),
      ("secret", isClient ? nil : .flag(isSecret)), ("kind", kindWord), ("target", target),
      (isClient ? "parts" : "tree", parts),
    ]
  }

  /// The word for what's neither a file nor a tree.
  fileprivate var kindWord: Value? {
    switch kind {
    case .folder: "folder"
    case .link: "link"
    case .removal: "removal"
    case .file, .tree: nil
    }
  }

  /// A part of a tree, with everything that a client needs to write it.
  private var part: Value { .object(entries(for: .client) + [("path", .string(path))]) }

  /// The first files of a tree, and how many there are; nil if it's no tree.
  private var listing: Value? {
    guard case .tree(let parts) = kind else { return nil }
    let files = parts.lazy.filter { $0.kind != .folder }
    return .object([
      "count": .number(parts.count { $0.kind != .folder }), "bytes": .number(byteCount),
      "paths": .texts(files.prefix(Self.listedCount).map(\.path)),
    ])
  }

  /// The maximum number of files in a listing.
  private static let listedCount = 100

  fileprivate init<Failure>(
    _ reader: inout EntryReader<Failure>, isPart: Bool = false
  ) throws(Failure) {
    let kind: Kind
    switch try reader.text("kind") {
    case nil:
      var parts: [WriteRequest]?
      if !isPart, let tree = try reader.objects("tree") {
        parts = []
        for case var part? in tree { parts?.append(try WriteRequest(&part, isPart: true)) }
      }
      kind = parts.map { .tree($0) } ?? .file
    case "folder"?: kind = .folder
    case "link"?: kind = .link
    case "removal"?: kind = .removal
    default: throw reader.wrong("kind", "folder, link, or removal")
    }
    self.init(
      path: try reader.needed("path"),
      content: try reader.needed("content", try reader.bytes("content")),
      mode: try reader.number("mode"),
      exists: try reader.needed("exists", try reader.word("exists", as: ExistingFilePolicy.self)),
      isSecret: try reader.flag("secret"), kind: kind)
  }
}

extension RestoreRequest {
  fileprivate func effect(for audience: Audience) -> [(String, Value?)] {
    switch audience {
    case .walk, .reader:
      [("restore", write.value(for: audience)), ("written", written.value(for: audience))]
    case .decider: [("path", .string(write.path))]
    case .client: [("path", .string(write.path))] + details
    }
  }

  /// The entries that a client needs to restore the earlier state.
  private var details: [(String, Value?)] {
    var details = written.entries(for: .client)
    if case .tree(let files) = written.previous {
      details[1].1 = .list(
        zip(write.parts, files).map { part, file in
          file.map { RestoreRequest(write: part, written: $0).part } ?? .null
        })
    }
    let content: Value? = write.isTree ? nil : .string(Base64.encode(write.content))
    details.insert(("written", content), at: 3)
    return details
  }

  /// The earlier state of a part of a tree, with its path.
  private var part: Value {
    .object(details + [("path", .string(write.path)), ("kind", write.kindWord)])
  }
}
