// SPDX-License-Identifier: Apache-2.0

#if VTerm
import CVTerm
import TerminalCells
import Testing

/// The widths of single scalars against the columns by which a terminal emulator, libvterm, moves
/// its cursor.
///
/// Its tables of combining marks are those of Unicode 5.0, so scalars that came later are left out.
/// The differences in what remains, all of them:
/// - Arabic and Syriac number signs, which enclose what follows, and the tone mark U+1734 take a
///   cell of their own here; so does U+06DE, a symbol and no mark.
/// - Marks and fillers that a later Unicode made ignorable, or marks, have no width here: U+180E,
///   U+FFA0, U+3164, U+1885, U+1886, U+1A1B, U+A802.
/// - Tone and voicing marks of East Asian width W have no width here, as in wcwidth.
/// - Trigrams, digrams, Tai Xuan Jing symbols, and counting rods became wide in Unicode 16.
/// - U+2028…U+202E are shown as escapes.
@Suite struct EmulatorWidthTests {
  static let different: [ClosedRange<UInt32>] = [
    0x600...0x603, 0x6DD...0x6DE, 0x70F...0x70F, 0x1734...0x1734, 0x180E...0x180E,
    0x1885...0x1886, 0x1A1B...0x1A1B, 0x2028...0x202E, 0x302A...0x302F, 0x3099...0x309A,
    0x2630...0x2637, 0x268A...0x268F, 0x3164...0x3164, 0xA802...0xA802, 0xFFA0...0xFFA0,
    0x1D300...0x1D356, 0x1D360...0x1D376,
  ]

  @Test func widthsOfScalarsAreThoseOfATerminalEmulator() throws {
    let terminal = try #require(vterm_new(2, 20))
    defer { vterm_free(terminal) }
    vterm_set_utf8(terminal, 1)
    let state = try #require(vterm_obtain_state(terminal))
    vterm_state_reset(state, 1)
    var compared = 0
    var wrong: [String] = []
    for run in try WidthGoldenTests.runs() {
      for value in run.scalars where value >= 0x20 && !(0x7F..<0xA0).contains(value) {
        guard let scalar = Unicode.Scalar(value), let age = scalar.properties.age,
          age.major < 5 || (age.major == 5 && age.minor == 0)
        else { continue }
        compared += 1
        let bytes = Array("\r\u{1b}[Ka\(scalar)".utf8)
        bytes.withUnsafeBytes { buffer in
          _ = vterm_input_write(
            terminal, buffer.baseAddress?.assumingMemoryBound(to: CChar.self), buffer.count)
        }
        var cursor = VTermPos()
        vterm_state_get_cursorpos(state, &cursor)
        let width = Character(scalar).cellWidth
        let isListed = Self.different.contains { $0.contains(value) }
        if (Int(cursor.col) - 1 != width) != isListed {
          wrong.append("U+\(String(value, radix: 16)): \(width), libvterm \(cursor.col - 1)")
        }
      }
    }
    #expect(wrong.prefix(20).isEmpty, "\(wrong.count) differ")
    #expect(compared > 230_000)
  }
}
#endif
