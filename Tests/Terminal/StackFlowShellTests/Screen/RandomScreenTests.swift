// SPDX-License-Identifier: Apache-2.0

import Expectations
import FlowEffects
import FlowExpressions
import FlowFiles
import FlowModel
import FlowSessions
import FlowWalks
import Foundation
import RandomTesting
import SourceDiagnostics
import StackFlowCore
import TerminalCells
import TerminalIO
import Testing

@testable import StackFlowShell
@testable import TerminalEmulation

/// Random keys, pastes, clicks and sizes: after each of them the window shows exactly what the face
/// has painted, and at the end the terminal is as it was.
@MainActor
@Suite struct RandomScreenTests {
  /// The number of events of a walk; with so many walks there are 100,000 in a long run.
  private static let events = 100

  @Test func theWindowShowsWhatWasPainted() async throws {
    let flows = try Self.flowsOfTheFolder()
    for seed in RandomRuns(long: 400, every: 130, named: "screens").seeds {
      var random = SeededGenerator(seed: seed)
      let isGenerated = Bool.random(using: &random)
      let text = isGenerated ? RandomFlow.text(&random) : ""
      let flow =
        isGenerated
        ? try #require(Self.load(text))
        : flows[Int.random(in: flows.indices, using: &random)]
      try await Self.walk(flow, seed: seed, &random)
    }
  }

  private static func walk(
    _ flow: CheckedFlow, seed: UInt64, _ random: inout SeededGenerator
  ) async throws {
    let runner = try FlowRunner(flow: flow, effects: Host(), clock: { .epoch })
    let place: ScreenWalk.Face.Place = Bool.random(using: &random) ? .inline : .full
    let lines = Int.random(in: 0...40, using: &random)
    let usesMouse = Bool.random(using: &random)
    let walk = await ScreenWalk(
      runner, place, columns: Int.random(in: 10...100, using: &random),
      rows: Int.random(in: 3...40, using: &random),
      depth: Bool.random(using: &random) ? .truecolor : .none,
      before: (0..<lines).map { "shell \($0)\r\n" }.joined()
    ) { $0.usesMouse = usesMouse }
    var history: [RandomEvent] = []
    var outputs: [[UInt8]] = []
    for _ in 0..<events where walk.ending == nil {
      let event = RandomEvent.any(&random)
      history.append(event)
      await event.happen(to: walk)
      outputs.append(walk.output)
      guard walk.ending == nil else { break }
      if let difference = walk.difference {
        Issue.record(
          """
          STACKFLOW_SEED=\(seed), \(place), event \(history.count): \(difference)
          last events: \(history.suffix(4))
          \(walk.screen.picture)
          painted: \(walk.face.painted?.grid.lines ?? [])
          output: \(outputs.suffix(3).map { String(decoding: $0, as: UTF8.self) })
          """)
        break
      }
      // Cells kept from earlier frames, and facts kept of the steps ahead, are as if they were made anew.
      if isLongRun || history.count % 5 == 0, let difference = walk.face.differenceToWhole {
        Issue.record(
          "STACKFLOW_SEED=\(seed), \(place), event \(history.count), \(history.suffix(4)): \(difference)"
        )
        break
      }
    }
    if walk.ending == nil { await walk.hangUp() }
    #expect(walk.ending != nil, "STACKFLOW_SEED=\(seed): the walk doesn't end")
    #expect(walk.terminal.modes.isEmpty, "STACKFLOW_SEED=\(seed)")
    #expect(walk.screen.isCursorVisible && !walk.screen.isAlternate, "STACKFLOW_SEED=\(seed)")
    expectEqual(walk.screen.cursor.column, 0, "STACKFLOW_SEED=\(seed)")
  }

  private static func load(_ text: String) -> CheckedFlow? {
    let loaded = FlowFile.load(text, name: "random.flow.yaml")
    let problems = DiagnosticRenderer().render(loaded.diagnostics)
    #expect(loaded.flow != nil, "\(text)\n\(problems)")
    return loaded.flow
  }

  private static func flowsOfTheFolder() throws -> [CheckedFlow] {
    // Those that need inputs are left out.
    try FlowsOfFolder.load()
      .filter { (try? FlowRunner(flow: $0, clock: { .epoch })) != nil }
  }

