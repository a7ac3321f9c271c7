// SPDX-License-Identifier: Apache-2.0

import Expectations
import FlowHosts
import Foundation
import Testing

@Suite struct FileChangesTests {
  @Test func aChangeIsToldOnceAndOnlyWhenItsOver() {
    var changes = FileChanges(since: ["a": [1], "b": [1]])
    expectEqual(changes.look(["a": [1], "b": [1]]), nil)
    // A file that's being written differs in each look.
    expectEqual(changes.look(["a": [2], "b": [1]]), nil)
    expectEqual(changes.look(["a": [3], "b": [1]]), nil)
    expectEqual(changes.look(["a": [3], "b": [1]]), ["a"])
    expectEqual(changes.look(["a": [3], "b": [1]]), nil)
    // A file that's saved by renaming another one is missing in between.
    expectEqual(changes.look(["b": [1]]), nil)
    expectEqual(changes.look(["a": [4], "b": [1]]), nil)
    expectEqual(changes.look(["a": [4], "b": [1]]), ["a"])
    // New files and those that go are changes.
    expectEqual(changes.look(["a": [4], "c": [1]]), nil)
    expectEqual(changes.look(["a": [4], "c": [1]]), ["b", "c"])
  }

  @Test func aChangeThatIsTakenBackIsNone() {
    var changes = FileChanges(since: ["a": [1]])
    expectEqual(changes.look(["a": [2]]), nil)
    expectEqual(changes.look(["a": [1]]), nil)
    expectEqual(changes.look(["a": [1]]), nil)
  }

  /// A log that another program writes all the time neither is a change nor holds one up.
  @Test func whatDoesNotMatterIsNeverTold() {
    var changes = FileChanges(since: ["a": [1], "log": [1]])
    let matters = { (path: String) in path == "a" }
    expectEqual(changes.look(["a": [1], "log": [2]], where: matters), nil)
    expectEqual(changes.look(["a": [2], "log": [3]], where: matters), nil)
    expectEqual(changes.look(["a": [2], "log": [4], "new": [1]], where: matters), ["a"])
    // A change from before it mattered isn't told.
    expectEqual(changes.look(["a": [2], "log": [4], "new": [1]]), nil)
    expectEqual(changes.look(["a": [2], "log": [4], "new": [1]]), nil)
  }

  @Test func whatIsReadAndBelowWhatIsListedMatters() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "read-\(UUID())")
    defer { try? FileManager.default.removeItem(at: folder) }
    for name in ["a.flow.yaml", "page.tmpl", "dev.log", "tree/deep/file.tmpl"] {
      let file = folder.appending(path: name)
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(name.utf8).write(to: file)
    }
    let path = folder.path
    let files = FolderFiles(beside: path + "/a.flow.yaml")
    let state = FileChanges.state(of: [path], .everything(except: []))
    let read = await FilesRead.during {
      _ = try? files.read("page.tmpl")
      _ = try? files.entries(in: "tree", limit: 10)
    }
    let matters = read.matters(in: state)
    expectEqual(
      state.keys.filter(matters).map { String($0.dropFirst(path.count + 1)) }.sorted(),
      ["a.flow.yaml", "page.tmpl", "tree/deep/file.tmpl"])
    #expect(matters(path + "/new.flow.yaml") && !matters(path + "/new.log"))
    // Any new file can be one that isn't there.
    let lacking = await FilesRead.during { _ = try? files.read("gone.tmpl") }
    #expect(lacking.matters(in: state)(path + "/new.log"))
  }

  @Test func everythingBelowAFolderIsLookedAtExceptWhatIsWritten() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "changes-\(UUID())")
    defer { try? FileManager.default.removeItem(at: folder) }
    for name in ["a.flow.yaml", "page.html", "tree/deep/file.tmpl", ".git/index", ".config"] {
      let file = folder.appending(path: name)
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(name.utf8).write(to: file)
    }
    let path = folder.path
    func names(_ scope: FileChanges.Scope) -> [String] {
      FileChanges.state(of: [path + "/a.flow.yaml"], scope).keys.sorted()
        .map { String($0.dropFirst(path.count + 1)) }
    }
    expectEqual(
      names(.everything(except: [path + "/tree/../page.html"])),
      [".config", "a.flow.yaml", "tree/deep/file.tmpl"])
    expectEqual(names(.flows), ["a.flow.yaml"])
  }
}
