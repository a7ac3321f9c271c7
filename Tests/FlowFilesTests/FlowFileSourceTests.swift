// SPDX-License-Identifier: Apache-2.0

import FlowFiles
import FlowForms
import SourceDiagnostics
import Testing

@Suite struct FlowFileSourceTests {
  @Test(arguments: [
    ("a", "a"), ("a/b.txt", "a/b.txt"), ("./a//b", "a/b"), ("a/../b", "b"), ("a/./b", "a/b"),
    ("..", nil), ("../a", nil), ("a/../../b", nil), ("/a", nil), ("", nil), (".", nil),
    ("a\u{0}b", nil),
  ])
  func aPathStaysInTheFolder(path: String, normalized: String?) {
    #expect(FlowFilePath.normalized(path) == normalized)
  }

  private func found(_ keys: String, files: (any FlowFileSource)?) -> String {
    let text =
      "flow: 1\nid: t\nsteps:\n  - { ask: name, type: string }\n  - write: f\n    path: f\n"
    let loaded = FlowFile.load(text + keys, name: "flows/t.flow.yaml", limit: 4_096, files: files)
    return DiagnosticRenderer().render(loaded.diagnostics)
  }

  @Test func aMistakeInAFileBesideTheFlowIsShownThere() {
    let files = MemoryFileSource(texts: ["unit.txt": "[Unit]\nDescription=${nmae}\nx=${\n"])
    #expect(
      found("    content: [ { from: unit.txt } ]\n", files: files) == """
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

  @Test func whatCannotBeReadSaysWhy() {
    let files = MemoryFileSource([
      "long": Array(repeating: 0x61, count: 5_000), "raw": [0xFF, 0x00],
    ])
    func message(_ keys: String, _ files: (any FlowFileSource)?) -> Substring {
      let line = found(keys, files: files).split(separator: "\n").first ?? ""
      return line.drop { $0 != "e" }.dropFirst(7)
    }
    #expect(
      message("    copy: x\n", nil).hasSuffix(
        "'x' cannot be read: this flow stands in no folder [unreadable-file]"))
    #expect(
      message("    copy: x\n", files).hasSuffix(
        "'x' cannot be read: there is no such file [unreadable-file]"))
    #expect(
      message("    copy: long\n", files).hasSuffix(
        "'long' has more than 4096 bytes [unreadable-file]"))
    #expect(
      message("    content: [ { from: raw } ]\n", files).hasSuffix(
        "'raw' is no text in UTF-8; 'copy' takes any bytes [unreadable-file]"))
    #expect(
      message("    copy: a/../../x\n", files).hasSuffix(
        "'a/../../x' does not stand in the flow's folder [file-outside]"))
    #expect(found("    copy: raw\n", files: files) == "")
  }
}
