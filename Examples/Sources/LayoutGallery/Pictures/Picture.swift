// SPDX-License-Identifier: Apache-2.0

import ScrollStackLayout
import TerminalCells

/// A feature or an appearance option, and how to draw it.
struct Picture: Sendable {
  /// The name on the command line.
  let name: String

  /// What it shows, in a few words.
  let title: String

  /// What to look at.
  let summary: String

  /// Draws it in the given space.
  let panels: @Sendable (Space) throws -> [Panel]

  init(
    _ name: String, _ title: String, _ summary: String,
    panels: @escaping @Sendable (Space) throws -> [Panel]
  ) {
    self.name = name
    self.title = title
    self.summary = summary
    self.panels = panels
  }

  /// All pictures, in the order of the gallery.
  static let all: [Picture] =
    rowPictures + sizePictures + decorationPictures + axisPictures + scrollingPictures
    + interactionPictures + containerPictures + motionPictures + modelPictures + flowPictures
    + flowMotionPictures + textPictures + colorPictures
}

/// A stack of texts in a viewport.
func textStack(
  _ texts: [String], columns: Int, rows: Int, motion: Motion = Motion(),
  style: (inout ScrollStack.Style) -> Void = { _ in }
) throws -> ScrollStack {
  let stack = ScrollStack(motion: motion)
  try stack.setStyle(style)
  stack.setViewport(CellSize(columns: columns, rows: rows))
  try stack.addRows(texts.map { TextRow($0) })
  return stack
}

/// Removes the insets and separators of rows, so that only their positions show.
func bare(_ style: inout ScrollStack.Style) {
  style.rowInsets = .zero
  style.hidesSeparators = true
}

/// The texts of a stack's rows.
func texts(_ rows: [ScrollStackRow]) -> String {
  rows.compactMap { ($0.controller as? TextRow)?.text }.joined(separator: " ")
}

/// A row that fills its content with shading, so that its surroundings show.
final class ShadedRow: BasicRowController {
  private let label: String
  private let length: Int

  init(_ label: String, length: Int = 1) {
    self.label = label
    self.length = length
  }

  override func measure(_ measurement: RowMeasurement) -> Int {
    measurement.axis == .vertical ? length : max(length, label.cellWidth)
  }

  override func render(into canvas: inout CellCanvas) {
    canvas.fill(CellRect(size: canvas.size), with: "░", style: .dim)
    canvas.write(label, row: 0)
  }
}

/// A label with a gauge: close to a minimal custom controller.
final class GaugeRow: BasicRowController {
  private let label: String

  /// The completed part, from 0 to 1.
  var part: Double { didSet { invalidate() } }

  init(_ label: String, part: Double) {
    self.label = label
    self.part = part
  }

  override func measure(_ measurement: RowMeasurement) -> Int {
    measurement.axis == .vertical ? 1 : label.cellWidth + 11
  }

  override func render(into canvas: inout CellCanvas) {
    let start = canvas.write(label, row: 0) + 1
    let room = max(0, canvas.size.columns - start)
    let done = min(room, Int((Double(room) * part).rounded()))
    canvas.write(
      String(repeating: "█", count: done), column: start, row: 0, style: Look.accent)
    canvas.write(String(repeating: "░", count: room - done), column: start + done, row: 0)
  }
}
