// SPDX-License-Identifier: Apache-2.0

import Expectations
import TerminalIO
import Testing

@testable import StackFlowTesting
@testable import TerminalEmulation

/// The gallery's `--walk` on a pseudo-terminal: scrolling, pushing, popping, growing in four
/// directions, and resizing the window.
@Suite struct GalleryWalkTests {
  private typealias Terminal = PseudoTerminal<EmulatedScreen>

  private func start(columns: Int = 80, rows: Int = 24, color: String = "") throws -> Terminal {
    let path = try #require(BuiltProgram.path("GalleryProgram"))
    let size = WindowSize(columns: columns, rows: rows)
    let terminal = try PseudoTerminal(
      running: path, arguments: ["--walk"], size: size,
      environment: ["NO_COLOR": color, "TERM": "xterm-256color", "LC_ALL": "C.UTF-8"],
      screen: EmulatedScreen(size: size))
    try terminal.waitForScreen { $0.lines.contains { $0.contains("›") } }
    return terminal
  }

  /// The steps whose title bars are on the screen, from top to bottom, and which of them has
  /// buttons.
  private func bars(_ screen: EmulatedScreen) -> [String] {
    screen.lines.flatMap { line in
      line.split(separator: "│").compactMap { part -> String? in
        guard let range = part.firstRange(of: "Step ") else { return nil }
        let number = part[range.upperBound...].prefix { $0.isNumber }
        return part.contains("›") ? "[\(number)]" : "\(number)"
      }
    }
  }

  private func leave(_ terminal: Terminal) throws {
    try terminal.send(bytes: Array("q".utf8))
    try expectEqual(terminal.waitForExit(), .exited(0))
    #expect(terminal.isRestored && !terminal.screen.isAlternate && terminal.screen.isCursorVisible)
  }

  @Test func stepsArePushedAndPopped() throws {
    let terminal = try start()
    #expect(terminal.screen.isAlternate && !terminal.screen.isCursorVisible)
    try terminal.waitForScreen { bars($0) == ["1", "2", "[3]"] }
    #expect(terminal.screen.lines[0].hasPrefix(" growing down · 3 steps · 100%"))
    try terminal.type("n")
    try terminal.waitForScreen { bars($0).last == "[4]" && $0.lines[0].contains("4 steps") }
    try terminal.type("b")
    try terminal.waitForScreen { bars($0) == ["1", "2", "[3]"] }
    try terminal.type("1")
    try terminal.waitForScreen { bars($0) == ["[1]"] }
    try terminal.type("b")
    try terminal.waitForScreen { $0.lines[0].contains("there is no step below the first") }
    try leave(terminal)
  }

  /// The first line of the window shows the direction, as a word or an arrow.
  private func grows(_ direction: String, _ arrow: Character, _ screen: EmulatedScreen) -> Bool {
    screen.lines[0].hasPrefix(
      screen.lines[0].contains("growing") ? " growing \(direction)" : " \(arrow) 3 steps · ")
  }

  @Test(arguments: [20, 80, 200])
  func aFlowGrowsInFourDirections(columns: Int) throws {
    let terminal = try start(columns: columns)
    func rowOfTop() -> Int? { terminal.screen.lines.firstIndex { $0.contains("›") } }
    try terminal.type("w")
    try terminal.waitForScreen { grows("up", "↑", $0) }
    try terminal.waitForScreen { $0.lines[1].contains("›") }
    try terminal.type("s")
    try terminal.waitForScreen { grows("down", "↓", $0) }
    try terminal.waitForScreen { _ in (rowOfTop() ?? 0) > 8 }
    try terminal.type("d")
    try terminal.waitForScreen { grows("right", "→", $0) }
    try terminal.waitForScreen { $0.lines[1].contains("›") }
    try terminal.type("a")
    try terminal.waitForScreen { grows("left", "←", $0) }
    try terminal.waitForScreen { $0.lines[1].hasPrefix("  ‹") }
    try leave(terminal)
  }

