// SPDX-License-Identifier: Apache-2.0

import SourceDiagnostics
package import TerminalCells

/// The keys or the click with which a user performs a command.
///
/// On a screen, a command with gestures is performed by exactly these, and must then have come to the same as
/// the command itself. Without a screen, gestures aren't performed.
struct ScriptGesture: Hashable, Sendable {
  /// The kind of gesture.
  enum Action: Hashable, Sendable {
    /// Types keys, written as in `fra<Enter>`.
    case keys(String)

    /// Clicks a cell of the window, from 0 at the top left.
    case click(column: Int, row: Int)

    /// Clicks the first cell of the first row that contains a text.
    case clickText(String)
  }

  /// The kind of gesture.
  var action: Action

  /// The place in the script.
  var place: SourcePlace

  /// Creates a gesture.
  init(_ action: Action, at place: SourcePlace) {
    self.action = action
    self.place = place
  }

  /// The gesture in messages.
  var words: String {
    switch action {
    case .keys(let keys): "the keys '\(keys)'"
    case .click(let column, let row): "the click at [\(column), \(row)]"
    case .clickText(let text): "the click on '\(text)'"
    }
  }
}

/// The expected content of the screen at a point of the walk.
package struct ScreenExpectation: Hashable, Sendable {
  /// A picture for a face in a window of a size, or a part of a line.
  package enum Content: Hashable, Sendable {
    /// The rows of the window; `…` stands for any part of a row, and alone in its row for any rows.
    case picture(String)

    /// A text that must be in one row.
    case contains(String)
  }

  /// The expected content.
  var content: Content

  /// The face and the size for which this counts; nil for all.
  var setting: ScreenSetting?

  /// The place in the script.
  var place: SourcePlace

  /// Where a new picture is written; nil if none can be.
  var slot: TextSlot?

  /// Creates an expectation.
  init(_ content: Content, for setting: ScreenSetting? = nil, at place: SourcePlace) {
    self.content = content
    self.setting = setting
    self.place = place
  }
}

/// A face, by its name, and the size of its window.
package struct ScreenSetting: Hashable, Sendable, CustomStringConvertible {
  /// The name of the face: `inline`, `full`, or `line`.
  package var face: String

  /// The size of the window, in cells.
  package var size: CellSize

  /// The names of all faces.
  static let faces = ["inline", "full", "line"]

  /// The largest window: 500 by 200 cells.
  static let largest = CellSize(columns: 500, rows: 200)

  /// Creates a setting.
  package init(face: String = "inline", size: CellSize = CellSize(columns: 80, rows: 24)) {
    self.face = face
    self.size = size
  }

  /// Reads a setting such as `full 60x12`, in which the face, the size, or both can be left out.
  ///
  /// Returns nil if it's anything else.
  init?(_ text: String) {
    self.init()
    let words = text.split(separator: " ")
    guard (1...2).contains(words.count) else { return nil }
    var isSized = false
    for (index, word) in words.enumerated() {
      if index == 0, Self.faces.contains(String(word)) {
        face = String(word)
      } else if !isSized, let size = CellSize(window: word) {
        isSized = true
        self.size = size
      } else {
        return nil
      }
    }
  }

  /// The setting as `inline 80x24`.
  package var description: String { "\(face) \(sizeText)" }

  /// The size as `80x24`.
  var sizeText: String { "\(size.columns)x\(size.rows)" }
}

extension CellSize {
  /// Reads the size of a window, such as `80x24`; nil if it's anything else, empty, or larger than
  /// ``ScreenSetting/largest``.
  package init?(window text: some StringProtocol) {
    let parts = text.split(separator: "x", omittingEmptySubsequences: false)
    guard parts.count == 2, let columns = Int(parts[0]), let rows = Int(parts[1]),
      (1...ScreenSetting.largest.columns).contains(columns),
      (1...ScreenSetting.largest.rows).contains(rows)
    else { return nil }
    self.init(columns: columns, rows: rows)
  }
}
