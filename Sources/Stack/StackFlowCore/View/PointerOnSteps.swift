// SPDX-License-Identifier: Apache-2.0

public import ScrollStackLayout
public import TerminalCells

// A pointer event goes to the step under it: to the content of the top step, in its own cells. On
// older steps a click can only request to go back.
extension StackFlowView {
  /// Handles a pointer event, at a cell of the view.
  ///
  /// An event on the content of the top step is passed to that content, if it handles the pointer,
  /// in the content's own cells: a click on a field of a form selects that
  /// field. A click that the content doesn't use is a tap on the step; see ``tap(at:)``. Older
  /// steps are locked: their content gets no pointer events (`Documentation/Contract.md` SF-3,
  /// SF-7).
  ///
  /// - Returns: Whether a step used the event.
  @discardableResult
  public func handle(_ event: PointerEvent) -> Bool { scrollStack.handle(event) }

  /// Handles a click on a cell of the view: a press, and a release at the same place.
  ///
  /// A click on the content of the top step goes to that content, and one on a button of its title
  /// bar presses the button. Any other cell of a step is a ``goto(_:)``; a gap does nothing.
  @discardableResult
  public func tap(at position: CellPosition) -> GestureOutcome {
    clickOutcome = .ignored
    scrollStack.handle(.pressed(position))
    if scrollStack.isPointerCaptured { clickOutcome = .usedByContent }
    scrollStack.handle(.released(position))
    return clickOutcome
  }

  /// Handles a click that the content of a step hasn't used.
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
