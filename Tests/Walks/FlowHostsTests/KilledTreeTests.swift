// SPDX-License-Identifier: Apache-2.0

import Expectations
import FlowEffects
import FlowModel
import FlowSessions
import Foundation
import RandomTesting
import Testing

@testable import FlowHosts

/// The remains of a process that's killed while it writes a tree: its walk finishes it, or finds that nothing happened,
/// and any other attempt leaves nothing of it.
///
/// A killed process takes the steps of the writing up to one of them. What it leaves of a step that it doesn't end is
/// tested by killing processes: KilledTreeWalkTests.
@Suite struct KilledTreeTests {
  private static let old = Array("old".utf8)

  private static func file(
    _ path: String, exists: ExistingFilePolicy = .ask
  ) -> WriteRequest {
    WriteRequest(path: path, content: Array("new \(path)".utf8), exists: exists)
  }

  private static func folder(_ path: String) -> WriteRequest {
    WriteRequest(path: path, content: [], exists: .ask, kind: .folder)
  }

  private static func link(
    _ path: String, exists: ExistingFilePolicy = .ask
  ) -> WriteRequest {
    WriteRequest(path: path, content: Array("a".utf8), exists: exists, kind: .link)
  }

  /// New folders, nested and empty ones, files that replace others, and one that's the same.
  private static let parts = [
    folder("p"), file("p/a", exists: .overwrite), file("p/b"), folder("p/c"), file("p/c/d"),
    folder("p/c/empty"), link("p/c/link"), file("p/c/s/t/deep"), link("p/link", exists: .overwrite),
    file("p/old/x"), file("p/old/y/z"), file("p/same"), file("q/r"),
  ]

  private static let request = WriteRequest(
    path: ".", content: [], exists: .ask, kind: .tree(parts))

  private static let before = ["p", "p/a", "p/link", "p/mine", "p/old", "p/same"]
  private static let after = [
    "p", "p/a", "p/b", "p/c", "p/c/d", "p/c/empty", "p/c/link", "p/c/s", "p/c/s/t", "p/c/s/t/deep",
    "p/link", "p/mine", "p/old", "p/old/x", "p/old/y", "p/old/y/z", "p/same", "q", "q/r",
  ]

  /// A folder in which some of the tree is, and other files.
  private static func place() throws -> Folder {
    let folder = try Folder()
    try folder.make("p/old")
    try folder.write("old", to: "p/a", mode: 0o640)
    try folder.write("new p/same", to: "p/same")
    try folder.write("mine", to: "p/mine")
    try folder.link("p/link", to: "elsewhere")
    return folder
  }

  /// The attempt that's killed.
  private static let attempt = EffectAttempt(walk: "w", step: "s")

  /// Takes some of the steps of the writing.
  ///
  /// - Returns: Whether it has ended, and the number of steps until everything is prepared.
  @discardableResult
  private static func begin(
    _ folder: Folder, steps: Int, parts: [WriteRequest] = parts
  ) throws -> (hasEnded: Bool, preparing: Int) {
    let writes = SystemWrites(folder: folder.path)
    let request = WriteRequest(path: ".", content: [], exists: .ask, kind: .tree(parts))
    let recovery = TreeRecovery(of: request, in: SystemFolder(path: folder.path))
    let note = try recovery.locked(by: writes, isMade: true, until: EffectCancellation())
    let plan = try TreePlan(of: parts, by: writes, naming: recovery)
    var change = TreeChange(plan, of: attempt, by: writes, recovery, note)
    for _ in 0..<steps where try !change.advance(until: EffectCancellation()) {
      return (true, parts.count + 2)
    }
    return (false, parts.count + 2)
  }

  private static func target(_ folder: Folder) -> String? {
    try? FileManager.default.destinationOfSymbolicLink(atPath: "\(folder.path)/p/link")
  }

  private func expectAsBefore(_ folder: Folder, _ steps: Int) throws {
    expectEqual(folder.names, Self.before, "after \(steps) steps")
    try expectEqual(folder.text("p/a"), "old", "after \(steps) steps")
    expectEqual(folder.mode("p/a"), 0o640, "after \(steps) steps")
    expectEqual(Self.target(folder), "elsewhere", "after \(steps) steps")
  }

