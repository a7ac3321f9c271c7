// SPDX-License-Identifier: Apache-2.0

import FlowExpressions
import FlowModel
import SourceDiagnostics

/// Translates the files of a template into a tree of ours.
struct TreeImporter {
  let context: ImportContext
  let rules: TreeRules

  private var files: TemplateFiles { context.files }

  /// The patterns that leave files out under a condition.
  let exclusions: [Exclusion]

  /// The patterns of what's kept if it exists.
  let kept: PathPatterns

  /// The paths of the tree that are kept if they exist.
  private var keptPaths: Set<String> = []

  /// The end of the name of the tree with what's kept if it exists.
  static let keptSuffix = "-kept"

  /// The name of the file in which the program records answers; nil if it records none.
  let answersFile: String?

  /// Why files aren't part of the tree, by the paths that they would have there.
  var refused: [String: String] = [:]

  /// The paths of the tree's files that give values no names and use no files; nil for all.
  var plain: Set<String>? = []

  /// The steps that compute names.
  private(set) var computes: [StepDefinition] = []

  /// The number of files, and of those that are part of the tree.
  private(set) var counts = (all: 0, written: 0)

  /// The paths of the template by those of the tree.
  private(set) var sources: [String: String] = [:]

  private var entryCount = 0

  /// The names that the last entry is known to get.
  private var knownNames: [String] = []

  /// A pattern of what's left out, and its condition.
  struct Exclusion {
    let pattern: PathPatterns
    let condition: ImportedValue

    /// The cause, in words.
    let what: String
    let place: SourcePlace
    var isCommand = false

    /// The whole path that's meant, with its templates; nil for the pattern.
    var path: String?

    /// Whether it's for an entry of a folder, whose path ends in `/` or is empty.
    func match(_ name: String, in folder: String) -> Bool {
      path.map { $0.withoutBlanks == (folder + name).withoutBlanks }
        ?? pattern.match(name, in: folder)
    }
  }

  /// The indexes of the exclusions that are for some entry.
  private var usedExclusions: Set<Int> = []

  /// Notes what became of the patterns that leave files out.
  func reportExclusions() {
    for (index, exclusion) in exclusions.enumerated() {
      let isUsed = usedExclusions.contains(index)
      if exclusion.isCommand {
        context.report.note(
          command: exclusion.what, isUsed ? "a condition in a name" : "left", at: exclusion.place)
      } else if !isUsed {
        context.report.leave("\(exclusion.what): no file has the name", at: exclusion.place)
      }
    }
  }

  /// The folder around an entry, and the rules that hold there.
  private struct Surroundings {
    /// Its folder's path in the template, from the top of the rendered folders, and in the tree.
    let folder: (source: String, tree: String, written: String)

    /// The path of the tree.
    let root: String

    /// Whether everything in its folder is kept if it exists.
    var isKept = false
    var isCopied = false
    var depth = 0
  }

  init(
    _ context: ImportContext, _ rules: TreeRules, exclusions: [Exclusion] = [],
    kept: PathPatterns = PathPatterns(gitPatterns: []), answersFile: String? = nil
  ) {
    self.kept = kept
    self.context = context
    self.rules = rules
    self.exclusions = exclusions
    self.answersFile = answersFile
  }

  /// Translates everything in a folder of the template.
  ///
  /// - Parameters:
  ///   - folder: The path of the folder.
  ///   - tree: The path of the tree, relative to the flow's folder.
  /// - Returns: The entries of the tree.
  mutating func entries(in folder: String, as tree: String) -> [TreeEntryDefinition] {
    entries(in: Surroundings(folder: (folder, "", ""), root: tree))
  }

  /// Translates a folder whose own name is a template.
  mutating func top(_ folder: String, as tree: String) -> [TreeEntryDefinition] {
    guard let name = name(folder, isRendered: true, at: folder, exclusions: []) else { return [] }
    let inner = Surroundings(folder: (folder, "", "/\(name.source)"), root: tree, depth: 1)
    return [TreeEntryDefinition(name, .folder(entries(in: inner)))]
  }

