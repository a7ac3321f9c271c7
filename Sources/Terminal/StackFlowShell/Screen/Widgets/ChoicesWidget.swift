// SPDX-License-Identifier: Apache-2.0

import FlowExpressions
import FlowModel
import FlowSessions
import Localization
import TerminalCells
import TerminalIO

/// A list in which any number is marked; typing filters it, and Space marks while nothing is typed.
struct ChoicesWidget: LinedWidget, ClickedWidget {
  var field: FieldState {
    didSet {
      guard list.update(field) else { return }
      list.pointAtFirst()
      marked = markedAtFirst
    }
  }

  private var list: FilteredList

  /// The choice that Enter has marked, on which the pointer stays when the filter is cleared.
  private var found: Int?

  private var marked: Set<Int> {
    get { list.marked ?? [] }
    set { list.marked = newValue }
  }

  /// Creates a list with the answer so far, or with what is offered, marked.
  init(field: FieldState) {
    self.field = field
    list = FilteredList(field)
    marked = markedAtFirst
  }

  /// The rows that are marked before the user marks others.
  private var markedAtFirst: Set<Int> {
    var answer = field.valueAtFirst
    // A refused answer is still marked.
    if case .data(let data) = field.draft, field.unfinished == nil { answer = data }
    var chosen: Set<Value> = []
    if case .list(let values)? = answer { chosen = Set(values) }
    return Set(
      list.choices.indices.filter {
        list.choices[$0].isLocked || chosen.contains(list.choices[$0].value)
      })
  }

  /// The marked choices, with the one that the filter has found, unless they're the answer already.
  var picked: FieldInput? {
    var all = marked
    if list.entry == .other, !list.otherText.isEmpty {
      var copy = self
      all = copy.toggled([copy.list.add(other: list.otherText)], isMarking: true)
      return copy.answer(with: all)
    }
    if !list.typed.isEmpty, let index = list.chosen, !marked.contains(index) {
      all = list.choices[index].isEnabled ? toggled([index]) : marked.union([index])
    }
    return all == markedAtFirst ? nil : answer(with: all)
  }

  private func answer(with marked: Set<Int>) -> FieldInput {
    .value(.list(marked.sorted().map { list.choices[$0].value }))
  }

  /// The line is the filter.
  var initialText: String? { "" }

  /// The rows of the list.
  func hasRow(above isUp: Bool, line: EditedLine) -> Bool { list.hasRow(above: isUp) }

  /// Marks, moves the pointer, or answers.
  mutating func take(_ key: Key, line: EditedLine) -> WidgetUse {
    guard !line.isWord else { return .ignored }
    if list.take(key) { return .used }
    let extra = list.entry?.extra
    switch (key.code, key.modifiers) {
    case (.enter, []) where extra != nil: return extra.map { .answer($0.input) } ?? .used
    // A label can have several words, so a blank is a part of the filter.
    case (.character(" "), []) where !list.typed.isEmpty: return .ignored
    case (.character(" "), []) where extra != nil: return .used
    // Spaces are a part of a text beside the choices.
    case (.character(" "), []) where list.entry == .other:
      return list.otherText.isEmpty ? .used : .ignored
    case (.character(" "), []):
      guard let index = list.chosen else { return .ignored }
      // The session refuses a choice that can't be chosen, with its reason.
      guard list.choices[index].isEnabled || marked.contains(index) else {
        return .answer(answer(with: marked.union([index])))
      }
      return mark(toggled([index]))
    case (.character("a"), .alt): return mark(allToggled)
    case (.character("i"), .alt): return mark(toggled(list.matches))
    case (.enter, []) where list.entry == .other && !list.otherText.isEmpty: return markOther()
    case (.enter, []):
      guard !list.typed.isEmpty else { return .answer(answer(with: marked)) }
      guard let index = list.chosen else {
        // A text that matches nothing is refused with its reason, unless it takes all marks away.
        guard field.catalog.meansNone(line.text) else { return .ignored }
        marked = []
        return .text("")
      }
      // The typed choice is meant to be marked, if it isn't yet.
      let more = marked.contains(index) ? marked : toggled([index])
      guard marked.contains(index) || (list.choices[index].isEnabled && fits(more)) else {
        return .answer(answer(with: marked.union([index])))
      }
      marked = more
      found = index
      return .text("")
    case (.escape, []): return line.text.isEmpty ? .used : .text("")
    default: return .ignored
    }
  }

  /// Marks the text beside the choices that's typed, in a row of its own, and clears the line.
  private mutating func markOther() -> WidgetUse {
    var copy = self
    let index = copy.list.add(other: list.otherText)
    // It may name a choice that can't be chosen, which the session refuses with its reason.
    guard copy.list.choices[index].isEnabled || marked.contains(index) else {
      return .answer(copy.answer(with: marked.union([index])))
    }
    let more = copy.toggled([index], isMarking: true)
    guard copy.fits(more) else { return .answer(copy.answer(with: more)) }
    self = copy
    marked = more
    list.pointAtOther()
    return .text("")
  }

