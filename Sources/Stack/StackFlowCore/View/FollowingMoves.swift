// SPDX-License-Identifier: Apache-2.0

import ScrollStackLayout
import TerminalCells

// Following the moves of the flow.
extension StackFlowView {
  func hear(_ announcement: NavigationAnnouncement<Item>) {
    switch announcement {
    case .willPush(let item): willPush(item)
    case .didPush: didPush()
    case .didPop: didPop()
    case .willPop, .denied: break
    }
  }

  private func willPush(_ item: Item) {
    scrollStack.container?.flush()
    var presentation = presentation(item)
    if let given {
      presentation.title = given.title ?? presentation.title
      presentation.appearance = given.appearance ?? presentation.appearance
    }
    given = nil
    let row = StepRow(presentation, in: surroundings)
    row.isTop = true
    row.isFirst = flow.isEmpty
    row.measureForPush(
      axis: scrollStack.axis, cross: scrollStack.crossLength, ambiguous: scrollStack.ambiguous)
    prepared = row
  }

  private func didPush() {
    transition?.isSuperseded = true
    guard let row = prepared else { return }
    prepared = nil
    scrollStack.batch {
      // The content of a covered step gets no more pointer events.
      scrollStack.cancelPointer()
      topStep?.isTop = false
      do {
        let place: InsertLocation = growthDirection.isReversed ? .top : .bottom
        let added = try scrollStack.addRow(row, at: place, animated: true)
        decorate(row)
        scrollStack.focus(.id(added.id))
      } catch {
        // The ends of a stack are always valid, and a new row isn't a duplicate.
      }
      scrollToHead()
    }
  }

  private func didPop() {
    transition?.isSuperseded = true
    scrollStack.container?.flush()
    scrollStack.batch {
      guard let index = scrollStack.isEmpty ? nil : newestIndex else { return }
      scrollStack.removeRows([.index(index)], animated: true)
      refreshTop()
      scrollToHead()
    }
  }

  func didPerform(_ operation: StackOperation) {
    begin(operation)
    let transition = transition
    scrollStack.afterAnimations { [weak self] in self?.end(transition, finished: true) }
  }

  private var newestIndex: Int { growthDirection.isReversed ? 0 : scrollStack.count - 1 }

  private var topStep: StepRow? {
    scrollStack.row(at: newestIndex)?.controller as? StepRow
  }

  func refreshTop() {
    guard let top = topStep else { return }
    top.isTop = true
    if let row = scrollStack.row(.controller(top)) { scrollStack.focus(.id(row.id)) }
  }

  func decorate(_ row: StepRow) {
    guard let color = row.appearance?.backgroundColor, color != .standard else { return }
    do {
      try scrollStack.setBackgroundColor(color, for: [.controller(row)])
    } catch {
      // A step whose controller was removed at once has no background.
    }
  }

  /// Starts a transition, and ends the running one.
  private func begin(_ operation: StackOperation) {
    let completion = givenCompletion
    givenCompletion = nil
    end(transition, finished: false)
    transition = Transition(operation, completion)
  }

  private func end(_ transition: Transition?, finished: Bool) {
    // A superseded transition ends when the next one starts.
    guard let transition, !transition.isOver, !(finished && transition.isSuperseded) else { return }
    transition.isOver = true
    if self.transition === transition { self.transition = nil }
    flow.delegate?.transitionDidEnd(transition.operation, finished: finished, in: flow)
    transition.completion?(finished)
  }
}
