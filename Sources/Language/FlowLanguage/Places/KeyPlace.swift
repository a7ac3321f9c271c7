// SPDX-License-Identifier: Apache-2.0

import FlowFiles
import FlowModel
import SourceDiagnostics

/// Where an offset is among the keys of a file, as its lines say: also on a line that's only half typed.
///
/// It follows from indentation and brackets, so no mistake elsewhere in the file matters.
struct KeyPlace: Sendable {
  /// A part of the way from the document to a place.
  enum Part: Sendable, Hashable {
    /// An item of a list.
    case item

    /// The value of a key, in a map whose keys have values as they're written.
    case key(String, among: [String: String])
  }

  /// The kind of text at the offset.
  enum Kind: Sendable, Hashable {
    /// A key, or the beginning of one.
    case key

    /// A key of an item of a list whose dash isn't typed.
    case item

    /// A value.
    case value
  }

  /// The way to the map or the list that the place is in, or to the value.
  private(set) var path: [Part] = []

  /// The keys of the map that the place is in, with their values as they're written, without the key itself.
  private(set) var siblings: [String: String] = [:]
  private(set) var kind = Kind.key

  /// The range of the key, or of the value on the line of the offset.
  private(set) var range: SourceRange

  /// Whether the place is in braces or brackets.
  private(set) var isInBrackets = false

  /// Whether the value is a block of lines.
  private(set) var isBlock = false

  /// Whether the line of the offset may continue the value of another one.
  private var isContinued = false
  private let lines: TextLines
  private let offset: Int

  /// The number of lines whose keys it has read.
  private(set) var readCount = 0

  /// Finds the place of an offset.
  ///
  /// - Complexity: O(*n*) in the length of the text around it, up to the keys of the document.
  init(_ offset: Int, in lines: TextLines) {
    self.lines = lines
    self.offset = offset
    range = SourceRange(at: offset)
    find()
  }

  /// Makes it the place of the key of a value.
  mutating func leaveValue() {
    guard kind == .value, case .key(let name, let among)? = path.last else { return }
    path.removeLast()
    siblings = among.filter { $0.key != name }
    kind = .key
  }

  // MARK: Lines

  /// A line as a part of a block.
  struct Line {
    /// The columns of its dashes.
    let dashes: [Int]

    /// The column of what follows them.
    let column: Int

    /// The offset of what follows them.
    let start: Int
    let key: String?

    /// The range of the value of the key, without a comment; empty at its place if there's none.
    let value: SourceRange
    let end: Int

    /// Whether there's anything but a comment.
    let isEmpty: Bool

    /// Reads a line of a block.
    init(_ range: SourceRange, in bytes: [UInt8]) {
      let shape = LineShape(range, in: bytes)
      dashes = shape.dashes.map { $0 - range.lowerBound }
      let hasContent = dashes.isEmpty || shape.contentStart < range.upperBound
      column = hasContent ? shape.contentStart - range.lowerBound : (dashes.last ?? 0) + 2
      start = shape.contentStart
      key = shape.keyText(in: bytes)
      value =
        key == nil
        ? SourceRange(at: range.upperBound) : shape.value ?? SourceRange(at: shape.valueStart)
      end = range.upperBound
      isEmpty = dashes.isEmpty && key == nil && shape.value == nil
    }
  }

  private mutating func line(_ number: Int) -> Line {
    readCount += 1
    return Line(lines.range(number), in: lines.bytes)
  }

  /// Returns the value of the key of a line, as it's written.
  private func text(_ line: Line) -> String {
    String(decoding: lines.bytes[line.value.lowerBound..<line.value.upperBound], as: UTF8.self)
  }

  // MARK: Blocks

  private mutating func find() {
    let number = lines.line(at: offset)
    let own = line(number)
    let cursor = offset - lines.range(number).lowerBound
    var (column, isSequence) = (own.column, false)
    var start: Int?
    if own.isEmpty {
      // On a blank line, the cursor says where it belongs.
      column = max(0, cursor)
    } else if offset < own.start, let dash = own.dashes.first(where: { cursor <= $0 }) {
      (column, isSequence) = (dash, true)
    } else {
      if let key = own.key, offset >= own.value.lowerBound, offset > own.start {
        kind = .value
        start = own.value.lowerBound
        range = SourceRange(own.value.lowerBound, own.end)
        siblings = siblings(of: number, own)
        path = [.key(key, among: siblings.merging([key: text(own)]) { $1 })]
      } else {
        range = SourceRange(own.start, own.key == nil ? own.end : keyEnd(own))
        start = own.key == nil && !own.dashes.isEmpty ? own.start : nil
        siblings = siblings(of: number, own)
      }
      if let dash = own.dashes.first {
        for _ in own.dashes { path.insert(.item, at: 0) }
        (column, isSequence) = (dash, true)
      }
    }
    let ending = BracketScanner.frames(in: lines.bytes, from: start, to: offset)
    isContinued = own.key == nil && own.dashes.isEmpty && !own.isEmpty
    ascend(from: number, column, isSequence, isBlank: own.isEmpty)
    if isInBrackets { return }
    if let ending { enter(ending) }
  }

