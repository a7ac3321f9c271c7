// SPDX-License-Identifier: Apache-2.0

import FlowFiles
import FlowModel
import SourceDiagnostics

/// Reads a template of copier 9: `copier.yml` with the files that it includes.
struct CopierTemplate {
  /// The names of its file, in the order in which copier looks for them.
  static let fileNames = ["copier.yml", "copier.yaml"]

  let names = TemplateNames(dialect: .copier)
  private let files: TemplateFiles

  /// The file with the questions.
  private(set) var file: SourceFile

  /// The settings, whose names begin with `_`, and the questions, by name.
  private(set) var settings: [String: (value: YAMLNode, file: SourceFile)] = [:]
  private(set) var questions: [(key: YAMLScalar, value: YAMLNode, file: SourceFile)] = []

  /// The places of what's no plain YAML, such as anchors, so that what has it isn't judged.
  private var unread: [SourcePlace] = []

  /// The number of questions that weren't understood.
  private(set) var unreadQuestions = 0

  /// The maximum number of files that `!include` may read.
  private static let maximumIncludes = 100

  /// Patterns of what copier leaves out where the template has no folder of its own.
  private static let defaultExcludes = [
    "copier.yaml", "copier.yml", "~*", "*.py[co]", "*.pyc", "__pycache__", ".git", ".DS_Store",
    ".svn",
  ]

  /// Reads a template.
  ///
  /// - Throws: ``UnreadableTemplate`` if its file isn't YAML.
  init(_ files: TemplateFiles, fileName: String) throws(UnreadableTemplate) {
    self.files = files
    file = try files.ownFile(fileName)
    var included = 0
    let mistakes = read(file, included: &included)
    guard mistakes.isEmpty else { throw UnreadableTemplate(diagnostics: mistakes) }
    readSettings()
  }

  // MARK: YAML

  static let options: YAMLOptions = {
    var options = YAMLOptions()
    options.allowsSeveralDocuments = true
    options.allowsEmptyValues = true
    options.followsAliases = true
    options.reportsCutValues = false
    options.repairsSyntax = false
    return options
  }()

  /// Reads the documents of a file, and those of the files that it includes; later ones win.
  ///
  /// - Returns: The mistakes of a file that's no YAML.
  private mutating func read(_ source: SourceFile, included: inout Int) -> [Diagnostic] {
    let stream = YAMLReader.read(source.text, name: source.name, options: Self.options)
    for diagnostic in stream.diagnostics.diagnostics where diagnostic.severity == .error {
      unread.append(diagnostic.place)
    }
    var isRead = false
    for document in stream.documents {
      // The text after a syntax error wasn't read.
      if document.root?.isComplete == false {
        return stream.diagnostics.diagnostics.filter { $0.severity == .error }
      }
      let text = stream.file[document.range].withoutComments.trimmingMarks
      if text.hasPrefix("!include ") {
        isRead = true
        include(String(text.dropFirst("!include ".count)), &included)
        continue
      }
      guard let root = document.root, case .map(let entries) = root.content else { continue }
      isRead = true
      for entry in entries { add(entry, in: stream.file) }
    }
    return isRead ? [] : stream.diagnostics.diagnostics.filter { $0.id != "empty-file" }
  }

  private mutating func include(_ pattern: String, _ included: inout Int) {
    let pattern = pattern.trimmingMarks
    guard TemplateFiles.isInside(pattern) else { return }
    let parts = pattern.split(separator: "/")
    let folder = parts.dropLast().joined(separator: "/")
    guard let last = parts.last, !folder.contains("*") else {
      unreadQuestions += 1
      return
    }
    let matcher = TreePattern(String(last), isPath: false)
    for entry in files.entries(in: folder, limit: TreeDefinition.maximumEntryCount) ?? [] {
      guard case .file = entry.kind, matcher.matches(entry.name, at: "") else { continue }
      included += 1
      guard included <= Self.maximumIncludes else { return }
      let path = folder.isEmpty ? entry.name : "\(folder)/\(entry.name)"
      guard let file = (try? files.text(of: path)) ?? nil else { continue }
      if !read(file, included: &included).isEmpty { unreadQuestions += 1 }
    }
  }

  private mutating func add(_ entry: YAMLEntry, in file: SourceFile) {
    let name = entry.key.text
    if name.hasPrefix("_") {
      settings[name] = (entry.value, file)
      return
    }
    // A later question takes the place of an earlier one of its name.
    questions.removeAll { $0.key.text == name }
    questions.append((entry.key, entry.value, file))
  }

  func isUnread(_ range: SourceRange, in file: SourceFile) -> Bool {
    unread.contains {
      $0.file == file && $0.range.lowerBound <= range.upperBound
        && $0.range.upperBound >= range.lowerBound
    }
  }

  // MARK: Settings

  func setting(_ key: CopierSetting) -> (value: YAMLNode, file: SourceFile)? {
    settings[key.rawValue]
  }

  func texts(_ key: CopierSetting) -> [String] {
    guard let node = setting(key)?.value else { return [] }
    switch node.content {
    case .scalar(let scalar): return [scalar.text]
    case .list(let items): return items.flatMap(\.allTexts)
    case .map, .broken: return node.allTexts
    }
  }

