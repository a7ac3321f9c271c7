// SPDX-License-Identifier: Apache-2.0

/// The state of a walk's file that a store keeps, without the walk's events.
///
/// The file's records have the framing of journals. The first record is the magic number `SFS`, the
/// version, and the walk as it was created or replaced; each other one is a `WalkRecord`. Every record
/// ends with the walk's revision in 8 bytes, the lowest first; so the last 8 bytes of a file whose
/// length is known show that nothing was changed.
struct SessionFileState: Sendable {
  /// The number of the file in its file system.
  var number: UInt64

  /// The length of the complete records in bytes.
  var length: Int

  /// The size of the walk, as a store counts it.
  var walkByteCount: Int

  var revision: WalkRevision

  /// The last 8 bytes of the file.
  var ending: [UInt8] { Self.bytes(of: revision) }

  private static var magic: [UInt8] { Array("SFS".utf8) + [1] }

  /// Returns the first record of a file.
  static func beginning(_ walk: [UInt8], _ revision: WalkRevision) -> [UInt8] {
    JournalRecords.record(magic + walk + bytes(of: revision))
  }

  /// Returns the record of a change.
  static func record(_ content: [UInt8], _ revision: WalkRevision) -> [UInt8] {
    JournalRecords.record(content + bytes(of: revision))
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
    guard first.count >= magic.count + 8, first.prefix(3) == magic.prefix(3)[...] else {
      throw .damaged(offset: 0, reason: "this is not the file of a session")
    }
    let version = Int(first[first.startIndex + 3])
    guard version <= 1 else { throw .laterFormat(version) }
    let content = first.dropFirst(magic.count).dropLast(8)
    var stored = StoredWalk(try SavedWalk(bytes: content), at: revision(in: first.suffix(8)))
    var count = content.count
    for record in reading.contents.dropFirst() {
      guard record.count >= 8, revision(in: record.suffix(8)) == stored.revision.next else {
        throw .damaged(offset: record.startIndex, reason: "a revision is missing")
      }
      stored.walk.events += try WalkRecord(bytes: record.dropLast(8)).events
      stored.revision = stored.revision.next
      count += record.count - 8
    }
    let state = SessionFileState(
      number: number, length: reading.length, walkByteCount: count, revision: stored.revision)
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
