// SPDX-License-Identifier: Apache-2.0

/// The state of a walk's file that a store keeps, without the walk's events.
///
/// The file's records have the framing of journals. The first record is the magic number `SFS`, the
/// version, and the walk as it was created or replaced; each other one is a `WalkRecord`. In version 2, the bytes of
/// the walk's summary follow, none if it's that of the record before, and their number in 4 bytes. Every record
/// ends with the walk's revision in 8 bytes. Numbers begin with their lowest byte; so the last 8 bytes of a file whose
/// length is known show that nothing was changed. Zeros may follow: room for more records, so that
/// those need no more than their own bytes on disk.
struct SessionFileState: Sendable {
  /// The version of the form.
  var version: UInt8

  /// The number of the file in its file system.
  var number: UInt64

  /// The length of the complete records in bytes.
  var length: Int

  /// The number of zeros that follow; nil if something else does, as of a record that was being written.
  var room: Int?

  /// The size of the walk, as a store counts it.
  var walkByteCount: Int

  var revision: WalkRevision

  /// The last 8 bytes of the records.
  var ending: [UInt8] { Self.bytes(of: revision) }

  private static let magic = Array("SFS".utf8)

  /// The version that new files have; only the first has no summaries.
  static let latestVersion: UInt8 = 2

  /// Returns the state of a file that begins, and its bytes: the first record, and room.
  static func beginning(
    _ walk: [UInt8], _ revision: WalkRevision, summary: [UInt8]
  ) -> (state: SessionFileState, bytes: [UInt8]) {
    let record = JournalRecords.record(
      magic + [latestVersion] + walk + ending(latestVersion, revision, summary: summary))
    var state = SessionFileState(
      version: latestVersion, number: 0, length: 0, room: 0, walkByteCount: walk.count,
      revision: revision)
    let bytes = state.adding(record)
    return (state, bytes)
  }

  /// Adds a change, and returns what's to be written where the records ended: its record, in a file of the first
  /// version without the summary, and new room if there was none for it.
  mutating func add(_ content: [UInt8], _ revision: WalkRevision, summary: [UInt8]) -> [UInt8] {
    self.revision = revision
    walkByteCount += content.count
    return adding(
      JournalRecords.record(content + Self.ending(version, revision, summary: summary)))
  }

  private mutating func adding(_ record: [UInt8]) -> [UInt8] {
    length += record.count
    if let room, record.count <= room {
      self.room = room - record.count
      return record
    }
    let room = Self.pageByteCount - 1 - (length - 1) % Self.pageByteCount
    self.room = room
    return record + [UInt8](repeating: 0, count: room)
  }

  /// The size of what a file system writes at once.
  private static let pageByteCount = 4_096

  private static func ending(
    _ version: UInt8, _ revision: WalkRevision, summary: [UInt8]
  ) -> [UInt8] {
    guard version > 1 else { return bytes(of: revision) }
    var ending: [UInt8] = []
    ending.reserveCapacity(summary.count + 12)
    ending += summary
    for shift in 0..<4 { ending.append(UInt8(truncatingIfNeeded: summary.count >> (8 * shift))) }
    ending += bytes(of: revision)
    return ending
  }

  /// The parts of a record.
  private struct Parts {
    var content: ArraySlice<UInt8>
    var summary: ArraySlice<UInt8> = []
    var revision: WalkRevision

    init(_ record: ArraySlice<UInt8>, version: UInt8) throws(SavedWalkError) {
      revision = SessionFileState.revision(in: record.suffix(8))
      content = record.dropLast(8)
      guard version > 1 else { return }
      let count = content.suffix(4).reversed().reduce(0) { $0 << 8 | Int($1) }
      content = content.dropLast(4)
      guard record.count >= 12, count <= content.count else {
        throw .damaged(offset: record.startIndex, reason: "a summary is longer than its record")
      }
      summary = content.suffix(count)
      content = content.dropLast(count)
    }
  }

  /// Reads a file; what a power failure has cut isn't part of it.
  ///
  /// - Complexity: O(*n*) in the number of bytes.
  static func read(
    _ bytes: [UInt8], number: UInt64
  ) throws(SavedWalkError) -> (stored: StoredWalk, state: SessionFileState) {
    let reading = try JournalRecords.read(bytes)
    guard let first = reading.contents.first else {
      throw .damaged(offset: 0, reason: "the beginning of the walk is missing")
    }
    guard first.count >= magic.count + 1 + 8, first.prefix(3) == magic[...] else {
      throw .damaged(offset: 0, reason: "this is not the file of a session")
    }
    let version = first[first.startIndex + 3]
    guard version <= latestVersion else { throw .laterFormat(Int(version)) }
    var parts = try Parts(first.dropFirst(4), version: version)
    var stored = StoredWalk(try SavedWalk(bytes: parts.content), at: parts.revision)
    var count = parts.content.count
    var summary = parts.summary
    for record in reading.contents.dropFirst() {
      guard record.count >= 8, revision(in: record.suffix(8)) == stored.revision.next else {
        throw .damaged(offset: record.startIndex, reason: "a revision is missing")
      }
      parts = try Parts(record, version: version)
      stored.walk.events += try WalkRecord(bytes: parts.content).events
      stored.revision = parts.revision
      count += parts.content.count
      if !parts.summary.isEmpty { summary = parts.summary }
    }
    stored.summary = try summary.isEmpty ? nil : WalkSummary(bytes: summary)
    let state = SessionFileState(
      version: version, number: number, length: reading.length,
      room: bytes[reading.length...].allSatisfy { $0 == 0 } ? bytes.count - reading.length : nil,
      walkByteCount: count, revision: stored.revision)
    return (stored, state)
  }

  private static func bytes(of revision: WalkRevision) -> [UInt8] {
    let bits = UInt64(bitPattern: revision.rawValue)
    return stride(from: 0, to: 64, by: 8).map { UInt8(truncatingIfNeeded: bits >> UInt64($0)) }
  }

  private static func revision(in bytes: ArraySlice<UInt8>) -> WalkRevision {
    let bits = bytes.reversed().reduce(UInt64(0)) { ($0 << 8) | UInt64($1) }
    return WalkRevision(rawValue: Int64(bitPattern: bits))
  }
}
