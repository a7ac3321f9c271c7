// SPDX-License-Identifier: Apache-2.0

import Expectations
import Foundation
import TerminalCells
import Testing

#if canImport(FoundationXML)
import FoundationXML
#endif

/// Pictures of grids are well-formed, whatever is in the cells.
@Suite struct GridPictureTests {
  @Test(arguments: [
    ("a & b", "a &amp; b"), ("<b>", "&lt;b&gt;"), ("\"", "&quot;"), ("\u{FFFF}x\u{FFFE}", " x "),
    ("<\u{338}", "&lt;\u{338}"), ("\u{1}\t\n\u{7F}", "    "), ("\u{1FFFE}", " "),
    ("\r\n", "  "), ("\u{FFFD}\u{1F600}", "\u{FFFD}\u{1F600}"),
  ])
  func textIsEscapedForXML(text: String, escaped: String) {
    expectEqual(Array(text.escapedForXML.unicodeScalars), Array(escaped.unicodeScalars))
  }

  @Test func aLightTerminalHasDarkTextOnWhite() {
    var grid = CellGrid(size: CellSize(columns: 4, rows: 1))
    grid.write("ab", at: CellPosition(column: 0, row: 0))
    let light = GridPicture([grid], isLight: true).svg
    #expect(light.contains("rx=\"8\" fill=\"#ffffff\"") && light.contains("fill=\"#1e1e1e\""))
    let dark = GridPicture([grid]).svg
    #expect(!dark.contains("#ffffff") && !dark.contains("#1e1e1e"))
  }

  @Test func everyScalarIsDrawnWellFormed() {
    let special: [UInt32] = [
      0, 0x3C, 0x3E, 0x26, 0x22, 0x7F, 0x85, 0xFFFD, 0xFFFE, 0xFFFF, 0x1FFFF,
    ]
    for value in special {
      guard let scalar = Unicode.Scalar(value) else { continue }
      for text in [String(scalar), "\(scalar)\u{338}"] {
        let size = CellSize(columns: 8, rows: 1)
        var grid = CellGrid(size: size)
        grid.write("a\(text)b", at: CellPosition(column: 0, row: 0))
        let parser = XMLParser(data: Data(GridPicture([grid]).svg.utf8))
        #expect(parser.parse(), "U+\(String(value, radix: 16)): \(parser.parserError as Any)")
      }
    }
  }
}
