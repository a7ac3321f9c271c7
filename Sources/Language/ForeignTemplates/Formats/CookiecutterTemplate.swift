// SPDX-License-Identifier: Apache-2.0

import FlowExpressions
import FlowFiles
import FlowModel
import SourceDiagnostics

/// Reads a template of cookiecutter 2: `cookiecutter.json`, the folder with the files, and the hooks.
struct CookiecutterTemplate {
  static let fileName = "cookiecutter.json"

  let names = TemplateNames(dialect: .cookiecutter)
  private let files: TemplateFiles

  /// The file with the questions.
  let file: SourceFile

  let entries: [YAMLEntry]

  /// The paths of the templates that it only lists.
  let nested: [String]

  /// Reads a template.
  ///
  /// - Throws: ``UnreadableTemplate`` if its file isn't a map in JSON.
  init(_ files: TemplateFiles) throws(UnreadableTemplate) {
    self.files = files
    var options = YAMLOptions.data
    options.repairsSyntax = false
    let source = try files.ownFile(Self.fileName)
    let stream = YAMLReader.read(source.text, name: source.name, options: options)
    guard let root = stream.root, case .map(let entries) = root.content,
      !stream.diagnostics.hasErrors
    else {
      throw UnreadableTemplate(diagnostics: stream.diagnostics.diagnostics, orIn: source)
    }
    file = stream.file
    self.entries = entries
    var nested: [String] = []
    if let list = entries.last(where: { $0.key.text == "templates" })?.value,
      case .map(let templates) = list.content
    {
      for template in templates {
        guard case .map(let keys) = template.value.content,
          let path = keys.last(where: { $0.key.text == "path" })?.value.scalarValue?.text,
          TemplateFiles.isInside(path)
        else { continue }
        nested.append(path.split(separator: "/").filter { $0 != "." }.joined(separator: "/"))
      }
    }
    self.nested = nested.filter { !$0.isEmpty }
    readNames()
  }

  func texts(_ key: String) -> [String] {
    entries.last { $0.key.text == key }?.value.allTexts ?? []
  }

  // MARK: Questions

  private func readNames() {
    let extensions = ExtensionNames(texts("_extensions"), files)
    // A hook that runs first can add questions.
    names.isOpen = extensions.isOpen || hookNames.contains("pre_prompt")
    names.otherNames.formUnion(extensions.names)
    names.otherFilters.formUnion(extensions.names)
    if let node = entries.last(where: { $0.key.text == "_jinja2_env_vars" })?.value,
      case .map(let variables) = node.content
    {
      for variable in variables {
        guard let scalar = variable.value.scalarValue else { continue }
        files.delimiters.set(
          variable.key.text, to: scalar.text, isTrue: scalar.value == .bool(true))
      }
    }
    files.includeFolders = [folder ?? "", "templates"]
    for entry in entries { names.add(question(entry)) }
  }

  private func question(_ entry: YAMLEntry) -> ForeignQuestion {
    var question = ForeignQuestion(
      name: Identifier(entry.key.text, at: SourcePlace(file, entry.key.range)), kind: .anything)
    let isPrivate = entry.key.text.hasPrefix("_")
    switch entry.value.content {
    case .scalar(let scalar):
      if isPrivate {
        // `__name` is rendered, and never asked.
        guard entry.key.text.hasPrefix("__"), scalar.style.isText,
          let nodes = try? JinjaParser.parse(scalar.text, files.delimiters),
          let expression = nodes.withoutLastBreak.asExpression
        else { break }
        question.kind = .computed(expression, isTruth: false)
      } else if case .bool = scalar.value {
        question.kind = .boolean
      } else if scalar.value != .null {
        question.kind = .text
      }
    case .list(let items) where !isPrivate:
      let scalars = items.compactMap(\.scalarValue)
      guard scalars.count == items.count, !items.isEmpty,
        scalars.allSatisfy({ $0.style.isText && !isTemplate($0.text) }),
        Set(scalars.map(\.text)).count == scalars.count
      else { break }
      question.kind = .choice(scalars.map(\.text))
      question.choicePlaces = scalars.map { SourcePlace(file, $0.range) }
    case .list, .map, .broken: break
    }
    return question
  }

  /// The delimiters of templates.
  var delimiters: JinjaDelimiters { files.delimiters }

  func isTemplate(_ text: String) -> Bool {
    files.delimiters.begin(in: text)
  }

  /// Checks the names that the defaults read.
  ///
  /// - Returns: The constructs that weren't understood.
  func checkTexts() -> [String] {
    var constructs: [String] = []
    func check(_ node: YAMLNode, before later: Set<String>) {
      switch node.content {
      case .scalar(let scalar):
        guard isTemplate(scalar.text) else { return }
        var translator = TextTranslator(
          names, files, JinjaSource(scalar.text, in: file, map: map(of: scalar)), path: file.name)
        translator.expectLater(later)
        _ = translator.text()
        constructs += translator.constructs
      case .list(let items): for item in items { check(item, before: later) }
      case .map(let entries): for entry in entries { check(entry.value, before: later) }
      case .broken: break
      }
    }
    var later = Set(entries.map(\.key.text))
    for entry in inOrder {
      later.remove(entry.key.text)
      let isRendered = !entry.key.text.hasPrefix("_") || entry.key.text.hasPrefix("__")
      if isRendered, entry.key.text != "__prompts__" { check(entry.value, before: later) }
    }
    return constructs
  }

  /// The questions in the order in which they're asked: those that are maps are last.
  var inOrder: [YAMLEntry] {
    func isMap(_ entry: YAMLEntry) -> Bool {
      if case .map = entry.value.content { !entry.key.text.hasPrefix("_") } else { false }
    }
    return entries.filter { !isMap($0) } + entries.filter(isMap)
  }

  /// The map of a text of JSON.
  func map(of scalar: YAMLScalar) -> SourceMap {
    let inner = SourceRange(scalar.range.lowerBound + 1, scalar.range.upperBound - 1)
    guard file[inner].utf8.elementsEqual(scalar.text.utf8) else {
      return SourceMap(runs: [], decodedCount: scalar.text.utf8.count, whole: scalar.range)
    }
    return SourceMap(verbatimAt: inner.lowerBound, count: inner.count)
  }

  // MARK: Files

  /// The folder with the files: the first whose name has a name of cookiecutter.
  var folder: String? {
    let start = files.delimiters.variableStart
    return files.entries(in: "", limit: TreeDefinition.maximumEntryCount)?.first { entry in
      guard case .folder = entry.kind else { return false }
      return entry.name.holds("cookiecutter") && entry.name.holds(start)
    }?.name
  }

  /// The hooks, which are templates, too.
  var hooks: [String] {
    hookFiles.filter { ["pre_gen_project", "post_gen_project"].contains($0.hookName) }
      .map { "hooks/\($0)" }
  }

  var hookFiles: [String] {
    (files.entries(in: "hooks", limit: 100) ?? []).compactMap { entry in
      if case .file = entry.kind { entry.name } else { nil }
    }
  }

  private var hookNames: Set<String> { Set(hookFiles.map(\.hookName)) }

  /// The rules for the files that are rendered, and for those that are copied.
  var rules: TreeRules {
    var rules = TreeRules()
    rules.leavesOutFolders = false
    rules.copied = PathPatterns(namePatterns: texts("_copy_without_render"))
    rules.scripts = hooks.compactMap { ((try? files.text(of: $0)) ?? nil)?.text }
    return rules
  }
}

extension String {
  /// The name of a hook's file without its end.
  fileprivate var hookName: String { split(separator: ".").first.map(String.init) ?? self }
}
