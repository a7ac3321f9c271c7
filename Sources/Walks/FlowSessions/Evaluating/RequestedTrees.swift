// SPDX-License-Identifier: Apache-2.0

import FlowEffects
import FlowExpressions
import FlowModel
import Localization
import SourceDiagnostics

// Evaluates the names and templates of a tree in the scope of the answers below it.
extension FlowSession {
  /// Returns the request that writes a tree, and which of its files depend on a secret, or fails before anything is
  /// written.
  ///
  /// Which files these are is only found out for a flow that can be updated.
  func treeRequest(
    _ tree: CheckedTree, of write: CheckedWrite, in outer: SessionScope
  ) throws(FlowFailure) -> (request: WriteRequest, secrets: Set<String>) {
    var scope = outer
    var writing = TreeWriting(session: self, write: write)
    guard let each = tree.each else {
      let root = try writing.add(tree, in: scope)
      return (writing.request(at: root), writing.secrets)
    }
    guard case .list(let items)? = try each.value(in: scope).unwrapped else {
      return (writing.request(at: "."), [])
    }
    writing.names["item"] = flow.secrets.shape(of: each, in: flow.scopes).element
    var roots: [String] = []
    for item in items {
      scope.local["item"] = item
      writing.element = roots.count
      roots.append(try writing.add(tree, in: scope))
    }
    return (writing.request(at: Self.folder(around: roots)), writing.secrets)
  }
}

extension FlowSession {
  /// Returns the innermost folder that folders are in, or the only one of them.
  private static func folder(around folders: [String]) -> String {
    guard var common = folders.first?.split(separator: "/", omittingEmptySubsequences: false)
    else { return "." }
    for folder in folders.dropFirst() {
      let names = folder.split(separator: "/", omittingEmptySubsequences: false)
      common = Array(zip(common, names).prefix { $0 == $1 }.map(\.0))
    }
    let path = common.joined(separator: "/")
    return path.isEmpty ? "." : path
  }
}

/// Collects what a tree becomes.
private struct TreeWriting {
  let session: FlowSession
  let write: CheckedWrite
  private var parts: [WriteRequest] = []

  /// The size of the parts in bytes.
  private var byteCount = 0

  /// The number of names that were evaluated, and of the steps in the loops of all texts.
  private var steps = 0

  /// The maximum number of steps.
  ///
  /// Files that are left out count too: a list of 10,000 elements with a tree of 10,000 files would otherwise take a
  /// minute to write nothing.
  private static let maximumSteps = 2_000_000

  /// The position of the element of `each` that the tree is written for.
  var element = 0

  /// The shapes of the names that only the tree has.
  var names: [String: SecretShape] = [:]

  /// The paths of the files that depend on a secret.
  private(set) var secrets: Set<String> = []

  /// Whether each path is a folder, and the element that it was first written for.
  private var known: [String: (isFolder: Bool, element: Int)] = [:]

  private var isRecorded: Bool { session.flow.definition.isUpdatable }

  /// Whether files can depend on a secret that the walk has.
  private let hasSecrets: Bool

  init(session: FlowSession, write: CheckedWrite) {
    self.session = session
    self.write = write
    hasSecrets = session.flow.definition.isUpdatable && session.hasSecrets
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
    let path = try single(write.path, at: write.pathPlace, in: scope)
    let names = path.split(separator: "/").filter { $0 != "." }
    if let mistake = FlowSession.mistake(inPath: path) {
      throw failure(mistake, at: write.pathPlace)
    }
    let isAbsolute = path.hasPrefix("/")
    let root = (isAbsolute ? "/" : "") + names.joined(separator: "/")
    if !root.isEmpty { try add(.folder, at: root, [], mode: nil, place: write.pathPlace) }
    try add(tree.entries, below: root.isEmpty ? "" : root + "/", depth: 0, in: scope)
    return root.isEmpty ? "." : root
  }

  private mutating func add(
    _ entries: [CheckedTreeEntry], below folder: String, depth: Int, in scope: SessionScope
  ) throws(FlowFailure) {
    for entry in entries {
      let name = try single(entry.name, at: entry.place, in: scope)
      if name.isEmpty { continue }
      if name == ".", case .folder(let inner) = entry.content {
        // It's no level: its entries are one level up.
        try add(inner, below: folder, depth: depth, in: scope)
        continue
      }
      guard TreeName.problem(in: name, isWhole: true) == nil else {
        throw failure(.treeNameWrong, ["name": .quoted(name)], at: entry.place)
      }
      let path = folder + name
      switch entry.content {
      case .folder(let inner):
        try add(.folder, at: path, [], mode: nil, place: entry.place)
        try add(inner, below: path + "/", depth: depth + 1, in: scope)
      case .template(let text):
        var writer = TextWriter()
        try text.write(in: scope, language: session.language, to: &writer)
        try count(writer.steps, at: entry.place)
        if isRecorded, write.isSecret || hasSecrets && readsSecret(text) { secrets.insert(path) }
        try add(.file, at: path, Array(writer.text.utf8), mode: mode(of: entry), place: entry.place)
      case .bytes(let bytes):
        if isRecorded, write.isSecret { secrets.insert(path) }
        try add(.file, at: path, bytes, mode: mode(of: entry), place: entry.place)
      case .link(let text):
        let target = try single(text, at: entry.place, in: scope)
        guard TreeName.staysInside(target, depth: depth) else {
          throw failure(.treeLinkOutside, ["path": .quoted(path)], at: entry.place)
        }
        try add(.link, at: path, Array(target.utf8), mode: nil, place: entry.place)
      }
    }
  }

  private func readsSecret(_ text: CheckedText) -> Bool {
    let flow = session.flow
    return text.expressions.contains {
      !flow.secrets.shape(of: $0, binding: names, in: flow.scopes).isClean
    }
  }

  private mutating func single(
    _ text: CheckedText, at place: SourcePlace, in scope: SessionScope
  ) throws(FlowFailure) -> String {
    var writer = TextWriter()
    let word = try session.single(text, in: scope, &writer)
    try count(1 + writer.steps, at: place)
    return word
  }

  private mutating func count(_ more: Int, at place: SourcePlace) throws(FlowFailure) {
    steps += more
    guard steps > Self.maximumSteps else { return }
    throw FlowFailure(
      message: "the names and loops of this tree have more than \(Self.maximumSteps) steps",
      place: place)
  }

  private func mode(of entry: CheckedTreeEntry) -> Int? {
    if write.isSecret { return entry.isExecutable ? 0o700 : 0o600 }
    return entry.isExecutable ? 0o755 : nil
  }

  private mutating func add(
    _ kind: WriteRequest.Kind, at path: String, _ content: [UInt8], mode: Int?, place: SourcePlace
  ) throws(FlowFailure) {
    if let first = known.updateValue((kind == .folder, element), forKey: path) {
      // Folders with one name are one folder.
      if first.isFolder, kind == .folder { return }
      throw failure(
        first.element == element ? .treeNameTwice : .treeElementsAlike, ["path": .quoted(path)],
        at: place)
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

  private func failure(
    _ message: MessageID, _ arguments: MessageArguments = [:], at place: SourcePlace
  ) -> FlowFailure {
    FlowFailure(message: session.catalog.text(message, arguments), place: place)
  }
}
