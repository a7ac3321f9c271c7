// SPDX-License-Identifier: Apache-2.0

import FlowExpressions
package import FlowModel

extension AnswersFile.Answer {
  /// The input for the field of that name.
  package var input: FieldInput {
    switch content {
    case .typed(let text): .text(text)
    case .data(let value): .value(value)
    case .empty: .empty
    }
  }
}

extension CheckedFlow {
  /// Returns the prefilled answers that a value supplied under a name represents.
  ///
  /// A record supplied under the name of a nested flow contains that flow's answers. Where only texts
  /// can be supplied, a list of records or choices may be a text in YAML or JSON.
  ///
  /// - Parameters:
  ///   - input: The supplied value, whose records have their answers by their names in data.
  ///   - name: The name in data; see `CheckedFlow.dataName(of:)`.
  /// - Returns: The answers by id, with ids in their records, and the names that aren't answers of this flow.
  package func answers(
    given input: FieldInput, under name: String
  ) -> (answers: [String: FieldInput], unknown: [String]) {
    guard let id = id(ofAnswerNamed: name) else { return ([:], [name]) }
    switch input {
    case .value(.map(let map)) where isSubflow(id) && !takesAnswer(id):
      var found: (answers: [String: FieldInput], unknown: [String]) = ([:], [])
      for entry in map {
        let inner = entry.value == .null ? FieldInput.empty : .value(entry.value)
        let part = answers(given: inner, under: "\(name).\(entry.key.plainText)")
        found.answers.merge(part.answers) { $1 }
        found.unknown += part.unknown
      }
      return found
    case .text(let text) where isList(id):
      // A list of records can't be typed.
      guard let value = AnswersFile.value(of: text) else { return ([id: input], []) }
      return answer(from: value, to: id)
    case .text(let text) where takesChoices(id) && text.hasPrefix("["):
      // Choices are typed with commas between them, but a list is accepted too, as it is for
      // records.
      guard case .list(let picked)? = AnswersFile.value(of: text) else { return ([id: input], []) }
      return ([id: .value(.list(picked))], [])
    case .value(let value) where takesAnswer(id): return answer(from: value, to: id)
    default: return takesAnswer(id) || takesAnswerInItem(id) ? ([id: input], []) : ([:], [name])
    }
  }

  private func answer(
    from data: Value, to id: String
  ) -> (answers: [String: FieldInput], unknown: [String]) {
    let (value, misnamed) = answer(from: data, for: id)
    return misnamed.isEmpty ? ([id: .value(value)], []) : ([:], misnamed)
  }
}
