// SPDX-License-Identifier: Apache-2.0

import Expectations
import FlowExpressions
import RandomTesting
import Testing

/// The range of an expression contains every value that it can have.
@Suite struct ValueRangeTests {
  private static let variables: [VariableDeclaration] = [
    VariableDeclaration("a", .int, knownValues: .within(.whole(-3...5))),
    VariableDeclaration("b", .int, knownValues: .within(.whole(1024...65_535))),
    VariableDeclaration("c", .int),
    VariableDeclaration("d", .int, knownValues: .oneOf([1, 2, 30])),
    VariableDeclaration("x", .double, knownValues: .within(.decimal(-1.5...2.25))),
    VariableDeclaration("y", .double),
    VariableDeclaration("s", .string, knownValues: .within(.length(1...4))),
    VariableDeclaration("t", .string),
    VariableDeclaration("l", .list(.int), knownValues: .list(.within(.whole(0...9)), count: 0...3)),
    VariableDeclaration(
      "r", .record(RecordType([.init("f", .int)])),
      knownValues: .record(["f": .within(.whole(2...7))])),
  ]

  private static let environment = ExpressionEnvironment(
    variables: variables, functions: FlowLibrary.functions)

  private static func words(_ expression: String) -> String? {
    switch environment.compile(expression).expression?.knownValues {
    case .within(let range)?: range.words
    case .oneOf(let values)?: "one of \(values.map(\.plainText).joined(separator: ", "))"
    case .list(_, let count)?: count.words(of: (0, Int.max)) { "\($0)" }.map { "\($0) elements" }
    default: nil
    }
  }

  @Test(
    arguments: [
      ("a", "-3 to 5"), ("a + 1", "-2 to 6"), ("a - b", "-65538 to -1019"), ("a * a", "-15 to 25"),
      ("b / a", "-65535 to 65535"), ("b / 1024", "1 to 63"), ("c % 4", "-3 to 3"),
      ("b % 4", "0 to 3"),
      ("-a", "-5 to 3"), ("math.abs(a)", "0 to 5"), ("c", nil),
      ("c + 1", "at least \(Int64.min + 1)"),
      ("b * b * b * b * b", "at least 1125899906842624"), ("d + 0", "1 to 30"), ("a / 0", nil),
      ("a > 0 ? a : 1", "1 to 5"), ("a < 0 ? 0 : a", "0 to 5"), ("!(a >= 2) ? a : 0", "-3 to 1"),
      ("c > 1024 && c <= 2000 ? c : 1500", "1025 to 2000"), ("a == 4 || a > 4 ? 0 : a", "-3 to 3"),
      ("a > 0 ? c : 1", nil), ("c != 0 ? c : 1", nil), ("c < a ? c : 0", "at most 4"),
      ("x * 2.0", "-3 to 4.5"), ("x / x", nil), ("double(a)", "-3 to 5"),
      ("int(x)", "-1 to 2"),
      ("x > 0.0 ? x : 1.0", "0 to 2.25"), ("y > 0.0 ? y : 1.0", nil),
      ("size(s)", "1 to 4"), ("s + 'ab'", "3 to 6 characters"), ("size(t)", "at least 0"),
      ("size(l)", "0 to 3"), ("l + [1]", "1 to 4 elements"),
      ("l.map(i, i + 1)", "at most 3 elements"),
      ("l.filter(i, i > 2)", "at most 3 elements"), ("l[0] * 10", "0 to 90"), ("r.f + 1", "3 to 8"),
      ("size(l) > 1 ? size(l) : 2", "2 to 3"), ("r.f > 4 ? r.f : 5", "5 to 7"),
      ("l.map(i, i > 5 ? i : 6).first().value()", "6 to 9"),
      ("cel.bind(v, a + 1, v * 2)", "-4 to 12"),
      ("a > 0 ? l.map(a, a)[0] : 1", "0 to 9"), ("math.greatest(a, d)", "1 to 30"),
      ("s.indexOf('a')", "at least -1"),
    ] as [(String, String?)])
  func rangesAreFollowed(expression: String, words: String?) {
    expectEqual(Self.words(expression), words)
  }

  /// Random expressions have values in their ranges, for random values of their names.
  @Test func rangesContainEveryValue() throws {
    let runs = RandomRuns(long: 100_000, every: 100, named: "ranges of expressions")
    var known = 0
    for seed in runs.seeds {
      var random = RangedExpression(seed: seed)
      let text = random.text()
      guard let expression = Self.environment.compile(text).expression else { continue }
      guard let values = expression.knownValues else { continue }
      known += 1
      for _ in 0..<12 {
        let names = random.values()
        guard let value = try? expression.evaluate(in: names) else { continue }
        try #require(
          values.allows(value), "seed \(seed)\n\(text)\n\(names)\nis \(value), not \(values)")
      }
    }
    #expect(runs.holds(known, of: 1 / 3))
  }
}

/// A random expression about numbers, texts, and lists, and values of its names.
private struct RangedExpression {
  private var random: SeededGenerator

  init(seed: UInt64) { random = SeededGenerator(seed: seed) }

  private mutating func pick<Element>(_ all: [Element]) -> Element {
    all[Int.random(in: 0..<all.count, using: &random)]
  }

