// SPDX-License-Identifier: Apache-2.0

import Expectations
import FlowExpressions
import SourceDiagnostics
import Testing

/// An expression without names, and its result: the value in CEL's spelling, `! id` for a failure
/// on a value, or `? id…` for mistakes that the checker finds.
///
/// The expectations come from the language definition and its extensions; where they leave
/// something open, the row records our choice.
struct CornerRow: Sendable, CustomTestStringConvertible {
  let text: String
  let expected: String

  init(_ text: String, _ expected: String) {
    self.text = text
    self.expected = expected
  }

  var testDescription: String { text }

  func check() {
    expectEqual(result, expected)
  }

  private var result: String {
    let compilation = ExpressionEnvironment(zones: ZoneFixtures.table).compile(text)
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
