// SPDX-License-Identifier: Apache-2.0

package import FlowExpressions
import FlowModel
import SourceDiagnostics
import StackFlowCore

/// A matrix of which a row is asked.
struct OpenMatrix {
  /// The index of its list in the plan.
  let planIndex: Int

  let list: CheckedRepeat

  let matrix: CheckedMatrix

  /// The rows when this one was begun.
  let frame: RepeatFrame

  /// The depth of the list on the stack.
  let depth: Int
}

// Reads the matrix whose row is the top step.
extension FlowSession {
  /// The matrix whose row is the top step; nil elsewhere.
  var openMatrix: OpenMatrix? {
    guard let (planIndex, step) = topStep, let index = step.repeats.last,
      let list = flow.repeat(at: index), let matrix = list.matrix, matrix.form == planIndex,
      let depth = stack.depth(ofPlanIndex: index), depth + 1 == stack.count - 1,
      let frame = stack.top?.frame
    else { return nil }
    return OpenMatrix(
      planIndex: index, list: list, matrix: matrix, frame: frame, depth: depth)
  }

  /// The id of the innermost list over elements of which an item or a row is asked; nil elsewhere.
  package var listOverElements: String? {
    guard let index = topStep?.step.repeats.last, flow.repeat(at: index)?.over != nil,
      let step = flow.step(at: index)
    else { return nil }
    return id(of: step)
  }

  /// The records of the matrix whose row is asked, in the form in which they can be given, once that row is
  /// submitted as it is; nil elsewhere.
  ///
  /// - Complexity: O(*n*) in the number of cells.
  package var matrixRecords: [Value]? {
    guard let open = openMatrix, case .asking(let live) = phase,
      let items = try? rows(of: open, keeping: live, isPassed: true)
    else { return nil }
    return items.map { .map(kept($0.given, of: open.list.scope, for: .given)) }
  }

  /// The input of the row that becomes the top, when it was left before.
  var draftsOfRow: [String: FieldState.Draft] {
    guard let frame = stack.top?.frame, flow.repeat(at: frame.planIndex)?.matrix != nil,
      frame.items.indices.contains(frame.position)
    else { return Dictionary() }
    return frame.items[frame.position].drafts
  }

  /// Returns the position of the row that an id is about, if it's another row of the matrix whose row is asked:
  /// of a field, of a row such as `ratings[2]`, or of the matrix itself, which is its first row.
  func otherRow(of id: String) -> Int? {
    guard let open = openMatrix, let row = row(of: id, in: open.planIndex),
      row != open.frame.position, open.frame.items.indices.contains(row)
    else { return nil }
    return row
  }

  /// Returns the position of the row of a matrix that an id is about; nil if it's about something else.
  func row(of id: String, in planIndex: Int) -> Int? {
    guard let step = flow.step(at: planIndex) else { return nil }
    let list = self.id(of: step)
    if id == list { return 0 }
    guard id.hasPrefix(list + "[") else { return nil }
    let rest = id.dropFirst(list.count + 1)
    return rest.firstIndex(of: "]").flatMap { Int(rest[..<$0]) }
  }

  /// The position of the nearest row before the top one that shows a field; nil if there's none.
  ///
  /// - Complexity: O(*n*) in the number of rows before it that show none.
  var rowBefore: Int? {
    guard let open = openMatrix else { return nil }
    return stride(from: open.frame.position - 1, through: 0, by: -1).first { position in
      (try? state(ofRow: position, in: open))?.focus != nil
    }
  }

  /// Returns the form of a row as it would be asked.
  private func state(ofRow position: Int, in open: OpenMatrix) throws(FlowFailure) -> StepState? {
    guard let step = flow.step(at: open.matrix.form), let top = stack.top else {
      return nil
    }
    var copy = unhandled
    copy.observer = nil
    copy.stack.pop()
    copy.stack.push(
      StepEntry(
        planIndex: open.matrix.form, submission: nil, computed: [],
        frame: open.frame.at(position), pushedAt: top.pushedAt, shownBelow: top.shownBelow,
        shownCount: top.shownCount, floor: top.floor, language: top.language))
    return try copy.makeState(of: step, planIndex: open.matrix.form)
  }

  /// Returns the heading of the row of a frame.
  func heading(
    of matrix: CheckedMatrix, in frame: RepeatFrame, _ scope: SessionScope
  ) throws(FlowFailure) -> String {
    var scope = scope
    scope.opening = frame
    if let heading = matrix.heading { return try heading.text(in: scope, language: language) }
    switch frame.element {
    case .map?, .list?, nil: return "\(frame.position + 1)"
    case let element?: return element.plainText
    }
  }
}

extension RepeatFrame {
  /// Returns the frame of another item of the same list.
  func at(_ position: Int) -> RepeatFrame {
    RepeatFrame(planIndex: planIndex, items: items, elements: elements, position: position)
  }
}

// MARK: - The table