  private mutating func entries(in around: Surroundings) -> [TreeEntryDefinition] {
    let limit = TreeDefinition.maximumEntryCount - entryCount
    guard around.depth < TreeDefinition.maximumDepth, limit > 0,
      let found = files.entries(in: around.folder.source, limit: limit), found.count <= limit
    else {
      leave("the folder can't be read, or has too many files", around.folder.source)
      return []
    }
    entryCount += found.count
    var entries: [TreeEntryDefinition] = []
    var taken: Set<String> = []
    var takenSometimes: Set<String> = []
    for entry in found where !rules.leavesOut(entry.name, in: around.folder.tree) {
      // A file beside the template of its name isn't copied.
      let isBeside =
        !rules.suffix.isEmpty && !entry.name.hasSuffix(rules.suffix)
        && found.contains { $0.name == entry.name + rules.suffix }
      guard !isBeside, let translated = self.entry(entry, in: around) else { continue }
      // Folders of one name are one.
      let isFolder = if case .folder = translated.content { true } else { false }
      let name = translated.name.source
      let sometimes = isFolder ? [] : knownNames.filter { $0 != name }
      // Of two files with conditions, only one is written.
      if let other = (sometimes + [name]).first(where: {
        taken.contains($0) || $0 == name && takenSometimes.contains($0)
      }) {
        leave("two files can get the name '\(other)'", path(entry.name, in: around.folder.source))
        continue
      }
      taken.insert(name)
      takenSometimes.formUnion(sometimes)
      entries.append(translated)
    }
    return entries
  }

  /// Splits entries into those that are written as usual, and those that are kept if they exist.
  func split(
    _ entries: [TreeEntryDefinition], in folder: String
  ) -> (others: [TreeEntryDefinition], kept: [TreeEntryDefinition]) {
    guard !keptPaths.isEmpty else { return (entries, []) }
    var (others, kept): ([TreeEntryDefinition], [TreeEntryDefinition]) = ([], [])
    for entry in entries {
      let path = "\(folder)/\(entry.name.source)"
      guard case .folder(let inner) = entry.content else {
        if keptPaths.contains(path) { kept.append(entry) } else { others.append(entry) }
        continue
      }
      let parts = split(inner, in: path)
      if !parts.others.isEmpty || parts.kept.isEmpty {
        others.append(TreeEntryDefinition(entry.name, .folder(parts.others)))
      }
      if !parts.kept.isEmpty {
        kept.append(TreeEntryDefinition(entry.name, .folder(parts.kept)))
      }
    }
    return (others, kept)
  }

  private func path(_ name: String, in folder: String) -> String {
    folder.isEmpty ? name : "\(folder)/\(name)"
  }

  private func place(_ path: String) -> SourcePlace {
    SourcePlace(SourceFile(name: files.shownFolder + path, text: ""), SourceRange(at: 0))
  }

  private func leave(_ words: String, _ path: String) {
    context.report.leave(words, at: place(path))
  }

  private mutating func entry(
    _ entry: FlowFolderEntry, in around: Surroundings
  ) -> TreeEntryDefinition? {
    let source = path(entry.name, in: around.folder.source)
    let isRendered = !around.isCopied && !rules.isCopied(entry.name, in: around.folder.tree)
    let (kind, content) = rules.keepsLinks ? (entry.kind, source) : resolved(entry.kind, source)
    let isFolder = kind == .folder
    if !isFolder { counts.all += 1 }
    let isTemplate = !isFolder && isRendered && entry.name.hasSuffix(rules.suffix)
    let text = isTemplate ? String(entry.name.dropLast(rules.suffix.count)) : entry.name
    if isAnswersFile(text) {
      context.report.change(
        "the file with the answers isn't written; a walk has them, and 'run' prints them",
        at: place(source))
      return nil
    }
    // The name of what's copied is a template, too, but not those below it.
    let found = exclusions.indices.filter { exclusions[$0].match(text, in: around.folder.tree) }
    usedExclusions.formUnion(found)
    guard
      let name = name(
        text, isRendered: !around.isCopied, isLevel: !isFolder || rules.leavesOutFolders,
        at: source, exclusions: found.map { exclusions[$0].condition }), !name.parts.isEmpty
    else { return nil }
    let written = "\(around.folder.written)/\(name.source)"
    let isKept = around.isKept || kept.match(text, in: around.folder.tree)
    switch kind {
    case .folder:
      let inner = Surroundings(
        folder: (content, "\(around.folder.tree)\(entry.name)/", written), root: around.root,
        isKept: isKept, isCopied: !isRendered, depth: around.depth + 1)
      return TreeEntryDefinition(name, .folder(entries(in: inner)))
    case .link(let target):
      guard rules.keepsLinks, !context.files.delimiters.begin(in: target) else {
        leave("a link that leads out of the template, or nowhere", source)
        return nil
      }
      counts.written += 1
      return TreeEntryDefinition(name, .link(to: TextTemplate(parts: [.words(target)])))
    case .other:
      leave("neither a file nor a folder", source)
      return nil
    case .file(let isExecutable):
      if isKept { keptPaths.insert(around.root + written) }
      let root = around.root + (isKept ? Self.keptSuffix : "")
      let place = root + written + (isTemplate ? TreeDefinition.defaultSuffix : "")
      sources[place] = source
      if let reason = refused[place] {
        leave("what it became isn't accepted: \(reason)", source)
        return nil
      }
      guard
        let content = isTemplate
          ? template(content, isPlain: plain?.contains(place) != false) : copied(content)
      else { return nil }
      counts.written += 1
      return TreeEntryDefinition(name, content, isExecutable: isExecutable)
    }
  }

