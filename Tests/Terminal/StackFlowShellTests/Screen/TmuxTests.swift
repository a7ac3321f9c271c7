// SPDX-License-Identifier: Apache-2.0

import Expectations
import Foundation
import StackFlowTesting
import TerminalCells
import TerminalIO
import Testing

@testable import StackFlowShell

/// The inline screen in tmux, which reflows rows: nothing is doubled or stale in the window, and what
/// was above it stays.
///
/// The same walk in memory says what the window must show. It's walked first, so that no other test
/// waits for tmux.
@Suite struct TmuxTests {
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

  /// An act on the window.
  private enum Action: Sendable {
    case typed(String)
    case resized(Int, Int)
  }

  /// An action, and the rows of the screen after it; nil where no one waits for them.
  private struct Moment: Sendable {
    let action: Action?
    let rows: [String]?

    var name: String { action.map { "after \($0)" } ?? "the first question" }
  }

  /// Walks in memory.
  ///
  /// - Parameters:
  ///   - actions: What happens, and whether what it leads to is waited for.
  ///   - columns: The width of the window at first.
  ///   - rows: Its height at first.
  ///   - shell: What is above the screen.
  /// - Returns: The moments of the walk, of which the first is its first question.
  /// - Throws: If the flow has mistakes.
  @MainActor private static func moments(
    _ actions: [(Action, isAwaited: Bool)], columns: Int, rows: Int, shell: [String]
  ) async throws -> [Moment] {
    let model = try await ScreenWalk(
      flow, columns: columns, rows: rows, depth: .none,
      before: shell.map { $0 + "\r\n" }.joined())
    var moments = [Moment(action: nil, rows: model.face.painted?.grid.lines)]
    for (action, isAwaited) in actions {
      switch action {
      case .typed(let text): await model.type(text)
      case .resized(let columns, let rows): await model.resize(columns: columns, rows: rows)
      }
      moments.append(
        Moment(action: action, rows: isAwaited ? model.face.painted?.grid.lines : nil))
    }
    await model.hangUp()
    return moments
  }

  /// The program in tmux, below what a shell has printed.
  private struct Walk {
    let window: TmuxWindow
    let shell: [String]

    /// Whether the first row of the screen may be twice in the window.
    let mayDouble: Bool

    init(columns: Int, rows: Int, shell: [String], mayDouble: Bool) throws {
      self.shell = shell
      self.mayDouble = mayDouble
      let program = try #require(BuiltProgram.path("stackflow"))
      let file = FileManager.default.temporaryDirectory
        .appending(path: "tmux-\(UUID().uuidString).flow.yaml")
      try TmuxTests.flow.write(to: file, atomically: true, encoding: .utf8)
      window = try TmuxWindow(
        """
        unset STACKFLOW_TEST_FD
        \(shell.map { "echo '\($0)'" }.joined(separator: "\n"))
        NO_COLOR=1 '\(program)' run '\(file.path)' --ui inline >/dev/null
        rm '\(file.path)'
        echo done
        read end
        """, columns: columns, rows: rows)
    }

    /// Passes the moments.
    ///
    /// - Parameter moments: What happens, and what the window then shows.
    /// - Throws: What went wrong while waiting for the window.
    func pass(_ moments: [Moment]) throws {
      for moment in moments {
        switch moment.action {
        case .typed(let text): try window.type(text)
        case .resized(let columns, let rows): try window.resize(columns: columns, rows: rows)
        case nil: break
        }
        guard let rows = moment.rows else { continue }
        try window.wait(for: moment.name) { isShown(rows, in: $0) }
        // Lines of the shell may be above rows that only the terminal has moved there.
        let all = try window.allLines().filter { shell.contains($0) }
        expectEqual(all, shell, "the shell's lines, \(moment.name)")
      }
    }

    /// Whether the window shows the rows of the screen, above them only what the shell printed, and
    /// nothing below.
    private func isShown(_ rows: [String], in lines: [String]) -> Bool {
      var lines = lines
      while lines.count > rows.count, lines.last?.isEmpty == true { lines.removeLast() }
      var above = lines.dropLast(rows.count)
      if mayDouble, !above.isEmpty, above.last == rows.first { above.removeLast() }
      guard lines.suffix(rows.count) == rows[...] else { return false }
      return shell.suffix(above.count) == above
    }
  }

  /// Passes a walk in tmux on a thread of its own.
  private func walk(
    _ actions: [(Action, isAwaited: Bool)], columns: Int = 60, rows: Int = 16, lines: Int,
    mayDouble: Bool = false,
    then finish: @escaping @Sendable (TmuxWindow, _ shell: [String]) throws -> Void = { _, _ in }
  ) async throws {
    let shell = (1...lines).map { "l\($0)" } + ["$ run"]
    let moments = try await Self.moments(actions, columns: columns, rows: rows, shell: shell)
    try await BlockingWork.run {
      Result {
        let walk = try Walk(
          columns: columns, rows: rows, shell: shell, mayDouble: mayDouble)
        try walk.pass(moments)
        try finish(walk.window, shell)
      }
    }.get()
  }

