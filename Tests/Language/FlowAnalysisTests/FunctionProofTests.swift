// SPDX-License-Identifier: Apache-2.0

import Expectations
import FlowExpressions
import FlowFiles
import SourceDiagnostics
import Testing

/// Proofs through the functions of a flow.
@Suite struct FunctionProofTests {
  private static let functions = """
    functions:
      isHTTP: { with: { k: string }, value: "k == 'http'" }
      isServed: { with: { k: string, p: integer }, value: "isHTTP(k) && p > 3" }
      either: { with: { a: boolean, b: boolean }, value: "a || b" }
      twice: { with: { n: integer }, value: "n + n" }
      same: { with: { t: string }, value: t }
      anyIs: { with: { l: { type: list, of: string }, x: string }, value: "l.exists(e, e == x)" }
      hides: { with: { l: { type: list, of: string }, t: string }, value: "l.exists(k, k == t)" }
    steps:
      - { ask: kind, type: choice, choices: [http, worker, cron] }
      - { ask: port, when: "isHTTP(kind)", type: integer, min: 1, max: 9 }

    """

  @Test(arguments: [
    ("kind == 'http'", "port + 1"), ("isHTTP(kind)", "port + 1"), ("isHTTP(same(kind))", "port"),
    ("isHTTP(same(same(kind)))", "port"), ("!either(kind == 'worker', kind == 'cron')", "port"),
    ("kind != 'x'", "isHTTP(kind) ? port : 0"),
    ("kind != 'x'", "isHTTP(kind) && isServed(kind, port) ? port : 1"),
    ("anyIs(['http'], kind)", "port"), ("same(kind) == 'http'", "port"),
  ])
  func guardsAreUnderstoodThroughFunctions(when: String, value: String) {
    let found = FlowFile.load(
      "flow: 1\nid: t\n" + Self.functions + """
          - { compute: next, when: "\(when)", value: "\(value)" }
        """, name: "t.flow.yaml")
    #expect(found.flow != nil, "\(DiagnosticRenderer().render(found.diagnostics))")
  }

  @Test(arguments: [
    ("isHTTP(kind) && kind == 'cron'", "unreachable-step"),
    ("isHTTP(kind) || kind != 'http'", "constant-condition"),
    ("isHTTP(same('http'))", "constant-condition"),
    ("isHTTP(kind) && port > 9", "unreachable-step"),
    ("either(isHTTP(kind), !isHTTP(kind))", "constant-condition"),
  ])
  func conditionsWithOneValueAreFoundThroughFunctions(when: String, id: String) {
    let found = FlowFile.load(
      "flow: 1\nid: t\n" + Self.functions + """
          - { ask: more, when: "\(when)", type: string }
        """, name: "t.flow.yaml")
    #expect(found.diagnostics.diagnostics.contains { $0.id.name == id }, "\(when)")
  }

  /// A name that a macro of a function binds isn't that of an argument, whose value is another one.
  @Test func namesOfMacrosInFunctionsAreTheirOwn() {
    let found = findings(
      Self.functions + """
          - { ask: k, type: string }
          - { ask: more, when: "hides(['http', 'x'], k)", type: string }
          - { ask: other, when: "!hides(['http', 'x'], k) && k == 'http'", type: string }
        """)
    expectEqual(found, "")
  }

  @Test func whatFunctionsStandForIsLimited() {
    var text = "functions:\n  f0: { with: { n: integer }, value: n % 7 }\n"
    for number in 1..<60 {
      text +=
        "  f\(number): { with: { n: integer }, value: f\(number - 1)(n) + f\(number - 1)(n + 1) }\n"
    }
    text += """
      steps:
        - { ask: n, type: integer }
        - { ask: more, when: "f59(n) > 3", type: string }
        - { ask: few, when: "f1(n) > 3 && f1(n) <= 3", type: string }
      """
    let found = FlowFile.load("flow: 1\nid: t\n" + text, name: "t.flow.yaml")
    #expect(found.flow != nil)
  }

  private static var environment: ExpressionEnvironment {
    var options = ExpressionOptions()
    options.allowsHasOfNames = true
    return ExpressionEnvironment(options: options)
  }

  @Test(arguments: [
    ("x + y", "(a * b) + c"), ("x.exists(i, i == y)", "(a * b).exists(i, i == c)"),
    ("[x, {'k': y}][0] ? -x : !y", "[a * b, {'k': c}][0] ? -(a * b) : !c"),
    ("f(x).g(y)[?x].?h", "f(a * b).g(c)[?a * b].?h"),
    ("has(x.f) && 1 in y", "has((a * b).f) && 1 in c"),
    ("z", "z"),
  ])
  func namesAreReplacedByExpressions(text: String, expected: String) throws {
    let environment = Self.environment
    func parsed(_ text: String) throws -> ParsedExpression {
      try #require(environment.parse(text).expression, "\(text)")
    }
    let values = ["x": try parsed("1 + a * b").children[1], "y": try parsed("c")]
    let replaced = try #require(try parsed(text).replacing(values, limit: 100))
    expectEqual(replaced, (try parsed(expected)))
    expectEqual(replaced.partCount, try parsed(expected).partCount)
    #expect(try parsed(text).replacing(values, limit: 0) == nil)
  }

  @Test(arguments: ["has(x)", "l.exists(a, a == x)", "l.exists(x, x == 1)", ".x"])
  func whatMeansSomethingElseIsNotReplaced(text: String) throws {
    let environment = Self.environment
    let root = try #require(environment.parse(text).expression)
    let value = try #require(environment.parse("a * b").expression)
    #expect(root.replacing(["x": value], limit: 100) == nil)
  }
}
