// SPDX-License-Identifier: Apache-2.0

import FlowExpressions
package import Localization
import SourceDiagnostics

/// Interprets typed words among numbered choices.
///
/// A value or a label takes precedence, then a number, then a unique prefix. `#3` is always a
/// number, unless it's the name of a choice.
package struct ChoiceReading {
  let choices: [Choice]

  /// The texts that are answers beside the choices; nil for none.
  var other: OtherTexts?

  /// The language of doubts, and of the words for all and for none.
  var catalog = MessageCatalog.english

  package init(
    choices: [Choice], other: OtherTexts? = nil, catalog: MessageCatalog = MessageCatalog.english
  ) {
    self.choices = choices
    self.other = other
    self.catalog = catalog
  }

  /// The maximum number of choices for which spelling suggestions are made.
  private static let mostNearMisses = 1_000

  /// Returns the index of the choice whose value or label is a word.
  ///
  /// Case only matters if two labels differ in nothing else.
  package func named(_ word: String) -> Int? { names(of: word).first }

  /// Returns the indices of all choices with a name: those with the same spelling, or else those
  /// that match regardless of case.
  private func names(of word: String) -> [Int] {
    let exact = choices.indices.filter {
      choices[$0].value.plainText == word || choices[$0].label == word
    }
    guard exact.isEmpty else {
      // A value names one choice, even if others have it as their label.
      return exact.sorted {
        choices[$0].value.plainText == word && choices[$1].value.plainText != word
      }
    }
    let folded = word.lowercased()
    return choices.indices.filter { choices[$0].label.lowercased() == folded }
  }

  /// Returns the index of the choice with a 1-based number: `3` or `#3`.
  package func numbered(_ word: String) -> Int? {
    Int(word.hasPrefix("#") ? String(word.dropFirst()) : word).flatMap { number in
      choices.indices.contains(number - 1) ? number - 1 : nil
    }
  }

  /// Returns the 1-based numbers of a range: `2-4` or `#2-4`.
  func range(_ word: String) -> ClosedRange<Int>? {
    let ends = word.drop { $0 == "#" }.split(separator: "-", omittingEmptySubsequences: false)
    guard ends.count == 2, let first = Int(ends[0]), let last = Int(ends[1]), first >= 1,
      first <= last
    else { return nil }
    return first...last
  }

  /// Returns the choices whose label or value begins with text, regardless of case.
  func beginning(_ text: String) -> [Int] {
    let folded = text.lowercased()
    return choices.indices.filter { index in
      choices[index].label.lowercased().hasPrefix(folded)
        || choices[index].value.plainText.lowercased().hasPrefix(folded)
    }
  }

  /// Returns the choices whose label or value contains text, regardless of case.
  ///
  /// Those that begin with it come first.
  ///
  /// - Complexity: O(*n*) in the length of all labels.
  package func having(_ text: String) -> [Int] {
    let folded = text.trimmed.lowercased()
    guard !folded.isEmpty else { return [] }
    let starting = beginning(folded)
    let known = Set(starting)
    return starting
      + choices.indices.filter { index in
        !known.contains(index)
          && (choices[index].label.lowercased().includes(folded)
            || choices[index].value.plainText.lowercased().includes(folded))
      }
  }

  /// Returns the label of the choice that was probably meant by an unknown word: the only one that
  /// contains it, or else the only one with a similar spelling.
  ///
  /// - Parameters:
  ///   - word: The word.
  ///   - found: The choices that contain it; see ``having(_:)``.
  /// - Returns: The label; nil if none was probably meant.
  func probable(_ word: String, amongHaving found: [Int]) -> String? {
    if found.count > 1 { return nil }
    if let index = found.first { return choices[index].isEnabled ? choices[index].label : nil }
    guard choices.count <= Self.mostNearMisses else { return nil }
    let labels = choices.filter(\.isEnabled).map(\.label)
    return NearMiss.match(for: word, in: labels).flatMap { $0.isClear ? $0.name : nil }
  }

  // MARK: Doubts

  /// Returns why a word that names no choice could mean one, or a text beside the choices, and what to type
  /// instead; nil if it's clearly such a text.
  func doubt(aboutOther word: String) -> String? {
    let meant = beginning(word).prefix(2)
    guard let other, !meant.isEmpty else { return nil }
    return catalog.text(
      .ambiguousChoice,
      [
        "word": .echo(word),
        "readings": .text(catalog.any(of: meant.map(numbered) + [catalog.quoted(other.label)])),
        "ways": .text(catalog.any(of: meant.map { "#\($0 + 1)" } + [ItemWord.quoted(word)])),
      ])
  }

  /// Whether a word is the label or the number of the row for texts beside the choices.
  func isOther(_ word: String) -> Bool {
    guard let other, named(word) == nil else { return false }
    return word.lowercased() == other.label.lowercased()
      || Int(word.hasPrefix("#") ? String(word.dropFirst()) : word) == choices.count + 1
  }

  /// Whether a text beside the choices would be read as something else if it weren't in quotation marks.
  func needsQuotes(_ text: String) -> Bool {
    let words = words(of: text)
    return words.allSatisfy { named($0) != nil || numbered($0) != nil || range($0) != nil }
      || named(text) != nil || isOther(text) || !beginning(text).isEmpty || catalog.meansAll(text)
      || catalog.meansNone(text)
      || text == "#0" || ItemWord(text: text).written != text
  }

  /// Returns why typed text is ambiguous and what to type instead, or nil if it isn't.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - isSeveral: Whether several choices are allowed.
  /// - Returns: The message, without a period.
  package func doubt(about text: String, isSeveral: Bool) -> String? {
    let text = text.trimmed
    guard isSeveral else { return doubt(aboutNumber: text) }
    if let doubt = doubt(aboutWord: text) { return doubt }
    if named(text) != nil { return doubt(aboutNumber: text) ?? doubt(aboutRange: text) }
    for word in words(of: text) {
      if let doubt = doubt(aboutNumber: word) ?? doubt(aboutRange: word) { return doubt }
    }
    return nil
  }

  /// Returns the words of a list.
  ///
  /// If there are commas, only they separate words, because labels can contain spaces, and blanks separate numbers
  /// and ranges; a word with a comma is in quotation marks, as an item of a list is.
  func words(of text: String) -> [String] { parts(of: text).map(\.word.trimmed) }

  /// Returns the words of a list, and which of them are in quotation marks between commas.
  func parts(of text: String) -> [(word: String, isQuoted: Bool)] {
    guard text.contains(",") else { return Self.blankWords(of: text).map { ($0, false) } }
    guard let words = try? ItemWord.words(of: text, named: false) else {
      return text.split(separator: ",").map { (String($0).trimmed, false) }
        .filter { !$0.word.isEmpty }
    }
    return words.flatMap { word -> [(word: String, isQuoted: Bool)] in
      let text = word.isQuoted ? word.text : word.text.trimmed
      let numbers = word.isQuoted ? [] : numbers(in: text)
      return numbers.isEmpty ? [(text, word.isQuoted)] : numbers.map { ($0, false) }
    }.filter { !$0.word.trimmed.isEmpty }
  }

  /// Returns the numbers and the ranges of which a text between commas consists; none if it can be something else.
  private func numbers(in text: String) -> [String] {
    let words = Self.blankWords(of: text)
    guard words.count > 1, words.allSatisfy({ numbered($0) != nil || range($0) != nil }),
      beginning(text).isEmpty
    else { return [] }
    return words
  }

  private static func blankWords(of text: String) -> [String] {
    text.split { $0 == " " || $0 == "\t" }.map { String($0).trimmed }.filter { !$0.isEmpty }
  }

  /// Returns a word without the quotation marks around it; nil if there are none.
  static func quoted(_ word: String) -> String? {
    guard word.first == "\"" || word.first == "'",
      let words = try? ItemWord.words(of: word, named: false), words.count == 1, words[0].isQuoted
    else { return nil }
    return words[0].text
  }

  private func doubt(aboutNumber word: String) -> String? {
    var meant = names(of: word)
    if let number = numbered(word), !meant.contains(number) { meant.append(number) }
    guard meant.count > 1 else { return nil }
    let rows = meant.sorted().prefix(3)
    let ways = rows.map { "#\($0 + 1)" }
    return catalog.text(
      .ambiguousChoice,
      [
        "word": .echo(word), "readings": .text(catalog.any(of: rows.map(numbered))),
        "ways": .text(catalog.any(of: ways)),
      ])
  }

  private func doubt(aboutRange word: String) -> String? {
    guard let range = range(word), range.upperBound <= choices.count, let index = named(word),
      range != index + 1...index + 1
    else { return nil }
    let numbers = "\(range.lowerBound)-\(range.upperBound)"
    return catalog.text(
      .ambiguousRange,
      [
        "word": .echo(word), "numbers": .text(numbers), "choice": .text(numbered(index)),
        "ways": .text(catalog.any(of: ["#\(numbers)", "#\(index + 1)"])),
      ])
  }

  /// Returns why `all` or `none` is ambiguous, if a choice has that name.
  ///
  /// A choice that goes with no other is what `none` means.
  private func doubt(aboutWord word: String) -> String? {
    guard let index = named(word) else { return nil }
    let message: MessageID
    let first: String
    if catalog.meansAll(word), choices.count > 1 {
      (message, first) = (.ambiguousAll, "#1-\(choices.count)")
    } else if catalog.meansNone(word), !choices[index].isAlone {
      (message, first) = (.ambiguousNone, "#0")
    } else {
      return nil
    }
    return catalog.text(
      message,
      [
        "word": .echo(word), "choice": .text(numbered(index)),
        "ways": .text(catalog.any(of: [first, "#\(index + 1)"])),
      ])
  }

  /// A choice with its number.
  private func numbered(_ index: Int) -> String {
    catalog.text(
      .choiceWithNumber, ["choice": .quoted(choices[index].label), "number": .count(index + 1)])
  }
}
