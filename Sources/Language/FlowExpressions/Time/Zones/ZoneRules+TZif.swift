// SPDX-License-Identifier: Apache-2.0

extension ZoneRules {
  /// Reads the bytes of a TZif file, versions 1 to 4 (RFC 8536 and RFC 9636).
  ///
  /// In a file of version 2 or later, the part with 64-bit times is used, and the rule after it for
  /// times after its last transition. Leap seconds are skipped, because POSIX time has none.
  ///
  /// - Parameters:
  ///   - bytes: The contents of the file.
  ///   - name: The name for the zone.
  /// - Throws: ``TimeError/Code/zoneData`` if the file is invalid.
  /// - Complexity: O(*n*) in the number of bytes.
  public init(tzif bytes: [UInt8], name: String) throws(TimeError) {
    var reader = TZifReader(bytes: bytes, name: name)
    let header = try reader.readHeader()
    guard header.version >= 2 else {
      let block = try reader.readBlock(header, timeSize: 4)
      self.init(name: name, first: block.first, moments: block.moments, offsets: block.offsets)
      return
    }
    try reader.skip(header.size(timeSize: 4))
    let second = try reader.readHeader()
    let block = try reader.readBlock(second, timeSize: 8)
    self.init(
      name: name, first: block.first, moments: block.moments, offsets: block.offsets,
      rule: try reader.readFooter())
  }
}

extension ZoneRules {
  /// Reads a TZif file, wherever it is.
  ///
  /// Only a regular file of at most a mebibyte is read, so a path that a user gives can't block.
  ///
  /// - Parameters:
  ///   - path: The path of the file.
  ///   - name: The name for the zone.
  /// - Throws: ``TimeError/Code/unknownZone`` if there's no such file, ``TimeError/Code/zoneData`` if it's
  ///   invalid.
  package init(file path: String, name: String) throws(TimeError) {
    guard !path.utf8.contains(0), let bytes = ZoneFile.read(path) else { throw unknownZone(name) }
    try self.init(tzif: bytes, name: name)
  }
}

/// Reads the parts of a TZif file, checking every count against the data.
private struct TZifReader {
  struct Header {
    var version: Int
    var universalCount: Int
    var standardCount: Int
    var leapCount: Int
    var timeCount: Int
    var typeCount: Int
    var nameLength: Int

    /// The size of the block after the header, in bytes; the counts are below 2³², so this can't
    /// overflow.
    func size(timeSize: Int) -> Int {
      timeCount * (timeSize + 1) + typeCount * 6 + nameLength + leapCount * (timeSize + 4)
        + standardCount + universalCount
    }
  }

  struct Block {
    var first: ZoneRules.Offset
    var moments: [Int64]
    var offsets: [ZoneRules.Offset]
  }

  let bytes: [UInt8]
  let name: String
  var index = 0

  func damaged(_ reason: String) -> TimeError {
    TimeError(.zoneData, "the data of time zone '\(name)' is invalid: \(reason)")
  }

  mutating func skip(_ count: Int) throws(TimeError) {
    guard count <= bytes.count - index else { throw damaged("it ends too early") }
    index += count
  }

  private func number(_ offset: Int, _ size: Int) -> Int64 {
    var value: UInt64 = 0
    for byte in bytes[offset..<offset + size] { value = value << 8 | UInt64(byte) }
    return size == 4 ? Int64(Int32(truncatingIfNeeded: value)) : Int64(bitPattern: value)
  }

  mutating func readHeader() throws(TimeError) -> Header {
    let start = index
    try skip(44)
    guard bytes[start..<start + 4].elementsEqual("TZif".utf8) else {
      throw damaged("it doesn't begin with 'TZif'")
    }
    let counts = (0..<6).map { Int(UInt32(truncatingIfNeeded: number(start + 20 + $0 * 4, 4))) }
    let version = bytes[start + 4] == 0 ? 1 : Int(bytes[start + 4]) - 0x30
    return Header(
      version: version, universalCount: counts[0], standardCount: counts[1], leapCount: counts[2],
      timeCount: counts[3], typeCount: counts[4], nameLength: counts[5])
  }

  mutating func readBlock(_ header: Header, timeSize: Int) throws(TimeError) -> Block {
    let times = index
    try skip(header.size(timeSize: timeSize))
    let kinds = times + header.timeCount * timeSize
    let types = kinds + header.timeCount
    let names = types + header.typeCount * 6
    guard header.typeCount > 0 else { throw damaged("it has no offset") }
    var offsets: [ZoneRules.Offset] = []
    for type in 0..<header.typeCount {
      let place = types + type * 6
      let seconds = Int(number(place, 4))
      guard abs(seconds) <= ZoneRules.maximumOffset else { throw damaged("an offset is too large") }
      let nameStart = Int(bytes[place + 5])
      guard nameStart < header.nameLength else { throw damaged("a name is missing") }
      let text = bytes[(names + nameStart)..<(names + header.nameLength)].prefix { $0 != 0 }
      offsets.append(
        ZoneRules.Offset(
          seconds: seconds, isDaylightSaving: bytes[place + 4] != 0,
          abbreviation: String(decoding: text, as: UTF8.self)))
    }
    var moments: [Int64] = []
    var kept: [ZoneRules.Offset] = []
    for transition in 0..<header.timeCount {
      let moment = number(times + transition * timeSize, timeSize)
      let kind = Int(bytes[kinds + transition])
      guard kind < offsets.count else { throw damaged("a transition has no offset") }
      guard moment > moments.last ?? .min || (moments.isEmpty && moment == .min) else {
        throw damaged("the transitions are not in order")
      }
      moments.append(moment)
      kept.append(offsets[kind])
    }
    return Block(first: offsets[0], moments: moments, offsets: kept)
  }

  mutating func readFooter() throws(TimeError) -> RecurringRule? {
    guard index < bytes.count, bytes[index] == 0x0A else { throw damaged("the rule is missing") }
    let text = bytes[(index + 1)...].prefix { $0 != 0x0A }
    guard index + 1 + text.count < bytes.count else { throw damaged("the rule is not closed") }
    guard !text.isEmpty else { return nil }
    guard let rule = RecurringRule(text) else { throw damaged("the rule is invalid") }
    return rule
  }
}
