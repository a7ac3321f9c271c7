// SPDX-License-Identifier: Apache-2.0

import Expectations
import FlowExpressions
import FlowFiles
import FlowModel
import FlowWalks
import StackFlowShell
import Testing

/// Whatever a user needs to read is read in full, however narrow the window is.
@MainActor
@Suite struct NarrowScreenTests {
  private func walk(
    _ steps: String, columns: Int, rows: Int = 24
  ) async throws -> ScreenWalk {
    try await ScreenWalk(
      """
      flow: 1
      id: n
      steps:
      \(steps)
      """, columns: columns, rows: rows)
  }

  /// The words on the screen, without the rail.
  private func words(_ walk: ScreenWalk) -> String {
    walk.text.split { " \n│◆╰●❯◯◉".contains($0) }.joined(separator: " ")
  }

  /// Where the window cuts an answered step, no answer is shown without its question.
  @Test(arguments: 7...14) func noAnswerIsShownWithoutItsQuestion(rows: Int) async throws {
    let walk = try await walk(
      """
        - { ask: a, type: string, label: Your full name please }
        - { ask: b, type: string, label: Your whole address }
        - { ask: c, type: string, label: Anything else to say }
      """, columns: 20, rows: rows)
    for text in ["first-answer", "second-answer"] { await walk.type(text + "\r") }
    let lines = walk.text.split(separator: "\n", omittingEmptySubsequences: false)
    for (answer, question) in [("first-answer", "Your full"), ("second-answer", "Your whole")] {
      guard let place = lines.firstIndex(where: { $0.contains(answer) }) else { continue }
      #expect(place > 0 && lines[place - 1].contains(question), "\(walk.text)")
    }
  }

  @Test(arguments: ["choice", "choices"], [20, 32, 40])
  func theChoiceWithThePointerIsInFull(type: String, columns: Int) async throws {
    let walk = try await walk(
      """
        - ask: kind
          type: \(type)
          choices:
            - { value: a, label: Background worker, hint: takes its work from a queue of jobs }
            - { value: b, label: A service that has a very long name indeed, hint: short }
            - { value: c, label: Third, hint: the last one }
      """, columns: columns)
    #expect(words(walk).contains("Background worker takes its work from a queue of jobs"))
    await walk.type("\u{1B}[B")
    #expect(words(walk).contains("A service that has a very long name indeed short"))
    #expect(!words(walk).contains("queue of jobs"), "only the row with the pointer is in full")
    #expect(walk.text.contains("Third"), "\(walk.text)")
  }

  /// The pointer leads to what an ellipsis stands for.
  @Test(arguments: ["choice", "choices"])
  func aHintWithoutRoomLeavesAnEllipsis(type: String) async throws {
    let walk = try await walk(
      """
        - ask: license
          type: \(type)
          choices:
            - { value: a, label: None }
            - { value: b, label: GNU GPL, hint: copyleft }
            - { value: c, label: An Apache license, hint: grants patents }
            - { value: d, label: MIT }
      """, columns: 20)
    let rows = walk.text.split(separator: "\n").map { $0.drop { " ❯◯◉".contains($0) } }
    let label = type == "choice" ? "An Apache license…" : "An Apache licen…"
    for row in ["None", "GNU GPL …", label, "MIT"] {
      #expect(rows.contains { $0 == row }, "\(row):\n\(walk.text)")
    }
  }

  @Test func theNameOfAFileWithThePointerIsInFull() async throws {
    let loaded = FlowFile.load(
      "flow: 1\nid: n\nsteps:\n  - { ask: file, type: path }\n", name: "n.flow.yaml")
    let runner = try FlowRunner(flow: try #require(loaded.flow), clock: { .epoch })
    runner.services.paths = Folder()
    let walk = await ScreenWalk(runner, columns: 20)
    #expect(walk.text.contains("bill-of-the-hotel…"), "\(walk.text)")
    await walk.type("\u{1B}[B")
    #expect(
      walk.text.split { " \n".contains($0) }.joined().contains("bill-of-the-hotel-in-berlin.pdf"),
      "\(walk.text)")
    #expect(walk.text.contains("ticket.pdf"), "\(walk.text)")
  }

