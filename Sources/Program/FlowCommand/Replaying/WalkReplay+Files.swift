// SPDX-License-Identifier: GPL-3.0-or-later

import FlowExpressions
import StackFlowTesting
import TerminalCells
import TerminalIO

extension WalkReplay {
  /// Returns a recording for asciinema, which is the same each time; every line ends with a line break.
  func cast(titled title: String) -> String {
    var lines: [Value] = []
    var size: CellSize?
    for frame in frames {
      let seconds = Self.seconds(frame.time)
      let window = WindowSize(columns: frame.size.columns, rows: frame.size.rows)
      if size == nil {
        lines.append(CastFile.header(size: window, type: "xterm-256color", title: title))
      } else if size != frame.size {
        lines.append(CastFile.event(.resized(window), at: seconds))
      }
      size = frame.size
      lines.append(CastFile.event(.output(frame.update), at: seconds))
    }
    // The last screen stays for a while.
    lines.append(CastFile.event(.output([]), at: Self.seconds(duration)))
    return lines.compactMap { JSONWriter().text(of: $0).map { $0 + "\n" } }.joined()
  }

  /// Returns an image that plays, which is the same each time.
  ///
  /// - Throws: `GridFilm.Failure` if it becomes too large.
  func svg(titled title: String) throws(GridFilm.Failure) -> String {
    if let failure = filmFailure { throw failure }
    return try (film ?? GridFilm()).svg(titled: title, still: lastQuestion, lasting: duration)
  }

  /// A time in seconds, to the millisecond.
  private static func seconds(_ time: Duration) -> Double {
    let (seconds, attoseconds) = time.components
    return Double(seconds * 1_000 + attoseconds / 1_000_000_000_000_000) / 1_000
  }
}
