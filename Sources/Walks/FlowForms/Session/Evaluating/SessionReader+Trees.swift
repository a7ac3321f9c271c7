// SPDX-License-Identifier: Apache-2.0

import FlowExpressions
import Localization
import SourceDiagnostics

// Evaluates the names and templates of a tree in the scope of the answers below it.
extension SessionReader {
  /// Returns the request that writes a tree, or fails before anything is written.
  func treeRequest(
    _ tree: CheckedTree, of write: CheckedWrite, in outer: SessionScope
  ) throws(FlowFailure) -> WriteRequest {
    var scope = outer
    var writing = TreeWriting(reader: self, write: write)
    guard let each = tree.each else {
      let root = try writing.add(tree, in: scope)
      return writing.request(at: root)
    }
    guard case .list(let items)? = try each.value(in: scope).unwrapped else {
      return writing.request(at: ".")
    }
    var roots: [String] = []
    for item in items {
      scope.local["item"] = item
      roots.append(try writing.add(tree, in: scope))
    }
    return writing.request(at: roots.count == 1 ? roots[0] : ".")
  }
}

/// Collects what a tree becomes.
private struct TreeWriting {
  let reader: SessionReader
  let write: CheckedWrite
  private var parts: [WriteRequest] = []

  /// The size of the parts in bytes.
  private var byteCount = 0

  /// Whether each path is a folder.
  private var isFolder: [String: Bool] = [:]

  init(reader: SessionReader, write: CheckedWrite) {
    self.reader = reader
    self.write = write
  }

  /// Returns the request with its parts in the order of their paths.
  ///
  /// - Complexity: O(*n* log *n*) in the number of parts.
  func request(at root: String) -> WriteRequest {
    WriteRequest(
      path: root, content: [], exists: write.exists, isSecret: write.isSecret,
      kind: .tree(parts.sortedAsPaths(\.path)))
  }

  /// Adds a tree, and returns the folder that it's written to.
  mutating func add(_ tree: CheckedTree, in scope: SessionScope) throws(FlowFailure) -> String {
    let path = try reader.single(write.path, in: scope)
    let names = path.split(separator: "/").filter { $0 != "." }
    guard !path.isEmpty else { throw failure(.pathEmpty, at: write.pathPlace) }
    let isAbsolute = path.hasPrefix("/")
    // What else is wrong with it is refused where it's written.
    let root = (isAbsolute ? "/" : "") + names.joined(separator: "/")
    if !root.isEmpty { try add(.folder, at: root, [], mode: nil, place: write.pathPlace) }
    try add(tree.entries, below: root.isEmpty ? "" : root + "/", depth: 0, in: scope)
    return root.isEmpty ? "." : root
  }

  private mutating func add(
    _ entries: [CheckedTreeEntry], below folder: String, depth: Int, in scope: SessionScope
  ) throws(FlowFailure) {
    for entry in entries {
      let name = try reader.single(entry.name, in: scope)
      if name.isEmpty { continue }
      guard TreeName.problem(in: name, isWhole: true) == nil else {
        throw failure(.treeNameWrong, ["name": .quoted(name)], at: entry.place)
      }
      let path = folder + name
      switch entry.content {
      case .folder(let inner):
        try add(.folder, at: path, [], mode: nil, place: entry.place)
        try add(inner, below: path + "/", depth: depth + 1, in: scope)
      case .template(let text):
        let content = try text.text(in: scope, language: reader.language)
        try add(.file, at: path, Array(content.utf8), mode: mode(of: entry), place: entry.place)
      case .bytes(let bytes):
        try add(.file, at: path, bytes, mode: mode(of: entry), place: entry.place)
      case .link(let text):
        let target = try reader.single(text, in: scope)
        guard Self.staysInside(target, depth: depth) else {
          throw failure(.treeLinkOutside, ["path": .quoted(path)], at: entry.place)
        }
        try add(.link, at: path, Array(target.utf8), mode: nil, place: entry.place)
      }
    }
  }

  private func mode(of entry: CheckedTreeEntry) -> Int? {
    if write.isSecret { return entry.isExecutable ? 0o700 : 0o600 }
    return entry.isExecutable ? 0o755 : nil
  }

  private mutating func add(
    _ kind: WriteRequest.Kind, at path: String, _ content: [UInt8], mode: Int?, place: SourcePlace
  ) throws(FlowFailure) {
    if let wasFolder = isFolder.updateValue(kind == .folder, forKey: path) {
      // Folders with one name are one folder.
      if wasFolder, kind == .folder { return }
      throw failure(.treeNameTwice, ["path": .quoted(path)], at: place)
    }
    byteCount += content.count
    guard parts.count < TreeDefinition.maximumEntryCount,
      byteCount <= TreeDefinition.maximumByteCount
    else {
      throw failure(
        .treeTooLarge,
        [
          "count": .count(TreeDefinition.maximumEntryCount),
          "limit": .count(TreeDefinition.maximumByteCount),
        ], at: place)
    }
    parts.append(
      WriteRequest(
        path: path, content: content, mode: mode, exists: write.exists, isSecret: write.isSecret,
        kind: kind))
  }

  /// Whether the target of a link is a relative path that never leaves the tree.
  private static func staysInside(_ target: String, depth: Int) -> Bool {
    guard !target.isEmpty, !target.hasPrefix("/"), !target.utf8.contains(0) else { return false }
    var depth = depth
    for part in target.split(separator: "/") where part != "." {
      depth += part == ".." ? -1 : 1
      if depth < 0 { return false }
    }
    return true
  }

  private func failure(
    _ message: MessageID, _ arguments: MessageArguments = [:], at place: SourcePlace
  ) -> FlowFailure {
    FlowFailure(message: reader.catalog.text(message, arguments), place: place)
  }
}
