// SPDX-License-Identifier: Apache-2.0

internal import FlowModel
internal import SourceDiagnostics

// `write` steps with `tree:`, and the folders next to the flow that they name.
extension LoadingContext {
  /// The words of `exists:` beside `tree:`.
  private enum TreePolicy: String, CaseIterable {
    case ask, keep, replace, fail

    var policy: ExistingFilePolicy {
      switch self {
      case .ask: .ask
      case .keep: .keep
      case .replace: .overwrite
      case .fail: .fail
      }
    }
  }

  /// The words of `links:`.
  enum TreeLinks: String, CaseIterable {
    case keep, follow
  }

  /// The words of `lines:`.
  enum TreeLines: String, CaseIterable {
    case take, keep
  }

  /// The word for a policy beside `tree:`; nil for one that trees don't have.
  static func treePolicy(_ policy: ExistingFilePolicy) -> String? {
    TreePolicy.allCases.first { $0.policy == policy }?.rawValue
  }

  /// Reads a `write` step with `tree:`, or returns nil if it's too broken to read.
  func writeOfTree(_ entry: YAMLEntry, _ reader: inout MapReader) -> StepDefinition.Kind? {
    reportKeysOfFiles(&reader)
    let target = reader.take(.to).flatMap { template($0.value, key: "to") }
    let suffix =
      reader.take(.suffix).flatMap { self.suffix($0.value) } ?? TreeDefinition.defaultSuffix
    let skip = reader.take(.skip).map { patterns($0.value) } ?? []
    let links: TreeLinks? = reader.take(.links).flatMap { choice($0, what: "way to treat links") }
    let lines: TreeLines? = reader.take(.lines).flatMap { choice($0, what: "way to treat lines") }
    let each = reader.take(.each).flatMap { expression($0) }
    let exists: TreePolicy? = reader.take(.exists).flatMap { choice($0, what: "policy") }
    let isSecret = reader.take(.secret).flatMap { boolean($0) } ?? false
    let onError: EffectErrorPolicy? = reader.take(.onError).flatMap { choice($0, what: "policy") }
    guard let folder = word(entry.value, expected: "a folder beside the flow"),
      let entries = entries(
        of: folder, suffix: suffix, skip: skip, followsLinks: links == .follow,
        takesLines: lines != .keep)
    else { return nil }
    warnIfInside(folder.name, target)
    let tree = TreeDefinition(
      folder: folder.name, suffix: suffix, skip: skip.map(\.name), each: each, entries: entries)
    return .write(
      WriteDefinition(
        path: target ?? TextTemplate(parts: [.words(".")], place: place(entry.key.range)),
        content: .tree(tree), exists: (exists ?? .ask).policy, isSecret: isSecret,
        onError: onError ?? .retry))
  }

  /// Warns of a tree that's written into its own folder, if the flow is walked in the folder that it's in.
  private func warnIfInside(_ folder: String, _ target: TextTemplate?) {
    guard case .words(let words)? = target?.parts.first, let target,
      let name = chain.path(of: folder, mayLeave: false)
    else { return }
    // Up to the first expression, only whole names count.
    var known = words
    if target.parts.count > 1 {
      known = words.lastIndex(of: "/").map { String(words[..<$0]) } ?? ""
    }
    guard let path = known.normalizedPath(),
      path == name || path.hasPrefix(name + "/")
    else { return }
    report(
      "tree-into-itself",
      "in the flow's folder, the tree would be written into its own folder '\(folder)', and what was "
        + "written would be part of it the next time; write it to another folder",
      at: target.place.range, severity: .warning)
  }

  /// Reports the keys that only make sense for a single file.
  private func reportKeysOfFiles(_ reader: inout MapReader) {
    if let path = reader.take(.path) {
      report(
        "unknown-key", "a tree is written to a folder; write 'to' for 'path'", at: path.key.range,
        fixIts: [FixIt("write 'to'", [FixIt.Edit(path.key.range, "to")], isSafe: true)])
    }
    if let mode = reader.take(.mode) {
      report(
        "unknown-key", "the files of a tree keep their modes; remove 'mode'", at: mode.key.range)
    }
    for key in [FlowKey.content, .json, .yaml, .copy] {
      guard let other = reader.take(key) else { continue }
      report(
        "too-many-keys", "the content is already given by 'tree'", at: other.key.range)
    }
  }

