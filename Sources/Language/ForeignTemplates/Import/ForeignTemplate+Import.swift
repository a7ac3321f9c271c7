// SPDX-License-Identifier: Apache-2.0

import FlowExpressions
package import FlowFiles
package import FlowModel
package import SourceDiagnostics

extension ForeignTemplate {
  /// Translates a template into a flow with a tree of files.
  ///
  /// Nothing outside the folder is read, links aren't followed, and nothing in the template is run.
  ///
  /// - Parameters:
  ///   - fileName: The name of the template's own file, of ``fileNames``.
  ///   - files: The files in the folder.
  ///   - folder: The path of the folder as messages show it; empty, or with a `/` at its end.
  ///   - name: The name of the flow.
  ///   - limit: The maximum size of a file in bytes.
  /// - Returns: The flow, which is checked.
  /// - Throws: ``ImportFailure`` if the template's own file can't be read, or has no files.
  /// - Complexity: O(*n*) in the size of all files, which is limited as that of a tree, and in that of the
  ///   parts that macros and included files make of them, whose number is limited.
  package static func imported(
    _ fileName: String, in files: any FlowFileSource, shownAs folder: String, as name: String,
    limit: Int = defaultLimit
  ) throws(ImportFailure) -> ImportedTemplate {
    var refused: [String: String] = [:]
    var plain: Set<String>? = []
    while true {
      let attempt = ImportAttempt(
        name: name, folder: folder, limit: limit, refused: refused, plain: plain)
      let imported: ImportedTemplate
      do throws(ImportFailure) {
        imported =
          fileName == CookiecutterTemplate.fileName
          ? try attempt.cookiecutter(files) : try attempt.copier(files, fileName)
      } catch {
        guard case .mistakes = error, plain != nil else { throw error }
        // A text can't be written, perhaps because of a name.
        plain = nil
        continue
      }
      let before = (refused.count, plain?.count)
      let mistakes = imported.mistakes
      for mistake in mistakes.diagnostics where mistake.severity == .error {
        let file = mistake.place.file.name
        guard imported.paths.contains(file) else {
          // A function, or a file that texts use.
          plain = nil
          continue
        }
        if plain?.insert(file).inserted != true {
          refused[file] = refused[file] ?? mistake.message
        }
      }
      guard (refused.count, plain?.count) != before else {
        guard !mistakes.hasErrors else { throw .mistakes(mistakes.diagnostics) }
        return imported
      }
    }
  }
}

/// Why a template can't be imported.
package enum ImportFailure: Error {
  /// Its own file has mistakes, or what it would become has.
  case mistakes([Diagnostic])

  /// It only lists other templates, at these paths.
  case list([String])
}

/// The flow that a template became, and the report about it.
package struct ImportedTemplate {
  /// The flow, and the files of its tree.
  package let flow: WrittenFlow

  /// The text of its script.
  package let script: String

  /// The text of `IMPORT.md`.
  package let report: String

  /// The number of files of the template, and of those that are part of the tree.
  package let files: (all: Int, written: Int)

  /// The number of questions of the template, and of those that are asked or computed.
  package let questions: (all: Int, written: Int)

  /// The parts of the template that are left, as lines of `IMPORT.md`.
  package let left: [String]

  /// The lines of hooks and tasks that became nothing, as lines of `IMPORT.md`.
  package let leftCommands: [String]

  /// The findings of the check of the flow.
  let mistakes: DiagnosticList

  /// The paths of the tree's files.
  let paths: Set<String>
}

/// A translation of a whole template.
private struct ImportAttempt {
  let name: String
  let folder: String
  let limit: Int
  let refused: [String: String]

  /// The paths of the tree's files that give values no names and use no files; nil for all.
  let plain: Set<String>?

