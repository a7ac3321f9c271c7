// SPDX-License-Identifier: Apache-2.0

import Expectations
import Foundation
import StackFlowTesting
import TerminalCells
import Testing

@testable import TerminalEmulation
@testable import TerminalIO

@Suite("LineRenderer")
struct LineRendererTests {
  private func line(_ text: String, at cursor: Int? = nil, prompt: String = "> ") -> EditedLine {
    let offset = cursor.map { String(text.prefix($0)).utf8.count }
    return EditedLine(prompt: prompt, text: text, cursorOffset: offset)
  }

  @Test func aTypedLetterIsOneByte() {
    var renderer = LineRenderer(columns: 80)
    expectEqual(renderer.paint(line("")), "> ")
    expectEqual(renderer.paint(line("a")), "a")
    expectEqual(renderer.paint(line("ab")), "b")
    expectEqual(renderer.paint(line("ab")), "")
    expectEqual(renderer.finish(), "\r\n")
  }

  @Test func movingRewritesTheTextInBetween() {
    var renderer = LineRenderer(columns: 80)
    _ = renderer.paint(line("abc"))
    expectEqual(renderer.paint(line("abc", at: 2)), "\u{08}")
    expectEqual(renderer.paint(line("abc", at: 3)), "c")
    expectEqual(renderer.paint(line("abc", at: 0)), "\u{08}\u{08}\u{08}")
  }

  /// A prompt that was written isn't written again, because a screen reader would speak it again.
  @Test(arguments: [
    "abcdef", "été à Paris", "日本語のテキスト", "שלום עולם", "Привет", "a👩‍💻b🙂c", "e\u{301}a\u{308}o",
  ])
  func thePromptIsWrittenOnce(text: String) {
    for question in ["Name of the service: ", "サービスの名前: ", "Prénom\u{2019}s "] {
      let traits = TerminalTraits(understandsEscapes: true)
      var renderer = LineRenderer(columns: 80, traits: traits)
      var screen = EmulatedScreen(size: WindowSize(columns: 80, rows: 4))
      var written = ""
      let places = Array(0...text.count)
      for cursor in places.reversed() + places + [0, text.count, text.count / 2] {
        for shown in [text, "x" + text, String(text.dropLast()), text] {
          let line = line(shown, at: min(cursor, shown.count), prompt: question)
          let output = renderer.paint(line)
          written += output
          screen.take(Array(output.utf8))
          var fresh = LineRenderer(columns: 80, traits: traits)
          var expected = EmulatedScreen(size: WindowSize(columns: 80, rows: 4))
          expected.take(Array(fresh.paint(line).utf8))
          expectEqual(screen.lines[0], expected.lines[0])
          expectEqual(screen.cursor, expected.cursor, "\(line)")
        }
      }
      expectEqual(written.components(separatedBy: question).count, 2, "\(written)")
    }
  }

  /// A text that's offered is written after its prompt, and the cursor goes back without BS, which takes back what
  /// yasr is about to speak.
  @Test(arguments: ["8080", "日本", "été", "👩‍💻", "a🙂"])
  func anOfferLeavesThePromptAlone(text: String) {
    for isStyled in [false, true] {
      var renderer = LineRenderer(columns: 80, traits: TerminalTraits(understandsEscapes: true))
      renderer.isStyled = isStyled
      let line = EditedLine(prompt: "Port: ", text: text, isOffered: true)
      let output = renderer.paint(line)
      expectEqual(output.components(separatedBy: "Port: ").count, 2, "\(output.debugDescription)")
      #expect(!output.contains("\u{08}"), "\(output.debugDescription)")
      var screen = EmulatedScreen(size: WindowSize(columns: 80, rows: 4))
      screen.take(Array(output.utf8))
      expectEqual(screen.cursor, .init(row: 0, column: 6))
    }
  }

  @Test func deletingErasesWithBlanks() {
    var renderer = LineRenderer(columns: 80)
    _ = renderer.paint(line("abc"))
    expectEqual(renderer.paint(line("ab")), "\u{08} \u{08}")
  }

