// SPDX-License-Identifier: Apache-2.0

import FlowExpressions
import FlowModel
import FlowScreens
import FlowSessions
import Localization
import TerminalCells
import TerminalIO

/// The choices of a field as a list that typing filters, with a pointer.
///
/// The choices that the filter finds are in the order of their fit, without sections.
struct FilteredList {
  /// An entry of the list.
  enum Entry: Hashable {
    /// Leaves the field empty; a filter hides it.
    case empty(label: String)

    /// Takes the default, which Enter alone doesn't take; a filter hides it.
    case takeDefault(label: String)

    /// A choice, by its index.
    case choice(Int)

    /// The row for a text beside the choices, which is typed while the pointer is on it.
    case other

    /// The index of the choice; nil for another entry.
    var choice: Int? { if case .choice(let index) = self { index } else { nil } }

    /// The label of an entry above the choices, and the input that Enter on it gives; nil for any other.
    var extra: (label: String, input: FieldInput)? {
      switch self {
      case .empty(let label): (label, .empty)
      case .takeDefault(let label): (label, .default)
      case .choice, .other: nil
      }
    }
  }

  private var field: FieldState

  /// The choices, and below them the texts beside them that are answers already.
  private(set) var choices: [Choice]

  /// The text that's typed, which the row for texts beside the choices shows and takes.
  private(set) var otherText = ""

  /// Whether the pointer was moved to that row, so that what's typed is no filter.
  private var isTypingOther = false

  /// The indices of the choices that are marked; nil for a list without marks.
  var marked: Set<Int>?

  /// The text of the filter.
  private(set) var typed = ""

  /// The entries above the choices.
  private var extraEntries: [Entry]
  private var filter: FuzzyFilter

  /// The entries while nothing is typed.
  private var all: ListSections
  private var list: PointedList

  /// Creates a list whose pointer is on the first choice.
  init(_ field: FieldState) {
    self.field = field
    choices = field.choices + field.otherAnswers
    extraEntries = field.extraEntries
    filter = FuzzyFilter(choices.lazy.map(\.label))
    all = Self.sections(of: choices, field, below: extraEntries.count)
    list = PointedList(all)
    pointAtFirst()
  }

  private static func sections(
    of choices: [Choice], _ field: FieldState, below extras: Int
  ) -> ListSections {
    guard let other = field.otherChoice else { return ListSections(choices, below: extras) }
    return ListSections(choices + [other], below: extras)
  }

  /// Adds a text beside the choices as a row of its own, unless it has one.
  ///
  /// - Returns: The index of the row: that of a choice, if the text is its value or its label.
  mutating func add(other text: String) -> Int {
    let answer = field.answer(typedBesideChoices: text)
    if let index = choices.firstIndex(where: { $0.value == answer }) { return index }
    choices.append(Choice(value: .string(text), label: text))
    filter = FuzzyFilter(choices.lazy.map(\.label))
    all = Self.sections(of: choices, field, below: extraEntries.count)
    applyFilter()
    return choices.count - 1
  }

  /// Takes the field as it is now; the filter stays, and so does the pointer if its entry does.
  ///
  /// - Returns: Whether the choices have changed.
  mutating func update(_ field: FieldState) -> Bool {
    let entry = entry
    let hasOtherChoices = field.choices != self.field.choices
    self.field = field
    // Whether a choice is called none is known as long as the choices stay.
    let isNone = hasOtherChoices || field.isRequired == (none != nil)
    let entries = [isNone ? field.emptyEntry : none, field.defaultEntry].compactMap { $0 }
    guard hasOtherChoices || entries != extraEntries else { return false }
    extraEntries = entries
    if hasOtherChoices {
      choices = field.choices + field.otherAnswers
      filter = FuzzyFilter(choices.lazy.map(\.label))
    }
    all = Self.sections(of: choices, field, below: entries.count)
    applyFilter()
    if let entry { point(at: entry) }
    return hasOtherChoices
  }

  /// The entries above the choices that are shown.
  private var extras: [Entry] {
    if typed.isEmpty { return extraEntries }
    guard let none, typed.lowercased() == none.extra?.label.lowercased() else { return [] }
    return [none]
  }

