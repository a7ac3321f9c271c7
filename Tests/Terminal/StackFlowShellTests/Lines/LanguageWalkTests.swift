// SPDX-License-Identifier: Apache-2.0

import Expectations
import FlowEffects
import FlowExpressions
import FlowFiles
import FlowSessions
import FlowTesting
import FlowWalks
import Localization
import StackFlowShell
import TerminalIO
import Testing

/// Everything that a walk says on its own is in the language of the walk.
@Suite("Walks in other languages") @MainActor struct LanguageWalkTests {
  /// A host that must ask, and at which nothing is done.
  private final class Host: EffectHost {
    func permission(for request: EffectRequest) -> EffectPermission { .asked }

    func outlook(of part: WriteRequest) -> WriteOutlook { .new }

    func perform(
      _ request: EffectRequest, until cancellation: EffectCancellation
    ) -> EffectResult {
      .ended(CommandResult(status: 3))
    }
  }

  /// A flow whose own texts have no words of a language.
  private static let flow = """
    flow: 1
    id: w
    title: "1"
    steps:
      - { ask: a, type: string, label: "2", maxLength: 3, pattern: '^x+$' }
      - { ask: b, type: integer, label: "3", min: 1 }
      - { ask: c, type: date, label: "4", required: false }
      - { ask: d, type: choices, label: "5", choices: [x1, x2, y3], minItems: 2 }
      - { ask: e, type: choice, label: "6", choices: [x1, x2, y3] }
      - { ask: f, type: boolean, label: "7", when: b > 1 }
      - repeat: g
        title: "8"
        minItems: 1
        steps: [{ ask: h, type: duration, label: "9", max: 2h }]
      - { run: i, command: [x], pass: [Y], onError: retry }
      - { review: j }
    """

  private static let lines = [
    "", "xxxx", "ab", ":nowhere", ":back nowhere", ":retry", ":accept", ":why", ":help", "xxx", "z",
    "0", ":why", "2", "2026-02-30", "1.2.2026?", ":none", "x1", "z", "x", "x1 x2", "x", "q", "y3",
    "q",
    ":back", "y3", "yes", "", "move", "add", "3h", "1h", "edit 7", "zzz", "", ":show",
    "maybe", "yes", ":why", ":review", ":back a", ":back", ":quit",
  ]

  /// Returns the lines of a walk: without typed lines, and without the names of words and choices.
  private func shown(in catalog: MessageCatalog) async throws -> [String] {
    let flow = try checkedFlow(Self.flow, name: "w.flow.yaml")
    let runner = try FlowRunner(
      flow: flow, options: SessionOptions(catalog: catalog), effects: Host(), clock: { .epoch })
    let terminal = MemoryTerminal(size: WindowSize(columns: 400, rows: 40))
    let face = LineFace(runner: runner, terminal: terminal, editor: PlainLineEditor())
    for line in Self.lines { terminal.type((line.isEmpty ? "" : "\u{15}") + line + "\r") }
    terminal.hangUp()
    _ = await face.walk()
    return terminal.takeOutput().split(separator: "\r\n").map(String.init)
      .filter { row in
        // The labels of the questions are numbers.
        !row.hasPrefix("> ") && !(row.prefix(1).allSatisfy(\.isNumber) && row.contains(": "))
      }
  }

  @Test(arguments: MessageCatalog.builtIn.dropFirst())
  func nothingIsSaidInEnglish(catalog: MessageCatalog) async throws {
    let english = Set(try await shown(in: .english))
    #expect(english.count > 45, "\(english.sorted().joined(separator: "\n"))")
    let isWord: (String) -> Bool = { line in
      line.split { !$0.isLetter }.contains { $0.count > 3 }
    }
    // Conditions are the flow's, and keys are called the same everywhere.
    let both = try await shown(in: catalog).filter { english.contains($0) && isWord($0) }
    #expect(both.isEmpty, "\(both)")
  }

  @Test func aGermanFlowIsWalkedInGerman() async throws {
    let text = """
      flow: 1
      id: reise
      title: Reise
      language: de
      steps:
        - { ask: name, type: string, label: Name, maxLength: 3 }
        - { ask: meal, type: boolean, label: Mit Frühstück }
        - { run: book, title: Buchen, command: [book] }
      """
    let flow = try checkedFlow(text, name: "w.flow.yaml")
    let runner = try FlowRunner(flow: flow, effects: Host(), clock: { .epoch })
    let terminal = MemoryTerminal(size: WindowSize(columns: 80, rows: 24))
    let face = LineFace(runner: runner, terminal: terminal, editor: PlainLineEditor())
    for line in ["", "Hugo", "\u{15}Ada", "vielleicht", ":back", "", "ja", "ja", ":quit"] {
      terminal.type(line + "\r")
    }
    guard case .finished = await face.walk() else {
      Issue.record("it was ended by a signal")
      return
    }
    let shown = terminal.takeOutput().split(separator: "\r\n").map(String.init)
      .filter { row in !["> ", "Name: ", "Mit Frühstück"].contains { row.hasPrefix($0) } }
    expectEqual(shown, Self.german, "\(shown.joined(separator: "\n"))")
  }

  private static let german = [
    "Reise",
    "Enter zum Antworten, :back zum Zurückgehen, :help für mehr.",
    "Schritt 1, noch etwa 1.", "Nicht angenommen: bitte eine Antwort eingeben.",
    "Nicht angenommen: bitte höchstens 3 Zeichen eingeben; das sind 4.",
    "Tippen ersetzt den abgelehnten Text; mit den Pfeiltasten lässt er sich", "bearbeiten.",
    "Schritt 2, der letzte.", "Nicht angenommen: bitte ja oder nein eingeben.",
    "Schritt 1, noch etwa 1.", "Wie zuvor. Enter behält es bei.",
    "Schritt 2, der letzte.",
    "Als Nächstes geschieht:", "  ausführen: book", "Mit ja zulassen, mit nein ablehnen.",
    "Buchen", "  ausführen: book",
    "Fehlgeschlagen: „book“: mit Status 3 beendet (Zeile 8 des Ablaufs).",
    "Möglich: :retry für einen neuen Versuch, :back zum Ändern einer Antwort oder",
    ":quit zum Verlassen.",
  ]
}
