// SPDX-License-Identifier: Apache-2.0

import Benchmark
import FlowExpressions

private let environment = ExpressionEnvironment(
  variables: [
    VariableDeclaration("plan", .string), VariableDeclaration("team", .list(.string)),
    VariableDeclaration("kind", .string), VariableDeclaration("port", .int),
    VariableDeclaration("price", .double), VariableDeclaration("labels", .map(.string, .string)),
  ], functions: FlowLibrary.functions)

private let bindings: [String: Value] = [
  "plan": "pro", "team": ["bob", "carl", "ann", "dora", "eve"], "kind": "http", "port": 8080,
  "price": 9.5, "labels": ["region": "eu-west", "tier": "gold"],
]

/// Ten typical conditions and values of flows; the target applies to the first.
private let texts = [
  #"plan == "pro" && size(team) > 3 && team.exists(m, m.startsWith("a"))"#,
  "kind == 'http'",
  "kind in ['http', 'worker'] && port >= 1024",
  "port > 1023 && port < 65536 ? 'user' : 'system'",
  "kind.matches('^[a-z][a-z0-9-]*$')",
  "labels.region.endsWith('west') || has(labels.zone)",
  "price * 1.2 > 10.0",
  "team.filter(m, m != 'bob').size() == 4",
  "team.map(m, m.upperAscii()).join(', ')",
  "labels.?zone.orValue('none') == 'none'",
]

// The growth matters: the cost per element should be the same at every length.
let benchmarks: @Sendable () -> Void = {
  Benchmark.defaultConfiguration = .init(
    metrics: [.wallClock], scalingFactor: .kilo, maxDuration: .milliseconds(400))

  for text in texts {
    Benchmark("Parse \(text)") { benchmark in
      for _ in benchmark.scaledIterations { blackHole(environment.parse(text)) }
    }
    Benchmark("Parse, check and plan \(text)") { benchmark in
      for _ in benchmark.scaledIterations { blackHole(environment.compile(text)) }
    }
    Benchmark("Evaluate \(text)") { benchmark in
      guard let expression = environment.compile(text).expression else { return }
      benchmark.startMeasurement()
      for _ in benchmark.scaledIterations { blackHole(try expression.evaluate(in: bindings)) }
      benchmark.stopMeasurement()
    }
  }

  for count in [10, 100, 1_000, 10_000] {
    Benchmark("Evaluate team.exists(m, m.startsWith('a')) over \(count) others") { benchmark in
      let text = "team.exists(m, m.startsWith('a'))"
      guard let expression = environment.compile(text).expression else { return }
      let team = Value.list((0..<count).map { .string("b\($0)") })
      benchmark.startMeasurement()
      for _ in benchmark.scaledIterations {
        blackHole(try expression.evaluate(in: ["team": team]))
      }
      benchmark.stopMeasurement()
    }
  }
}