  /// The entry that leaves the field empty.
  private var none: Entry? {
    if case .empty? = extraEntries.first { extraEntries[0] } else { nil }
  }

  /// The indices of the choices that the filter finds.
  var matches: FuzzyFilter.Matches { filter.matches }

  /// The number of entries.
  var count: Int { list.count }

  /// The entry under the pointer; nil in an empty list.
  var entry: Entry? { list.entry.flatMap { entry(at: $0) } }

  private func entry(at position: Int) -> Entry? {
    let extras = extras
    if extras.indices.contains(position) { return extras[position] }
    let place = position - extras.count
    if matches.indices.contains(place) { return .choice(matches[place]) }
    return field.otherLabel != nil && place == matches.count ? .other : nil
  }

  /// The index of the choice that the pointer is on.
  var chosen: Int? { entry?.choice }

  // MARK: Moving

  /// Moves the pointer to the first choice that the filter finds.
  mutating func pointAtFirst() {
    list.begin(list.rows)
    if !matches.isEmpty { list.move(to: extras.count) }
  }

  /// Moves the pointer to an entry, if it's shown.
  mutating func point(at entry: Entry) {
    if entry == .other, field.otherLabel != nil { list.move(to: extras.count + matches.count) }
    guard let index = entry.choice else {
      if let position = extras.firstIndex(of: entry) { list.move(to: position) }
      return
    }
    if let position = matches.firstIndex(of: index) { list.move(to: extras.count + position) }
  }

  /// Moves the pointer to the answer so far, or to what's offered; else to the row for none, or to the first
  /// choice that can be chosen.
  mutating func pointAtOffer() {
    let offered = field.valueAtFirst
    let index = offered.flatMap { value in choices.firstIndex { $0.value == value } }
    if let index, matches.contains(index) { return point(at: .choice(index)) }
    if let none { return point(at: none) }
    guard let open = matches.first(where: { choices[$0].isEnabled }) else { return pointAtFirst() }
    point(at: .choice(open))
  }

  /// Moves the pointer as a key says.
  ///
  /// - Returns: Whether the key moves a pointer.
  mutating func take(_ key: Key) -> Bool {
    guard list.take(key) else { return false }
    isTypingOther = entry == .other
    return true
  }

  /// Whether there's an entry above or below the one that the pointer is on.
  func hasRow(above isUp: Bool) -> Bool { list.hasEntry(above: isUp) }

  /// Filters the choices by what is typed; the pointer is on the best one then.
  ///
  /// A number, a value, and whatever else an answer takes as a choice find the choice that they mean, so that
  /// Enter takes none that isn't shown.
  ///
  /// - Returns: Whether the filter has changed.
  mutating func filter(by line: EditedLine) -> Bool {
    // Blanks alone are an empty answer, and filter nothing.
    let text = line.isWord || line.text.trimmed.isEmpty ? "" : line.text
    otherText = text.trimmed
    if isTypingOther, !text.isEmpty { return false }
    isTypingOther = isTypingOther && !line.isWord
    guard text != typed else { return false }
    typed = text
    applyFilter()
    if isTypingOther { point(at: .other) } else { pointAtFirst() }
    return true
  }

  private mutating func applyFilter() {
    filter.apply(typed)
    if !typed.isEmpty {
      filter.add(
        filter.matches.isEmpty
          ? field.choicesMeant(by: typed) : field.choices(withNumberOrValue: typed))
    }
    let others = field.otherLabel == nil ? 0 : 1
    list.rows = typed.isEmpty ? all : ListSections(count: extras.count + matches.count + others)
  }

  // MARK: Drawing

