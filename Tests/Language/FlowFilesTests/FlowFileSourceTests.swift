// SPDX-License-Identifier: Apache-2.0

import Expectations
import FlowModel
import SourceDiagnostics
import Testing

@testable import FlowFiles

@Suite struct FlowFileSourceTests {
  @Test(arguments: [
    ("a", "a"), ("a/b.txt", "a/b.txt"), ("./a//b", "a/b"), ("a/../b", "b"), ("a/./b", "a/b"),
    ("..", nil), ("../a", nil), ("a/../../b", nil), ("/a", nil), ("", nil), (".", nil),
    ("a\u{0}b", nil),
  ])
  func aPathStaysInTheFolder(path: String, normalized: String?) {
    expectEqual(path.normalizedPath(), normalized)
  }

  @Test(arguments: [
    ("a/../../b", "../b"), ("../../a", "../../a"), (".././a/../b", "../b"), ("a/..", nil),
    ("../..", nil), ("/a", nil),
  ])
  func pathsThatMayLeaveTheFolderAreNormalized(path: String, normalized: String?) {
    expectEqual(path.normalizedPath(mayLeave: true), normalized)
  }

  /// Files in memory, in and outside the flow's folder.
  private struct WideSource: FlowFileSource {
    var files: [String: String]
    var reachesOutside: Bool { true }

    func read(_ relativePath: String) throws -> [UInt8] {
      guard let text = files[relativePath] else { throw FlowFileSourceError("there is none") }
      return Array(text.utf8)
    }
  }

  @Test func aSourceCanAllowFilesOutsideTheFolder() throws {
    let flow = """
      flow: 1
      id: t
      steps:
        - { flow: license, use: ../common/license.flow.yaml }
        - { write: f, path: f, copy: ../common/f }
      """
    let license = """
      flow: 1
      id: license
      steps:
        - { ask: holder, type: string }
        - { write: notice, path: notice, content: [ { from: parts/notice } ] }
      """
    let files = [
      "../common/license.flow.yaml": license, "../common/parts/notice": "${holder}",
      "../common/f": "f",
    ]
    let wide = FlowFile.load(
      flow, name: "flows/t.flow.yaml", limit: 4_096, files: WideSource(files: files))
    expectEqual(DiagnosticRenderer().render(wide.diagnostics), "")
    #expect(wide.flow != nil)
    let narrow = FlowFile.load(
      flow, name: "flows/t.flow.yaml", limit: 4_096, files: MemoryFileSource(texts: files))
    let ids = narrow.diagnostics.diagnostics.map(\.id.name)
    expectEqual(ids, ["outside-folder", "file-outside"])
  }

  private func found(_ keys: String, files: (any FlowFileSource)?) -> String {
    let text =
      "flow: 1\nid: t\nsteps:\n  - { ask: name, type: string }\n  - write: f\n    path: f\n"
    let loaded = FlowFile.load(text + keys, name: "flows/t.flow.yaml", limit: 4_096, files: files)
    return DiagnosticRenderer().render(loaded.diagnostics)
  }

  @Test func mistakesInIncludedFilesAreReportedThere() {
    let files = MemoryFileSource(texts: ["unit.txt": "[Unit]\nDescription=${nmae}\nx=${\n"])
    expectEqual(
      found("    content: [ { from: unit.txt } ]\n", files: files),
      """
      flows/unit.txt:2:15: error: unknown answer 'nmae'; did you mean 'name'? [unknown-answer]
      2 | Description=${nmae}
        |               ^~~~
      flows/t.flow.yaml:4:12: note: 'name' is asked here
      4 |   - { ask: name, type: string }
        |            ^~~~
      flows/unit.txt:3:3: error: '${' is never closed by '}'; a literal '${' is written '$${' [unclosed-expression]
      3 | x=${
        |   ^~

      """)
  }

  @Test func anUnreadableFileIsReportedWithItsReason() {
    let files = MemoryFileSource([
      "long": Array(repeating: 0x61, count: 5_000), "raw": [0xFF, 0x00],
    ])
    func message(_ keys: String, _ files: (any FlowFileSource)?) -> Substring {
      let line = found(keys, files: files).split(separator: "\n").first ?? ""
      return line.drop { $0 != "e" }.dropFirst(7)
    }
    #expect(
      message("    copy: x\n", nil).hasSuffix(
        "'x' cannot be read: this flow has no folder [unreadable-file]"))
    #expect(
      message("    copy: x\n", files).hasSuffix(
        "'x' cannot be read: there is no such file [unreadable-file]"))
    #expect(
      message("    copy: long\n", files).hasSuffix(
        "'long' has more than 4096 bytes [unreadable-file]"))
    #expect(
      message("    content: [ { from: raw } ]\n", files).hasSuffix(
        "'raw' isn't UTF-8 text; 'copy' takes any bytes [unreadable-file]"))
    #expect(
      message("    copy: a/../../x\n", files).hasSuffix(
        "'a/../../x' isn't in the flow's folder [file-outside]"))
    expectEqual(found("    copy: raw\n", files: files), "")
  }
}
