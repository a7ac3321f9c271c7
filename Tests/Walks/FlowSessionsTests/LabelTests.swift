// SPDX-License-Identifier: Apache-2.0

import Expectations
import FlowModel
import FlowSessions
import Testing

/// `label(kind)`: the label that the user chose, while a form is filled.
@Suite struct LabelTests {
  @Test func aFormFieldCanReadTheLabelsOfEarlierFields() throws {
    var walker = try Walker(
      """
      flow: 1
      id: form
      steps:
        - form: schedule
          fields:
            - ask: every
              type: choice
              choices: [{ value: h, label: hour }, { value: d, label: day }]
            - { ask: at, type: string, label: "When in the ${label(every)}?" }
            - ask: days
              type: choices
              choices: [{ value: 1, label: Monday }, { value: 2, label: Tuesday }]
            - ask: why
              type: string
              label: "Why ${label(days)}?"
              when: "'Tuesday' in label(days)"
      output: "label(every) + label(days).join('')"
      """)
    expectEqual(walker.step?.visibleFields.map(\.id), ["every", "days"])
    walker.send(.edit(field: "every", .text("d")))
    expectEqual(walker.step?.field("at")?.label, "When in the day?")
    walker.send(.edit(field: "every", .text("hour")))
    expectEqual(walker.step?.field("at")?.label, "When in the hour?")
    walker.send(.edit(field: "days", .text("2, 1")))
    expectEqual(walker.step?.field("why")?.label, "Why Monday, Tuesday?")
    walker.send(.edit(field: "at", .text("x")))
    walker.send(.edit(field: "why", .text("y")))
    walker.send(.submit)
    expectEqual(walker.output, #""hourMondayTuesday""#)
  }
}
