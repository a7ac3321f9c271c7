// SPDX-License-Identifier: Apache-2.0

internal import SourceDiagnostics

/// The bytes of a file, prepared for the parser.
struct YAMLText {
  /// The file as the user sees it, without a byte order mark.
  let file: SourceFile

  /// The same text, with every character that YAML doesn't allow replaced by one of the same
  /// length, so that parsing can continue and offsets stay the same.
  let bytes: [UInt8]

  /// Whether there is anything to parse.
  let isUsable: Bool

  /// The maximum number of forbidden characters to report in a file.
  private static let maximumReports = 100

  /// Checks the size, the encoding, and the characters of a file.
  ///
  /// - Complexity: O(*n*) in the length of the file; O(1) if it's too large.
  static func read(
    _ input: [UInt8], name: String, options: YAMLOptions, into diagnostics: inout DiagnosticList
  ) -> YAMLText {
    if input.count > options.maximumByteCount {
      let file = SourceFile(name: name, text: "")
      diagnostics.add(
        Diagnostic(
          "file-too-large",
          "the file is larger than the maximum of \(options.maximumByteCount) bytes",
          at: SourcePlace(file, SourceRange(at: 0))))
      return YAMLText(file: file, bytes: [], isUsable: false)
    }
    let hasMark = input.starts(with: [0xEF, 0xBB, 0xBF])
    var bytes = hasMark ? Array(input.dropFirst(3)) : input
    guard let text = String(checking: bytes) else {
      return undecodable(bytes, markLength: hasMark ? 3 : 0, name: name, into: &diagnostics)
    }
    let file = SourceFile(name: name, text: text, outline: options.outline)
    replaceControls(in: &bytes, of: file, into: &diagnostics)
    return YAMLText(file: file, bytes: bytes, isUsable: true)
  }

  private static func undecodable(
    _ bytes: [UInt8], markLength: Int, name: String, into diagnostics: inout DiagnosticList
  ) -> YAMLText {
    // The repaired text has the same offsets up to the first invalid byte.
    let file = SourceFile(name: name, text: String(decoding: bytes, as: UTF8.self))
    let offset = validPrefix(of: bytes)
    let place = SourcePlace(file, SourceRange(offset, min(offset + 3, file.utf8Count)))
    if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) {
      diagnostics.add(Diagnostic("not-utf8", "the file is UTF-16; expected UTF-8", at: place))
    } else {
      let byte = offset < bytes.count ? hexadecimal(UInt32(bytes[offset]), digits: 2) : ""
      diagnostics.add(
        Diagnostic(
          "not-utf8",
          "the byte 0x\(byte) at offset \(offset + markLength) is not UTF-8; "
            + "save the file as UTF-8",
          at: place))
    }
    return YAMLText(file: file, bytes: [], isUsable: false)
  }

  /// Returns the number of bytes before the first one that isn't valid UTF-8.
  private static func validPrefix(of bytes: [UInt8]) -> Int {
    var decoder = UTF8.ForwardParser()
    var iterator = bytes.makeIterator()
    var offset = 0
    while case .valid(let encoded) = decoder.parseScalar(from: &iterator) {
      offset += encoded.count
    }
    return offset
  }

  static func hexadecimal(_ value: UInt32, digits: Int) -> String {
    let text = String(value, radix: 16, uppercase: true)
    return String(repeating: "0", count: max(0, digits - text.utf8.count)) + text
  }
}

// MARK: - Control characters

extension YAMLText {
  /// A character that must not appear unescaped in a file.
  private struct Forbidden {
    let scalar: UInt32
    let length: Int
  }

  private static func replaceControls(
    in bytes: inout [UInt8], of file: SourceFile, into diagnostics: inout DiagnosticList
  ) {
    var found: [(offset: Int, forbidden: Forbidden)] = []
    bytes.withUnsafeBufferPointer { bytes in
      var offset = 0
      while offset < bytes.count {
        let byte = bytes[offset]
        // Only these lead bytes and control characters can be forbidden.
        guard byte < 0x20 || byte == 0x7F || byte == 0xC2 || byte == 0xE2 || byte == 0xEF,
          let forbidden = forbidden(at: offset, in: bytes)
        else {
          offset += 1
          continue
        }
        found.append((offset, forbidden))
        offset += forbidden.length
      }
    }
    for (index, (offset, forbidden)) in found.enumerated() {
      switch forbidden.length {
      case 1: bytes[offset] = UInt8(ascii: "_")
      case 2: bytes.replaceSubrange(offset..<(offset + 2), with: [0xC2, 0xB7])
      default: bytes.replaceSubrange(offset..<(offset + 3), with: [0xEF, 0xBF, 0xBD])
      }
      guard index < maximumReports else { continue }
      diagnostics.add(diagnostic(for: forbidden, at: offset, in: file))
    }
  }

  private static func forbidden(at offset: Int, in bytes: UnsafeBufferPointer<UInt8>)
    -> Forbidden?
  {
    let byte = bytes[offset]
    if byte < 0x20 {
      return byte == 0x09 || byte == 0x0A || byte == 0x0D
        ? nil : Forbidden(scalar: UInt32(byte), length: 1)
    }
    if byte == 0x7F { return Forbidden(scalar: 0x7F, length: 1) }
    // The text is valid UTF-8, so the bytes after a lead byte exist.
    let second = offset + 1 < bytes.count ? bytes[offset + 1] : 0
    if byte == 0xC2 { return second < 0xA0 ? Forbidden(scalar: UInt32(second), length: 2) : nil }
    let third = offset + 2 < bytes.count ? bytes[offset + 2] : 0
    switch (byte, second, third) {
    case (0xE2, 0x80, 0xA8): return Forbidden(scalar: 0x2028, length: 3)
    case (0xE2, 0x80, 0xA9): return Forbidden(scalar: 0x2029, length: 3)
    case (0xEF, 0xBB, 0xBF): return Forbidden(scalar: 0xFEFF, length: 3)
    case (0xEF, 0xBF, 0xBE): return Forbidden(scalar: 0xFFFE, length: 3)
    case (0xEF, 0xBF, 0xBF): return Forbidden(scalar: 0xFFFF, length: 3)
    default: return nil
    }
  }

  private static func diagnostic(for forbidden: Forbidden, at offset: Int, in file: SourceFile)
    -> Diagnostic
  {
    let range = SourceRange(offset, offset + forbidden.length)
    let code = hexadecimal(forbidden.scalar, digits: 4)
    let message: String
    var fixIts: [FixIt] = []
    switch forbidden.scalar {
    case 0xFEFF:
      message = "a byte order mark (U+FEFF) inside the text; remove it"
      fixIts = [FixIt("remove it", [FixIt.Edit(range, "")], isSafe: true)]
    case 0x85, 0x2028, 0x2029:
      message =
        "the line separator U+\(code) means different things to different readers; "
        + "write '\\u\(code)' in a double-quoted text"
    case 0xFFFE, 0xFFFF:
      message = "U+\(code) is not a character; remove it"
      fixIts = [FixIt("remove it", [FixIt.Edit(range, "")], isSafe: true)]
    default:
      message =
        "the control character U+\(code) isn't allowed in a file; "
        + "write '\\u\(code)' in a double-quoted text"
    }
    return Diagnostic(
      "control-character", message, at: SourcePlace(file, range), fixIts: fixIts)
  }
}
