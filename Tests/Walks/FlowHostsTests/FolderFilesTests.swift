// SPDX-License-Identifier: Apache-2.0

import Expectations
import FlowHosts
import FlowModel
import Testing

/// The files that a flow can use: those in its folder, and those in allowed folders.
@Suite struct FolderFilesTests {
  /// `flows/a.yaml`, `flows/sub/b.yaml`, `common/c.yaml`, `common/deep/d.yaml`, `secret`.
  private func tree() throws -> Folder {
    let folder = try Folder()
    for name in ["flows/sub", "common/deep"] { try folder.make(name) }
    for name in [
      "flows/a.yaml", "flows/sub/b.yaml", "common/c.yaml", "common/deep/d.yaml", "secret",
    ] {
      try folder.write(name, to: name)
    }
    return folder
  }

  private func text(_ path: String, _ folder: Folder, others: [String] = []) -> String {
    let flows = FolderFiles(
      beside: "\(folder.path)/flows/t.flow.yaml", limit: 100,
      otherFolders: others.map { "\(folder.path)/\($0)" })
    do {
      return String(decoding: try flows.read(path), as: UTF8.self)
    } catch {
      return error.message
    }
  }

  @Test func theFolderAndItsContentsAreReadable() throws {
    let folder = try tree()
    expectEqual(text("a.yaml", folder), "flows/a.yaml")
    expectEqual(text("sub/b.yaml", folder), "flows/sub/b.yaml")
    expectEqual(text("sub/../a.yaml", folder), "flows/a.yaml")
    expectEqual(text("none.yaml", folder), "no such file or directory")
  }

  @Test func filesOutsideAreNotReadable() throws {
    let folder = try tree()
    let refusal = "it isn't in a folder where reading is allowed"
    expectEqual(text("../common/c.yaml", folder), refusal)
    expectEqual(text("../secret", folder, others: ["common"]), refusal)
    #expect(text("../common/../secret", folder, others: ["common"]).contains("outside"))
    expectEqual(text("../common", folder, others: ["common"]), refusal)
    expectEqual(
      text("../../../../../../../../../../etc/passwd", folder, others: ["common"]), refusal)
    expectEqual(text("../commoner/c.yaml", folder, others: ["common"]), refusal)
  }

  @Test func anAllowedFolderIsReadable() throws {
    let folder = try tree()
    expectEqual(text("../common/c.yaml", folder, others: ["common"]), "common/c.yaml")
    expectEqual(text("../common/deep/d.yaml", folder, others: ["common/"]), "common/deep/d.yaml")
    expectEqual(
      text("../common/deep/d.yaml", folder, others: ["none", "common/deep"]), "common/deep/d.yaml"
    )
    // An allowed folder includes everything in it.
    expectEqual(text("../secret", folder, others: ["."]), "secret")
  }

  @Test func whatMayBeExecutedIsKnownForReadableFilesOnly() throws {
    let folder = try tree()
    let files = FolderFiles(beside: folder.path + "/flows/t.flow.yaml")
    for (name, mode, expected) in [("tool", 0o755, true), ("plain", 0o644, false)] {
      try folder.write("x", to: "flows/" + name, mode: mode)
      expectEqual(files.isExecutable(name), expected)
    }
    try folder.link("flows/linked", to: "tool")
    try folder.link("flows/out", to: "/bin/sh")
    #expect(files.isExecutable("linked") && !files.isExecutable("out"))
    #expect(!files.isExecutable("none") && !files.isExecutable("."))
  }

  @Test func noLinkLeadsOutOfEither() throws {
    let folder = try tree()
    try folder.link("flows/out", to: "../secret")
    try folder.link("common/out", to: "../secret")
    try folder.link("common/in", to: "deep/d.yaml")
    #expect(text("out", folder).contains("outside"))
    #expect(text("out", folder, others: ["common"]).contains("outside"))
    #expect(text("../common/out", folder, others: ["common"]).contains("outside"))
    expectEqual(text("../common/in", folder, others: ["common"]), "common/deep/d.yaml")
  }
}
