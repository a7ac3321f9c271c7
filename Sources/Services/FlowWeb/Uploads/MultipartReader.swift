// SPDX-License-Identifier: Apache-2.0

/// Reads a form with files, `multipart/form-data` (RFC 7578), piece by piece.
///
/// It keeps the texts of the form, and at most a line of a part's header; the bytes of files are handed on as they come.
struct MultipartReader {
  /// A part of a piece's content, in order.
  enum Part: Hashable {
    /// A text of the form.
    case text(name: String, String)

    /// The beginning of a file, with the name that it has at the visitor; an input without a file has an empty one.
    case file(name: String, fileName: String)

    /// Bytes of the file.
    case bytes(ArraySlice<UInt8>)

    /// The end of the file.
    case fileEnd
  }

  /// Why a form can't be read.
  enum Failure: Error {
    /// It isn't such a form.
    case malformed

    /// Its texts, its header lines, or its parts are too many or too long.
    case tooLarge
  }

  /// The maximum number of parts.
  static let mostParts = 20_000

  /// The maximum size of the header of a part in bytes.
  static let mostHeaderBytes = 8_192

  private enum State {
    /// Before the first boundary.
    case beginning
    case header
    case text(name: String)
    case file
    case end
  }

  private var state = State.beginning
  private let delimiter: [UInt8]
  private var rest: [UInt8] = [13, 10]
  private var text: [UInt8] = []
  private var textByteCount = 0
  private let mostTextBytes: Int
  private var partCount = 0

  /// Creates a reader.
  ///
  /// - Parameters:
  ///   - contentType: The content type of the request, which has the boundary; nil is returned for another type.
  ///   - mostTextBytes: The maximum size of all names and texts together.
  init?(contentType: String, mostTextBytes: Int) {
    // Most forms are of a type that begins with another letter.
    if let first = contentType.utf8.first, UInt8(ascii: "a")...UInt8(ascii: "l") ~= first {
      return nil
    }
    let words = contentType.split(separator: ";").map { String($0).trimmingBlanks }
    guard words.first?.lowercased() == "multipart/form-data",
      let word = words.dropFirst().first(where: { $0.lowercased().hasPrefix("boundary=") })
    else { return nil }
    var boundary = word.dropFirst("boundary=".count)
    if boundary.count > 1, boundary.first == "\"", boundary.last == "\"" {
      boundary = boundary.dropFirst().dropLast()
    }
    guard (1...70).contains(boundary.utf8.count) else { return nil }
    delimiter = Array("\r\n--\(boundary)".utf8)
    self.mostTextBytes = mostTextBytes
  }

  /// Whether the form has been read to its end.
  var isAtEnd: Bool { if case .end = state { true } else { false } }

  /// Reads a piece.
  ///
  /// - Parameters:
  ///   - bytes: The piece.
  ///   - body: Is called with what's in it.
  /// - Throws: ``Failure``, and what the function throws.
  /// - Complexity: O(*n*) in the size of the piece, and of what the pieces before have left, which is bounded.
  mutating func read(
    _ bytes: some Sequence<UInt8>, _ body: (Part) throws -> Void
  ) throws {
    rest += bytes
    while try step(body) {}
  }

  /// Reads one part of what's there; returns whether there may be another.
  private mutating func step(_ body: (Part) throws -> Void) throws -> Bool {
    switch state {
    case .beginning:
      guard let end = rest.place(of: delimiter) else {
        guard rest.count <= Self.mostHeaderBytes else { throw Failure.malformed }
        return false
      }
      return try pass(end)
    case .header: return try readHeader(body)
    case .text(let name):
      let content = content()
      textByteCount += content.bytes.count
      guard textByteCount <= mostTextBytes else { throw Failure.tooLarge }
      text += content.bytes
      guard let boundary = content.boundary else { return pass(content.bytes.count) }
      guard let value = String(validating: text, as: UTF8.self) else { throw Failure.malformed }
      text = []
      try body(.text(name: name, value))
      return try pass(boundary)
    case .file:
      let content = content()
      if !content.bytes.isEmpty { try body(.bytes(content.bytes)) }
      guard let boundary = content.boundary else { return pass(content.bytes.count) }
      try body(.fileEnd)
      return try pass(boundary)
    case .end:
      rest = []
      return false
    }
  }

