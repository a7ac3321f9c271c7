// SPDX-License-Identifier: Apache-2.0

import FlowExpressions
public import FlowForms

extension AnswersFile.Answer {
  /// The input for the field of that name.
  public var input: FieldInput {
    switch content {
    case .typed(let text): .text(text)
    case .data(let value): .value(value)
    case .empty: .none
    }
  }
}

extension CheckedFlow {
  /// Returns the prefilled answers that a value supplied under a name represents.
  ///
  /// A record supplied under the id of a nested flow contains that flow's answers. Where only texts
  /// can be supplied, a list of records or choices may be a text in YAML or JSON.
  ///
  /// - Parameters:
  ///   - input: The supplied value.
  ///   - name: The name.
  /// - Returns: The answers by id, and the names that aren't answers of this flow.
  public func answers(
    given input: FieldInput, under name: String
  ) -> (answers: [String: FieldInput], unknown: [String]) {
    switch input {
    case .value(.map(let map)) where isSubflow(name) && !takesAnswer(name):
      var found: (answers: [String: FieldInput], unknown: [String]) = ([:], [])
      for entry in map {
        let inner = entry.value == .null ? FieldInput.none : .value(entry.value)
        let part = answers(given: inner, under: "\(name).\(entry.key.plainText)")
        found.answers.merge(part.answers) { $1 }
        found.unknown += part.unknown
      }
      return found
    case .text(let text) where isList(name):
      // A list of records can't be typed.
      return ([name: AnswersFile.value(of: text).map { .value($0) } ?? input], [])
    case .text(let text) where takesChoices(name) && text.hasPrefix("["):
      // Choices are typed with commas between them, but a list is accepted too, as it is for
      // records.
      guard case .list(let picked)? = AnswersFile.value(of: text) else {
        return ([name: input], [])
      }
      return ([name: .value(.list(picked))], [])
    default: return takesAnswer(name) ? ([name: input], []) : ([:], [name])
    }
  }
}
