// SPDX-License-Identifier: Apache-2.0

import FlowSessions
import Localization
public import TerminalCells
import TerminalIO

// The line that is typed, as every widget with a line draws it.
extension WidgetContext {
  /// Draws the prompt and the line in a row, and places the cursor in it.
  ///
  /// A line that doesn't fit scrolls sideways. A secret is drawn as dots. A text that typing replaces is
  /// faint. Where no style tells what isn't typed, signs do: `[hello]` for what Enter takes, `he‹llo›` for the rest
  /// of a suggestion, `(hello)` for a placeholder.
  ///
  /// - Parameters:
  ///   - canvas: The canvas.
  ///   - row: The row of the canvas.
  ///   - remark: A remark to the right of the text, left out where there's no room for it.
  ///   - shortRemark: What is there instead where there's no room for the remark.
  ///   - ghost: The rest of a suggestion, faint after the text.
  ///   - showsSecret: Whether a secret is drawn as it is.
  func drawLine(
    on canvas: inout CellCanvas, row: Int = 0, remark: String = "", shortRemark: String = "",
    ghost: String = "", showsSecret: Bool = false
  ) {
    var column = 0
    if let message = line.message {
      column += canvas.write(message.escapedForDisplay, row: row, style: theme.faint)
    } else {
      column += drawPrompt(on: &canvas, row: row)
    }
    var (text, offset) = (line.text, line.cursorOffset)
    if line.isSecret, !showsSecret {
      let before = line.cursor
      text = String(repeating: theme.signs.mask, count: line.text.count)
      offset = before * theme.signs.mask.utf8.count
    }
    let room = canvas.size.columns - column
    let standing = text.isEmpty ? placeholder ?? "" : text
    let isMarked = theme.marksOffers
    let marks = isMarked && (line.isOffered || text.isEmpty && placeholder != nil) ? 2 : 0
    let width =
      marks
      + (standing.utf8.count <= room
        ? standing.cellWidth : standing.prefix(room + 1).cellWidthUpTo(room))
    let remark = [remark, shortRemark].first {
      !$0.isEmpty && (text.isEmpty && $0 == shortRemark ? 0 : width) + $0.cellWidth + 3 <= room
    }
    let lineRoom = max(1, remark.map { room - $0.cellWidth - 2 } ?? room)
    guard let window else { return }
    let (glyphs, place) = window.window.layOut(
      text.replacingLineBreaks, cursorOffset: line.isOffered ? 0 : offset,
      room: max(1, lineRoom - 1 - (line.isOffered ? marks : 0)))
    if lineRoom > 0 {
      let part = LinePart(
        column: window.window.lead + (line.isOffered && isMarked ? 1 : 0),
        first: window.window.first,
        mask: line.isSecret && !showsSecret ? theme.signs.mask : nil)
      noteTarget(
        RowClick(use: .used, line: part), columns: column..<column + lineRoom, row: row, on: canvas)
    }
    let x = drawGlyphs(
      glyphs, ghost, on: &canvas, row: row, at: column, room: lineRoom, marks: marks,
      isEmpty: text.isEmpty)
    if let remark { drawRemark(remark, on: &canvas, row: row, after: x) }
    placeCursor(column: column + (line.isOffered ? 0 : place), row: row, on: canvas)
  }

  /// Draws the text, the rest of a suggestion, and the placeholder of an empty line; returns the column after them.
  private func drawGlyphs(
    _ glyphs: [Glyph], _ ghost: String, on canvas: inout CellCanvas, row: Int, at column: Int,
    room: Int, marks: Int, isEmpty: Bool
  ) -> Int {
    let isMarked = theme.marksOffers
    let isCommand = line.isWord
    var x = column
    func mark(_ sign: String) {
      guard isMarked else { return }
      x += canvas.write(sign, column: x, row: row, style: theme.offer)
    }
    if line.isOffered { mark("[") }
    for glyph in glyphs {
      canvas.write(
        glyph.text, column: x, row: row,
        style: line.isOffered ? theme.offer : isCommand ? theme.accent : theme.answer)
      x += glyph.width
    }
    if line.isOffered { mark("]") }
    let ghostRoom = column + room - x - (isMarked ? 2 : 0)
    if !ghost.isEmpty, !line.isOffered, ghostRoom > 0 {
      mark(theme.signs.before)
      x += canvas.write(
        ghost.truncated(to: ghostRoom), column: x, row: row, style: theme.offer)
      mark(theme.signs.after)
    }
    if isEmpty, !isCommand, line.message == nil, let placeholder {
      mark("(")
      x += canvas.write(
        placeholder.truncated(to: max(0, room - marks), ellipsis: theme.signs.ellipsis),
        column: x, row: row, style: theme.faint)
      mark(")")
    }
    return x
  }
}

