// SPDX-License-Identifier: Apache-2.0

import Expectations
import FlowExpressions
import FlowModel
import FlowSessions
import FlowTesting
import FlowWalks
import StackFlowShell
import StackFlowTesting
import Testing

/// A line that's left without Enter is there again when its question is, in every face.
@Suite struct UnfinishedLineTests {
  private static let flow = """
    flow: 1
    id: f
    steps:
      - { ask: a, type: string }
      - { ask: b, type: string, default: y }
      - { ask: c, type: integer, default: 3, min: 1, max: 9 }
      - { ask: d, type: text, default: one line }
      - { ask: e, type: choices, choices: [fish, fruit, bread], default: [fish] }
      - { ask: f, type: date, default: 2026-05-05 }
      - { ask: g, type: choice, choices: [red, green, blue, white, black, gray, pink], default: red }
      - { ask: h, type: boolean, default: false }
      - { ask: i, type: string, default: z }
    """

  /// The keys at each question, and the input that's unfinished then.
  private static let typed: [(field: String, keys: String, unfinished: FieldInput)] = [
    ("b", "half", .text("half")), ("c", "7", .text("7")), ("c", "<Up>", .text("4")),
    ("d", "many", .text("many")), ("e", "<Down><Space>", .value(["fish", "fruit"])),
    ("f", "<Right>", .text("2026-05-06")), ("g", "<Down>", .value("green")),
    ("h", "y", .value(true)), ("b", "<Ctrl-U>", .text("")),
  ]

  /// A walk that was taken to a question by Enter alone.
  private static func walk(to field: String, at face: FaceKind) async throws -> TypedWalk {
    let walk = try TypedWalk(try checkedFlow(Self.flow), at: face)
    await walk.type("x<Enter>")
    while let asked = walk.question?.focusedField?.id, asked != field { await walk.type("<Enter>") }
    return walk
  }

  @Test(arguments: FaceKind.allCases, ["<Shift-Tab>"])
  func aLineThatIsLeftIsThereAgain(face: FaceKind, way: String) async throws {
    for (field, keys, input) in Self.typed {
      // Without a screen, what isn't typed isn't moved or marked.
      if face == .line, keys.contains("<"), keys != "<Ctrl-U>" { continue }
      var input = input
      if face == .line, field == "h" { input = .text("y") }
      let walk = try await Self.walk(to: field, at: face)
      await walk.type(keys)
      await walk.type(way)
      #expect(walk.question?.focusedField?.id != field, "\(face) \(field)")
      while walk.question?.focusedField?.id != field { await walk.type("<Enter>") }
      expectEqual(walk.question?.focusedField?.unfinished, input, "\(face) \(field)")
      await walk.type("<Enter>")
      // An empty text is refused, and offers the default again.
      let answer = walk.runner.session.answer(field)
      expectEqual(
        answer == nil, keys == "<Ctrl-U>", "\(face) \(field): what's shown is what Enter gives")
      let step = walk.runner.session.events.last { $0.subject == field }
      if case .answer(.offered)? = step?.event {
        Issue.record("\(face) \(field): the offer was taken")
      }
    }
  }

  @Test(arguments: FaceKind.allCases)
  func aLineThatIsLeftTwiceStaysAsItWas(face: FaceKind) async throws {
    let walk = try await Self.walk(to: "b", at: face)
    await walk.type("half<Shift-Tab><Enter>")
    #expect(walk.text.contains("half"), "\(walk.text)")
    await walk.type("<Shift-Tab><Enter>")
    expectEqual(walk.question?.focusedField?.unfinished, .text("half"))
    // The next keys are typed after it.
    await walk.type("way<Enter>")
    expectEqual(walk.runner.session.answer("b"), "halfway")
  }

  @Test(arguments: [FaceKind.inline, .full])
  func aRefusedTextThatIsStillInTheLineIsThereAgain(face: FaceKind) async throws {
    let walk = try await Self.walk(to: "c", at: face)
    await walk.type("12<Enter>")
    expectEqual(walk.question?.focusedField?.problems.count, 1)
    await walk.type("<Shift-Tab><Enter>")
    expectEqual(walk.question?.focusedField?.unfinished, .text("12"))
    await walk.type("<Backspace><Backspace>4<Enter>")
    expectEqual(walk.runner.session.answer("c"), 4)
  }

  @Test(arguments: FaceKind.allCases)
  func aLineThatIsAsOfferedAgainIsNotUnfinished(face: FaceKind) async throws {
    let walk = try await Self.walk(to: "b", at: face)
    await walk.type("half<Shift-Tab><Enter>")
    await walk.type("<Backspace><Backspace><Backspace><Backspace>y<Shift-Tab><Enter>")
    expectEqual(walk.question?.focusedField?.unfinished, nil)
  }

  /// In the line face, a word after what's in the line is one.
  @Test func aWordAfterAnUnfinishedTextIsAWordInLines() async throws {
    let walk = try await Self.walk(to: "b", at: .line)
    await walk.type("half<Shift-Tab><Enter>")
    #expect(walk.text.contains("Typed before, not submitted."), "\(walk.text)")
    await walk.type(":back<Enter>")
    expectEqual(walk.question?.focusedField?.id, "a")
    await walk.type("<Enter>")
    expectEqual(walk.question?.focusedField?.unfinished, .text("half"))
  }

