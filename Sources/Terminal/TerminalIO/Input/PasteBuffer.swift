// SPDX-License-Identifier: Apache-2.0

/// The text between the two marks of a bracketed paste that has arrived so far.
struct PasteBuffer: Sendable {
  private(set) var byteCount: Int
  private(set) var isCut = false
  private(set) var isEnded = false
  private var bytes: [UInt8] = []

  private static let endMark = Array("\u{1B}[201~".utf8)
  private static let interrupt: UInt8 = 0x03

  init(byteCount: Int) { self.byteCount = byteCount }

  /// Takes bytes up to the end mark, and returns their number; 0 means that more are needed.
  ///
  /// Ctrl-C ends the paste as well, and isn't taken: it's the way out if a terminal omits the mark.
  mutating func take(_ input: ArraySlice<UInt8>) -> Int {
    var index = input.startIndex
    while index < input.endIndex {
      let byte = input[index]
      if byte == Self.interrupt {
        isEnded = true
        break
      }
      if byte == Self.endMark[0] {
        let rest = input[index...].prefix(Self.endMark.count)
        if rest.elementsEqual(Self.endMark) {
          index += Self.endMark.count
          isEnded = true
          break
        }
        if Self.endMark.starts(with: rest) { break }
      }
      if bytes.count < InputDecoder.longestPaste { bytes.append(byte) } else { isCut = true }
      index += 1
    }
    byteCount += index - input.startIndex
    return index - input.startIndex
  }

  /// The text without NUL, with lines that end in `\n`.
  var text: String {
    var lines: [UInt8] = []
    lines.reserveCapacity(bytes.count)
    var afterReturn = false
    for byte in bytes {
      defer { afterReturn = byte == 0x0D }
      switch byte {
      case 0x00: continue
      case 0x0D: lines.append(0x0A)
      case 0x0A where afterReturn: continue
      default: lines.append(byte)
      }
    }
    return String(decoding: lines, as: UTF8.self)
  }
}
