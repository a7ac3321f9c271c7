// SPDX-License-Identifier: Apache-2.0

import FlowExpressions
import FlowFiles
import FlowModel
import FlowSessions
import FlowTesting
import FlowWalks
import Foundation
import RandomTesting
import TerminalCells
import TerminalEmulation
import TerminalIO
import Testing

@testable import StackFlowShell

/// Every hint on the screen says what its key does now: the key is pressed, and it's neither ignored nor
/// refused.
///
/// Enter may be refused where it gives an answer, because only the session knows whether it accepts that.
@MainActor
@Suite struct PressedHintTests {
  /// A key that has been given: `typed` as text, or by itself where a text can't say when it ends.
  private enum Press {
    case text(String)
    case key(Key)
  }

  /// The keys to press for the name of a key in a hint; for those with directions, one of them must act.
  private static let keys: [(name: String, presses: [Press])] = [
    ("type yes", [.text("yes\r")]), ("alt-enter", [.text("\u{1B}\r")]), ("enter", [.text("\r")]),
    ("shift-tab", [.text("\u{1B}[Z")]), ("tab", [.text("\t")]), ("f1", [.text("\u{1B}OP")]),
    ("ctrl-c", [.text("\u{3}")]), ("esc", [.key(Key(.escape))]), ("space", [.text(" ")]),
    ("page", [.text("\u{1B}[5~"), .text("\u{1B}[6~")]),
    ("alt-↑↓", [.text("\u{1B}[1;3A"), .text("\u{1B}[1;3B")]),
    ("shift-↑↓", [.text("\u{1B}[1;2A"), .text("\u{1B}[1;2B")]),
    ("ctrl-↑↓", [.text("\u{1B}[1;5A"), .text("\u{1B}[1;5B")]),
    ("↑↓", [.text("\u{1B}[A"), .text("\u{1B}[B")]),
    ("←→", [.text("\u{1B}[D"), .text("\u{1B}[C")]), ("→", [.text("\u{1B}[C")]),
    ("alt-a", [.text("\u{1B}a")]), ("alt-w", [.text("\u{1B}w")]), ("alt-v", [.text("\u{1B}v")]),
    ("ctrl-j", [.text("\u{A}")]), ("y n", [.text("y"), .text("n")]), ("del", [.key(Key(.delete))]),
    ("type to filter", [.text("a"), .text("x")]),
  ]

  /// A state: a flow, and what was typed since its first question.
  private struct State {
    let flow: CheckedFlow
    let typed: [String]
    var place = ScreenWalk.Face.Place.inline
    var isSingle = false

    /// The announcements of the runner since the last time.
    final class Heard {
      var announcements: [FlowAnnouncement] = []
    }

    /// Walks to the state.
    @MainActor func walk() async throws -> (walk: ScreenWalk, heard: Heard) {
      let host = PictureHost()
      let runner = try FlowRunner(flow: flow, effects: host, clock: { .epoch })
      runner.services.paths = host
      let heard = Heard()
      runner.onAnnouncements = { heard.announcements += $0 }
      // All hints fit in so wide a window.
      let walk = await ScreenWalk(runner, place, columns: 300, rows: 60) { $0.isSingle = isSingle }
      for text in typed where walk.ending == nil { await walk.type(text) }
      heard.announcements = []
      return (walk, heard)
    }
  }

  /// The hints in the last row of the screen; in the whole window, empty rows are below it.
  private static func hints(of walk: ScreenWalk) -> [String] {
    guard let row = walk.face.painted?.grid.lines.last(where: { !$0.isEmpty })
    else { return [] }
    let hints = row.range(of: "╰ ").map { row[$0.upperBound...] } ?? row.drop { $0 == " " }
    return hints.components(separatedBy: " · ").filter { !$0.isEmpty }
  }

  /// The id of the field that has the focus; nil where none is asked.
  private static func focusedField(_ walk: ScreenWalk) -> String? {
    if case .asking(let step) = walk.runner.state { step.focusedField?.id } else { nil }
  }

