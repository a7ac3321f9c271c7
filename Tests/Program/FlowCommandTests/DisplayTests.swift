// SPDX-License-Identifier: Apache-2.0

import Expectations
import Foundation
import Testing

@Suite("What reaches the terminal")
struct DisplayTests {
  /// All escape sequences are our own, none comes from a flow or an answer.
  private func expectOnlyOwnEscapes(_ walk: ProgramWalk) {
    var sent = walk.sent
    for sequence in [
      "\u{1B}[?2004h", "\u{1B}[?2004l", "\u{1B}[0m", "\u{1B}]133;A;redraw=0\u{1B}\\",
      "\u{1B}]133;B\u{1B}\\", "\u{1B}]133;C\u{1B}\\",
    ] {
      sent = sent.split(separator: sequence, omittingEmptySubsequences: false).joined()
    }
    // The cursor goes back over an offered text, and to a column.
    sent.replace(#/\u{1B}\[[0-9]+[DG]/#, with: "")
    let controls = sent.unicodeScalars.filter { scalar in
      switch scalar {
      case "\r", "\n", "\u{8}": false
      default: scalar.value < 0x20 || (0x7F..<0xA0).contains(scalar.value)
      }
    }
    #expect(controls.isEmpty, "\(controls)")
    #expect(!sent.unicodeScalars.contains("\u{202E}"))
  }

  @Test func escapeSequencesOfAFlowAreShown() throws {
    let walk = try ProgramWalk("run", "escapes.flow.yaml")
    try walk.type(":help<Enter>")
    try walk.type("<Ctrl-U>\u{1B}[200~\u{1B}[31\u{1B}[201~")
    try walk.type("<Ctrl-U><Ctrl-V><Ctrl-A>x<Enter>")
    try walk.type("\u{1B}[200~\u{1B}]0;y\u{7}\u{9B}2J\u{1B}[201~<Enter>")
    try walk.type(":review<Enter>")
    try walk.type(":why pick<Enter>")
    try walk.type("<Tab>")
    try walk.type("<Ctrl-U>b<Enter>")
    try walk.type("<Enter>")
    try expectEqual(walk.end(), 0)
    expectOnlyOwnEscapes(walk)
  }

  @Test(arguments: ["json", "yaml", "env", "shell", "docker"])
  func aResultOnTheTerminalIsVisible(format: String) throws {
    let walk = try ProgramWalk(
      "run", "escapes.flow.yaml", "--set", "pick=b", "--format", format, output: false,
      name: "visible-\(format)")
    try walk.type("<Ctrl-U>\u{1B}[200~a\u{1B}]0;y\u{7}\u{9B}2J\u{202E}b\u{1B}[201~<Enter>")
    try walk.type("<Enter>")
    try expectEqual(walk.end(), 0)
    expectOnlyOwnEscapes(walk)
  }

  @Test func escapeSequencesAreShownWithoutATerminalToo() throws {
    var calls = ProgramCalls()
    for arguments in [
      ["run", "escapes.flow.yaml", "--set", "name=\u{1B}[5m", "--set", "pick=b"],
      ["run", "escapes.flow.yaml", "--set", "name=\u{1B}[5m", "--set", "pick=\u{1B}[2J"],
      ["run", "escapes.flow.yaml", "--set", "\u{1B}]0;x\u{7}=y", "--set", "name=abcd"],
      ["run", "\u{1B}[31m.flow.yaml"],
      ["check", "\u{1B}[31m.flow.yaml"],
    ] {
      let call = try calls.run(arguments)
      #expect(!call.messages.contains("\u{1B}"), "\(arguments)")
      #expect(!call.output.contains("\u{1B}"), "\(arguments)")
    }
    calls.end()
  }

  /// The commands that print what's in files.
  @Test(arguments: [
    ["graph", "t.flow.yaml"], ["graph", "t.flow.yaml", "--format", "dot"],
    ["graph", "t.flow.yaml", "--format", "svg"], ["graph", "t.flow.yaml", "--format", "json"],
    ["schema", "t.flow.yaml"],
    ["check", "t.flow.yaml", "--format", "json"],
    ["walks"], ["walks", "list", "--json"], ["walks", "show", "w"],
    ["walks", "show", "w", "--json"], ["eval", "'\\u202e\\u001b[31m'"],
  ])
  func whatEveryCommandPrintsOnATerminalIsVisible(arguments: [String]) throws {
    let folder = try TemporaryFolder()
    let flow =
      "flow: 1\nid: t\nsteps:\n  - { ask: one, type: string, label: \"x\u{202E}y\" }\n"
      + "  - { ask: two, type: string, when: \"one == 'a\u{202E}b'\" }\n"
      // Its question is open when Ctrl-C is typed; a walk that has ended isn't saved.
      + "  - { ask: three, type: string }\n"
    try folder.makeFolder("\u{1B}[31m\u{202E}")
    try folder.write(flow, to: "\u{1B}[31m\u{202E}/t.flow.yaml")
    try folder.write(flow, to: "t.flow.yaml")
    let environment = ["XDG_STATE_HOME": folder.path + "/state"]
    let walk = try ProgramWalk(
      "run", "\u{1B}[31m\u{202E}/t.flow.yaml", environment: environment, directory: folder.path)
    try walk.type("Rome<Enter>")
    try walk.typeAhead("<Ctrl-C>")
    _ = try walk.finish()
    let sessions = folder.path + "/state/stackflow/walks/"
    let name = try #require(folder.names(in: "state/stackflow/walks").first)
    for copy in ["w.walk", "\u{1B}[2J\u{202E}.walk"] {
      try FileManager.default.copyItem(atPath: sessions + name, toPath: sessions + copy)
    }
    let shown = try ProgramWalk(
      arguments: arguments, output: false, waits: false, environment: environment,
      directory: folder.path)
    try expectEqual(shown.finish(), 0, "\(shown.everyRow)")
    #expect(!shown.sent.isEmpty)
    expectOnlyOwnEscapes(shown)
  }

  /// A line of a file of answers can be a secret, so a mistake in it is only named with its place.
  @Test(arguments: [
    "token: \"s3cret", "token: s3cret: more", "token: [s3cret", "\ttoken: s3cret",
    "token: s3cret\ntoken: s3cret", "- s3cret", "token: *s3cret", "token: !s3cret x",
    "token: &s3cret", "token: %s3cret", "token: |s3cret", "token: \"\\qs3cret\"",
    "token: s3cret\n  other: x\n y: z", "token: s3cret\u{1}",
  ])
  func aWrongFileOfAnswersIsReportedWithoutItsLines(text: String) throws {
    let folder = try TemporaryFolder()
    try folder.write(
      "flow: 1\nid: t\nsteps: [{ ask: token, type: secret }, { ask: b, type: string }]\n",
      to: "t.flow.yaml")
    try folder.write(text + "\n", to: "a.yaml")
    try folder.write("TOKEN s3cret\nTOKEN='s3cret\n", to: "a.env")
    for words in [
      ["run", "t.flow.yaml", "--no-input", "--answers", "a.yaml"],
      ["run", "t.flow.yaml", "--no-input", "--suggest", "a.yaml"],
      ["run", "t.flow.yaml", "--no-input", "--answers", "a.env"],
    ] {
      let call = try ProgramCall(words, directory: folder.path)
      expectEqual(call.exit, 65)
      #expect(call.messages.hasPrefix("a."), "\(call.messages)")
      #expect(call.messages.contains(": error: ") && !call.messages.contains("s3cret"))
    }
  }

  @Test func aDumbTerminalGetsNoEscapes() throws {
    let walk = try ProgramWalk("run", "walk.flow.yaml", environment: ["TERM": "dumb"])
    try walk.type("Billing<Enter>")
    try walk.type("<Ctrl-A><Delete>b<Enter>")
    try walk.type("<Tab>")
    try walk.type(lines: "http", "", "", "")
    try expectEqual(walk.end(), 0)
    #expect(!walk.sent.contains("\u{1B}"))
  }

  @Test func twentyColumnsAreEnough() throws {
    let walk = try ProgramWalk("run", "walk.flow.yaml", columns: 20)
    try walk.type("A-very-long-name-that-does-not-fit<Enter>")
    try walk.type("<Ctrl-U>billing<Enter>")
    try walk.type("<Tab>")
    try walk.type(":help<Enter>")
    try walk.type("http<Enter>")
    try walk.type(":review<Enter>")
    try walk.type(lines: "", "", "")
    try expectEqual(walk.end(), 0)
  }

  @Test(arguments: [80, 20, 9])
  func wideCharactersKeepTheirColumns(columns: Int) throws {
    let walk = try ProgramWalk(
      "run", "wide.flow.yaml", columns: columns, rows: 40, name: "wide\(columns)")
    try walk.type("<Ctrl-U>日本語x漢字<Left>é<Enter>")
    try walk.type("<Left><Backspace><Backspace><Enter>")
    try walk.type(":help<Enter>")
    try walk.type("<Ctrl-U>日本🚀<Enter>")
    try walk.type("東<Tab>")
    try walk.type("<Enter>")
    try expectEqual(walk.end(), 0)
  }
}
