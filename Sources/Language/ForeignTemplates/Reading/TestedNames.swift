// SPDX-License-Identifier: Apache-2.0

import FlowModel
import SourceDiagnostics

/// Finds the names that some template tests for being there: `{% if name is defined %}`.
///
/// Such a name can be given on the command line, and is missing otherwise, so nothing is said about it.
enum TestedNames {
  /// Adds the names that the files of a template test.
  static func collect(
    into names: TemplateNames, _ files: TemplateFiles, _ rules: TreeRules, in folders: [String],
    beside others: [SourceFile]
  ) {
    var found: Set<String> = []
    for file in others { found.formUnion(tested(in: file.text)) }
    for folder in folders { visit(folder, files, rules, depth: 0, into: &found) }
    names.testedNames.formUnion(found)
  }

  private static func visit(
    _ folder: String, _ files: TemplateFiles, _ rules: TreeRules, depth: Int,
    into found: inout Set<String>
  ) {
    guard depth <= TreeDefinition.maximumDepth,
      let entries = files.entries(in: folder, limit: TreeDefinition.maximumEntryCount)
    else { return }
    for entry in entries {
      let path = folder.isEmpty ? entry.name : "\(folder)/\(entry.name)"
      switch entry.kind {
      case .folder where entry.name != ".git":
        visit(path, files, rules, depth: depth + 1, into: &found)
      case .file where entry.name.hasSuffix(rules.suffix):
        if let file = try? files.text(of: path) { found.formUnion(tested(in: file.text)) }
      default: break
      }
      found.formUnion(tested(in: entry.name))
    }
  }

  /// The names before `is defined`, `is not defined`, `is undefined`, and `| default`, by their words.
  private static func tested(in text: String) -> Set<String> {
    guard text.holds("defined") || text.holds("default") || text.holds("|d(") else { return [] }
    let words = text.split { !($0 == "_" || $0 == "|" || $0.isLetter || $0.isNumber) }
      .flatMap { $0.split(separator: "|", omittingEmptySubsequences: false).interspersed }
    var found: Set<String> = []
    for (index, word) in words.enumerated() where index >= 2 {
      switch word {
      case "defined", "undefined":
        let isNegated = words[index - 1] == "not"
        let position = index - (isNegated ? 3 : 2)
        if position >= 0, words[position + 1] == "is" { found.insert(String(words[position])) }
      case "default", "d":
        if words[index - 1] == "|" { found.insert(String(words[index - 2])) }
      default: break
      }
    }
    return found
  }
}

extension [Substring] {
  /// The words with a `|` between each two, without those that are empty.
  fileprivate var interspersed: [Substring] {
    enumerated().flatMap { $0.offset > 0 ? ["|", $0.element] : [$0.element] }
      .filter { !$0.isEmpty }
  }
}