  /// Reports the keys that only make sense for a tree.
  func reportKeysOfTrees(_ reader: inout MapReader) {
    for key in [FlowKey.to, .suffix, .skip, .links, .lines, .each] {
      guard let entry = reader.take(key) else { continue }
      report(
        "unknown-key", "'\(key.rawValue)' is only used beside 'tree'", at: entry.key.range)
    }
  }

  /// Reads the suffix of templates, which may be empty.
  private func suffix(_ node: YAMLNode) -> String? {
    guard let scalar = node.scalar, scalar.value != .null else {
      reportKind(node, expected: "a suffix such as .tmpl, or \"\" for all texts")
      return nil
    }
    guard !scalar.text.utf8.contains(UInt8(ascii: "/")) else {
      report(
        "wrong-type", "a suffix is the end of a file's name, so it has no '/'", at: scalar.range)
      return nil
    }
    return scalar.text
  }

  /// The maximum number of patterns of `skip:`.
  private static let maximumPatternCount = 100

  private func patterns(_ node: YAMLNode) -> [Identifier] {
    guard case .list(let items) = node.content else {
      reportKind(node, expected: "a list of patterns such as [\"*.orig\", .git]")
      return []
    }
    if items.count > Self.maximumPatternCount {
      report(
        "tree-too-large", "at most \(Self.maximumPatternCount) patterns are allowed",
        at: items[Self.maximumPatternCount].range)
    }
    return items.prefix(Self.maximumPatternCount).compactMap { item in
      word(item, expected: "a pattern such as *.orig")
    }
  }

  /// Warns of patterns that leave out nothing that's in the tree, although each is the path of something.
  ///
  /// A pattern without `/` may be for files that aren't there yet, such as those of an editor.
  private func warnOfUnused(_ patterns: [Identifier], _ isUsed: [Bool], in folder: String) {
    for (pattern, isUsed) in zip(patterns, isUsed) where !isUsed && pattern.name.contains("/") {
      let parts = pattern.name.split(separator: "/").filter { $0 != "." }
      let path = parts.joined(separator: "/")
      guard path != pattern.name, !path.isEmpty, !parts.contains("..") else {
        report(
          "unused-pattern", "'\(pattern.name)' is the path of nothing in '\(folder)'",
          at: pattern.place.range, severity: .warning)
        continue
      }
      report(
        "unused-pattern",
        "'\(pattern.name)' is the path of nothing: a path in the tree begins and ends with a name, as in "
          + "'\(path)'",
        at: pattern.place.range, severity: .warning,
        fixIts: [
          FixIt(
            "write \"\(path)\"", [FixIt.Edit(pattern.place.range, "\"\(path)\"")], isShown: true)
        ])
    }
  }

  /// Reads a folder next to the flow, or reports that it can't be read and returns nil.
  private func entries(
    of path: Identifier, suffix: String, skip: [Identifier], followsLinks: Bool, takesLines: Bool
  ) -> [TreeEntryDefinition]? {
    if path.name.split(separator: "/").allSatisfy({ $0 == "." }), !path.name.hasPrefix("/") {
      report(
        "file-outside",
        "'\(path.name)' is the flow's own folder, and a tree is a folder in it: put the files into "
          + "one, such as 'templates'", at: path.place.range)
      return nil
    }
    guard let name = chain.path(of: path.name, mayLeave: files?.reachesOutside ?? false) else {
      report(
        "file-outside", "'\(path.name)' isn't in the flow's folder", at: path.place.range)
      return nil
    }
    guard let files else {
      report(
        "unreadable-file", "'\(name)' cannot be read: this flow has no folder",
        at: path.place.range)
      return nil
    }
    var reading = TreeReading(
      context: self, files: files, place: path.place.range, suffix: suffix,
      patterns: skip.map { TreePattern($0.name) }, takesLines: takesLines,
      links: followsLinks ? TreeLinkReader(files: files, root: name) : nil)
    let entries = reading.entries(in: name, below: "", depth: 0)
    guard reading.isComplete else { return nil }
    warnOfUnused(skip, reading.isUsed, in: path.name)
    if entries.isEmpty, let first = skip.first, reading.isUsed.contains(true) {
      report(
        "unused-pattern", "nothing is left of '\(path.name)', in which everything is skipped",
        at: first.place.range, severity: .warning)
    }
    return entries
  }
}

