// SPDX-License-Identifier: Apache-2.0

import Expectations
import SourceDiagnostics
import Testing

@Suite struct SourceMapTests {
  /// `a\\nb ⏎  c`: verbatim, an escape, verbatim, a fold, verbatim.
  private let map = SourceMap(
    runs: [
      SourceMap.Run(decoded: 0, source: SourceRange(10, 11), isVerbatim: true),
      SourceMap.Run(decoded: 1, source: SourceRange(11, 13), isVerbatim: false),
      SourceMap.Run(decoded: 2, source: SourceRange(13, 15), isVerbatim: true),
      SourceMap.Run(decoded: 4, source: SourceRange(15, 19), isVerbatim: false),
      SourceMap.Run(decoded: 5, source: SourceRange(19, 22), isVerbatim: true),
    ], decodedCount: 8, whole: SourceRange(9, 23))

  @Test(arguments: [
    (SourceRange(0, 1), SourceRange(10, 11)), (SourceRange(1, 2), SourceRange(11, 13)),
    (SourceRange(0, 8), SourceRange(10, 22)), (SourceRange(3, 4), SourceRange(14, 15)),
    (SourceRange(3, 5), SourceRange(14, 19)), (SourceRange(4, 6), SourceRange(15, 20)),
    (SourceRange(at: 8), SourceRange(at: 22)), (SourceRange(at: 99), SourceRange(at: 22)),
  ])
  func rangesGoBackToTheFile(decoded: SourceRange, source: SourceRange) {
    expectEqual(map.sourceRange(of: decoded), source)
  }

  @Test func offsetsOfTheFileGoBackToTheText() {
    for offset in 0..<8 {
      let source = map.sourceRange(of: SourceRange(offset, offset + 1))
      expectEqual(map.decodedOffset(of: source.lowerBound), offset)
    }
    // In an escape, outside of the text, and at its end.
    expectEqual([12, 9, 22, 30].map(map.decodedOffset), [1, 0, 8, 8])
  }

  @Test func aSliceMapsLikeTheWhole() {
    for start in 0..<8 {
      for end in (start + 1)...8 {
        let slice = map.slice(SourceRange(start, end))
        for offset in start..<end {
          let inSlice = SourceRange(offset - start, offset - start + 1)
          expectEqual(
            slice.sourceRange(of: inSlice), map.sourceRange(of: SourceRange(offset, offset + 1)))
        }
      }
    }
  }
}
