// SPDX-License-Identifier: Apache-2.0

import FlowExpressions
import FlowModel
import HashTreeCollections
import Localization
import StackFlowCore

/// Where the focus is in a row to which a move leads.
enum RowArrival: Sendable {
  /// At its first field.
  case first

  /// At its last field.
  case last

  /// Where an event leads, which is about one of its fields.
  case field(FlowEvent)
}

// A matrix: a list over elements whose items are rows of a table, and are asked by one form.
//
// Its list is never asked by itself: where another list would wait, a matrix asks its next row, or is submitted.
extension FlowSession {
  /// Throws a failure if a matrix has more cells than fit on a screen.
  func checkCells(rows: Int, of list: CheckedRepeat) throws(FlowFailure) {
    guard let matrix = list.matrix, let step = flow.step(at: matrix.form), let over = list.over
    else { return }
    let fields = step.elements.count { $0.field != nil }
    let limit = MatrixDefinition.maximumCells
    guard rows * fields > limit else { return }
    throw FlowFailure(
      message: catalog.text(
        .tooManyCells,
        ["rows": .count(rows), "cells": .count(rows * fields), "limit": .count(limit)]),
      place: over.source.place)
  }

  // MARK: The next row

  /// Returns the first row of a matrix that becomes the top; nil for anything else.
  func firstRow(of live: StepState) -> RepeatFrame? {
    guard handling.filling == nil, let top = stack.top,
      flow.repeat(at: top.planIndex)?.matrix != nil, let state = live.repeat,
      let elements = state.elements, !state.items.isEmpty
    else { return nil }
    // Records given in advance may have been refused.
    return RepeatFrame(
      planIndex: top.planIndex, items: state.items, elements: elements,
      position: live.problems.isEmpty ? 0 : state.items.firstProblem ?? 0)
  }

  /// Returns the row after a finished one: the next in order, then the first that isn't finished; nil if all
  /// are.
  func nextRow(after frame: RepeatFrame, of live: StepState) -> RepeatFrame? {
    guard let state = live.repeat else { return nil }
    let next = frame.position + 1
    let position = state.items.indices.contains(next) ? next : state.items.firstProblem
    return position.map {
      RepeatFrame(
        planIndex: frame.planIndex, items: state.items, elements: state.elements, position: $0)
    }
  }

  /// Returns the finished rows of a matrix; nil for other lists, and if a row must be asked.
  func takenMatrix(_ live: StepState) throws(FlowFailure) -> Submission? {
    guard handling.filling == nil, let step = topStep?.step,
      case .repeat(let list) = step.kind, list.matrix != nil, let state = live.repeat,
      try repeatProblem(step, list, live, isWarned: false) == nil
    else { return nil }
    return Submission(
      values: [state.value], of: live, isAsked: !state.items.allSatisfy(\.isUnasked),
      items: state.items)
  }

  /// Offers the earlier answers of a row that is about to be asked.
  mutating func suggestRow(_ frame: RepeatFrame) {
    guard handling.filling == nil, frame.items.indices.contains(frame.position),
      let step = flow.step(at: frame.planIndex), let list = flow.repeat(at: frame.planIndex)
    else { return }
    let item = frame.items[frame.position]
    let id = self.id(of: step)
    let prefix = "\(id)[\(frame.position)]."
    if item.typed.isEmpty, item.answers.isEmpty, let element = frame.element,
      let waiting = takeWaiting(element, of: id)
    {
      return offer(waiting, of: list.scope, under: prefix)
    }
    offer(item, of: list.scope, under: prefix)
  }

  // MARK: Another row

  /// Requests to go to another row of the matrix whose row is the top.
  mutating func requestRow(_ position: Int, _ arrival: RowArrival) {
    guard case .asking(var live) = phase else { return }
    live.denial = nil
    request(.row(position, arrival), from: .asking(live))
  }

  /// Leaves the row that is the top, with what was typed there, and asks another one.
  mutating func openRow(_ position: Int, _ arrival: RowArrival, from live: StepState?) {
    guard let live, let open = openMatrix else { return }
    do {
      var isPassed = true
      if case .last = arrival { isPassed = false }
      let items = try rows(of: open, keeping: live, isPassed: isPassed)
      popRow(of: open)
      ask(
        row: position, arrival,
        RepeatFrame(
          planIndex: open.planIndex, items: items, elements: open.frame.elements, position: position
        ))
    } catch {
      fail(error, at: live)
    }
  }

  /// Asks a row of the matrix whose list is the top.
  private mutating func ask(row position: Int, _ arrival: RowArrival, _ frame: RepeatFrame) {
    phase = .idle
    handling.isAskedAgain = true
    advance(with: nil, opening: frame)
    handling.isAskedAgain = false
    guard case .asking(var live) = phase,
      openMatrix?.frame.position == position
    else { return }
    switch arrival {
    case .first: break
    case .last:
      live.focus = live.elements.lastIndex { $0.isVisible && $0.field != nil }
      phase = .asking(live)
    case .field(let event): fill(event)
    }
  }

