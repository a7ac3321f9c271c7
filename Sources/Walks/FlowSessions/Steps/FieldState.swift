// SPDX-License-Identifier: Apache-2.0

public import FlowExpressions
public import FlowModel
public import Localization
import SourceDiagnostics

/// The state of a field, as shown to the user.
public struct FieldState: Hashable, Sendable {
  /// The input in a field.
  public enum Draft: Hashable, Sendable {
    /// No input, so the field shows what's offered.
    case untouched

    /// Typed text.
    case typed(String)

    /// Data.
    case data(Value)

    /// The field was deliberately left empty.
    case empty
  }

  /// The value that Enter alone accepts.
  public struct Offer: Hashable, Sendable {
    /// The source of an offer.
    public enum Source: Hashable, Sendable {
      /// The user's last input at this question in this walk.
      case typed

      /// An answer of an earlier walk.
      case suggestion

      /// The default.
      case `default`
    }

    /// The value.
    public let value: Value

    /// Its source.
    public let source: Source

    /// Whether it's an earlier answer; otherwise, it's the default.
    public var isSuggestion: Bool { source != .default }
  }

  /// The stored properties of a state, which its copies share until one of them changes.
  struct Contents: Hashable, Sendable {
    var texts: FieldTexts
    var offered = FieldOffers.none
    var draft = Draft.untouched
    var entered = AnswerOrigin.typed
    var value: Value?
    var problems: [Problem] = []
    var refusals = 0
    var isConfirmed = false
    var firstEntry: String?
    var found: [Problem] = []
  }

  private var contents: CopyOnWrite<Contents>

  /// Creates a field without an offer or an input.
  init(_ texts: FieldTexts) { contents = CopyOnWrite(Contents(texts: texts)) }

  /// The evaluated texts of the field, shared by its states until one of the expressions changes
  /// its value.
  package var texts: FieldTexts {
    @inline(__always) _read { yield contents.value.texts }
    @inline(__always) _modify { yield &contents.value.texts }
  }

  /// The field's id.
  public var id: String { texts.id }

  /// The name of its answer in data; the id, unless a key gives another.
  package var dataName: String { texts.dataName }

  /// The type of the answer.
  public var type: FieldType { texts.type }

  /// The question, or the id if the file has none.
  public var label: String { texts.words[.label] ?? texts.id }

  /// Whether the file has a question.
  package var hasLabel: Bool { texts.words[.label] != nil }

  /// The question in a few words; nil if the file gives none.
  public var short: String? { texts.words[.short] }

  /// The description of the question, always shown below it; nil for none.
  public var description: String? { texts.words[.description] }

  /// A longer explanation.
  public var help: String? { texts.words[.help] }

  /// A short explanation next to the field.
  public var hint: String? { texts.words[.hint] }

  /// The choices.
  public var choices: [Choice] { texts.choices }

  /// The label of the row for a text beside the choices; nil if only choices are answers.
  public var otherLabel: String? { texts.other?.label }

  /// The text to show if there are no choices.
  package var emptyText: String? { texts.words[.empty] }

  /// Completions.
  ///
  /// Other values are allowed as well.
  public var completions: [String] { texts.completions }

  /// Whether an answer is required.
  public var isRequired: Bool { texts.isRequired }

  /// The default and the suggestion.
  var offered: FieldOffers {
    @inline(__always) _read { yield contents.value.offered }
    @inline(__always) _modify { yield &contents.value.offered }
  }

  /// The default, or nil if there isn't an acceptable one.
  public var defaultValue: Value? { offered.defaultValue }

  /// The value that Enter alone accepts.
  public var offer: Offer? { offered.offer }

  /// The default that Enter alone doesn't accept, because an earlier answer is offered, or the field was left
  /// empty on purpose; nil if there's no other default.
  package var otherDefault: Value? {
    guard let defaultValue, offer?.source != .default, defaultValue != offer?.value else {
      return nil
    }
    return defaultValue
  }

  /// A default, an earlier answer, or a suggestion of a list or a map that's shown although one of its elements is
  /// refused, so that it can be corrected; nil for none.
  package var refusedOffer: Value? { draft == .untouched ? offered.refused : nil }

  /// The known reason why the default isn't offered; nil if there's none, or if it's acceptable.
  var refusedDefault: RefusedDefault? { offered.refusal }

  /// That the default has elements that can't be chosen now; nil if it has none.
  package var lostElements: String? {
    guard !offered.lost.isEmpty else { return nil }
    let names = AnswerText.labels(of: offered.lost, among: choices).map(catalog.quoted)
    return catalog.text(.defaultLoses, ["choices": .text(catalog.list(names))])
  }

