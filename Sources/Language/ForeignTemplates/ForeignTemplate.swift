// SPDX-License-Identifier: Apache-2.0

import FlowAnalysis
package import FlowFiles
package import FlowModel
import SourceDiagnostics

/// Checks the templates of other programs, copier and cookiecutter, as they are.
///
/// A template becomes a flow definition with places in its own files: its questions become fields, and
/// its files texts with the same conditions. What the check of flows proves about that flow is then said
/// about the template. What can't be translated exactly is counted, and nothing is said about it.
package enum ForeignTemplate {
  /// The default maximum size of a file in bytes: 4 MiB.
  static let defaultLimit = 4 << 20

  /// The names of the files that make a folder a template.
  package static let fileNames = CopierTemplate.fileNames + [CookiecutterTemplate.fileName]

  /// The maximum number of templates that one template may list.
  private static let maximumNested = 100

  /// Checks the templates in a folder.
  ///
  /// Nothing outside the folder is read, and links aren't followed.
  ///
  /// - Parameters:
  ///   - fileNames: The names of the files to read, of ``fileNames``.
  ///   - files: The files in the folder.
  ///   - folder: The path of the folder as messages show it; empty, or with a `/` at its end.
  ///   - limit: The maximum size of a file in bytes.
  /// - Returns: The findings, and how much was checked.
  /// - Complexity: O(*n*) in the size of all files, which is limited as that of a tree. Searches
  ///   through combinations of answers are limited, too.
  package static func check(
    _ fileNames: [String], in files: any FlowFileSource, shownAs folder: String,
    limit: Int = defaultLimit
  ) -> ForeignReport {
    var report = ForeignReport()
    var isCopierRead = false
    for name in fileNames {
      if name == CookiecutterTemplate.fileName {
        checkCookiecutter(
          FolderInside(files, ""), shownAs: folder, limit: limit, depth: 0, into: &report)
      } else if !isCopierRead {
        isCopierRead = true
        checkCopier(files, name, shownAs: folder, limit: limit, into: &report)
      }
    }
    return report
  }

  /// Returns the tree of the readable part of a file with questions.
  package static func tree(of bytes: [UInt8], name: String, limit: Int) -> YAMLStream {
    var options = CopierTemplate.options
    options.maximumByteCount = limit
    options.repairsSyntax = true
    return YAMLReader.read(bytes, name: name, options: options)
  }

  private static func checkCopier(
    _ files: any FlowFileSource, _ name: String, shownAs folder: String, limit: Int,
    into report: inout ForeignReport
  ) {
    let files = TemplateFiles(files, shownFolder: folder, limit: limit)
    var template: CopierTemplate
    do throws(UnreadableTemplate) {
      template = try CopierTemplate(files, fileName: name)
    } catch {
      return report.add(error.diagnostics, translated: [])
    }
    let names = template.names
    let rules = template.rules
    var constructs = template.readQuestions()
    let folders = template.folders
    TestedNames.collect(
      into: names, files, rules, in: folders?.map(\.path) ?? [], beside: [template.file])
    constructs += template.checkQuestions()
    var tree = TreeTranslator(names, files, rules)
    tree.add(
      constructs: constructs + (folders == nil ? ["_subdirectory"] : []), ofTemplate: false)
    let steps = (folders ?? []).flatMap { tree.steps(in: $0.path, when: $0.condition) }
    finish(tree, steps, template.file, template.unreadQuestions, into: &report)
  }

  private static func checkCookiecutter(
    _ source: FolderInside, shownAs folder: String, limit: Int, depth: Int,
    into report: inout ForeignReport
  ) {
    let files = TemplateFiles(source, shownFolder: folder, limit: limit)
    let template: CookiecutterTemplate
    do throws(UnreadableTemplate) {
      template = try CookiecutterTemplate(files)
    } catch {
      return report.add(error.diagnostics, translated: [])
    }
    guard template.nested.isEmpty else {
      guard depth == 0 else { return }
      for path in template.nested.prefix(maximumNested) {
        checkCookiecutter(
          source.inside(path), shownAs: "\(folder)\(path)/", limit: limit, depth: 1, into: &report)
      }
      return
    }
    let names = template.names
    let rules = template.rules
    TestedNames.collect(
      into: names, files, rules, in: [template.folder].compactMap { $0 }, beside: [template.file])
    var tree = TreeTranslator(names, files, rules)
    tree.add(constructs: template.checkTexts(), ofTemplate: false)
    var steps: [StepDefinition] = []
    for hook in template.hooks { steps += tree.step(ofFile: hook) }
    if let inner = template.folder {
      steps += tree.top(inner)
    } else {
      tree.add(constructs: ["folder"], ofTemplate: false)
    }
    finish(tree, steps, template.file, 0, into: &report)
  }

  /// Checks the libraries of macros, and then the flow.
  private static func finish(
    _ translated: TreeTranslator, _ translatedSteps: [StepDefinition], _ file: SourceFile,
    _ unreadQuestions: Int, into report: inout ForeignReport
  ) {
    var (tree, steps) = (translated, translatedSteps)
    var next = 0
    while next < tree.files.libraries.count {
      let library = tree.files.libraries[next]
      steps += tree.library(library.path, seeing: library.names)
      next += 1
    }
    let names = tree.names
    var seen: Set<String> = []
    let questions = names.order.compactMap(\.step).filter { seen.insert($0.id.name).inserted }
    let definition = FlowDefinition(
      id: Identifier("template", at: SourcePlace(file, SourceRange(at: 0))),
      inputs: names.inputs, steps: questions + steps, file: file)
    let found = FlowAnalyzer.check(definition).diagnostics
    report.add(
      ForeignFindings(
        names: names, sameNames: tree.sameNames, instanceCounts: tree.files.instanceCounts
      ).findings(of: found),
      translated: names.diagnostics)
    report.add(tree, unreadQuestions: unreadQuestions)
  }
}