  private struct Folder: PathHost {
    func facts(of path: String) -> PathFacts {
      PathFacts(path, expanded: path, kind: .file)
    }
    func paths(beginning typed: String) -> [String] {
      ["bill-of-the-hotel-in-berlin.pdf", "ticket.pdf"]
    }
  }

  @Test func theHintOfAButtonWraps() async throws {
    let walk = try await walk(
      """
        - ask: kind
          type: choice
          widget: buttons
          default: a
          choices:
            - { value: a, label: One, hint: takes its work from a queue of jobs }
            - { value: b, label: Two }
      """, columns: 24)
    #expect(words(walk).contains("takes its work from a queue of jobs"), "\(walk.text)")
  }

  @Test(arguments: [20, 40, 80])
  func aHintIsBesideTheLineOrAboveIt(columns: Int) async throws {
    let walk = try await walk(
      """
        - { ask: name, type: string, label: What is it called?, hint: such as billing-api }
      """, columns: columns)
    #expect(words(walk).contains("such as billing-api"), "\(walk.text)")
    let isBeside = walk.lines.contains { $0.contains("›") && $0.contains("such as") }
    expectEqual(isBeside, (columns >= 40), "\(walk.text)")
    // Where it's above, nothing that's typed hides it; in the line, a long text leaves no room for it.
    await walk.type(String(repeating: "a", count: 30))
    expectEqual(words(walk).contains("such as billing-api"), (columns != 40), "\(walk.text)")
  }

  @Test(arguments: [20, 30, 46])
  func theLabelsOfAFormWrap(columns: Int) async throws {
    let walk = try await walk(
      """
        - form: when
          fields:
            - { ask: hour, type: integer, label: At which hour (UTC)? }
            - { ask: minute, type: integer, label: And which minute it? }
        - review: check
      """, columns: columns)
    for text in ["7", "30"] {
      for word in ["(UTC)?", "minute it?"] {
        #expect(words(walk).contains(word), "\(walk.text)")
      }
      #expect(!walk.text.contains("…"), "\(walk.text)")
      await walk.type(text + "\r")
    }
    // The review, and what stays at the end, too.
    #expect(!walk.text.contains("…"), "\(walk.text)")
    await walk.type("\r")
    #expect(walk.ending != nil)
    #expect(!walk.text.contains("…"), "\(walk.text)")
  }

  @Test func nothingToChooseIsSaidInFull() async throws {
    let walk = try await walk(
      """
        - ask: country
          type: choice
          choices: { from: "['a'].filter(x, x == 'b')" }
          empty: There are no countries to choose from yet
          required: false
      """, columns: 20)
    #expect(words(walk).contains("There are no countries to choose from yet"), "\(walk.text)")
  }

  /// Help that doesn't fit is read by scrolling, and the hints say so.
  @Test func longHelpIsScrolled() async throws {
    let help = (1...30).map { "word\($0)" }.joined(separator: " ")
    let walk = try await walk(
      """
        - { ask: name, type: string, help: \(help) }
      """, columns: 20, rows: 12)
    await walk.type("\u{1B}OP")
    #expect(walk.text.contains("page scroll"), "\(walk.text)")
    var seen = words(walk)
    for _ in 0..<40 {
      await walk.type("\u{1B}[1;5B")
      seen += " " + words(walk)
    }
    for word in ["word1", "word15", "word30", ":help", ":quit", "leave"] {
      #expect(seen.contains(word), "\(word): \(seen)")
    }
    await walk.type("\u{1B}OP")
    #expect(!walk.text.contains(":quit"), "\(walk.text)")
  }

  @Test(arguments: 0..<8) func theLabelOfTheOpenFieldIsInFull(number: Int) async throws {
    let labels = [
      "First name of the person", "Last name of the person", "Street of the house",
      "Town where it stands", "Country of the town", "Number of the telephone",
      "Mail of the person",
      "Age of the person in years",
    ]
    let fields = labels.enumerated().map { "        - { ask: f\($0), type: string, label: \($1) }" }
    let walk = try await walk(
      "  - form: one\n    title: Details\n    fields:\n" + fields.joined(separator: "\n"),
      columns: 20,
      rows: 15)
    for _ in 0..<number { await walk.type("x\r") }
    #expect(words(walk).contains("› \(labels[number])"), "\(walk.text)")
  }
}
