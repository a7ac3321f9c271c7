// SPDX-License-Identifier: Apache-2.0

package import FlowExpressions

// The results of effects as values.
extension EffectResult {
  /// Returns the result as a value.
  package func value(for audience: Audience) -> Value {
    let isClient = audience == .client
    return switch self {
    case .ended(let ended):
      .object([
        "status": .number(ended.status),
        isClient ? "outputBase64" : "output": audience.content(ended.output),
        "errors": .string(ended.errors),
      ])
    case .returned(let value): .object([isClient ? "value" : "returned": audience.answer(value)])
    case .written(let file): .object(["written": file.value(for: audience)])
    case .done: isClient ? .object(["done": true]) : "done"
    case .failed(let message): .object(["failed": .string(message)])
    }
  }
}

extension EntryReader {
  /// Reads the result of an effect, which a walk or a client gives, under a name.
  package mutating func result(
    _ name: String, for audience: Audience
  ) throws(Failure) -> EffectResult {
    if audience == .walk, value(name) == "done" { return .done }
    guard let map = try object(name) else { throw missing(name) }
    var parts = nested(map, name)
    let result = try parts.result(for: audience)
    try parts.finish()
    return result
  }

  private mutating func result(for audience: Audience) throws(Failure) -> EffectResult {
    let isClient = audience == .client
    if let message = try text("failed") { return .failed(message: message) }
    if isClient, try flag("done") { return .done }
    if let value = value(isClient ? "value" : "returned") { return .returned(value) }
    if let map = try object("written") {
      var parts = nested(map, "written")
      let file = try WrittenFile(&parts, for: audience)
      try parts.finish()
      return .written(file)
    }
    guard let status = try number("status") else {
      throw Failure(entry: "'result' needs one of status, value, written, done, and failed")
    }
    let errors = try text("errors") ?? ""
    guard isClient else {
      return .ended(
        CommandResult(status: status, output: try bytes("output") ?? [], errors: errors))
    }
    let text = try text("output") ?? ""
    let output = try bytes("outputBase64") ?? Array(text.utf8)
    return .ended(CommandResult(status: status, output: output, errors: errors))
  }
}

extension WrittenFile {
  /// The words for the earlier states of a place, each with the key of its content for a client, which has the word as
  /// `previous`; in a walk, the word is the key.
  private static let contentKeys: KeyValuePairs = [
    "replaced": "content", "appended": "size", "link": "target", "tree": "parts",
  ]

  private static func key(of word: String, for audience: Audience) -> String {
    guard audience == .client else { return word }
    return contentKeys.first { $0.key == word }?.value ?? word
  }

  /// Returns what was replaced as a value.
  package func value(for audience: Audience) -> Value { .object(entries(for: audience)) }

  /// Returns the parts of the value: the word, the content, the mode, and the folders.
  func entries(for audience: Audience) -> [(String, Value?)] {
    let (word, content): (String, Value?) =
      switch previous {
      case .nothing: ("nothing", nil)
      case .replaced(let content, _): ("replaced", audience.content(content))
      case .appended(let count): ("appended", .number(count))
      case .link(let target): ("link", .string(target))
      case .tree(let parts): ("tree", .list(parts.map { $0?.value(for: audience) ?? .null }))
      }
    let mode: Value? = if case .replaced(_, let mode) = previous { .number(mode) } else { nil }
    let folders: Value? = audience != .walk && madeFolders.isEmpty ? nil : .texts(madeFolders)
    return [
      ("previous", audience == .client ? .string(word) : nil),
      (Self.key(of: word, for: audience), content), ("mode", mode), ("folders", folders),
    ]
  }

  /// Reads what was replaced, which a walk or a client gives; a part of a tree is no tree.
  package init<Failure>(
    _ reader: inout EntryReader<Failure>, for audience: Audience, isPart: Bool = false
  ) throws(Failure) {
    let word: String?
    if audience == .client {
      word = try reader.text("previous")
    } else {
      word = Self.contentKeys.first { reader.value($0.key) != nil }?.key
    }
    let key = Self.key(of: word ?? "", for: audience)
    let previous: Previous
    switch word {
    case nil, "nothing"?: previous = .nothing
    case "replaced"?:
      previous = .replaced(
        try reader.needed(key, try reader.bytes(key)), mode: try reader.number("mode") ?? 0o644)
    case "appended"?: previous = .appended(count: try reader.needed(key, try reader.number(key)))
    case "link"?: previous = .link(to: try reader.needed(key))
    case "tree"? where !isPart:
      var parts: [WrittenFile?] = []
      for part in try reader.needed(key, try reader.objects(key)) {
        guard var part else {
          parts.append(nil)
          continue
        }
        parts.append(try WrittenFile(&part, for: audience, isPart: true))
        try part.finish()
      }
      previous = .tree(parts)
    default:
      throw reader.wrong(
        "previous",
        isPart ? "nothing, replaced, or link" : "nothing, replaced, appended, link, or tree")
    }
    self.init(previous: previous, madeFolders: try reader.texts("folders"))
  }
}
