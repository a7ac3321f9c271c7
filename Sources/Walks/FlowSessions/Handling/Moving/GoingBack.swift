// SPDX-License-Identifier: Apache-2.0

import FlowModel
import HashTreeCollections
import Localization
import SourceDiagnostics
import StackFlowCore

// Requests to go back.
extension FlowSession {
  /// Requests to go back a number of visible steps.
  mutating func requestPop(steps: Int) {
    guard steps > 0 else { return }
    if steps == 1, case .asking(var live) = phase, let before = live.fieldBeforeFocus {
      live.focus = before
      live.denial = nil
      phase = .asking(live)
      return
    }
    if steps == 1, let row = rowBefore { return requestRow(row, .last) }
    let place = place(back: steps)
    guard place.depth < stack.count - 1 else {
      return deny(makeRequest(.pop(steps)), catalog.text(.firstStep))
    }
    requestPop(toDepth: place.depth, field: place.record)
  }

  /// The record before one that its list has opened by itself, of which the first question is asked, with the depth
  /// of the list; nil elsewhere, and at the first record.
  ///
  /// - Complexity: O(*n* log *m*) in the number of lists around it, and in the depth of the stack.
  var recordBefore: (depth: Int, id: String)? {
    let place = place(back: 1)
    return place.record.map { (place.depth, $0) }
  }

  /// The number of steps below the top that going back counts: the visible ones, and the records before open ones that
  /// their lists have opened by themselves.
  ///
  /// - Complexity: O(*n* *l* log *m*) in the number of steps, of lists around each, and in the depth of the stack.
  package var stepsBack: Int { place(back: .max).count }

  /// Returns the place that's a number of steps below the top: the depth of a step, or of a list with one of its
  /// records; and how many there are, if that's fewer.
  ///
  /// A record before one that its list has opened by itself is a step, as it is for as many single moves.
  ///
  /// - Complexity: O(*n* *l* log *m*) in the number of steps, of lists around each, and in the depth of the stack.
  private func place(back steps: Int) -> (depth: Int, record: String?, count: Int) {
    var place: (depth: Int, record: String?, count: Int) = (stack.count - 1, nil, 0)
    guard var top = stack.top else { return place }
    var lists = flow.step(at: top.planIndex)?.repeats ?? []
    var position: Int?
    steps: for _ in 0..<steps {
      while let list = lists.last {
        guard let depth = stack.depth(ofPlanIndex: list), (top.shownBelow ?? -1) < depth,
          let frame = stack.entry(at: depth + 1)?.item.frame
        else { break }
        let before = (position ?? frame.position) - 1
        if frame.isFilling, before >= 0, let id = id(at: depth) {
          position = before
          place = (depth, "\(id)[\(before)]", place.count + 1)
          continue steps
        }
        lists.removeLast()
        position = nil
      }
      guard let below = top.shownBelow, let entry = stack.entry(at: below)?.item else { break }
      top = entry
      lists = flow.step(at: entry.planIndex)?.repeats ?? []
      position = nil
      place = (below, nil, place.count + 1)
    }
    return place
  }

  /// Requests to go back to the step with an id, to the form that contains the field, or to the
  /// start of a used flow.
  mutating func requestPop(to id: String) {
    if let row = otherRow(of: id) {
      return requestRow(row, .field(.focus(field: id)))
    }
    let depth = self.depth(of: id)
    if let reason = refusal(toGoBackTo: id) {
      let count = depth.map { stack.count - 1 - $0 } ?? 0
      return deny(makeRequest(.pop(count)), reason)
    }
    guard let depth else { return }
    guard depth < stack.count - 1 else {
      guard case .asking(var live) = phase else { return }
      live.focusField(id)
      phase = .asking(live)
      return
    }
    requestPop(toDepth: depth, field: id)
  }

  private mutating func requestPop(toDepth depth: Int, field: String? = nil) {
    if let floor = stack.top?.floor, depth < floor {
      let commit = id(at: floor - 1).map { name(of: $0) }
      return deny(
        makeRequest(.pop(stack.count - 1 - depth)),
        catalog.text(.pastCommit, ["id": .quoted(commit ?? "")]))
    }
    if case .asking(var live) = phase {
      live.denial = nil
      phase = .asking(live)
    }
    request(.pop(to: depth, field: field), from: phase)
  }
}
