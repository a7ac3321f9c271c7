// SPDX-License-Identifier: Apache-2.0

import Expectations
import FlowEffects
import FlowHosts
import FlowModel
import FlowSessions
import Testing

/// Files of a tree in one folder, which is opened once for all of them: each is resolved as if it were the only one.
@Suite struct NeighboringFilesTests {
  /// `w/in` (a link to `other/f`), `w/deep` (to `../other`), and `w/out` (out of the folder).
  private func folder() throws -> Folder {
    let folder = try Folder()
    for name in ["w", "other"] { try folder.make(name) }
    try folder.write("old", to: "other/f")
    try folder.link("w/in", to: "../other/f")
    try folder.link("w/deep", to: "../other")
    try folder.link("w/out", to: "/tmp/f")
    return folder
  }

  private func tree(_ paths: [String]) -> WriteRequest {
    let parts = paths.map { path in
      WriteRequest(path: path, content: Array("new".utf8), exists: .overwrite)
    }
    return WriteRequest(path: "w", content: [], exists: .overwrite, kind: .tree(parts))
  }

  @Test func linksToFoldersAmongThemAreFollowed() throws {
    let folder = try folder()
    let request = tree(["w/a", "w/b", "w/deep/c", "w/deep/d", "w/e", "g"])
    let result = SystemWrites(folder: folder.path).write(request)
    guard case .written(let written) = result else {
      Issue.record("\(result)")
      return
    }
    let files = ["w/a", "w/b", "w/e", "other/c", "other/d", "g"]
    for name in files { try expectEqual(folder.text(name), "new", "\(name)") }
    expectEqual(folder.names.filter { $0.contains(".stackflow") }, [])
    let restore = RestoreRequest(write: request, written: written)
    expectEqual(SystemWrites(folder: folder.path).restore(restore), .done)
    expectEqual(folder.names, ["other", "other/f", "w", "w/deep", "w/in", "w/out"])
    try expectEqual(folder.text("other/f"), "old")
  }

  /// Another file would change than the one that's named.
  @Test(arguments: ["w/in", "w/out"])
  func aLinkInThePlaceOfAFileIsNotFollowed(path: String) throws {
    let folder = try folder()
    expectEqual(
      SystemWrites(folder: folder.path).write(tree(["w/a", "w/b", path])),
      .failed(message: "failed: '\(path)' is a link"))
    expectEqual(folder.names, ["other", "other/f", "w", "w/deep", "w/in", "w/out"])
  }

  /// Only what folders lead to counts.
  @Test func onesThatLeadToAnotherFolderNeedItsPermission() throws {
    let folder = try folder()
    func permission(_ paths: [String], in folders: [String]) -> EffectPermission {
      SystemEffects(folder: folder.path, permissions: .init(writableFolders: folders))
        .permission(for: EffectRequest(step: "s", effect: .write(tree(paths))))
    }
    expectEqual(permission(["w/a", "w/b"], in: ["w"]), .granted)
    expectEqual(permission(["w/a", "w/in"], in: ["w"]), .granted)
    expectEqual(permission(["w/a", "w/deep/c"], in: ["w", "other"]), .granted)
    for paths in [["w/a", "w/deep/c"], ["w/a", "w/b", "g"]] {
      guard case .refused = permission(paths, in: ["w"]) else {
        Issue.record("\(paths) was allowed")
        continue
      }
    }
  }
}
