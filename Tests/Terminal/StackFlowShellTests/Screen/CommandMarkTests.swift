// SPDX-License-Identifier: Apache-2.0

import Expectations
import TerminalCells
import TerminalEmulation
import TerminalIO
import Testing

@testable import StackFlowShell

/// The marks for a terminal besides its cells: where questions are, which texts are links, and that a frame is one.
@MainActor
@Suite struct CommandMarkTests {
  private static let flow = """
    flow: 1
    id: walk
    title: A walk
    steps:
      - note: intro
        title: Read this
        text: "See https://example.com/a_(b)?x=1&y=%20, (http://h.org) or file:///tmp/x. Not ftp://x.org."
      - { ask: name, type: string, label: Your name }
      - { ask: last, type: string, label: The last one }
    """

  private func walk(
    _ place: ScreenWalk.Face.Place = .inline, takesCommands: Bool = true,
    prepare: (ScreenWalk.Face) -> Void = { _ in }
  ) async throws -> ScreenWalk {
    try await ScreenWalk(
      Self.flow, place, columns: 100, rows: 20, before: "$ run\r\n", takesCommands: takesCommands,
      prepare: prepare)
  }

  private func text(_ walk: ScreenWalk) -> String { String(decoding: walk.output, as: UTF8.self) }

  private static let question = "\u{1B}]133;A;redraw=0\u{1B}\\"
  private static let input = "\u{1B}]133;B\u{1B}\\"
  private static let output = "\u{1B}]133;C\u{1B}\\"

  @Test func eachQuestionIsMarkedOnce() async throws {
    let walk = try await walk()
    expectEqual(text(walk).ranges(of: Self.question).count, 1)
    expectEqual(text(walk).ranges(of: Self.input).count, 1)
    // A prompt begins in the first column, or the terminal begins a new row.
    let mark = try #require(text(walk).ranges(of: Self.question).first)
    let before = text(walk)[..<mark.lowerBound].reversed().drop { $0 == "A" || $0.isNumber }
    #expect(before.starts(with: "[\u{1B}\r") || before.first == "\r")
    await walk.type("\r")
    expectEqual(text(walk).ranges(of: Self.question).count, 1)
    await walk.type("a")
    #expect(!text(walk).contains("\u{1B}]"))
    await walk.type("da\r")
    expectEqual(text(walk).ranges(of: Self.input).count, 1)
    #expect(walk.difference == nil)
    await walk.type("x\r")
    expectEqual(text(walk).ranges(of: Self.output).count, 1)
    #expect(text(walk).ranges(of: Self.question).isEmpty)
    #expect(walk.text.contains("✔ A walk"))
  }

  @Test func aWindowOfItsOwnHasNoMarks() async throws {
    let walk = try await walk(.full)
    #expect(!text(walk).contains("\u{1B}]133"))
    await walk.type("\rada\rx\r")
    #expect(!text(walk).contains("\u{1B}]133"))
  }

  @Test func onlyTerminalsThatIgnoreCommandsGetThem() async throws {
    let walk = try await walk(takesCommands: false)
    #expect(!text(walk).contains("\u{1B}]"))
    await walk.type("\rada\rx\r")
    #expect(!text(walk).contains("\u{1B}]"))
  }

  @Test(arguments: [
    ("xterm-256color", nil as String?, nil as String?, true), ("tmux-256color", "t", nil, true),
    ("screen-256color", "t", nil, true), ("screen-256color", nil, "s", false),
    ("linux", nil, nil, false), ("dumb", nil, nil, false), ("eterm-color", nil, nil, false),
    ("vt220", nil, nil, false), ("screen", nil, nil, false), ("xterm-kitty", nil, nil, true),
  ])
  func terminals(term: String, tmux: String?, screen: String?, takesCommands: Bool) {
    let traits = TerminalTraits { name in
      ["TERM": term, "TMUX": tmux, "STY": screen][name].flatMap { $0 }
    }
    expectEqual(traits.takesCommands, takesCommands)
  }

  @Test(arguments: [ScreenWalk.Face.Place.inline, .full])
  func addressesAreLinks(place: ScreenWalk.Face.Place) async throws {
    let walk = try await walk(place)
    for (address, shown) in [
      ("https://example.com/a_(b)?x=1&y=%20", "https://example.com/a_(b)?x=1&y=%20"),
      ("http://h.org", "http://h.org"), ("file:///tmp/x", "file:///tmp/x"),
    ] {
      #expect(text(walk).contains("\u{1B}]8;;\(address)\u{1B}\\\(shown)\u{1B}]8;;\u{1B}\\"))
    }
    expectEqual(text(walk).ranges(of: "\u{1B}]8;;").count, 6)
    #expect(walk.difference == nil)
  }

  @Test(arguments: [
    ("see https://a.org/x.", ["https://a.org/x"]), ("https://a.org", ["https://a.org"]),
    ("(https://a.org/b)", ["https://a.org/b"]), ("https://a.org/b_(c)", ["https://a.org/b_(c)"]),
    ("HTTP://A.ORG!", ["HTTP://A.ORG"]), ("xhttps://a.org", []), ("javascript://a", []),
    ("https://", []), ("https:// a", []), ("https://a\u{1B}]8;;evil", ["https://a"]),
    ("https://a.org\u{7}b", ["https://a.org"]), ("https://a b", ["https://a"]),
    ("<https://a.org>", ["https://a.org"]), ("http://a http://b", ["http://a", "http://b"]),
    ("https://de.wikipedia.org/wiki/Käse", ["https://de.wikipedia.org/wiki/Käse"]),
  ])
  func addresses(text: String, found: [String]) {
    expectEqual(StyledParts.links(in: text).map { String(text[$0]) }, found)
  }

  @Test func framesAreSynchronizedWhereTheTerminalCanDoThat() async throws {
    let walk = try await ScreenWalk(
      Self.flow, columns: 80, rows: 20, answers: false, prepare: { $0.synchronizes = true })
    #expect(text(walk).hasPrefix("\u{1B}[?2004h\u{1B}[?2026$p"))
    #expect(!text(walk).contains("\u{1B}[?2026h"))
    await walk.type("\r")
    #expect(!text(walk).contains("\u{1B}[?2026h"))
    for (reply, isSynchronized) in [("0", false), ("2", true), ("4", false), ("1", true)] {
      await walk.type("\u{1B}[?2026;\(reply)$y")
      await walk.type(.control("l"))
      expectEqual(text(walk).contains("\u{1B}[?2026h"), isSynchronized)
      expectEqual(text(walk).contains("\u{1B}[?2026l"), isSynchronized)
      #expect(walk.difference == nil)
    }
  }

  @Test func aTerminalThatWasNotAskedIsNotSynchronized() async throws {
    let walk = try await ScreenWalk(Self.flow, columns: 80, rows: 20)
    #expect(!text(walk).contains("2026"))
  }
}
