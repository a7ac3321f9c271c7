// SPDX-License-Identifier: Apache-2.0

import FlowModel
import SourceDiagnostics

/// The name of a file or a folder of a template.
struct TranslatedName {
  /// Where it is.
  let place: SourcePlace

  /// The text with what its name reads.
  let text: TextTemplate

  /// The parts of the text that may be missing, or that are decided.
  let uses: [TextTemplate.Part]

  /// The condition without which the name is empty; nil if there's none, or it isn't known.
  let condition: ExpressionSource?

  /// The conditions of the template that must be true.
  let conditions: [JinjaExpression]

  /// The name, if it's the same whatever the answers are.
  let literal: String?

  let isFolder: Bool

  /// Whether it's always empty.
  let isNothing: Bool

  /// Whether it's known when it's written.
  let isCertain: Bool

  init(
    _ translator: inout TextTranslator, entry: String, isFolder: Bool, isCertain: Bool
  ) {
    self.isFolder = isFolder
    place = translator.source.place(SourceRange(0, entry.utf8.count))
    let nodes = (try? JinjaParser.parse(entry, translator.files.delimiters)) ?? []
    isNothing = translator.isEmpty(nodes)
    guard nodes.count == 1, case .branches(let branches, let otherwise) = nodes[0],
      branches.count == 1, (otherwise ?? []).isEmpty
    else {
      let (text, nodes) = translator.text()
      self.text = text
      uses = text.parts
      (condition, conditions) = (nil, [])
      switch nodes.first {
      case .words(let words)? where nodes.count == 1: literal = words
      default: literal = nil
      }
      self.isCertain = isCertain && literal != nil
      return
    }
    let branch = branches[0]
    let (text, _) = translator.text()
    var parts: [TextTemplate.Part] = []
    var condition: ExpressionSource?
    // The condition stands for the group, and the rest of the name is in it.
    for part in text.parts {
      if case .conditional(let conditional) = part,
        conditional.branches.first?.condition.place
          == translator.source.place(branch.condition.range)
      {
        condition = conditional.branches[0].condition
      } else {
        parts.append(part)
      }
    }
    self.condition = condition
    conditions = [branch.condition]
    uses = parts
    self.text = TextTemplate(parts: parts, place: place)
    if branch.nodes.count == 1, case .words(let words) = branch.nodes[0] {
      literal = words
    } else {
      literal = nil
    }
    self.isCertain = isCertain && condition != nil
  }

  /// The condition under which two names are both there; nil if it isn't known.
  static func both(
    _ one: TranslatedName, _ other: TranslatedName, _ names: TemplateNames
  ) -> ExpressionSource? {
    let parts = [one, other].compactMap(\.condition?.text)
    // Only questions that can have each value prove that both can be there.
    guard !parts.isEmpty,
      (one.conditions + other.conditions).allSatisfy(names.readsOnlyFreeQuestions),
      !parts.contains(where: { $0.holds(TemplateNames.inputPrefix) })
    else { return nil }
    let range = SourceRange(at: one.place.range.upperBound)
    let text = parts.map { "(\($0))" }.joined(separator: " && ")
    let run = SourceMap.Run(decoded: 0, source: one.place.range, isVerbatim: false)
    return ExpressionSource(
      text, map: SourceMap(runs: [run], decodedCount: text.utf8.count, whole: range),
      in: one.place.file)
  }
}

extension TemplateNames {
  /// Whether an expression reads only questions whose values can be combined in any way.
  func readsOnlyFreeQuestions(_ expression: JinjaExpression) -> Bool {
    if let question = question(expression, in: TemplateScope()) {
      guard case .computed = question.kind else { return question.isFree && question.when == nil }
      return false
    }
    switch expression.kind {
    case .name, .call: return false
    default: return expression.children.allSatisfy(readsOnlyFreeQuestions)
    }
  }
}
