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
    while true {
      let attempt = ImportAttempt(name: name, folder: folder, limit: limit, refused: refused)
      let imported =
        fileName == CookiecutterTemplate.fileName
        ? try attempt.cookiecutter(files) : try attempt.copier(files, fileName)
      let before = refused.count
      let mistakes = imported.mistakes
      for mistake in mistakes.diagnostics where mistake.severity == .error {
        let file = mistake.place.file.name
        if imported.paths.contains(file) { refused[file] = refused[file] ?? mistake.message }
      }
      guard refused.count > before else {
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

/// What a template became.
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

  /// The number of things that are left.
  package let leftCount: Int

  /// What the check of the flow finds.
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
    context.hasSlugify =
      template.texts("_jinja_extensions").contains("cookiecutter.extensions.SlugifyExtension")
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
    let (rules, exclusions) = template.importedRules(context, questions)
    var tree = TreeImporter(
      context, rules, exclusions: exclusions,
      answersFile: template.texts("_answers_file").first ?? ".copier-answers.yml")
    tree.refused = refused
    var writes: [StepDefinition] = []
    let folders = template.folders
    for (index, found) in (folders ?? []).enumerated() {
      let id = folders?.count == 1 ? name : "\(name)-\(index + 1)"
      writes += write(
        tree.entries(in: found.path, as: id), as: id, context, when: found.condition)
    }
    if folders == nil {
      context.report.leave(
        "'_subdirectory' isn't understood, so there are no files",
        at: template.settings["_subdirectory"].map { SourcePlace($0.file, $0.value.range) })
    }
    template.report(into: context)
    let asked = template.questions.count { context.answers[$0.key.text] != nil }
    return try finish(
      steps + tree.computes + writes, context, questions, tree,
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
    var questions = QuestionImporter(context, dropsBreak: true)
    let steps = questions.steps(of: template)
    var tree = TreeImporter(context, template.rules)
    tree.refused = refused
    var writes: [StepDefinition] = []
    if let inner = template.folder {
      writes = write(tree.top(inner, as: name), as: name, context)
    } else {
      context.report.leave("no folder has a name of cookiecutter", at: nil)
    }
    template.report(into: context)
    let asked = template.entries.filter { !$0.key.text.hasPrefix("_") }
    return try finish(
      steps + tree.computes + writes, context, questions, tree,
      (asked.count, asked.count { context.answers[$0.key.text] != nil }), program: "cookiecutter")
  }

  private func write(
    _ entries: [TreeEntryDefinition], as folder: String, _ context: ImportContext,
    when condition: ExpressionSource? = nil
  ) -> [StepDefinition] {
    guard !entries.isEmpty else { return [] }
    let tree = TreeDefinition(folder: folder, entries: entries)
    let write = WriteDefinition(
      path: TextTemplate(parts: [.words(".")]), content: .tree(tree))
    return [
      StepDefinition(
        id: Identifier(context.id("files")), kind: .write(write),
        when: condition.map { ExpressionSource($0.text) })
    ]
  }

  private func finish(
    _ steps: [StepDefinition], _ context: ImportContext, _ questions: QuestionImporter,
    _ tree: TreeImporter, _ counts: (all: Int, written: Int), program: String
  ) throws(ImportFailure) -> ImportedTemplate {
    let definition = FlowDefinition(
      id: Identifier(name), steps: steps,
      // What follows from the template's own ways.
      allow: ["redundant-presence-test", "constant-condition"])
    let script = questions.script(of: name)
    let all = tree.counts
    let report = context.report.text(
      of: name, from: folder, program: program, files: all, questions: counts)
    do throws(FlowWritingError) {
      let written = try FlowFile.write(definition)
      let loaded = FlowFile.load(
        written.text, name: "\(name).flow.yaml", limit: .max, files: written.source)
      return ImportedTemplate(
        flow: written, script: script, report: report, files: all, questions: counts,
        leftCount: context.report.left.count, mistakes: loaded.diagnostics,
        paths: Set(tree.sources.keys))
    } catch {
      throw .mistakes(error.diagnostics.diagnostics)
    }
  }
}

extension CopierTemplate {
  /// The rules of the tree, with the patterns that leave files out under a condition.
  fileprivate func importedRules(
    _ context: ImportContext, _ questions: QuestionImporter
  ) -> (TreeRules, [TreeImporter.Exclusion]) {
    var exclusions: [TreeImporter.Exclusion] = []
    for scalar in settings["_exclude"]?.value.scalars ?? [] {
      guard let file = settings["_exclude"]?.file,
        scalar.text.holds(context.files.delimiters.variableStart)
          || scalar.text.holds(context.files.delimiters.blockStart)
      else { continue }
      var importer = TextImporter(
        context, JinjaSource(scalar.text, in: file, map: scalar.map(in: file)))
      importer.showsBranches = true
      let parts = importer.text().trimmed
      let place = SourcePlace(file, scalar.range)
      guard importer.failures.isEmpty, let patterns = parts.alternatives else {
        context.report.leave("the pattern '\(scalar.text)' of '_exclude' isn't understood", at: place)
        continue
      }
      for (condition, words) in patterns where !words.isEmpty {
        exclusions.append(
          .init(
            pattern: PathPatterns(
              gitPatterns: words.split(whereSeparator: \.isNewline).map(String.init)),
            condition: condition))
      }
    }
    return (rules, exclusions)
  }

  /// Notes the settings and the tasks that aren't translated.
  fileprivate func report(into context: ImportContext) {
    let known: Set<String> = [
      "_subdirectory", "_exclude", "_templates_suffix", "_envops", "_answers_file",
      "_min_copier_version", "_jinja_extensions", "_tasks",
    ]
    for (key, setting) in settings.sorted(by: { $0.value.value.range.lowerBound < $1.value.value.range.lowerBound })
    where !known.contains(key) {
      context.report.leave("setting '\(key)'", at: SourcePlace(setting.file, setting.value.range))
    }
    guard let tasks = settings["_tasks"], case .list(let items) = tasks.value.content else { return }
    for item in items {
      let words = item.allTexts.joined(separator: " ")
      context.report.leave("task: \(words)", at: SourcePlace(tasks.file, item.range))
    }
  }
}

extension CookiecutterTemplate {
  /// Notes the settings and the hooks that aren't translated.
  fileprivate func report(into context: ImportContext) {
    let known: Set<String> = ["_copy_without_render", "_extensions", "_jinja2_env_vars"]
    for entry in entries where entry.key.text.hasPrefix("_") && !known.contains(entry.key.text) {
      guard ["_new_lines", "_template", "_output_dir"].contains(entry.key.text) else { continue }
      context.report.leave("setting '\(entry.key.text)'", at: SourcePlace(file, entry.key.range))
    }
    for hook in hookFiles.sorted() {
      guard let file = (try? context.files.text(of: "hooks/\(hook)")) ?? nil else { continue }
      var offset = 0
      for line in file.text.split(separator: "\n", omittingEmptySubsequences: false) {
        defer { offset += line.utf8.count + 1 }
        let words = line.drop(while: \.isWhitespace)
        guard !words.isEmpty, !words.hasPrefix("#"), !words.hasPrefix("import "),
          !words.hasPrefix("from ")
        else { continue }
        context.report.leave(
          "hook: \(words)", at: SourcePlace(file, SourceRange(at: offset)))
      }
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

extension [ImportedPart] {
  /// The words that it can be, each with its condition; nil if there are others.
  fileprivate var alternatives: [(condition: ImportedValue, words: String)]? {
    if let words { return [(ImportedValue(.bool(true)), words)] }
    guard count == 1, case .branches(let branches, let otherwise) = self[0] else { return nil }
    var found: [(ImportedValue, String)] = []
    var before = ImportedValue(.bool(true))
    for branch in branches + [(ImportedValue(.bool(true)), otherwise)] {
      guard let words = branch.parts.words else { return nil }
      found.append((.joined(before, "&&", branch.condition), words.trimmingMarks))
      before = .joined(before, "&&", branch.condition.negated)
    }
    return found
  }
}
