// SPDX-License-Identifier: Apache-2.0

import Expectations
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
    expectEqual(walker.step?.title, "When does x run?")
    expectEqual(walker.step?.visibleFields.map(\.id), ["every", "zone"])
  }

  @Test func fieldsShowAndHideAsEarlierAnswersChange() throws {
    var walker = try walker()
    walker.send(.edit(field: "every", .text("day")))
    expectEqual(walker.step?.visibleFields.map(\.id), ["every", "at", "zone", "retries"])
    expectEqual(walker.step?.field("retries")?.value, 5)
    walker.send(.edit(field: "every", .text("hour")))
    expectEqual(walker.step?.visibleFields.map(\.id), ["every", "zone", "retries"])
    expectEqual(walker.step?.field("retries")?.value, 1)
  }

  @Test func enterAloneKeepsWhatWasPutIntoAFieldAndForgetsWhatWasRefused() throws {
    var walker = try walker()
    walker.type("day")
    walker.type("04:00")
    walker.type("Europe/Amsterdam")
    walker.send(.back(1))
    walker.send(.back(1))
    expectEqual(walker.step?.focusedField?.id, "at")
    walker.send(.next(nil))
    walker.send(.next(nil))
    expectEqual(walker.step?.field("at")?.value, "04:00")
    expectEqual(walker.step?.field("zone")?.value, "Europe/Amsterdam")
    walker.type("many")
    expectEqual(walker.problems, ["enter a whole number, such as 8080"])
    walker.send(.next(nil))
    expectEqual(walker.session.answer("retries"), 5)
  }

  @Test func anUntouchedFieldFollowsItsDefaultAndATouchedOneKeepsItsText() throws {
    var walker = try walker()
    walker.send(.edit(field: "every", .text("day")))
    walker.send(.edit(field: "retries", .text("7")))
    walker.send(.edit(field: "every", .text("hour")))
    expectEqual(walker.step?.field("retries")?.value, 7)
  }

  @Test func aHiddenFieldHasNoAnswerAndItsTextStaysAsASuggestion() throws {
    var walker = try walker()
    walker.send(.edit(field: "every", .text("day")))
    walker.send(.edit(field: "at", .text("23:00")))
    walker.send(.edit(field: "every", .text("hour")))
    walker.send(.submit)
    expectEqual(walker.asked, "end")
    #expect(walker.session.answer("at") == nil)
    walker.send(.back(1))
    walker.send(.edit(field: "every", .text("week")))
    expectEqual(walker.step?.field("at")?.editableText, "23:00")
    expectEqual(walker.step?.field("at")?.offer?.isSuggestion, true)
    expectEqual(walker.step?.field("at")?.draft, .untouched)
  }

  @Test func enterWalksTheVisibleFieldsAndSubmitsAtTheLast() throws {
    var walker = try walker()
    walker.type("day")
    expectEqual(walker.asked, "at")
    walker.send(.next(nil))
    expectEqual(walker.asked, "zone")
    walker.type("CET")
    expectEqual(walker.asked, "retries")
    walker.send(.next(nil))
    expectEqual(walker.asked, "end")
    expectEqual(walker.session.answer("zone"), "CET")
    expectEqual(walker.session.answer("at"), "02:00")
  }

  @Test func backInAFormGoesToThePreviousVisibleFieldThenPopsTheForm() throws {
    var walker = try walker()
    walker.type("hour")
    expectEqual(walker.asked, "zone")
    walker.send(.back(1))
    expectEqual(walker.asked, "every")
    walker.send(.back(1))
    expectEqual(walker.asked, "name")
  }

  @Test func theChecksOfTheFormRunAtSubmissionAndPointAtTheirField() throws {
    var walker = try walker()
    walker.type("day", "01:00", "UTC", "50")
    expectEqual(walker.asked, "retries")
    expectEqual(walker.problems, ["too many retries"])
    walker.type("3")
    expectEqual(walker.asked, "end")
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
    expectEqual(walker.asked, "end")
    walker.send(.back(1))
    expectEqual(walker.asked, "full", "what was not shown is transparent to back")
    walker.type("yes")
    expectEqual(walker.asked, "size")
  }
}