  private func keyEnd(_ line: Line) -> Int {
    var end = line.value.lowerBound
    while end > line.start, lines.bytes[end - 1] != UInt8(ascii: ":") { end -= 1 }
    return max(line.start, end - 1)
  }

  /// Goes up to what contains a column.
  private mutating func ascend(
    from number: Int, _ column: Int, _ isSequence: Bool, isBlank: Bool
  ) {
    var (number, column, isSequence, isFirst) = (number, column, isSequence, true)
    var outer: [Part] = []
    var brackets: BracketScanner?
    while column > 0 || isSequence || isFirst,
      let next = isFirst
        ? number > 0 ? number - 1 : nil : lines.line(before: number, around: column, isSequence)
    {
      number = next
      let line = line(number)
      if line.isEmpty { continue }
      if isDocumentStart(number) { break }
      if isFirst, !isSequence || line.column <= column, opensBrackets(line),
        let found = BracketScanner.frames(
          in: lines.bytes, from: line.key == nil ? line.start : line.value.lowerBound, to: offset)
      {
        // The text on the line of the offset is in the brackets of this one.
        brackets = found
        (path, siblings, kind) = ([], [:], .value)
        if line.key == nil {
          guard let dash = line.dashes.first else { continue }
          outer = line.dashes.map { _ in .item }
          (column, isSequence, isFirst) = (dash, true, false)
          continue
        }
        column = line.column + 1
        isSequence = false
      }
      let isInside = isSequence ? line.column <= column : line.column < column
      if let key = line.key, isInside, !(isSequence && line.dashes.contains(column)) {
        let among = siblings(of: number, line)
        if isFirst, isBlockHeader(line) || isContinued && line.value.lowerBound < line.end {
          (isBlock, path, siblings, kind) = (true, [], [:], .value)
        }
        outer.insert(
          .key(key, among: among.merging([key: text(line)]) { $1 }), at: 0)
        (column, isSequence, isFirst) = (line.column, false, false)
        if let dash = line.dashes.first {
          for _ in line.dashes { outer.insert(.item, at: 0) }
          (column, isSequence) = (dash, true)
        }
      } else if !isSequence, line.column == column, let dash = line.dashes.first {
        // The first key of the item that the place is in.
        if isFirst, siblings.isEmpty, brackets == nil { siblings = siblings(of: number, line) }
        for _ in line.dashes { outer.insert(.item, at: 0) }
        (column, isSequence, isFirst) = (dash, true, false)
      } else if isFirst, isBlank, !isSequence, line.dashes.contains(column) {
        kind = .item
        outer.insert(.item, at: 0)
        (isSequence, isFirst) = (true, false)
      } else if isFirst, isBlank, line.column == column, line.key != nil, siblings.isEmpty {
        siblings = siblings(of: number, line)
      }
    }
    path = outer + path
    if let brackets { enter(brackets) }
  }

  /// Whether the value of a line, or the item, begins with a bracket.
  private func opensBrackets(_ line: Line) -> Bool {
    let start = line.key == nil ? line.start : line.value.lowerBound
    return start < line.end && "{[".utf8.contains(lines.bytes[start])
  }

  /// Goes into brackets.
  private mutating func enter(_ scanner: BracketScanner) {
    isInBrackets = true
    for (index, frame) in scanner.frames.enumerated() {
      let isLast = index == scanner.frames.count - 1
      guard frame.isMap else {
        path.append(.item)
        if isLast { (kind, siblings) = (.value, [:]) }
        continue
      }
      if isLast { siblings = frame.keys.filter { $0.key != frame.key } }
      if let key = frame.key {
        path.append(.key(key, among: frame.keys))
        if isLast { kind = .value }
      } else if isLast {
        kind = .key
      }
    }
    range = scanner.range
  }

  private func isBlockHeader(_ line: Line) -> Bool {
    line.value.lowerBound < line.end
      && "|>".utf8.contains(lines.bytes[line.value.lowerBound])
  }

  private func isDocumentStart(_ number: Int) -> Bool {
    let start = lines.whole(number).lowerBound
    return start + 3 <= lines.bytes.count
      && lines.bytes[start..<(start + 3)].allSatisfy { $0 == UInt8(ascii: "-") }
  }

  /// Returns the keys of the map of a line, with their values, without those of the line of an offset.
  private mutating func siblings(of number: Int, _ own: Line) -> [String: String] {
    var found: [String: String] = [:]
    let except = lines.line(at: offset)
    func add(_ line: Line, _ other: Int) {
      guard other != except, let key = line.key, found[key] == nil else { return }
      found[key] = text(line)
    }
    func read(_ numbers: some Sequence<Int>, isAbove: Bool) {
      for other in numbers.prefix(2000) where lines.indentation(other) <= own.column {
        let line = line(other)
        if line.isEmpty { continue }
        // A list can have its dashes at the column of its key.
        let isItem = line.dashes.first.map { $0 < own.column } ?? false
        if isDocumentStart(other) || line.column < own.column || isItem && !isAbove { return }
        if line.column == own.column { add(line, other) }
        if isItem { return }
      }
    }
    add(own, number)
    if own.dashes.isEmpty { read((0..<number).reversed(), isAbove: true) }
    read((number + 1)..<max(number + 1, lines.count), isAbove: false)
    return found
  }
}

