// SPDX-License-Identifier: Apache-2.0

import Expectations
import FlowExpressions
import FlowModel
import FlowSessions
import Foundation
import SavedWalks
import SealedWalks
import Testing

/// Sealed journals: secrets are kept, only the key reads them, and no record can be changed or moved.
@Suite struct SealedJournalTests {
  private final class Folder {
    let path = FileManager.default.temporaryDirectory.path + "/sealed-\(UUID().uuidString)"
    init() throws {
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }
    deinit { try? FileManager.default.removeItem(atPath: path) }

    func bytes(_ id: String = "w") throws -> [UInt8] {
      Array(try Data(contentsOf: URL(filePath: "\(path)/\(id).walk")))
    }

    func write(_ bytes: [UInt8], _ id: String = "w") throws {
      try Data(bytes).write(to: URL(filePath: "\(path)/\(id).walk"))
    }
  }

  private static func walk() throws -> SavedWalk {
    let session = WalkTokenTests.walk(
      try WalkTokenTests.begun(), .answer(.text("Rome")), .answer(.text("s3cret")),
      .answer(.text("4")))
    return SavedWalk(session, keepingSecrets: true)
  }

  /// Writes the walk, each event in a record of its own; returns the lengths of the file meanwhile.
  @discardableResult
  private static func write(
    _ walk: SavedWalk, in folder: Folder, id: String = "w", key: WalkKey
  ) throws -> [Int] {
    var beginning = walk
    beginning.events = []
    var journal: WalkJournal? = try WalkJournal.create(
      id, in: folder.path, walk: beginning, flowPath: "/a.flow.yaml", key: key)
    var lengths = [try folder.bytes(id).count]
    for event in walk.events {
      try journal?.append([event])
      lengths.append(try folder.bytes(id).count)
      journal = nil
      journal = try WalkJournal.open(id, in: folder.path, key: key)
    }
    return lengths
  }

