// SPDX-License-Identifier: Apache-2.0

import SourceDiagnostics

/// A word that stands for a key: what a person types behind a colon.
package enum TypedWord: Hashable, Sendable {
  /// Answer, or take what is offered.
  case next

  /// A number of steps back.
  case back(Int)

  /// Back to a step.
  case backTo(String)

  /// Accept suggestions as long as there are any.
  case accept

  /// Leave the field empty.
  case none

  /// Go to a field of the form.
  case field(String)

  /// The text is edited in the person's editor.
  case edit

  /// A step that failed is tried again.
  case retry

  /// The long help.
  case help

  /// Why a step is asked or was skipped; without an id, the present one.
  case why(String?)

  /// The answers so far.
  case review

  /// The question once more.
  case show

  /// The question once more, with every item of a long list.
  case showAll

  /// Leave.
  case quit

  /// Something that is done to a list of records: `add`, `edit 2`, `remove 2`, `move 2 1`.
  case list(String)

  /// A line as it is meant: a word, an answer, or a word that does not exist.
  package enum Reading: Hashable, Sendable {
    /// A word.
    case word(TypedWord)

    /// An answer; `::` at its start has become `:`.
    case answer(String)

    /// Not understood; the message says what could have been meant.
    case unknown(message: String)
  }

  /// The words, for completion, with what they do.
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

  /// The words that mean something at a list of records, where they are understood without their
  /// colon too.
  package static let listWords: [(name: String, summary: String)] = [
    (":add", "a new item"),
    (":edit", "change an item; its number follows"),
    (":remove", "take an item out; its number follows"),
    (":move", "move an item; its number and its new place follow"),
  ]

  /// Reads a line that begins with a colon which was typed into an empty line.
  ///
  /// Any other line is an answer as it stands: what was pasted, what stood in the line at first, and
  /// every secret.
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

  /// How an answer is typed that looks like a word.
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