/// Reads the folders and files of a tree, each once.
private struct TreeReading {
  let context: LoadingContext
  let files: any FlowFileSource

  /// The place of the folder's name in the flow, at which everything is reported that has no line.
  let place: SourceRange
  let suffix: String
  let patterns: [TreePattern]

  /// Whether controls that are alone on their lines take them.
  let takesLines: Bool

  /// Follows links; nil if they're written as links.
  private var links: TreeLinkReader?

  /// The paths of the folders that are being read, outermost first.
  private var open: [String] = []

  /// Whether each of the patterns has left out something.
  private(set) var isUsed: [Bool]

  /// Whether everything could be read.
  private(set) var isComplete = true

  init(
    context: LoadingContext, files: any FlowFileSource, place: SourceRange, suffix: String,
    patterns: [TreePattern], takesLines: Bool, links: TreeLinkReader?
  ) {
    self.context = context
    self.files = files
    self.place = place
    self.suffix = suffix
    self.patterns = patterns
    self.takesLines = takesLines
    self.links = links
    isUsed = [Bool](repeating: false, count: patterns.count)
  }

  /// Reads a folder.
  ///
  /// - Parameters:
  ///   - folder: Its path relative to the outermost flow's folder.
  ///   - path: Its path relative to the tree, with a `/` at its end; empty for the tree itself.
  ///   - depth: The number of folders around it.
  /// - Returns: Its entries in the order of their names.
  mutating func entries(in folder: String, below path: String, depth: Int) -> [TreeEntryDefinition]
  {
    guard depth <= TreeDefinition.maximumDepth else {
      stop("the folders of a tree are nested at most \(TreeDefinition.maximumDepth) deep")
      return []
    }
    let limit = TreeDefinition.maximumEntryCount - context.chain.shared.treeEntryCount
    var found: [FlowFolderEntry]
    do {
      found = try files.entries(in: folder, limit: limit)
    } catch {
      report("unreadable-file", "'\(folder)' cannot be read: \(Self.reason(of: error))")
      return []
    }
    found = found.filter { !isSkipped($0.name, at: path) }
    context.chain.shared.treeEntryCount += found.count
    guard context.chain.shared.treeEntryCount <= TreeDefinition.maximumEntryCount else {
      stop("all trees together have at most \(TreeDefinition.maximumEntryCount) files and folders")
      return []
    }
    found.sort { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
    open.append(folder)
    defer { open.removeLast() }
    var entries: [TreeEntryDefinition] = []
    for entry in found {
      guard isComplete else { break }
      let inner = "\(folder)/\(entry.name)"
      if let read = self.entry(
        entry.name, entry.kind, at: inner, namedAt: inner, below: path, depth)
      {
        entries.append(read)
      }
    }
    return entries
  }

  private mutating func isSkipped(_ name: String, at path: String) -> Bool {
    var isSkipped = false
    for (index, pattern) in patterns.enumerated() where pattern.matches(name, at: path) {
      isUsed[index] = true
      isSkipped = true
    }
    return isSkipped
  }

  /// Reads a file, a folder, or a link.
  ///
  /// - Parameters:
  ///   - entry: Its name.
  ///   - kind: What it is, or what's at the end of the link.
  ///   - inner: The path where that is.
  ///   - named: The path where the name is.
  ///   - path: The path of its folder in the tree.
  ///   - depth: The number of folders around it.
  /// - Returns: The entry; nil if it can't be read.
  private mutating func entry(
    _ entry: String, _ kind: FlowFolderEntry.Kind, at inner: String, namedAt named: String,
    below path: String, _ depth: Int
  ) -> TreeEntryDefinition? {
    let name = SourceFile(path: context.chain.shownName(of: named))
    switch kind {
    case .folder:
      let content = entries(in: inner, below: "\(path)\(entry)/", depth: depth + 1)
      return TreeEntryDefinition(self.name(entry, name), .folder(content))
    case .file(let isExecutable):
      guard let bytes = bytes(of: inner) else { return nil }
      let isNamed = !suffix.isEmpty && entry.hasSuffix(suffix)
      guard isNamed || suffix.isEmpty, let text = String(validating: bytes, as: UTF8.self) else {
        if isNamed {
          report("unreadable-file", "the template '\(inner)' isn't UTF-8 text")
          return nil
        }
        return TreeEntryDefinition(
          self.name(entry, name), .bytes(bytes), isExecutable: isExecutable)
      }
      let file = SourceFile(name: context.chain.shownName(of: inner), text: text)
      let count = text.utf8.count
      let template = context.template(
        text, place: SourcePlace(file, SourceRange(0, count)), takesLines: takesLines
      ) {
        SourceMap(verbatimAt: 0, count: count)
      }
      return TreeEntryDefinition(
        self.name(entry, name, isTemplate: true), .template(template), isExecutable: isExecutable)
    case .link(let target):
      guard !Self.isDamaged(target) else {
        report("unreadable-file", "the target of the link '\(inner)' isn't UTF-8 text")
        return nil
      }
      if links != nil { return followed(entry, target, at: inner, below: path, depth) }
      guard TreeName.staysInside(target, depth: depth) else {
        report("file-outside", "the link '\(inner)' leads out of the tree, to '\(target)'")
        return nil
      }
      return TreeEntryDefinition(
        self.name(entry, name), .link(to: linkTarget(target, name)))
    case .other:
      report(
        "unreadable-file",
        Self.isDamaged(entry)
          ? "the name of '\(inner)' isn't UTF-8 text"
          : "'\(inner)' is neither a file, nor a folder, nor a link")
      return nil
    }
  }

  /// Reads what's at the end of a link, as if it were there.
  private mutating func followed(
    _ entry: String, _ target: String, at link: String, below path: String, _ depth: Int
  ) -> TreeEntryDefinition? {
    switch links?.end(ofLinkAt: link) {
    case .outside:
      report("file-outside", "the link '\(link)' leads out of the flow's folder, to '\(target)'")
    case .found(.link, _), .nothing, nil:
      report("unreadable-file", "the link '\(link)' leads to nothing, to '\(target)'")
    case .found(.folder, let end) where open.contains(where: { end.isFolder(around: $0) }):
      report("link-cycle", "the link '\(link)' leads to a folder around it, '\(target)'")
    case .found(let kind, let end):
      return self.entry(entry, kind, at: end, namedAt: link, below: path, depth)
    }
    return nil
  }

  private mutating func bytes(of path: String) -> [UInt8]? {
    do {
      let bytes = try files.read(path)
      context.chain.shared.treeByteCount += bytes.count
      if bytes.count > context.limit {
        report("unreadable-file", "'\(path)' has more than \(context.limit) bytes")
      } else if context.chain.shared.treeByteCount > TreeDefinition.maximumByteCount {
        stop(
          "the files of all trees together have at most \(TreeDefinition.maximumByteCount) bytes")
      } else {
        return bytes
      }
    } catch {
      report("unreadable-file", "'\(path)' cannot be read: \(Self.reason(of: error))")
    }
    return nil
  }

  /// Returns the text of the name at the end of a path.
  private func name(
    _ name: String, _ path: SourceFile, isTemplate: Bool = false
  ) -> TextTemplate {
    let start = path.utf8Count - name.utf8.count
    let text = isTemplate ? withoutSuffix(name) : name
    return context.template(
      text, place: SourcePlace(path, SourceRange(start, start + name.utf8.count))
    ) {
      SourceMap(verbatimAt: start, count: text.utf8.count)
    }
  }

  /// Returns the target of a link to something in the tree, whose name may be a template's.
  private func linkTarget(_ text: String, _ path: SourceFile) -> TextTemplate {
    let file = SourceFile(path: path.name, target: text)
    let count = text.utf8.count
    return context.template(
      withoutSuffix(text), place: SourcePlace(file, SourceRange(0, count))
    ) {
      SourceMap(verbatimAt: 0, count: count)
    }
  }

  private func withoutSuffix(_ name: String) -> String {
    !suffix.isEmpty && name.hasSuffix(suffix) ? String(name.dropLast(suffix.count)) : name
  }

  /// Whether a text from the system wasn't UTF-8.
  private static func isDamaged(_ text: String) -> Bool {
    text.unicodeScalars.contains("\u{FFFD}")
  }

  private static func reason(of error: any Error) -> String {
    (error as? FlowFileSourceError)?.message ?? "\(error)"
  }

  private mutating func report(_ id: DiagnosticID, _ message: String) {
    isComplete = false
    context.report(id, message, at: place)
  }

  private mutating func stop(_ message: String) { report("tree-too-large", message) }
}