  /// The origin of the answer if the step is submitted as it is.
  var origin: AnswerOrigin {
    if draft != .untouched { return entered }
    // A list without elements that nothing has offered is the user's answer.
    let isOwn = offer == nil && value != nil && value == completed(type.withoutElements)
    return isOwn || offer?.source == .typed || offered.isLeftEmpty ? .typed : .accepted
  }

  /// The input in the field.
  public internal(set) var draft: Draft {
    @inline(__always) _read { yield contents.value.draft }
    @inline(__always) _modify { yield &contents.value.draft }
  }

  /// The text or the data that was typed or picked here before and isn't submitted; nil for none.
  ///
  /// It's no answer, and isn't offered: a face begins with it, and only what's submitted then counts.
  public var unfinished: FieldInput? { offered.unfinished }

  /// The value that a list or a calendar points at when it begins: the unfinished one, the answer so far, or what's
  /// offered.
  package var valueAtFirst: Value? {
    if case .value(let value)? = unfinished { return value }
    return draft == .empty ? nil : value ?? offer?.value
  }

  /// The origin of the input.
  var entered: AnswerOrigin {
    @inline(__always) _read { yield contents.value.entered }
    @inline(__always) _modify { yield &contents.value.entered }
  }

  /// The current value, or nil if there isn't an acceptable one.
  public internal(set) var value: Value? {
    @inline(__always) _read { yield contents.value.value }
    @inline(__always) _modify { yield &contents.value.value }
  }

  /// The problems of the draft.
  public internal(set) var problems: [Problem] {
    @inline(__always) _read { yield contents.value.problems }
    @inline(__always) _modify { yield &contents.value.problems }
  }

  /// The number of times that input was refused since the step was pushed; counting stops at 3,
  /// because faces only distinguish the first ones.
  public internal(set) var refusals: Int {
    @inline(__always) _read { yield contents.value.refusals }
    @inline(__always) _modify { yield &contents.value.refusals }
  }

  /// The number at which ``refusals`` stays.
  static let maximumRefusals = 3

  /// Whether the warnings of the current draft were confirmed.
  var isConfirmed: Bool {
    @inline(__always) _read { yield contents.value.isConfirmed }
    @inline(__always) _modify { yield &contents.value.isConfirmed }
  }

  /// Returns an answer of several choices with those that are always a part of it, in their order.
  ///
  /// Returns any other value unchanged, and also an answer without such choices.
  func completed(_ value: Value?) -> Value? {
    guard type == .choices, choices.contains(where: \.isLocked) else { return value }
    var chosen: Set<Value> = []
    switch value {
    case .list(let values)?: chosen = Set(values)
    case nil: break
    default: return value
    }
    let others =
      if case .list(let values)? = value { choices.others(in: values) } else { [Value]() }
    return .list(
      choices.filter { $0.isLocked || chosen.contains($0.value) }.map(\.value)
        + (texts.other == nil ? [] : others))
  }

  /// The choice in an answer that goes with no other; nil if there's none.
  func choiceAlone(in value: Value) -> Choice? {
    guard type == .choices, case .list(let values) = value else { return nil }
    return choices.first { $0.isAlone && values.contains($0.value) }
  }

  /// The choices that were added to the input because they're always a part of the answer, in words; nil for none.
  private var addedChoices: String? {
    guard case .list(let values)? = value, draft != .untouched,
      case let locked = choices.filter(\.isLocked), !locked.isEmpty
    else { return nil }
    let entered: Value? =
      switch draft {
      case .typed(let text): (try? parser(extendedReading: nil).parse(text)) ?? nil
      case .data(let data): data
      case .empty, .untouched: nil
      }
    var given: Set<Value> = []
    if case .list(let elements)? = entered { given = Set(elements.map(\.comparedAsData)) }
    let added = locked.filter {
      values.contains($0.value) && !given.contains($0.value.comparedAsData)
    }
    guard !added.isEmpty else { return nil }
    return catalog.text(
      .choicesAdded, ["choices": .text(catalog.list(added.map { catalog.quoted($0.label) }))])
  }

  /// Whether a secret must be entered twice.
  public var asksTwice: Bool { texts.flags.has(.confirm) }

  /// The random text that Enter alone takes; nil for none.
  ///
  /// The walk draws it, so it isn't an ``offer``.
  public var generate: GeneratedSecret? { texts.generate }

  /// The first entry of a secret that must be entered twice.
  var firstEntry: String? {
    @inline(__always) _read { yield contents.value.firstEntry }
    @inline(__always) _modify { yield &contents.value.firstEntry }
  }