  func copier(
    _ source: any FlowFileSource, _ fileName: String
  ) throws(ImportFailure) -> ImportedTemplate {
    let files = TemplateFiles(source, shownFolder: folder, limit: limit)
    var template: CopierTemplate
    do throws(UnreadableTemplate) {
      template = try CopierTemplate(files, fileName: fileName)
    } catch {
      throw .mistakes(error.diagnostics)
    }
    _ = template.readQuestions()
    let context = ImportContext(template.names, files)
    context.shared.folder = "\(name)-texts"
    context.hasSlugify =
      template.texts(.extensions).contains("cookiecutter.extensions.SlugifyExtension")
    let answersFile = template.texts(.answersFile).first ?? ".copier-answers.yml"
    if !files.delimiters.begin(in: answersFile) {
      context.answers["_copier_conf.answers_file"] = ImportedValue(.string(answersFile))
    }
    var questions = QuestionImporter(context, dropsBreak: files.delimiters.dropsLastBreak)
    var steps: [StepDefinition] = []
    for (key, value, file) in template.questions {
      let reader = CopierQuestion(
        key: key, value: value, file: file, names: template.names, files: files)
      steps +=
        template.isUnread(value.range, in: file)
        ? questions.leave(key.text, "its YAML isn't understood", at: SourcePlace(file, key.range))
        : questions.steps(of: reader)
    }
    var commands = CommandImporter(context)
    if let tasks = template.setting(.tasks), case .list(let items) = tasks.value.content {
      for item in items { commands.add(item, in: tasks.file) }
    }
    var tree = TreeImporter(
      context, template.rules, exclusions: template.exclusions(context) + commands.exclusions,
      kept: PathPatterns(gitPatterns: template.fixedPatterns(.skipIfExists, context)),
      answersFile: answersFile)
    (tree.refused, tree.plain) = (refused, plain)
    var writes: [StepDefinition] = []
    let folders = template.folders
    for (index, found) in (folders ?? []).enumerated() {
      let id = folders?.count == 1 ? name : "\(name)-\(index + 1)"
      writes += write(
        tree.entries(in: found.path, as: id), as: id, tree, context, when: found.condition)
    }
    if folders == nil {
      context.report.leave(
        "'_subdirectory' isn't understood, so there are no files",
        at: template.setting(.subdirectory).map { SourcePlace($0.file, $0.value.range) })
    }
    tree.reportExclusions()
    let first = template.note(.messageBeforeCopy, questions)
    let last = template.note(.messageAfterCopy, questions)
    template.report(into: context)
    let asked = template.questions.count { context.answers[$0.key.text] != nil }
    return try finish(
      first + steps + tree.computes + writes + commands.steps + last, context, questions, tree,
      (template.questions.count, asked), program: "copier")
  }

  func cookiecutter(_ source: any FlowFileSource) throws(ImportFailure) -> ImportedTemplate {
    let files = TemplateFiles(source, shownFolder: folder, limit: limit)
    let template: CookiecutterTemplate
    do throws(UnreadableTemplate) {
      template = try CookiecutterTemplate(files)
    } catch {
      throw .mistakes(error.diagnostics)
    }
    guard template.nested.isEmpty else { throw .list(template.nested) }
    let context = ImportContext(template.names, files)
    context.shared.folder = "\(name)-texts"
    var questions = QuestionImporter(context, dropsBreak: true)
    var steps = questions.steps(of: template)
    var hooks = HookImporter(context)
    for hook in template.hookFiles.sorted() where hook != "__init__.py" {
      guard let file = (try? files.text(of: "hooks/\(hook)")) ?? nil else { continue }
      hooks.add(file)
    }
    for (name, check) in hooks.checks {
      steps.add(check, to: name, isRequired: questions.accept(check.check, by: name))
    }
    var tree = TreeImporter(context, template.rules, exclusions: hooks.exclusions)
    (tree.refused, tree.plain) = (refused, plain)
    var writes: [StepDefinition] = []
    if let inner = template.folder {
      writes = write(tree.top(inner, as: name), as: name, tree, context)
    } else {
      context.report.leave("no folder has a name of cookiecutter", at: nil)
    }
    tree.reportExclusions()
    template.report(into: context)
    let asked = template.entries.filter { !$0.key.text.hasPrefix("_") }
    return try finish(
      steps + tree.computes + writes + hooks.steps, context, questions, tree,
      (
        asked.count,
        asked.count { entry in
          let name = entry.key.text
          return context.answers[name] != nil || context.dictionaries[name] != nil
        }
      ), program: "cookiecutter")
  }

