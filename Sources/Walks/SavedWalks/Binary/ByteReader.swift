// SPDX-License-Identifier: Apache-2.0

/// The texts that were read as names, by number.
struct Names {
  /// The names, in the order in which they were read.
  private(set) var list: [String] = []

  /// Their UTF-8.
  private var known: Set<[UInt8]> = []

  /// Adds a name; returns false if it's known.
  mutating func add(_ name: String) -> Bool {
    guard known.insert(Array(name.utf8)).inserted else { return false }
    list.append(name)
    return true
  }
}

/// Reads what ``ByteWriter`` has written; every other input is an error.
///
/// No part is longer than what's left of the bytes, so that a damaged length allocates nothing.
struct ByteReader {
  private let bytes: ArraySlice<UInt8>

  /// The names read so far.
  private var names: Names

  /// The offset of the next byte.
  private(set) var offset: Int

  /// Creates a reader.
  ///
  /// - Parameters:
  ///   - bytes: The bytes; offsets are those of the slice.
  ///   - names: The names of earlier parts.
  init(_ bytes: ArraySlice<UInt8>, names: Names = Names()) {
    self.bytes = bytes
    self.names = names
    offset = bytes.startIndex
  }

  /// Whether all bytes were read.
  var isAtEnd: Bool { offset >= bytes.endIndex }

  /// The number of bytes that are left.
  var remaining: Int { bytes.endIndex - offset }

  /// Returns the names read so far, and forgets them.
  mutating func takeNames() -> Names {
    defer { names = Names() }
    return names
  }

  func damaged(_ reason: String) -> SavedWalkError { .damaged(offset: offset, reason: reason) }

  mutating func byte() throws(SavedWalkError) -> UInt8 {
    guard offset < bytes.endIndex else { throw damaged("it ends too early") }
    defer { offset += 1 }
    return bytes[offset]
  }

  mutating func unsigned() throws(SavedWalkError) -> UInt128 {
    var result: UInt128 = 0
    var shift: UInt128 = 0
    while true {
      let next = try byte()
      let part = UInt128(next & 0x7f)
      guard shift < 128, (part << shift) >> shift == part else {
        throw damaged("a number is too large")
      }
      result |= part << shift
      guard next & 0x80 != 0 else {
        // The shortest form only, so that equal walks have equal bytes.
        guard next != 0 || shift == 0 else { throw damaged("a number is too long") }
        return result
      }
      shift += 7
    }
  }

  mutating func count() throws(SavedWalkError) -> Int {
    guard let count = Int(exactly: try unsigned()) else { throw damaged("a number is too large") }
    return count
  }

  mutating func signed() throws(SavedWalkError) -> Int128 {
    let bits = try unsigned()
    return Int128(bitPattern: bits >> 1) ^ -Int128(bitPattern: bits & 1)
  }

  mutating func signedInt() throws(SavedWalkError) -> Int {
    guard let number = Int(exactly: try signed()) else { throw damaged("a number is too large") }
    return number
  }

  mutating func content() throws(SavedWalkError) -> [UInt8] {
    let length = try count()
    guard length <= remaining else { throw damaged("a text is longer than what follows") }
    defer { offset += length }
    return Array(bytes[offset..<offset + length])
  }

  mutating func text() throws(SavedWalkError) -> String {
    let start = offset
    guard let text = String(validating: try content(), as: UTF8.self) else {
      throw .damaged(offset: start, reason: "a text isn't valid UTF-8")
    }
    return text
  }

  mutating func name() throws(SavedWalkError) -> String {
    let number = try count()
    if number == 0 {
      let name = try text()
      guard names.add(name) else { throw damaged("a name occurs twice") }
      return name
    }
    guard names.list.indices.contains(number - 1) else { throw damaged("a name is unknown") }
    return names.list[number - 1]
  }

  mutating func double() throws(SavedWalkError) -> Double { Double(bitPattern: try fixed()) }

  mutating func fixed() throws(SavedWalkError) -> UInt64 {
    var bits: UInt64 = 0
    for shift in stride(from: UInt64(0), to: 64, by: 8) { bits |= UInt64(try byte()) << shift }
    return bits
  }

  mutating func flag() throws(SavedWalkError) -> Bool {
    switch try byte() {
    case 0: return false
    case 1: return true
    default: throw damaged("a flag is neither 0 nor 1")
    }
  }
}
