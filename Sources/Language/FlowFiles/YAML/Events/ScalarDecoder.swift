// SPDX-License-Identifier: Apache-2.0

internal import SourceDiagnostics

/// Decodes a scalar from its source and records where each part of the text came from.
///
/// libyaml provides only the decoded text. This decoder follows libyaml's rules and builds a source
/// map along the way. Callers compare its text with libyaml's and use the map only if they're
/// equal.
struct ScalarDecoder {
  private let bytes: UnsafeBufferPointer<UInt8>
  private var position: Int
  private let end: Int
  private var output: [UInt8] = []
  private var runs: [SourceMap.Run] = []

  /// The source offset at which the last run can be extended verbatim; −1 after a unit.
  private var verbatimEnd = -1

  private init(_ bytes: UnsafeBufferPointer<UInt8>, _ range: SourceRange) {
    self.bytes = bytes
    position = min(range.lowerBound, bytes.count)
    end = min(range.upperBound, bytes.count)
  }

  /// Returns the text of a scalar in UTF-8, and its source map.
  ///
  /// - Complexity: O(*n*) in the length of the scalar.
  static func decode(_ scalar: YAMLScalar, in file: SourceFile) -> (text: [UInt8], map: SourceMap) {
    let decoded = file.text.utf8.withContiguousStorageIfAvailable { bytes in
      var decoder = ScalarDecoder(bytes, scalar.range)
      switch scalar.style {
      case .plain: decoder.readFlow(quote: nil)
      case .singleQuoted: decoder.readFlow(quote: UInt8(ascii: "'"))
      case .doubleQuoted: decoder.readFlow(quote: UInt8(ascii: "\""))
      case .literal: decoder.readBlock(isFolded: false, parentIndent: scalar.parentIndent)
      case .folded: decoder.readBlock(isFolded: true, parentIndent: scalar.parentIndent)
      }
      return (decoder.output, decoder.runs)
    }
    let (output, runs) = decoded ?? ([], [])
    return (
      output,
      SourceMap(runs: runs, decodedCount: output.count, whole: scalar.range)
    )
  }

  // MARK: Output

  private mutating func copy() {
    if verbatimEnd != position {
      runs.append(
        SourceMap.Run(decoded: output.count, source: SourceRange(at: position), isVerbatim: true))
    }
    output.append(bytes[position])
    position += 1
    verbatimEnd = position
    extendRun(to: position)
  }

  private mutating func extendRun(to offset: Int) {
    guard let last = runs.last else { return }
    runs[runs.count - 1] = SourceMap.Run(
      decoded: last.decoded, source: SourceRange(last.source.lowerBound, offset), isVerbatim: true)
  }

  /// Appends bytes that represent a range of the source.
  private mutating func emit(_ unit: some Sequence<UInt8>, for source: SourceRange) {
    runs.append(SourceMap.Run(decoded: output.count, source: source, isVerbatim: false))
    output.append(contentsOf: unit)
    verbatimEnd = -1
  }

  private mutating func emitBreak(_ source: SourceRange) {
    if source.count == 1, bytes[source.lowerBound] == UInt8(ascii: "\n") {
      let saved = position
      position = source.lowerBound
      copy()
      position = saved
    } else {
      emit([UInt8(ascii: "\n")], for: source)
    }
  }

  // MARK: Input

  private func isBlank(at offset: Int, limit: Int) -> Bool {
    offset < limit && (bytes[offset] == UInt8(ascii: " ") || bytes[offset] == UInt8(ascii: "\t"))
  }

  /// Returns the length of the line break at an offset, or 0 if there's none.
  private func breakLength(at offset: Int, limit: Int) -> Int {
    guard offset < limit else { return 0 }
    if bytes[offset] == UInt8(ascii: "\n") { return 1 }
    guard bytes[offset] == UInt8(ascii: "\r") else { return 0 }
    return offset + 1 < limit && bytes[offset + 1] == UInt8(ascii: "\n") ? 2 : 1
  }
}

// MARK: - Plain and quoted scalars

extension ScalarDecoder {
  private mutating func readFlow(quote: UInt8?) {
    var limit = end
    if quote != nil {
      position += 1
      limit = max(position, end - 1)
    }
    while position < limit {
      let byte = bytes[position]
      let escapedBreak =
        byte == UInt8(ascii: "\\") && quote == UInt8(ascii: "\"")
        ? breakLength(at: position + 1, limit: limit) : 0
      if escapedBreak > 0 {
        position += 1 + escapedBreak
        readBlanks(limit: limit, isAfterEscapedBreak: true)
      } else if isBlank(at: position, limit: limit) || breakLength(at: position, limit: limit) > 0 {
        readBlanks(limit: limit, isAfterEscapedBreak: false)
      } else if byte == quote, byte == UInt8(ascii: "'") {
        emit([byte], for: SourceRange(position, position + 2))
        position += 2
      } else if byte == UInt8(ascii: "\\"), quote == UInt8(ascii: "\"") {
        readEscape(limit: limit)
      } else {
        copy()
      }
    }
  }

