// SPDX-License-Identifier: Apache-2.0

import Expectations
import FlowEffects
import FlowModel
import FlowSessions
import Foundation
import Testing

@testable import FlowHosts

/// Trees of real files: written whole or not at all, and restored exactly.
@Suite struct TreeWritesTests {
  private func file(
    _ path: String, _ text: String = "new", mode: Int? = nil, exists: ExistingFilePolicy = .ask
  ) -> WriteRequest {
    WriteRequest(path: path, content: Array(text.utf8), mode: mode, exists: exists)
  }

  private func folder(_ path: String) -> WriteRequest {
    WriteRequest(path: path, content: [], exists: .ask, kind: .folder)
  }

  private func link(
    _ path: String, to target: String, exists: ExistingFilePolicy = .ask
  ) -> WriteRequest {
    WriteRequest(path: path, content: Array(target.utf8), exists: exists, kind: .link)
  }

  private func tree(_ parts: [WriteRequest]) -> WriteRequest {
    WriteRequest(path: "p", content: [], exists: .ask, kind: .tree(parts))
  }

  private func written(_ result: EffectResult) throws -> WrittenFile {
    guard case .written(let file) = result else {
      throw FileFailure.system("\(result)")
    }
    return file
  }

  @Test func aTreeIsWrittenWithModesLinksAndEmptyFoldersAndRemovedAgain() throws {
    let folder = try Folder()
    let writes = SystemWrites(folder: folder.path)
    let request = tree([
      self.folder("p"), file("p/a.txt", "a"), self.folder("p/empty"),
      file("p/s/run.sh", "#!", mode: 0o755), link("p/s/a", to: "../a.txt"),
    ])
    let file = try written(writes.write(request))
    expectEqual(folder.names, ["p", "p/a.txt", "p/empty", "p/s", "p/s/a", "p/s/run.sh"])
    expectEqual(folder.mode("p/s/run.sh"), 0o755)
    try expectEqual(folder.text("p/s/a"), "a")
    expectEqual(writes.write(request), .done)
    expectEqual(writes.restore(RestoreRequest(write: request, written: file)), .done)
    expectEqual(folder.names, [])
  }

  @Test func whatWasThereIsPutBackWithItsModeAndEmptyFoldersStay() throws {
    let folder = try Folder()
    try folder.make("p")
    try folder.write("old", to: "p/a", mode: 0o640)
    try FileManager.default.createDirectory(
      atPath: "\(folder.path)/p/empty", withIntermediateDirectories: true)
    let writes = SystemWrites(folder: folder.path)
    let request = tree([
      self.folder("p"), file("p/a", exists: .overwrite), file("p/empty/x"), file("p/new/x"),
    ])
    let file = try written(writes.write(request))
    try expectEqual(folder.text("p/a"), "new")
    expectEqual(folder.mode("p/a"), 0o640)
    expectEqual(writes.restore(RestoreRequest(write: request, written: file)), .done)
    expectEqual(folder.names, ["p", "p/a", "p/empty"])
    try expectEqual(folder.text("p/a"), "old")
    expectEqual(folder.mode("p/a"), 0o640)
  }

  @Test func anErrorInTheMiddleLeavesNothing() throws {
    let folder = try Folder()
    try folder.make("p")
    try folder.write("old", to: "p/a")
    try folder.write("mine", to: "p/z")
    let writes = SystemWrites(folder: folder.path)
    let request = tree([
      file("p/a", exists: .overwrite), file("p/b/c/d"), file("p/z/impossible"), file("p/zz"),
    ])
    expectEqual(
      writes.write(request), .failed(message: "failed: 'p/z/impossible': 'p/z' isn't a folder"))
    expectEqual(folder.names, ["p", "p/a", "p/z"])
    try expectEqual(folder.text("p/a"), "old")
  }

