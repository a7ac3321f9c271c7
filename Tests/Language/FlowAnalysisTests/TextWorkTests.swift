// SPDX-License-Identifier: Apache-2.0

import FlowChecks
import FlowExpressions
import FlowFiles
import FlowModel
import RandomTesting
import Testing

/// The work of checking a text with many blocks, counted: at most ten times that of a text with as many values
/// and no blocks, and facts in proportion to the blocks.
@Suite struct TextWorkTests {
  /// The number of blocks of a text; a text has at most 10,000 tags.
  private static let count = isLongRun ? 4_000 : 500

  /// A text of blocks, and the number of values that it shows.
  struct Shape: CustomTestStringConvertible, Sendable {
    let testDescription: String

    let text: @Sendable (Int) -> String
  }

  static let shapes = [
    Shape(testDescription: "a chain of conditions") { count in
      "${if q0 == 'x'}a"
        + (1..<count).map { "${else if q\($0 % 4) == 'x\($0)'}${q0}" }.joined() + "${end}"
    },
    Shape(testDescription: "a chain about optional answers") { count in
      "${if q0 == 'x'}a"
        + (1..<count).map { "${else if o\($0 % 4).orValue('') == 'x\($0)'}${q0}" }.joined()
        + "${end}"
    },
    Shape(testDescription: "guards, as deep as blocks may nest") { count in
      let deep =
        (0..<TextTemplate.maximumDepth).map { "${if has(o\($0 % 4)) && o\($0 % 4) != '\($0)'}" }
        .joined() + "${o0}" + String(repeating: "${end}", count: TextTemplate.maximumDepth)
      return String(repeating: deep, count: max(1, count / TextTemplate.maximumDepth))
    },
    Shape(testDescription: "64 KB of loops") { _ in
      let loop = "${for x in l}${x}${end}"
      return String(repeating: loop, count: min(64_000 / loop.utf8.count, 3_333))
    },
    Shape(testDescription: "loops, as deep as blocks may nest") { count in
      let deep =
        (0..<TextTemplate.maximumDepth).map { "${for x\($0) in l}" }.joined() + "${x0}"
        + String(repeating: "${end}", count: TextTemplate.maximumDepth)
      return String(repeating: deep, count: max(1, count / TextTemplate.maximumDepth))
    },
  ]

  private static func flow(_ text: String) -> String {
    """
    flow: 1
    id: t
    steps:
      - { ask: more, type: boolean }
    \((0..<4).map { "  - { ask: q\($0), type: string }\n  - { ask: o\($0), type: string, when: more }" }
      .joined(separator: "\n"))
      - { ask: l, type: list }
      - { note: n, text: "\(text)" }
    """
  }

  /// Returns the numbers of calls of the checker and of facts.
  private static func work(_ text: String) throws -> (calls: Int, facts: Int) {
    let source = flow(text)
    let definition = try #require(
      FlowFile.read(Array(source.utf8), name: "t.flow.yaml").definition)
    let counter = DerivedGrowthTests.Counter()
    _ = FlowChecker.check(definition, follower: counter)
    return (counter.count - counter.asked, counter.facts)
  }

  @Test(arguments: shapes) func blocksCostLittleMoreThanValues(shape: Shape) throws {
    let text = shape.text(Self.count)
    let tags = text.count { $0 == "$" }
    let flat = try Self.work(String(repeating: "${q0}", count: tags))
    let blocks = try Self.work(text)
    #expect(blocks.calls > tags / 4, "each block is checked")
    #expect(blocks.calls <= 10 * flat.calls, "\(blocks.calls) calls, \(flat.calls) without blocks")
    // The facts of a condition are limited, so those of a chain don't grow with its length.
    #expect(blocks.facts <= 256 * 3 * tags, "\(blocks.facts) facts")
    let half = try Self.work(shape.text(Self.count / 2))
    if shape.testDescription != "64 KB of loops" {
      #expect(blocks.calls <= half.calls * 9 / 4, "\(half.calls), \(blocks.calls)")
      #expect(blocks.facts <= half.facts * 9 / 4 + 100, "\(half.facts), \(blocks.facts)")
    }
  }
}
