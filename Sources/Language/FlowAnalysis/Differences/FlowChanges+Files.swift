// SPDX-License-Identifier: Apache-2.0

import FlowExpressions
import FlowModel

// Differences between the files that two versions of a step write.
extension FlowChanges {
  /// Returns what differs in a write.
  static func reasons(
    from old: WriteDefinition, to new: WriteDefinition, renaming: (String) -> String
  ) -> [String] {
    var reasons: [String] = []
    func compare(_ key: String, _ old: String, _ new: String, renamed: String? = nil) {
      if old != new, renamed != new { reasons.append("\(key) changed from \(old) to \(new)") }
    }
    func comparePaths(_ key: String) {
      compare(
        key, "'\(old.path.words)'", "'\(new.path.words)'",
        renamed: "'\(old.path.words(replacing: renaming))'")
    }
    func policy(_ write: WriteDefinition) -> String {
      if case .tree = write.content, write.exists == .overwrite { return "replace" }
      return write.exists.rawValue
    }
    let isTree = if case .tree = new.content { true } else { false }
    switch (old.content, new.content) {
    case (.tree(let before), .tree(let after)):
      compare("tree", "'\(before.folder)'", "'\(after.folder)'")
      comparePaths("to")
      compare("suffix", "'\(before.suffix)'", "'\(after.suffix)'")
      compare("skip", words(before.skip), words(after.skip))
      compare(
        "each", before.each?.text.oneLine ?? "nothing", after.each?.text.oneLine ?? "nothing",
        renamed: before.each.map { renaming($0.text.oneLine) })
      reasons += files(from: before, to: after, renaming: renaming)
    case (.tree, _), (_, .tree):
      reasons.append(isTree ? "it writes a tree now" : "it writes a file now")
      comparePaths("the path")
    default:
      comparePaths("the path")
      let after = content(new.content) { $0 }
      if content(old.content, renaming: { $0 }) != after,
        content(old.content, renaming: renaming) != after
      {
        reasons.append("its content changed")
      }
    }
    compare("exists", policy(old), policy(new))
    compare("onError", old.onError.rawValue, new.onError.rawValue)
    compare("secret", "\(old.isSecret)", "\(new.isSecret)")
    compare(
      "mode", old.mode.map { "0o" + String($0, radix: 8) } ?? "none",
      new.mode.map { "0o" + String($0, radix: 8) } ?? "none")
    return reasons
  }

  private static func words(_ patterns: [String]) -> String {
    patterns.isEmpty ? "nothing" : patterns.map { "'\($0)'" }.joined(separator: ", ")
  }

  /// The maximum number of files of a tree that are named.
  private static let namedCount = 5

  private static func files(
    from old: TreeDefinition, to new: TreeDefinition, renaming: (String) -> String
  ) -> [String] {
    let (before, after) = (files(of: old, renaming: renaming), files(of: new) { $0 })
    let known = Dictionary(before.map { ($0.path, $0.content) }) { first, _ in first }
    let present = Set(after.map(\.path))
    let kinds = [
      ("new", after.filter { known[$0.path] == nil }),
      ("changed", after.filter { file in known[file.path].map { $0 != file.content } ?? false }),
      ("gone", before.filter { !present.contains($0.path) }),
    ]
    return kinds.compactMap { word, files in
      guard !files.isEmpty else { return nil }
      let names = files.prefix(namedCount).map { "'\($0.path)'" }.joined(separator: ", ")
      let more = files.count > namedCount ? " and \(files.count - namedCount) more" : ""
      return "\(word): \(names)\(more)"
    }
  }

  /// The content of a file of a tree, without source places.
  private struct FileContent: Hashable {
    var kind: String
    var words = ""
    var bytes: [UInt8] = []
    let isExecutable: Bool
  }

  private static func files(
    of tree: TreeDefinition, renaming: (String) -> String
  ) -> [(path: String, content: FileContent)] {
    var files: [(path: String, content: FileContent)] = []
    func add(_ entries: [TreeEntryDefinition], below folder: String) {
      for entry in entries {
        let path = folder + entry.name.words(replacing: renaming)
        var file = FileContent(kind: "folder", isExecutable: entry.isExecutable)
        switch entry.content {
        case .folder(let inner):
          add(inner, below: path + "/")
          if !inner.isEmpty { continue }
        case .template(let text):
          (file.kind, file.words) = ("template", text.wordsWithFiles(replacing: renaming))
        case .bytes(let bytes): (file.kind, file.bytes) = ("bytes", bytes)
        case .link(let target):
          (file.kind, file.words) = ("link", target.words(replacing: renaming))
        }
        files.append((path, file))
      }
    }
    add(tree.entries, below: "")
    return files
  }

  /// The content of a write that isn't a tree, without source places and with renamed answers.
  private static func content(
    _ content: WriteDefinition.Content, renaming: (String) -> String
  ) -> [String] {
    switch content {
    case .parts(let parts):
      parts.flatMap { part in
        ["text", part.text.wordsWithFiles(replacing: renaming)]
          + [part.when?.text ?? "", part.each?.text ?? ""].map(renaming)
      }
    case .json(let output): ["json"] + words(output, renaming)
    case .yaml(let output): ["yaml"] + words(output, renaming)
    case .copy(let path, let bytes): ["copy", path, Base64.encode(bytes)]
    case .tree: []
    }
  }

  private static func words(
    _ output: OutputDefinition, _ renaming: (String) -> String
  ) -> [String] {
    switch output {
    case .expression(let source): [renaming(source.text.oneLine)]
    case .map(let entries):
      ["{"] + entries.flatMap { [$0.key.name] + words($0.value, renaming) } + ["}"]
    case .list(let items): ["["] + items.flatMap { words($0, renaming) } + ["]"]
    }
  }
}

extension TextTemplate {
  /// Returns the words of the text and of the files that it uses, with expressions and controls replaced.
  func wordsWithFiles(replacing replacement: (String) -> String) -> String {
    ([self] + usedTexts).map { $0.words(replacing: replacement) }.joined(separator: "\u{0}")
  }
}