  /// The steps that write a tree, of which what's kept if it exists is one of its own.
  private func write(
    _ entries: [TreeEntryDefinition], as folder: String, _ tree: TreeImporter,
    _ context: ImportContext, when condition: ExpressionSource? = nil
  ) -> [StepDefinition] {
    let (others, kept) = tree.split(entries, in: folder)
    return [
      (others, folder, ExistingFilePolicy.ask), (kept, folder + TreeImporter.keptSuffix, .keep),
    ]
    .filter { !$0.0.isEmpty }.map { entries, folder, policy in
      let write = WriteDefinition(
        path: TextTemplate(parts: [.words(".")]),
        content: .tree(TreeDefinition(folder: folder, entries: entries)), exists: policy)
      return StepDefinition(
        id: Identifier(context.id(policy == .keep ? "kept" : "files")), kind: .write(write),
        when: condition.map { ExpressionSource($0.text) })
    }
  }

  private func finish(
    _ steps: [StepDefinition], _ context: ImportContext, _ questions: QuestionImporter,
    _ tree: TreeImporter, _ counts: (all: Int, written: Int), program: String
  ) throws(ImportFailure) -> ImportedTemplate {
    let definition = FlowDefinition(
      id: Identifier(name), functions: context.shared.functions, steps: steps,
      // These findings follow from the template's own ways.
      allow: ["redundant-presence-test", "constant-condition", "foreign-placeholder"]
        + (context.shared.files.isEmpty ? [] : ["hidden-name"]),
      isUpdatable: true)
    let script = questions.script(of: steps)
    let all = tree.counts
    let report = context.report.text(
      of: name, from: folder, program: program, files: all, questions: counts)
    do throws(FlowWritingError) {
      let written = try FlowFile.write(definition)
      let loaded = FlowFile.load(
        written.text, name: "\(name).flow.yaml", limit: .max, files: written.source)
      return ImportedTemplate(
        flow: written, script: script, report: report, files: all, questions: counts,
        left: context.report.left.map(\.text),
        leftCommands: context.report.leftCommands.map(\.text), mistakes: loaded.diagnostics,
        paths: Set(tree.sources.keys))
    } catch {
      throw .mistakes(error.diagnostics.diagnostics)
    }
  }
}

extension CopierTemplate {
  /// The patterns that leave files out under a condition.
  fileprivate func exclusions(_ context: ImportContext) -> [TreeImporter.Exclusion] {
    var exclusions: [TreeImporter.Exclusion] = []
    let delimiters = context.files.delimiters
    for (scalar, file) in patterns(.exclude) where delimiters.begin(in: scalar.text) {
      let (what, place) = (
        "the pattern '\(scalar.text)' of '_exclude'", SourcePlace(file, scalar.range)
      )
      let source = JinjaSource(scalar.text, in: file, map: scalar.map(in: file))
      guard let found = excluded(source, context) else {
        context.report.leave("\(what) isn't understood", at: place)
        continue
      }
      for (condition, words) in found {
        let lines = words.split(whereSeparator: \.isNewline).map(String.init)
        for line in lines {
          // A path with templates in it is compared as a whole.
          let isPath = delimiters.begin(in: line)
          exclusions.append(
            .init(
              pattern: PathPatterns(gitPatterns: isPath ? [] : [line]), condition: condition,
              what: what, place: place, path: isPath ? line : nil))
        }
      }
    }
    return exclusions
  }

  /// The patterns that a template of `_exclude` gives, each with its condition; nil if they aren't known.
  private func excluded(
    _ source: JinjaSource, _ context: ImportContext
  ) -> [(condition: ImportedValue, words: String)]? {
    context.names.beginCondition()
    guard let nodes = try? JinjaParser.parse(source.text, context.files.delimiters) else {
      return nil
    }
    if nodes.count == 1, case .branches(let branches, let otherwise) = nodes[0],
      branches.count == 1, otherwise?.isEmpty != false,
      let words = branches[0].nodes.written(in: source.text)
    {
      let expressions = ExpressionImporter(context: context, source: source, depth: 0)
      return (try? expressions.condition(branches[0].condition, TemplateScope())).map {
        [($0, words)]
      }
    }
    var importer = TextImporter(context, source)
    importer.showsBranches = true
    let parts = importer.text().trimmed
    return importer.failures.isEmpty ? parts.alternatives?.filter { !$0.words.isEmpty } : nil
  }

