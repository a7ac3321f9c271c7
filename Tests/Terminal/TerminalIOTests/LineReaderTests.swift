// SPDX-License-Identifier: Apache-2.0

import Expectations
import Testing

@testable import TerminalIO

/// The one loop that reads lines.
@Suite struct LineReaderTests {
  private let terminal = MemoryTerminal(size: WindowSize(columns: 40, rows: 10))

  private func reader() -> LineReader<PlainLineEditor> {
    LineReader(terminal: terminal, editor: PlainLineEditor())
  }

  private func read(_ reader: LineReader<PlainLineEditor>) async -> LineReading {
    await reader.read { terminal.events.takeNow() }
  }

  @Test func aLineEndsWithEnterAndSaysWhetherItIsAWord() async {
    let reader = reader()
    reader.begin(LineRequest())
    terminal.type("ada\r:why\r")
    expectEqual(await read(reader), .accepted("ada", isWord: false, isEdited: true))
    reader.begin(LineRequest())
    expectEqual(await read(reader), .accepted(":why", isWord: true))
    expectEqual(terminal.takeOutput(), "> ada\r\n> :why\r\n")
  }

  @Test func otherEventsLeaveTheLineOpen() async {
    let reader = reader()
    reader.begin(LineRequest())
    terminal.type("ad")
    terminal.send(.terminate)
    terminal.type("a\r")
    expectEqual(await read(reader), .event(.signal(.terminate)))
    expectEqual(await read(reader), .accepted("ada", isWord: false, isEdited: true))
    expectEqual(terminal.takeOutput(), "> ada\r\n")
  }

  @Test func aResizeKeepsTheLine() async {
    let reader = reader()
    reader.begin(LineRequest())
    terminal.type("a long answer")
    terminal.resize(to: WindowSize(columns: 10, rows: 10))
    terminal.type("!\r")
    expectEqual(await read(reader), .accepted("a long answer!", isWord: false, isEdited: true))
    // The line is one row of the new window, scrolled sideways.
    #expect(terminal.takeOutput().contains("\u{1B}[J> <"))
  }

  @Test func aWiderWindowShowsMoreOfALongLine() async {
    let reader = reader()
    reader.begin(LineRequest())
    terminal.type("an answer that is longer than the window is wide")
    terminal.resize(to: WindowSize(columns: 12, rows: 10))
    terminal.type(Key(.left))
    _ = terminal.takeOutput()
    terminal.resize(to: WindowSize(columns: 40, rows: 10))
    _ = await reader.read { terminal.events.takeNow() }
    let last = terminal.takeOutput().split(separator: "> ").last ?? ""
    #expect(last.contains("than the window is wide"))
  }

  @Test func ctrlZStopsAndTheLineIsShownAgainByTheNextReading() async {
    let reader = reader()
    reader.begin(LineRequest())
    terminal.type("ada")
    terminal.type(.control("z"))
    expectEqual(await read(reader), .event(.resumed))
    expectEqual(terminal.stopCount, 1)
    terminal.type("\r")
    expectEqual(terminal.takeOutput(), "> ada\r\n\r\n")
    expectEqual(await read(reader), .accepted("ada", isWord: false, isEdited: true))
    expectEqual(terminal.takeOutput(), "> ada\r\n")
  }

  @Test(
    "a line is shown again in the first row of a cleared window",
    arguments: [true, false])
  func clearing(escapes: Bool) async {
    let terminal = MemoryTerminal(traits: TerminalTraits(understandsEscapes: escapes))
    let reader = LineReader(terminal: terminal, editor: PlainLineEditor())
    reader.begin(LineRequest())
    terminal.type("ad")
    terminal.type(.control("l"))
    let line = EditedLine(prompt: "> ", text: "ad")
    expectEqual(
      await reader.read { terminal.events.takeNow() }, .command(.repaint, line))
    reader.clearWindow()
    _ = await reader.read { terminal.events.takeNow() }
    let output = terminal.takeOutput()
    expectEqual(output.contains("\u{1B}[2J"), escapes)
    #expect(output.hasSuffix("> ad"))
  }

  @Test func candidatesEndTheRowAndTheLineIsShownAgain() async {
    let reader = reader()
    reader.begin(
      LineRequest(complete: { .matching($0, in: [.init("red"), .init("reed")]) }))
    terminal.type("re\t")
    expectEqual(await read(reader), .candidates([.init("red"), .init("reed")]))
    expectEqual(terminal.takeOutput(), "> re\r\n")
    expectEqual(await read(reader), .closed)
    expectEqual(terminal.takeOutput(), "> re")
  }

  @Test("a paste fits the line", arguments: [(false, "a b"), (true, "a\nb")])
  func pasting(takesLineBreaks: Bool, expected: String) async {
    let reader = reader()
    reader.begin(LineRequest(takesLineBreaks: takesLineBreaks))
    terminal.paste("a\nb\n")
    terminal.type("\r")
    expectEqual(await read(reader), .accepted(expected, isWord: false, isEdited: true))
  }

  @Test func theEndOfTheEventsEndsTheLine() async {
    let reader = reader()
    reader.begin(LineRequest())
    expectEqual(await read(reader), .closed)
  }
}
