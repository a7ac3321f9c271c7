// SPDX-License-Identifier: Apache-2.0

import Expectations
import FlowEffects
import FlowModel
import FlowSessions
import Foundation
import Testing

@testable import FlowHosts

/// Real files in a folder of their own: where they can be, and how they're written and restored.
@Suite struct SystemWritesTests {
  private func request(
    _ path: String, _ text: String = "new", exists: ExistingFilePolicy = .ask, mode: Int? = nil
  ) -> WriteRequest {
    WriteRequest(path: path, content: Array(text.utf8), mode: mode, exists: exists)
  }

  @Test func aNewFileIsCreatedWithItsFoldersAndRemovedAgain() throws {
    let folder = try Folder()
    let writes = SystemWrites(folder: folder.path)
    let write = request("a/b/c.txt", mode: 0o640)
    let result = writes.write(write)
    let file = WrittenFile(previous: .nothing, madeFolders: ["a", "a/b"])
    expectEqual(result, .written(file))
    try expectEqual(folder.text("a/b/c.txt"), "new")
    expectEqual(folder.mode("a/b/c.txt"), 0o640)
    expectEqual(folder.names, ["a", "a/b", "a/b/c.txt"])
    expectEqual(writes.restore(RestoreRequest(write: write, written: file)), .done)
    expectEqual(folder.names, [])
  }

  @Test func foldersWithOtherContentsStay() throws {
    let folder = try Folder()
    let writes = SystemWrites(folder: folder.path)
    let write = request("a/b/c.txt")
    guard case .written(let file) = writes.write(write) else {
      Issue.record("it must be written")
      return
    }
    try folder.write("mine", to: "a/mine.txt")
    expectEqual(writes.restore(RestoreRequest(write: write, written: file)), .done)
    expectEqual(folder.names, ["a", "a/mine.txt"])
  }

  @Test(arguments: [
    (ExistingFilePolicy.ask, "failed: the file already exists"),
    (.fail, "failed: the file already exists"),
  ])
  func anExistingFileIsAFailure(policy: ExistingFilePolicy, words: String) throws {
    let folder = try Folder()
    try folder.write("old", to: "f")
    let writes = SystemWrites(folder: folder.path)
    expectEqual(
      writes.outlooks(of: request("f", exists: policy)), [.differs(from: Array("old".utf8))])
    expectEqual(writes.write(request("f", exists: policy)), .failed(message: words))
    try expectEqual(folder.text("f"), "old")
  }

  @Test func keepChangesNothingAndOverwriteAndAppendAreUndone() throws {
    let folder = try Folder()
    try folder.write("old", to: "f", mode: 0o600)
    let writes = SystemWrites(folder: folder.path)
    expectEqual(writes.write(request("f", exists: .keep)), .done)
    try expectEqual(folder.text("f"), "old")

    let over = request("f", exists: .overwrite)
    let replaced = WrittenFile(previous: .replaced(Array("old".utf8), mode: 0o600))
    expectEqual(writes.write(over), .written(replaced))
    try expectEqual(folder.text("f"), "new")
    expectEqual(folder.mode("f"), 0o600)
    expectEqual(writes.restore(RestoreRequest(write: over, written: replaced)), .done)
    try expectEqual(folder.text("f"), "old")

    let behind = request("f", exists: .append)
    let appended = WrittenFile(previous: .appended(count: 3))
    expectEqual(writes.write(behind), .written(appended))
    try expectEqual(folder.text("f"), "oldnew")
    expectEqual(writes.restore(RestoreRequest(write: behind, written: appended)), .done)
    try expectEqual(folder.text("f"), "old")
    expectEqual(folder.mode("f"), 0o600)
  }

  @Test func anUpToDateFileIsLeftAlone() throws {
    let folder = try Folder()
    try folder.write("new", to: "f", mode: 0o644)
    let writes = SystemWrites(folder: folder.path)
    for policy in [ExistingFilePolicy.ask, .keep, .overwrite] {
      expectEqual(writes.write(request("f", exists: policy)), .done)
    }
    expectEqual(writes.outlooks(of: request("f")), [.same])
    // A file with another mode counts as different.
    guard case .written = writes.write(request("f", exists: .overwrite, mode: 0o755)) else {
      Issue.record("the mode must be set")
      return
    }
    expectEqual(folder.mode("f"), 0o755)
  }

