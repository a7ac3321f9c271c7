// SPDX-License-Identifier: Apache-2.0

import Expectations
import FlowEffects
import FlowModel
import FlowSessions
import Foundation
import Testing

@testable import FlowHosts

/// A tree that can't be written is taken back file by file, and what can't be restored is kept and listed.
@Suite struct TreeUndoTests {
  private static let names = ["a", "b", "c", "d", "e", "f"]

  private static let request = WriteRequest(
    path: ".", content: [], exists: .ask,
    kind: .tree(
      names.map { WriteRequest(path: $0, content: Array("new".utf8), exists: .overwrite) }))

  /// A folder with files that the tree replaces.
  private static func place() throws -> Folder {
    let folder = try Folder()
    for name in names { try folder.write("old \(name)", to: name, mode: 0o640) }
    return folder
  }

  /// Writes the tree until three files are in their places, and is then interrupted.
  private static func interrupt(
    _ folder: Folder, _ meanwhile: () throws -> Void
  ) throws -> EffectResult? {
    let writes = SystemWrites(folder: folder.path)
    let recovery = TreeRecovery(of: request, in: SystemFolder(path: folder.path))
    let note = try recovery.locked(by: writes, isMade: true, until: EffectCancellation())
    let plan = try TreePlan(of: request.parts, by: writes, naming: recovery)
    var change = TreeChange(plan, of: nil, by: writes, recovery, note)
    let cancellation = EffectCancellation()
    for _ in 0..<(names.count + 2 + 3) { _ = try change.advance(until: cancellation) }
    try meanwhile()
    cancellation.cancel()
    do throws(SystemWrites.PartFailure) {
      try change.run(until: cancellation)
    } catch {
      do throws(SystemWrites.PartFailure) { try change.undo(after: error) } catch {
        return error.result(in: writes.catalog, isSingle: false)
      }
    }
    return nil
  }

  @Test func whatAnotherProgramHasChangedStaysAndItsEarlierContentIsNextToIt() throws {
    let folder = try Self.place()
    let result = try Self.interrupt(folder) { try folder.write("formatted", to: "b") }
    expectEqual(
      result,
      .failed(
        message:
          "failed: 'd': was interrupted; 'b' isn't restored: the file has changed since it was "
          + "written; what it replaced is in 'b.before'"))
    expectEqual(folder.names, (Self.names + ["b.before"]).sorted())
    for name in Self.names {
      try expectEqual(folder.text(name), (name == "b" ? "formatted" : "old \(name)"))
      if name != "b" { expectEqual(folder.mode(name), 0o640) }
    }
    try expectEqual(folder.text("b.before"), "old b")
    expectEqual(folder.mode("b.before"), 0o640)
  }

  @Test func whatIsKeptReplacesNothing() throws {
    let folder = try Self.place()
    try folder.write("mine", to: "b.before")
    try folder.make("b.before2")
    _ = try Self.interrupt(folder) { try folder.write("formatted", to: "b") }
    #expect(try folder.text("b.before") == "mine" && folder.text("b.before3") == "old b")
  }

  @Test func aFileThatIsGoneIsPutBack() throws {
    let folder = try Self.place()
    let result = try Self.interrupt(folder) {
      try FileManager.default.removeItem(atPath: folder.path + "/b")
    }
    expectEqual(result, .failed(message: "failed: 'd': was interrupted"))
    expectEqual(folder.names, Self.names)
    try expectEqual(folder.text("b"), "old b")
  }

  @Test func theNextAttemptListsWhatAKilledOneCannotRestore() throws {
    let folder = try Self.place()
    let writes = SystemWrites(folder: folder.path)
    do {
      let recovery = TreeRecovery(of: Self.request, in: SystemFolder(path: folder.path))
      let note = try recovery.locked(by: writes, isMade: true, until: EffectCancellation())
      let plan = try TreePlan(of: Self.request.parts, by: writes, naming: recovery)
      var change = TreeChange(plan, of: nil, by: writes, recovery, note)
      for _ in 0..<(Self.names.count + 2 + 3) {
        _ = try change.advance(until: EffectCancellation())
      }
    }
    try folder.write("formatted", to: "b")
    expectEqual(
      writes.write(Self.request),
      .failed(
        message: "failed: 'b' isn't restored: the file has changed since it was written; what it "
          + "replaced is in 'b.before'"))
    expectEqual(folder.names, (Self.names + ["b.before"]).sorted())
    guard case .written = writes.write(Self.request) else {
      Issue.record("it isn't written")
      return
    }
    #expect(try folder.text("b") == "new" && folder.text("b.before") == "old b")
  }

  // MARK: Several processes

  /// Locks belong to open files, so that two hosts are like two processes.
  @Test func twoThatWriteOneTreeBothSucceed() async throws {
    for _ in 0..<4 {
      let folder = try Self.place()
      let path = folder.path
      let results = await withTaskGroup(of: EffectResult.self) { group in
        for _ in 0..<2 {
          group.addTask { SystemWrites(folder: path).write(Self.request) }
        }
        return await group.reduce(into: []) { $0.append($1) }
      }
      for result in results {
        if case .failed(let message) = result { Issue.record("\(message)") }
      }
      #expect(results.contains(.done))
      expectEqual(folder.names, Self.names)
      for name in Self.names { try expectEqual(folder.text(name), "new") }
    }
  }

  /// A walk that can't be saved goes back and forth all the same.
  @Test func aProcessDoesNotWaitForItself() throws {
    let folder = try Self.place()
    var writes = SystemWrites(folder: folder.path)
    writes.patience = 0
    let attempts = (0..<3).map { EffectAttempt(walk: "\($0)", step: "s") }
    guard case .written(let file) = writes.write(Self.request, of: attempts[0]) else {
      Issue.record("it isn't written")
      return
    }
    let restoring = RestoreRequest(write: Self.request, written: file)
    expectEqual(writes.restore(restoring, of: attempts[1]), .done)
    for name in Self.names { try expectEqual(folder.text(name), "old \(name)") }
    guard case .written = writes.write(Self.request, of: attempts[2]) else {
      Issue.record("it isn't written again")
      return
    }
    for attempt in attempts { writes.conclude(Self.request, of: attempt) }
    expectEqual(folder.names, Self.names)
    for name in Self.names { try expectEqual(folder.text(name), "new") }
  }

  @Test func theNoteIsLockedWhileItsProcessLives() throws {
    let folder = try Self.place()
    let recovery = TreeRecovery(of: Self.request, in: SystemFolder(path: folder.path))
    let other = SystemWrites(folder: folder.path)
    var note = try recovery.locked(by: other, isMade: true, until: EffectCancellation())
    try recovery.write(
      TreeNote(plan: TreePlan(units: [], steps: []), state: .making, of: nil), to: note)
    var writes = SystemWrites(folder: folder.path)
    writes.patience = 0
    expectEqual(
      writes.write(Self.request),
      .failed(
        message: "failed: '\(recovery.name)': another process is writing the same; try again later")
    )
    writes.patience = .max / 2
    let cancellation = EffectCancellation()
    cancellation.cancel()
    expectEqual(
      writes.write(Self.request, until: cancellation),
      .failed(message: "failed: '\(recovery.name)': was interrupted"))
    expectEqual(note != nil, true)
    note = nil
    guard case .written = writes.write(Self.request) else {
      Issue.record("it isn't written")
      return
    }
  }
}
