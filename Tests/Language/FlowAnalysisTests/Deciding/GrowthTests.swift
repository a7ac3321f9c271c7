// SPDX-License-Identifier: Apache-2.0

import FlowFiles
import RandomTesting
import Testing

@testable import FlowAnalysis

/// Checking questions whose guards depend on each other takes at most ten times the work of
/// checking the same number of independent questions.
///
/// A daily run checks flows of 150 questions and one of 1,000. A long run checks all with 1,000.
@Suite struct GrowthTests {
  /// A kind of guard: the type of the questions, and the condition on an earlier one.
  enum Guard: String, CaseIterable, CustomTestStringConvertible {
    case bool, hasName, choice, conditional, number, text, difference, alternatives, choices

    var testDescription: String { rawValue }

    var type: String {
      switch self {
      case .bool, .hasName, .conditional, .difference, .alternatives: "type: boolean"
      case .choice: "type: choice, choices: [a, b]"
      case .number: "type: integer, min: 0, max: 9"
      case .text: "type: string"
      case .choices: "type: choices, choices: [a, b, c]"
      }
    }

    func condition(on id: String, _ other: String) -> String {
      switch self {
      case .bool: "\(id).orValue(true)"
      case .hasName: "(has(\(id)) && \(id))"
      case .choice: "\(id).orValue('a') == 'a'"
      case .conditional: "(has(\(id)) ? \(id) : true)"
      case .number: "\(id).orValue(1) > 0"
      case .text: "\(id).orValue('x') != 'y'"
      case .difference: "\(id).orValue(true) != \(other).orValue(false)"
      case .alternatives: "\(id).or(\(other)).hasValue()"
      case .choices: "!('b' in \(id).orValue(['a']))"
      }
    }
  }

  /// The ways in which guards depend on each other.
  enum Shape: String, CaseIterable, CustomTestStringConvertible {
    case chain, ladder, grid

    var testDescription: String { rawValue }

    func guards(of number: Int) -> [Int] {
      let guards: [Int] =
        switch self {
        case .chain: [number - 1]
        case .ladder: Array(number - 5..<number)
        case .grid: number % 32 == 0 ? [number - 32] : [number - 1, number - 32]
        }
      return guards.filter { $0 >= 0 }
    }
  }

  /// The number of questions in most flows.
  static let count = isLongRun ? 1_000 : 100

  /// Returns the maximum work of a shape, as a multiple of the work for independent questions.
  ///
  /// In the grid of alternatives, a question depends on two questions of its row and two of the
  /// previous row, any of which may replace the others. About twenty-three times the work was
  /// measured. A thousand of these questions reach the total limit of searches, so some aren't
  /// decided.
  static func factor(_ kind: Guard, _ shape: Shape) -> Int {
    kind == .alternatives && shape == .grid ? 24 : 10
  }

  static func flow(_ steps: String) -> String { "flow: 1\nid: t\nsteps:\n\(steps)" }

  static func work(_ steps: String) throws -> Int {
    let loaded = FlowFile.read(Array(flow(steps).utf8), name: "t.flow.yaml")
    let definition = try #require(loaded.definition)
    let (_, checked, diagnostics, work) = FlowAnalyzer.checkCounting(definition)
    try #require(checked != nil, "\(diagnostics.prefix(2))")
    return work
  }

  /// Returns the work for questions whose guards read questions without guards.
  static func independent(
    _ kind: Guard, guards: Int = 1, count: Int = GrowthTests.count
  ) throws -> Int {
    let steps = (0..<count).map { number in
      let conditions = (0..<guards).map {
        kind.condition(on: "p\(max(0, number - $0))", "p\(max(0, number - $0 - 1))")
      }
      return """
          - { ask: p\(number), \(kind.type), required: false }
          - { ask: q\(number), \(kind.type), when: "\(conditions.joined(separator: " && "))" }

        """
    }
    return try work(steps.joined())
  }

  /// Returns the work for questions that are guarded by earlier ones.
  static func dependent(_ kind: Guard, _ shape: Shape, count: Int = GrowthTests.count) throws -> Int
  {
    let steps = (0..<count).map { number in
      let guards = shape.guards(of: number).map {
        kind.condition(on: "q\($0)", "q\(max(0, $0 - 1))")
      }
      let when = guards.isEmpty ? "" : ", when: \"\(guards.joined(separator: " && "))\""
      return "  - { ask: q\(number), \(kind.type)\(when), required: \(kind != .alternatives) }\n"
    }
    return try work(steps.joined())
  }

  @Test(
    arguments: dailyPart(of: Guard.allCases, every: 9, named: "guards"), Shape.allCases)
  func dependentGuardsCostAtMostTenTimesIndependentOnes(kind: Guard, shape: Shape) throws {
    let work = try Self.dependent(kind, shape)
    let independent = try Self.independent(kind, guards: shape.guards(of: 40).count)
    #expect(work <= Self.factor(kind, shape) * independent, "\(work) of \(independent)")
  }