  private func expectWritten(_ folder: Folder, _ result: EffectResult?, _ steps: Int) throws {
    #expect(!folder.names.contains { $0.contains("stackflow") }, "after \(steps) steps")
    guard case .written(let file)? = result else {
      Issue.record("after \(steps) steps: \(result.map { "\($0)" } ?? "nothing")")
      return
    }
    expectEqual(folder.names, Self.after, "after \(steps) steps")
    for part in Self.parts where part.kind == .file {
      try expectEqual(folder.text(part.path), "new \(part.path)", "after \(steps) steps")
    }
    #expect(folder.mode("p/a") == 0o640 && Self.target(folder) == "a", "after \(steps) steps")
    let restoring = RestoreRequest(write: Self.request, written: file)
    expectEqual(SystemWrites(folder: folder.path).restore(restoring), .done)
    try expectAsBefore(folder, steps)
  }

  /// The numbers of steps after which a process is killed: all of them.
  private static let moments = Result {
    var moments: [Int] = []
    while try !begin(place(), steps: moments.count).hasEnded { moments.append(moments.count) }
    return moments
  }

  @Test func theNextAttemptLeavesOnlyTheTree() throws {
    let moments = try Self.moments.get()
    #expect(moments.count > Self.parts.count + 7)
    for steps in moments {
      let folder = try Self.place()
      try Self.begin(folder, steps: steps)
      try expectWritten(folder, SystemWrites(folder: folder.path).write(Self.request), steps)
    }
  }

