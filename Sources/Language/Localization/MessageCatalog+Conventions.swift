// SPDX-License-Identifier: Apache-2.0

// The parts of messages that don't come from patterns.
extension MessageCatalog {
  /// A text in the language's quotation marks.
  package func quoted(_ text: String) -> String {
    let conventions = conventions
    return conventions.openingQuote + text + conventions.closingQuote
  }

  /// Items with separators between them: `a, b, c`.
  package func list(_ items: [String]) -> String {
    items.joined(separator: conventions.separator)
  }

  /// All of some items: `a, b and c`.
  package func all(of items: [String]) -> String {
    joined(items, last: conventions.lastItem)
  }

  /// One of some items: `a, b or c`.
  package func any(of items: [String]) -> String {
    joined(items, last: conventions.lastAlternative)
  }

  private func joined(_ items: [String], last: String) -> String {
    guard items.count > 1, let final = items.last else { return items.first ?? "" }
    return list(Array(items.dropLast())) + last + final
  }

  /// A text that ends as a sentence does, when it ends with a letter, a digit, or a closing mark.
  ///
  /// The text's own script decides how, because it may be in another language than the catalog. Scripts
  /// without a known full stop get none.
  package func sentence(_ text: String) -> String {
    guard let last = text.last(where: { !$0.isWhitespace }), let scalar = last.unicodeScalars.first,
      last.isLetter || last.isNumber || "')\"’“”»」".contains(last)
    else { return text }
    let stop = conventions.fullStop
    switch scalar.value {
    // Latin, Greek, and Cyrillic; quotation marks.
    case ..<0x530, 0x2018...0x201D:
      let isKana = text.unicodeScalars.contains { (0x3040...0x30FF).contains($0.value) }
      return text + (stop == "." || isKana ? stop : ".")
    case 0x590..<0x600: return text + "."
    // Kana, Chinese characters, and their quotation marks.
    case 0x3000...0x9FFF: return text + (stop == "。" ? stop : "")
    default: return text
    }
  }

  /// A message about a problem, followed by what was probably meant, if that's known.
  package func text(_ id: MessageID, _ arguments: MessageArguments, meant: String?) -> String {
    let problem = text(id, arguments)
    guard let meant else { return problem }
    return text(.didYouMean, ["problem": .text(problem), "meant": .quoted(meant)])
  }

  // MARK: Words that are typed

  /// The word for yes, as it's shown and typed.
  package var yes: String { ownYes ?? conventions.yes.first ?? "yes" }

  /// The word for no, as it's shown and typed.
  package var no: String { ownNo ?? conventions.no.first ?? "no" }

  /// The word for all choices, as it's shown and typed.
  var all: String { conventions.all.first ?? "all" }

  /// The word for no choice, as it's shown and typed.
  package var none: String { conventions.none.first ?? "none" }

  /// Whether a word means yes or no, in this language or in English; nil when it means neither.
  package func yesOrNo(_ word: String) -> Bool? {
    let word = word.lowercased()
    if word == ownYes?.lowercased() { return true }
    if word == ownNo?.lowercased() { return false }
    if conventions.yes.contains(word) { return true }
    if conventions.no.contains(word) { return false }
    switch word {
    case "y", "yes": return true
    case "n", "no": return false
    default: return nil
    }
  }

  /// Whether a text means yes or no: a word for it, or the beginning of one; nil when it means neither, or both.
  ///
  /// A question's own words go before the letters of the language.
  package func yesOrNo(typed text: String) -> Bool? {
    let text = text.lowercased()
    guard !text.isEmpty else { return nil }
    if text == ownYes?.lowercased() { return true }
    if text == ownNo?.lowercased() { return false }
    if text.count > 1, let known = yesOrNo(text) { return known }
    for (yes, no) in [(self.yes, self.no), ("yes", "no")] {
      let isYes = yes.lowercased().hasPrefix(text)
      let isNo = no.lowercased().hasPrefix(text)
      if isYes && isNo { return nil }
      if isYes || isNo { return isYes }
    }
    return yesOrNo(text)
  }

  /// The beginnings of the words for yes and no that tell them apart: one letter each, if that's enough.
  package var beginnings: (yes: String, no: String) {
    let (yes, no) = (self.yes.lowercased(), self.no.lowercased())
    let count = yes.commonPrefix(with: no) + 1
    return (String(yes.prefix(count)), String(no.prefix(count)))
  }

  /// Whether a word means all choices, in this language or in English.
  package func meansAll(_ word: String) -> Bool {
    let word = word.lowercased()
    return word == "all" || conventions.all.contains(word)
  }

  /// Whether a word means no choice, in this language or in English.
  package func meansNone(_ word: String) -> Bool {
    let word = word.lowercased()
    return word == "none" || conventions.none.contains(word)
  }
}

extension String {
  /// The number of characters that it begins with as another text does.
  fileprivate func commonPrefix(with other: String) -> Int {
    zip(self, other).prefix { $0 == $1 }.count
  }
}
