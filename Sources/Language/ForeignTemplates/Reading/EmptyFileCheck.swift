// SPDX-License-Identifier: Apache-2.0

import FlowModel
import SourceDiagnostics

/// Finds files that are empty for some choice: all their text is under conditions about one question,
/// and none of them is true for it.
struct EmptyFileCheck {
  let names: TemplateNames
  let rules: TreeRules

  /// The conditions under which the file is written.
  let conditions: [JinjaExpression]

  /// Checks a file, and reports the choices for which it's empty.
  func check(_ nodes: [JinjaNode], of file: SourceFile) {
    let shown = nodes.filter { node in
      if case .words(let words) = node { return !words.utf8.allSatisfy(JinjaLexer.isBlank) }
      return true
    }
    // One condition alone is a way to leave a file out.
    guard shown.count == 1, case .branches(let branches, nil) = shown[0], branches.count > 1,
      let question = question(of: branches.map(\.condition)), question.isFree,
      question.when == nil, case .choice(let choices) = question.kind,
      // A command may remove the file for some choices.
      !rules.scripts.contains(where: { $0.holds(question.name.name) })
    else { return }
    let around = conditions.filter { reads(question, $0) }
    var empty: [String] = []
    for choice in choices {
      guard let isEmpty = try? isEmpty(branches, question, choice),
        let isWritten = try? around.allSatisfy({ try truth(of: $0, question, choice) })
      else { return }
      if isEmpty, isWritten, !Self.meansNothing(choice) { empty.append(choice) }
    }
    // Where most choices write nothing, that's meant.
    guard !empty.isEmpty, empty.count < choices.count - 1 else { return }
    let words = empty.map { "'\($0)'" }.joined(separator: ", ")
    names.report(
      Diagnostic(
        "nothing-written", .warning,
        "the file is empty if '\(question.name)' is \(words): none of its conditions is true then",
        at: SourcePlace(file, branches[0].condition.range),
        notes: [.init("'\(question.name)' is asked here", at: question.name.place)]))
  }

  /// Whether a choice says that there's nothing, such as `Not open source` or `Empty license file`.
  private static func meansNothing(_ choice: String) -> Bool {
    let words: Set<String> = [
      "none", "no", "not", "nothing", "empty", "without", "null", "other", "proprietary", "skip",
    ]
    return choice.lowercased().split { !$0.isLetter }.contains { words.contains(String($0)) }
      || !choice.contains { $0.isLetter || $0.isNumber }
  }

  private func isEmpty(
    _ branches: [JinjaNode.Branch], _ question: ForeignQuestion, _ choice: String
  ) throws(JinjaFailure) -> Bool {
    for branch in branches where try truth(of: branch.condition, question, choice) { return false }
    return true
  }

  private func truth(
    of condition: JinjaExpression, _ question: ForeignQuestion, _ choice: String
  ) throws(JinjaFailure) -> Bool {
    var evaluator = JinjaEvaluator { expression in
      let read = names.question(expression, in: TemplateScope())
      return read?.name.name == question.name.name ? .string(choice) : nil
    }
    return try evaluator.truth(of: condition)
  }

  /// The only question that conditions read.
  private func question(of conditions: [JinjaExpression]) -> ForeignQuestion? {
    var found: [ForeignQuestion] = []
    for condition in conditions { collect(&found, condition) }
    guard let first = found.first, found.allSatisfy({ $0.name.name == first.name.name }) else {
      return nil
    }
    return first
  }

  private func collect(_ found: inout [ForeignQuestion], _ expression: JinjaExpression) {
    if let question = names.question(expression, in: TemplateScope()) {
      found.append(question)
    } else {
      for child in expression.children { collect(&found, child) }
    }
  }

  private func reads(_ question: ForeignQuestion, _ expression: JinjaExpression) -> Bool {
    var found: [ForeignQuestion] = []
    collect(&found, expression)
    return found.contains { $0.name.name == question.name.name }
  }
}
