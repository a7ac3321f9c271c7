// SPDX-License-Identifier: Apache-2.0

import Foundation
import ScreenFaces
import StackFlowTesting
import TerminalCells
import TerminalIO
import Testing

/// The inline screen in tmux, which reflows rows: nothing is doubled or stale in the window, and what
/// was above it stays.
@MainActor
@Suite(.serialized) struct TmuxTests {
  private static let flow = """
    flow: 1
    id: walk
    title: A walk through every size that a window can have
    steps:
      - { ask: name, type: string, label: Your name, help: It is long enough to be wrapped. }
      - ask: color
        label: Which of these colors would you take if you could take only one?
        type: choice
        choices:
          - { value: red, label: Red, hint: the color of the sun in the evening }
          - { value: green, label: Green, hint: the color of the grass and the trees }
          - { value: blue, label: Blue, hint: the color of the sea and the sky }
    """

  private static let prompt = "$ run"

  private static func shell(_ count: Int) -> [String] {
    (1...count).map { "l\($0)" } + [prompt]
  }

  /// The program in tmux, and the same walk in memory, which says what the screen's rows are.
  private struct Walk {
    let window: TmuxWindow
    let model: ScreenWalk
    let shell: [String]

    /// Whether the window shows the rows of the screen, above them only what the shell printed, and
    /// nothing below.
    @MainActor func isShown(_ lines: [String]) -> Bool {
      guard let rows = model.face.painted?.grid.lines else { return false }
      var lines = lines
      while lines.count > rows.count, lines.last?.isEmpty == true { lines.removeLast() }
      let above = lines.dropLast(rows.count)
      return lines.suffix(rows.count) == rows[...] && shell.suffix(above.count) == above[...]
    }

    @MainActor func expectShown(
      _ what: String, at place: SourceLocation = #_sourceLocation
    ) throws {
      try window.wait(for: what, at: place) { isShown($0) }
      // Lines of the shell may be above rows that only the terminal has moved there.
      let all = try window.allLines()
      #expect(
        all.filter { shell.contains($0) } == shell, "the shell's lines, \(what)",
        sourceLocation: place)
    }

    @MainActor func resize(_ columns: Int, _ rows: Int) async throws {
      try window.resize(columns: columns, rows: rows)
      await model.resize(columns: columns, rows: rows)
    }

    @MainActor func type(_ text: String) async throws {
      try window.type(text)
      await model.type(text)
    }
  }

  private func walk(columns: Int = 60, rows: Int = 16, lines: Int = 30) async throws -> Walk {
    let program = try #require(BuiltProgram.path("stackflow"))
    let shell = Self.shell(lines)
    let file = FileManager.default.temporaryDirectory
      .appending(path: "tmux-\(UUID().uuidString).flow.yaml")
    try Self.flow.write(to: file, atomically: true, encoding: .utf8)
    let print = shell.map { "echo '\($0)'" }.joined(separator: "\n")
    let window = try TmuxWindow(
      """
      unset STACKFLOW_TEST_FD
      \(print)
      NO_COLOR=1 '\(program)' run '\(file.path)' --ui inline >/dev/null
      rm '\(file.path)'
      echo done
      read end
      """, columns: columns, rows: rows)
    let model = try await ScreenWalk(
      Self.flow, columns: columns, rows: rows, depth: .none,
      before: shell.map { $0 + "\r\n" }.joined())
    return Walk(window: window, model: model, shell: shell)
  }

  @Test(arguments: [2, 14, 40]) func everyNewSizeIsPainted(lines: Int) async throws {
    let walk = try await walk(lines: lines)
    try walk.expectShown("the first question")
    try await walk.type("ada\r")
    try walk.expectShown("the second question")
    let sizes = [
      (40, 16), (20, 16), (60, 16), (60, 6), (60, 16), (25, 8), (100, 30), (60, 16), (10, 30),
      (60, 40), (12, 5), (80, 24), (500, 200), (60, 16),
    ]
    var before = (60, 16)
    for size in sizes {
      try await walk.resize(size.0, size.1)
      try walk.expectShown("\(size) after \(before)")
      before = size
    }
    try await walk.type("gre\r")
    try walk.window.wait(for: "the summary") { $0.contains { $0.contains("done") } }
    let rows = walk.window.lines.filter { !$0.isEmpty }
    let summary = rows.suffix(4)
    #expect(summary.first == "  ✔ A walk through every size that a window can have")
    #expect(summary.last == "done")
    #expect(rows.dropLast(4).allSatisfy { walk.shell.contains($0) }, "\(rows)")
  }

  @Test func aStormOfSizesWhileTyping() async throws {
    let walk = try await walk(lines: 30)
    try walk.expectShown("the first question")
    for (index, character) in "typed in a storm".enumerated() {
      try await walk.type(String(character))
      try await walk.resize(20 + (index * 37) % 60, 5 + (index * 13) % 20)
    }
    try await walk.resize(60, 16)
    try walk.expectShown("the line")
    #expect(walk.window.lines.contains { $0.contains("typed in a storm") })
  }

  @Test func theSmallestWindow() async throws {
    let walk = try await walk(lines: 5)
    try walk.expectShown("the first question")
    try await walk.resize(1, 1)
    try await walk.type("ada")
    try await walk.resize(60, 16)
    try walk.expectShown("the line after the smallest window")
  }
}
