// SPDX-License-Identifier: Apache-2.0

import FlowModel
import SourceDiagnostics

/// Translates the files of a template into the steps of a flow.
///
/// A file is a note with its text, and what's only written under a condition is in a group with that
/// condition.
struct TreeTranslator {
  let names: TemplateNames
  let files: TemplateFiles

  /// The rules for the files that are rendered, and for those that are left out.
  let rules: TreeRules

  /// The number of templates, and of those that were understood as a whole.
  private(set) var templates = (all: 0, understood: 0)

  /// The number of templates in which each construct wasn't understood.
  private(set) var constructs: [String: Int] = [:]

  /// The pairs of files that get one name if a condition is true.
  private(set) var sameNames: [SameName] = []

  private var entryCount = 0
  private var stepCount = 0

  /// Two files of a folder that may get one name.
  struct SameName {
    let finding: Diagnostic

    /// The place of the condition under which both are written; nil if they always are.
    let condition: SourcePlace?
  }

  /// The surroundings of an entry.
  private struct Surroundings {
    /// Its folder's path from the template's root, and from the top of the tree.
    let folder: (source: String, tree: String)
    var scope = TemplateScope()

    /// The conditions in the names of the folders around it.
    var conditions: [JinjaExpression] = []

    /// Whether everything in its folder is copied as it is.
    var isCopied = false
    var depth = 0
  }

  init(_ names: TemplateNames, _ files: TemplateFiles, _ rules: TreeRules) {
    self.names = names
    self.files = files
    self.rules = rules
  }

  /// Translates everything in a folder of the template, which may only be taken under a condition.
  mutating func steps(
    in folder: String, when condition: ExpressionSource? = nil
  ) -> [StepDefinition] {
    let content = steps(in: Surroundings(folder: (folder, "")))
    guard let condition else { return content }
    return [
      StepDefinition(id: nextID(), kind: .group(content), when: condition, place: condition.place)
    ]
  }

  /// Translates a folder whose own name is a template, too.
  mutating func top(_ folder: String) -> [StepDefinition] {
    let file = SourceFile(name: files.shownFolder + folder, text: folder)
    var translator = TextTranslator(names, files, Self.name(folder, in: file), path: folder)
    _ = translator.text()
    return steps(in: folder)
  }

  /// The name of a file or a folder as a template.
  private static func name(_ text: String, in file: SourceFile) -> JinjaSource {
    let map = SourceMap(verbatimAt: 0, count: text.utf8.count)
    return JinjaSource(text, in: file, map: map, isName: true)
  }

  /// Translates a file from which others import.
  mutating func library(_ path: String, seeing seen: Set<String>) -> [StepDefinition] {
    guard let (file, nodes) = (try? files.included(path)) ?? nil else {
      add(constructs: ["import"], ofTemplate: false)
      return []
    }
    var translator = TextTranslator(names, files, JinjaSource(file), path: path)
    translator.ignorePresence()
    translator.see(seen.sorted())
    let place = SourcePlace(file, SourceRange(at: 0))
    let text = TextTemplate(parts: translator.parts(of: nodes), place: place)
    add(constructs: translator.constructs, ofTemplate: false)
    return [note(text, at: place)]
  }

  /// Translates a file that isn't part of the result, such as a hook.
  mutating func step(ofFile path: String) -> [StepDefinition] {
    template(at: path, in: Surroundings(folder: ("", "")), isWritten: false)
  }

  private mutating func nextID() -> Identifier {
    stepCount += 1
    return Identifier("_file_\(stepCount)")
  }

  private mutating func note(_ text: TextTemplate, at place: SourcePlace) -> StepDefinition {
    StepDefinition(id: nextID(), kind: .note(LocalizedText(text)), place: place)
  }

  mutating func add(constructs found: [String], ofTemplate isTemplate: Bool) {
    for construct in Set(found) { constructs[construct, default: 0] += 1 }
    guard isTemplate else { return }
    templates.all += 1
    if found.isEmpty { templates.understood += 1 }
  }

  // MARK: Folders

  private mutating func steps(in around: Surroundings) -> [StepDefinition] {
    guard around.depth <= TreeDefinition.maximumDepth else {
      add(constructs: ["folders"], ofTemplate: false)
      return []
    }
    let limit = TreeDefinition.maximumEntryCount - entryCount
    guard limit > 0, let entries = files.entries(in: around.folder.source, limit: limit),
      entries.count <= limit
    else {
      add(constructs: ["folders"], ofTemplate: false)
      return []
    }
    entryCount += entries.count
    var steps: [StepDefinition] = []
    var named: [TranslatedName] = []
    for entry in entries {
      let isFolder: Bool
      switch entry.kind {
      case .folder: isFolder = true
      case .file: isFolder = false
      case .link, .other: continue
      }
      guard !rules.leavesOut(entry.name, in: around.folder.tree) else {
        continue
      }
      steps += self.steps(of: entry.name, isFolder: isFolder, around, &named)
    }
    return steps + checks(of: named)
  }

