// SPDX-License-Identifier: Apache-2.0

import Expectations
import FlowForms
import Foundation
import Testing

@testable import FlowHosts

/// What a process leaves that's killed while it writes a tree: it can be finished and taken back, and the next attempt
/// leaves nothing of it.
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

  /// Takes some of the steps of the writing.
  ///
  /// - Returns: Whether it has ended, and the number of steps until everything is prepared.
  @discardableResult
  private static func begin(
    _ folder: Folder, steps: Int, parts: [WriteRequest] = parts
  ) throws -> (hasEnded: Bool, preparing: Int) {
    let writes = SystemWrites(folder: folder.path)
    let recovery = TreeRecovery(of: parts, in: SystemFolder(path: folder.path))
    let plan = try TreePlan(of: parts, by: writes, naming: recovery)
    var change = TreeChange(parts, plan, by: writes, recovery)
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
    #expect(try folder.text("p/a") == "old", "after \(steps) steps")
    expectEqual(folder.mode("p/a"), 0o640, "after \(steps) steps")
    expectEqual(Self.target(folder), "elsewhere", "after \(steps) steps")
  }

  private func expectWritten(_ folder: Folder, _ result: EffectResult?, _ steps: Int) throws {
    guard case .written(let file)? = result else {
      Issue.record("after \(steps) steps: \(result.map { "\($0)" } ?? "nothing")")
      return
    }
    expectEqual(folder.names, Self.after, "after \(steps) steps")
    for part in Self.parts where part.kind == .file {
      #expect(try folder.text(part.path) == "new \(part.path)", "after \(steps) steps")
    }
    #expect(folder.mode("p/a") == 0o640 && Self.target(folder) == "a", "after \(steps) steps")
    let restoring = RestoreRequest(write: Self.request, written: file)
    expectEqual(SystemWrites(folder: folder.path).restore(restoring), .done)
    try expectAsBefore(folder, steps)
  }

  /// The numbers of steps after which a process is killed: all of them.
  private static func moments() throws -> [Int] {
    var moments: [Int] = []
    while try !begin(place(), steps: moments.count).hasEnded { moments.append(moments.count) }
    return moments
  }

  @Test func theNextAttemptLeavesOnlyTheTree() throws {
    let moments = try Self.moments()
    #expect(moments.count > Self.parts.count + 7)
    for steps in moments {
      let folder = try Self.place()
      try Self.begin(folder, steps: steps)
      try expectWritten(folder, SystemWrites(folder: folder.path).write(Self.request), steps)
    }
  }

  /// No one is asked about what the killed process has replaced, because it's the same; its decision holds.
  @Test func whatWasReplacedIsReplacedAgainWithoutAQuestion() throws {
    for steps in try Self.moments() {
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

  @Test func whatIsPreparedCanBeFinished() throws {
    for steps in try Self.moments() {
      let folder = try Self.place()
      let preparing = try Self.begin(folder, steps: steps).preparing
      let result = SystemWrites(folder: folder.path).recover(Self.request, finishing: true)
      if steps < preparing {
        #expect(result == nil)
        try expectAsBefore(folder, steps)
      } else {
        try expectWritten(folder, result, steps)
      }
    }
  }

  @Test func everythingCanBeTakenBack() throws {
    for steps in try Self.moments() {
      let folder = try Self.place()
      let preparing = try Self.begin(folder, steps: steps).preparing
      let result = SystemWrites(folder: folder.path).recover(Self.request, finishing: false)
      expectEqual(result, (steps <= preparing ? nil : .done), "after \(steps) steps")
      try expectAsBefore(folder, steps)
    }
  }

  /// A folder that the user makes afterwards stays, although the tree makes one with its name.
  @Test func aFolderOfTheUserStays() throws {
    for steps in try Self.moments() {
      let folder = try Self.place()
      let preparing = try Self.begin(folder, steps: steps).preparing
      let isMade = !folder.names.contains("q")
      if isMade { try folder.make("q") }
      _ = SystemWrites(folder: folder.path).recover(Self.request, finishing: false)
      expectEqual(
        folder.names, (Self.before + (isMade ? ["q"] : [])).sorted(), "after \(steps) steps")
      if steps <= preparing { #expect(isMade) }
    }
  }

  @Test func nothingIsFinishedOverAFileThatHasChanged() throws {
    let folder = try Self.place()
    let preparing = try Self.begin(folder, steps: 0).preparing
    try Self.begin(folder, steps: preparing)
    try folder.write("mine", to: "p/a")
    let writes = SystemWrites(folder: folder.path)
    expectEqual(
      writes.recover(Self.request, finishing: true),
      .failed(message: "failed: 'p/a': the file has changed since it was written"))
    #expect(try folder.text("p/a") == "mine" && !folder.names.contains("p/b"))
    #expect(writes.recover(Self.request, finishing: false) == nil)
    expectEqual(folder.names, Self.before)
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