/// The table of a matrix of which a row is asked.
package struct MatrixState: Hashable, Sendable {
  /// The id of the matrix.
  package let id: String

  /// The title of the matrix; nil if it has none.
  package let title: String?

  /// The description of the matrix, always shown below its title; nil for none.
  package let description: String?

  /// The columns: the fields of the form, in order.
  package let columns: [Column]

  /// The number of rows.
  package let count: Int

  /// The position of the row that is asked.
  package let position: Int

  /// A column of a matrix.
  package struct Column: Hashable, Sendable {
    /// The id of the field, without the position of a row.
    package let id: String

    /// The question in a few words, as the row that is asked has it.
    package let label: String
  }

  /// A row of a matrix.
  package struct Row: Hashable, Sendable {
    /// The position.
    package let position: Int

    /// The heading.
    package let heading: String

    /// The answers by column, formatted for display, with dots for secrets; nil where there's none.
    package let cells: [String?]

    /// The columns whose answers are refused.
    package let refused: [Int]

    /// The columns whose answers are offered, and were not given by the user.
    package let offered: [Int]

    /// Whether it's finished.
    package let isFinished: Bool
  }
}

extension FlowSession {
  /// The table of the matrix of which a row is asked; nil if something else is asked.
  ///
  /// A row is the top step, a form; its fields have ids such as `ratings[2].speed`. ``FlowEvent/focus(field:)``
  /// and ``FlowEvent/edit(field:_:)`` with the id of a field of another row go to that row.
  ///
  /// - Complexity: O(*n*) in the number of fields of a row.
  package var matrix: MatrixState? {
    guard let open = openMatrix, let live = phase.step,
      let step = flow.step(at: open.matrix.form), let list = flow.step(at: open.planIndex)
    else { return nil }
    let scope = scope()
    var columns: [MatrixState.Column] = []
    for (index, element) in step.elements.enumerated() {
      guard let field = element.field else { continue }
      let state = live.elements.indices.contains(index) ? live.elements[index].field : nil
      var label = state.flatMap { $0.hasLabel ? $0.short ?? $0.label : $0.short }
      if label == nil {
        let text = field.texts[.short] ?? field.texts[.label]
        label = text.flatMap { try? $0.text(in: scope, language: language) }
      }
      columns.append(.init(id: element.id, label: label ?? field.name.idAsWords))
    }
    return MatrixState(
      id: id(of: list), title: live.item?.title, description: live.item?.description,
      columns: columns, count: open.frame.items.count,
      position: open.frame.position)
  }

  /// Returns the rows of ``matrix`` in a range.
  ///
  /// - Complexity: O(*m*) in the number of cells of these rows, plus the cost of their choices.
  package func matrixRows(_ range: Range<Int>) -> [MatrixState.Row] {
    guard let open = openMatrix, let live = phase.step,
      let step = flow.step(at: open.matrix.form)
    else { return [] }
    let fields = step.elements.indices.filter { step.elements[$0].field != nil }
    let scope = scope()
    return range.clamped(to: open.frame.items.indices).map { position in
      let frame = open.frame.at(position)
      let heading = try? heading(of: open.matrix, in: frame, scope)
      var cells: [String?] = []
      var refused: [Int] = []
      var offered: [Int] = []
      let item = open.frame.items[position]
      var own = scope
      own.opening = frame
      for (column, index) in fields.enumerated() {
        guard position != open.frame.position else {
          let element = live.elements[index]
          guard element.isVisible, let field = element.field else {
            cells.append(nil)
            continue
          }
          if field.problems.contains(where: { $0.severity == .error }) { refused.append(column) }
          if field.draft == .untouched { offered.append(column) }
          cells.append(field.value.map { field.shownText(of: $0) } ?? field.draftText)
          continue
        }
        guard let field = step.elements[index].field else { continue }
        let id = step.elements[index].id
        let name = String(
          id[(id.lastIndex(of: ".").map { id.index(after: $0) } ?? id.startIndex)...])
        if let draft = item.drafts[id] {
          cells.append(text(of: draft, field, own))
        } else {
          let value = item.answers[.string(name)]
          cells.append(value.flatMap { $0 == .null ? nil : shownText(of: $0, field, in: own) })
        }
      }
      return MatrixState.Row(
        position: position, heading: heading ?? "\(position + 1)", cells: cells, refused: refused,
        offered: offered,
        isFinished: item.problem == nil)
    }
  }

  private func text(
    of draft: FieldState.Draft, _ field: CheckedField, _ scope: SessionScope
  ) -> String? {
    switch draft {
    case .untouched, .empty: nil
    case .typed(let text): field.isSecret ? AnswerText.mask : text
    case .data(let value): field.isSecret ? AnswerText.mask : shownText(of: value, field, in: scope)
    }
  }
}

extension FieldState {
  /// The typed text, though it isn't acceptable; nil for a secret.
  fileprivate var draftText: String? {
    if case .typed(let text) = draft, !isSecret, !text.isEmpty { text } else { nil }
  }
}
