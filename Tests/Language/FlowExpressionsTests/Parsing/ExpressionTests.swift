// SPDX-License-Identifier: Apache-2.0

import Expectations
import FlowExpressions
import SourceDiagnostics
import Testing

@Suite struct ExpressionTests {
  private let environment = ExpressionEnvironment()

  private func parse(_ text: String) throws -> ParsedExpression {
    try #require(environment.parse(text).expression)
  }

  @Test(arguments: [
    ("a == 'x'", "a=='x' // same"), ("(a) && ((b))", "a && b"), ("a == \"x\"", "a == r'x'"),
    ("0x10", "16"), ("[1,2,]", "[1, 2]"), ("a.exists( x , x > 1)", "a.exists(x,x>1)"),
  ]) func equivalentSourcesAreEqual(_ left: String, _ right: String) throws {
    try expectEqual(parse(left), parse(right))
    try expectEqual(parse(left).hashValue, parse(right).hashValue)
  }

  @Test(arguments: [
    ("a - b - c", "a - (b - c)"), ("1", "1u"), ("1", "1.0"), ("a.b", "a.?b"), ("a", ".a"),
    ("has(a.b)", "a.b"), ("[a]", "[?a]"), ("a && b", "a || b"), ("f(a)", "a.f()"),
    ("a.all(x, x)", "a.exists(x, x)"), ("'é'", "'e\u{301}'"), ("a < b", "b < a"),
  ]) func differentExpressionsAreUnequal(_ left: String, _ right: String) throws {
    #expect(try parse(left) != parse(right))
  }

  @Test func partsKnowTheirRanges() throws {
    let root = try parse("a && (b == 'ä') && c.d(1)[2]")
    guard case .logical(.and, let operands) = root.kind else {
      Issue.record("no conjunction")
      return
    }
    expectEqual(operands.map(\.source), ["a", "(b == 'ä')", "c.d(1)[2]"])
    expectEqual(operands[2].range, SourceRange(20, 29))
    guard case .index(_, _, isOptional: false) = operands[2].kind else {
      Issue.record("no index")
      return
    }
    expectEqual(root.children.count, 3)
  }

  @Test(arguments: [
    ("Hello ${name}!", ["Hello ", "<name>", "!"]),
    ("$${x} ${'}'} $ {", ["${x} ", "<'}'>", " $ {"]),
    ("${ {'a': 1}['a'] }", ["< {'a': 1}['a'] >"]), ("${a // }\n}", ["<a // }\n>"]),
    ("", []), ("a ${b", ["a ", "!"]), ("${a}${b}", ["<a>", "<b>"]), ("é${x}é", ["é", "<x>", "é"]),
  ]) func interpolationsEndAtTheirClosingBrace(_ text: String, _ wanted: [String]) {
    let parts = ExpressionInterpolation.parts(of: text)
    let shown = parts.map { part in
      switch part {
      case .text(let text, _): text
      case .expression(let text, _): "<\(text)>"
      case .unclosed: "!"
      }
    }
    expectEqual(shown, wanted)
    if let start = text.utf8.firstIndex(of: UInt8(ascii: "{")), wanted.first?.first == "<" {
      let offset = text.utf8.distance(from: text.utf8.startIndex, to: start) + 1
      let end = ExpressionInterpolation.end(in: text, from: offset)
      expectEqual(end.map { $0 - offset }, (wanted.first?.utf8.count ?? 0) - 2)
    }
  }

  @Test func mistakesAreMappedToTheFile() {
    let file = SourceFile(name: "x.flow.yaml", text: "steps:\n  - when: \"界 == 'é\\u0301'\"\n")
    // The scalar's text after its quote: 界 == 'é́', where the escape is one unit.
    let map = SourceMap(
      runs: [
        .init(decoded: 0, source: SourceRange(18, 28), isVerbatim: true),
        .init(decoded: 10, source: SourceRange(28, 34), isVerbatim: false),
        .init(decoded: 12, source: SourceRange(34, 35), isVerbatim: true),
      ], decodedCount: 13, whole: SourceRange(17, 36))
    let mistakes = environment.compile("界 == 'é\u{301}'").mistakes
    let diagnostics = mistakes.map { $0.diagnostic(in: file, map: map) }
    expectEqual(diagnostics.map(\.id.name), ["unexpected-character"])
    expectEqual(diagnostics.map(\.place.range), [SourceRange(18, 21)])
    expectEqual(diagnostics.first?.place.start, SourcePosition(line: 2, column: 12))
  }
}