  /// Asks about every effect, and performs none.
  private struct Host: EffectHost {
    func permission(for request: EffectRequest) -> EffectPermission { .asked }
    func outlook(of part: WriteRequest) -> WriteOutlook { .differs(from: nil) }
    func perform(
      _ request: EffectRequest, until cancellation: EffectCancellation
    ) -> EffectResult {
      switch request.effect {
      case .write: .written(WrittenFile(previous: .nothing))
      case .restore: .done
      case .command, .action: .ended(CommandResult(status: 0))
      }
    }
  }
}

extension ScreenFace {
  /// How the screen differs from one that's drawn whole; nil if it doesn't.
  fileprivate var differenceToWhole: String? {
    let kept = screen.draw(window: windowSize)
    let targets = look.targets
    let version = screen.view.drawingVersion
    screen.view.drawingVersion = nil
    let whole = screen.draw(window: windowSize)
    screen.view.drawingVersion = version
    if kept.grid != whole.grid { return "\(kept.grid.lines)\ninstead of\n\(whole.grid.lines)" }
    if kept.cursor != whole.cursor { return "\(kept.cursor) instead of \(whole.cursor)" }
    if targets.map(\.rect) != look.targets.map(\.rect) { return "other clicks" }
    let progress = runner.session.progress(passingReviews: screen.passesReviews)
    return screen.header.progress == progress
      ? nil : "\(screen.header.progress) instead of \(progress)"
  }
}

/// Something that a user or a window does.
enum RandomEvent: CustomStringConvertible {
  case typed(String)
  case pasted(String)
  case clicked(Int, Int)
  case resized(Int, Int)
  case storm([(Int, Int)])
  case advanced

  private static let characters: [Character] = [
    "a", "e", "n", "o", "r", "y", "1", "3", "0", "-", ".", " ", "?", ":", "漢", "é", "e\u{301}", "한",
  ]

  private static let keys: [String] = [
    "\u{1B}[A", "\u{1B}[B", "\u{1B}[C", "\u{1B}[D", "\u{1B}[H", "\u{1B}[F", "\u{1B}[5~",
    "\u{1B}[6~",
    "\u{1B}[Z", "\u{1B}", "\u{7F}", "\t", " ", "\u{1}", "\u{5}", "\u{15}", "\u{B}", "\u{17}",
    "\u{19}",
    "\u{1F}", "\u{10}", "\u{E}", "\u{C}", "\u{A}", "\u{1A}", "\u{1B}OP", "\u{1B}a", "\u{1B}i",
    "\u{1B}v", "\u{1B}w", "\u{1B}\r", "\u{1B}\u{7F}", "\u{1B}1", "\u{1B}2", "\u{1B}[1;5A",
    "\u{1B}[1;5B", "\u{1B}[1;3A", "\u{1B}[1;3B", "\u{1B}[200~\u{1B}[201~",
  ]

  private static let lines: [String] = [
    "ada\r", "1\r", "yes\r", "2026-03-04\r", "10:30\r", "1h\r", ":back\r", ":back 2\r", ":help\r",
    ":why\r", ":review\r", ":show\r", ":none\r", ":nonsense\r", "add\r", "edit 1\r", "remove 1\r",
    "a@b.example\r", "a line that is longer than many windows are wide, so that it scrolls\r",
  ]

  private static let pastes: [String] = [
    "one", "one\ntwo\nthree", "漢字かな交じり文", "a\tb\u{1B}[31mred",
    String(repeating: "long ", count: 60),
    "\n", ":back",
  ]

  static func any(_ random: inout SeededGenerator) -> RandomEvent {
    switch Int.random(in: 0..<100, using: &random) {
    case 0..<30:
      let count = Int.random(in: 1...4, using: &random)
      return .typed(
        String(
          (0..<count).map { _ in characters[Int.random(in: characters.indices, using: &random)] }))
    case 30..<60: return .typed(keys[Int.random(in: keys.indices, using: &random)])
    case 60..<70: return .typed("\r")
    case 70..<80: return .typed(lines[Int.random(in: lines.indices, using: &random)])
    case 80..<84: return .pasted(pastes[Int.random(in: pastes.indices, using: &random)])
    case 84..<89:
      return .clicked(
        Int.random(in: 0..<100, using: &random), Int.random(in: 0..<40, using: &random))
    case 89..<95: return .resized(columns(&random), rows(&random))
    case 95..<98:
      return .storm((0..<5).map { _ in (columns(&random), rows(&random)) })
    default: return .advanced
    }
  }

