// SPDX-License-Identifier: Apache-2.0

import FlowExpressions
import Localization
import SourceDiagnostics

/// What a typed word means among choices that are shown with their numbers.
///
/// A value or a label comes first, then a number, then the beginning of one choice alone. `#3` is
/// always a number, unless a choice is called that.
struct ChoiceReading {
  /// The choices.
  let choices: [Choice]

  /// The language of doubts, and of the words for all and for none.
  var catalog = MessageCatalog.english

  /// The maximum number of choices among which a misspelled one is looked for.
  private static let mostNearMisses = 1_000

  /// The index of the choice whose value or label a word is; letter case matters only where two
  /// labels differ in nothing else.
  func named(_ word: String) -> Int? { names(of: word).first }

  /// The indices of all choices that are called so: by the same spelling, else regardless of case.
  private func names(of word: String) -> [Int] {
    let exact = choices.indices.filter {
      choices[$0].value.plainText == word || choices[$0].label == word
    }
    guard exact.isEmpty else {
      // A value is the name of one choice, whatever else is labelled so.
      return exact.sorted {
        choices[$0].value.plainText == word && choices[$1].value.plainText != word
      }
    }
    let folded = word.lowercased()
    return choices.indices.filter { choices[$0].label.lowercased() == folded }
  }

  /// The index of the choice with a number, from 1: `3` or `#3`.
  func numbered(_ word: String) -> Int? {
    Int(word.hasPrefix("#") ? String(word.dropFirst()) : word).flatMap { number in
      choices.indices.contains(number - 1) ? number - 1 : nil
    }
  }

  /// The numbers from and to, both from 1, that a range names: `2-4` or `#2-4`.
  func range(_ word: String) -> ClosedRange<Int>? {
    let ends = word.drop { $0 == "#" }.split(separator: "-", omittingEmptySubsequences: false)
    guard ends.count == 2, let first = Int(ends[0]), let last = Int(ends[1]), first >= 1,
      first <= last
    else { return nil }
    return first...last
  }

  /// The choices whose label or value begins with a text, regardless of case.
  func beginning(_ text: String) -> [Int] {
    let folded = text.lowercased()
    return choices.indices.filter { index in
      choices[index].label.lowercased().hasPrefix(folded)
        || choices[index].value.plainText.lowercased().hasPrefix(folded)
    }
  }

  /// The choices that have a text in their label or value, regardless of case: those that begin
  /// with it first.
  ///
  /// - Complexity: O(*n*) in the length of all labels.
  func having(_ text: String) -> [Int] {
    let folded = text.trimmed.lowercased()
    guard !folded.isEmpty else { return [] }
    let starting = beginning(folded)
    let known = Set(starting)
    return starting
      + choices.indices.filter { index in
        !known.contains(index)
          && (choices[index].label.lowercased().contains(folded)
            || choices[index].value.plainText.lowercased().contains(folded))
      }
  }

  /// The label of the one choice that was probably meant with a word that names none: the only one
  /// that has it, else the only one that is spelt nearly so.
  func probable(_ word: String) -> String? {
    let found = having(word)
    if found.count > 1 { return nil }
    if let index = found.first { return choices[index].isEnabled ? choices[index].label : nil }
    guard choices.count <= Self.mostNearMisses else { return nil }
    let labels = choices.filter(\.isEnabled).map(\.label)
    guard NearMiss.isClear(word, in: labels) else { return nil }
    return NearMiss.nearest(to: word, in: labels)
  }

  // MARK: Doubts

  /// Why a typed text can mean two things, and what to type for each; nil when it can't.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - isSeveral: Whether several may be chosen.
  /// - Returns: The words, without a full stop.
  func doubt(about text: String, isSeveral: Bool) -> String? {
    let text = text.trimmed
    guard isSeveral else { return doubt(aboutNumber: text) }
    if let doubt = doubt(aboutWord: text) { return doubt }
    if named(text) != nil { return doubt(aboutNumber: text) ?? doubt(aboutRange: text) }
    for word in Self.words(of: text) {
      if let doubt = doubt(aboutNumber: word) ?? doubt(aboutRange: word) { return doubt }
    }
    return nil
  }

  /// The words of a list: commas separate them where there are any, since a label may hold blanks.
  static func words(of text: String) -> [String] {
    let hasComma = text.contains(",")
    return text.split { hasComma ? $0 == "," : $0 == " " || $0 == "\t" }
      .map { String($0).trimmed }.filter { !$0.isEmpty }
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

  /// `all` and `none`, where a choice is called so too.
  private func doubt(aboutWord word: String) -> String? {
    guard let index = named(word) else { return nil }
    let message: MessageID
    let first: String
    if catalog.meansAll(word), choices.count > 1 {
      (message, first) = (.ambiguousAll, "#1-\(choices.count)")
    } else if catalog.meansNone(word) {
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
