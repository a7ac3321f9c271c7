// SPDX-License-Identifier: Apache-2.0

import FlowExpressions
import HashTreeCollections
import Localization
import SourceDiagnostics
import StackFlowCore

// Requests to go back.
extension EventHandling {
  /// Requests to go back a number of visible steps.
  mutating func requestPop(steps: Int) {
    guard steps > 0 else { return }
    if steps == 1, case .asking(var live) = reader.session.phase, let before = live.fieldBeforeFocus
    {
      live.focus = before
      live.denial = nil
      reader.session.phase = .asking(live)
      return
    }
    if steps == 1, let row = reader.rowBefore { return requestRow(row, .last) }
    var depth = reader.session.stack.count - 1
    for _ in 0..<steps {
      guard let below = reader.session.stack.entry(at: depth)?.item.shownBelow else { break }
      depth = below
    }
    guard depth < reader.session.stack.count - 1 else {
      return deny(makeRequest(.pop(steps)), catalog.text(.firstStep))
    }
    requestPop(toDepth: depth)
  }

  /// Requests to go back to the step with an id, to the form that contains the field, or to the
  /// start of a used flow.
  mutating func requestPop(to id: String) {
    if let row = reader.otherRow(of: id) {
      return requestRow(row, .field(.focus(field: id)))
    }
    let depth = reader.depth(of: id)
    if let reason = reader.refusal(toGoBackTo: id) {
      let count = depth.map { reader.session.stack.count - 1 - $0 } ?? 0
      return deny(makeRequest(.pop(count)), reason)
    }
    guard let depth else { return }
    guard depth < reader.session.stack.count - 1 else {
      guard case .asking(var live) = reader.session.phase else { return }
      live.focusField(id)
      reader.session.phase = .asking(live)
      return
    }
    requestPop(toDepth: depth, field: id)
  }

  private mutating func requestPop(toDepth depth: Int, field: String? = nil) {
    if let floor = reader.session.stack.top?.floor, depth < floor {
      let commit = reader.id(at: floor - 1).map { reader.name(of: $0) }
      return deny(
        makeRequest(.pop(reader.session.stack.count - 1 - depth)),
        catalog.text(.pastCommit, ["id": .quoted(commit ?? "")]))
    }
    if case .asking(var live) = reader.session.phase {
      live.denial = nil
      reader.session.phase = .asking(live)
    }
    request(.pop(to: depth, field: field), from: reader.session.phase)
  }
}