  @Test func aFileThatDiffersIsRefusedBeforeAnythingIsWritten() throws {
    let folder = try Folder()
    try folder.write("old", to: "z")
    try folder.write("new", to: "same")
    let writes = SystemWrites(folder: folder.path)
    let parts = [file("a"), file("same"), file("z")]
    expectEqual(
      writes.write(tree(parts)), .failed(message: "failed: 'z': the file already exists"))
    expectEqual(folder.names, ["same", "z"])
    expectEqual(writes.outlook(of: parts[0]), .new)
    expectEqual(writes.outlook(of: parts[1]), .same)
    expectEqual(writes.outlook(of: parts[2]), .differs(from: Array("old".utf8)))
    let kept = parts.map { part in
      var part = part
      part.exists = .keep
      return part
    }
    let file = try written(writes.write(tree(kept)))
    expectEqual(
      file.previous, .tree([WrittenFile(previous: .nothing), nil, nil]))
    try expectEqual(folder.text("z"), "old")
  }

  @Test func anUndoRestoresFileByFileAndListsWhatHasChanged() throws {
    let folder = try Folder()
    try folder.make("p")
    try folder.write("old", to: "p/a")
    try folder.write("old", to: "p/c")
    let writes = SystemWrites(folder: folder.path)
    let request = tree([
      file("p/a", exists: .overwrite), file("p/b"), file("p/c", exists: .overwrite), file("p/d"),
    ])
    let restoring = RestoreRequest(write: request, written: try written(writes.write(request)))
    try folder.write("mine", to: "p/a")
    try folder.write("mine too", to: "p/b")
    let failure = EffectResult.failed(
      message:
        "failed: 'p/a' isn't restored: the file has changed since it was written; 'p/b' isn't "
        + "restored: the file has changed since it was written; move away what has changed, and undo "
        + "again")
    expectEqual(writes.restore(restoring), failure)
    expectEqual(folder.names, ["p", "p/a", "p/b", "p/c"])
    #expect(try folder.text("p/a") == "mine" && folder.text("p/c") == "old")
    expectEqual(writes.restore(restoring), failure)
    for name in ["a", "b"] {
      try FileManager.default.moveItem(
        atPath: "\(folder.path)/p/\(name)", toPath: "\(folder.path)/p/\(name).mine")
    }
    expectEqual(writes.restore(restoring), .done)
    expectEqual(folder.names, ["p", "p/a", "p/a.mine", "p/b.mine", "p/c"])
    try expectEqual(folder.text("p/a"), "old")
  }

  @Test func aMessageListsTenFilesThatAreNotRestored() throws {
    let folder = try Folder()
    let writes = SystemWrites(folder: folder.path)
    let parts = (10..<30).map { file("f\($0)") }
    let request = tree(parts)
    let restoring = RestoreRequest(write: request, written: try written(writes.write(request)))
    for part in parts.dropLast() { try folder.write("mine", to: part.path) }
    guard case .failed(let message) = writes.restore(restoring) else {
      Issue.record("it's restored")
      return
    }
    #expect(message.contains("'f19'") && !message.contains("'f20'"))
    #expect(message.contains("and 9 more"))
  }

  @Test func aLinkIsReplacedAndPutBack() throws {
    let folder = try Folder()
    try folder.write("a", to: "a")
    try FileManager.default.createSymbolicLink(
      atPath: "\(folder.path)/l", withDestinationPath: "old")
    let writes = SystemWrites(folder: folder.path)
    expectEqual(
      writes.write(tree([link("l", to: "a")])),
      .failed(message: "failed: 'l': the file already exists"))
    let request = tree([link("l", to: "a", exists: .overwrite)])
    let file = try written(writes.write(request))
    try expectEqual(folder.text("l"), "a")
    expectEqual(writes.restore(RestoreRequest(write: request, written: file)), .done)
    try expectEqual(
      FileManager.default.destinationOfSymbolicLink(atPath: "\(folder.path)/l"), "old")
  }

  @Test func nothingIsWrittenThroughALinkThatLeadsOut() throws {
    let folder = try Folder()
    try FileManager.default.createSymbolicLink(
      atPath: "\(folder.path)/out", withDestinationPath: "/tmp")
    let writes = SystemWrites(folder: folder.path)
    expectEqual(
      writes.write(tree([file("a"), file("out/b")])),
      .failed(message: "failed: 'out/b': the path is outside the working directory"))
    expectEqual(folder.names, ["out"])
  }
}
