// SPDX-License-Identifier: Apache-2.0

/// Shows the line that a ``LineReader`` reads.
package protocol LineDisplay: AnyObject {
  /// A line begins.
  ///
  /// - Parameter columns: The width of the window, in cells.
  func begin(columns: Int)

  /// Shows the line as it is now.
  func paint(_ line: EditedLine)

  /// The window has this width now, in cells; ``paint(_:)`` follows.
  func resize(columns: Int)

  /// The line is over: it was accepted, or (nil) discarded or left for something else.
  func finish(accepting line: EditedLine?)

  /// Another program writes on the screen from now on, or has written there.
  ///
  /// The default finishes the line.
  func leave()

  /// Clears the window; the line is shown again.
  func clearWindow()
}

extension LineDisplay {
  /// Finishes the line.
  package func leave() { finish(accepting: nil) }
}

/// Shows a line in the row of the cursor, which is empty when it begins; the output before it stays.
package final class RowDisplay: LineDisplay {
  private let terminal: any Terminal
  private var renderer: LineRenderer

  /// Creates a display.
  package init(terminal: any Terminal) {
    self.terminal = terminal
    renderer = LineRenderer(columns: terminal.size.columns, traits: terminal.traits)
  }

  /// Whether a text that typing replaces may be drawn faintly.
  package var isStyled: Bool {
    get { renderer.isStyled }
    set { renderer.isStyled = newValue }
  }

  /// Begins in an empty row.
  package func begin(columns: Int) { renderer.begin(columns: columns) }

  /// Writes what has changed.
  package func paint(_ line: EditedLine) { terminal.write(renderer.paint(line)) }

  /// Adapts to the width of the window.
  package func resize(columns: Int) { terminal.write(renderer.resize(columns: columns)) }

  /// Leaves the line on the screen, and moves to the next row.
  package func finish(accepting line: EditedLine?) {
    terminal.write(renderer.finish(accepting: line))
  }

  /// Erases the line and clears the window, where the terminal can do that.
  package func clearWindow() {
    let clearing = terminal.traits.understandsEscapes ? "\u{1B}[H\u{1B}[2J" : ""
    terminal.write(renderer.clear() + clearing)
  }
}