  /// Asks a row of a matrix to which a pop has led: that of a field, or the first one that shows a field.
  ///
  /// - Returns: Whether a row is asked now.
  mutating func arriveAtRow(of live: StepState, planIndex: Int, field: String?) -> Bool {
    guard let first = firstRow(of: live) else { return false }
    let row = field.flatMap { self.row(of: $0, in: planIndex) }
    let position = row.flatMap { first.items.indices.contains($0) ? $0 : nil } ?? first.position
    ask(
      row: position, field.map { .field(.focus(field: $0)) } ?? .first, first.at(position))
    return true
  }

  /// Pops the row that is the top.
  mutating func popRow(of open: OpenMatrix) {
    let id = self.id(at: stack.count - 1)
    if let id { announce(.move(.willPop(id))) }
    stack.pop()
    if let id { announce(.move(.didPop(id))) }
    guard let step = flow.step(at: open.planIndex) else { return }
    forgetEntered(
      of: open.list.scope, under: "\(self.id(of: step))[\(open.frame.position)].")
  }

  // MARK: What was typed

  /// Returns the rows of a matrix with what the user has typed in the one that is the top: finished if it can be
  /// submitted as it is, otherwise with its drafts.
  ///
  /// A row in which nothing was typed stays as it was, unless the user has passed it on the way to another row:
  /// then it's finished with its defaults, if they are all that it needs.
  ///
  /// - Throws: ``FlowFailure`` if a fact about a file is needed to know.
  func rows(
    of open: OpenMatrix, keeping live: StepState, isPassed: Bool = false
  ) throws(FlowFailure) -> ItemList {
    var items = open.frame.items
    let position = open.frame.position
    guard items.indices.contains(position), let step = flow.step(at: open.matrix.form) else {
      return items
    }
    let isTouched = live.visibleFields.contains { $0.draft != .untouched }
    if live.visibleFields.contains(where: { $0.unfinished != nil }) {
      items[position].typed = typedRow(at: position, of: open)
    }
    guard isTouched || isPassed && items[position].problem != nil else { return items }
    do {
      if let finished = try finishedRow(live, of: open) {
        items[position] = finished
        return items
      }
    } catch {
      if error.missingFact != nil { throw error }
    }
    guard isTouched else { return items }
    var item = items[position]
    item.drafts = [:]
    for (index, element) in live.elements.enumerated() {
      guard element.isVisible, let field = element.field, field.draft != .untouched else {
        continue
      }
      let id = step.elements[index].id
      // An accepted answer is the same however it was given.
      item.drafts[id] = field.value.map { .data($0) } ?? field.draft
      guard let value = field.value, field.isOfferedAgain else { continue }
      item.answers[.string(step.elements[index].field?.name ?? "")] = value
    }
    if let list = flow.step(at: open.planIndex) {
      item.problem = mustBeAnswered(self.id(of: list), position)
      item.typed = typedRow(at: position, of: open)
    }
    item.answers[RepeatItem.elementKey] = item.typed[RepeatItem.elementKey]
    items[position] = item
    return items
  }

  /// Returns what was entered in a row, with its element unless that's secret.
  private func typedRow(at position: Int, of open: OpenMatrix) -> ValueMap {
    guard let list = flow.step(at: open.planIndex) else { return ValueMap() }
    var typed = typedAnswers(
      of: open.list.scope, under: "\(id(of: list))[\(position)].")
    if let element = open.frame.element, let over = open.list.over, !readsSecret(over) {
      typed[RepeatItem.elementKey] = element
    }
    return typed
  }

  /// Returns the item that a row leads to if it's submitted as it is; nil if it's refused.
  private func finishedRow(
    _ live: StepState, of open: OpenMatrix
  ) throws(FlowFailure) -> RepeatItem? {
    var copy = self
    copy.handling.announcements = []
    copy.observer = nil
    copy.phase = .idle
    var state = live
    guard case .push(let values)? = try copy.submit(&state) else { return nil }
    copy.forgetEmptied(of: state)
    let submission = Submission(values: values, of: state, isAsked: true)
    let walk = copy.nextStep(
      from: flow.index(after: open.matrix.form), with: submission, opening: nil)
    guard walk.failure == nil, let end = walk.itemEnd, end == open.planIndex else { return nil }
    return try copy.finishedItem(of: end, with: submission, walk.computed, opening: nil).item
  }

  // MARK: Records

  /// Takes records for the matrix whose row is the top; returns false if there are none for it.
  mutating func giveRows(_ answers: [String: FieldInput]) -> Bool {
    guard handling.filling == nil, case .asking(let live) = phase,
      let open = openMatrix, let step = flow.step(at: open.planIndex),
      answers[id(of: step)] != nil
    else { return false }
    isAcceptingSuggestions = false
    do {
      var state = live
      popRow(of: open)
      state = try makeState(
        of: step, planIndex: open.planIndex, items: open.frame.items,
        elements: open.frame.elements)
      let taken = try valuesWithoutAsking(step, &state, planIndex: open.planIndex)
      if let taken {
        wait(at: state, for: .push(taken.values))
      } else if !arriveAtRow(of: state, planIndex: open.planIndex, field: nil) {
        phase = .asking(state)
      }
    } catch {
      fail(error, at: live)
    }
    return true
  }
}