  @Test(arguments: [2, 14, 40]) func everyNewSizeIsPainted(lines: Int) async throws {
    let sizes = [
      (40, 16), (20, 16), (60, 16), (60, 6), (60, 16), (25, 8), (100, 30), (60, 16), (25, 30),
      (60, 40), (12, 5), (80, 24), (500, 200), (60, 16),
    ]
    let actions = [.typed("ada\r")] + sizes.map { Action.resized($0, $1) }
    try await walk(actions.map { ($0, true) }, lines: lines) { window, shell in
      try window.type("gre\r")
      // tmux may draw the rows one after the other, so all of them are waited for.
      try window.wait(for: "the summary below the shell's lines") { lines in
        let rows = lines.filter { !$0.isEmpty }
        let summary = rows.suffix(5)
        return summary.first == "  ✔ A walk through every size that a window can have"
          && summary.last == "done" && rows.dropLast(5).allSatisfy { shell.contains($0) }
      }
    }
  }

  /// tmux keeps what is erased from the first row of a window to its end.
  @Test(arguments: ["\r", "\u{3}"]) func aScreenAsTallAsTheWindowLeavesNothing(key: String)
    async throws
  {
    try await walk([(.typed("ada\r"), true)], rows: 10, lines: 30) { window, _ in
      #expect(window.lines.allSatisfy { !$0.isEmpty }, "the screen is as tall as the window")
      try window.type(key)
      try window.wait(for: "the end") { $0.contains { $0.contains("done") } }
      let rows = try window.allLines()
      #expect(!rows.contains { $0.contains("◆") || $0.contains("╰") }, "\(rows)")
    }
  }

  @Test func aStormOfSizesWhileTyping() async throws {
    var actions: [(Action, isAwaited: Bool)] = []
    for (index, character) in "typed in a storm".enumerated() {
      actions.append((.typed(String(character)), false))
      actions.append((.resized(20 + (index * 37) % 60, 5 + (index * 13) % 20), false))
    }
    try await walk(actions + [(.resized(60, 16), true)], lines: 30) { window, _ in
      #expect(window.lines.contains { $0.contains("typed in a storm") })
    }
  }

  /// A window of one row scrolls what the program has painted out of its reach; if the program paints
  /// there before the window is back, one row of its screen stays above.
  @Test func theSmallestWindow() async throws {
    try await walk(
      [(.resized(1, 1), false), (.resized(60, 16), true), (.typed("ada"), true)], lines: 5,
      mayDouble: true)
  }

  @Test func outputOfTheShellWhileTheProgramIsStopped() async throws {
    let moments = try await Self.moments(
      [(.typed("ad"), true), (.typed("a"), true), (.typed("\r"), true)], columns: 60, rows: 16,
      shell: [])
    try await BlockingWork.run {
      Result {
        let program = try #require(BuiltProgram.path("stackflow"))
        let file = FileManager.default.temporaryDirectory
          .appending(path: "tmux-\(UUID().uuidString).flow.yaml")
        try Self.flow.write(to: file, atomically: true, encoding: .utf8)
        let window = try TmuxWindow(
          """
          unset STACKFLOW_TEST_FD
          NO_COLOR=1 PS1='$ ' PROGRAM='\(program)' FLOW='\(file.path)' bash --norc --noprofile -i
          """, columns: 60, rows: 16)
        func expect(_ moment: Moment, _ what: String) throws {
          let rows = try #require(moment.rows)
          try window.wait(for: what) { lines in
            lines.reversed().drop(while: \.isEmpty).prefix(rows.count).elementsEqual(
              rows.reversed())
          }
          // Once in the window and above it: no row of the screen was left behind.
          try expectEqual(window.allLines().count { $0.contains("◆") }, 1, "\(what)")
          try expectEqual(window.allLines().count { $0.contains("╰") }, 1, "\(what)")
        }
        try window.wait(for: "the prompt") { $0.contains("$") }
        try window.type("$PROGRAM run $FLOW --ui inline >/dev/null\r")
        try expect(moments[0], "the first question")
        try window.type("ad")
        try expect(moments[1], "what is typed")
        for _ in 0..<2 {
          try window.type("\u{1A}")
          // tmux may draw the rows one after the other, so all of them are waited for.
          try window.wait(for: "the shell, and nothing of the screen") { lines in
            lines.contains { $0.contains("Stopped") }
              && !lines.contains { $0.contains("◆") || $0.contains("╰") }
          }
          try window.type("seq 40\r")
          try window.wait(for: "the shell's output") { $0.suffix(2).elementsEqual(["40", "$"]) }
          try window.type("fg\r")
          try expect(moments[1], "the question again")
        }
        try window.type("a")
        try expect(moments[2], "what is typed after the stop")
        try window.type("\r")
        try expect(moments[3], "the second question")
        try window.type("\u{3}")
        try window.wait(for: "the shell at the end") { $0.last { !$0.isEmpty } == "$" }
        try expectEqual(window.allLines().count { $0.contains("◆") || $0.contains("╰") }, 0)
        try FileManager.default.removeItem(at: file)
      }
    }.get()
  }
}