  /// The priority of the question.
  var priority: FieldPriority { texts.priority }

  /// The constraints on the value.
  package var constraints: [ConstraintCheck] { texts.constraints }

  /// The problems of the value, whether or not they're shown to the user.
  var found: [Problem] {
    @inline(__always) _read { yield contents.value.found }
    @inline(__always) _modify { yield &contents.value.found }
  }

  /// Whether the file's default isn't acceptable, so that the user must be asked.
  var hasRefusedDefault: Bool { offered.hasRefusedDefault }

  /// Whether the secret was entered once, and must be entered again.
  public var awaitsRepeat: Bool { firstEntry != nil }

  /// Whether what's offered is a random text that hasn't been drawn.
  var awaitsRandomText: Bool { generate != nil && value == nil && draft == .untouched }

  /// Whether the field's value must never be shown.
  public var isSecret: Bool { type == .secret }

  /// The initial text for editing: the refused draft, or else what's offered.
  public var editableText: String {
    switch draft {
    case .typed(let text): isSecret ? "" : text
    case .data(let value): answerText.edited(value, inLines: isEditedInLines)
    case .empty: ""
    case .untouched:
      (offer?.value ?? refusedOffer).map { answerText.edited($0, inLines: isEditedInLines) } ?? ""
    }
  }

  /// Whether each item of a list or a map is on a line of its own while it's typed.
  package var isEditedInLines: Bool { type.hasItems && widget == FieldWidget.lines.rawValue }

  /// Returns pasted text as a part of the line: of several lines, one item each.
  package func pasted(_ text: String) -> String {
    ItemWord.inOneLine(text, named: type == .map)
  }

  /// Returns where the refused item of a list or a map ends in a text, as an offset in its UTF-8; nil if no
  /// item is refused.
  package func endOfRefusedItem(in text: String) -> Int? {
    guard type.hasItems, let item = problems.lazy.compactMap(\.item).first else { return nil }
    return ItemWord.end(ofItem: item, in: text, named: type == .map)
  }

  /// Returns why typed text is ambiguous among numbered choices and what to type instead, or nil if
  /// it isn't.
  ///
  /// A face that shows choices with numbers calls this before it sends typed text, because the
  /// session takes text that's the value of a choice as that choice.
  package func doubt(about text: String) -> String? {
    guard type.isChoice else { return nil }
    return ChoiceReading(choices: choices, other: texts.other, catalog: catalog)
      .doubt(about: text, isSeveral: type == .choices)
  }

  /// Returns how typed text was understood if that isn't obvious: as the label of a choice, or as a
  /// time or a number in standard form.
  package func understood(_ text: String) -> String? {
    let word = text.trimmed
    let parser = parser(extendedReading: texts.reading)
    guard !isSecret, let value = (try? parser.parse(text)) ?? nil else {
      return type.isChoice && word.isEmpty ? catalog.none : nil
    }
    let shown = answerText.shown(value)
    switch type.kind.family {
    case .choice, .choices: return shown == word ? nil : shown
    case .time:
      return (try? TypedTime.value(of: word, as: type, in: texts.zone)) == nil ? shown : nil
    case .integer: return Int64(word) == nil ? shown : nil
    case .number: return Double(word) == nil ? shown : nil
    case .text: return type != .string || texts.reading == nil || shown == word ? nil : shown
    case .boolean, .list, .map: return nil
    }
  }

  /// How an accepted input was understood, in words: local times, and choices that were added.
  var remarks: [String] {
    guard value != nil else { return [] }
    return unusualTimes + (addedChoices.map { [$0] } ?? [])
  }

  /// How the local times of an accepted input were understood that clocks skip or show twice, in words.
  private var unusualTimes: [String] {
    guard value != nil, (itemType ?? type) == .datetime else { return [] }
    let words: [String] =
      switch draft {
      case .typed(let text) where type.hasItems:
        (try? ItemWord.words(of: text, named: type == .map))?.map(\.text) ?? []
      case .typed(let text): [text]
      case .data(.string(let text)): [text]
      case .data(.list(let items)): items.compactMap { $0.isString ? $0.plainText : nil }
      case .data(.map(let items)): items.compactMap { $0.value.isString ? $0.value.plainText : nil }
      case .data, .empty, .untouched: []
      }
    return words.compactMap { word in
      let message: MessageID
      let meant: String
      switch TypedTime.meaning(of: word, in: texts.zone) {
      case .never(let shifted):
        (message, meant) = (
          .timeSkipped, TypedTime.text(of: .timestamp(shifted), as: .datetime, in: texts.zone)
        )
      case .twice(let earlier, _): (message, meant) = (.timeRepeated, earlier.text(in: texts.zone))
      case .once, nil: return nil
      }
      return catalog.text(message, ["text": .text(word.trimmed), "meant": .text(meant)])
    }
  }

