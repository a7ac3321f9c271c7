// SPDX-License-Identifier: Apache-2.0

import Expectations
import FlowExpressions
import RandomTesting
import SourceDiagnostics
import Testing

@Suite struct LimitTests {
  private let environment = ExpressionEnvironment(variables: [
    VariableDeclaration("big", .list(.int)), VariableDeclaration("text", .string),
  ])

  private var bindings: [String: Value] {
    [
      "big": .list((0..<10_000).map { .int($0) }),
      "text": .string(String(repeating: "a", count: 10_000)),
    ]
  }

  private func code(_ text: String, maximumCost: Int? = nil) throws -> EvaluationError.Code? {
    var environment = environment
    if let maximumCost { environment.options.maximumCost = maximumCost }
    let result = environment.compile(text)
    let expression = try #require(result.expression, "\(result.mistakes.map(\.message))")
    do throws(EvaluationError) {
      _ = try expression.evaluate(in: bindings)
      return nil
    } catch {
      #expect(error.range != nil)
      return error.code
    }
  }

  @Test(arguments: [
    "big.all(x, big.all(y, big.all(z, x + y + z >= 0)))",
    "big.map(x, big).size() > 0 && big.map(x, big).map(y, big.map(z, z)).size() > 0",
    "big.exists(x, x in big && !(x in big) && big.exists(y, y in big && y < 0))",
    "big.map(x, big.map(y, y)).flatten().size() == 1",
    "big.exists(x, lists.range(1000000000).size() == x)",
  ]) func nestedLoopsExceedTheCostLimit(_ text: String) throws {
    // The limit of every evaluation takes a second in a debug build.
    try expectEqual(code(text, maximumCost: isLongRun ? nil : 200_000), .costLimit)
  }

  @Test func textsDoNotGrowWithoutLimit() throws {
    var body = "t"
    for _ in 0..<40 { body = "cel.bind(t, t + t, \(body))" }
    try expectEqual(code("cel.bind(t, text, \(body))"), .textLimit)
    try expectEqual(code("text.replace('', text).size() > 0"), .textLimit)
    try expectEqual(code("big.map(x, text).join(text).size() > 0"), .textLimit)
    try expectEqual(code("'%s'.format([big.map(x, text)]).size() > 0"), .textLimit)
  }

  @Test func sharedPartsAreChargedEachTimeTheyAreRead() throws {
    var body = "t"
    for _ in 0..<60 { body = "cel.bind(t, [t, t], \(body))" }
    try expectEqual(code("cel.bind(t, [1], \(body))", maximumCost: 200_000), .costLimit)
    try expectEqual(code("cel.bind(t, [1], \(body) == \(body))", maximumCost: 200_000), .costLimit)
    let limit = isLongRun ? nil : 200_000
    #expect(try code("cel.bind(t, [1], '%s'.format([\(body)]))", maximumCost: limit) != nil)
  }

  /// However a value is made, its parts count each time they occur, and so do the bytes of its texts.
  @Test(arguments: [
    ("[1, 2, 3]", 4), ("{1: 'a', 2: 'b'}", 5), ("[[1, 2], [3, 4]]", 7),
    ("cel.bind(t, [1, 2], [t, t])", 7), ("cel.bind(t, [1, 2], [t] + [t])", 7),
    ("[1, 2, 3].map(x, [x])", 7), ("optional.of([1, 2])", 4), ("'a b c'.split(' ')", 4),
    ("lists.range(9)", 10), ("[1, 1, 2].distinct()", 3), ("[[1], [2]].flatten()", 3),
    ("['0123456789abcdef0123456789abcdef']", 4), ("[b'0123456789abcdef']", 3),
    ("{'0123456789abcdef': 1}", 4), ("[3, 1, 2].sort()", 4), ("{'a': {'b': {'c': 1}}}", 7),
  ]) func theSizeOfAValueIsLimited(_ text: String, size: Int) throws {
    for (limit, isAllowed) in [(size, true), (size - 1, false)] {
      var environment = environment
      environment.options.maximumValueSize = limit
      let result = environment.compile(text)
      let expression = try #require(result.expression, "\(result.mistakes.map(\.message))")
      do throws(EvaluationError) {
        _ = try expression.evaluate(in: [:])
        #expect(isAllowed, "\(limit)")
      } catch {
        #expect(!isAllowed, "\(limit): \(error)")
        expectEqual(error.code, .valueLimit)
        expectEqual(
          error.message,
          "the value would have more than \(limit) parts; sixteen bytes of text count as a part")
        #expect(error.range != nil)
      }
    }
  }