  /// Lays out the entries that fit, with the cursor on the pointer unless a filter is typed; or why there are none.
  func layOut(columns: Int, in context: WidgetContext) -> CellLayout {
    guard count > 0 else {
      let text =
        choices.isEmpty
        ? field.emptyText ?? context.catalog.text(.nothingToChooseHere)
        : context.catalog.text(.nothingMatches)
      let lines = text.escapedForDisplay.wrapped(to: max(1, columns - 2))
      return CellLayout(
        rows: lines.map { CellRow($0, column: 2, style: context.theme.faint) })
    }
    var layout = list.layOut(columns: columns, in: context) { rows in
      rows.map { row(list.rows[$0], in: context) }
    }
    if !typed.isEmpty || !otherText.isEmpty || context.line.isWord {
      (layout.cursor, layout.pointed) = (nil, 0..<0)
    }
    return layout
  }

  /// The position of the pointer in the list as it was laid out last, such as "3 of 12"; nil where every choice is shown,
  /// or it's on none, and with `onlyIfUncounted` also where rows say what is above and below.
  func place(onlyIfUncounted: Bool = false, in context: WidgetContext) -> String? {
    guard list.isCut, !onlyIfUncounted || !list.saysRest, let position = list.entry,
      position >= extras.count, position < extras.count + matches.count
    else { return nil }
    return context.catalog.text(
      .ofMany,
      ["number": .count(position - extras.count + 1), "count": .count(matches.count)])
  }

  /// The entry of a click on the row for a text beside the choices.
  static let otherEntry = -1

  /// Moves the pointer to that row, as the user does.
  mutating func pointAtOther() {
    point(at: .other)
    isTypingOther = true
  }

  /// The effect of a click on a choice: in a list with marks, the widget changes the mark.
  private func click(on index: Int) -> RowClick {
    marked == nil
      ? RowClick(use: .answer(.value(choices[index].value)))
      : RowClick(use: .used, entry: index)
  }

  /// The sign before a label; empty for none.
  private func mark(of index: Int, _ signs: ScreenSigns) -> String {
    marked.map { $0.contains(index) ? signs.marked : signs.notMarked } ?? ""
  }

  private func row(_ row: ListSections.Row, in context: WidgetContext) -> ListRow {
    switch row {
    case .separation(let separation): return ListRow(label: "", separation: separation)
    case .choice(let position):
      guard let entry = entry(at: position) else { return ListRow(label: "") }
      if let extra = entry.extra {
        return ListRow(label: extra.label, click: RowClick(use: .answer(extra.input)))
      }
      if entry == .other {
        let other = field.otherChoice
        let label = other?.label ?? ""
        return ListRow(
          mark: marked == nil ? "" : context.theme.signs.notMarked,
          label: otherText.isEmpty ? label : "\(label): \(otherText)",
          detail: otherText.isEmpty ? other?.hint ?? "" : "",
          click: RowClick(use: .used, entry: Self.otherEntry))
      }
      let index = entry.choice ?? 0
      let choice = choices[index]
      return ListRow(
        mark: mark(of: index, context.theme.signs), label: choice.label,
        detail: choice.detail(context.catalog),
        isEnabled: choice.isEnabled, marks: FuzzyFilter.marks(of: typed, in: choice.label),
        click: click(on: index))
    }
  }
}

extension FieldState {
  /// The entries above the choices of its list.
  var extraEntries: [FilteredList.Entry] { [emptyEntry, defaultEntry].compactMap { $0 } }

  /// The number of entries above the choices of its list.
  package var extraEntryCount: Int { extraEntries.count }

  /// The texts beside the choices in the answer so far, as rows of its list; those of a refused answer, too, unless it's
  /// one text, which is in the line.
  fileprivate var otherAnswers: [Choice] {
    guard otherLabel != nil, refusedOther == nil else { return [] }
    var answer = valueAtFirst
    if case .data(let data) = draft, unfinished == nil { answer = data }
    return others(in: answer).map { Choice(value: $0, label: $0.plainText) }
  }

  /// The entry of its list that leaves an optional choice empty.
  var emptyEntry: FilteredList.Entry? {
    type == .choice ? noneLabel.map { .empty(label: $0) } : nil
  }

  /// The entry of its list that takes the default, where Enter alone takes another answer.
  fileprivate var defaultEntry: FilteredList.Entry? {
    Question.Field(self).namedDefault.map { .takeDefault(label: $0) }
  }
}