  mutating func text() -> String {
    let depth = Int.random(in: 1...4, using: &random)
    switch pick([0, 0, 0, 1, 2, 3]) {
    case 0: return whole(depth)
    case 1: return double(depth)
    case 2: return words(depth)
    default: return list(depth)
    }
  }

  private mutating func whole(_ depth: Int) -> String {
    guard depth > 0 else {
      return pick([
        "a", "a", "b", "c", "d", "r.f", "0", "1", "-1", "7", "1024", "9223372036854775807",
        "-9223372036854775808",
      ])
    }
    let next = depth - 1
    switch Int.random(in: 0..<12, using: &random) {
    case 0...4: return "(\(whole(next)) \(pick(["+", "-", "*", "/", "%"])) \(whole(next)))"
    case 5, 6: return "(\(condition(next)) ? \(whole(next)) : \(whole(next)))"
    case 7: return "-(\(whole(next)))"
    case 8: return "\(pick(["math.abs", "int", "math.abs"]))(\(whole(next)))"
    case 9: return "size(\(pick([0, 1]) == 0 ? words(next) : list(next)))"
    case 10: return pick(["int(\(double(next)))", "math.least(\(whole(next)), \(whole(next)))"])
    default:
      return pick([
        "\(list(next))[0]", "cel.bind(a, \(whole(next)), \(whole(next)))",
        "\(list(next)).first().orValue(\(whole(next)))", "max(\(list(next)))",
        "cel.bind(v, \(whole(next)), v > 2 ? v * \(whole(next)) : 3)",
      ])
    }
  }

  private mutating func double(_ depth: Int) -> String {
    guard depth > 0 else {
      return pick(["x", "x", "y", "0.5", "-2.0", "1e308", "r.f * 1 == 2 ? x : 1.0"])
    }
    let next = depth - 1
    switch Int.random(in: 0..<6, using: &random) {
    case 0...2: return "(\(double(next)) \(pick(["+", "-", "*", "/"])) \(double(next)))"
    case 3: return "(\(condition(next)) ? (\(double(next))) : (\(double(next))))"
    case 4: return "-(\(double(next)))"
    default: return "double(\(whole(next)))"
    }
  }

  private mutating func words(_ depth: Int) -> String {
    guard depth > 0 else { return pick(["s", "s", "t", "''", "'ab'", "'é'"]) }
    let next = depth - 1
    return pick([0, 1]) == 0
      ? "(\(words(next)) + \(words(next)))"
      : "(\(condition(next)) ? \(words(next)) : \(words(next)))"
  }

  private mutating func list(_ depth: Int) -> String {
    guard depth > 0 else { return pick(["l", "l", "[1, 2]", "[a, b]", "[c]"]) }
    let next = depth - 1
    switch Int.random(in: 0..<6, using: &random) {
    case 0: return "(\(list(next)) + \(list(next)))"
    case 1: return "(\(condition(next)) ? \(list(next)) : \(list(next)))"
    case 2: return "\(list(next)).filter(a, \(condition(next)))"
    case 3: return "\(list(next)).map(i, i > 3 ? i + \(whole(next)) : 4)"
    case 4: return "\(list(next)).map(a, \(whole(next)))"
    default: return "\(list(next)).\(pick(["sort", "distinct", "reverse"]))()"
    }
  }

  private mutating func condition(_ depth: Int) -> String {
    let comparison = pick(["<", "<=", ">", ">=", "==", "!="])
    guard depth > 0 else {
      return pick(
        [
          "a \(comparison) \(whole(0))", "\(whole(0)) \(comparison) a",
          "x \(comparison) \(double(0))",
          "size(l) \(comparison) \(pick(["0", "1", "2"]))", "c \(comparison) \(whole(0))",
          "r.f \(comparison) \(whole(0))",
        ].filter { !$0.contains("?") })
    }
    let next = depth - 1
    switch Int.random(in: 0..<5, using: &random) {
    case 0: return "(\(condition(next)) && \(condition(next)))"
    case 1: return "(\(condition(next)) || \(condition(next)))"
    case 2: return "!(\(condition(next)))"
    case 3: return "\(whole(next)) \(comparison) \(whole(next))"
    default: return condition(0)
    }
  }

  /// Random values of the names, often the least and the greatest.
  mutating func values() -> [String: Value] {
    let count = pick([0, 1, 3, 3])
    let elements = (0..<count).map { _ in
      Value.int(pick([0, 9, Int64.random(in: 0...9, using: &random)]))
    }
    return [
      "a": .int(pick([-3, 5, 0, Int64.random(in: -3...5, using: &random)])),
      "b": .int(pick([1024, 65_535, Int64.random(in: 1024...65_535, using: &random)])),
      "c": .int(pick([.min, .max, 0, 1, -1, Int64.random(in: -2000...2000, using: &random)])),
      "d": .int(pick([1, 2, 30])),
      "x": .double(pick([-1.5, 2.25, 0, Double.random(in: -1.5...2.25, using: &random)])),
      "y": .double(pick([.nan, .infinity, 1e308, -1, Double.random(in: -9...9, using: &random)])),
      "s": .string(pick(["a", "éééé", "ab"])), "t": .string(pick(["", "abc", "x"])),
      "l": .list(elements), "r": ["f": .int(Int64.random(in: 2...7, using: &random))],
    ]
  }
}
