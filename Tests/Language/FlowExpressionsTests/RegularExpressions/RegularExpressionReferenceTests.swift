// SPDX-License-Identifier: Apache-2.0

import Expectations
import RandomTesting
import Testing

@testable import FlowExpressions
@testable import RegularExpressions

/// Generates random patterns that parse.
struct PatternWriter {
  var random: SeededGenerator

  mutating func pattern(depth: Int) -> String {
    let roll = Int.random(in: 0..<20, using: &random)
    if depth == 0 || roll < 7 { return atom() }
    switch roll {
    case 7..<11: return pattern(depth: depth - 1) + pattern(depth: depth - 1)
    case 11..<13: return group(pattern(depth: depth - 1) + "|" + pattern(depth: depth - 1))
    case 13..<18:
      let repeats = ["*", "+", "?", "*?", "+?", "??", "{2}", "{1,2}", "{0,2}", "{2,}", "{1,3}?"]
      let which = repeats[Int.random(in: 0..<repeats.count, using: &random)]
      return group(pattern(depth: depth - 1)) + which
    case 18: return group(pattern(depth: depth - 1) + "|")
    default: return group("|" + pattern(depth: depth - 1))
    }
  }

  private mutating func group(_ body: String) -> String {
    let opens = ["(", "(?:", "(", "(?i:", "(?m:"]
    return opens[Int.random(in: 0..<opens.count, using: &random)] + body + ")"
  }

  private mutating func atom() -> String {
    let atoms = [
      "a", "b", "a", "b", "c", "é", ".", "[ab]", "[^a]", "\\w", "\\W", "^", "$", "\\b", "\\B",
      "\\A",
      "\\z", "", "A",
    ]
    return atoms[Int.random(in: 0..<atoms.count, using: &random)]
  }

  mutating func text() -> String {
    let letters = ["a", "b", "a", "b", "c", "é", "\n", " ", "A"]
    return (0..<Int.random(in: 0...8, using: &random)).map { _ in
      letters[Int.random(in: 0..<letters.count, using: &random)]
    }.joined()
  }
}

@Suite struct RegularExpressionReferenceTests {
  @Test(arguments: [5, 6] as [UInt64])
  func theMachinesAgreeFromEveryOffset(seed: UInt64) throws {
    var writer = PatternWriter(random: SeededGenerator(seed: seed))
    for _ in 0..<1_000 {
      let pattern = writer.pattern(depth: 4)
      guard let expression = try? RegularExpression(pattern) else { continue }
      let text = writer.text()
      RegularExpression.withCursor(text) { cursor in
        for offset in text.scalarOffsets {
          var machine = PikeMachine(expression.program, remembersGroups: false)
          let isFound = machine.run(cursor, from: offset) != nil
          expectEqual(
            expression.automaton.matches(cursor, from: offset), isFound,
            "seed \(seed): '\(pattern)' on '\(text)' from \(offset)")
        }
      }
    }
  }

  @Test(arguments: [1, 2, 3, 4] as [UInt64])
  func agreesWithBacktrackingOnRandomPatterns(seed: UInt64) throws {
    var writer = PatternWriter(random: SeededGenerator(seed: seed))
    var compared = 0
    var disagreements: [String] = []
    for _ in 0..<1_500 {
      let pattern = writer.pattern(depth: 4)
      let expression: RegularExpression
      do { expression = try RegularExpression(pattern) } catch {
        // A random pattern may repeat a repeat, or repeat too much.
        #expect(error.code == .tooLarge || error.code == .syntax)
        continue
      }
      let node = try PatternParser.parse(pattern, limits: .standard).node
      for _ in 0..<4 {
        let text = writer.text()
        let reference = BacktrackingReference(text)
        let groups = reference.search(node, groupCount: expression.groupNames.count)
        guard !reference.isExhausted else { continue }
        compared += 1
        let offsets = text.scalarOffsets
        let expected = groups?.map { $0.map { offsets[$0.lowerBound]..<offsets[$0.upperBound] } }
        let found = expression.firstMatch(in: text)
        if found?.groups != expected || expression.matches(text) != (expected != nil) {
          disagreements.append(
            "seed \(seed): '\(pattern)' on \(Array(text.unicodeScalars)):"
              + " found \(String(describing: found?.groups)), expected \(String(describing: expected))"
          )
        }
      }
    }
    let report = disagreements.prefix(10).joined(separator: "\n")
    #expect(report.isEmpty, "\(disagreements.count) of \(compared):\n\(report)")
    #expect(compared > 3_000)
  }
}

extension String {
  /// The UTF-8 offset of each scalar, and the end offset.
  var scalarOffsets: [Int] {
    var offsets = [0]
    for scalar in unicodeScalars { offsets.append((offsets.last ?? 0) + UTF8.width(scalar)) }
    return offsets
  }
}