  private mutating func steps(
    of entry: String, isFolder: Bool, _ around: Surroundings, _ named: inout [TranslatedName]
  ) -> [StepDefinition] {
    let source = around.folder.source.isEmpty ? entry : "\(around.folder.source)/\(entry)"
    let isRendered = !around.isCopied && !rules.isCopied(entry, in: around.folder.tree)
    let isTemplate = !isFolder && isRendered && entry.hasSuffix(rules.suffix)
    let file = SourceFile(name: files.shownFolder + source, text: entry)
    let text = isTemplate ? String(entry.dropLast(rules.suffix.count)) : entry
    var translator = TextTranslator(
      names, files, Self.name(text, in: file), scope: around.scope, path: source)
    let isUncertain = rules.mayLeaveOut(entry, in: around.folder.tree)
    if isUncertain { translator.ignorePresence() }
    let name = TranslatedName(
      &translator, entry: text, isFolder: isFolder, isCertain: !isUncertain)
    if name.isNothing { return [] }
    add(constructs: translator.constructs, ofTemplate: false)
    named.append(name)
    var inner = around
    inner.scope = translator.scope
    if !isFolder || rules.leavesOutFolders { inner.conditions += name.conditions }
    let content: [StepDefinition]
    if isFolder {
      inner = Surroundings(
        folder: (source, "\(around.folder.tree)\(entry)/"), scope: inner.scope,
        conditions: inner.conditions, isCopied: !isRendered, depth: around.depth + 1)
      content = steps(in: inner)
    } else if isTemplate {
      content = template(at: source, in: inner, isWritten: !isUncertain)
    } else {
      content = []
    }
    let uses = name.uses.isEmpty ? [] : [note(name.text, at: name.place)]
    guard let condition = name.condition else { return uses + content }
    if isFolder, !rules.leavesOutFolders {
      // Without the name, what's in the folder is written into the one around it.
      let text = TextTemplate(
        parts: [.conditional(.init([.init(if: condition, [])]))], place: name.place)
      return uses + [note(text, at: name.place)] + content
    }
    return uses + [
      StepDefinition(id: nextID(), kind: .group(content), when: condition, place: name.place)
    ]
  }

  // MARK: Files

  private mutating func template(
    at path: String, in around: Surroundings, isWritten: Bool
  ) -> [StepDefinition] {
    let file: SourceFile
    do throws(JinjaFailure) {
      guard let found = try files.text(of: path) else { return [] }
      file = found
    } catch {
      add(constructs: [error.construct], ofTemplate: true)
      return []
    }
    let source = JinjaSource(file)
    var translator = TextTranslator(names, files, source, scope: around.scope, path: path)
    if !isWritten { translator.ignorePresence() }
    let (text, nodes) = translator.text()
    add(constructs: translator.constructs, ofTemplate: true)
    if isWritten, !rules.isMentioned(path), translator.constructs.isEmpty {
      EmptyFileCheck(names: names, rules: rules, conditions: around.conditions).check(
        nodes, of: file)
    }
    return [note(text, at: SourcePlace(file, SourceRange(at: 0)))]
  }

  // MARK: Equal names

  /// Notes the files of a folder that may get one name, and returns steps that decide whether they do.
  private mutating func checks(of named: [TranslatedName]) -> [StepDefinition] {
    var steps: [StepDefinition] = []
    var first: [String: TranslatedName] = [:]
    for name in named where name.isCertain && !name.isFolder {
      guard let literal = name.literal else { continue }
      guard let other = first[literal] else {
        first[literal] = name
        continue
      }
      let finding = Diagnostic(
        "same-name", "two files of the folder get the name '\(literal)'", at: name.place,
        notes: [.init("the other one is here", at: other.place)])
      guard let condition = TranslatedName.both(name, other, names) else {
        if name.condition == nil, other.condition == nil {
          sameNames.append(SameName(finding: finding, condition: nil))
        }
        continue
      }
      sameNames.append(SameName(finding: finding, condition: condition.place))
      let text = TextTemplate(
        parts: [.conditional(.init([.init(if: condition, [])]))], place: name.place)
      steps.append(note(text, at: name.place))
    }
    return steps
  }
}

/// The rules that say which of a template's files are rendered, and which are left out.
struct TreeRules {
  /// The suffix of templates, which their results lose; every file is one if it's empty.
  var suffix = ""

  /// Whether a folder without a name is left out with everything in it.
  var leavesOutFolders = true

  /// Whether links are written as such.
  var keepsLinks = false

  /// The patterns of the files that are left out.
  var excluded = PathPatterns(gitPatterns: [])

  /// The patterns of files that may be left out, depending on the answers.
  var conditional: [String] = []

  /// The patterns of the files that are copied as they are.
  var copied = PathPatterns(gitPatterns: [])

  /// The texts of commands and hooks, which may remove files.
  var scripts: [String] = []

  func leavesOut(_ name: String, in folder: String) -> Bool {
    let isTemplate = !suffix.isEmpty && name.hasSuffix(suffix)
    return name == ".git"
      || excluded.match(isTemplate ? String(name.dropLast(suffix.count)) : name, in: folder)
  }

  func isCopied(_ name: String, in folder: String) -> Bool { copied.match(name, in: folder) }

  /// Whether a pattern with a condition may be for a name, or for a folder around it.
  func mayLeaveOut(_ name: String, in folder: String) -> Bool {
    guard !conditional.isEmpty else { return false }
    let path = folder + name
    return conditional.contains { pattern in
      let words = pattern.split { !$0.isLetter && !$0.isNumber && $0 != "_" && $0 != "-" }
      // Without words, it can be for anything.
      return words.isEmpty || words.contains { path.holds(String($0)) }
    }
  }

  /// Whether a command or a hook names a file, so that it may remove or change it.
  func isMentioned(_ path: String) -> Bool {
    var name = path.split(separator: "/").last.map(String.init) ?? path
    if !suffix.isEmpty, name.hasSuffix(suffix) { name = String(name.dropLast(suffix.count)) }
    return scripts.contains { $0.holds(name) }
  }
}