  @Test(arguments: [FaceKind.inline, .full])
  func marksAreThereAgainAfterAWord(face: FaceKind) async throws {
    let walk = try await Self.walk(to: "e", at: face)
    await walk.type("<Down><Space>:back<Enter>")
    expectEqual(walk.question?.focusedField?.id, "d")
    await walk.type("<Enter>")
    #expect(walk.text.contains("◉ fruit"), "\(walk.text)")
  }

  @Test func aLineIsThereAgainAfterAClickOnAnotherStep() async throws {
    let walk = try await Self.walk(to: "c", at: .full)
    await walk.type("7")
    let row = try #require(walk.lines.firstIndex { $0.contains("● A") || $0.contains("● a") })
    await walk.click(column: 6, row: row)
    expectEqual(walk.question?.focusedField?.id, "a")
    await walk.type("<Enter><Enter>")
    expectEqual(walk.question?.focusedField?.unfinished, .text("7"))
  }

  @Test(arguments: FaceKind.allCases, ["<Ctrl-C>", "hang up"])
  func aLineThatIsCutShortIsUnfinished(face: FaceKind, way: String) async throws {
    let walk = try await Self.walk(to: "b", at: face)
    await walk.type("half")
    if way == "hang up" { await walk.hangUp() } else { await walk.type(way) }
    #expect(walk.hasEnded)
    let events = walk.runner.session.events.map(\.event)
    #expect(events.contains(.setAside(field: "b", .text("half"))), "\(events)")
  }

  @Test(arguments: FaceKind.allCases)
  func aSecretLineIsNeverKept(face: FaceKind) async throws {
    let walk = try TypedWalk(
      try checkedFlow(
        "flow: 1\nid: f\nsteps:\n  - { ask: a, type: string }\n  - { ask: b, type: secret }"),
      at: face)
    await walk.type("x<Enter>s3cret<Ctrl-C>")
    #expect(walk.hasEnded)
    #expect(!"\(walk.runner.session.events)".contains("s3cret"))
  }

  @Test(arguments: FaceKind.allCases)
  func anOldDefaultIsNotSavedInPlaceOfWhatWasTypedInARecord(face: FaceKind) async throws {
    let walk = try TypedWalk(
      try checkedFlow(
        """
        flow: 1
        id: f
        steps:
          - repeat: p
            steps: [{ ask: k, type: string }, { ask: rv, type: integer, default: 1 }]
          - { ask: z, type: string }
        """), at: face)
    let add = face == .line ? "add<Enter>" : "<Enter>"
    await walk.type(add + "one<Enter>5<Shift-Tab>")
    expectEqual(walk.question?.focusedField?.id, "p[0].k")
    await walk.type("<Enter>")
    expectEqual(walk.question?.focusedField?.unfinished, .text("5"))
    #expect(walk.text.contains("5"), "\(walk.text)")
    await walk.type("<Enter>")
    expectEqual(walk.question?.items.map(\.summary), ["one, 5"])
  }

  @Test(arguments: FaceKind.allCases)
  func theFirstFieldOfAFormIsThereAgain(face: FaceKind) async throws {
    let walk = try TypedWalk(
      try checkedFlow(
        """
        flow: 1
        id: f
        steps:
          - { ask: a, type: string }
          - form: all
            fields: [{ ask: b, type: string, default: y }, { ask: c, type: boolean }]
        """), at: face)
    await walk.type("x<Enter>half<Shift-Tab><Enter>")
    expectEqual(walk.question?.focusedField?.unfinished, .text("half"))
    await walk.type("<Enter>")
    expectEqual(walk.question?.visibleFields.first?.draft, .typed("half"))
  }

  // MARK: A filter of marks

  private static let form = """
    flow: 1
    id: f
    steps:
      - { ask: z, type: string }
      - form: all
        fields:
          - { ask: e, type: choices, choices: [fish, fruit, bread] }
          - { ask: b, type: string, default: y }
    """

  @Test(arguments: ["<Tab>", "<Enter><Enter>"])
  func leavingAFilterOfMarksMarksWhatItFinds(way: String) async throws {
    let walk = try TypedWalk(try checkedFlow(Self.form))
    await walk.type("x<Enter>fru\(way)")
    expectEqual(walk.question?.focusedField?.id, "b")
    expectEqual(walk.question?.visibleFields.first?.value, ["fruit"])
  }

  @Test func clickingAnotherFieldMarksWhatTheFilterFinds() async throws {
    let walk = try TypedWalk(try checkedFlow(Self.form), at: .full)
    await walk.type("x<Enter><Space>fru")
    let row = try #require(walk.lines.firstIndex { $0.contains("● Z") || $0.contains("● z") })
    await walk.click(column: 6, row: row)
    expectEqual(walk.question?.focusedField?.id, "z")
    await walk.type("<Enter>")
    expectEqual(walk.question?.focusedField?.unfinished, .value(["fish", "fruit"]))
  }

  @Test func aFilterThatFindsNothingIsRefusedWhereItIsLeft() async throws {
    let walk = try TypedWalk(try checkedFlow(Self.form))
    await walk.type("x<Enter>none at all<Tab>")
    expectEqual(walk.question?.visibleFields.first?.draft, .typed("none at all"))
    expectEqual(walk.question?.visibleFields.first?.problems.count, 1)
  }
}
