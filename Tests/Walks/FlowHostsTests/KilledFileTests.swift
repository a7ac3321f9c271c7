// SPDX-License-Identifier: Apache-2.0

import Expectations
import FlowEffects
import FlowModel
import FlowSessions
import Foundation
import Testing

@testable import FlowHosts

/// The remains of a process that's killed while it writes a file that isn't in a tree: the same note says what follows.
@Suite struct KilledFileTests {
  private static let attempt = EffectAttempt(walk: "w", step: "s")

  /// A file, and what's there before and after.
  struct Case: CustomTestStringConvertible {
    let testDescription: String
    let request: WriteRequest
    let before: [String: String]
    let after: [String: String]

    init(
      _ name: String, _ path: String, _ exists: ExistingFilePolicy, before: [String: String] = [:],
      after: String
    ) {
      testDescription = name
      request = WriteRequest(path: path, content: Array("new".utf8), exists: exists)
      self.before = before
      self.after = before.merging([path: after]) { $1 }
    }
  }

  static let cases = [
    Case("new", "f", .ask, after: "new"),
    Case("in new folders", "a/b/f", .ask, before: ["mine": "mine"], after: "new"),
    Case("replaced", "f", .overwrite, before: ["f": "old"], after: "new"),
    Case("appended", "f", .append, before: ["f": "old "], after: "old new"),
  ]

  private static func place(_ this: Case) throws -> Folder {
    let folder = try Folder()
    for (path, text) in this.before { try folder.write(text, to: path) }
    return folder
  }

  /// The texts of the files, by path.
  private static func texts(_ folder: Folder) -> [String: String] {
    var texts: [String: String] = [:]
    for name in folder.names where (try? folder.text(name)) != nil {
      texts[name] = try? folder.text(name)
    }
    return texts
  }

  /// Takes some of the steps of the writing; returns whether it has ended.
  private static func begin(_ this: Case, in folder: Folder, steps: Int) throws -> Bool {
    var writes = SystemWrites(folder: folder.path)
    writes.isSingle = true
    let recovery = TreeRecovery(of: this.request, in: SystemFolder(path: folder.path))
    let note = try recovery.locked(by: writes, isMade: true, until: EffectCancellation())
    let plan = try TreePlan(of: [this.request], by: writes, naming: recovery)
    var change = TreeChange(plan, of: attempt, by: writes, recovery, note)
    for _ in 0..<steps where try !change.advance(until: EffectCancellation()) { return true }
    return false
  }

  @Test(arguments: cases) func whatIsPreparedIsFinishedAndTheRestHasNotHappened(
    this: Case
  ) throws {
    var (steps, finished) = (0, 0)
    while true {
      let folder = try Self.place(this)
      if try Self.begin(this, in: folder, steps: steps) { break }
      let writes = SystemWrites(folder: folder.path)
      switch writes.recover(this.request, of: Self.attempt) {
      case .notPerformed: expectEqual(Self.texts(folder), this.before, "after \(steps) steps")
      case .ended(.written(let file)):
        finished += 1
        writes.conclude(this.request, of: Self.attempt)
        expectEqual(Self.texts(folder), this.after, "after \(steps) steps")
        expectEqual(writes.restore(RestoreRequest(write: this.request, written: file)), .done)
        expectEqual(Self.texts(folder), this.before, "after \(steps) steps")
      case let other: Issue.record("after \(steps) steps: \(other)")
      }
      expectEqual(folder.names, this.before.keys.sorted(), "after \(steps) steps")
      steps += 1
    }
    expectEqual(steps, 5)
    expectEqual(finished, 2)
  }

  @Test(arguments: cases) func theNextAttemptWritesItOnce(this: Case) throws {
    for steps in 0..<5 {
      let folder = try Self.place(this)
      _ = try Self.begin(this, in: folder, steps: steps)
      let writes = SystemWrites(folder: folder.path)
      guard case .written(let file) = writes.write(this.request) else {
        Issue.record("after \(steps) steps")
        continue
      }
      expectEqual(Self.texts(folder), this.after, "after \(steps) steps")
      expectEqual(writes.restore(RestoreRequest(write: this.request, written: file)), .done)
      expectEqual(Self.texts(folder), this.before, "after \(steps) steps")
    }
  }

  @Test func withoutANoteTheFileDecides() throws {
    let folder = try Folder()
    let writes = SystemWrites(folder: folder.path)
    let request = Self.cases[0].request
    expectEqual(writes.recover(request, of: Self.attempt), .notPerformed)
    try folder.write("new", to: "f")
    expectEqual(writes.recover(request, of: Self.attempt), .ended(.done))
    // The earlier content can end like the appended one.
    expectEqual(writes.recover(Self.cases[3].request, of: Self.attempt), .unknown)
  }
}