  /// The folders with the files, relative to the template's, each with the condition under which it's
  /// taken; nil if their names aren't known.
  ///
  /// The questions must have been read.
  var folders: [(path: String, condition: ExpressionSource?)]? {
    guard let (scalar, file) = subdirectory else { return [("", nil)] }
    let source = JinjaSource(scalar.text, in: file, map: scalar.map(in: file))
    guard let nodes = try? JinjaParser.parse(scalar.text, files.delimiters),
      let expression = nodes.asExpression
    else { return nil }
    names.beginCondition()
    let translator = ConditionTranslator(names, source, TemplateScope())
    if let text = translator.constantText(of: expression) {
      return Self.path(of: text).map { [($0, nil)] }
    }
    guard let alternatives = translator.alternatives(of: expression) else { return nil }
    return alternatives.enumerated().compactMap { index, alternative in
      // Each condition has a place of its own.
      let place = SourceRange(at: min(index, scalar.text.utf8.count))
      return Self.path(of: alternative.text).map {
        ($0, alternative.condition.expression(in: source, at: place))
      }
    }
  }

  private var subdirectory: (YAMLScalar, SourceFile)? {
    guard let (value, file) = setting(.subdirectory), let scalar = value.scalarValue,
      !scalar.text.isEmpty
    else { return nil }
    return (scalar, file)
  }

  /// The path of a folder without `.`; nil if it leads outside.
  private static func path(of folder: String) -> String? {
    let path = folder.split(separator: "/").filter { $0 != "." }.joined(separator: "/")
    return path.isEmpty || TemplateFiles.isInside(path) ? path : nil
  }

  /// The rules for the files that are rendered, and for those that are left out.
  var rules: TreeRules {
    var rules = TreeRules()
    rules.suffix = texts(.templatesSuffix).first ?? ".jinja"
    rules.keepsLinks =
      setting(.preservesLinks)?.value.scalarValue?.pythonValue == .bool(true)
    let start = files.delimiters
    func isTemplate(_ text: String) -> Bool { start.begin(in: text) }
    let excludes = texts(.exclude)
    let fixed = excludes.filter { !isTemplate($0) }
    let isDefault =
      setting(.exclude) == nil && subdirectory.map { Self.path(of: $0.0.text) == "" } ?? true
    rules.excluded = PathPatterns(gitPatterns: isDefault ? Self.defaultExcludes : fixed)
    rules.conditional = excludes.filter(isTemplate).map { start.words(of: $0) }
    rules.scripts = texts(.tasks) + texts(.migrations)
    return rules
  }

  private mutating func readSettings() {
    if let node = setting(.envops)?.value, case .map(let entries) = node.content {
      for entry in entries {
        guard let scalar = entry.value.scalarValue else { continue }
        files.delimiters.set(
          entry.key.text, to: scalar.text, isTrue: scalar.pythonValue == .bool(true))
      }
    }
    let extensions = ExtensionNames(texts(.extensions), files)
    names.isOpen = extensions.isOpen
    names.otherNames.formUnion(extensions.names)
    names.otherFilters.formUnion(extensions.names)
    if setting(.externalData) != nil {
      names.otherNames.insert(CopierSetting.externalData.rawValue)
    }
    // Settings are no names in templates, but some are written as answers.
    names.otherNames.formUnion(settings.keys)
  }

  // MARK: Questions

  /// Reads the questions in their order.
  ///
  /// - Returns: The constructs that weren't understood.
  mutating func readQuestions() -> [String] {
    var constructs: [String] = []
    for (key, value, file) in questions {
      let reader = CopierQuestion(key: key, value: value, file: file, names: names, files: files)
      let isUnread = isUnread(value.range, in: file) || isUnread(key.range, in: file)
      if isUnread { unreadQuestions += 1 }
      names.add(isUnread ? reader.unknown : reader.question(&constructs))
    }
    return constructs
  }

  /// Checks the texts of the questions, which may name later ones, and their defaults.
  ///
  /// - Returns: The constructs that weren't understood.
  func checkQuestions() -> [String] {
    var constructs: [String] = []
    var later = Set(questions.map(\.key.text))
    for (key, value, file) in questions {
      later.remove(key.text)
      guard !isUnread(value.range, in: file) else { continue }
      let reader = CopierQuestion(key: key, value: value, file: file, names: names, files: files)
      constructs += reader.checkTexts(before: later)
      reader.checkDefault()
    }
    return constructs
  }
}

/// The names and filters that the extensions of a template add.
struct ExtensionNames {
  /// Every name in the extensions that are part of the template.
  private(set) var names: Set<String> = []

  /// Whether some extension isn't known.
  private(set) var isOpen = false

