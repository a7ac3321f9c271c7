// SPDX-License-Identifier: Apache-2.0

import Expectations
import FlowEffects
import FlowExpressions
import FlowModel
import FlowScripts
import FlowSessions
import FlowTesting
import StackFlowShell
import TerminalCells
import TerminalIO
import Testing

@testable import FlowExploration
@testable import StackFlowTesting

/// Explored walks are the same at each face, and a face with a fault is found.
@Suite struct ExploredFaceTests {
  private static let flow = """
    flow: 1
    id: f
    steps:
      - { ask: name, type: string, minLength: 2 }
      - { ask: kind, type: choice, choices: [http, worker] }
      - { ask: port, type: integer, min: 1, max: 9, when: kind == 'http' }
      - { ask: urgent, type: boolean }
      - { run: folder, command: [mkdir, "${name}"], undo: [rmdir, "${name}"], onError: retry }
      - repeat: people
        maxItems: 2
        steps: [ { ask: who, type: string } ]
      - { review: check }
    """

  private struct NoProgram: Error {}

  private static func explored(
    _ text: String = flow, at face: String, walk: @escaping FaceDriver.Walking
  ) async throws -> Exploration {
    let flow = try checkedFlow(text, name: "f.flow.yaml")
    let staged = StagedRun(
      at: ScriptStage(depth: .shell, setting: ScreenSetting(face: face)), walk: walk)
    let law = ExplorationLaw.agrees("face-agrees", at: "the \(face) face") { script, flow in
      staged.run(script, on: flow) { _ in throw NoProgram() }
    }
    return await BlockingWork.run {
      var limits = Explorer.Limits()
      limits.steps = 600
      limits.drivenWalks = 8
      var explorer = Explorer(flow, laws: [law], limits: limits)
      return explorer.run()
    }
  }

  @Test(arguments: ["inline", "full", "line"])
  func everyFaceAgrees(face: String) async throws {
    let exploration = try await Self.explored(at: face) { await $0.walk(with: PlainLineEditor()) }
    expectEqual(
      exploration.findings.map { "\($0.message)\n\($0.script.text)" }, [], "\(face)")
    #expect(exploration.walks > 8)
  }

  @Test func aFaceThatMistypesIsFound() async throws {
    let exploration = try await Self.explored(at: "inline") { await $0.walk(with: WrongEditor()) }
    let finding = try #require(exploration.findings.first)
    expectEqual(
      finding.message, "typed at the inline face, the walk has another answer of 'name'")
    #expect(finding.script.commands.count <= 6, "\(finding.script.text)")
  }

  @Test func aWidgetWithAFaultIsFound() async throws {
    let text =
      "flow: 1\nid: f\nsteps: [{ ask: name, type: string }, { ask: urgent, type: boolean }]\n"
    let exploration = try await Self.explored(text, at: "inline") { walk in
      var walk = walk
      walk.widgets.register(DeafWidget.self, for: .boolean)
      return await walk.walk(with: PlainLineEditor())
    }
    let finding = try #require(exploration.findings.first)
    expectEqual(
      finding.message, "typed at the inline face, the walk has another answer of 'urgent'")
    #expect(finding.script.commands.count <= 6, "\(finding.script.text)")
  }
}

/// A widget that answers no, whatever is typed.
private struct DeafWidget: ScreenWidget {
  var field: FieldState

  init(field: FieldState) { self.field = field }

  mutating func take(_ key: Key, line: EditedLine) -> WidgetUse {
    key.code == .enter ? .answer(.value(.bool(false))) : .ignored
  }

  func draw(on canvas: inout CellCanvas, in context: WidgetContext) {}
}

/// An editor that types another letter.
private final class WrongEditor: LineEditor {
  private let editor = PlainLineEditor()

  var line: EditedLine { editor.line }

  var history: [String] {
    get { editor.history }
    set { editor.history = newValue }
  }

  func begin(_ request: LineRequest) { editor.begin(request) }

  func feed(_ key: Key) -> LineOutcome {
    editor.feed(key.code == .character("b") ? Key(.character("c")) : key)
  }

  func paste(_ text: String) -> LineOutcome { editor.paste(text) }

  func replaceText(_ text: String, isOffered: Bool) {
    editor.replaceText(text, isOffered: isOffered)
  }

  func moveCursor(to offset: Int) { editor.moveCursor(to: offset) }

  func end() { editor.end() }
}
