// SPDX-License-Identifier: Apache-2.0

import FlowScreens
import ScrollStackLayout
import TerminalIO

/// A row of a step as a screen shows it, and the cell that draws it.
struct StepRowModel: RowModel {
  enum Content: Equatable {
    /// An empty row.
    case blank

    /// A text that is wrapped, with a sign before its first line.
    case text(StyledParts, sign: StyledParts)

    /// A text that is wrapped, with a sign before its first line and a remark at that line's end.
    case activity(StyledParts, sign: StyledParts, remark: StyledParts)

    /// The hint of a field, where there's no room for it beside the field's line.
    case hint(StyledParts, WidgetHost)

    /// The words that can be typed, in full.
    case words([Completions.Candidate])

    /// A text in one row, cut where it doesn't fit.
    case cut(StyledParts)

    /// The question and the answer of an answered step, or of a field that doesn't have the focus.
    case answer(AnswerLine)

    /// A row of a matrix, or the labels of its columns.
    case matrix(MatrixLine)

    /// A widget, or the line alone.
    case widget(WidgetHost)

    /// A title between the buttons to the steps before and after.
    case bar(String)

    static func == (one: Content, other: Content) -> Bool {
      switch (one, other) {
      case (.blank, .blank): true
      case (.text(let one, let sign), .text(let other, let otherSign)):
        one == other && sign == otherSign
      case (.activity(let one, let sign, let remark), .activity(let other, let second, let last)):
        one == other && sign == second && remark == last
      case (.hint(let one, _), .hint(let other, _)): one == other
      case (.words(let one), .words(let other)): one == other
      case (.cut(let one), .cut(let other)): one == other
      case (.answer(let one), .answer(let other)): one == other
      case (.bar(let one), .bar(let other)): one == other
      case (.matrix(let one), .matrix(let other)): one == other
      // A widget changes with each key.
      case (.widget, .widget): false
      default: false
      }
    }
  }

  /// The path in its step.
  enum Path: Hashable {
    /// A row of the step's page.
    case page(StepPage.Path)

    /// The parts of the step that the screen adds.
    case bar, title, question, description, hint, widget

    /// An empty row.
    case blank(Blank)

    /// A row of a matrix, nil for the header; and the heading of the row that's asked.
    case matrix(Int?)
    case matrixHeading

    /// How many rows of a matrix are left out above or below the others.
    case more(isAbove: Bool)

    /// The explanation that the user asked for, and the words that can be typed.
    case told(Topic)
    case words

    /// A remark since the question was asked.
    case remark(Int)

    enum Blank { case above, inside, below }
  }

  let id: Path
  let content: Content

  /// The sign on the rail at the row's first line; nil for the rail itself.
  var node: StyledParts?

  let look: ScreenLook

  /// The table of a matrix that hides the row where it fits; nil elsewhere.
  var table: MatrixShape?

  static func == (one: StepRowModel, other: StepRowModel) -> Bool {
    one.id == other.id && one.node == other.node && one.content == other.content
      && one.table == other.table
  }

  /// Whether it has a row at any width where there's room for blank rows.
  var hasRow: Bool {
    switch content {
    case .hint, .matrix, .words: false
    default: table == nil
    }
  }

  /// Whether it says why an input was refused.
  var isProblem: Bool { if case .page(let path) = id { path.part.isProblem } else { false } }

  /// Whether it says something about the field above it, or about the step.
  var isAboutField: Bool {
    if case .page(let path) = id { path.part.isProblem || path.part == .help } else { false }
  }

  /// Whether it only draws texts, which no widget changes and no click reaches.
  var isText: Bool {
    switch content {
    case .text, .cut, .activity: true
    case .answer(let line): line.field == nil
    case .blank, .hint, .words, .matrix, .widget, .bar: false
    }
  }

  var cellType: any RowCell.Type { StepCell.self }
}

extension [StepRowModel] {
  /// The first row with each id.
  ///
  /// - Complexity: O(*n*).
  var firstOfEachID: [StepRowModel] {
    // The ids of a few rows are compared faster than hashed, and mostly differ.
    let isShort = count <= 16
    if isShort, !indices.contains(where: { i in self[..<i].contains { $0.id == self[i].id } }) {
      return self
    }
    var seen: Set<StepRowModel.Path> = []
    return filter { seen.insert($0.id).inserted }
  }
}
