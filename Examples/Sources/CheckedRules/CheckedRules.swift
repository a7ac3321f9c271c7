// SPDX-License-Identifier: Apache-2.0

import FlowExpressions

/// Rules that someone else writes for orders: checked before the first order arrives, and bounded
/// while they run.
@main
enum CheckedRules {
  static let environment: ExpressionEnvironment = {
    var options = ExpressionOptions()
    options.maximumCost = 10_000
    return ExpressionEnvironment(
      variables: [
        VariableDeclaration("plan", .string, knownValues: .oneOf(["free", "pro"])),
        VariableDeclaration("items", .list(.record(RecordType([.init("price", .double)])))),
        VariableDeclaration("country", .string),
      ], functions: FlowLibrary.functions, options: options)
  }()

  static func main() {
    let order: [String: Value] = ["plan": "pro", "items": [["price": 12.5], ["price": 30.0]]]
    for rule in [
      "plan == 'pro' && sum(items.map(i, i.price)) > 40.0",
      "plan == pro",
      "items.exists(i, i.prise > 10.0)",
      "country == 'NL' || plan == 'free'",
      "lists.range(100000).all(n, n >= 0)",
    ] {
      print(rule)
      let result = environment.compile(rule, expecting: .bool)
      for mistake in result.mistakes {
        print("  \(mistake.message)")
      }
      switch result.expression?.evaluatePartially(in: order) {
      case .value(let value): print("  \(value)")
      case .lacking(let names): print("  needs \(names.joined(separator: ", "))")
      case .failure(let failure): print("  \(failure.message)")
      case nil: break
      }
    }
  }
}
