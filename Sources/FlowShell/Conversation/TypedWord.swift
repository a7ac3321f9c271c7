// SPDX-License-Identifier: Apache-2.0

import SourceDiagnostics

/// A word that does what a key does, typed after a colon.
package enum TypedWord: Hashable, Sendable {
  /// Answer, or accept the offered answer.
  case next

  /// Go back a number of steps.
  case back(Int)

  /// Go back to a step.
  case backTo(String)

  /// Accept suggestions as long as there are any.
  case accept

  /// Leave the field empty.
  case none

  /// Go to a field of the form.
  case field(String)

  /// Edit the text in the user's editor.
  case edit

  /// Retry a step that failed.
  case retry

  /// Show the long help.
  case help

  /// Show why a step is asked or was skipped; without an id, the present one.
  case why(String?)

  /// Show the answers so far.
  case review

  /// Show the question again.
  case show

  /// Show the question again, with every item of a long list.
  case showAll

  /// Leave.
  case quit

  /// Change a list of records: `add`, `edit 2`, `remove 2`, `move 2 1`.
  case list(String)

  /// The meaning of a line: a word, an answer, or a word that doesn't exist.
  package enum Reading: Hashable, Sendable {
    /// A word.
    case word(TypedWord)

    /// An answer; a `::` at its start was replaced by `:`.
    case answer(String)

    /// Not understood; the message says what may be meant.
    case unknown(message: String)
  }

  /// All words with what they do, for help and completion.
  package static let all: [(name: String, summary: String)] = [
    (":back", "one step back; a number of steps, or a step's id, may follow"),
    (":help", "more about the question, and this list"),
    (":why", "why this is asked; an id may follow"),
    (":review", "the answers so far"),
    (":accept", "take over your earlier answers"),
    (":none", "leave it empty"),
    (":field", "go to a field of this form; its id follows"),
    (":edit", "write the text in your editor"),
    (":retry", "try a step that failed again"),
    (":show", "the question again; all may follow"),
    (":next", "take what is offered"),
    (":quit", "leave"),
  ]

  /// The words for lists of records, where they may also be typed without their colon.
  package static let listWords: [(name: String, summary: String)] = [
    (":add", "a new item"),
    (":edit", "change an item; its number follows"),
    (":remove", "take an item out; its number follows"),
    (":move", "move an item; its number and its new place follow"),
  ]

  /// Reads a line that begins with a colon that was typed into an empty line.
  ///
  /// Any other line is an answer: a pasted text, an initial text, and every secret.
  package static func reading(of line: String) -> Reading {
    guard line.hasPrefix(":") else { return .answer(line) }
    if line.hasPrefix("::") { return .answer(String(line.dropFirst())) }
    let words = line.split(whereSeparator: \.isWhitespace).map(String.init)
    guard let name = words.first else { return .answer(line) }
    if words == [":edit"] { return .word(.edit) }
    if listWords.contains(where: { $0.name == name }) {
      return .word(.list(String(line.drop { $0.isWhitespace }.dropFirst())))
    }
    let argument = words.dropFirst().first
    if words.count > 2 { return .unknown(message: "'\(name)' takes one word.") }
    switch (name, argument) {
    case (":back", nil): return .word(.back(1))
    case (":back", let target?):
      guard let count = Int(target) else { return .word(.backTo(target)) }
      return count > 0 ? .word(.back(count)) : .unknown(message: "go back by 1 step or more.")
    case (":why", let id): return .word(.why(id))
    case (":show", "all"): return .word(.showAll)
    case (":field", let id?): return .word(.field(id))
    case (":field", nil): return .unknown(message: "':field' needs the id of a field.")
    case (_, nil):
      guard let word = plain[name] else { return .unknown(message: unknown(name)) }
      return .word(word)
    case (_, _?):
      return .unknown(message: plain[name] == nil ? unknown(name) : "'\(name)' stands alone.")
    }
  }

  /// How to type an answer that looks like a word.
  static let escapeRule = "An answer that begins with ':' is typed as '::'."

  private static let plain: [String: TypedWord] = [
    ":next": .next, ":accept": .accept, ":none": .none, ":retry": .retry, ":help": .help,
    ":review": .review,
    ":show": .show, ":quit": .quit,
  ]

  private static func unknown(_ name: String) -> String {
    let near = NearMiss.nearest(to: name, in: all.map(\.name))
    let proposal = near.map { "did you mean '\($0)'?" } ?? "':help' lists the words."
    return "there is no word '\(name)'; \(proposal) \(escapeRule)"
  }
}
