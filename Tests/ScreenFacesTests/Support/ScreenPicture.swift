// SPDX-License-Identifier: Apache-2.0

import Foundation
import StackFlowTesting
import TerminalEmulation
import Testing

/// A picture of a terminal's window: its text, and below it the styles, a letter for each.
struct ScreenPicture {
  /// The rows, each after a bar; rows without text at the end are left out.
  let text: String

  /// A letter for each styled cell, and what the letters mean; empty where nothing is styled.
  let styles: String

  init(_ screen: EmulatedScreen, rows: Range<Int>, columns: Int) {
    var lines = screen.lines
    lines = Array(lines[rows.clamped(to: lines.indices)])
    while lines.last?.isEmpty == true { lines.removeLast() }
    text = lines.map { "|\($0)" }.joined(separator: "\n")
    var letters: [String: Character] = [:]
    var legend: [String] = []
    var layer: [String] = []
    for row in 0..<lines.count {
      var line = ""
      for column in 0..<columns {
        let place = EmulatedScreen.Position(row: rows.lowerBound + row, column: column)
        let style = screen.cell(at: place).map(Self.name) ?? ""
        if style.isEmpty {
          line += " "
          continue
        }
        if letters[style] == nil {
          let letter = Character(Unicode.Scalar(UInt8(97 + letters.count % 26)))
          letters[style] = letter
          legend.append("\(letter) \(style)")
        }
        line.append(letters[style] ?? "?")
      }
      while line.last == " " { line.removeLast() }
      layer.append(":\(line)")
    }
    styles = legend.isEmpty ? "" : (layer + legend).joined(separator: "\n")
  }

  private static func name(of cell: EmulatedScreen.Cell) -> String {
    var parts: [String] = []
    if cell.attributes.contains(.bold) { parts.append("bold") }
    if cell.attributes.contains(.underline) { parts.append("underlined") }
    if cell.attributes.contains(.italic) { parts.append("italic") }
    if cell.attributes.contains(.reverse) { parts.append("reversed") }
    if let color = cell.foreground, !(cell.text.isEmpty || cell.text == " ") {
      parts.append("#" + color.map { String(format: "%02x", $0) }.joined())
    }
    if let color = cell.background {
      parts.append("on #" + color.map { String(format: "%02x", $0) }.joined())
    }
    return parts.joined(separator: " ")
  }
}

/// Expected pictures under `Goldens/`.
///
/// With `RECORD_GOLDENS=1`, or where the file is missing, what was found is written and the test
/// fails. Look at a recorded picture as its user would.
enum ScreenGolden {
  private static let folder = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Goldens")

  static func compare(
    _ found: String, with name: String, at place: SourceLocation = #_sourceLocation
  ) {
    let file = folder.appending(path: "\(name).txt")
    let expected = try? String(contentsOf: file, encoding: .utf8)
    guard expected != found else { return }
    let records = ProcessInfo.processInfo.environment["RECORD_GOLDENS"] == "1"
    guard let expected, !records else {
      do {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try found.write(to: file, atomically: true, encoding: .utf8)
        Issue.record("recorded Goldens/\(name).txt; review it", sourceLocation: place)
      } catch {
        Issue.record("Goldens/\(name).txt can't be written: \(error)", sourceLocation: place)
      }
      return
    }
    let old = expected.split(separator: "\n", omittingEmptySubsequences: false)
    let new = found.split(separator: "\n", omittingEmptySubsequences: false)
    let changes = new.difference(from: old).map { change in
      switch change {
      case .remove(let line, let text, _): "-\(line + 1) \(text)"
      case .insert(let line, let text, _): "+\(line + 1) \(text)"
      }
    }
    Issue.record(
      "Goldens/\(name).txt differs:\n\(changes.prefix(40).joined(separator: "\n"))",
      sourceLocation: place)
  }
}
