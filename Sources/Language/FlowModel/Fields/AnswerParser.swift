// SPDX-License-Identifier: Apache-2.0

package import FlowExpressions
package import Localization

/// Parses typed text as a value of a field's type.
///
/// Empty text has no value. Neither do spaces, where they have no meaning.
package struct AnswerParser {
  /// The field's type.
  let type: FieldType

  /// The choices of the field.
  let choices: [Choice]

  /// The texts that are answers beside the choices; nil for none.
  let other: OtherTexts?

  /// Whether an answer is required, so that no word means none.
  let isRequired: Bool

  /// The rules for the items of a list or a map.
  let items: ItemRules

  /// The time zone of dates and times without an offset.
  let zone: ZoneRules

  /// The language of the messages, and of yes and no.
  let catalog: MessageCatalog

  /// The constraints that examples in messages satisfy.
  let constraints: [ConstraintCheck]

  /// Reads text in the way of an extension; nil to read it as the type does.
  let extendedReading: FieldTypeDeclaration.Reading?

  package init(
    type: FieldType, choices: [Choice], other: OtherTexts? = nil, isRequired: Bool = true,
    items: ItemRules = ItemRules.anyText, zone: ZoneRules = ZoneRules.utc,
    catalog: MessageCatalog = MessageCatalog.english, constraints: [ConstraintCheck] = [],
    extendedReading: FieldTypeDeclaration.Reading? = nil
  ) {
    self.type = type
    self.choices = choices
    self.other = other
    self.isRequired = isRequired
    self.items = items
    self.zone = zone
    self.catalog = catalog
    self.constraints = constraints
    self.extendedReading = extendedReading
  }

  /// The reason why text has no value: the rule, the message, and the text that was probably meant.
  package struct Failure: Error {
    package let rule: Problem.Rule
    package let message: String
    package var proposal: String?

    /// The position of the item without a value.
    package var item: Int?

    init(_ message: String) { self.init(.type, message) }

    init(_ rule: Problem.Rule, _ message: String) {
      self.rule = rule
      self.message = message
    }
  }

  /// The message for text that isn't a value of the type.
  var needed: String {
    type.needed(within: constraints, in: zone, catalog)
  }

  /// Returns the value of typed text, or nil if the field was left empty.
  package func parse(_ text: String) throws(Failure) -> Value? {
    guard let extendedReading, !text.trimmed.isEmpty else { return try parsed(text) }
    let read = Result { () throws(FieldTypeDeclaration.Refusal) in
      try extendedReading(text, catalog.language)
    }
    switch read {
    case .success(let text): return try parsed(text)
    case .failure(let refusal): throw Failure(refusal.message)
    }
  }

  private func parsed(_ text: String) throws(Failure) -> Value? {
    guard let read = type.kind.read else { return text.isEmpty ? nil : .string(text) }
    // Lines around items separate them.
    return try word(of: text).map { (word) throws(Failure) in
      try read(self, type.hasItems ? text : word)
    } ?? nil
  }

  private func word(of text: String) -> String? {
    let word = text.trimmed
    return word.isEmpty ? nil : word
  }

  /// Whether a word means that nothing is picked, where that's possible and it names nothing else.
  private func isNone(_ word: String, named isNamed: @autoclosure () -> Bool) -> Bool {
    !isRequired && catalog.meansNone(word) && !isNamed()
  }

  func integer(_ word: String) throws(Failure) -> Value {
    if let value = Int64(word) { return .int(value) }
    if case .clear(let text)? = TypedNumber(word), !word.utf8.contains(UInt8(ascii: "_")),
      let value = Int64(text)
    {
      return .int(value)
    }
    if let whole = TypedNumber.whole(in: word) {
      // It's clear, or a fraction can't have been meant, but don't surprise the user.
      var failure = Failure(meaning(.text("\(whole)"), instead: needed))
      failure.proposal = "\(whole)"
      throw failure
    }
    let digits = word.drop { $0 == "-" || $0 == "+" }
    if !digits.isEmpty, digits.allSatisfy({ ("0"..."9").contains($0) }) {
      throw Failure(catalog.text(.numberTooLarge))
    }
    throw Failure(needed)
  }

  func number(_ word: String) throws(Failure) -> Value {
    let isPlain = word.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "-"),
        UInt8(ascii: "+"), UInt8(ascii: "e"), UInt8(ascii: "E"):
        true
      default: false
      }
    }
    guard isPlain, let value = Double(word) else {
      switch TypedNumber(word) {
      case .clear(let text)?: if let value = Double(text) { return .double(value) }
      case .doubtful(let grouped, let fraction)?:
        throw Failure(
          catalog.text(
            .numberAmbiguous, ["grouped": .text(grouped), "fraction": .text(fraction)]))
      case nil: break
      }
      throw Failure(needed)
    }
    guard value.isFinite else { throw Failure(catalog.text(.numberTooLarge)) }
    return .double(value)
  }

  func boolean(_ word: String) throws(Failure) -> Value? {
    if let isYes = catalog.yesOrNo(typed: word) { return .bool(isYes) }
    if isNone(word, named: false) { return nil }
    switch word.lowercased() {
    case "true": return .bool(true)
    case "false": return .bool(false)
    default: throw Failure(needed)
    }
  }

  func time(_ word: String) throws(Failure) -> Value {
    do {
      return try TypedTime.value(of: word, as: type, in: zone)
    } catch {
      let mistake = error.code == .range ? error : NearTime.mistake(in: word, as: type)
      if let error = mistake {
        throw Failure(
          catalog.text(
            .problemAndNeed,
            ["problem": .text(error.words(for: type, catalog)), "needed": .text(needed)]))
      }
      guard let near = NearTime.near(to: word, as: type) else { throw Failure(needed) }
      if near.isClear, let value = try? TypedTime.value(of: near.text, as: type, in: zone) {
        return value
      }
      var failure = Failure(meaning(.text(near.text), instead: needed))
      failure.proposal = near.text
      throw failure
    }
  }

  func path(_ word: String) throws(Failure) -> Value {
    guard !word.unicodeScalars.contains("\0") else { throw Failure(needed) }
    return .string(word)
  }

  /// A problem with what was probably meant.
  private func meaning(_ meant: MessageValue, instead problem: String) -> String {
    catalog.text(.didYouMean, ["problem": .text(problem), "meant": meant])
  }

  /// Returns the list or the map that a text says.
  func items(in text: String) throws(Failure) -> Value {
    try ItemReading(
      isMap: type == .map, rules: items, choices: choices, zone: zone, catalog: catalog
    ).value(typed: text)
  }

  // MARK: Choices

  private var reading: ChoiceReading {
    ChoiceReading(choices: choices, other: other, catalog: catalog)
  }

  /// Returns the value of the choice that a word names, or the text beside the choices; nil if it means none.
  func one(_ word: String) throws(Failure) -> Value? {
    if isNone(word, named: reading.named(word) != nil) { return nil }
    return try other == nil ? choice(word).value : value(of: word)
  }

  /// Returns the value of a choice that a word names, or the text beside the choices that it is.
  ///
  /// A word in quotation marks is such a text, unless it's exactly the value or the label of a choice. The beginning of
  /// a choice could be both.
  private func value(of word: String, isQuoted: Bool = false) throws(Failure) -> Value {
    let quoted = isQuoted ? word : ChoiceReading.quoted(word)
    let index =
      if let quoted {
        choices.firstIndex { $0.isNamed(quoted) }
      } else {
        reading.named(word) ?? reading.numbered(word)
      }
    if let index { return try open(choices[index]).value }
    guard let other else { throw unknown(word) }
    if quoted == nil, reading.isOther(word) {
      throw Failure(.choice, other.refusal(of: other.label, catalog))
    }
    if quoted == nil, let doubt = reading.doubt(aboutOther: word) {
      var failure = Failure(.choice, doubt)
      let meant = reading.beginning(word)
      if meant.count == 1, choices[meant[0]].isEnabled {
        failure.proposal = choices[meant[0]].label
      }
      throw failure
    }
    guard let value = other.value(of: quoted ?? word) else {
      throw Failure(.choice, other.refusal(of: quoted ?? word, catalog))
    }
    return value
  }

  /// Returns the choice that a word names.
  private func choice(_ word: String) throws(Failure) -> Choice {
    guard !choices.isEmpty else { throw Failure(.choice, catalog.text(.nothingToChoose)) }
    guard let index = index(of: word) else { throw unknown(word) }
    return try open(choices[index])
  }

  /// Returns the index of the choice that a word names: by its value, its label, its number, or as the
  /// only choice that begins with it; nil if it names none.
  private func index(of word: String) -> Int? {
    if let index = reading.named(word) ?? reading.numbered(word) { return index }
    // The beginning of a choice may be a text beside the choices.
    if other != nil { return nil }
    let starting = reading.beginning(word)
    return starting.count == 1 ? starting[0] : nil
  }

  /// Returns the reason why a word doesn't name a choice, with the choice that was probably meant.
  private func unknown(_ word: String) -> Failure {
    let starting = reading.beginning(word)
    guard starting.isEmpty else {
      return Failure(
        .choice,
        catalog.text(
          .beginsSeveral, ["word": .echo(word), "choices": .text(names(of: starting))]))
    }
    let having = reading.having(word)
    if having.count > 1 {
      // The face shows this many choices with their numbers.
      return Failure(
        .choice,
        choices.count <= 7
          ? catalog.text(
            .partOfSeveral, ["word": .echo(word), "choices": .text(names(of: having))])
          : catalog.text(
            .partOfMany,
            [
              "word": .echo(word), "found": .count(having.count), "count": .count(choices.count),
            ]))
    }
    let enabled = choices.filter(\.isEnabled).map(\.label)
    let problem =
      choices.count <= 7
      ? catalog.text(
        .notOneOf, ["word": .echo(word), "choices": .text(catalog.list(ItemWord.apart(enabled)))])
      : catalog.text(.notOneOfMany, ["word": .echo(word), "count": .count(choices.count)])
    guard let meant = reading.probable(word, amongHaving: having) else {
      return Failure(.choice, problem)
    }
    var failure = Failure(.choice, meaning(.quoted(meant), instead: problem))
    failure.proposal = meant
    return failure
  }

  private func names(of indices: [Int]) -> String {
    let names = catalog.list(ItemWord.apart(indices.prefix(3).map { choices[$0].label }))
    return names + (indices.count > 3 ? "…" : "")
  }

  private func open(_ choice: Choice) throws(Failure) -> Choice {
    guard let refusal = choice.refusal(catalog) else { return choice }
    throw Failure(.choice, refusal)
  }

  /// Returns the indices of the choices that a text means, also of those that can't be chosen now; none if a part
  /// of it means no choice.
  package func choicesMeant(by text: String) -> [Int] {
    guard let text = word(of: text) else { return [] }
    if let index = index(of: text) { return [index] }
    guard type == .choices else { return [] }
    if catalog.meansAll(text) { return choices.indices.filter { choices[$0].isOneOfAll } }
    var meant: Set<Int> = []
    for word in reading.words(of: text) {
      if reading.named(word) == nil, let range = reading.range(word) {
        guard range.upperBound <= choices.count else { return [] }
        meant.formUnion(range.lowerBound - 1..<range.upperBound)
      } else {
        guard let index = index(of: word) else { return [] }
        meant.insert(index)
      }
    }
    return meant.sorted()
  }

  /// Parses numbers, ranges, and names, separated by commas or spaces; `all`; or `none`.
  func several(_ text: String) throws(Failure) -> Value {
    // A complete label means that choice, even if it can't be chosen.
    if let index = reading.named(text) { return .list([try open(choices[index]).value]) }
    if catalog.meansAll(text) { return .list(choices.filter(\.isOneOfAll).map(\.value)) }
    if text == "#0" || catalog.meansNone(text) { return .list([]) }
    if !text.contains(","), let index = index(of: text), choices[index].isEnabled {
      return .list([choices[index].value])
    }
    var words = reading.parts(of: text)
    // Spaces separate numbers and names, but not the words of a text beside the choices.
    if other != nil, !text.contains(","),
      !words.allSatisfy({ index(of: $0.word) != nil || reading.range($0.word) != nil })
    {
      words = [(ChoiceReading.quoted(text) ?? text, ChoiceReading.quoted(text) != nil)]
    }
    var picked = Set<Int>()
    var others: [Value] = []
    var known: Set<Value> = []
    for (position, (text, isQuoted)) in words.enumerated() {
      let word = other == nil ? text.trimmed : text
      if other == nil || !isQuoted, reading.named(word) == nil, let range = reading.range(word) {
        guard range.upperBound <= choices.count else {
          throw Failure(
            .choice, catalog.text(.choiceNumbers, ["count": .count(choices.count)]))
        }
        for number in range { picked.insert(number - 1) }
        continue
      }
      do {
        guard other == nil else {
          let found = try value(of: word, isQuoted: isQuoted)
          if let index = choices.firstIndex(where: { $0.value == found }) {
            picked.insert(index)
          } else if known.insert(found).inserted {
            others.append(found)
          }
          continue
        }
        let found = try choice(word)
        if let index = choices.firstIndex(of: found) { picked.insert(index) }
      } catch {
        var failure = error
        failure.proposal = error.proposal.map { proposal in
          var meant = words.map { $0.isQuoted ? ItemWord.quoted($0.word) : $0.word }
          meant[position] = ItemWord(text: proposal).written
          return meant.joined(separator: ", ")
        }
        throw failure
      }
    }
    var values: [Value] = []
    for index in picked.sorted() { values.append(try open(choices[index]).value) }
    return .list(values + others)
  }
}