  private static func columns(_ random: inout SeededGenerator) -> Int {
    switch Int.random(in: 0..<20, using: &random) {
    case 0: 1
    case 1: 500
    case 2..<6: Int.random(in: 2...20, using: &random)
    default: Int.random(in: 20...120, using: &random)
    }
  }

  private static func rows(_ random: inout SeededGenerator) -> Int {
    switch Int.random(in: 0..<20, using: &random) {
    case 0: 1
    case 1: 200
    case 2..<8: Int.random(in: 2...8, using: &random)
    default: Int.random(in: 8...50, using: &random)
    }
  }

  @MainActor func happen(to walk: ScreenWalk) async {
    switch self {
    case .typed(let text): await walk.type(text)
    case .pasted(let text): await walk.paste(text)
    case .clicked(let column, let row): await walk.click(column: column, row: row)
    case .resized(let columns, let rows): await walk.resize(columns: columns, rows: rows)
    case .storm(let sizes):
      for (columns, rows) in sizes { walk.resizeSilently(columns: columns, rows: rows) }
      await walk.settle()
    case .advanced: await walk.advance(by: .milliseconds(400))
    }
  }

  var description: String {
    switch self {
    case .typed(let text): "typed \(text.debugDescription)"
    case .pasted(let text): "pasted \(text.debugDescription)"
    case .clicked(let column, let row): "clicked \(column), \(row)"
    case .resized(let columns, let rows): "resized \(columns)x\(rows)"
    case .storm(let sizes): "storm \(sizes)"
    case .advanced: "advanced"
    }
  }
}

/// Flows with random steps.
enum RandomFlow {
  static let fields: [String] = [
    "type: string, label: What is its name?, suggest: [ada, bert], minLength: 2",
    "type: string, required: false, hint: it may stay empty, help: A long help. It has two sentences.",
    "type: text, label: What happened?",
    "type: integer, min: 1, max: 50, default: 3",
    "type: number, min: 0, max: 1",
    "type: boolean, label: Is it so?",
    "type: boolean, default: true",
    "type: choice, choices: [red, orange, yellow, green, blue, indigo, violet, white, black, gray, pink]",
    "type: choice, label: Eine Frage mit einem langen Text die über mehrere Zeilen geht, choices: [eins, zwei]",
    "type: choices, choices: [漢字, かな, 한글, latin], minItems: 1, maxItems: 3",
    "type: choices, choices: [a, b, c, d, e, f, g, h, i, j, k, l, m], required: false",
    "type: date", "type: date, min: 2026-01-01", "type: time", "type: datetime", "type: duration",
    "type: secret", "type: secret, confirm: true", "type: path",
  ]

  static func text(_ random: inout SeededGenerator) -> String {
    var text = "flow: 1\nid: random\ntitle: A random walk\nsteps:\n"
    for number in 0..<Int.random(in: 2...8, using: &random) {
      switch Int.random(in: 0..<12, using: &random) {
      case 0: text += "  - { note: n\(number), text: Read 漢字 and all of this. }\n"
      case 1:
        text +=
          "  - repeat: l\(number)\n    steps:\n      - { ask: item\(number), \(any(&random)) }\n"
      case 2:
        text += "  - form: f\(number)\n    fields:\n"
        for inner in 0..<3 { text += "      - { ask: f\(number)_\(inner), \(any(&random)) }\n" }
      case 3: text += "  - { review: r\(number) }\n"
      default: text += "  - { ask: q\(number), \(any(&random)) }\n"
      }
    }
    return text
  }

  private static func any(_ random: inout SeededGenerator) -> String {
    fields[Int.random(in: fields.indices, using: &random)]
  }
}
