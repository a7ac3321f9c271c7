// SPDX-License-Identifier: Apache-2.0

import FlowModel
import FlowScreens
import FlowSessions
import Localization

/// The picture that a user would see where a script failed: the question, and the answers before it.
public struct ScriptContext: Hashable, Sendable {
  /// The lines of the question; empty if nothing is asked.
  let question: [String]

  /// The answers so far, each with its label; secrets are dots.
  let answers: [String]

  /// The maximum number of lines of the question, and of answers, that are kept: 12.
  static let maximumLines = 12

  init(_ session: FlowSession) {
    let catalog = session.catalog
    let rows = Question(session)?.page(.everything.subtracting([.progress])).rows ?? []
    question = Array(
      rows.flatMap { Self.lines(of: $0, catalog) }.prefix(Self.maximumLines))
    let answered = session.reviewRows
    let kept = answered.suffix(Self.maximumLines)
    let left = answered.count - kept.count
    answers =
      (left > 0 ? ["… \(left) more"] : [])
      + kept.map { "\($0.shortQuestion): \($0.text ?? catalog.text(.leftEmpty))" }
  }

  private static func lines(of row: ScreenRow, _ catalog: MessageCatalog) -> [String] {
    switch row {
    case .question(let text, let hint): [text + (hint.map { " (\($0))" } ?? "")]
    case .choice(let number, let choice): ["\(number)  \(choice.label)"]
    default: row.plainText(in: catalog).map { [$0] } ?? []
    }
  }

  /// The context as lines for people.
  public var lines: [String] {
    (question.isEmpty ? [] : ["the question:"] + question.flatMap(Self.indented))
      + (answers.isEmpty ? [] : ["answered so far:"] + answers.flatMap(Self.indented))
  }

  private static func indented(_ text: String) -> [String] {
    text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map { "  \($0)" }
  }
}