  /// The extensions that add no names, or whose names are known.
  private static let known: [String: [String]] = [
    "jinja2_time.TimeExtension": [],
    "jinja2.ext.do": [], "jinja2.ext.loopcontrols": [], "jinja2.ext.i18n": ["_", "gettext"],
    "jinja2.ext.debug": [], "jinja2_ansible_filters.AnsibleCoreFiltersExtension": [],
    "copier_templates_extensions.TemplateExtensionLoader": [],
    "copier_template_extensions.TemplateExtensionLoader": [],
    "cookiecutter.extensions.SlugifyExtension": ["slugify"],
    "cookiecutter.extensions.JsonifyExtension": ["jsonify"],
    "cookiecutter.extensions.RandomStringExtension": ["random_ascii_string"],
    "cookiecutter.extensions.TimeExtension": [],
    "cookiecutter.extensions.UUIDExtension": ["uuid4"],
    "jinja2_slug.SlugExtension": ["slug"],
  ]

  init(_ extensions: [String], _ files: TemplateFiles) {
    for text in extensions {
      if let known = Self.known[text] {
        names.formUnion(known)
        continue
      }
      // `folder/file.py:Class` of copier, or `package.module.Class` in the template's folder.
      let parts = text.split(separator: ":")
      let candidates: [String]
      if parts.count == 2 {
        candidates = [String(parts[0])]
      } else {
        let names = text.split(separator: ".").dropLast()
        let path = names.joined(separator: "/")
        candidates = [path + ".py", path + "/__init__.py"]
      }
      let found = candidates.compactMap { path in
        TemplateFiles.isInside(path) ? (try? files.text(of: path)) ?? nil : nil
      }
      guard let file = found.first else {
        isOpen = true
        continue
      }
      let words = file.text.words
      names.formUnion(words)
      // A hook of contexts may compute the names that it gives.
      if words.contains("ContextHook"),
        [".update(", "**", "load", "open("].contains(where: { file.text.holds($0) })
      {
        isOpen = true
      }
    }
  }
}

extension JinjaDelimiters {
  /// The words of a template outside its blocks, joined.
  func words(of text: String) -> String {
    let segments = (try? JinjaLexer.segments(of: text, self)) ?? []
    return segments.map { segment in
      switch segment {
      case .words(let words): words
      case .output: "\u{0}"
      case .statement: ""
      }
    }.joined().split(separator: "\u{0}", omittingEmptySubsequences: false).count == 1
      ? segments.map { if case .words(let words) = $0 { words } else { "" } }.joined()
      : ""
  }
}

extension String {
  /// The names in a program's text.
  fileprivate var words: Set<String> {
    Set(
      split { !($0 == "_" || $0.isLetter || $0.isNumber) }.prefix(100_000).map(String.init))
  }
}

extension StringProtocol {
  /// The lines that are no comments.
  fileprivate var withoutComments: String {
    split(whereSeparator: \.isNewline).filter { !$0.drop(while: \.isWhitespace).hasPrefix("#") }
      .joined(separator: "\n")
  }

  /// The text without blanks, and the marks of a document, around it.
  var trimmingMarks: String {
    var text = Substring(self)
    while let first = text.first, first.isWhitespace || text.hasPrefix("---") {
      text = text.hasPrefix("---") ? text.dropFirst(3) : text.dropFirst()
    }
    while let last = text.last, last.isWhitespace || text.hasSuffix("---") {
      text = text.hasSuffix("---") ? text.dropLast(3) : text.dropLast()
    }
    return String(text)
  }
}

extension YAMLNode {
  var scalarValue: YAMLScalar? { if case .scalar(let scalar) = content { scalar } else { nil } }

  /// The texts in it.
  var allTexts: [String] {
    switch content {
    case .scalar(let scalar): [scalar.text]
    case .list(let items): items.flatMap(\.allTexts)
    case .map(let entries): entries.flatMap { $0.value.allTexts }
    case .broken: []
    }
  }
}

extension YAMLScalar {
  /// The value that Python's reader of YAML 1.1 gives; nil for what's rare there, such as dates.
  var pythonValue: JinjaValue? {
    guard !style.isText else { return .string(text) }
    switch text {
    case "yes", "Yes", "YES", "on", "On", "ON": return .bool(true)
    case "no", "No", "NO", "off", "Off", "OFF": return .bool(false)
    default: break
    }
    switch value {
    case .null: return JinjaValue.none
    case .bool(let truth): return .bool(truth)
    case .int(let number):
      // 010 is octal, and 0o10 is a text.
      let digits = text.utf8.first == UInt8(ascii: "-") ? text.dropFirst() : text[...]
      guard digits == "0" || digits.utf8.first != UInt8(ascii: "0"),
        digits.utf8.first != UInt8(ascii: "+")
      else { return nil }
      return .int(number)
    case .double(let number): return text.holds(".") && !text.holds("e") ? .double(number) : nil
    case .hugeInt: return nil
    case .string:
      // Dates, and numbers such as 1:30 and 1_000.
      guard text.utf8.first.map({ $0 >= 0x30 && $0 <= 0x39 || $0 == UInt8(ascii: "-") }) == true,
        !text.utf8.contains(where: { $0 | 0x20 >= 0x61 && $0 | 0x20 <= 0x7A }),
        text.split(separator: ".").count < 3
      else { return .string(text) }
      return nil
    }
  }
}
