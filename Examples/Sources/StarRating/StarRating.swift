// SPDX-License-Identifier: Apache-2.0

import StackFlow
import StackFlowShell
import TerminalCells
import TerminalIO

/// A widget of the program's own: stars, which the arrow keys light.
struct Stars: ScreenWidget {
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
    canvas.write(
      String(repeating: ".", count: 5 - count), column: count, row: 0, style: context.theme.faint)
    context.placeCursor(column: count, row: 0, on: canvas)
  }

  func hints(in context: WidgetContext) -> [KeyHint] {
    [KeyHint("left/right", "stars"), context.next]
  }
}

/// Walks a flow with a widget and a theme of its own, and draws the widget without a terminal, as a test does.
///
/// The flow declares the widget, so it's proven like the built-in ones. In the line face, the question is
/// asked as a number.
@main
enum StarRating {
  static let extensions = FlowExtensions(
    widgets: [WidgetDeclaration("stars", for: [.integer])])

  static let amber = ScreenTheme(accent: .rgb(255, 176, 0), signs: .ascii)

  static func main() async throws {
    let checked = FlowFile.check(
      FlowDefinition("rating", title: "Rating") {
        Ask("stars", .integer, "How was it?").min(1).max(5).widget("stars")
        Ask("why", .string, "Why?").required(false)
      }, extensions: extensions)
    guard let flow = checked.flow else {
      return print(DiagnosticRenderer().render(checked.diagnostics))
    }
    try draw(flow)
    var shell = Shell()
    shell.theme = amber
    shell.widgets.register(Stars.self, named: "stars")
    let result = try await shell.walk(flow)
    print(try ResultFormat.json.text(of: result.output))
  }

  /// Draws the widget after a press of the right arrow key, as text, in each theme.
  private static func draw(_ flow: CheckedFlow) throws {
    let runner = try FlowRunner(flow: flow)
    runner.start()
    guard case .asking(let step) = runner.state, let field = step.focusedField else { return }
    var widgets = WidgetRegistry()
    widgets.register(Stars.self, named: "stars")
    var widget = widgets.widget(for: field)
    _ = widget.take(Key(.right), line: EditedLine(prompt: "", text: ""))
    for (name, theme) in [("amber", amber), ("dark", .dark)] {
      var grid = CellGrid(size: CellSize(columns: 5, rows: 1))
      let context = WidgetContext(theme: theme)
      grid.draw(in: CellRect(size: grid.size)) { widget.draw(on: &$0, in: context) }
      print("\(name): \(grid.lines.joined())")
    }
  }
}