extension WidgetContext {
  /// Whether the cursor is at the end of the line.
  var isAtEnd: Bool { line.cursorOffset == line.text.utf8.count }

  /// The field's hint, unless it's above the line or in it; nil for none.
  func hint(of field: FieldState) -> String? {
    showsHint && (placeholder == nil || !line.text.isEmpty) ? field.hint?.escapedForDisplay : nil
  }

  /// A remark at the end of a line: the field's hint, what the widget says, and that the field may stay
  /// empty, if they say something.
  func remark(of field: FieldState, _ own: String?...) -> String {
    let optional = field.isRequired ? nil : catalog.text(.hintOptional)
    return ([hint(of: field)] + own + [optional]).compactMap { $0 }.filter { !$0.isEmpty }
      .joined(separator: " \(theme.signs.dot) ")
  }

  /// The remark at the end of a line that's typed, and what's there instead where there's no room for it: what the
  /// widget says, or else the field's hint, or else the form of an answer; and that the field may stay empty.
  func remarks(
    of field: FieldState, _ own: String?, form: String?
  ) -> (whole: String, short: String) {
    let short = own ?? hint(of: field) ?? form ?? ""
    let optional = field.isRequired ? "" : catalog.text(.hintOptional)
    let whole = [short, optional].filter { !$0.isEmpty }.joined(separator: " \(theme.signs.dot) ")
    return (whole, short)
  }

  /// Draws a remark to the right of the answer, unless there's no room for it.
  ///
  /// It doesn't move while a short answer is typed.
  ///
  /// - Parameters:
  ///   - remark: The remark.
  ///   - canvas: The canvas.
  ///   - row: The row.
  ///   - column: The column after what is drawn in the row.
  func drawRemark(_ remark: String, on canvas: inout CellCanvas, row: Int = 0, after column: Int) {
    let last = canvas.size.columns - remark.cellWidth
    guard !remark.isEmpty, column + 2 <= last else { return }
    let start = min(max(column + 3, Self.remarkColumn), last)
    canvas.write(remark, column: start, row: row, style: theme.faint)
  }

  /// The first column of the remark beside a short answer.
  private static let remarkColumn = 16

  /// The remark beside an offered line: that it's the earlier answer; nil for none.
  func offerRemark(of field: FieldState) -> String? {
    guard line.isOffered, line.text == field.editableText, field.draft == .untouched,
      field.offer?.isSuggestion == true
    else {
      return nil
    }
    return catalog.text(.asBefore)
  }

  /// Draws the prompt of a line, unless it's before the label of the field.
  ///
  /// - Returns: The number of columns before the line.
  public func drawPrompt(on canvas: inout CellCanvas, row: Int = 0) -> Int {
    guard hasPrompt else { return 0 }
    return canvas.write(promptSign, row: row, style: theme.accent) + 1
  }

  /// The prompt, which shows vi's command mode.
  var promptSign: String { line.mode == .viCommand ? ":" : theme.signs.prompt }
}

extension StringProtocol {
  /// The width in cells, or a width beyond the limit.
  fileprivate func cellWidthUpTo(_ limit: Int) -> Int {
    var width = 0
    for character in self {
      width += String(character).cellWidth
      if width > limit { break }
    }
    return width
  }
}

extension String {
  /// The text in one row: the signs of line breaks for line breaks.
  fileprivate var replacingLineBreaks: String {
    contains(where: \.isNewline)
      ? String(map { $0.isNewline ? " " : $0 }) : self
  }
}
