// SPDX-License-Identifier: Apache-2.0

import Expectations
import FlowExpressions
import Foundation
import RandomTesting
import Testing

@testable import SavedWalks

/// Journals: what was appended is there, whatever happened to the end of the file, and one process at
/// a time writes a walk.
@Suite struct JournalTests {
  private final class Folder {
    let path = FileManager.default.temporaryDirectory.path + "/journals-\(UUID().uuidString)"
    init() throws {
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }
    deinit { try? FileManager.default.removeItem(atPath: path) }

    func bytes(_ id: String) throws -> [UInt8] {
      Array(try Data(contentsOf: URL(filePath: "\(path)/\(id).walk")))
    }

    func write(_ bytes: [UInt8], _ id: String) throws {
      try Data(bytes).write(to: URL(filePath: "\(path)/\(id).walk"))
    }
  }

  private static func walk(seed: UInt64 = 7, count: Int = 40) throws -> SavedWalk {
    SavedWalk(try RandomWalk(seed: seed, in: try RandomWalk.flow(), count: count).session)
  }

  @Test func whatIsAppendedIsReadAgain() throws {
    let folder = try Folder()
    for seed in RandomRuns(long: 1_000, named: "journals").seeds {
      var random = SeededGenerator(seed: seed)
      let walk = try Self.walk(seed: seed)
      let id = "walk-\(seed)"
      var beginning = walk
      beginning.events = []
      var journal: WalkJournal? = try WalkJournal.create(
        id, in: folder.path, walk: beginning, flowPath: "/a/b.flow.yaml")
      var rest = walk.events[...]
      while !rest.isEmpty {
        let count = Int.random(in: 1...3, using: &random)
        try journal?.append(Array(rest.prefix(count)))
        rest = rest.dropFirst(count)
        if Int.random(in: 0..<4, using: &random) == 0 {
          journal = nil
          journal = try WalkJournal.open(id, in: folder.path)
        }
      }
      journal = nil
      let read = try WalkJournal.read(id, in: folder.path)
      #expect(read.walk == walk && read.flowPath == "/a/b.flow.yaml", "seed \(seed)")
    }
  }

  @Test func theLastRemarkIsReadAndIsNoEvent() throws {
    let folder = try Folder()
    let walk = try Self.walk(count: 12)
    var journal: WalkJournal? = try WalkJournal.create("w", in: folder.path, walk: walk)
    #expect(journal?.remark == nil)
    for remark in ["", "früher", "später", "später"] { try journal?.append(remark: remark) }
    let length = try folder.bytes("w").count
    try journal?.append(remark: "später")
    try expectEqual(folder.bytes("w").count, length)
    try journal?.append(Array(walk.events.suffix(1)))
    journal = nil
    let opened = try WalkJournal.open("w", in: folder.path)
    expectEqual(opened.remark, "später")
    expectEqual(opened.walk.events, walk.events + walk.events.suffix(1))
    try opened.replace(with: walk)
    #expect(opened.remark == nil)
    try expectEqual(WalkJournal.read("w", in: folder.path).walk, walk)
  }

  @Test func aTornEndIsRemovedAtEveryByte() throws {
    let folder = try Folder()
    let walk = try Self.walk(count: 12)
    var beginning = walk
    beginning.events = []
    var journal: WalkJournal? = try WalkJournal.create("w", in: folder.path, walk: beginning)
    var lengths = [try folder.bytes("w").count]
    for event in walk.events {
      try journal?.append([event])
      lengths.append(try folder.bytes("w").count)
    }
    journal = nil
    let whole = try folder.bytes("w")
    for length in lengths[0]...whole.count {
      try folder.write(Array(whole[..<length]), "w")
      let opened = try WalkJournal.open("w", in: folder.path)
      let complete = lengths.lastIndex { $0 <= length } ?? 0
      expectEqual(opened.walk.events, Array(walk.events.prefix(complete)))
      expectEqual(opened.tornByteCount, length - lengths[complete])
      // Appending continues where the file was cut.
      try opened.append(Array(walk.events.dropFirst(complete)))
      try expectEqual(WalkJournal.read("w", in: folder.path).walk, walk)
    }
    // Zeros at the end, as after a power failure.
    try folder.write(whole + [UInt8](repeating: 0, count: 100), "w")
    try expectEqual(WalkJournal.open("w", in: folder.path).tornByteCount, 100)
  }

