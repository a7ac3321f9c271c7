// SPDX-License-Identifier: Apache-2.0

import FlowExpressions
public import FlowForms

extension AnswersFile.Answer {
  /// What is put into the field of that name.
  public var input: FieldInput {
    switch content {
    case .typed(let text): .text(text)
    case .data(let value): .value(value)
    case .empty: .none
    }
  }
}

extension CheckedFlow {
  /// The answers in advance that something given under a name stands for.
  ///
  /// A record under the id of a flow inside the flow holds the answers of that flow. A list of
  /// records and a list of choices may be a text in YAML or JSON, where nothing but texts can be
  /// given.
  ///
  /// - Parameters:
  ///   - input: What is given.
  ///   - name: The name.
  /// - Returns: The answers by their ids, and the names under which this flow never asks for.
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
      // A list of records has no typed form.
      return ([name: AnswersFile.value(of: text).map { .value($0) } ?? input], [])
    case .text(let text) where takesChoices(name) && text.hasPrefix("["):
      // Choices are typed with commas; who gives records so will give them as a list too.
      guard case .list(let picked)? = AnswersFile.value(of: text) else {
        return ([name: input], [])
      }
      return ([name: .value(.list(picked))], [])
    default: return takesAnswer(name) ? ([name: input], []) : ([:], [name])
    }
  }
}
