// SPDX-License-Identifier: Apache-2.0

import FlowExpressions
import SourceDiagnostics

/// Reads lines of `NAME=value` as python-dotenv does, but replaces no `${NAME}`.
///
/// A byte order mark, empty lines, and comments are skipped, as is `export`. A value in single quotes has the escapes
/// `\\` and `\'`; one in double quotes also those of control characters, such as `\n`; both may have several lines. Any
/// other value ends at a `#` after a space.
struct VariableLines {
  private let file: SourceFile
  private let bytes: [UInt8]
  private var offset = 0
  private var answers: [AnswersFile.Answer] = []
  private var diagnostics = DiagnosticList()

  /// Returns the answers of a file, and what's wrong with it.
  ///
  /// - Complexity: O(*n*) in the length of the file.
  static func read(
    _ bytes: [UInt8], name: String
  ) -> (answers: [AnswersFile.Answer], diagnostics: DiagnosticList) {
    var lines = VariableLines(bytes, name: name)
    while lines.findLine() { lines.readLine() }
    return (lines.answers, lines.diagnostics)
  }

  private init(_ input: [UInt8], name: String) {
    let hasMark = input.starts(with: [0xEF, 0xBB, 0xBF])
    file = SourceFile(
      name: name, text: String(decoding: input.dropFirst(hasMark ? 3 : 0), as: UTF8.self))
    bytes = Array(file.text.utf8)
  }

  private var current: UInt8? { offset < bytes.count ? bytes[offset] : nil }

  private var isAtEnd: Bool { current == nil || current == 0x0A || current == 0x0D }

  private mutating func skipBlanks() {
    while let byte = current, Self.isBlank(byte) { offset += 1 }
  }

  private mutating func skipLine() { while !isAtEnd { offset += 1 } }

  /// Goes to the next line with content, and returns false if there's none.
  private mutating func findLine() -> Bool {
    while let byte = current {
      switch byte {
      case UInt8(ascii: "#"): skipLine()
      case 0x0A, 0x0D: offset += 1
      case _ where Self.isBlank(byte): offset += 1
      default: return true
      }
    }
    return false
  }

  private mutating func readLine() {
    let start = offset
    guard let name = name() else {
      return refuse("expected NAME=value", from: start)
    }
    offset += 1
    skipBlanks()
    var text: String?
    switch current {
    case UInt8(ascii: "'")?: text = quoted(escapes: ["\\": "\\", "'": "'"])
    case UInt8(ascii: "\"")?: text = quoted(escapes: Self.escapes)
    default: text = bare()
    }
    guard let text else {
      offset = start
      return refuse("the quotes of the value aren't closed", from: start)
    }
    let end = offset
    skipBlanks()
    if current == UInt8(ascii: "#") { skipLine() }
    guard isAtEnd else {
      return refuse("expected nothing after the quotes of the value", from: start)
    }
    answers.append(
      AnswersFile.Answer(
        name: name, content: .typed(text), data: AnswersFile.value(of: text) ?? .string(text),
        place: SourcePlace(file, SourceRange(start, end))))
  }

  private mutating func refuse(_ message: String, from start: Int) {
    skipLine()
    diagnostics.add(
      Diagnostic("bad-line", message, at: SourcePlace(file, SourceRange(start, offset))))
  }

  /// Reads a name, up to its `=`; nil if there's none.
  private mutating func name() -> String? {
    let export = Array("export".utf8)
    if bytes[offset...].starts(with: export), offset + export.count < bytes.count,
      Self.isBlank(bytes[offset + export.count])
    {
      offset += export.count
      skipBlanks()
    }
    let isQuoted = current == UInt8(ascii: "'")
    if isQuoted { offset += 1 }
    let start = offset
    while let byte = current, !isAtEnd {
      if isQuoted ? byte == UInt8(ascii: "'") : Self.endsName(byte) { break }
      offset += 1
    }
    let name = String(decoding: bytes[start..<offset], as: UTF8.self)
    if isQuoted, !isAtEnd { offset += 1 }
    skipBlanks()
    return name.isEmpty || current != UInt8(ascii: "=") ? nil : name
  }

  /// Reads a text in quotes; nil if they aren't closed.
  private mutating func quoted(escapes: [Unicode.Scalar: Unicode.Scalar]) -> String? {
    guard let quote = current else { return nil }
    offset += 1
    var content: [UInt8] = []
    while let byte = current {
      offset += 1
      if byte == quote { return String(decoding: content, as: UTF8.self) }
      if byte == UInt8(ascii: "\\"), let next = current,
        let meant = escapes[Unicode.Scalar(next)]
      {
        offset += 1
        content += Array(String(Character(meant)).utf8)
      } else if byte == 0x0D {
        if current == 0x0A { offset += 1 }
        content.append(0x0A)
      } else {
        content.append(byte)
      }
    }
    return nil
  }

  /// Reads the rest of a line without its comment.
  private mutating func bare() -> String {
    let start = offset
    var end = offset
    while let byte = current, !isAtEnd {
      if byte == UInt8(ascii: "#"), Self.isBlank(bytes[offset - 1]) { break }
      offset += 1
      if !Self.isBlank(byte) { end = offset }
    }
    skipLine()
    return String(decoding: bytes[start..<end], as: UTF8.self)
  }

  private static let escapes: [Unicode.Scalar: Unicode.Scalar] = [
    "\\": "\\", "'": "'", "\"": "\"", "a": "\u{7}", "b": "\u{8}", "f": "\u{C}", "n": "\n",
    "r": "\r", "t": "\t", "v": "\u{B}",
  ]

  private static func isBlank(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x09 || byte == 0x0B || byte == 0x0C
  }

  private static func endsName(_ byte: UInt8) -> Bool {
    isBlank(byte) || byte == UInt8(ascii: "=") || byte == UInt8(ascii: "#")
  }
}