  @Test func secretsAreKeptAndOnlyTheKeyReadsThem() throws {
    let folder = try Folder()
    let walk = try Self.walk()
    let key = try WalkTokenTests.key(1)
    try Self.write(walk, in: folder, key: key)
    try expectEqual(WalkJournal.read("w", in: folder.path, key: key).walk, walk)
    let given = walk.events.compactMap { entry -> FieldInput? in
      if case .answer(let input) = entry.event { input } else { nil }
    }
    expectEqual(given, [.text("Rome"), .text("s3cret"), .text("4")])
    let bytes = Data(try folder.bytes())
    for word in ["s3cret", "Rome", "name"] { expectEqual(bytes.range(of: Data(word.utf8)), nil) }
    let outline = try WalkJournal.outline("w", in: folder.path)
    #expect(outline.isSealed && outline.flowID == "trip" && outline.flowPath == "/a.flow.yaml")
    #expect(throws: JournalError.sealed("w")) { try WalkJournal.read("w", in: folder.path) }
    #expect(throws: JournalError.sealed("w")) { try WalkJournal.open("w", in: folder.path) }
    let other = try WalkTokenTests.key(1, 9)
    #expect(throws: JournalError.otherKey("w")) {
      try WalkJournal.read("w", in: folder.path, key: other)
    }
  }

  @Test func aTornEndIsRemovedAtEveryByte() throws {
    let folder = try Folder()
    let walk = try Self.walk()
    let key = try WalkTokenTests.key(1)
    let lengths = try Self.write(walk, in: folder, key: key)
    let whole = try folder.bytes()
    for length in lengths[0]...whole.count {
      try folder.write(Array(whole[..<length]))
      let journal = try WalkJournal.open("w", in: folder.path, key: key)
      let complete = lengths.lastIndex { $0 <= length } ?? 0
      expectEqual(journal.walk.events, Array(walk.events.prefix(complete)))
      try journal.append(Array(walk.events.dropFirst(complete)))
      try expectEqual(WalkJournal.read("w", in: folder.path, key: key).walk, walk)
    }
  }

  /// Records with right checksums, in another order or from another walk with the same key.
  @Test func recordsCannotBeMoved() throws {
    let folder = try Folder()
    let walk = try Self.walk()
    let key = try WalkTokenTests.key(1)
    let lengths = try Self.write(walk, in: folder, key: key)
    try Self.write(walk, in: folder, id: "v", key: key)
    let (bytes, others) = (try folder.bytes(), try folder.bytes("v"))
    let records = zip(lengths, lengths.dropFirst()).map { Array(bytes[$0..<$1]) }
    let foreign = zip(lengths, lengths.dropFirst()).map { Array(others[$0..<$1]) }
    for first in records.indices {
      for second in records.indices where second != first {
        var moved = records
        moved.swapAt(first, second)
        try expectBroken(moved)
      }
      var left = records
      left.remove(at: first)
      if first < records.count - 1 { try expectBroken(left) }
      var mixed = records
      mixed[first] = foreign[first]
      try expectBroken(mixed)
    }

    func expectBroken(_ records: [[UInt8]]) throws {
      try folder.write(Array(bytes[..<lengths[0]]) + records.flatMap(\.self))
      #expect(throws: JournalError.self) {
        try WalkJournal.read("w", in: folder.path, key: key)
      }
    }
  }

  @Test func aPlainJournalBecomesSealed() throws {
    let folder = try Folder()
    let walk = try Self.walk()
    let key = try WalkTokenTests.key(1)
    var journal: WalkJournal? = try WalkJournal.create("w", in: folder.path, walk: walk)
    journal = nil
    journal = try WalkJournal.open("w", in: folder.path, key: key)
    expectEqual(journal?.outline.isSealed, false)
    try journal?.replace(with: walk)
    expectEqual(journal?.outline.isSealed, true)
    journal = nil
    #expect(throws: JournalError.sealed("w")) { try WalkJournal.open("w", in: folder.path) }
    try expectEqual(WalkJournal.read("w", in: folder.path, key: key).walk, walk)
  }

  @Test func keysComeFromFiles() throws {
    let bytes = WalkKey.randomBytes()
    let digits = bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    let id = try #require(WalkKey(bytes: bytes)).id
    for content in [bytes, Array(digits.utf8), Array((digits.uppercased() + "\r\n").utf8)] {
      expectEqual(WalkKey(fileContent: content)?.id, id)
    }
    for content in [[], Array(digits.utf8.dropLast()), Array((digits + "\n\n").utf8), bytes + [1]] {
      #expect(WalkKey(fileContent: content) == nil)
    }
  }

  /// A line for each key: the first seals, and all open.
  @Test func aFileMayHaveOlderKeys() throws {
    func line(_ byte: UInt8) -> String {
      String(repeating: (byte < 16 ? "0" : "") + String(byte, radix: 16), count: 32)
    }
    func ring(_ lines: String...) -> WalkKeyRing? {
      WalkKeyRing(fileContent: Array(lines.joined(separator: "\n").utf8))
    }
    let old = try #require(ring(line(1)))
    let both = try #require(ring(line(2) + "\r", "", line(1), ""))
    let new = try #require(ring(line(2)))
    expectEqual(both.count, 2)
    expectEqual(both.first.id, new.first.id)
    let (before, after) = (old.seal([7], head: [1]), both.seal([7], head: [1]))
    expectEqual(both.open(before, head: [1]), [7])
    expectEqual(new.open(after, head: [1]), [7])
    expectEqual(new.open(before, head: [1]), nil)
    expectEqual(old.open(after, head: [1]), nil)
    expectEqual(WalkKeyRing(fileContent: WalkKey.randomBytes())?.count, 1)
    for content in ["", "\n", line(1) + "\n" + line(1), line(1) + "\nx", line(1) + line(2)] {
      #expect(WalkKeyRing(fileContent: Array(content.utf8)) == nil, "\(content)")
    }
    let many = (1...17).map { line($0) }
    #expect(WalkKeyRing(fileContent: Array(many.joined(separator: "\n").utf8)) == nil)
    #expect(WalkKeyRing(fileContent: Array(many.dropLast().joined(separator: "\n").utf8)) != nil)
  }
}