  @Test func onlyCRBSAndTextAreSent() {
    var renderer = LineRenderer(columns: 20)
    var output = ""
    for step in 0..<40 {
      let text =
        String("ab日é\u{1B}[2J\te\u{301}🙂".prefix(step % 13)) + String(repeating: "x", count: step)
      output += renderer.paint(line(text, at: step % 7))
    }
    let controls = Set(
      output.unicodeScalars.filter { $0.value < 0x20 || (0x7F..<0xA0).contains($0.value) })
    #expect(controls.isSubset(of: ["\r", "\u{08}"]))
  }

  @Test func aSecretIsNotShown() {
    var renderer = LineRenderer(columns: 80)
    let secret = EditedLine(prompt: "> ", text: "hunter2", isSecret: true)
    expectEqual(renderer.paint(secret), "> ")
  }

  @Test func aMessageReplacesThePrompt() {
    var renderer = LineRenderer(columns: 80)
    _ = renderer.paint(line("a"))
    let search = EditedLine(prompt: "> ", text: "alpha", message: "(search)`al': ")
    expectEqual(shown(renderer.paint(search), on: 80, after: "> a").first, "(search)`al': alpha")
  }

  @Test(
    "a line longer than the row is scrolled sideways",
    arguments: [
      (20, "0123456789abcdefg", 17, "> 0123456789abcdefg"),
      (20, "0123456789abcdefgh", 18, "> <89abcdefgh"),
      (20, "0123456789abcdefgh", 0, "> 0123456789abcdef>"),
      (10, "0123456789", 5, "> 012345>"),
      (5, "0123456789", 10, "> 9"),
      (1, "abc", 3, ""),
    ] as [(Int, String, Int, String)])
  func scrolled(columns: Int, text: String, cursor: Int, row: String) {
    var renderer = LineRenderer(columns: columns)
    let output = renderer.paint(line(text, at: cursor))
    expectEqual(shown(output, on: columns).first, row)
  }

  /// Painting a hundred times as many characters costs about as much, because only those that are visible are looked at.
  @Test func paintingCostsOnlyTheVisiblePart() {
    func paint(_ text: String) {
      var renderer = LineRenderer(columns: 80)
      for step in 0..<200 {
        let offset = step % 2 == 0 ? text.utf8.count - step : step * 50
        let written = renderer.paint(EditedLine(prompt: "> ", text: text, cursorOffset: offset))
        #expect(written.utf8.count < 400)
      }
    }
    let short = String(repeating: "0123456789", count: 1_000)
    let long = String(repeating: "0123456789", count: 100_000)
    let times = growth(allowing: 10, from: { paint(short) }, to: { paint(long) })
    #expect(times < 10, "it costs \(times) times as much")
  }

  @Test func aResizeRewritesTheWholeRow() {
    for understandsEscapes in [false, true] {
      var renderer = LineRenderer(
        columns: 80, traits: TerminalTraits(understandsEscapes: understandsEscapes))
      _ = renderer.paint(line("something long"))
      let output = renderer.resize(columns: 20) + renderer.paint(line("short"))
      #expect(output.hasPrefix("\r"))
      expectEqual(shown(output, on: 20, after: "garbage of before").first, "> short")
      expectEqual(output.contains("\u{1B}"), understandsEscapes)
      expectEqual(renderer.paint(line("shorte")), "e")
    }
  }

  @Test(arguments: [
    (shown: 30, columns: 20, above: 1), (30, 31, 0), (30, 30, 1), (30, 15, 2), (70, 20, 3),
    (10, 40, 0), (79, 40, 1), (78, 26, 3),
  ])
  func aReflowedRowIsErasedFromItsFirstRow(shown: Int, columns: Int, above: Int) {
    var reflowing = LineRenderer(
      columns: 100, traits: TerminalTraits(understandsEscapes: true, reflowsRows: true))
    var cutting = LineRenderer(columns: 100, traits: TerminalTraits(understandsEscapes: true))
    let text = line(String(repeating: "x", count: shown - 2))
    _ = (reflowing.paint(text), cutting.paint(text))
    // The cursor is after the last character.
    expectEqual(
      reflowing.resize(columns: columns), (above == 0 ? "\r" : "\r\u{1B}[\(above)A"))
    expectEqual(cutting.resize(columns: columns), "\r")
    #expect(reflowing.paint(line("y")).hasPrefix("\u{1B}[J"))
  }