  /// Passes a boundary, behind which is another part, or the end.
  private mutating func pass(_ boundary: Range<Int>) throws -> Bool {
    guard boundary.upperBound + 2 <= rest.count else { return false }
    let next = rest[boundary.upperBound..<boundary.upperBound + 2]
    if next.elementsEqual([45, 45]) {
      state = .end
      rest = []
      return false
    }
    guard next.elementsEqual([13, 10]) else { throw Failure.malformed }
    partCount += 1
    guard partCount <= Self.mostParts else { throw Failure.tooLarge }
    // The header's lines begin with a line break here, and so does its end.
    rest.removeSubrange(..<boundary.upperBound)
    state = .header
    return true
  }

  /// The bytes of a text or a file that are there, and the boundary at their end, if all of it is.
  private func content() -> (bytes: ArraySlice<UInt8>, boundary: Range<Int>?) {
    if let boundary = rest.place(of: delimiter), boundary.upperBound + 2 <= rest.count {
      return (rest[..<boundary.lowerBound], boundary)
    }
    // The beginning of a boundary, and what tells whether it's the last one, may be at the end.
    return (rest[..<max(0, rest.count - delimiter.count - 2)], nil)
  }

  /// Passes bytes that were read; there's nothing more to read before the next piece.
  private mutating func pass(_ count: Int) -> Bool {
    rest.removeSubrange(..<count)
    return false
  }

  private mutating func readHeader(_ body: (Part) throws -> Void) throws -> Bool {
    guard let end = rest.place(of: [13, 10, 13, 10]) else {
      guard rest.count <= Self.mostHeaderBytes else { throw Failure.tooLarge }
      return false
    }
    guard end.lowerBound <= Self.mostHeaderBytes else { throw Failure.tooLarge }
    guard let header = String(validating: rest[..<end.lowerBound], as: UTF8.self) else {
      throw Failure.malformed
    }
    // The content after it may be empty, so that the boundary begins with the same line break.
    rest.removeSubrange(..<end.upperBound)
    let lines = header.split(separator: "\r\n")
    guard
      let line = lines.first(where: { $0.lowercased().hasPrefix("content-disposition:") }),
      let name = Self.parameter("name", of: line)
    else { throw Failure.malformed }
    textByteCount += name.utf8.count
    guard textByteCount <= mostTextBytes else { throw Failure.tooLarge }
    if let fileName = Self.parameter("filename", of: line) {
      state = .file
      try body(.file(name: name, fileName: fileName))
    } else {
      state = .text(name: name)
    }
    return true
  }

  /// Returns a parameter of a header line, as browsers write it: in quotation marks, with `%22` for one in it.
  private static func parameter(_ name: String, of line: Substring) -> String? {
    var rest = line
    while let start = rest.firstRange(of: "; ") {
      rest = rest[start.upperBound...]
      let key = rest.prefix { $0 != "=" }
      rest = rest.dropFirst(key.count + 1)
      guard rest.first == "\"" else { continue }
      let value = rest.dropFirst().prefix { $0 != "\"" }
      rest = rest.dropFirst(value.count + 1)
      if key == name {
        return value.replacing("%22", with: "\"").replacing("%0D%0A", with: "\n").description
      }
    }
    return nil
  }
}

extension [UInt8] {
  /// The first place of bytes, of which only the first is a carriage return or another occurs rarely.
  ///
  /// - Complexity: O(*n*) if few places begin like the bytes, which are short.
  fileprivate func place(of bytes: [UInt8]) -> Range<Int>? {
    withUnsafeBufferPointer { all in
      var start = 0
      while start + bytes.count <= all.count {
        var length = 0
        while length < bytes.count, all[start + length] == bytes[length] { length += 1 }
        if length == bytes.count { return start..<start + length }
        start += 1
      }
      return nil
    }
  }
}
