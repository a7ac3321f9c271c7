// SPDX-License-Identifier: Apache-2.0

import Expectations
import Testing

/// The user's own editor, for multi-line text.
@Suite("The text editor")
struct TextEditorTests {
  private static let flow = """
    flow: 1
    id: t
    steps:
      - { ask: story, type: text }
      - { ask: line, type: string }
    """

  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.write(Self.flow, to: "t.flow.yaml")
  }

  /// Walks with an editor that's a shell command, in which `$1` is the file.
  private func walk(editor: String, name: String = #function) throws -> ProgramWalk {
    try ProgramWalk(
      "run", "t.flow.yaml",
      environment: ["EDITOR": "sh -c '\(editor)' editor", "TMPDIR": folder.path],
      directory: folder.path, name: name)
  }

  @Test func theEditorsTextIsTheAnswerAndNoFileRemains() throws {
    let walk = try walk(
      editor: "stat -c %a \"$1\" > mode; cat \"$1\" > given; printf \"one\\ntwo\\n\" > \"$1\"")
    try walk.type("begun<Ctrl-X><Ctrl-E>")
    try walk.type("x<Enter>")
    try expectEqual(walk.end(), 0)
    #expect(walk.output.contains(#""story": "one\ntwo""#))
    expectEqual(folder.text(of: "mode"), "600\n")
    expectEqual(folder.text(of: "given"), "begun\n")
    expectEqual(folder.names, ["given", "mode", "t.flow.yaml"])
  }

  @Test func visualComesBeforeEditor() throws {
    let walk = try ProgramWalk(
      "run", "t.flow.yaml",
      environment: [
        "VISUAL": "sh -c 'echo visual > $1' editor", "EDITOR": "false", "TMPDIR": folder.path,
      ], directory: folder.path)
    try walk.type(lines: ":edit", "x")
    try expectEqual(walk.finish(), 0)
    #expect(walk.output.contains(#""story": "visual""#))
  }

  @Test func anEditorWithoutAnAnswerLosesNothing() throws {
    for editor in ["true", "exit 3", "kill -9 $$"] {
      let walk = try walk(editor: editor)
      try walk.type("begun<Ctrl-X><Ctrl-E>")
      try walk.type(lines: "", "x")
      try expectEqual(walk.finish(), 0)
      #expect(walk.output.contains(#""story": "begun""#))
      expectEqual(folder.names, ["t.flow.yaml"])
    }
  }

  @Test func aMissingEditorIsNamed() throws {
    let walk = try ProgramWalk(
      "run", "t.flow.yaml", environment: ["EDITOR": "no-such-editor", "TMPDIR": folder.path],
      directory: folder.path)
    try walk.type("begun<Ctrl-X><Ctrl-E>")
    let row = "Not possible: 'no-such-editor' was not found; EDITOR says which editor to use."
    #expect(walk.everyRow.joined(separator: " ").contains(row))
    try walk.type(lines: "", "x")
    try expectEqual(walk.finish(), 0)
    #expect(walk.output.contains(#""story": "begun""#))
  }

  @Test(arguments: ["no-such-editor", "sh -c 'echo it broke; exit 1' sh"])
  func whatAFailedEditorWroteLeavesTheScreen(editor: String) throws {
    let walk = try ProgramWalk(
      "run", "t.flow.yaml", repaints: true,
      environment: ["ACCESSIBLE": "", "EDITOR": editor, "TMPDIR": folder.path],
      directory: folder.path)
    try walk.type("begun<Ctrl-X><Ctrl-E>")
    let rows = walk.everyRow
    #expect(rows.contains { $0.contains(editor.prefix(8)) }, "\(rows)")
    #expect(!rows.contains { $0.contains("not found") && $0.contains("stackflow:") }, "\(rows)")
    #expect(!rows.contains("it broke"), "\(rows)")
    try walk.typeAhead("<Ctrl-C>")
    try expectEqual(walk.finish(), 130)
  }

  @Test func theFileOfAFailedEditorIsKept() throws {
    let walk = try walk(editor: "echo much > $1; exit 1")
    try walk.type(lines: ":edit", ":quit")
    try expectEqual(walk.finish(), 1)
    let kept = folder.names.filter { $0.hasPrefix("stackflow-") }
    expectEqual(kept.count, 1)
    for name in kept {
      expectEqual(folder.text(of: name), "much\n")
      #expect(walk.everyRow.joined().contains(name.dropLast(4)))
    }
  }
}