  @Test(arguments: [ExistingFilePolicy.ask, .overwrite, .append])
  func aChangedFileIsNotRestored(policy: ExistingFilePolicy) throws {
    let folder = try Folder()
    if policy != .ask { try folder.write("old", to: "f") }
    let writes = SystemWrites(folder: folder.path)
    let write = request("f", exists: policy)
    guard case .written(let file) = writes.write(write) else {
      Issue.record("it must be written")
      return
    }
    try folder.write("mine", to: "f")
    expectEqual(
      writes.restore(RestoreRequest(write: write, written: file)),
      .failed(
        message:
          "failed: the file has changed since it was written; move away what has changed, and undo "
          + "again"))
    try expectEqual(folder.text("f"), "mine")
    // The way out: with the file out of the way, the earlier one comes back.
    try FileManager.default.removeItem(atPath: "\(folder.path)/f")
    let isAppended = policy == .append
    expectEqual(
      writes.restore(RestoreRequest(write: write, written: file)) == .done, !isAppended)
    expectEqual(folder.names, policy == .overwrite ? ["f"] : [])
  }

  @Test(arguments: ["/etc/x", "../x", "a/../../x", "..", ".", "", "a/", "a\u{0}b"])
  func pathsThatLeadOutOrNameNoFileAreRefused(path: String) throws {
    let folder = try Folder()
    let result = SystemWrites(folder: folder.path + "/").write(request(path))
    guard case .failed = result else {
      Issue.record("'\(path)' was written: \(result)")
      return
    }
    expectEqual(folder.names, [])
  }

  @Test func noLinkLeadsOut() throws {
    let (folder, outside) = (try Folder(), try Folder())
    try outside.write("theirs", to: "f")
    try folder.link("out", to: outside.path)
    try folder.link("file", to: outside.path + "/f")
    try folder.link("up", to: "..")
    try folder.make("deep")
    try folder.link("deep/up", to: "../../x")
    try folder.link("loop", to: "loop")
    let writes = SystemWrites(folder: folder.path)
    let outsideWords = EffectResult.failed(
      message: "failed: the path is outside the working directory")
    for path in ["out/f", "out/new", "file", "up/x", "deep/up"] {
      expectEqual(writes.write(request(path, exists: .overwrite)), outsideWords, "\(path)")
    }
    guard case .failed = writes.write(request("loop/x")) else {
      Issue.record("a loop has no end")
      return
    }
    try expectEqual(outside.text("f"), "theirs")
    expectEqual(outside.names, ["f"])
  }

  @Test func linksInsideAreFollowed() throws {
    let folder = try Folder()
    try folder.make("real")
    try folder.link("short", to: "real")
    try folder.link("absolute", to: folder.realPath + "/real")
    try folder.write("old", to: "real/old")
    try folder.link("old", to: "real/old")
    let writes = SystemWrites(folder: folder.path)
    for name in ["short/a", "absolute/b", "real/../c"] {
      guard case .written = writes.write(request(name)) else {
        Issue.record("'\(name)' must be written")
        return
      }
    }
    // The link stays, and the file that it names is written.
    guard case .written = writes.write(request("old", exists: .overwrite)) else {
      Issue.record("the file behind a link must be written")
      return
    }
    try expectEqual(folder.text("real/old"), "new")
    #expect(folder.names.contains("real/a") && folder.names.contains("real/b"))
    #expect(folder.names.contains("c"))
    #expect(!folder.names.contains { $0.contains(".stackflow-") })
  }

  @Test func whatIsNotAFileIsLeftAlone() throws {
    let folder = try Folder()
    try folder.make("folder/inner")
    try folder.write("x", to: "file")
    let writes = SystemWrites(folder: folder.path)
    for path in ["folder", "file/x"] {
      guard case .failed = writes.write(request(path, exists: .overwrite)) else {
        Issue.record("'\(path)' is no file")
        return
      }
    }
    expectEqual(folder.names, ["file", "folder", "folder/inner"])
  }
}