  @Test func aNarrowWindowNeverCutsOffTheFirstLine() throws {
    let terminal = try start(columns: 20)
    try terminal.waitForScreen { $0.lines[0] == " ↓ 3 steps · 100%" }
    // The result of a key is shown on its own, until the next key.
    try terminal.type("x")
    try terminal.waitForScreen { $0.lines[0] == " between steps: pad…" }
    try terminal.type("d")
    try terminal.waitForScreen { $0.lines[0] == " → 3 steps · 100%" }
    try terminal.type("p")
    try terminal.waitForScreen { screen in
      screen.lines.contains { $0.hasSuffix("› a prompt with…") }
    }
    try terminal.resize(to: WindowSize(columns: 60, rows: 24))
    try terminal.waitForScreen {
      $0.lines[0].hasPrefix(" growing right · 3 steps · ")
        && $0.lines[0].hasSuffix("the prompt covers 6 rows")
    }
    try leave(terminal)
  }

  @Test func olderStepsCanBeScrolledToAndTheWindowResized() throws {
    let terminal = try start(rows: 12)
    for _ in 0..<5 { try terminal.type("n") }
    try terminal.waitForScreen { bars($0).last == "[8]" }
    try terminal.type("\u{1B}[H")
    try terminal.waitForScreen { bars($0).first == "1" && $0.lines[0].contains("· 0%") }
    // The scroll position stays, whatever the window does.
    for size in [(40, 9), (200, 20), (30, 12), (80, 12)] {
      let size = WindowSize(columns: size.0, rows: size.1)
      try terminal.resize(to: size)
      try terminal.waitForScreen {
        $0.lines.count == size.rows && bars($0).first == "1" && $0.lines[0].contains("· 0%")
          && $0.lines.suffix(2).contains { $0.hasPrefix(" q quit") }
      }
    }
    try terminal.type("n")
    try terminal.waitForScreen { bars($0).last == "[9]" }
    try leave(terminal)
  }

  @Test func clicksPressButtonsAndGoToSteps() throws {
    let terminal = try start(columns: 120)
    try terminal.waitForScreen { bars($0) == ["1", "2", "[3]"] && $0.lines[19].contains("›") }
    func click(_ text: String) throws {
      let row = try #require(terminal.screen.lines.firstIndex { $0.contains(text) })
      let line = terminal.screen.lines[row]
      let start = try #require(line.firstRange(of: text)).lowerBound
      let column = line.distance(from: line.startIndex, to: start) + 1
      for end in ["M", "m"] {
        try terminal.send(bytes: Array("\u{1B}[<0;\(column + 1);\(row + 1)\(end)".utf8))
      }
    }
    // Wait until the steps have stopped moving before clicking.
    func rests(_ screen: EmulatedScreen, _ expected: [String], row: Int) -> Bool {
      bars(screen) == expected && screen.lines[row].contains("›")
    }
    try click("next ›")
    try terminal.waitForScreen { rests($0, ["1", "2", "3", "[4]"], row: 20) }
    try click("‹ prev")
    try terminal.waitForScreen { rests($0, ["1", "2", "[3]"], row: 19) }
    try click("Step 2")
    try terminal.waitForScreen { rests($0, ["1", "[2]"], row: 18) }
    try click("Step 2")
    try terminal.waitForScreen { $0.lines[0].contains("the top step was tapped") }
    try leave(terminal)
  }

  @Test func withoutColorsOlderStepsAreMarkedAndTheNewestIsFullyVisible() throws {
    let terminal = try start(color: "1")
    try terminal.waitForScreen { bars($0) == ["1", "2", "[3]"] }
    expectEqual(terminal.screen.lines.count { $0.hasPrefix("·") }, 2)
    try terminal.type("p")
    try terminal.waitForScreen { $0.text.contains("› a prompt with its completions") }
    try terminal.waitForScreen { screen in
      let prompt = screen.lines.firstIndex { $0.contains("› a prompt") } ?? 0
      let top = screen.lines.firstIndex { $0.contains("next ›") } ?? .max
      return top < prompt
    }
    try terminal.type("f")
    try terminal.waitForScreen { $0.lines[0].contains("fading: none") }
    try terminal.type("x")
    try terminal.waitForScreen { $0.lines[0].contains("between steps: padding") }
    try leave(terminal)
  }
}
