// SPDX-License-Identifier: Apache-2.0

import FlowEffects
import FlowModel
import FlowScreens
import FlowWalks
import Localization
import SourceDiagnostics

/// The words that stand for actions when they're typed after a colon.
enum TypedWord {
  /// The meaning of a line: a word, an answer, or a word that doesn't exist.
  enum Reading: Hashable, Sendable {
    case word(FaceAction)

    /// A change of a list of records, whose numbers the list must have: `add`, `edit 2`, `move 2 1`.
    case list(String)

    /// An answer; a `::` at its start was replaced by `:`.
    case answer(String)

    /// Not understood; the message says what may be meant.
    case unknown(message: String)
  }

  /// All words with what they do, for help and completion.
  static let all: [(name: String, summary: MessageID)] = [
    (":back", .wordBack),
    (":help", .wordHelp),
    (":why", .wordWhy),
    (":review", .wordReview),
    (":accept", .wordAccept),
    (":none", .wordNone),
    (":default", .wordDefault),
    (":field", .wordField),
    (":edit", .wordEdit),
    (":retry", .wordRetry),
    (":show", .wordShow),
    (":next", .wordNext),
    (":quit", .wordQuit),
  ]

  /// The words for lists of records, where they may also be typed without their colon.
  static let listWords: [(name: String, summary: MessageID)] = [
    (":add", .wordAdd),
    (":edit", .wordEditItem),
    (":remove", .wordRemove),
    (":undo", .doUndoRemoval),
    (":move", .wordMove),
    (":done", .doGoOn),
  ]

  /// Reads a line that begins with a colon that was typed into an empty line.
  ///
  /// Any other line is an answer: a pasted text, an initial text, and every secret.
  static func reading(
    of line: String, in catalog: MessageCatalog = .english
  ) -> Reading {
    guard line.hasPrefix(":") else { return .answer(line) }
    if line.hasPrefix("::") { return .answer(String(line.dropFirst())) }
    let words = line.split(whereSeparator: \.isWhitespace).map(String.init)
    guard let name = words.first else { return .answer(line) }
    if words == [":edit"] { return .word(.edit) }
    if listWords.contains(where: { $0.name == name }) {
      return .list(String(line.drop { $0.isWhitespace }.dropFirst()))
    }
    // A name may have several words.
    let argument = words.count > 1 ? words.dropFirst().joined(separator: " ") : nil
    let quotedName: MessageArguments = ["word": .echo(name)]
    if words.count > 2, ![":back", ":why", ":field"].contains(name) {
      return .unknown(message: catalog.text(.wordTakesOne, quotedName))
    }
    switch (name, argument) {
    case (":back", nil): return .word(.walk(.back(steps: 1)))
    case (":back", let target?):
      guard let count = Int(target) else { return .word(.walk(.backTo(target))) }
      return count > 0
        ? .word(.walk(.back(steps: count))) : .unknown(message: catalog.text(.backByOne))
    case (":why", let id): return .word(.why(id))
    case (":show", "all"): return .word(.showAll)
    case (":field", let id?): return .word(.walk(.focus(id)))
    case (":field", nil): return .unknown(message: catalog.text(.fieldNeedsID, quotedName))
    case (_, nil):
      guard let word = plain[name] else {
        return .unknown(message: unknown(name, catalog))
      }
      return .word(word)
    case (_, _?):
      return .unknown(
        message: plain[name] == nil
          ? unknown(name, catalog) : catalog.text(.wordStandsAlone, quotedName))
    }
  }

  private static let plain: [String: FaceAction] = [
    ":next": .next, ":accept": .walk(.accept), ":none": .walk(.answer(.one(.empty))),
    ":default": .walk(.answer(.one(.default))),
    ":retry": .walk(.retry), ":help": .help, ":review": .review, ":show": .show, ":quit": .quit,
  ]

  /// A word that doesn't exist, and how to type an answer that looks like one.
  private static func unknown(_ name: String, _ catalog: MessageCatalog) -> String {
    let rule = MessageValue.text(
      catalog.text(.escapeRule, ["sign": .quoted(":"), "escape": .quoted("::")]))
    if let near = NearMiss.nearest(to: name, in: all.map(\.name)) {
      return catalog.text(
        .wordMeant, ["word": .echo(name), "meant": .quoted(near), "rule": rule])
    }
    return catalog.text(
      .wordMissing, ["word": .echo(name), "help": .quoted(":help"), "rule": rule])
  }
}
