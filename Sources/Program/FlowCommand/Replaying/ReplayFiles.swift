// SPDX-License-Identifier: GPL-3.0-or-later

import FlowExpressions
import StackFlowTesting
import TerminalCells
import TerminalIO

/// A replay as a file, which is the same each time.
enum ReplayFiles {
  /// Returns a recording for asciinema; every line ends with a line break.
  static func cast(of replay: WalkReplay, titled title: String) -> String {
    var lines: [Value] = []
    var size: CellSize?
    for frame in replay.frames {
      let seconds = seconds(frame.time)
      let window = WindowSize(columns: frame.size.columns, rows: frame.size.rows)
      if size == nil {
        lines.append(CastFormat.header(size: window, type: "xterm-256color", title: title))
      } else if size != frame.size {
        lines.append(CastFormat.event(.resized(window), at: seconds))
      }
      size = frame.size
      lines.append(CastFormat.event(.output(frame.update), at: seconds))
    }
    // The last screen stays for a while.
    lines.append(CastFormat.event(.output([]), at: seconds(replay.duration)))
    return lines.compactMap { JSONWriter().text(of: $0).map { $0 + "\n" } }.joined()
  }

  /// Returns an image that plays.
  ///
  /// - Throws: `GridFilm.Failure` if it becomes too large.
  static func svg(
    of replay: WalkReplay, titled title: String
  ) throws(GridFilm.Failure) -> String {
    if let failure = replay.filmFailure { throw failure }
    let film = replay.film ?? GridFilm()
    return try film.svg(titled: title, still: replay.lastQuestion, lasting: replay.duration)
  }

  /// A time in seconds, to the millisecond.
  private static func seconds(_ time: Duration) -> Double {
    let (seconds, attoseconds) = time.components
    return Double(seconds * 1_000 + attoseconds / 1_000_000_000_000_000) / 1_000
  }
}