  func parser(extendedReading: FieldTypeDeclaration.Reading?) -> AnswerParser {
    AnswerParser(
      type: type, choices: choices, other: texts.other, isRequired: isRequired, items: texts.items,
      zone: texts.zone,
      catalog: catalog, constraints: constraints, extendedReading: extendedReading)
  }

  /// Returns the indices of the choices whose label or value contains typed text.
  ///
  /// Those that begin with it come first.
  ///
  /// - Complexity: O(*n*) in the length of all labels.
  package func choices(having text: String) -> [Int] {
    ChoiceReading(choices: choices).having(text)
  }

  /// Returns a value, formatted for display.
  public func shownText(of value: Value) -> String { answerText.shown(value) }

  /// Returns a value as it's in the line of a choice: ``shownText(of:)`` in words that are read as the same value.
  package func lineText(of value: Value) -> String { answerText.editedAsShown(value) }

  /// Returns a value as a user would type it, which is read as the same value; empty for a secret.
  package func typedText(of value: Value) -> String { answerText.edited(value) }

  /// The type of the items of a list or a map; nil for other fields.
  package var itemType: FieldType? { type.hasItems ? texts.items.type : nil }

  /// The question's own words for yes and no; nil for those of the language.
  package var ownWords: (yes: String?, no: String?) {
    type == .boolean ? (catalog.ownYes, catalog.ownNo) : (nil, nil)
  }

  /// Returns a value as an item of the list, in quotation marks if it needs them.
  package func typedItem(_ value: Value) -> String {
    ItemWord(text: answerText.editedItem(value)).written
  }

  /// Returns an item as it's typed, in quotation marks where it needs them, with its name in a map.
  package func itemText(_ text: String, named name: String?) -> String {
    ItemWord(name: name, text: text).written
  }

  /// The words of the row or the button that leaves an optional choice, or an optional yes or no, empty: the word
  /// for none, in parentheses if it means something else here; nil for other fields.
  ///
  /// - Complexity: O(*n*) in the number of choices of an optional field.
  package var noneLabel: String? {
    guard !isRequired else { return nil }
    let word = catalog.none
    switch type.kind.family {
    case .choice where choices.isEmpty: return nil
    case .choice: return ChoiceReading(choices: choices).named(word) == nil ? word : "(\(word))"
    case .boolean: return catalog.yesOrNo(typed: word) == nil ? word : "(\(word))"
    case .text, .integer, .number, .time, .choices, .list, .map: return nil
    }
  }

  /// Returns the indices of the choices that a typed text means, also of those that can't be chosen now.
  ///
  /// - Complexity: O(*n*) in the length of all labels and values.
  package func choicesMeant(by text: String) -> [Int] {
    parser(extendedReading: nil).choicesMeant(by: text)
  }

  /// Returns the value of a typed text; nil if it has none.
  package func value(typed text: String) -> Value? {
    (try? parser(extendedReading: texts.reading).parse(text)) ?? nil
  }

  /// Returns the indices of the choices that have a typed text as their number or their value.
  ///
  /// - Complexity: O(*n*) in the length of all values.
  package func choices(withNumberOrValue text: String) -> [Int] {
    let word = text.trimmed
    let valued = choices.firstIndex { $0.value.plainText == word }
    let numbered = ChoiceReading(choices: choices).numbered(word)
    return [valued, numbered].compactMap { $0 }
  }

  /// Returns whether typed items of a list or a map, and their names, obey the constraints on them.
  ///
  /// - Complexity: O(*n*) in the length of the text, and in the constraints for each item.
  package func acceptsItems(_ text: String) -> Bool {
    let reading = ItemReading(
      isMap: type == .map, rules: texts.items, choices: choices, zone: texts.zone, catalog: catalog)
    guard type.hasItems, let value = try? reading.value(typed: text) else { return false }
    return reading.complaint(about: value) == nil
  }

  /// Returns the value of a constraint on each item of a list or a map; nil if there's none.
  package func itemLimit(of kind: ConstraintKind) -> Value? {
    type.hasItems ? texts.items.constraints.first { $0.kind == kind }?.limit : nil
  }

  /// Returns the value of a constraint on the names of a map; nil if there's none.
  package func nameLimit(of kind: ConstraintKind) -> Value? {
    type == .map ? texts.items.names.first { $0.kind == kind }?.limit : nil
  }

