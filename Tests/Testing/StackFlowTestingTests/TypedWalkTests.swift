// SPDX-License-Identifier: Apache-2.0

import FlowExpressions
import FlowFiles
import FlowForms
import SourceDiagnostics
import StackFlowShell
import StackFlowTesting
import TerminalCells
import TerminalIO
import Testing

/// A test types at a flow, a widget, and a function of its own, and reads the screen.
@Suite struct TypedWalkTests {
  /// A widget of the test: stars, which the arrow keys light.
  private struct Stars: ScreenWidget {
    var field: FieldState
    private var count = 3

    init(field: FieldState) { self.field = field }

    mutating func take(_ key: Key, line: EditedLine) -> WidgetUse {
      switch key.code {
      case .left: count = max(1, count - 1)
      case .right: count = min(5, count + 1)
      case .enter: return .answer(.value(.int(Int64(count))))
      default: return .ignored
      }
      return .used
    }

    func draw(on canvas: inout CellCanvas, in context: WidgetContext) {
      canvas.write(String(repeating: "*", count: count), row: 0, style: context.theme.accent)
      canvas.write(String(repeating: ".", count: 5 - count), column: count, row: 0)
      context.placeCursor(column: count, row: 0, on: canvas)
    }

    func hints(in context: WidgetContext) -> [KeyHint] { [context.next] }
  }

  /// A flow that's checked with the test's own widget and function.
  private static func flow() throws -> CheckedFlow {
    let shout = FunctionDeclaration(
      "shout", "Makes a text loud.",
      overloads: [
        FunctionOverload("shout_string", [.string], .string) { arguments, _ in
          guard case .string(let text)? = arguments.first else { return .string("") }
          return .string(text.uppercased() + "!")
        }
      ])
    let loaded = FlowFile.load(
      """
      flow: 1
      id: rating
      title: Rating
      steps:
        - { ask: stars, type: integer, label: How was it?, min: 1, max: 5, widget: stars }
        - { ask: why, type: string, label: Why? }
        - { note: thanks, text: "${shout(why)}" }
      output: { stars: stars, why: shout(why) }
      """, name: "rating.flow.yaml",
      extensions: FlowExtensions(
        functions: [shout], widgets: [WidgetDeclaration("stars", for: [.integer])]))
    return try #require(loaded.flow, "\(DiagnosticRenderer().render(loaded.diagnostics))")
  }

  @Test(arguments: [TypedWalk.Face.inline, .full])
  func aWidgetAndAFunctionAreTyped(face: TypedWalk.Face) async throws {
    let walk = try TypedWalk(
      try Self.flow(), at: face, size: WindowSize(columns: 40, rows: 14))
    walk.widgets.register(Stars.self, named: "stars")
    await walk.begin()
    #expect(walk.question?.id == "stars")
    #expect(walk.lines.contains { $0.contains("How was it?") }, "\(walk.text)")
    let row = try #require(walk.lines.firstIndex { $0.contains("***..") }, "\(walk.text)")
    await walk.type("<Right>")
    let line = walk.lines[row]
    #expect(line.contains("****."), "\(walk.text)")
    // The cells have their styles.
    let column = try #require(Array(line).firstIndex(of: "*"))
    let cell = try #require(walk.screen.grid[CellPosition(column: column, row: row)])
    #expect(cell.style.foreground == walk.theme.accent.foreground)
    await walk.type("<Enter>")
    await walk.paste("it works")
    await walk.type("<Enter>")
    #expect(walk.text.contains("IT WORKS!"), "\(walk.text)")
    #expect(walk.result == nil)
    await walk.type("<Enter>")
    #expect(walk.result?.outcome == .completed)
    #expect(walk.result?.output == ["stars": 4, "why": "IT WORKS!"])
    #expect(walk.hasEnded)
    // After the end, nothing happens.
    await walk.type("x")
    #expect(walk.question == nil)
  }

  @Test func linesAskWithoutTheWidget() async throws {
    let walk = try TypedWalk(try Self.flow(), at: .line)
    await walk.begin()
    await walk.type("9<Enter>")
    #expect(walk.text.contains("Not accepted"), "\(walk.text)")
    await walk.type("<Ctrl-U>2<Enter>")
    await walk.enter("<Enter>")
    await walk.type("<Enter><Enter>")
    #expect(walk.result?.output == ["stars": 2, "why": "<ENTER>!"], "\(walk.text)")
  }

  @Test func theWindowChangesItsSize() async throws {
    let walk = try TypedWalk(
      try Self.flow(), at: .full, size: WindowSize(columns: 60, rows: 20))
    await walk.begin()
    #expect(walk.lines.count == 20)
    await walk.resize(to: WindowSize(columns: 30, rows: 10))
    #expect(walk.lines.count == 10)
    #expect(walk.lines.allSatisfy { $0.count <= 30 })
    #expect(walk.text.contains("How was it?"), "\(walk.text)")
  }

  @Test func aClosedWindowEndsTheWalk() async throws {
    let walk = try TypedWalk(try Self.flow())
    await walk.begin()
    await walk.hangUp()
    #expect(walk.hasEnded)
    #expect(walk.result?.outcome == .left(.endOfInput))
  }

  /// The screen of a flow that fails at its end is drawn.
  @Test(arguments: TypedWalk.Face.allCases)
  func aFailingEndIsShown(face: TypedWalk.Face) async throws {
    let loaded = FlowFile.load(
      "flow: 1\nid: f\nsteps: [ { ask: n, type: integer } ]\noutput: { r: 1 / n }\n",
      name: "f.flow.yaml")
    let walk = try TypedWalk(try #require(loaded.flow), at: face)
    await walk.begin()
    await walk.type("0<Enter>")
    #expect(walk.text.contains("division by zero"), "\(walk.text)")
  }

  @Test func missingInputsAreRefused() throws {
    let loaded = FlowFile.load(
      "flow: 1\nid: f\ninputs: { a: { type: string } }\nsteps: [ { ask: n, type: integer } ]\n",
      name: "f.flow.yaml")
    let flow = try #require(loaded.flow)
    #expect(throws: InputError.self) { try TypedWalk(flow) }
  }
}
