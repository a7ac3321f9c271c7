// SPDX-License-Identifier: Apache-2.0

import Expectations
import FlowExpressions
import FlowFiles
import FlowScreens
import Localization
import TerminalIO
import Testing

@testable import FlowModel
@testable import FlowSessions
@testable import FlowWalks
@testable import StackFlowShell

/// The answers that changing an answer of a review discards.
@Suite struct ReviewReachTests {
  /// A session at a review of a form, a list, and answers.
  private func session() throws -> FlowSession {
    let loaded = FlowFile.load(
      """
      flow: 1
      id: r
      steps:
        - { ask: name, type: string, label: What is it called? }
        - form: when
          fields:
            - { ask: day, type: string }
            - { ask: hour, type: string }
        - repeat: vars
          title: Variables
          summary: "${key}"
          steps: [{ ask: key, type: string }]
        - { ask: last, type: string }
        - review: check
      """, name: "r.flow.yaml")
    let runner = try FlowRunner(
      flow: try #require(loaded.flow, "\(loaded.diagnostics)"), clock: { .epoch })
    runner.start()
    for text in ["ada", "mon", "9"] { runner.send(.answer(.text(text))) }
    for text in ["A", "B"] {
      runner.send(.addItem)
      runner.send(.answer(.text(text)))
    }
    runner.send(.answer(nil))
    runner.send(.answer(.text("end")))
    let session = runner.session
    expectEqual(session.topStepID, "check")
    return session
  }

  @Test func itNamesTheAnswersOfLaterSteps() throws {
    let session = try session()
    let reach = ReviewReach(session)
    expectEqual(reach.rows, session.reviewRows)
    expectEqual(reach.rows.map(\.id), ["name", "day", "hour", "vars", "vars", "last"])
    // The form's own fields are offered where the user arrives.
    expectEqual(reach.discarded(byGoingBackTo: "hour"), ["Variables", "Last"])
    expectEqual(reach.discarded(byGoingBackTo: "when"), ["Variables", "Last"])
    expectEqual(reach.discarded(byGoingBackTo: "vars"), ["Last"])
    expectEqual(reach.discarded(byGoingBackTo: "nothing"), [])
    expectEqual(reach.name(of: "name"), "What is it called")
  }

  /// The items of a list have the same id.
  @Test(arguments: [(ups: 2, entry: 4), (ups: 3, entry: 3)])
  func thePointerStaysOnTheItemThatIsAskedAbout(ups: Int, entry: Int) throws {
    let reach = ReviewReach(try session())
    var widget = ReviewWidget(
      rows: Question.rows(ofReview: reach.rows), onward: [.init("finish", .next)]
    ) {
      reach.discarded(byGoingBackTo: $0)
    }
    for _ in 0..<ups { _ = widget.take(Key(.up), line: EditedLine(prompt: "", text: "")) }
    expectEqual(widget.list.entry, entry)
    _ = widget.take(Key(.enter), line: EditedLine(prompt: "", text: ""))
    widget.ask(wayBackTo: "vars", discarding: ["Last"])
    widget.endAsking()
    expectEqual(widget.list.entry, entry)
  }

  /// An id is no word of the user's.
  @Test(arguments: [
    ("Why do you come to us today?", "Why do you come to us today"),
    ("Why do you come to us today, and not tomorrow?", "Why do you come to us today…"),
    ("Warum kommen Sie heute zu uns?", "Warum kommen Sie heute zu uns"),
    ("האם יש לכם כאבים בחזה או קושי?", "האם יש לכם כאבים בחזה או קושי"),
    ("¿Por qué?", "Por qué"),
    ("どうしましたか？", "どうしましたか"),
    ("reason", "reason"),
  ])
  func anAnswerIsCalledByItsQuestionNeverByItsID(question: String, name: String) throws {
    var row = FlowSession.ReviewRow(id: "visit.reason", label: question, text: "x", origin: .typed)
    expectEqual(row.name, name)
    row.short = "Visit"
    expectEqual(row.name, "Visit")
  }

  /// Asking the session for each move of the pointer would evaluate all texts above the answer.
  @Test func thePointerAsksForEachAnswerOnce() {
    let rows = (0..<5_000).map { number in
      ScreenRow.answer(
        FlowSession.ReviewRow(id: "a\(number)", label: "A", text: "x", origin: .typed))
    }
    var asked = 0
    var review = ReviewWidget(rows: rows, onward: [.init("finish", .next)]) { _ in
      asked += 1
      return []
    }
    for _ in 0..<3 {
      for _ in 0..<100 { _ = review.take(Key(.up), line: line("")) }
      for _ in 0..<100 { _ = review.take(Key(.down), line: line("")) }
    }
    expectEqual(asked, 100)
  }
}
