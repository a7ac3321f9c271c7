// SPDX-License-Identifier: Apache-2.0

import FlowExpressions
import SourceDiagnostics
import Testing

/// An expression without names, and what comes of it: the value as CEL spells it, `! id` for a
/// failure on a value, `? id…` for mistakes that the checker finds.
///
/// The expectations are the language definition's and those of its extensions; where they leave
/// something open, the row fixes our choice.
struct CornerRow: Sendable, CustomTestStringConvertible {
  let text: String
  let expected: String

  init(_ text: String, _ expected: String) {
    self.text = text
    self.expected = expected
  }

  var testDescription: String { text }

  func check() {
    #expect(result == expected)
  }

  private var result: String {
    let compilation = ExpressionEnvironment(zones: CarriedZones.table).compile(text)
    guard let expression = compilation.expression else {
      return "? " + compilation.mistakes.map(\.id.name).joined(separator: " ")
    }
    do throws(EvaluationError) {
      return try "\(expression.evaluate(in: [:]))"
    } catch {
      return "! \(error.code.rawValue)"
    }
  }
}