  /// The patterns of a setting without templates; others are left.
  fileprivate func fixedPatterns(_ key: CopierSetting, _ context: ImportContext) -> [String] {
    var fixed: [String] = []
    for (scalar, file) in patterns(key) {
      if context.files.delimiters.begin(in: scalar.text) {
        context.report.leave(
          "the pattern '\(scalar.text)' of '\(key.rawValue)' isn't understood",
          at: SourcePlace(file, scalar.range))
      } else {
        fixed.append(scalar.text)
      }
    }
    return fixed
  }

  private func patterns(_ key: CopierSetting) -> [(YAMLScalar, SourceFile)] {
    guard let setting = setting(key) else { return [] }
    return setting.value.scalars.map { ($0, setting.file) }
  }

  /// A step that shows a message.
  fileprivate func note(
    _ key: CopierSetting, _ questions: QuestionImporter
  ) -> [StepDefinition] {
    guard let setting = setting(key), let scalar = setting.value.scalarValue,
      let text = questions.shown(
        scalar.text,
        at: JinjaSource(scalar.text, in: setting.file, map: scalar.map(in: setting.file)),
        of: "'\(key.rawValue)'")
    else { return [] }
    return [StepDefinition(id: Identifier(questions.context.id("message")), kind: .note(text))]
  }

  /// Notes the settings and the tasks that aren't translated.
  fileprivate func report(into context: ImportContext) {
    let known = Set(CopierSetting.allCases.filter(\.isImported).map(\.rawValue))
    for (key, setting) in settings.sorted(by: { $0.key < $1.key }) where !known.contains(key) {
      context.report.leave("setting '\(key)'", at: SourcePlace(setting.file, setting.value.range))
    }
  }
}

extension CookiecutterTemplate {
  /// Notes the settings that aren't translated.
  fileprivate func report(into context: ImportContext) {
    let known: Set<String> = ["_copy_without_render", "_extensions", "_jinja2_env_vars"]
    for entry in entries where entry.key.text.hasPrefix("_") && !known.contains(entry.key.text) {
      guard ["_new_lines", "_template", "_output_dir"].contains(entry.key.text) else { continue }
      context.report.leave("setting '\(entry.key.text)'", at: SourcePlace(file, entry.key.range))
    }
  }
}

extension [StepDefinition] {
  /// Adds a check to the question of a name, which can't be left empty if its empty default is refused.
  fileprivate mutating func add(
    _ check: ValidationDefinition, to name: String, isRequired: Bool
  ) {
    for index in indices where self[index].dataName == name {
      guard case .ask(var field) = self[index].kind else { continue }
      field.validations.append(check)
      if isRequired, field.hasEmptyDefault {
        (field.settings[.default], field.settings[.required]) = (nil, nil)
      }
      self[index].kind = .ask(field)
    }
  }
}

extension YAMLNode {
  /// The scalars in it.
  fileprivate var scalars: [YAMLScalar] {
    switch content {
    case .scalar(let scalar): [scalar]
    case .list(let items): items.flatMap(\.scalars)
    case .map(let entries): entries.flatMap { $0.value.scalars }
    case .broken: []
    }
  }
}

extension [JinjaNode] {
  /// The nodes as the template has them, if they're words and values.
  fileprivate func written(in text: String) -> String? {
    let bytes = [UInt8](text.utf8)
    var written = ""
    for node in self {
      switch node {
      case .words(let words): written += words
      case .output(_, let range) where range.upperBound <= bytes.count:
        written += String(decoding: bytes[range.lowerBound..<range.upperBound], as: UTF8.self)
      default: return nil
      }
    }
    return written
  }
}