  @Test func limitErrorsAreNeverAbsorbed() throws {
    let loops = "big.all(x, big.all(y, big.all(z, z >= 0)))"
    try expectEqual(code("\(loops) || true", maximumCost: 200_000), .costLimit)
  }

  @Test(arguments: [
    String(repeating: "(", count: 300) + "1" + String(repeating: ")", count: 300),
    String(repeating: "[", count: 300) + String(repeating: "]", count: 300),
    String(repeating: "!", count: 300) + "true",
    String(repeating: "- ", count: 300) + "text",
    "big" + String(repeating: "[0]", count: 300),
    "text" + String(repeating: ".trim()", count: 300),
    String(repeating: "true ? 1 : ", count: 300) + "2",
    String(repeating: "big.map(x, ", count: 300) + "1" + String(repeating: ")", count: 300),
    String(repeating: "{1: ", count: 24_000),
  ]) func deepNestingIsRefused(_ text: String) {
    let ids = environment.compile(text).mistakes.map(\.id.name)
    expectEqual(ids, ["expression-too-deep"], "\(text.prefix(40))")
  }

  @Test func longTextsAreRefused() {
    let text = String(repeating: " ", count: 100_001)
    expectEqual(environment.compile(text).mistakes.map(\.id.name), ["expression-too-long"])
  }

  @Test(arguments: [" + 1", " - 1", " * 1", " == 1 || 1", " && true || 1", " < 2 && 1"])
  func onlyTheTextLimitsChainsOfOperators(_ link: String) throws {
    let count = 90_000 / link.utf8.count
    let text = "1" + String(repeating: link, count: count)
    let result = environment.compile(text)
    if let expression = result.expression {
      _ = try expression.evaluate(in: [:])
    } else {
      #expect(!result.mistakes.isEmpty)
      #expect(result.mistakes.count <= 100)
    }
  }

  @Test func everyLimitIsAnOptionWithADiagnostic() throws {
    var options = ExpressionOptions()
    #expect(options.maximumLength == 100_000 && options.maximumNesting == 250)
    #expect(options.maximumCost == 10_000_000 && options.maximumTextLength == 10_000_000)
    expectEqual(options.maximumValueSize, 1_000_000)
    options.maximumLength = 30
    options.maximumNesting = 3
    options.maximumCost = 100
    options.maximumTextLength = 8
    options.maximumValueSize = 20
    let strict = ExpressionEnvironment(options: options)
    func outcome(_ text: String) -> String {
      let result = strict.compile(text)
      guard let expression = result.expression else {
        return result.mistakes.map { "\($0.id.name): \($0.message)" }.joined()
      }
      do throws(EvaluationError) {
        return try "\(expression.evaluate(in: [:]))"
      } catch {
        return "\(error.code.rawValue): \(error.message)"
      }
    }
    expectEqual(
      outcome("1 + 1 + 1 + 1 + 1 + 1 + 1 + 1 + 1"),
      "expression-too-long: the expression is 33 bytes long; at most 30 are allowed")
    expectEqual(outcome("((1))"), "1")
    expectEqual(
      outcome("((((1))))"), "expression-too-deep: the expression is nested deeper than 3 levels")
    expectEqual(
      outcome("lists.range(101).size()"), "cost-limit: the evaluation costs more than is allowed")
    expectEqual(outcome("lists.range(50).size()"), "50")
    expectEqual(
      outcome("lists.range(20)"),
      "value-limit: the value would have more than 20 parts; sixteen bytes of text count as a part")
    expectEqual(outcome("'abcd' + 'efgh'"), "'abcdefgh'")
    expectEqual(
      outcome("'abcd' + 'efghi'"), "text-limit: a text would be longer than 8 bytes")
  }

  @Test func aBoundNameIsEvaluatedOnceWhetherItFailsOrNot() throws {
    // Each name needs the one around it twice; without caching, this would take 2²⁰⁰ steps.
    for value in ["1", "1 / (1 - 1)"] {
      var body = "x200"
      for number in stride(from: 200, to: 0, by: -1) {
        let before = "x\(number - 1)"
        body = "cel.bind(x\(number), \(before) > 0 || \(before) > 0 ? \(before) : 0, \(body))"
      }
      let result = environment.compile("cel.bind(x0, \(value), \(body))")
      let expression = try #require(result.expression)
      if value == "1" {
        try expectEqual(expression.evaluate(in: [:]), 1)
      } else {
        #expect(throws: EvaluationError.self) { try expression.evaluate(in: [:]) }
      }
    }
  }
}
