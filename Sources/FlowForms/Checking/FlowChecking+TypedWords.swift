// SPDX-License-Identifier: Apache-2.0

import FlowExpressions
import SourceDiagnostics

// Choices that cannot be typed by their value, because the word means something else.
extension FlowChecking {
  /// Warns of choices that are called like a word or a number of the list: a person who types it gets
  /// something else, or is asked back.
  mutating func checkTypedWords(_ choices: [ChoiceDefinition], of field: FieldDefinition) {
    for (index, choice) in choices.enumerated() {
      guard let word = word(typedFor: choice) else { continue }
      if field.type == .choices, ["all", "none"].contains(word.lowercased()) {
        report(
          Diagnostic(
            "ambiguous-choice", .warning,
            "typing '\(word)' chooses \(word.lowercased() == "all" ? "every choice" : "nothing"), "
              + "never this choice alone; give it another value",
            at: choice.value.place))
      } else if let number = Int(word), number != index + 1, choices.indices.contains(number - 1) {
        report(
          Diagnostic(
            "ambiguous-choice", .warning,
            "'\(word)' is choice number \(index + 1), and number \(number) is "
              + "'\(choices[number - 1].value.value.plainText)'; put it at number \(number), or give "
              + "it another value",
            at: choice.value.place,
            notes: [.init("number \(number) stands here", at: choices[number - 1].value.place)]))
      }
    }
  }

  private func word(typedFor choice: ChoiceDefinition) -> String? {
    switch choice.value.value {
    case .string(let text): text
    case .int(let number): String(number)
    default: nil
    }
  }
}