  /// Reads white space and line breaks.
  ///
  /// A single line break folds to a space; of several, the first is dropped.
  private mutating func readBlanks(limit: Int, isAfterEscapedBreak: Bool) {
    let start = position
    var breaks: [SourceRange] = []
    while true {
      if isBlank(at: position, limit: limit) {
        position += 1
        continue
      }
      let length = breakLength(at: position, limit: limit)
      guard length > 0 else { break }
      breaks.append(SourceRange(position, position + length))
      position += length
    }
    if isAfterEscapedBreak {
      for range in breaks { emitBreak(range) }
    } else if breaks.isEmpty {
      let stop = position
      position = start
      while position < stop { copy() }
    } else if breaks.count == 1 {
      emit([UInt8(ascii: " ")], for: SourceRange(start, position))
    } else {
      for range in breaks.dropFirst() { emitBreak(range) }
    }
  }

  private mutating func readEscape(limit: Int) {
    let start = position
    guard position + 1 < limit else {
      position = limit
      return
    }
    let code = bytes[position + 1]
    position += 2
    let digits: Int
    switch code {
    case UInt8(ascii: "x"): digits = 2
    case UInt8(ascii: "u"): digits = 4
    case UInt8(ascii: "U"): digits = 8
    default: digits = 0
    }
    guard digits > 0 else {
      emit(Self.escapes[code] ?? [code], for: SourceRange(start, position))
      return
    }
    var value: UInt32 = 0
    for _ in 0..<digits where position < limit {
      let byte = bytes[position]
      let digit = byte < 0x3A ? UInt32(byte) &- 0x30 : UInt32(byte | 0x20) &- 0x61 &+ 10
      value = value << 4 | (digit & 0xF)
      position += 1
    }
    let scalar = Unicode.Scalar(value) ?? "\u{FFFD}"
    emit(String(Character(scalar)).utf8, for: SourceRange(start, position))
  }

  private static let escapes: [UInt8: [UInt8]] = [
    UInt8(ascii: "0"): [0x00], UInt8(ascii: "a"): [0x07], UInt8(ascii: "b"): [0x08],
    UInt8(ascii: "t"): [0x09], UInt8(ascii: "\t"): [0x09], UInt8(ascii: "n"): [0x0A],
    UInt8(ascii: "v"): [0x0B], UInt8(ascii: "f"): [0x0C], UInt8(ascii: "r"): [0x0D],
    UInt8(ascii: "e"): [0x1B], UInt8(ascii: "N"): [0xC2, 0x85], UInt8(ascii: "_"): [0xC2, 0xA0],
    UInt8(ascii: "L"): [0xE2, 0x80, 0xA8], UInt8(ascii: "P"): [0xE2, 0x80, 0xA9],
  ]
}

// MARK: - Block scalars

extension ScalarDecoder {
  private mutating func readBlock(isFolded: Bool, parentIndent: Int) {
    let limit = bytes.count
    var chomping = 0
    var indent = 0
    position += 1
    header: while position < limit {
      switch bytes[position] {
      case UInt8(ascii: "+"): chomping = 1
      case UInt8(ascii: "-"): chomping = -1
      case 0x31...0x39: indent = max(0, parentIndent) + Int(bytes[position] - 0x30)
      default: break header
      }
      position += 1
    }
    while position < limit, breakLength(at: position, limit: limit) == 0 { position += 1 }
    position += breakLength(at: position, limit: limit)

    var leadingBreak: SourceRange?
    var isAfterBlank = false
    var (column, breaks) = readBlockBreaks(&indent, parentIndent: parentIndent, limit: limit)
    while column == indent, position < limit {
      let startsWithBlank = isBlank(at: position, limit: limit)
      if let line = leadingBreak {
        if isFolded, !isAfterBlank, !startsWithBlank {
          if breaks.isEmpty {
            emit([UInt8(ascii: " ")], for: SourceRange(line.lowerBound, position))
          }
        } else {
          emitBreak(line)
        }
        leadingBreak = nil
      }
      for range in breaks { emitBreak(range) }
      isAfterBlank = startsWithBlank
      while position < limit, breakLength(at: position, limit: limit) == 0 { copy() }
      let length = breakLength(at: position, limit: limit)
      leadingBreak = length > 0 ? SourceRange(position, position + length) : nil
      position += length
      (column, breaks) = readBlockBreaks(&indent, parentIndent: parentIndent, limit: limit)
    }
    if chomping != -1, let line = leadingBreak { emitBreak(line) }
    if chomping == 1 { for range in breaks { emitBreak(range) } }
  }

  /// Reads empty lines and the indentation of the next line, and detects the block's indentation if
  /// it isn't known yet.
  private mutating func readBlockBreaks(_ indent: inout Int, parentIndent: Int, limit: Int)
    -> (column: Int, breaks: [SourceRange])
  {
    var breaks: [SourceRange] = []
    var column = 0
    var deepest = 0
    while true {
      while indent == 0 || column < indent, position < limit,
        bytes[position] == UInt8(ascii: " ")
      {
        position += 1
        column += 1
      }
      deepest = max(deepest, column)
      let length = breakLength(at: position, limit: limit)
      guard length > 0 else { break }
      breaks.append(SourceRange(position, position + length))
      position += length
      column = 0
    }
    if indent == 0 { indent = max(deepest, parentIndent + 1, 1) }
    return (column, breaks)
  }
}
