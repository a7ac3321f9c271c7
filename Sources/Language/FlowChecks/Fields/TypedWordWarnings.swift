// SPDX-License-Identifier: Apache-2.0

import FlowExpressions
import FlowModel
import SourceDiagnostics

// Finds choices whose value can't be typed, because it has another meaning.
extension FlowChecking {
  /// Warns about choices whose value is a word of the prompt, or the number of another choice.
  ///
  /// Typing it selects something else, or is refused as ambiguous.
  mutating func checkTypedWords(_ choices: [ChoiceDefinition], of field: FieldDefinition) {
    for (index, choice) in choices.enumerated() {
      guard let word = word(typedFor: choice) else { continue }
      // 'None of these' is what 'none' means.
      if choice.isAlone, word.lowercased() == "none" { continue }
      if field.type == .choices, ["all", "none"].contains(word.lowercased()) {
        report(
          Diagnostic(
            "ambiguous-choice", .warning,
            "typing '\(word)' selects \(word.lowercased() == "all" ? "every choice" : "nothing"), "
              + "not this choice; give it another value",
            at: choice.value.place))
      } else if let number = Int(word), number != index + 1, choices.indices.contains(number - 1) {
        report(
          Diagnostic(
            "ambiguous-choice", .warning,
            "typing \(word) could mean this choice or choice number \(number), "
              + "'\(choices[number - 1].value.value.plainText)'; move it to position \(number), or give "
              + "it another value",
            at: choice.value.place,
            notes: [.init("choice number \(number) is here", at: choices[number - 1].value.place)]))
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
