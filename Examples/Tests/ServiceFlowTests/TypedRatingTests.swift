// SPDX-License-Identifier: Apache-2.0

import StackFlow
import StackFlowShell
import StackFlowTesting
import TerminalCells
import TerminalIO
import Testing

/// A flow with a widget and a function of its own, which a test types at a terminal in memory.
@Suite struct TypedRatingTests {
  /// Stars, which the arrow keys light.
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

  private static let shout = FunctionDeclaration(
    "shout", "Makes a text loud.",
    overloads: [
      FunctionOverload("shout_string", [.string], .string) { arguments, _ in
        guard case .string(let text)? = arguments.first else { return .string("") }
        return .string(text.uppercased() + "!")
      }
    ])

  private static func walk(at face: FaceKind, columns: Int = 40) throws -> TypedWalk {
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
    let flow = try #require(loaded.flow, "\(DiagnosticRenderer().render(loaded.diagnostics))")
    let walk = try TypedWalk(flow, at: face, size: WindowSize(columns: columns, rows: 14))
    walk.widgets.register(Stars.self, named: "stars")
    return walk
  }

  @Test(arguments: [FaceKind.inline, .full])
  func keysLightStars(face: FaceKind) async throws {
    let walk = try Self.walk(at: face)
    await walk.begin()
    #expect(walk.question?.id == "stars")
    #expect(walk.text.contains("How was it?"))
    let row = try #require(walk.lines.firstIndex { $0.contains("***..") }, "\(walk.text)")
    await walk.type("<Right>")
    let line = walk.lines[row]
    #expect(line.contains("****."), "\(walk.text)")
    // The cells have their styles.
    let column = try #require(Array(line).firstIndex(of: "*"))
    let cell = try #require(walk.screen.grid[CellPosition(column: column, row: row)])
    #expect(cell.style.foreground == walk.theme.accent.foreground)
  }

  @Test(arguments: [FaceKind.inline, .full])
  func aPastedTextIsShouted(face: FaceKind) async throws {
    let walk = try Self.walk(at: face)
    await walk.type("<Right><Enter>")
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

  @Test func aSmallerWindowShowsTheSameQuestion() async throws {
    let walk = try Self.walk(at: .full, columns: 60)
    await walk.begin()
    await walk.resize(to: WindowSize(columns: 20, rows: 8))
    #expect(walk.lines.count == 8)
    #expect(walk.lines.allSatisfy { $0.count <= 20 })
    #expect(walk.text.contains("How was it?"), "\(walk.text)")
  }

  @Test func linesAskWithoutTheWidget() async throws {
    let walk = try Self.walk(at: .line)
    await walk.type("9<Enter>")
    #expect(walk.text.contains("Not accepted"), "\(walk.text)")
    await walk.type("<Ctrl-U>2<Enter>")
    await walk.enter("<Enter>")
    await walk.type("<Enter><Enter>")
    #expect(walk.result?.output == ["stars": 2, "why": "<ENTER>!"], "\(walk.text)")
  }
}
