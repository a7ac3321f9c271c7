// SPDX-License-Identifier: Apache-2.0

import Expectations
import FlowExpressions
import FlowModel
import FlowSessions
import RandomTesting
import Testing

/// An answer knows whether the user entered it or only accepted it, so the way to the end doesn't matter.
@Suite struct AnswerOriginTests {
  // MARK: Accepted answers follow

  private static let package = ProjectFolder.flow("origins/package")

  @Test func acceptingAllTakesWhatIsOfferedNowAndNamesWhatIsAnother() throws {
    var walker = try Walker(Self.package)
    walker.type("Aplha")
    walker.send(.answer(nil))
    walker.send(.answer(nil))
    walker.send(.backTo("name"))
    walker.type("Alpha")
    let said = walker.send(.acceptSuggestions)
    expectEqual(walker.asked, "check")
    let followed = said.compactMap { announcement -> String? in
      if case .answerFollowed(let id, _, let text) = announcement { return "\(id) \(text ?? "")" }
      return nil
    }
    expectEqual(followed, ["pkg alpha", "repo git@x:alpha"])
  }

  @Test func acceptingAllNamesTheAnswersOfRecordsThatAreOthers() throws {
    var walker = try Walker(
      """
      flow: 1
      id: f
      steps:
        - { ask: size, type: integer }
        - repeat: hosts
          title: All hosts
          summary: ${name}
          steps:
            - { ask: name, type: string }
            - { ask: gb, type: integer, label: Memory in GB, default: { value: size } }
            - { compute: twice, value: gb * 2 }
            - repeat: disks
              steps: [{ ask: path, type: string, default: { value: "'d' + string(size)" } }]
        - { ask: last, type: string }
      """)
    walker.type("1")
    walker.send(.addItem)
    walker.type("one")
    walker.send(.answer(nil))
    walker.send(.addItem)
    for _ in 0..<3 { walker.send(.answer(nil)) }
    expectEqual(walker.asked, "last")
    walker.send(.backTo("size"))
    walker.type("2")
    let said = walker.send(.acceptSuggestions)
    expectEqual(walker.asked, "last")
    let followed = said.filter { if case .answerFollowed = $0 { true } else { false } }
    expectEqual(
      followed,
      [
        .answerFollowed(id: "hosts[0].gb", name: "All hosts 1, Memory in GB", text: "2"),
        .answerFollowed(
          id: "hosts[0].disks[0].path", name: "All hosts 1, Disks 1, Path", text: "d2"),
      ])
  }

  @Test func theDefaultIsTakenInPlaceOfATypedAnswer() throws {
    var walker = try Walker(Self.package)
    walker.type("Alpha", "beta")
    walker.send(.back(steps: 1))
    walker.send(.answer(.default))
    expectEqual(walker.session.answer("pkg"), "alpha")
    expectEqual(walker.session.answers.map(\.origin), [.typed, .accepted])
    // It follows from then on.
    walker.send(.backTo("name"))
    walker.type("Gamma")
    expectEqual(walker.offered, "gamma")
  }

  @Test func theDefaultIsTakenInPlaceOfASuggestion() throws {
    let text = """
      flow: 1
      id: f
      steps:
        - { ask: image, type: string, default: "debian:12" }
        - { ask: end, type: string }
      """
    let options = SessionOptions(suggestions: ["image": .value("debian:11")])
    var walker = try Walker(text, options: options)
    expectEqual(walker.offered, "debian:11")
    expectEqual(walker.step?.focusedField?.otherDefault, "debian:12")
    walker.send(.answer(.default))
    expectEqual(walker.session.answer("image"), "debian:12")
    walker.send(.back(steps: 1))
    expectEqual(walker.offered, "debian:12")
  }

  @Test func aDefaultThatDoesNotExistWipesNothing() throws {
    var walker = try Walker(
      "flow: 1\nid: f\nsteps: [{ ask: name, type: string }, { ask: end, type: string }]\n")
    walker.type("ada")
    walker.send(.back(steps: 1))
    for event in [FlowEvent.answer(.default), .edit(field: "name", .default)] {
      walker.send(event)
      #expect(walker.asked == "name" && walker.problems == ["there's no default; enter an answer"])
      expectEqual(walker.offered, "ada")
    }
    walker.send(.answer(nil))
    expectEqual(walker.session.answer("name"), "ada")
  }

  // MARK: Typed answers wait

  /// Also where no text is an empty one.
  @Test func aTextThatIsEmptiedIsNotOfferedAgain() throws {
    let text = """
      flow: 1
      id: f
      steps:
        - { ask: root, type: string, required: false, default: "" }
        - { ask: end, type: string }
      """
    var walker = try Walker(text)
    walker.type("joe")
    walker.send(.back(steps: 1))
    walker.send(.answer(.empty))
    expectEqual(walker.session.typedAnswers["root"], .null)
    walker.send(.back(steps: 1))
    #expect(walker.offered == nil)
    walker.send(.answer(nil))
    walker.type("x")
    expectEqual(walker.output, #"{"root":"","end":"x"}"#)
  }

  /// In a form, an empty submit takes what was entered last, not the default behind it.
  @Test func aRefusedAnswerWipesNothing() throws {
    let text = """
      flow: 1
      id: f
      steps:
        - form: both
          fields:
            - { ask: port, type: integer, default: 8080 }
            - { ask: name, type: string }
        - { ask: end, type: string }
      """
    var walker = try Walker(text)
    walker.type("9000")
    walker.send(.back(steps: 1))
    expectEqual(walker.offered, "9000")
    walker.type("9,5")
    expectEqual(walker.step?.focusedField?.draft, .typed("9,5"))
    walker.send(.answer(nil))
    expectEqual(walker.step?.field("port")?.value, 9000)
  }

  // MARK: Records

  @Test func aQuestionThatAppearsInAReplayedRecordMarksIt() throws {
    var walker = try Walker(ProjectFolder.flow("origins/appearing-records"))
    walker.type("no")
    for _ in 0..<3 {
      walker.send(.addItem)
      walker.type("a")
      walker.send(.answer(nil))
    }
    walker.send(.backTo("more"))
    walker.type("yes")
    for _ in 0..<3 { walker.send(.answer(nil)) }
    expectEqual(walker.asked, "r")
    expectEqual(
      walker.step?.problems.first?.message, "answer item 1 again: m needs an answer")
  }

  /// The rest of an edit belongs to its record.
  @Test func whatAnEditLeavesIsNotOfferedToANewRecord() throws {
    var walker = try Walker(ProjectFolder.flow("lists/typed"))
    for (a, b) in [("1", "2"), ("3", "4")] {
      walker.send(.addItem)
      walker.type(a, b)
    }
    walker.send(.editItem(1))
    walker.type("5")
    walker.send(.back(steps: 2))
    expectEqual(walker.asked, "p")
    walker.send(.removeItem(0))
    walker.send(.addItem)
    #expect(walker.asked == "p[1].a" && walker.offered == nil)
    walker.send(.back(steps: 1))
    walker.send(.editItem(0))
    expectEqual(walker.offered, "5")
  }
}