  /// Returns the target of a link in the template, which is copied in the link's place.
  private func resolved(
    _ kind: FlowFolderEntry.Kind, _ path: String
  ) -> (FlowFolderEntry.Kind, String) {
    var (kind, path) = (kind, path)
    for _ in 0..<8 {
      guard case .link(let target) = kind, !target.hasPrefix("/") else { break }
      var parts = path.split(separator: "/").dropLast()
      for part in target.split(separator: "/") where part != "." {
        guard part == ".." else {
          parts.append(part)
          continue
        }
        guard parts.popLast() != nil else { return (kind, path) }
      }
      guard let name = parts.popLast() else { return (kind, path) }
      let folder = parts.joined(separator: "/")
      let inside = files.entries(in: folder, limit: TreeDefinition.maximumEntryCount) ?? []
      guard let found = inside.first(where: { $0.name == name }) else { return (kind, path) }
      (kind, path) = (found.kind, self.path(found.name, in: folder))
    }
    return (kind, path)
  }

  private func isAnswersFile(_ name: String) -> Bool {
    guard let answersFile else { return false }
    return name.holds("_copier_conf.answers_file") || name == answersFile
  }

  // MARK: Names

  /// Translates the name of an entry.
  ///
  /// - Parameters:
  ///   - entry: The name.
  ///   - isRendered: Whether it's a template.
  ///   - isLevel: Whether the entry is left out where its name is empty; a folder is no level there otherwise.
  ///   - path: The path of the entry.
  ///   - exclusions: The conditions under which it's left out.
  /// - Returns: The name; nil if it isn't understood.
  private mutating func name(
    _ entry: String, isRendered: Bool, isLevel: Bool = true, at path: String,
    exclusions: [ImportedValue]
  ) -> TextTemplate? {
    let file = SourceFile(name: files.shownFolder + path, text: entry)
    var parts: [ImportedPart] = [.words(entry)]
    if isRendered {
      var importer = TextImporter(context, JinjaSource(file))
      importer.showsBranches = true
      parts = importer.text()
      if let failure = importer.failures.first {
        context.report.leave("its name: \(failure.words)", at: failure.place)
        return nil
      }
    }
    knownNames = (parts.alternatives ?? []).map(\.words).filter { !$0.isEmpty }
    if let words = parts.words, exclusions.isEmpty {
      return TextTemplate(parts: words.isEmpty ? [] : [.words(words)])
    }
    do throws(JinjaFailure) {
      if !isLevel, !parts.contains(where: \.isFilled) {
        let value = try ImportedValue(textOf: parts)
        parts = [
          .value(ImportedValue("cel.bind(it, \(value.code), it == '' ? '.' : it)", .text))
        ]
      }
      for condition in exclusions {
        parts = [
          .value(
            try .choice(condition, ImportedValue(.string("")), try ImportedValue(textOf: parts)))
        ]
      }
      if parts.contains(where: \.isBlock) { parts = [.value(try ImportedValue(textOf: parts))] }
      let name = TextTemplate(parts: parts.definition)
      let source = name.source
      guard source.utf8.contains(UInt8(ascii: "/")) || source.utf8.count > Self.maximumName else {
        return name
      }
      let value = try ImportedValue(textOf: parts)
      if value.code.holds("'/'") {
        throw JinjaFailure(construct: "a '/' in a name")
      }
      let id = context.id("name_\(computes.count + 1)")
      computes.append(
        StepDefinition(id: Identifier(id), kind: .compute(ExpressionSource(value.code))))
      return TextTemplate(parts: [.expression(ExpressionSource(id))])
    } catch {
      context.report.leave(
        "its name: '\(error.construct)' isn't understood", at: SourcePlace(file, SourceRange(at: 0))
      )
      return nil
    }
  }

