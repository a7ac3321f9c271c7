// SPDX-License-Identifier: Apache-2.0

import FlowExpressions

/// Reads what a person typed as a value of a field's type.
///
/// An empty text, or one of blanks where blanks mean nothing, is no value.
struct AnswerParser {
  /// The field's type.
  let type: FieldType

  /// What may be chosen.
  let choices: [Choice]

  /// The zone of moments without an offset.
  var zone = ZoneRules.utc

  /// The limits in which the examples of messages lie.
  var constraints: [ConstraintCheck] = []

  /// Why a text is no value: the rule and the words, and the text that was probably meant.
  struct Failure: Error {
    let rule: Problem.Rule
    let message: String
    var proposal: String?

    init(_ message: String) { self.init(.type, message) }

    init(_ rule: Problem.Rule, _ message: String) {
      self.rule = rule
      self.message = message
    }
  }

  /// What a person is told who typed no value of the type.
  private var needed: String { type.needed(within: constraints, in: zone) }

  /// The value of a typed text; nil when the field was left empty.
  func parse(_ text: String) throws(Failure) -> Value? {
    switch type {
    case .string, .text, .secret:
      return text.isEmpty ? nil : .string(text)
    case .integer:
      return try word(of: text).map { (word) throws(Failure) in try integer(word) }
    case .number:
      return try word(of: text).map { (word) throws(Failure) in try number(word) }
    case .boolean:
      return try word(of: text).map { (word) throws(Failure) in try boolean(word) }
    case .date, .time, .datetime, .duration:
      return try word(of: text).map { (word) throws(Failure) in try time(word) }
    case .path:
      return try word(of: text).map { (word) throws(Failure) in try path(word) }
    case .choice:
      return try word(of: text).map { (word) throws(Failure) in try choice(word).value }
    case .choices:
      return try word(of: text).map { (word) throws(Failure) in try several(word) }
    }
  }

  private func word(of text: String) -> String? {
    let word = text.trimmed
    return word.isEmpty ? nil : word
  }

  private func integer(_ word: String) throws(Failure) -> Value {
    if let value = Int64(word) { return .int(value) }
    let digits = word.drop { $0 == "-" || $0 == "+" }
    if !digits.isEmpty, digits.allSatisfy({ ("0"..."9").contains($0) }) {
      throw Failure("this number is too large to work with")
    }
    throw Failure(needed)
  }

  private func number(_ word: String) throws(Failure) -> Value {
    let isPlain = word.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "-"),
        UInt8(ascii: "+"), UInt8(ascii: "e"), UInt8(ascii: "E"):
        true
      default: false
      }
    }
    guard isPlain, let value = Double(word) else { throw Failure(needed) }
    guard value.isFinite else { throw Failure("this number is too large to work with") }
    return .double(value)
  }

  private func boolean(_ word: String) throws(Failure) -> Value {
    switch word.lowercased() {
    case "y", "yes", "true": .bool(true)
    case "n", "no", "false": .bool(false)
    default: throw Failure(needed)
    }
  }

  private func time(_ word: String) throws(Failure) -> Value {
    do {
      return try TypedTime.value(of: word, as: type, in: zone)
    } catch {
      if error.code == .range { throw Failure("\(error.message); \(needed)") }
      guard let near = NearTime.text(for: word, as: type) else { throw Failure(needed) }
      var failure = Failure("\(needed); did you mean \(near)?")
      failure.proposal = near
      throw failure
    }
  }

  private func path(_ word: String) throws(Failure) -> Value {
    guard !word.unicodeScalars.contains("\0") else { throw Failure(needed) }
    return .string(word)
  }

  // MARK: Choices

  /// The choice that a word names: its value, its label, its number, or the only one that begins so.
  private func choice(_ word: String) throws(Failure) -> Choice {
    guard !choices.isEmpty else { throw Failure(.choice, "there is nothing to choose") }
    if let found = choices.first(where: { $0.value.plainText == word }) { return try open(found) }
    let folded = word.lowercased()
    if let found = choices.first(where: { $0.label.lowercased() == folded }) {
      return try open(found)
    }
    if let number = Int(word), choices.indices.contains(number - 1) {
      return try open(choices[number - 1])
    }
    let starting = choices.filter { choice in
      choice.label.lowercased().hasPrefix(folded)
        || choice.value.plainText.lowercased().hasPrefix(folded)
    }
    if starting.count == 1 { return try open(starting[0]) }
    guard starting.isEmpty else {
      let names = starting.prefix(3).map(\.label).joined(separator: ", ")
      let more = starting.count > 3 ? "…" : ""
      throw Failure(.choice, "'\(word)' begins several choices: \(names)\(more)")
    }
    if choices.count <= 7 {
      let names = choices.filter(\.isEnabled).map(\.label).joined(separator: ", ")
      throw Failure(.choice, "'\(word)' is none of: \(names)")
    }
    throw Failure(.choice, "'\(word)' is none of the \(choices.count) choices")
  }

  private func open(_ choice: Choice) throws(Failure) -> Choice {
    guard let reason = choice.disabledReason else { return choice }
    throw Failure(
      .choice,
      reason.isEmpty
        ? "'\(choice.label)' cannot be chosen now"
        : "'\(choice.label)' cannot be chosen: \(reason)")
  }

  /// Numbers, ranges and names, separated by commas or blanks; `all`; `none`.
  private func several(_ text: String) throws(Failure) -> Value {
    switch text.lowercased() {
    case "all": return .list(choices.filter(\.isEnabled).map(\.value))
    case "none": return .list([])
    default: break
    }
    // A label may hold blanks, so commas separate where there are any.
    let hasComma = text.contains(",")
    let words = text.split { hasComma ? $0 == "," : $0 == " " || $0 == "\t" }
      .map { String($0).trimmed }.filter { !$0.isEmpty }
    if !hasComma {
      let folded = text.lowercased()
      // A whole label is meant as one, also when it cannot be chosen.
      if choices.contains(where: { $0.label.lowercased() == folded }) {
        return .list([try choice(text).value])
      }
      if let single = try? choice(text) { return .list([single.value]) }
    }
    var picked = Set<Int>()
    for word in words {
      if let range = numberedRange(word) {
        guard choices.indices.contains(range.lowerBound - 1),
          choices.indices.contains(range.upperBound - 1)
        else { throw Failure(.choice, "the choices are numbered from 1 to \(choices.count)") }
        for number in range { picked.insert(number - 1) }
      } else {
        let found = try choice(word)
        if let index = choices.firstIndex(of: found) { picked.insert(index) }
      }
    }
    var values: [Value] = []
    for index in picked.sorted() { values.append(try open(choices[index]).value) }
    return .list(values)
  }

  private func numberedRange(_ word: String) -> ClosedRange<Int>? {
    let ends = word.split(separator: "-", omittingEmptySubsequences: false)
    guard ends.count == 2, let first = Int(ends[0]), let last = Int(ends[1]), first >= 1,
      first <= last
    else { return nil }
    return first...last
  }
}

extension String {
  /// This text without blanks at its ends.
  var trimmed: String {
    let isBlank: (Character) -> Bool = { $0.isWhitespace }
    guard let first = firstIndex(where: { !isBlank($0) }),
      let last = lastIndex(where: { !isBlank($0) })
    else { return "" }
    return String(self[first...last])
  }
}