  /// Marks these choices and no others, unless they're more than before and than may be chosen.
  ///
  /// The session refuses those, with its reason, and the marks stay.
  private mutating func mark(_ choices: Set<Int>) -> WidgetUse {
    guard fits(choices) else { return .answer(answer(with: choices)) }
    marked = choices
    return .used
  }

  private func fits(_ choices: Set<Int>) -> Bool {
    choices.count <= max(field.itemLimits.most ?? .max, marked.count)
  }

  /// The marks after the key that marks everything that the filter finds, or nothing of it.
  private var allToggled: Set<Int> {
    let all = Set(list.matches.filter { list.choices[$0].isOneOfAll })
    let others = marked.filter { !list.choices[$0].isAlone }
    return all.isSubset(of: others)
      ? others.filter { !all.contains($0) || list.choices[$0].isLocked } : others.union(all)
  }

  private func toggled(
    _ indices: some Sequence<Int>, isMarking: Bool = false
  ) -> Set<Int> {
    var choices = marked
    for index in indices where list.choices[index].isEnabled || choices.contains(index) {
      if choices.contains(index) {
        if !isMarking, !list.choices[index].isLocked { choices.remove(index) }
      } else if list.choices[index].isAlone {
        choices = [index]
      } else {
        choices = choices.filter { !list.choices[$0].isAlone }
        choices.insert(index)
      }
    }
    return choices
  }

  /// Marks the choice that was clicked, or takes its mark away.
  mutating func noteClick(onEntry entry: Int) -> WidgetUse? {
    guard entry != FilteredList.otherEntry else {
      list.pointAtOther()
      return .used
    }
    list.point(at: .choice(entry))
    return mark(toggled([entry]))
  }

  /// Filters the list.
  mutating func lineChanged(_ line: EditedLine) {
    guard list.filter(by: line), let found else { return }
    list.point(at: .choice(found))
    self.found = nil
  }

  func layOutBelow(columns: Int, in context: WidgetContext) -> CellLayout {
    list.layOut(columns: columns, in: context)
  }

  /// Draws the filter.
  func drawAnswer(on canvas: inout CellCanvas, in context: WidgetContext) {
    let place = list.place(onlyIfUncounted: true, in: context)
    let counts = field.catalog.list([place, self.counts].compactMap { $0 })
    context.drawLine(
      on: &canvas, remark: list.typed.isEmpty ? context.remark(of: field, counts) : counts,
      shortRemark: place ?? "")
  }

  /// How many are marked, and how many may be.
  private var counts: String {
    let limits = field.itemLimits
    let catalog = field.catalog
    let range: String? =
      switch (limits.least, limits.most) {
      case (let least?, let most?) where least == most:
        catalog.text(.rangeExactly, ["count": .count(least)])
      case (let least?, let most?):
        catalog.text(.rangeBetween, ["least": .text("\(least)"), "most": .text("\(most)")])
      case (let least?, nil) where least > 0:
        catalog.text(.rangeAtLeast, ["least": .text("\(least)")])
      case (_, let most?): catalog.text(.rangeAtMost, ["most": .text("\(most)")])
      default: nil
      }
    let count = catalog.text(.chosenCount, ["count": .count(marked.count)])
    return catalog.list([count] + [range].compactMap { $0 })
  }

  /// The hints about the keys in the list.
  func hints(in context: WidgetContext) -> [KeyHint] {
    let clear =
      !list.typed.isEmpty
      ? [context.hint("esc", .actClear)]
      : list.choices.count > 1 ? [context.hint("", .actFilter)] : []
    if list.entry == .other {
      return list.otherText.isEmpty
        ? [context.next] + clear : [context.hint("enter", .actMark)] + clear
    }
    if list.matches.isEmpty, !list.typed.isEmpty { return [context.next] + clear }
    if list.entry?.extra != nil { return [context.hint("enter", .actTake)] + clear }
    let all = allToggled
    let one = list.chosen.map { toggled([$0]) } ?? marked
    let canMark = one != marked && fits(one)
    // While a filter is typed, Enter marks what it finds, and clears it.
    let found = list.typed.isEmpty ? nil : list.chosen
    let isMarked = found.map { marked.contains($0) } ?? false
    let enter =
      found == nil
      ? [context.next]
      : isMarked
        ? [context.hint("enter", .actClear)] : canMark ? [context.hint("enter", .actMark)] : []
    return (canMark && list.typed.isEmpty ? [context.hint("space", .actMark)] : []) + enter
      + (all != marked && fits(all) ? [context.hint("alt-a", .actAll)] : [])
      + (isMarked ? [] : clear)
  }
}
