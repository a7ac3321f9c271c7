// SPDX-License-Identifier: Apache-2.0

import FlowExpressions
import StackFlowCore

// Looking at the session: what was answered, how far it is, and why.
extension FlowSession {
  /// A line of a review: a question that was asked, and its answer.
  public struct ReviewRow: Hashable, Sendable {
    /// The field's id, to go back to.
    public let id: String

    /// The question.
    public let label: String

    /// The answer as a person reads it; dots for a secret, nil when it was left empty.
    public let text: String?

    /// How it came about.
    public let origin: AnswerOrigin
  }

  /// The submitted answers of the live path as a person reads them.
  ///
  /// - Complexity: O(*n*) in the depth of the stack, and the cost of evaluating the texts.
  public var reviewRows: [ReviewRow] {
    (0..<max(0, stack.count - 1)).flatMap { reviewRows(at: $0) }
  }

  /// The submitted answers of the step at a depth; empty for notes and for the top.
  public func reviewRows(at depth: Int) -> [ReviewRow] {
    guard let entry = stack.entry(at: depth)?.item, let step = flow.step(at: entry.planIndex),
      let submission = stack.entry(at: depth + 1)?.item.submission
    else { return [] }
    let scope = scopeOfSubmitted(submission, at: depth)
    var rows: [ReviewRow] = []
    if let items = submission.items {
      let title = (try? step.title?.text(in: scope, language: language)) ?? nil
      rows = listRows(items, title: title, id: id(of: step), origin: submission.origin)
    }
    for (index, element) in step.elements.enumerated() {
      guard let field = element.field else { continue }
      if let when = element.when, (try? when.isTrue(in: scope)) != true { continue }
      let label = try? field.label?.text(in: scope, language: language)
      let value = submission.values[index]
      rows.append(
        ReviewRow(
          id: instance(element.id, of: step), label: label ?? field.name,
          text: value.map { shownText(of: $0, field, in: scope) }, origin: submission.origin))
    }
    return rows
  }

  /// The rows of a list: one for each item, or one that says that there is none.
  private func listRows(
    _ items: ItemList, title: String?, id: String, origin: AnswerOrigin
  ) -> [ReviewRow] {
    let label = title ?? id
    if items.isEmpty { return [ReviewRow(id: id, label: label, text: nil, origin: origin)] }
    return items.enumerated().map { position, item in
      ReviewRow(id: id, label: "\(label) \(position + 1)", text: item.summary, origin: origin)
    }
  }

  private func shownText(
    of value: Value, _ field: CheckedField, in scope: SessionScope
  ) -> String {
    let choices = (try? choices(of: field, in: scope)) ?? []
    return AnswerText(type: field.type, choices: choices, zone: options.zone).shown(value)
  }

  /// The ids of the answers that going back to a step discards, the step's own first.
  public func discarded(byGoingBackTo id: String) -> [String] {
    guard let depth = depth(of: id) else { return [] }
    var ids: [String] = []
    for row in (depth..<max(depth, stack.count - 1)).flatMap({ reviewRows(at: $0) })
    where ids.last != row.id {
      ids.append(row.id)
    }
    return ids
  }

  /// The flow's title in the session's language; nil when it has none.
  public var title: String? {
    try? flow.title?.text(in: scope(), language: language)
  }

  /// Whether there is a shown step to go back to.
  public var canGoBack: Bool {
    if case .finished = phase { return false }
    guard let top = stack.top else { return false }
    if let live, let focus = live.focus,
      live.elements[..<focus].contains(where: { $0.isVisible && $0.field != nil })
    {
      return true
    }
    guard let below = top.shownBelow else { return false }
    return below >= top.floor
  }

  /// Whether a request to go back to a step would reach the delegate.
  public func canGoBack(to id: String) -> Bool {
    if case .finished = phase { return false }
    guard let depth = depth(of: id), let top = stack.top,
      let plan = stack.entry(at: depth)?.item.planIndex
    else { return false }
    return depth < stack.count - 1 && depth >= top.floor && flow.effectWord(at: plan) == nil
      && shows(id, at: depth)
  }

  /// The id of the top step; nil before the start and at the end.
  public var topStepID: String? { topStep.map { id(of: $0.step) } }

  /// The ids of the steps that a person was shown, below the top, the oldest first.
  public var shownSteps: [String] {
    var ids: [String] = []
    var depth = stack.top?.shownBelow
    while let current = depth, let entry = stack.entry(at: current)?.item {
      if let id = self.id(at: current) { ids.append(id) }
      depth = entry.shownBelow
    }
    return ids.reversed()
  }

  /// How far the session is.
  public struct Progress: Hashable, Sendable {
    /// The number of the present step among those that were shown, from 1.
    public let step: Int

    /// About how many steps follow: those that no condition is known to skip; none behind a stop.
    public let remaining: Int

    /// Creates a place on the way.
    public init(step: Int, remaining: Int) {
      self.step = step
      self.remaining = remaining
    }
  }

  /// How far the session is.
  ///
  /// - Complexity: O(*n*) in the number of steps that follow.
  public var progress: Progress {
    guard let top = stack.top else { return Progress(step: 0, remaining: 0) }
    if case .stop? = topStep?.step.kind { return Progress(step: top.shownCount + 1, remaining: 0) }
    let scope = scope()
    var remaining = 0
    var index = flow.index(after: top.planIndex)
    while index < flow.plan.count {
      switch flow.plan[index] {
      case .compute, .call, .result, .itemEnd: index += 1
      case .step(let step):
        if case .stop = step.kind {} else if !step.isEffect { remaining += 1 }
        index = flow.index(after: index)
      case .branch(let branch):
        index = knownValue(of: branch.condition, in: scope) == false ? branch.otherwise : index + 1
      }
    }
    return Progress(step: top.shownCount + 1, remaining: remaining)
  }
}
