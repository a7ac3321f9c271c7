// SPDX-License-Identifier: Apache-2.0

public import FlowExpressions
import StackFlowCore

// Reviews the answers of a session.
extension FlowSession {
  /// A row of a review: a question and its answer.
  public struct ReviewRow: Hashable, Sendable {
    /// The id of the field, for going back to it.
    public let id: String

    /// The question; the id as words if the flow gives none.
    public let label: String

    /// The question in a few words; nil if the flow gives none.
    public var short: String?

    /// The answer, formatted for display, with dots for a secret; nil if it was left empty.
    public let text: String?

    /// The origin of the answer.
    public let origin: AnswerOrigin

    /// The titled groups, used flows, and forms that contain it, outermost first.
    public var sections: [StepSection] = []

    /// The title of the list of records, or its id as words, if the answer is one of its items; nil for others.
    package var list: String?
  }

  /// The submitted answers, formatted for display.
  ///
  /// - Complexity: O(*n*) in the depth of the stack, plus the cost of evaluating the texts.
  public var reviewRows: [ReviewRow] {
    (0..<max(0, stack.count - 1)).flatMap { reviewRows(at: $0) }
  }

  /// All answers so far: the submitted answers, the finished items of lists that aren't submitted,
  /// and the answered fields of the top form.
  ///
  /// - Complexity: The same as ``reviewRows``.
  public var rowsSoFar: [ReviewRow] {
    (0..<stack.count).flatMap { depth in
      openItemRows(at: depth) ?? (depth == stack.count - 1 ? liveRows : reviewRows(at: depth))
    }
  }

  /// Returns the finished items of a list that isn't submitted, or nil for anything else.
  private func openItemRows(at depth: Int) -> [ReviewRow]? {
    guard let entry = stack.entry(at: depth)?.item, flow.repeat(at: entry.planIndex) != nil,
      let step = flow.step(at: entry.planIndex)
    else { return nil }
    let above = stack.entry(at: depth + 1)?.item
    guard above?.submission == nil else { return nil }
    let items =
      above?.frame?.items ?? (depth == stack.count - 1 ? phase.step?.repeat?.items : nil)
      ?? ItemList()
    let scope = scopeWhenPushed(at: depth)
    let finished = items.filter { $0.problem == nil }
    let title = (try? step.title?.text(in: scope, language: language)) ?? nil
    guard !finished.isEmpty else { return [] }
    return itemRows(
      finished, title: title, id: id(of: step), origin: .asked,
      (try? sections(of: step, in: scope)) ?? [])
  }

  /// The fields of the top form with accepted input.
  private var liveRows: [ReviewRow] {
    guard let live = phase.step, let focus = live.focus else { return [] }
    let sections = live.sections + live.ownSection
    return live.elements.enumerated().compactMap { index, element in
      guard index != focus, element.isVisible, let field = element.field else { return nil }
      // An untouched field before the focus was passed, so its offer was taken or it was left
      // empty.
      guard index < focus || field.draft != .untouched, field.value != nil || index < focus
      else { return nil }
      return ReviewRow(
        id: field.id, label: field.hasLabel ? field.label : field.id.idAsWords,
        short: field.short, text: field.value.map { field.shownText(of: $0) }, origin: .asked,
        sections: sections)
    }
  }

  /// Returns the submitted answers of the step at a depth; empty for notes and for the top.
  public func reviewRows(at depth: Int) -> [ReviewRow] {
    guard let entry = stack.entry(at: depth)?.item, let step = flow.step(at: entry.planIndex),
      let submission = stack.entry(at: depth + 1)?.item.submission
    else { return [] }
    let scope = scopeOfSubmitted(submission, at: depth)
    var rows: [ReviewRow] = []
    var sections = (try? sections(of: step, in: scope)) ?? []
    let title = (try? step.title?.text(in: scope, language: language)) ?? nil
    if let items = submission.items {
      rows = itemRows(
        items, title: title, id: id(of: step), origin: submission.origin, sections)
    } else if case .form = step.kind, let title {
      sections.append(StepSection(id: id(of: step), title: title))
    }
    for (index, element) in step.elements.enumerated() {
      guard let field = element.field else { continue }
      if let when = element.when, (try? when.isTrue(in: scope)) != true { continue }
      let label = try? field.label?.text(in: scope, language: language)
      let short = try? field.short?.text(in: scope, language: language)
      let value = submission.values[index]
      rows.append(
        ReviewRow(
          id: instance(element.id, of: step), label: label ?? field.name.idAsWords,
          short: short, text: value.map { shownText(of: $0, field, in: scope) },
          origin: submission.origin,
          sections: sections))
    }
    return rows
  }

