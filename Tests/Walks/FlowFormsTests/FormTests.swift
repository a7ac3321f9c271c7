// SPDX-License-Identifier: Apache-2.0

import FlowExpressions
import FlowForms
import Testing

@Suite struct FormTests {
  static let schedule = """
    flow: 1
    id: schedule
    steps:
      - ask: name
        type: string
      - form: schedule
        title: "When does ${name} run?"
        fields:
          - { ask: every, type: choice, choices: [hour, day, week] }
          - { ask: at, type: string, when: "every != 'hour'", default: "02:00" }
          - { ask: zone, type: string, default: UTC }
          - ask: retries
            type: integer
            default: { value: "every == 'hour' ? 1 : 5" }
        validate:
          - check: "retries < 10 || every == 'week'"
            message: too many retries
            at: retries
      - ask: end
        type: string
        required: false
    """

  private func walker() throws -> Walker {
    var walker = try Walker(Self.schedule)
    walker.type("x")
    return walker
  }

  @Test func aFieldIsHiddenUntilTheFieldsItReadsHaveValues() throws {
    let walker = try walker()
    #expect(walker.step?.title == "When does x run?")
    #expect(walker.step?.visibleFields.map(\.id) == ["every", "zone"])
  }

  @Test func fieldsShowAndHideAsEarlierAnswersChange() throws {
    var walker = try walker()
    walker.send(.edit(field: "every", .text("day")))
    #expect(walker.step?.visibleFields.map(\.id) == ["every", "at", "zone", "retries"])
    #expect(walker.step?.field("retries")?.value == 5)
    walker.send(.edit(field: "every", .text("hour")))
    #expect(walker.step?.visibleFields.map(\.id) == ["every", "zone", "retries"])
    #expect(walker.step?.field("retries")?.value == 1)
  }

  @Test func enterAloneKeepsWhatWasPutIntoAFieldAndForgetsWhatWasRefused() throws {
    var walker = try walker()
    walker.type("day")
    walker.type("04:00")
    walker.type("Europe/Amsterdam")
    walker.send(.back(1))
    walker.send(.back(1))
    #expect(walker.step?.focusedField?.id == "at")
    walker.send(.next(nil))
    walker.send(.next(nil))
    #expect(walker.step?.field("at")?.value == "04:00")
    #expect(walker.step?.field("zone")?.value == "Europe/Amsterdam")
    walker.type("many")
    #expect(walker.problems == ["enter a whole number, such as 8080"])
    walker.send(.next(nil))
    #expect(walker.session.answer("retries") == 5)
  }

  @Test func anUntouchedFieldFollowsItsDefaultAndATouchedOneKeepsItsText() throws {
    var walker = try walker()
    walker.send(.edit(field: "every", .text("day")))
    walker.send(.edit(field: "retries", .text("7")))
    walker.send(.edit(field: "every", .text("hour")))
    #expect(walker.step?.field("retries")?.value == 7)
  }

  @Test func aHiddenFieldHasNoAnswerAndItsTextStaysAsASuggestion() throws {
    var walker = try walker()
    walker.send(.edit(field: "every", .text("day")))
    walker.send(.edit(field: "at", .text("23:00")))
    walker.send(.edit(field: "every", .text("hour")))
    walker.send(.submit)
    #expect(walker.asked == "end")
    #expect(walker.session.answer("at") == nil)
    walker.send(.back(1))
    walker.send(.edit(field: "every", .text("week")))
    #expect(walker.step?.field("at")?.editableText == "23:00")
    #expect(walker.step?.field("at")?.offer?.isSuggestion == true)
    #expect(walker.step?.field("at")?.draft == .untouched)
  }

  @Test func enterWalksTheVisibleFieldsAndSubmitsAtTheLast() throws {
    var walker = try walker()
    walker.type("day")
    #expect(walker.asked == "at")
    walker.send(.next(nil))
    #expect(walker.asked == "zone")
    walker.type("CET")
    #expect(walker.asked == "retries")
    walker.send(.next(nil))
    #expect(walker.asked == "end")
    #expect(walker.session.answer("zone") == "CET")
    #expect(walker.session.answer("at") == "02:00")
  }

  @Test func backInAFormGoesToThePreviousVisibleFieldThenPopsTheForm() throws {
    var walker = try walker()
    walker.type("hour")
    #expect(walker.asked == "zone")
    walker.send(.back(1))
    #expect(walker.asked == "every")
    walker.send(.back(1))
    #expect(walker.asked == "name")
  }

  @Test func theChecksOfTheFormRunAtSubmissionAndPointAtTheirField() throws {
    var walker = try walker()
    walker.type("day", "01:00", "UTC", "50")
    #expect(walker.asked == "retries")
    #expect(walker.problems == ["too many retries"])
    walker.type("3")
    #expect(walker.asked == "end")
  }

  @Test func aFormWithNothingToShowIsPassed() throws {
    let text = """
      flow: 1
      id: empty
      steps:
        - ask: full
          type: boolean
        - form: details
          fields:
            - { ask: size, type: integer, when: full }
        - ask: end
          type: string
      """
    var walker = try Walker(text)
    walker.type("no")
    #expect(walker.asked == "end")
    walker.send(.back(1))
    #expect(walker.asked == "full", "what was not shown is transparent to back")
    walker.type("yes")
    #expect(walker.asked == "size")
  }
}