  /// Returns the faults in the hints of a state, one sentence each.
  private static func faults(of state: State) async throws -> [String] {
    let (first, _) = try await state.walk()
    guard first.ending == nil else { return [] }
    let hints = hints(of: first)
    await first.hangUp()
    var faults: [String] = []
    for hint in hints {
      guard let key = keys.first(where: { hint == $0.name || hint.hasPrefix($0.name + " ") })
      else {
        faults.append("'\(hint)' names no key")
        continue
      }
      var acts = false
      for press in key.presses {
        let (walk, heard) = try await state.walk()
        let before = (walk.text, walk.screen.cursor.row, walk.screen.cursor.column)
        let field = focusedField(walk)
        switch press {
        case .text(let text): await walk.type(text)
        case .key(let key): await walk.type(key)
        }
        let isSame =
          before == (walk.text, walk.screen.cursor.row, walk.screen.cursor.column)
        acts = acts || !isSame || !heard.announcements.isEmpty || walk.ending != nil
        let refusal = heard.announcements.first { announcement in
          if case .refused = announcement { return true }
          return announcement.isDenial
        }
        let isAnswer =
          key.name == "enter" && ["next", "done", "answer"].contains(hint.dropFirst(6))
        // A field that's left is checked, too.
        let mayBeRefused = isAnswer || focusedField(walk) != field
        if let refusal, !mayBeRefused { faults.append("'\(hint)' is refused: \(refusal)") }
        let signs = [before.0, walk.text].map { $0.count { $0 == "✗" } }
        // A part that Escape closes or clears may have hidden a refusal that still stands.
        if signs[1] > signs[0], heard.announcements.isEmpty, walk.ending == nil, !mayBeRefused,
          key.name != "esc"
        {
          faults.append("'\(hint)' is refused:\n\(walk.text)")
        }
        if walk.ending == nil { await walk.hangUp() }
      }
      if !acts { faults.append("'\(hint)' does nothing") }
    }
    return faults.isEmpty ? [] : faults + [first.text]
  }

  private static func checked(_ text: String) throws -> CheckedFlow {
    try checkedFlow(text, name: "hints.flow.yaml")
  }

  @Test(arguments: dailyPart(of: ScreenState.all, every: 15, named: "hints of states"))
  func everyHintOfAStateActs(state: ScreenState) async throws {
    let keys = state.keys.split(separator: "\r", omittingEmptySubsequences: false)
    let typed =
      ["billing-api\r", "\r"] + keys.dropLast().map { $0 + "\r" } + [String(keys.last ?? "")]
    let found = try await Self.faults(of: State(flow: Self.checked(state.flow), typed: typed))
    #expect(found.isEmpty, "\(found.joined(separator: "\n"))")
  }

  /// One question, as `stackflow ask` shows it.
  @Test(arguments: dailyPart(of: RandomFlow.fields, every: 12, named: "hints of fields"))
  func everyHintOfOneQuestionActs(field: String) async throws {
    let flow = try Self.checked("flow: 1\nid: q\nsteps:\n  - { ask: x, \(field) }\n")
    for typed in ["", "a", "\r", "\u{1B}[B"] {
      let found = try await Self.faults(of: State(flow: flow, typed: [typed], isSingle: true))
      #expect(found.isEmpty, "\(typed.debugDescription): \(found.joined(separator: "\n"))")
    }
  }

  /// Tab completes a word, and does nothing if there's none.
  @Test func everyHintOfAWordInAFormActs() async throws {
    let flow = try Self.checked(
      """
      flow: 1
      id: f
      steps:
        - form: g
          fields: [{ ask: a, type: number }, { ask: b, type: string }]
      """)
    for typed in [":", ":he", ":none"] {
      let found = try await Self.faults(of: State(flow: flow, typed: [typed]))
      #expect(found.isEmpty, "\(typed): \(found.joined(separator: "\n"))")
    }
  }

  @Test func everyHintOfARandomWalkActs() async throws {
    for seed in RandomRuns(long: 500, every: 170, named: "hints").seeds {
      var random = SeededGenerator(seed: seed)
      let text = RandomFlow.text(&random)
      var typed: [String] = []
      for _ in 0..<Int.random(in: 0...30, using: &random) {
        if case .typed(let keys) = RandomEvent.any(&random) { typed.append(keys) }
      }
      // Esc would make the key of the hint another one.
      while typed.last?.hasSuffix("\u{1B}") == true { typed.removeLast() }
      let place: ScreenWalk.Face.Place = Bool.random(using: &random) ? .inline : .full
      let state = State(flow: try Self.checked(text), typed: typed, place: place)
      let found = try await Self.faults(of: state)
      #expect(
        found.isEmpty,
        "STACKFLOW_SEED=\(seed)\n\(found.joined(separator: "\n"))\n\(typed)\n\(text)")
    }
  }
}