  @Test func wideCharactersWrapWhole() {
    var renderer = LineRenderer(
      columns: 80, traits: TerminalTraits(understandsEscapes: true, reflowsRows: true))
    _ = renderer.paint(EditedLine(prompt: "", text: String(repeating: "日", count: 9)))
    // Four of them fit into nine cells.
    expectEqual(renderer.resize(columns: 9), "\r\u{1B}[2A")
  }

  @Test func anOfferLooksDifferentFromEditedText() {
    var line = EditedLine(prompt: "> ", text: "8080", isOffered: true)
    var plain = LineRenderer(columns: 40)
    expectEqual(plain.paint(line), "> [8080]\r> ")
    line.isOffered = false
    expectEqual(plain.paint(line), "8080  \u{08}\u{08}")
    var styled = LineRenderer(columns: 40)
    styled.isStyled = true
    line.isOffered = true
    expectEqual(
      styled.paint(line), "\u{1B}[1m> \u{1B}[0m\u{1B}[2m8080\u{1B}[0m\r\u{1B}[1m> \u{1B}[0m")
    // Accepted unchanged, it's an answer like any other.
    expectEqual(styled.finish(accepting: line), "8080\r\n")
  }

  @Test func theCursorIsBeforeTheCharacterThatContainsIt() {
    var renderer = LineRenderer(columns: 80)
    let line = EditedLine(prompt: "", text: "ae\u{301}b", cursorOffset: 2)
    _ = renderer.paint(line)
    expectEqual(renderer.paint(EditedLine(prompt: "", text: "ae\u{301}b", cursorOffset: 1)), "")
  }

  private func shown(_ output: String, on columns: Int, after: String = "") -> [String] {
    var screen = EmulatedScreen(size: WindowSize(columns: columns, rows: 4))
    screen.take(Array((after + output).utf8))
    return screen.lines
  }

  /// Whatever was shown before, painting a line gives the same result as painting it on an empty
  /// row, with the cursor in the same place, in a real terminal emulator.
  @Test(arguments: [1, 2, 3, 4, 5, 6, 7, 8, 12, 20, 40])
  func paintingDoesNotDependOnWhatWasShownBefore(columns: Int) {
    let seed = UInt64.random(in: 0 ... .max)
    var state = seed
    func next(_ bound: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % bound
    }
    let pieces: [Character] = ["a", "b", " ", "日", "é", "e\u{301}", "\u{1B}", "\t", "한", "-"]
    var renderer = LineRenderer(columns: columns)
    var screen = EmulatedScreen(size: WindowSize(columns: max(columns, 2), rows: 3))
    var text: [Character] = []
    for step in 0..<400 {
      switch next(6) {
      case 0...2: text.insert(pieces[next(pieces.count)], at: next(text.count + 1))
      case 3: if !text.isEmpty { text.remove(at: next(text.count)) }
      case 4: text.removeLast(next(text.count + 1))
      default: text += Array(repeating: pieces[next(2)], count: next(9))
      }
      var painted = line(String(text), at: next(text.count + 1))
      painted.isOffered = next(4) == 0
      renderer.isStyled = next(2) == 0
      screen.take(Array(renderer.paint(painted).utf8))
      // The renderer remembers the scroll position; everything else must follow from the line.
      var fresh = renderer
      expectEqual(fresh.resize(columns: columns), "\r")
      var expected = EmulatedScreen(size: WindowSize(columns: max(columns, 2), rows: 3))
      expected.take(Array(fresh.paint(painted).utf8))
      if columns > 1, screen.lines != expected.lines || screen.cursor != expected.cursor {
        Issue.record("seed \(seed), step \(step)\n\(screen.picture)\n\(expected.picture)")
        return
      }
      if screen.cursor.row != 0 || !screen.scrollback.isEmpty {
        Issue.record("left its row; seed \(seed), step \(step)\n\(screen.picture)")
        return
      }
    }
  }
}
