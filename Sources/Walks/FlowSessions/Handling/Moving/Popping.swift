// SPDX-License-Identifier: Apache-2.0

import FlowEffects
import FlowExpressions
import FlowModel
import HashTreeCollections
import Localization
import SourceDiagnostics
import StackFlowCore

/// A pop in progress.
struct PopGoal: Sendable {
  /// The depth of the entry that becomes the top.
  let depth: Int

  /// The field that gets the focus there; nil for the first.
  var field: String?

  /// The request for the pop, which is denied if an undo fails.
  let request: NavigationRequest

  /// The denial to show when it ends, or nil if there isn't one.
  var denial: String?

  /// The items of the list of records that's now the top.
  var items: ItemList?

  /// The rows of the matrix whose row is the first entry to pop, with what was typed there.
  var rows: ItemList?
}

// Pops steps: the part that all ways of going back have in common.
extension FlowSession {
  /// Pops steps, last first.
  ///
  /// Their input is remembered.
  mutating func pop(
    toDepth depth: Int, field: String?, for request: NavigationRequest, from live: StepState?
  ) {
    var goal = PopGoal(depth: depth, field: field, request: request)
    if let live { setRefusedAside(of: live) }
    if let live, let matrix = openMatrix {
      goal.rows = try? rows(of: matrix, keeping: live)
    } else if let live {
      rememberEntered(on: live)
      rememberItems(live.repeat?.items, of: live.repeat?.elements, isSubmitted: false)
      noteLeft([live.id] + live.visibleFields.map(\.id))
    }
    continuePop(goal)
  }

  /// Pops down to a depth, and stops before each entry whose effect must be undone first.
  mutating func continuePop(_ goal: PopGoal) {
    var goal = goal
    while stack.count - 1 > goal.depth, let entry = stack.top {
      if let undo = entry.submission?.effect?.undo {
        phase = .undoing(undo, goal)
        isInDoubt = doubtfulUndos.contains(undo.step)
        return
      }
      goal.items = popTop(to: goal.depth, rows: goal.rows)
      goal.rows = nil
    }
    arrive(goal, denial: goal.denial)
  }

  /// Continues with the result of an undo.
  ///
  /// Where no one knows whether it happened, the walk can only go back, which asks again: an effect that
  /// may be gone carries no step above it.
  mutating func undoEnded(
    _ result: EffectResult, of request: EffectRequest, _ goal: PopGoal, wasInDoubt: Bool
  ) {
    guard result.hasUndone(request) else {
      let complaint = request.sentence(result.complaint(catalog), catalog)
      let message = hidingSecrets(complaint)
      announce(.undoFailed(id: request.step, message: message))
      let denial = catalog.text(
        .notUndone, ["step": .quoted(name(of: request.step)), "problem": .text(message)])
      if wasInDoubt {
        doubtfulUndos.insert(request.step)
        return fail(
          FlowFailure(
            message: denial, place: place(ofUndo: request.step),
            effect: EffectFailure(step: request.step, isUndo: true)))
      }
      doubtfulUndos.remove(request.step)
      return arrive(goal, denial: denial, undoing: request.step)
    }
    announce(.didUndo(id: request.step))
    doubtfulUndos.remove(request.step)
    var goal = goal
    goal.items = popTop(to: goal.depth)
    continuePop(goal)
  }

  /// Waits at the step that's now the top.
  private mutating func arrive(_ goal: PopGoal, denial: String?, undoing id: String? = nil) {
    guard let (planIndex, step) = topStep, !step.isEffect else {
      // Only a failed undo stops here: at an effect that wasn't performed, or at the end.
      return fail(
        FlowFailure(
          message: denial ?? "", place: place(ofUndo: id),
          effect: EffectFailure(
            step: id ?? "", retries: topStep?.step.id, isUndo: true)))
    }
    do {
      var live = try makeState(of: step, planIndex: planIndex, items: goal.items)
      if denial == nil, arriveAtRow(of: live, planIndex: planIndex, field: goal.field) { return }
      if denial == nil, flow.repeat(at: planIndex)?.isFilled == true,
        let record = goal.field.flatMap({ row(of: $0, in: planIndex) }), goal.field != live.id,
        live.items.indices.contains(record)
      {
        phase = .idle
        return openItem(at: record, of: live, isBack: true)
      }
      if let field = goal.field { live.focusField(field) }
      if let items = goal.items, case .repeat(let list) = step.kind {
        handling.left[live.id] = suggestion(of: items, in: list)
      }
      phase = .asking(live)
      if let denial { deny(goal.request, denial) }
    } catch {
      fail(error)
    }
  }