  @Test(arguments: [Shape.chain])
  func aThousandDependentGuardsCostAtMostTenTimesIndependentOnes(shape: Shape) throws {
    let work = try Self.dependent(.bool, shape, count: 1_000)
    let independent = try Self.independent(
      .bool, guards: shape.guards(of: 40).count, count: 1_000)
    #expect(work <= 10 * independent, "\(work) of \(independent)")
  }

  /// Other ways in which conditions depend on each other.
  static let others: [(name: String, step: @Sendable (Int) -> String)] = [
    (
      "computes",
      { n in
        let before = n == 0 ? "true" : "c\(n - 1)"
        return """
            - { ask: q\(n), type: boolean, when: "\(before)" }
            - { compute: c\(n), value: "\(before) ? q\(n).orValue(true) : !q\(n).orValue(false)" }

          """
      }
    ),
    (
      "computed numbers",
      { n in
        let before = n == 0 ? "0" : "c\(n - 1)"
        return """
            - { ask: q\(n), type: boolean, when: "\(before) < 3" }
            - { compute: c\(n), value: "q\(n).orValue(true) ? \(before) + 1 : \(before)" }

          """
      }
    ),
    (
      "required",
      { n in
        let required = n == 0 ? "true" : "{ value: \"q\(n - 1).orValue(true)\" }"
        return "  - { ask: q\(n), type: boolean, required: \(required) }\n"
      }
    ),
    (
      "conditions of choices",
      { n in
        let when = n == 0 ? "true" : "q\(n - 1) == 'a'"
        return """
            - ask: q\(n)
              type: choice
              choices: [a, { value: b, when: "\(when)" }]

          """
      }
    ),
    (
      "checks",
      { n in
        let check = n == 0 ? "q0" : "q\(n) || q\(n - 1)"
        return """
            - ask: q\(n)
              type: boolean
              validate: [{ check: "\(check)", message: m }]

          """
      }
    ),
    (
      "stops",
      { n in
        let when = n == 0 ? "q0" : "q\(n) && q\(n - 1)"
        return """
            - { ask: q\(n), type: boolean }
            - { stop: s\(n), when: "\(when)" }

          """
      }
    ),
    (
      "groups",
      { n in
        let when = n == 0 ? "true" : "q\(n - 1).orValue(true)"
        return """
            - group: g\(n)
              when: "\(when)"
              steps:
                - { ask: q\(n), type: boolean }

          """
      }
    ),
    (
      "bare names",
      { n in
        if n % 40 == 0 { return "  - { ask: q\(n), type: boolean }\n" }
        return """
            - { ask: q\(n), type: boolean, when: "has(q\(n - 1)) && q\(n - 1)" }
            - { note: n\(n), when: "has(q\(n))", text: "${q\(n - n % 40)}" }

          """
      }
    ),
  ]

  @Test(arguments: dailyPart(of: Array(others.indices), every: 4, named: "other guards"))
  func otherDependentConditionsCostAtMostTenTimesIndependentOnes(row: Int) throws {
    let (name, step) = Self.others[row]
    let work = try Self.work((0..<Self.count).map(step).joined())
    let independent = try Self.independent(.bool)
    #expect(work <= 10 * independent, "\(name): \(work) of \(independent)")
  }

  /// A chain inside a list, across groups and forms of an item.
  @Test func itemsCostAtMostTenTimesIndependentQuestions() throws {
    let inner = (0..<Self.count).map { n -> String in
      let when = n == 0 ? "" : ", when: \"q\(n - 1).orValue(true)\""
      return "      - { ask: q\(n), type: boolean\(when) }\n"
    }
    let work = try Self.work("  - repeat: r\n    steps:\n" + inner.joined())
    let independent = try Self.independent(.bool)
    #expect(work <= 10 * independent, "\(work) of \(independent)")
  }

  /// Expensive searches stop at a limit that grows with the flow.
  @Test func hardSearchesShareALimit() throws {
    // Each condition needs nine answers with eight possible values to be distinct.
    var steps = ""
    let values = (0..<8).map { "v\($0)" }
    for number in 0..<9 {
      steps +=
        "  - { ask: q\(number), type: choice, choices: [\(values.joined(separator: ", "))] }\n"
    }
    var parts: [String] = []
    for one in 0..<9 {
      for other in 0..<one {
        for value in values { parts.append("!(q\(one) == '\(value)' && q\(other) == '\(value)')") }
      }
    }
    let holes = parts.joined(separator: " && ")
    for number in 0..<40 {
      steps += "  - { ask: x\(number), type: boolean }\n"
      steps += "  - { note: n\(number), when: \"x\(number) && \(holes)\", text: told }\n"
    }
    #expect(try Self.work(steps) < 10_000_000)
  }
}
