// SPDX-License-Identifier: Apache-2.0

import Expectations
import FlowExpressions
import FlowModel
import FlowSessions
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
}