extension String {
  /// The text without spaces at its ends.
  package var trimmed: String {
    // Most texts begin and end with visible ASCII characters, which is cheap to check.
    let isVisible = { (byte: UInt8) in byte > UInt8(ascii: " ") && byte < 0x7F }
    if let first = utf8.first, let last = utf8.last, isVisible(first), isVisible(last) {
      return self
    }
    let isBlank: (Character) -> Bool = { $0.isWhitespace }
    guard let first = firstIndex(where: { !isBlank($0) }),
      let last = lastIndex(where: { !isBlank($0) })
    else { return "" }
    return String(self[first...last])
  }
}

extension String {
  /// Whether it's only white space, as JSON Schema has it: no character matches `\S`.
  package var isBlank: Bool {
    unicodeScalars.allSatisfy { scalar in
      switch scalar {
      case "\t"..."\r", " ", "\u{A0}", "\u{1680}", "\u{2000}"..."\u{200A}", "\u{2028}", "\u{2029}",
        "\u{202F}", "\u{205F}", "\u{3000}", "\u{FEFF}":
        true
      default: false
      }
    }
  }
}

extension Choice {
  /// Whether it's among all that can be chosen together.
  package var isOneOfAll: Bool { isEnabled && !isAlone }

  /// Why it can't be made now; nil if it can.
  package func refusal(_ catalog: MessageCatalog) -> String? {
    disabledReason.map { reason in
      reason.isEmpty
        ? catalog.text(.choiceClosed, ["choice": .quoted(label)])
        : catalog.text(.choiceClosedBecause, ["choice": .quoted(label), "reason": .text(reason)])
    }
  }
}
