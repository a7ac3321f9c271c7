// SPDX-License-Identifier: Apache-2.0

import FlowExpressions
import FlowModel
import SourceDiagnostics

extension LintedFlow {
  /// Every text that users see, in file order.
  var texts: [LocalizedText] {
    index.texts.filter { $0.role.isShown }.inFileOrder { ($0.step, $0.role) }.map(\.text)
  }
}

extension IndexedRole {
  /// Whether it's a text that users see.
  fileprivate var isShown: Bool {
    switch self {
    case .argument, .input, .path, .content, .entryName, .linkTarget, .template: false
    default: true
    }
  }

  /// Its place among the texts of a step.
  ///
  /// The checker needs the choices before the other texts, and the steps of an item before its summary.
  fileprivate var rank: Int {
    switch self {
    case .summary: 0
    case .heading: 1
    case .choiceLabel, .choiceHint, .choiceSection, .choiceDisabled: 3
    case .title, .description: -1
    default: 2
    }
  }
}

extension Sequence {
  /// Returns texts, or the expressions in them, in the order of the file.
  ///
  /// - Complexity: O(*n* log *n*).
  func inFileOrder(_ place: (Element) -> (step: Int?, role: IndexedRole)) -> [Element] {
    enumerated().map { number, element in
      let (step, role) = place(element)
      return (key: (step ?? -1, role.rank, number), element: element)
    }.sorted { $0.key < $1.key }.map(\.element)
  }
}

extension LintedFlow {
  /// The language tags that questions with `sets: language` offer.
  var offeredLanguages: [String] {
    var tags: [String] = []
    for placed in steps {
      guard let field = placed.field, field.sets != nil else { continue }
      guard case .listed(let choices)? = field.choices else { continue }
      for choice in choices {
        if case .string(let tag) = choice.value.value, tag.isLanguageTag { tags.append(tag) }
      }
    }
    return tags
  }
}

extension LocalizedText {
  /// Whether it has words to translate, and not only expressions and symbols.
  var hasWords: Bool {
    variants.contains { variant in
      variant.template.allWords.contains { $0.contains(where: \.isLetter) }
    }
  }
}
