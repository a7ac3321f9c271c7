// SPDX-License-Identifier: Apache-2.0

import FlowExpressions
import FlowModel

/// The forms of the function whose arguments are being typed.
package struct SignatureHelp: Sendable {
  /// A form of a function.
  package struct Form: Sendable {
    package let label: String

    /// The parts of the label that are parameters.
    package let parameters: [String]
  }

  package let forms: [Form]
  package let summary: String

  /// The number of the argument at the place, from 0.
  package let argument: Int
}

extension FlowWorkspace {
  /// Returns the forms of the function whose arguments are being typed at an offset of a file; nil if there's none.
  ///
  /// - Complexity: O(*n*) in the length of the text around the offset.
  package mutating func signature(at offset: Int, in path: String) -> SignatureHelp? {
    guard let view = sketch(of: path), let expression = ExpressionText(before: offset, in: view),
      let (function, argument) = expression.typed.call,
      let (forms, summary) = FunctionDeclaration.reference(of: function, in: view.index)
    else { return nil }
    let shown = forms.map { SignatureHelp.Form(label: $0, parameters: Self.parameters(of: $0)) }
    return SignatureHelp(forms: shown, summary: summary, argument: argument)
  }

  /// Returns the parameters between the last parentheses of a form.
  private static func parameters(of form: String) -> [String] {
    let call = form.prefix { $0 != "→" }.reversed().drop { $0 == " " }.reversed()
    guard call.last == ")" else { return [] }
    var depth = 0
    var parts: [String] = [""]
    for character in call.reversed() {
      if ")}]".contains(character) { depth += 1 }
      if "({[".contains(character) { depth -= 1 }
      if depth == 0 { break }
      if depth == 1, character == ")" { continue }
      if depth == 1, character == "," {
        parts.append("")
      } else {
        parts[parts.count - 1].append(character)
      }
    }
    return parts.map { String($0.reversed()).trimmed }.reversed().filter { !$0.isEmpty }
  }
}
