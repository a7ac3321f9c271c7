// SPDX-License-Identifier: Apache-2.0

import TerminalCells

/// The layout of the buttons and the title in the bar of a step (`Documentation/Contract.md` SF-9).
struct StepBar {
  /// A button: its label and its columns.
  struct Label {
    let text: String
    let columns: Range<Int>
  }

  let pop: Label?
  let push: Label?
  let title: String
  let titleColumn: Int

  /// Lays out a bar for a number of columns.
  ///
  /// Both sides are as wide as the wider button with two columns on each side of it. If that leaves
  /// fewer than four columns for a title that needs them, the buttons become icons. If those don't
  /// fit, the margins shrink, and then the labels are cut. Buttons never overlap; a single column
  /// is the button for the next step.
  init(
    title wanted: String, pop: TopBar.Button?, push: TopBar.Button?, columns: Int, isPlain: Bool,
    ambiguous: AmbiguousWidth
  ) {
    func width(_ text: String?) -> Int { text?.cellWidth(ambiguous: ambiguous) ?? 0 }
    let back = pop?.labels(plain: isPlain)
    let next = push?.labels(plain: isPlain)
    let fullSide = max(width(back?.full), width(next?.full)) + 4

    let gap = pop != nil && push != nil ? 1 : 0
    /// The widest margins with which both labels fit.
    func margin(_ back: String?, _ next: String?) -> Int? {
      let spare = columns - width(back) - width(next) - gap
      return spare < 0 ? nil : min(2, spare / 2)
    }
    var texts = (pop: back?.full, push: next?.full)
    var room = margin(texts.pop, texts.push)
    let titleWidth = wanted.cellWidth(ambiguous: ambiguous)
    if room == nil || max(0, columns - 2 * fullSide) < min(titleWidth, 4) {
      // Icons, if the texts don't fit or leave too little room for the title.
      let short = (pop: back?.short, push: next?.short)
      if let better = margin(short.pop, short.push), room == nil || better == 2 {
        texts = short
        room = better
      }
    }
    if room == nil {
      texts = (back?.short, next?.short)
      let nextRoom = pop == nil ? columns : (columns + 1) / 2
      let space = columns > 2 ? gap : 0
      texts.push = texts.push?.truncated(to: nextRoom, ellipsis: "", ambiguous: ambiguous)
      texts.pop = texts.pop?.truncated(
        to: columns - width(texts.push) - space, ellipsis: "", ambiguous: ambiguous)
    }
    let inset = room ?? 0
    self.pop = texts.pop.map { Label(text: $0, columns: inset..<inset + width($0)) }
    self.push = texts.push.map { text in
      let end = max(0, columns - inset)
      return Label(text: text, columns: max(0, end - width(text))..<end)
    }
    let side = max(width(texts.pop), width(texts.push)) + inset + 2
    let titleRoom = max(0, columns - 2 * side)
    title = wanted.truncated(
      to: titleRoom, ellipsis: isPlain ? "..." : "…", ambiguous: ambiguous)
    titleColumn =
      min(side, columns)
      + TextAlignment.center.offset(of: title.cellWidth(ambiguous: ambiguous), in: titleRoom)
  }
}

extension StepRow {
  /// The bar of this step for a number of columns.
  func bar(_ title: String, columns: Int, _ ambiguous: AmbiguousWidth) -> StepBar {
    StepBar(
      title: title, pop: isTop && !isFirst ? topBar.popButton : nil,
      push: isTop ? topBar.pushButton : nil, columns: columns,
      isPlain: surroundings.usesPlainText, ambiguous: ambiguous)
  }

  /// The ideal number of columns of the bar with all buttons, so that a step doesn't get narrower
  /// when it's covered.
  func idealBarWidth(_ title: String, _ ambiguous: AmbiguousWidth) -> Int {
    let sides = [topBar.popButton, topBar.pushButton].map { button in
      button?.labels(plain: surroundings.usesPlainText).full.cellWidth(ambiguous: ambiguous) ?? 0
    }
    return title.cellWidth(ambiguous: ambiguous) + 2 * ((sides.max() ?? 0) + 4)
  }

  /// Draws the bar on the first line of a canvas.
  func drawBar(_ title: String, on canvas: inout CellCanvas) {
    let look = topBar
    let bar = bar(title, columns: canvas.size.columns, canvas.ambiguous)
    let base = CellStyle(background: look.backgroundColor)
    let line = CellRect(size: CellSize(columns: canvas.size.columns, rows: 1))
    canvas.draw(in: line, baseStyle: base) { canvas in
      canvas.fill(CellRect(size: canvas.size))
      canvas.write(
        bar.title, column: bar.titleColumn, row: 0,
        style: CellStyle(foreground: look.titleTextColor, attributes: look.titleFont))
      for label in [bar.pop, bar.push] {
        guard let label else { continue }
        canvas.write(
          label.text, column: label.columns.lowerBound, row: 0,
          style: CellStyle(foreground: look.buttonColor))
      }
    }
  }
}