  /// Returns the place of the step whose undo failed.
  private func place(ofUndo id: String?) -> SourcePlace {
    let undone = id.flatMap { flow.stepIndices[$0.withoutPositions] }.flatMap(flow.step(at:))
    return (undone ?? topStep?.step)?.place ?? flow.id.place
  }

  /// Pops the top entry, and notes the answers of the step below it.
  ///
  /// The items of a list that becomes the top stay with the list, so leaving an item doesn't affect
  /// the others. They're remembered when the list itself is left.
  ///
  /// - Parameters:
  ///   - depth: The depth that the pop leads to.
  ///   - rows: The rows of a matrix whose row is popped, with what was typed there.
  /// - Returns: The items, if the new top is a list of records.
  private mutating func popTop(to depth: Int, rows: ItemList? = nil) -> ItemList? {
    guard let entry = stack.top else { return nil }
    let id = self.id(at: stack.count - 1)
    if let id { announce(.move(.willPop(id))) }
    stack.pop()
    rememberAnswers(entry.submission)
    if let id { announce(.move(.didPop(id))) }
    let items = rows ?? entry.frame.map { leave($0) } ?? entry.submission?.items
    let isSubmitted = entry.submission?.items != nil
    if isSubmitted || stack.count - 1 > depth {
      rememberItems(items, of: entry.frame?.elements, isSubmitted: isSubmitted)
    }
    if let step = topStep?.step {
      noteLeft([self.id(of: step)] + step.elements.map { instance($0.id, of: step) })
    }
    return items
  }

  /// Notes what was entered before at questions and lists that are left.
  private mutating func noteLeft(_ ids: [String]) {
    for id in ids { if let value = typed[id] { handling.left[id] = value } }
  }

  /// Returns the items of the top list whose item was left: what was entered in an item that's edited belongs
  /// to it, and what was entered in a new one is offered for the next new one.
  private mutating func leave(_ frame: RepeatFrame) -> ItemList {
    var items = frame.items
    guard let (_, step) = topStep, case .repeat(let list) = step.kind, list.matrix == nil else {
      return items
    }
    let isOpen = !items.indices.contains(frame.position)
    // Entries about an element that wasn't answered yet wait for it.
    if frame.elements != nil, isOpen || items[frame.position].isNotBegun { return items }
    let id = self.id(of: step)
    let prefix = "\(id)[\(frame.position)]."
    let entered = typedAnswers(of: list.scope, under: prefix)
    forgetEntered(of: list.scope, under: prefix)
    handling.left = handling.left.filter { !$0.key.hasPrefix(prefix) }
    if !isOpen {
      items[frame.position].leave(entered)
    } else if !entered.isEmpty {
      setUnfinished(Unfinished.list, at: id)
      setWaitingItems([.map(kept(entered, of: list.scope, for: .suggestion))], of: id)
    }
    return items
  }
}

extension ItemList {
  /// The items without what was entered in edits that the user left, as they're submitted.
  ///
  /// - Complexity: O(*n*).
  var withoutLeft: ItemList {
    var items = self
    for (position, item) in enumerated() where item.left != nil { items[position].left = nil }
    return items
  }
}

extension RepeatItem {
  /// Notes what was entered in it before the user left it, and what's unfinished there.
  fileprivate mutating func leave(_ entered: ValueMap) {
    var before = typed
    before[Self.elementKey] = nil
    left = entered == before ? nil : entered
    for entry in entered where Unfinished.input(entry.value) != nil {
      guard case .string(let key) = entry.key, Unfinished.isKey(key) else { continue }
      typed[entry.key] = entry.value
    }
  }
}

extension EffectResult {
  /// Whether it's the result of an undo that succeeded.
  func hasUndone(_ request: EffectRequest) -> Bool {
    switch (request.effect, self) {
    case (.command, .ended(let ended)): ended.status == 0
    case (.action, .returned), (.action, .done), (.restore, .done): true
    default: false
    }
  }
}
