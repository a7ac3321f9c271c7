// SPDX-License-Identifier: Apache-2.0

import Foundation
import TerminalCells
import Testing

/// The widths of all assigned scalars against those of the Python package wcwidth.
///
/// The differences, all of them:
/// - Control characters have no width there (−1, and 0 for NUL); here they are shown as escapes.
///   So are the separators and bidirectional controls, which are 0 there.
/// - A spacing combining mark (Mc) alone is 0 there and 1 after a base; here it is 1 in both
///   places, as in the tables of glibc and xterm. The marks of East Asian width W, which are above
///   or beside a wide character in its cells, and U+1171E, which became a spacing mark in Unicode
///   16, are 0 in both.
/// - Hexagrams, trigrams, Tai Xuan Jing symbols and counting rods became wide in Unicode 16.
@Suite struct WidthGoldenTests {
  struct Run: Sendable {
    let scalars: ClosedRange<UInt32>
    let width: Int
    let ambiguousWidth: Int
  }

  static func runs() throws -> [Run] {
    let file = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "Fixtures/wcwidth.txt")
    return try String(contentsOf: file, encoding: .utf8).split(separator: "\n").dropFirst().map {
      let fields = $0.split(separator: " ")
      let bounds = fields[0].split(separator: ".").compactMap { UInt32($0, radix: 16) }
      let first = try #require(bounds.first)
      let last = try #require(bounds.last)
      return Run(
        scalars: first...last, width: try #require(Int(fields[1])),
        ambiguousWidth: try #require(Int(fields[2])))
    }
  }

  static let widenedInUnicode16: [ClosedRange<UInt32>] = [
    0x2630...0x2637, 0x268A...0x268F, 0x4DC0...0x4DFF, 0x1D300...0x1D356, 0x1D360...0x1D376,
  ]

  static let marksOfNoWidth: Set<UInt32> = [0x302E, 0x302F, 0x16FF0, 0x16FF1, 0x1171E]

  @Test func widthsOfAllAssignedScalarsAreThoseOfWcwidth() throws {
    var compared = 0
    var wrong: [String] = []
    for run in try Self.runs() {
      for value in run.scalars {
        guard let scalar = Unicode.Scalar(value) else { continue }
        compared += 1
        let character = Character(scalar)
        var expected = (run.width, run.ambiguousWidth)
        if character.isShownEscaped {
          let width = character.escapedForDisplay.count
          expected = (width, width)
        } else if Self.widenedInUnicode16.contains(where: { $0.contains(value) }) {
          expected = (1, 1)
        } else if scalar.properties.generalCategory == .spacingMark,
          !Self.marksOfNoWidth.contains(value)
        {
          expected = (1, 1)
        }
        let found = (character.cellWidth, character.cellWidth(ambiguous: .wide))
        if found != expected {
          wrong.append("U+\(String(value, radix: 16)): \(found), wcwidth \(expected)")
        }
      }
    }
    #expect(wrong.prefix(20).isEmpty, "\(wrong.count) differ")
    #expect(compared > 280_000)
  }
}
