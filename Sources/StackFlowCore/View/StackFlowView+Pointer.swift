// SPDX-License-Identifier: Apache-2.0

public import ScrollStackLayout
public import TerminalCells

// The pointer goes to the step under it: into the content of the top step, whose fields take it in
// their own cells, and on all older ones it can only ask to go back.
extension StackFlowView {
  /// Takes an event of the pointer, at a cell of the view.
  ///
  /// What happens on the content of the top step goes to that content, if it is a
  /// `PointerHandlingRow`, in the content's own cells: a click on a field of a form chooses that
  /// field. A click that the content doesn't use is a tap on the step; see ``tap(at:)``. Older
  /// steps are locked: their content hears of no pointer (`Documentation/Contract.md` SF-3, SF-7).
  ///
  /// - Returns: whether a step took it.
  @discardableResult
  public func handle(_ event: PointerEvent) -> Bool { scrollStack.handle(event) }

  /// Takes a whole click on a cell of the view: a press, and a release at the same place.
  ///
  /// On the content of the top step it goes to that content. A button of the top step's title bar is
  /// pressed; any other cell of a step is a ``goto(_:)``; a gap means nothing.
  @discardableResult
  public func tap(at position: CellPosition) -> GestureOutcome {
    clickOutcome = .ignored
    scrollStack.handle(.pressed(position))
    if scrollStack.isPointerCaptured { clickOutcome = .usedByContent }
    scrollStack.handle(.released(position))
    return clickOutcome
  }

  /// Does what a click means that the content of a step has not used.
  func click(_ row: ScrollStackRow, at position: CellPosition) {
    guard let index = item(of: row) else { return }
    if index == flow.count - 1, let button = button(at: position, of: row) {
      clickOutcome = button == .push ? pressNext() : pressBack()
    } else {
      clickOutcome = goto(index)
    }
  }

  private enum BarButton { case pop, push }

  private func button(at position: CellPosition, of row: ScrollStackRow) -> BarButton? {
    guard let step = row.controller as? StepRow, let title = step.title,
      let rect = scrollStack.controllerRect(of: .row(row)), position.row == rect.origin.row
    else { return nil }
    let body = step.body(of: rect.size)
    let bar = step.bar(title, columns: body.size.columns, scrollStack.ambiguous)
    let column = position.column - rect.origin.column - body.origin.column
    if bar.pop?.columns.contains(column) == true { return .pop }
    return bar.push?.columns.contains(column) == true ? .push : nil
  }
}
