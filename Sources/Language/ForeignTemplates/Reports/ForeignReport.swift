// SPDX-License-Identifier: Apache-2.0

package import SourceDiagnostics

/// The findings in a foreign template, and how much of it the check understood.
package struct ForeignReport: Sendable {
  /// The findings.
  package private(set) var diagnostics = DiagnosticList()

  /// The number of templates: the files that are rendered.
  private(set) var templateCount = 0

  /// The number of templates that were understood as a whole.
  private(set) var understoodCount = 0

  /// The number of questions that weren't understood.
  private(set) var unreadQuestionCount = 0

  /// The number of templates in which each construct wasn't understood.
  private(set) var constructs: [String: Int] = [:]

  /// The questions, in their order.
  package private(set) var names: [ForeignName] = []

  /// The words that the template can use; those of the last one, if it lists several.
  package private(set) var words = ForeignWords()

  init() {}

  /// Adds findings in the order of their files; those about a file that's read several times count once.
  mutating func add(_ found: [Diagnostic], translated: [Diagnostic]) {
    struct Said: Hashable {
      let file: String
      let range: SourceRange
      let id: DiagnosticID
    }
    var said: Set<Said> = []
    let inOrder = (translated + found).sorted {
      ($0.place.file.name, $0.place.range.lowerBound) < (
        $1.place.file.name, $1.place.range.lowerBound
      )
    }
    for diagnostic in inOrder {
      let said = !said.insert(
        Said(
          file: diagnostic.place.file.name, range: diagnostic.place.range, id: diagnostic.id)
      ).inserted
      if !said { diagnostics.add(diagnostic) }
    }
  }

  mutating func add(_ tree: TreeTranslator, unreadQuestions: Int) {
    names += tree.names.order.map { ForeignName($0, in: tree.names) }
    words = ForeignWords(tree.names, tree.files.delimiters)
    templateCount += tree.templates.all
    understoodCount += tree.templates.understood
    constructs.merge(tree.constructs, uniquingKeysWith: +)
    unreadQuestionCount += unreadQuestions
  }

  /// How much was checked, in words: `23 of 24 templates checked; 'macro' in 2 isn't understood`.
  package var summary: String {
    var words = "\(understoodCount) of \(templateCount) templates checked"
    let shown = constructs.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
    if !shown.isEmpty {
      var parts = shown.prefix(8).map { "'\($0.key)' in \($0.value)" }
      if shown.count > 8 { parts.append("and \(shown.count - 8) more") }
      words +=
        "; \(parts.joined(separator: ", ")) \(shown.count == 1 ? "isn't" : "aren't") understood"
    }
    if unreadQuestionCount > 0 {
      words += "; \(unreadQuestionCount) of the questions "
      words += unreadQuestionCount == 1 ? "isn't understood" : "aren't understood"
    }
    return words
  }
}