  /// The limits on the number of choices or items; nil for no limit.
  package var itemLimits: (least: Int?, most: Int?) {
    (limit(.minItems), limit(.maxItems))
  }

  /// Returns the value of a constraint, or nil if the field doesn't have it.
  ///
  /// - Complexity: O(*n*) in the number of constraints.
  package func limit(of kind: ConstraintKind) -> Value? {
    constraints.first { $0.kind == kind }?.limit
  }

  /// The bounds of a number or a time in words, such as `18 to 120`; nil if there are none.
  ///
  /// - Complexity: O(*n*) in the number of constraints.
  package var bounds: String? {
    func text(_ limit: Value, _ kind: ConstraintKind) -> MessageValue {
      if case .double(let number) = limit, number.rounded() == number, abs(number) < 9e15 {
        return .text("\(Int64(number))")
      }
      return .text(TypedTime.text(ofLimit: limit, kind, as: type, in: texts.zone))
    }
    let isNumber = type.isNumber
    let (below, above) = type.rangeMessages
    return switch (limit(of: .min), limit(of: .max)) {
    case (let least?, let most?):
      catalog.text(.rangeBetween, ["least": text(least, .min), "most": text(most, .max)])
    case (let least?, nil):
      catalog.text(
        isNumber ? .rangeAtLeast : below, [isNumber ? "least" : "limit": text(least, .min)])
    case (nil, let most?):
      catalog.text(isNumber ? .rangeAtMost : above, [isNumber ? "most" : "limit": text(most, .max)])
    case (nil, nil): nil
    }
  }

  /// Returns a limit on moments in whole minutes that keep it, as it's typed; nil for a field without it.
  package func typedMinute(within kind: ConstraintKind) -> String? {
    guard type == .datetime, case .timestamp(let moment)? = limit(of: kind) else { return nil }
    return typedText(of: .timestamp(moment.inWhole(seconds: 60, keeping: kind)))
  }

  /// Returns whether a moment as it's typed keeps the limits on moments.
  package func keepsLimits(typed text: String) -> Bool {
    guard let value = value(typed: text) else { return false }
    return constraints.allSatisfy { $0.accepts(value, of: type) }
  }

  /// Whether an answer is offered again after it was popped.
  package var isOfferedAgain: Bool { texts.flags.has(.remember) && !isSecret }

  /// The way of showing the field that the file asks for, or nil to let the face decide.
  public var widget: String? { texts.widget }

  /// The program's own words for this field.
  public var catalog: MessageCatalog { texts.catalog }

  var answerText: AnswerText {
    AnswerText(
      type: type, choices: choices, other: texts.other, items: texts.items, zone: texts.zone,
      catalog: catalog)
  }

  /// The texts in an answer that are beside the choices.
  package func others(in value: Value?) -> [Value] {
    guard texts.other != nil, let value else { return [] }
    return choices.others(in: value.elements ?? [value])
  }

  /// The answer that was refused as data, which is still shown; nil for none.
  package var refusedData: Value? {
    guard case .data(let data) = draft, value == nil, unfinished == nil,
      problems.contains(where: { $0.severity == .error })
    else { return nil }
    return data
  }

  /// The text beside the choices that was refused; nil for none, and of several choices.
  package var refusedOther: String? {
    guard type == .choice, case .string(let text)? = others(in: refusedData).first else {
      return nil
    }
    return text
  }

  /// Returns the answer that a text in the row for texts beside the choices gives: the choice that it names, by its
  /// value or by its label in capitals or not, or else the text.
  ///
  /// - Complexity: O(*n*) in the number of choices.
  package func answer(typedBesideChoices text: String) -> Value {
    if choices.contains(where: { $0.value == .string(text) }) { return .string(text) }
    let label = text.lowercased()
    return choices.first { $0.label.lowercased() == label }?.value ?? .string(text)
  }

  /// Returns the parts of an answer that a constraint is about: what's beside the choices, for one on texts.
  func parts(of value: Value, for constraint: ConstraintKind) -> [Value] {
    isWhole(for: constraint) ? [value] : others(in: value)
  }

  /// Whether a constraint is about an answer as a whole.
  func isWhole(for constraint: ConstraintKind) -> Bool {
    texts.other == nil || constraint.applies(to: type)
  }

  /// Counts a refused input.
  mutating func countRefusal() { refusals = min(refusals + 1, Self.maximumRefusals) }

  private func limit(_ kind: ConstraintKind) -> Int? {
    for constraint in constraints where constraint.kind == kind {
      if case .int(let value) = constraint.limit { return Int(value) }
    }
    return nil
  }
}