  @Test func aDamagedMiddleIsRefusedWithItsPlace() throws {
    let folder = try Folder()
    let walk = try Self.walk(count: 12)
    _ = try WalkJournal.create("w", in: folder.path, walk: walk)
    try WalkJournal.open("w", in: folder.path).append(walk.events)
    let whole = try folder.bytes("w")
    var bytes = whole
    bytes[20] ^= 1
    try folder.write(bytes, "w")
    let expected = JournalError.content(
      .damaged(offset: 0, reason: "the checksum of a record is wrong"))
    #expect(throws: expected) { try WalkJournal.open("w", in: folder.path) }
    bytes = whole
    bytes[0] ^= 1
    try folder.write(bytes, "w")
    #expect(
      throws: JournalError.content(.damaged(offset: 0, reason: "the checksum of a length is wrong"))
    ) {
      try WalkJournal.read("w", in: folder.path)
    }
    try folder.write([], "w")
    #expect(
      throws: JournalError.content(
        .damaged(offset: 0, reason: "the beginning of the walk is missing"))
    ) { try WalkJournal.read("w", in: folder.path) }
  }

  @Test func noDamageIsAcceptedSilently() throws {
    let folder = try Folder()
    let walk = try Self.walk(count: 20)
    var journal: WalkJournal? = try WalkJournal.create("w", in: folder.path, walk: walk)
    try journal?.append(Array(walk.events.prefix(5)))
    journal = nil
    let whole = try folder.bytes("w")
    let all = try WalkJournal.read("w", in: folder.path).walk
    for index in whole.indices {
      var bytes = whole
      bytes[index] ^= 0x10
      try folder.write(bytes, "w")
      guard let read = try? WalkJournal.read("w", in: folder.path).walk else { continue }
      // Only the last record can be lost, as if it had never been written.
      expectEqual(read.events, Array(all.events.dropLast(5)), "byte \(index)")
    }
  }

  @Test func oneWriterAtATime() throws {
    let folder = try Folder()
    let walk = try Self.walk()
    let first = try WalkJournal.create("w", in: folder.path, walk: walk)
    #expect(throws: JournalError.inUse("w")) { try WalkJournal.open("w", in: folder.path) }
    #expect(throws: JournalError.inUse("w")) { try JournalFolder(folder.path).remove("w") }
    #expect(throws: JournalError.inUse("w")) {
      try WalkJournal.create("w", in: folder.path, walk: walk)
    }
    try first.replace(with: walk)
    #expect(throws: JournalError.inUse("w")) { try WalkJournal.open("w", in: folder.path) }
    try expectEqual(WalkJournal.read("w", in: folder.path).walk, walk)
  }

  @Test func whatACrashHasLeftOfReplacingIsIgnoredAndRemovedWithOldWalks() throws {
    let folder = try Folder()
    let walk = try Self.walk()
    var journal: WalkJournal? = try WalkJournal.create("w", in: folder.path, walk: walk)
    let unfinished = URL(filePath: folder.path + "/w.walk.new")
    try Data("unfinished".utf8).write(to: unfinished)
    let journals = JournalFolder(folder.path)
    expectEqual(journals.entries.map(\.id), ["w"])
    try journal?.replace(with: walk)
    #expect(!FileManager.default.fileExists(atPath: unfinished.path))
    try Data("unfinished".utf8).write(to: unfinished)
    // However young it is, no process that has locked it is writing it.
    #expect(journals.removeAll(changedBefore: .epoch).isEmpty)
    #expect(!FileManager.default.fileExists(atPath: unfinished.path))
    journal = nil
    try Data("unfinished".utf8).write(to: unfinished)
    journal = try WalkJournal.open("w", in: folder.path)
    #expect(!FileManager.default.fileExists(atPath: unfinished.path))
    journal = nil
    expectEqual(journals.removeAll(changedBefore: .latest), ["w"])
  }

  @Test func aJournalIsCreatedInPlaceOfWhatACrashHasLeft() throws {
    let folder = try Folder()
    let walk = try Self.walk()
    try Data("unfinished".utf8).write(to: URL(filePath: folder.path + "/w.walk.new"))
    var journal: WalkJournal? = try WalkJournal.create("w", in: folder.path, walk: walk)
    #expect(journal != nil)
    try expectEqual(FileManager.default.contentsOfDirectory(atPath: folder.path), ["w.walk"])
    journal = nil
    // One that another process is writing isn't a leftover.
    try FileManager.default.removeItem(atPath: folder.path + "/w.walk")
    let unfinished = try JournalFile.created(folder.path + "/w.walk.new")
    #expect(try unfinished.takesLock())
    #expect(throws: JournalError.inUse("w")) {
      try WalkJournal.create("w", in: folder.path, walk: walk)
    }
    #expect(JournalFolder(folder.path).removeAll(changedBefore: .latest).isEmpty)
    #expect(unfinished.isCurrent)
    unfinished.close()
  }

  /// Between opening a file and locking it, another process can finish with it.
  @Test func theJournalAtThePathIsOpenedWhateverHappensBeforeItsLock() throws {
    let folder = try Folder()
    let walks = try (1...3).map { try Self.walk(seed: $0) }
    _ = try WalkJournal.create("w", in: folder.path, walk: walks[0])
    var meanwhile: [(WalkJournal) throws -> Void] = [
      { try $0.replace(with: walks[1]) }, { try $0.replace(with: walks[2]) },
    ]
    func lock(_ file: JournalFile) throws(JournalFile.Refusal) -> Bool {
      if !meanwhile.isEmpty {
        let change = meanwhile.removeFirst()
        do { try change(try WalkJournal.open("w", in: folder.path)) } catch {
          Issue.record(error)
        }
      }
      return try file.takesLock()
    }
    do {
      let journal = try WalkJournal.open("w", in: folder.path, by: lock)
      #expect(journal.walk == walks[2] && meanwhile.isEmpty)
      try journal.append(walks[2].events.suffix(1))
    }
    try expectEqual(
      WalkJournal.read("w", in: folder.path).walk.events.count, walks[2].events.count + 1)
    // A walk that was finished meanwhile is gone, instead of going on in a file without a name.
    meanwhile = [{ $0.remove() }]
    #expect(throws: JournalError.missing("w")) {
      try WalkJournal.open("w", in: folder.path, by: lock)
    }
  }

  /// Something that can never be a journal is named, instead of being in use for ever.
  @Test(arguments: ["link", "pipe", "folder"])
  func whatIsNotAFileIsNoJournal(kind: String) throws {
    let folder = try Folder()
    let path = folder.path + "/w.walk"
    switch kind {
    case "link":
      try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: "gone")
    case "pipe": try #require(mkfifo(path, 0o600) == 0)
    default:
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
    }
    let reason = kind == "link" ? "this link leads to no file" : "it isn't a regular file"
    #expect(throws: JournalError.system("\(path): \(reason)")) {
      try WalkJournal.create("w", in: folder.path, walk: try Self.walk())
    }
    #expect(throws: JournalError.system("\(path): \(reason)")) {
      try JournalFolder(folder.path).checkName("w")
    }
    for open in [
      { _ = try WalkJournal.open("w", in: folder.path) },
      { _ = try WalkJournal.read("w", in: folder.path) },
    ] as [() throws -> Void] {
      #expect { try open() } throws: { error in
        switch error as? JournalError {
        case .missing?: kind == "link"
        case .system(let words)?: kind != "link" && words.hasPrefix(path + ": ")
        default: false
        }
      }
    }
    #expect(JournalFolder(folder.path).entries.isEmpty)
  }

  @Test func aReplacedWalkCanHaveItsFlowInAnotherPlace() throws {
    let folder = try Folder()
    let walk = try Self.walk()
    let journal = try WalkJournal.create(
      "w", in: folder.path, walk: walk, flowPath: "/old/t.flow.yaml")
    try journal.replace(with: walk)
    try expectEqual(WalkJournal.outline("w", in: folder.path).flowPath, "/old/t.flow.yaml")
    try journal.replace(with: walk, flowPath: "/new/t.flow.yaml")
    expectEqual(journal.outline.flowPath, "/new/t.flow.yaml")
    let read = try WalkJournal.read("w", in: folder.path)
    #expect(read.walk == walk && read.flowPath == "/new/t.flow.yaml")
  }

  @Test func aReplacedWalkIsWholeAndGoesOn() throws {
    let folder = try Folder()
    let old = try Self.walk(seed: 1)
    let new = try Self.walk(seed: 2)
    let journal = try WalkJournal.create("w", in: folder.path, walk: old)
    try journal.replace(with: new)
    try journal.append(Array(new.events.suffix(2)))
    var expected = new
    expected.events += new.events.suffix(2)
    try expectEqual(WalkJournal.read("w", in: folder.path).walk, expected)
  }

  @Test func foldersListTheirJournals() throws {
    let folder = try Folder()
    let journals = JournalFolder(folder.path)
    #expect(journals.entries.isEmpty)
    #expect(JournalFolder(folder.path + "/none").entries.isEmpty)
    let walk = try Self.walk()
    _ = try WalkJournal.create("b", in: folder.path, walk: walk)
    _ = try WalkJournal.create("a", in: folder.path, walk: walk)
    try folder.write([], "c")
    try Data().write(to: URL(filePath: folder.path + "/other.txt"))
    expectEqual(Set(journals.entries.map(\.id)), ["a", "b", "c"])
    for id in ["", ".", "..", "../a", "a/b", ".hidden", "none"] {
      #expect(journals.entry(id) == nil)
      #expect(throws: JournalError.missing(id)) { try journals.remove(id) }
    }
    try journals.remove("c")
    expectEqual(journals.removeAll(changedBefore: .latest).sorted(), ["a", "b"])
    #expect(journals.entries.isEmpty)
    let id = journals.newID(for: "näme/../x")
    #expect(id.hasPrefix("nmex-") || id.hasPrefix("nme..x-"), "\(id)")
    #expect(!id.contains("/"))
  }
}