  /// No one is asked about what the killed process has replaced, because it's the same; its decision holds.
  @Test func whatWasReplacedIsReplacedAgainWithoutAQuestion() throws {
    for steps in try Self.moments.get() {
      let folder = try Self.place()
      let preparing = try Self.begin(folder, steps: steps).preparing
      let asked = Self.parts.map { part in
        var part = part
        part.exists = .ask
        return part
      }
      let writes = SystemWrites(folder: folder.path)
      let decided = asked.map { part in
        var part = part
        if case .differs = writes.outlook(of: part) { part.exists = .overwrite }
        return part
      }
      if steps < preparing { #expect(decided.contains { $0.exists == .overwrite }) }
      let request = WriteRequest(path: ".", content: [], exists: .ask, kind: .tree(decided))
      try expectWritten(folder, writes.write(request), steps)
    }
  }

  /// Recovers the writing as a process does that continues the walk, or another one.
  private static func recover(
    _ folder: Folder, as attempt: EffectAttempt? = attempt
  ) -> EffectRecovery {
    let writes = SystemWrites(folder: folder.path)
    defer { writes.conclude(request, of: attempt) }
    return writes.recover(request, of: attempt)
  }

  @Test func whatIsPreparedIsFinishedByItsWalk() throws {
    for steps in try Self.moments.get() {
      let folder = try Self.place()
      let preparing = try Self.begin(folder, steps: steps).preparing
      let recovery = Self.recover(folder)
      if steps < preparing {
        expectEqual(recovery, .notPerformed, "after \(steps) steps")
        try expectAsBefore(folder, steps)
      } else {
        guard case .ended(let result) = recovery else {
          Issue.record("after \(steps) steps: \(recovery)")
          continue
        }
        try expectWritten(folder, result, steps)
      }
    }
  }

  @Test func onlyTheAttemptThatWasKilledIsFinished() throws {
    let others = [EffectAttempt(walk: "w", step: "t"), EffectAttempt(walk: "v", step: "s"), nil]
    for steps in dailyPart(of: try Self.moments.get(), every: 3, named: "moments for others") {
      for other in others {
        let folder = try Self.place()
        try Self.begin(folder, steps: steps)
        let names = folder.names
        expectEqual(
          SystemWrites(folder: folder.path).recover(Self.request, of: other), .notPerformed)
        if steps > 0 { expectEqual(folder.names, names, "after \(steps) steps") }
      }
    }
  }

  /// Until the walk has recorded the result, the note stays, so that a process that's killed then can still take it back.
  @Test func theNoteStaysUntilTheWalkHasRecordedTheResult() throws {
    let folder = try Self.place()
    let names: [String]
    do {
      let killed = SystemWrites(folder: folder.path)
      guard case .written = killed.write(Self.request, of: Self.attempt) else {
        Issue.record("it isn't written")
        return
      }
      names = folder.names
      #expect(names != Self.after)
    }
    guard case .ended(let result) = Self.recover(folder) else {
      Issue.record("it isn't known")
      return
    }
    try expectWritten(folder, result, names.count)
  }

  /// A process can be killed after the walk has recorded the result, and before the note is gone.
  @Test func theWalkRemovesTheNoteAboutWhatItHasRecorded() throws {
    let folder = try Self.place()
    do {
      let killed = SystemWrites(folder: folder.path)
      guard case .written = killed.write(Self.request, of: Self.attempt) else {
        Issue.record("it isn't written")
        return
      }
    }
    let writes = SystemWrites(folder: folder.path)
    writes.conclude(Self.request, of: EffectAttempt(walk: "v", step: "s"))
    #expect(folder.names != Self.after)
    writes.conclude(Self.request, of: Self.attempt)
    expectEqual(folder.names, Self.after)
  }

  /// A folder that the user makes afterwards stays, although the tree makes one with its name.
  @Test func aFolderOfTheUserStays() throws {
    for steps in try Self.moments.get() {
      let folder = try Self.place()
      let preparing = try Self.begin(folder, steps: steps).preparing
      let isMade = !folder.names.contains("q")
      if isMade { try folder.make("q") }
      let recovery = Self.recover(folder)
      if isMade {
        expectEqual(recovery, .notPerformed, "after \(steps) steps")
        expectEqual(folder.names, (Self.before + ["q"]).sorted(), "after \(steps) steps")
      }
      if steps <= preparing { #expect(isMade) }
    }
  }

  @Test func nothingIsFinishedOverAFileThatHasChanged() throws {
    let folder = try Self.place()
    let preparing = try Self.begin(folder, steps: 0).preparing
    try Self.begin(folder, steps: preparing)
    try folder.write("mine", to: "p/a")
    expectEqual(Self.recover(folder), .notPerformed)
    try expectEqual(folder.text("p/a"), "mine")
    expectEqual(folder.names, Self.before)
  }

  // MARK: Undoing

  /// The moments at which an undo is killed: before each of its parts, and after the last.
  @Test func aKilledUndoIsRestoredAgain() throws {
    for count in 0...Self.parts.count {
      let folder = try Self.place()
      let writes = SystemWrites(folder: folder.path)
      guard case .written(let file) = writes.write(Self.request) else {
        Issue.record("it isn't written")
        return
      }
      let restoring = RestoreRequest(write: Self.request, written: file)
      try Self.beginUndo(restoring, in: folder, parts: count)
      #expect(folder.names.contains { $0.hasPrefix(".stackflow-tree") })
      expectEqual(writes.recover(restoring, of: Self.attempt), .ended(.done))
      writes.conclude(Self.request, of: Self.attempt)
      try expectAsBefore(folder, count)
    }
  }

  /// Writes the note of an undo, and restores the last parts.
  private static func beginUndo(
    _ request: RestoreRequest, in folder: Folder, parts count: Int
  ) throws {
    let writes = SystemWrites(folder: folder.path)
    let recovery = TreeRecovery(of: request.write, in: SystemFolder(path: folder.path))
    let note = try recovery.locked(by: writes, isMade: true, until: EffectCancellation())
    let written = request.writtenParts
    try recovery.write(
      TreeNote(plan: TreePlan(restoring: parts, written), state: .undoing, of: attempt), to: note)
    let indices = Array(parts.indices.suffix(count))
    #expect(
      writes.restoreTree(recovery, indices, indices.map { written[$0] }, keepsOld: false).isEmpty)
  }

  /// Another attempt to write the tree first restores what the undo hasn't.
  @Test func aKilledUndoIsFinishedByTheNextAttempt() throws {
    for count in 0...Self.parts.count {
      let folder = try Self.place()
      let writes = SystemWrites(folder: folder.path)
      guard case .written(let file) = writes.write(Self.request) else {
        Issue.record("it isn't written")
        return
      }
      try Self.beginUndo(
        RestoreRequest(write: Self.request, written: file), in: folder, parts: count)
      try expectWritten(folder, writes.write(Self.request), count)
    }
  }

  /// The process is killed while it takes back what it couldn't write.
  @Test func aTakingBackThatWasKilledIsTakenBackAgain() throws {
    for count in 0...Self.parts.count {
      let folder = try Self.place()
      let all = try #require(try Self.moments.get().last)
      try Self.begin(folder, steps: all)
      let recovery = TreeRecovery(of: Self.request, in: SystemFolder(path: folder.path))
      let writes = SystemWrites(folder: folder.path)
      do {
        let file = try #require(
          try recovery.locked(by: writes, isMade: false, until: EffectCancellation()))
        let note = try #require(try recovery.note(in: file))
        try recovery.mark(.undoing, in: file)
        let indices = Array(Self.parts.indices.suffix(count))
        let written = note.plan.written
        #expect(
          writes.restoreTree(recovery, indices, indices.map { written[$0] }, keepsOld: true)
            .isEmpty)
      }
      expectEqual(Self.recover(folder), .notPerformed)
      try expectAsBefore(folder, count)
    }
  }

  // MARK: Without a note

  @Test func withoutANoteTheFilesDecide() throws {
    let folder = try Folder()
    let parts = [Self.folder("p"), Self.file("p/a"), Self.file("p/b")]
    let request = WriteRequest(path: ".", content: [], exists: .ask, kind: .tree(parts))
    let writes = SystemWrites(folder: folder.path)
    expectEqual(writes.recover(request, of: Self.attempt), .notPerformed)
    try folder.make("p")
    expectEqual(writes.recover(request, of: Self.attempt), .notPerformed)
    try folder.write("new p/a", to: "p/a")
    expectEqual(writes.recover(request, of: Self.attempt), .unknown)
    try folder.write("new p/b", to: "p/b")
    expectEqual(writes.recover(request, of: Self.attempt), .ended(.done))
  }

  @Test func withoutANoteTheFilesDecideAboutAnUndo() throws {
    let folder = try Self.place()
    let writes = SystemWrites(folder: folder.path)
    guard case .written(let file) = writes.write(Self.request) else {
      Issue.record("it isn't written")
      return
    }
    let restoring = RestoreRequest(write: Self.request, written: file)
    expectEqual(writes.recover(restoring, of: Self.attempt), .notPerformed)
    try folder.write("old", to: "p/a", mode: 0o640)
    expectEqual(writes.recover(restoring, of: Self.attempt), .unknown)
    expectEqual(writes.restore(restoring), .done)
    expectEqual(writes.recover(restoring, of: Self.attempt), .ended(.done))
  }

  @Test func aNoteThatSomeoneHasChangedIsReported() throws {
    let folder = try Self.place()
    let all = try #require(try Self.moments.get().last)
    try Self.begin(folder, steps: all)
    let note = try #require(folder.names.first { $0.hasPrefix(".stackflow-tree") })
    try folder.write("p\n{}", to: note)
    let failure = EffectResult.failed(
      message: "failed: '\(note)': the file has changed since it was written")
    expectEqual(Self.recover(folder), .ended(failure))
    expectEqual(SystemWrites(folder: folder.path).write(Self.request), failure)
    #expect(folder.names.contains(note))
  }

  /// A tree needs no more open files than its depth.
  @Test func aTreeOfThousandsOfFilesIsWritten() throws {
    let folder = try Folder()
    let parts = (0..<3_000).map { Self.file("f\($0)") }
    let request = WriteRequest(path: ".", content: [], exists: .ask, kind: .tree(parts))
    guard case .written = SystemWrites(folder: folder.path).write(request) else {
      Issue.record("it isn't written")
      return
    }
    expectEqual(folder.names.count, 3_000)
  }
}