  /// Returns the rows of a list: one for each item, or one that says that there are none.
  private func itemRows(
    _ items: some Collection<RepeatItem>, title: String?, id: String, origin: AnswerOrigin,
    _ sections: [StepSection]
  ) -> [ReviewRow] {
    let label = title ?? id.withoutPositions.idAsWords
    if items.isEmpty {
      return [
        ReviewRow(
          id: id, label: label, text: nil, origin: origin, sections: sections, list: label)
      ]
    }
    return items.enumerated().map { position, item in
      ReviewRow(
        id: id, label: "\(label) \(position + 1)", text: item.summary, origin: origin,
        sections: sections, list: label)
    }
  }

  private func shownText(
    of value: Value, _ field: CheckedField, in scope: SessionScope
  ) -> String {
    let choices = (try? choices(of: field, in: scope)) ?? []
    return AnswerText(type: field.type, choices: choices, zone: options.zone, catalog: catalog)
      .shown(value)
  }

  /// Returns the ids of the answers that going back to a step discards, the step's own first.
  public func discarded(byGoingBackTo id: String) -> [String] {
    guard let depth = depth(of: id) else { return [] }
    var ids: [String] = []
    for row in (depth..<max(depth, stack.count - 1)).flatMap({ reviewRows(at: $0) })
    where ids.last != row.id {
      ids.append(row.id)
    }
    return ids
  }

  /// The day of the last event, in the session's time zone.
  public var today: CalendarDate {
    let parts = now.components(in: options.zone)
    let date = try? CalendarDate(year: parts.year, month: parts.month, day: parts.day)
    return date ?? .earliest
  }

  /// The flow's title in the session's language, or nil if it has none.
  public var title: String? {
    try? flow.title?.text(in: scope(), language: language)
  }

  /// Whether there's a visible step to go back to.
  ///
  /// There's none while an undo is in doubt, because going back would only ask about it again.
  public var canGoBack: Bool {
    switch phase {
    case .finished: return false
    case .undoing where isInDoubt: return false
    default: break
    }
    guard let top = stack.top else { return false }
    if phase.step?.fieldBeforeFocus != nil { return true }
    guard let below = top.shownBelow else { return false }
    return below >= top.floor
  }

  /// Returns whether a request to go back to a step would reach the delegate.
  public func canGoBack(to id: String) -> Bool {
    if case .finished = phase { return false }
    guard let depth = depth(of: id), let top = stack.top,
      let plan = stack.entry(at: depth)?.item.planIndex
    else { return false }
    return depth < stack.count - 1 && depth >= top.floor && flow.effectWord(at: plan) == nil
      && shows(id, at: depth)
  }

  /// The id of the top step, or nil before the start and at the end.
  public var topStepID: String? { topStep.map { id(of: $0.step) } }

  /// The ids of the visible steps below the top, oldest first.
  public var shownSteps: [String] {
    var ids: [String] = []
    var depth = stack.top?.shownBelow
    while let current = depth, let entry = stack.entry(at: current)?.item {
      if let id = self.id(at: current) { ids.append(id) }
      depth = entry.shownBelow
    }
    return ids.reversed()
  }
}

extension StepState {
  /// The section that a titled form is for its fields.
  fileprivate var ownSection: [StepSection] {
    guard case .form = kind, let title else { return [] }
    return [StepSection(id: id, title: title)]
  }
}