/// Follows brackets, quotes, and keys between two offsets.
private struct BracketScanner {
  struct Frame {
    let isMap: Bool
    var keys: [String: String] = [:]

    /// The key whose value is being read; nil before its colon.
    var key: String?
    var start: Int
  }

  private let bytes: [UInt8]
  private let end: Int
  private var at: Int
  private(set) var frames: [Frame] = []

  /// The number of bytes that are read behind the offset.
  private static let most = 8192

  /// The range of the key or the value at the end.
  private(set) var range: SourceRange

  /// Returns the brackets that are open at an offset; nil if none are, or if no bracket is at the start.
  static func frames(in bytes: [UInt8], from start: Int?, to end: Int) -> BracketScanner? {
    guard let start, start < bytes.count, start < end, "{[".utf8.contains(bytes[start]) else {
      return nil
    }
    var scanner = BracketScanner(bytes, from: start, to: end)
    scanner.run()
    return scanner.frames.isEmpty ? nil : scanner
  }

  private init(_ bytes: [UInt8], from start: Int, to end: Int) {
    self.bytes = bytes
    self.end = end
    at = start
    range = SourceRange(at: end)
  }

  mutating func run() {
    step(until: end)
    guard let frame = frames.last else { return }
    var start = min(frame.start, end)
    while start < end, bytes[start].isSpace { start += 1 }
    // The keys after it may say what kind of map it is.
    let kept = frames
    step(until: min(bytes.count, end + Self.most), depth: kept.count)
    let rest = frames.count >= kept.count ? frames[kept.count - 1].keys : closed
    frames = kept
    range = SourceRange(start, max(end, valueEnd(from: end)))
    // The key that's being typed isn't beside itself.
    let own = String(decoding: bytes[start..<range.upperBound], as: UTF8.self).trimmed.unquoted
    for (key, value) in rest where frame.key != nil || key != own {
      if frames[frames.count - 1].keys[key] == nil { frames[frames.count - 1].keys[key] = value }
    }
  }

  /// The keys of the frame that was closed last.
  private var closed: [String: String] = [:]

  private func valueEnd(from start: Int) -> Int {
    var at = start
    while at < bytes.count, !",]}\n\r:#".utf8.contains(bytes[at]) { at += 1 }
    while at > start, bytes[at - 1] == 0x20 { at -= 1 }
    return at
  }

  private func text(_ start: Int) -> String {
    String(decoding: bytes[min(start, at)..<at], as: UTF8.self).trimmed
  }

  private mutating func step(until end: Int, depth: Int = 0) {
    while at < end {
      let byte = bytes[at]
      switch byte {
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        at += 1
        frames.append(Frame(isMap: byte == UInt8(ascii: "{"), start: at))
        continue
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        finishEntry()
        if let frame = frames.popLast() { closed = frame.keys }
        if frames.isEmpty || frames.count < depth { return }
      case UInt8(ascii: ","):
        finishEntry()
        if !frames.isEmpty { frames[frames.count - 1].start = at + 1 }
      case UInt8(ascii: ":"):
        let next = at + 1 < bytes.count ? bytes[at + 1] : 0x20
        let before = at > 0 ? bytes[at - 1] : 0x20
        if var frame = frames.last, frame.isMap, frame.key == nil,
          next.isSpace || before == UInt8(ascii: "\"") || before == UInt8(ascii: "'")
        {
          frame.key = text(frame.start).unquoted
          frame.start = at + 1
          frames[frames.count - 1] = frame
        }
      case UInt8(ascii: "\""), UInt8(ascii: "'"):
        let isStart = frames.last.map { text($0.start).isEmpty } ?? true
        if isStart, skipQuoted(byte, until: end) { continue }
      case UInt8(ascii: "#") where at > 0 && bytes[at - 1].isSpace:
        while at < end, bytes[at] != 0x0A { at += 1 }
        continue
      default: break
      }
      at += 1
    }
  }

  /// Skips a quoted text; returns false if it doesn't end.
  private mutating func skipQuoted(_ quote: UInt8, until end: Int) -> Bool {
    var next = at + 1
    while next < end {
      if bytes[next] == UInt8(ascii: "\\"), quote == UInt8(ascii: "\"") {
        next += 2
      } else if bytes[next] == quote {
        at = next + 1
        return true
      } else {
        next += 1
      }
    }
    at = end
    return true
  }

  private mutating func finishEntry() {
    guard var frame = frames.last, frame.isMap else { return }
    if let key = frame.key { frame.keys[key] = text(frame.start) }
    frame.key = nil
    frame.start = at + 1
    frames[frames.count - 1] = frame
  }
}

extension String {
  /// The text without quotes around it.
  var unquoted: String {
    guard utf8.count > 1, let first, first == "\"" || first == "'", last == first else {
      return self
    }
    return String(dropFirst().dropLast())
  }
}
