// SPDX-License-Identifier: Apache-2.0

import FlowExpressions
public import FlowModel
import StackFlowCore

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

    /// Whether the answer is a secret, whose text is dots.
    var isSecret = false

    /// The origin of the answer.
    public let origin: AnswerOrigin

    /// The titled groups, used flows, and forms that contain it, outermost first.
    public var sections: [StepSection] = []

    /// The title of the list of records, or its id as words, if the answer is one of its items; nil for others.
    package var list: String?
  }
}

// Reviews the answers of a session.
extension FlowSession {
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
  package var rowsSoFar: [ReviewRow] { (0..<stack.count).flatMap { rowsSoFar(at: $0) } }

  /// Returns the answers so far of the step at a depth.
  func rowsSoFar(at depth: Int) -> [ReviewRow] {
    openItemRows(at: depth) ?? (depth == stack.count - 1 ? liveRows : reviewRows(at: depth))
  }

  /// Returns the finished items of a list that isn't submitted, or nil for anything else.
  private func openItemRows(at depth: Int) -> [ReviewRow]? {
    guard let entry = stack.entry(at: depth)?.item, flow.repeat(at: entry.planIndex) != nil,
      let step = flow.step(at: entry.planIndex)
    else { return nil }
    let above = stack.entry(at: depth + 1)?.item
    guard above?.submission == nil else { return nil }
    let items =
      above?.frame?.items
      ?? (depth == stack.count - 1 ? phase.step?.repeat?.items : nil)
      ?? ItemList()
    let scope = scopeWhenPushed(at: depth)
    let finished = items.filter { $0.problem == nil }
    let title = (try? step.title?.text(in: scope, language: language)) ?? nil
    guard !finished.isEmpty else { return [] }
    return itemRows(
      finished, title: title, id: id(of: step), origin: .typed,
      (try? sections(of: step, in: scope)) ?? [], entry.planIndex, scope)
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
        short: field.short, text: field.value.map { field.shownText(of: $0) },
        isSecret: field.isSecret,
        origin: field.origin, sections: sections)
    }
  }

  /// Returns the submitted answers of the step at a depth; empty for notes and for the top.
  package func reviewRows(at depth: Int) -> [ReviewRow] { reviewRows(at: depth, withWords: true) }

  /// Returns the submitted answers of the step at a depth, without their labels, titles, and sections if only the
  /// answers are needed.
  func reviewRows(at depth: Int, withWords: Bool) -> [ReviewRow] {
    guard let entry = stack.entry(at: depth)?.item,
      let step = flow.step(at: entry.planIndex),
      let submission = stack.entry(at: depth + 1)?.item.submission
    else { return [] }
    let scope = scopeOfSubmitted(submission, at: depth)
    var rows: [ReviewRow] = []
    var sections = withWords ? (try? sections(of: step, in: scope)) ?? [] : []
    let title = withWords ? (try? step.title?.text(in: scope, language: language)) ?? nil : nil
    if let items = submission.items {
      rows = itemRows(
        items, title: title, id: id(of: step), origin: submission.origin, sections,
        entry.planIndex, scope)
    } else if case .form = step.kind, let title {
      sections.append(StepSection(id: id(of: step), title: title))
    }
    for (index, element) in step.elements.enumerated() {
      guard let field = element.field else { continue }
      if let when = element.when, (try? when.isTrue(in: scope)) != true { continue }
      var label = ""
      var short: String?
      if withWords {
        label =
          (try? field.texts[.label]?.text(in: scope, language: language)) ?? field.name.idAsWords
        short = try? field.texts[.short]?.text(in: scope, language: language)
      }
      let value = submission.values[index]
      rows.append(
        ReviewRow(
          id: instance(element.id, of: step), label: label, short: short,
          text: value == "" ? nil : value.map { shownText(of: $0, field, in: scope) },
          isSecret: field.type == .secret, origin: submission.origin(of: index),
          sections: sections))
    }
    return rows
  }

  /// Returns the rows of a list: one for each item, or one that says that there are none.
  private func itemRows(
    _ items: some Collection<RepeatItem>, title: String?, id: String, origin: AnswerOrigin,
    _ sections: [StepSection], _ planIndex: Int, _ scope: SessionScope
  ) -> [ReviewRow] {
    let matrix = flow.repeat(at: planIndex)?.matrix
    var sections = sections
    if matrix != nil, let title { sections.append(StepSection(id: id, title: title)) }
    let label = title ?? id.withoutPositions.idAsWords
    if items.isEmpty {
      return [
        ReviewRow(
          id: id, label: label, text: nil, origin: origin, sections: sections, list: label)
      ]
    }
    let elements = matrix == nil ? [] : unkeptElements(of: planIndex, in: scope)
    return items.enumerated().map { position, item in
      let heading = matrix.flatMap { matrix in
        let frame = RepeatFrame(
          planIndex: planIndex, items: ItemList(), elements: elements, position: position)
        return try? self.heading(of: matrix, in: frame.about(item), scope)
      }
      return ReviewRow(
        id: id, label: heading ?? "\(label) \(position + 1)", text: item.summary, origin: origin,
        sections: sections, list: label)
    }
  }

  /// Returns the elements of a list whose items don't keep theirs, because there are secrets in them.
  private func unkeptElements(of planIndex: Int, in scope: SessionScope) -> [Value] {
    guard let over = flow.repeat(at: planIndex)?.over, readsSecret(over),
      case .list(let elements)? = try? over.value(in: scope).unwrapped
    else { return [] }
    return elements
  }

  func shownText(of value: Value, _ field: CheckedField, in scope: SessionScope) -> String {
    let choices: [Choice] =
      switch field.type.kind.family {
      case .choice: ChoiceLabels(field: field, scope: scope).choices(of: [value])
      case .choices:
        ChoiceLabels(field: field, scope: scope).choices(of: value.elements ?? [value])
      case .text, .integer, .number, .boolean, .time, .list, .map:
        (try? self.choices(of: field, in: scope)) ?? []
      }
    let words = (try? words(of: field, in: scope)) ?? catalog
    return AnswerText(
      type: field.type, choices: choices, items: field.items.known, zone: options.zone,
      catalog: words
    ).shown(value)
  }
}

extension StepState {
  /// The section that a titled form is for its fields.
  fileprivate var ownSection: [StepSection] {
    guard case .form = kind, let title else { return [] }
    return [StepSection(id: id, title: title)]
  }
}
