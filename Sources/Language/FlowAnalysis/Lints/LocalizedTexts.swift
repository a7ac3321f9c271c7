// SPDX-License-Identifier: Apache-2.0

import FlowExpressions
import FlowModel
import SourceDiagnostics

extension LintedFlow {
  /// Every text that users see, in file order.
  var texts: [LocalizedText] {
    var texts: [LocalizedText?] = [definition.title]
    for placed in steps {
      texts.append(placed.step.title)
      switch placed.step.kind {
      case .ask(let field): texts += field.shownTexts
      case .note(let text): texts.append(text)
      case .commit(let text): texts.append(text)
      case .stop(let text, _): texts.append(text)
      case .repeat(let list):
        texts += [list.summary, list.matrix?.heading]
        texts += list.validations.map(\.message)
      case .form(_, let validations): texts += validations.map(\.message)
      default: break
      }
    }
    return texts.compactMap { $0 }
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

extension FieldDefinition {
  fileprivate var shownTexts: [LocalizedText?] {
    var texts: [LocalizedText?] = self.texts.all
    texts += messages.map(\.text)
    texts += validations.map(\.message)
    switch choices {
    case nil: break
    case .listed(let choices)?:
      for choice in choices {
        texts += [choice.label, choice.hint, choice.section, choice.disabled]
      }
    case .computed(_, _, let label, let hint, let section)?: texts += [label, hint, section]
    }
    return texts
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
