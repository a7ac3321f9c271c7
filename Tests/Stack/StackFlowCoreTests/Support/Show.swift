// SPDX-License-Identifier: Apache-2.0

import ScrollStackLayout
import StackFlowCore
import TerminalCells

/// A delegate that records its calls and returns the answers that it's given.
final class Wizard: StackFlowDelegate {
  var events: [String] = []
  var decision: (NavigationRequest.Move) -> StackDecision<String> = { _ in .deny(reason: nil) }
  var onDidPush: (() -> Void)?
  weak var view: StackFlowView<String>?

  func take() -> [String] {
    defer { events = [] }
    return events
  }

  func didRequestPush(_ request: NavigationRequest, in stack: FlowStack<String>)
    -> StackDecision<String>
  {
    events.append("push?")
    return decision(.push)
  }

  func didRequestPop(_ count: Int, _ request: NavigationRequest, in stack: FlowStack<String>)
    -> StackDecision<String>
  {
    events.append("pop \(count)?")
    return decision(.pop(count))
  }

  func willPush(_ item: String, in stack: FlowStack<String>) {
    events.append("will push \(item) \(stack.count) \(stack.top ?? "-") \(rows)")
  }
  func didPush(_ item: String, in stack: FlowStack<String>) {
    events.append("did push \(item) \(stack.count) \(stack.top ?? "-") \(rows)")
    onDidPush?()
  }
  func willPop(_ item: String, in stack: FlowStack<String>) {
    events.append("will pop \(item) \(rows)")
  }
  func didPop(_ item: String, in stack: FlowStack<String>) {
    events.append("did pop \(item) \(stack.top ?? "-") \(rows)")
  }
  func transitionDidEnd(
    _ operation: StackOperation, finished: Bool, in stack: FlowStack<String>
  ) {
    events.append("end \(operation) \(finished)")
  }
  func activeItemTapped(_ item: String, in stack: FlowStack<String>) {
    events.append("tapped \(item)")
  }

  private var rows: Int { view?.scrollStack.count ?? -1 }
}

struct Show {
  let wizard = Wizard()
  let clock = ManualClock()
  let view: StackFlowView<String>

  /// A view of steps of two lines each, with titles unless their names are in lower case.
  init(_ steps: String, columns: Int = 30, rows: Int = 12, moves: Bool = false) throws {
    view = StackFlowView(motion: Motion(clock: clock, isReduced: !moves)) { name in
      StepPresentation(
        content: TextRow("\(name)1\n\(name)2"),
        title: name.uppercased() == name ? "Title \(name)" : nil)
    }
    view.fadingStyle = .none
    view.delegate = wizard
    wizard.view = view
    view.setViewport(CellSize(columns: columns, rows: rows))
    for step in steps { view.push(String(step)) }
    _ = wizard.take()
  }

  var lines: [String] { view.snapshot().lines }
}

extension CellGrid {
  /// The styles of all cells, row by row.
  var styles: [CellStyle] {
    (0..<size.rows).flatMap { row in
      (0..<size.columns).compactMap { self[CellPosition(column: $0, row: row)]?.style }
    }
  }
}
