// SPDX-License-Identifier: Apache-2.0

import FlowExpressions
import FlowModel
import SourceDiagnostics

// Checks the trees of `write` steps: their names, and the expressions of their templates.
extension FlowChecking {
  mutating func check(_ entries: [TreeEntryDefinition]) -> [CheckedTreeEntry] {
    checkNamesDiffer(entries)
    return entries.map { check($0) }
  }

  private mutating func check(_ entry: TreeEntryDefinition) -> CheckedTreeEntry {
    let name = checkSingle(entry.name, for: .entryName, what: "a name")
    checkName(entry.name.readingLiterals(of: name))
    let content = reached(ifNamed: name) { $0.check(entry.content) }
    return CheckedTreeEntry(
      name: name, place: entry.name.place, content: content, isExecutable: entry.isExecutable)
  }

  private mutating func check(_ content: TreeEntryDefinition.Content) -> CheckedTreeEntry.Content {
    switch content {
    case .folder(let entries): .folder(check(entries))
    case .template(let text): .template(checkWritten(text, for: .template))
    case .bytes(let bytes): .bytes(bytes)
    case .link(let target):
      .link(to: checkSingle(target, for: .linkTarget, what: "the target of a link"))
    }
  }

  /// Checks what's written only if a name isn't empty, so the condition of a name such as
  /// `${tests ? 'test.sh' : ''}` is a fact there.
  private mutating func reached<Result>(
    ifNamed name: CheckedText, _ check: (inout FlowChecking) -> Result
  ) -> Result {
    guard let parts = name.variants.first?.parts, parts.count == 1 else { return check(&self) }
    if case .conditional(let branches, let otherwise) = parts[0], branches.count == 1,
      otherwise.isEmpty
    {
      return reached(when: branches[0].condition, check)
    }
    guard case .expression(let expression) = parts[0],
      case .conditional(let condition, let first, let second) = expression.compiled.root.kind,
      first.isEmptyText != second.isEmptyText
    else { return check(&self) }
    let source = expression.source
    let part = ExpressionSource(
      source.text(of: condition.range), map: source.map.slice(condition.range), in: source.file)
    guard let condition = self.check(part, for: nil, expecting: .bool) else { return check(&self) }
    return second.isEmptyText
      ? reached(when: condition, check) : assuming(condition, isTrue: false, check)
  }

  /// Reports a name that can't be one, whatever the answers.
  private mutating func checkName(_ name: TextTemplate) {
    let words = name.allWords.joined()
    let isLiteral = name.parts.allSatisfy { if case .words = $0 { true } else { false } }
    if isLiteral, words.isEmpty {
      report(
        Diagnostic(
          "file-name", "the name is empty without the suffix, so the file would never be written",
          at: name.place))
    } else if let problem = TreeName.problem(in: words, isWhole: isLiteral) {
      report(Diagnostic("file-name", "a name in a tree \(problem)", at: name.place))
    }
  }

  /// Reports names that are equal whatever the answers.
  private mutating func checkNamesDiffer(_ entries: [TreeEntryDefinition]) {
    var places: [String: SourcePlace] = [:]
    for entry in entries where !entry.name.isEmpty {
      let name = entry.name.source
      guard let first = places.updateValue(entry.name.place, forKey: name) else { continue }
      report(
        Diagnostic(
          "same-name", "two entries of the folder get the name '\(name)'",
          at: entry.name.place, notes: [.init("the other one is here", at: first)]))
    }
  }
}

// Trees that are written once for each element of a list.
extension FlowChecking {
  /// Warns of a file that's the same for each element, so that two elements can't be written.
  mutating func warnOfEqualFiles(
    _ tree: TreeDefinition, to path: TextTemplate, _ checked: CheckedTree,
    _ checkedPath: CheckedText
  ) {
    guard let each = tree.each, checked.each != nil, !checkedPath.mayReadItem(path),
      let file = Self.firstEqual(tree.entries, checked.entries, below: "")
    else { return }
    report(
      Diagnostic(
        "same-name", .warning,
        "each element of '\(each.text.trimmed)' would write the same file '\(file.path)'; name 'item' in "
          + "'to', or in the name of the file or of a folder around it",
        at: each.place, notes: [.init("the name is here", at: file.place)]))
  }

  /// Returns the first file or link in whose path there's no `item`.
  private static func firstEqual(
    _ entries: [TreeEntryDefinition], _ checked: [CheckedTreeEntry], below folder: String
  ) -> (path: String, place: SourcePlace)? {
    for (entry, known) in zip(entries, checked) where !known.name.mayReadItem(entry.name) {
      let path = folder + entry.name.source
      guard case .folder(let inner) = entry.content, case .folder(let knownInner) = known.content
      else { return (path, entry.name.place) }
      if let found = firstEqual(inner, knownInner, below: path + "/") { return found }
    }
    return nil
  }
}

extension CheckedText {
  /// Whether an expression reads `item`, or couldn't be checked.
  fileprivate func mayReadItem(_ template: TextTemplate) -> Bool {
    let expressions = expressions
    return expressions.count < template.expressions.count
      || expressions.contains { $0.compiled.freeNames.contains("item") }
  }
}

extension TextTemplate {
  /// The text with the words of its literals, which are the same whatever the answers: `${'..'}` is `..`.
  ///
  /// - Parameter checked: The text, checked.
  /// - Returns: The text with words in the places of the literals.
  /// - Complexity: O(*n*) in the number of parts.
  func readingLiterals(of checked: CheckedText) -> TextTemplate {
    var literals: [ExpressionSource: String] = [:]
    for expression in checked.shownExpressions {
      guard case .literal(.string(let words)) = expression.compiled.root.kind else { continue }
      literals[expression.source] = words
    }
    guard !literals.isEmpty else { return self }
    var text = self
    text.parts = parts.map { part in
      guard case .expression(let source) = part, let words = literals[source] else { return part }
      return .words(words)
    }
    return text
  }
}

extension ParsedExpression {
  /// Whether it's the literal `''`.
  fileprivate var isEmptyText: Bool {
    if case .literal(.string(let text)) = kind { text.isEmpty } else { false }
  }
}