  /// The maximum length of a name in the tree in bytes, which file systems limit.
  private static let maximumName = 120

  // MARK: Files

  private func copied(_ path: String) -> TreeEntryDefinition.Content? {
    guard let bytes = (try? files.bytes(of: path)) ?? nil else {
      leave("it can't be read, or is too large", path)
      return nil
    }
    return .bytes(bytes)
  }

  /// Translates a template.
  ///
  /// - Parameters:
  ///   - path: Its path.
  ///   - isPlain: Whether values and files are put where they're used.
  /// - Returns: What's in the tree; nil if it's left.
  private func template(_ path: String, isPlain: Bool) -> TreeEntryDefinition.Content? {
    guard let file = (try? files.text(of: path)) ?? nil else { return copied(path) }
    let (text, lineBreak) = file.text.withPlainBreaks
    let source = SourceFile(name: file.name, text: text)
    var importer = TextImporter(context, JinjaSource(source))
    var parts: [ImportedPart] = []
    // A template without a value of ours may still have one where it's used.
    defer { context.given = nil }
    for names in isPlain ? [nil] : [TextNames(), nil] {
      importer = TextImporter(context, JinjaSource(source))
      context.given = names
      parts = importer.text(dropsBreak: files.delimiters.dropsLastBreak)
      if importer.failures.isEmpty { break }
    }
    parts = parts.withoutUnusedNames
    guard importer.failures.isEmpty else {
      for failure in importer.failures.prefix(20) {
        // A reason in a file that it includes doesn't say which file it is.
        let left = failure.place.file.name == file.name ? "the file" : "'\(file.name)'"
        context.report.leave("\(failure.words), so \(left) is left out", at: failure.place)
      }
      return nil
    }
    // cookiecutter keeps the line breaks of the file, and copier writes plain ones.
    if context.names.dialect == .cookiecutter, lineBreak != "\n" {
      parts = parts.withBreaks(lineBreak)
    }
    if let words = parts.words { return .bytes(Array(words.utf8)) }
    return .template(TextTemplate(parts: parts.definition))
  }
}

extension String {
  /// The text without blanks, which mean nothing in `{{ name }}`.
  fileprivate var withoutBlanks: String { filter { $0 != " " } }
}

extension [ImportedPart] {
  /// The parts with other line breaks in their words.
  fileprivate func withBreaks(_ lineBreak: String) -> [ImportedPart] {
    map { part in
      switch part {
      case .words(let words):
        .words(
          words.split(separator: "\n", omittingEmptySubsequences: false).joined(
            separator: lineBreak))
      case .value: part
      case .branches(let branches, let otherwise):
        .branches(
          branches.map { ($0.condition, $0.parts.withBreaks(lineBreak)) },
          otherwise: otherwise.withBreaks(lineBreak))
      case .loop(let name, let list, let parts): .loop(name, list, parts.withBreaks(lineBreak))
      case .binding: part
      case .file(let path, let arguments, let parts):
        .file(path, arguments, parts.withBreaks(lineBreak))
      }
    }
  }
}

extension String {
  /// The text with the line breaks that Jinja reads, and the first one that it has.
  fileprivate var withPlainBreaks: (text: String, first: String) {
    guard utf8.contains(UInt8(ascii: "\r")) else { return (self, "\n") }
    var bytes: [UInt8] = []
    var first: String?
    var isAfterReturn = false
    var isFirst = false
    for byte in utf8 {
      switch byte {
      case UInt8(ascii: "\r"):
        bytes.append(UInt8(ascii: "\n"))
        isFirst = first == nil
        first = first ?? "\r"
      case UInt8(ascii: "\n") where isAfterReturn: if isFirst { first = "\r\n" }
      case UInt8(ascii: "\n"):
        bytes.append(byte)
        first = first ?? "\n"
      default: bytes.append(byte)
      }
      isAfterReturn = byte == UInt8(ascii: "\r")
    }
    return (String(decoding: bytes, as: UTF8.self), first ?? "\n")
  }
}
