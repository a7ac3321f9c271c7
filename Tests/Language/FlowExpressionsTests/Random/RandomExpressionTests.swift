// SPDX-License-Identifier: Apache-2.0

import CLibrary
import Expectations
import FlowExpressions
import SourceDiagnostics
import Testing

/// Random expressions, valid and invalid.
///
/// None may trap or hang, and what compiles keeps the checker's promises. `STACKFLOW_LONG=1` runs
/// fifty times as many, and `STACKFLOW_SEED=n` repeats a run.
@Suite struct RandomExpressionTests {
  private static func environmentVariable(_ name: String) -> String? {
    getenv(name).map { String(cString: $0) }
  }

  private static let environment: ExpressionEnvironment = {
    var options = ExpressionOptions()
    options.allowsHasOfNames = true
    options.maximumCost = 20_000
    options.maximumTextLength = 100_000
    let record = RecordType([.init("f", .int), .init("g", .string, isOptional: true)])
    var environment = ExpressionEnvironment(
      variables: [
        VariableDeclaration("a", .int), VariableDeclaration("s", .string),
        VariableDeclaration("l", .list(.int)), VariableDeclaration("d", .dyn),
        VariableDeclaration("m", .map(.string, .int)), VariableDeclaration("b", .bool),
        VariableDeclaration("p", .string, presence: .maybe), VariableDeclaration("x.y", .int),
        VariableDeclaration("t", .timestamp), VariableDeclaration("r", .record(record)),
        VariableDeclaration("label(s)", .string), VariableDeclaration("label(p)", .string),
      ], functions: FlowLibrary.functions, options: options)
    environment.nameFunctions = ["label": "a name"]
    return environment
  }()

  private static let bindings: [String: Value] = [
    "a": 3, "s": "héllo", "l": [1, 2, 3], "d": ["k": [1, "x", 2.5]], "m": ["k": 1], "b": true,
    "x.y": 7, "label(s)": "Hello", "t": .timestamp(.epoch), "r": ["f": 1],
  ]

  @Test func evaluationNeverTrapsAndTypesAreSound() {
    let isLong = Self.environmentVariable("STACKFLOW_LONG") == "1"
    let seed =
      Self.environmentVariable("STACKFLOW_SEED").flatMap { UInt64($0) }
      ?? UInt64.random(in: 0..<1 << 32)
    let count = isLong ? 100_000 : 2_000
    print("random expressions: \(count) from STACKFLOW_SEED=\(seed)")
    var generator = ExpressionGenerator(seed: seed)
    var unchecked = Self.environment
    unchecked.options.checksTypes = false
    unchecked.options.container = "q.w"
    for _ in 0..<count {
      let text = generator.text()
      check(text)
      if let expression = unchecked.compile(text).expression {
        _ = try? expression.evaluate(in: Self.bindings)
      }
      _ = ExpressionInterpolation.parts(of: "${\(text)}")
    }
  }

  private func check(_ text: String) {
    let result = Self.environment.compile(text)
    for mistake in result.mistakes {
      #expect(mistake.range.upperBound <= text.utf8.count, "\(text)")
      #expect(!mistake.message.isEmpty)
    }
    guard let expression = result.expression else {
      #expect(!result.mistakes.isEmpty, "\(text)")
      return
    }
    do throws(EvaluationError) {
      let value = try expression.evaluate(in: Self.bindings)
      // Null agrees with times and optionals in a list, as in the reference implementation.
      #expect(
        expression.type.contains(value) || text.contains("null"),
        "\(text) of \(expression.type) gives \(value)")
      expectEqual(expression.evaluatePartially(in: Self.bindings), .value(value), "\(text)")
    } catch {
      #expect(error.range != nil, "\(text)")
      #expect((error.range?.upperBound ?? 0) <= text.utf8.count, "\(text)")
    }
    if case .lacking(let names) = expression.evaluatePartially(in: [String: Value]()) {
      #expect(!names.isEmpty)
    }
  }
}
