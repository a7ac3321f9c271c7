// SPDX-License-Identifier: Apache-2.0

import Expectations
import FlowExpressions
import FlowForms
import Testing

/// `label(kind)`: the label that the user chose.
@Suite struct LabelTests {
  static let text = """
    flow: 1
    id: labels
    language: en
    steps:
      - ask: city
        type: string
      - ask: kind
        type: choice
        choices:
          - { value: http, label: { en: "HTTP API in ${city}", de: "HTTP-API in ${city}" } }
          - { value: cron, label: { en: Scheduled job, de: Geplante Aufgabe } }
          - { value: bare }
        validate:
          - check: "label(kind).size() < 24"
            message: "'${label(kind)}' is too long"
      - ask: regions
        type: choices
        choices: { from: "[{'id': 1, 'n': 'North'}, {'id': 2, 'n': 'South'}]", value: item.id, label: "${item.n} of ${city}" }
        required: false
      - compute: chosen
        value: label(kind)
      - note: end
        when: "label(kind) != 'none'"
        text: "${label(kind)}: ${label(regions).orValue([]).size()}, ${chosen}"
    output:
      kind: label(kind)
      regions: label(regions).orValue(['nowhere'])
      first: "has(regions) && size(regions) > 0 ? label(regions)[0] : ''"
    """

  private func walker(language: String = "en") throws -> Walker {
    var options = SessionOptions()
    options.language = language
    return try Walker(flow(Self.text), options: options)
  }

  @Test func theLabelOfAnEarlierAnswerIsInTheSessionsLanguage() throws {
    for (language, text) in [("en", "HTTP API in Ulm"), ("de", "HTTP-API in Ulm")] {
      var walker = try walker(language: language)
      walker.type("Ulm", "http", "North of Ulm, South of Ulm")
      expectEqual(walker.step?.text, "\(text): 2, \(text)")
      walker.send(.submit)
      expectEqual(
        walker.output,
        #"{"kind":"\#(text)","regions":["North of Ulm","South of Ulm"],"first":"North of Ulm"}"#
      )
    }
  }

  @Test func aChoiceWithoutALabelShowsItsValue() throws {
    var walker = try walker()
    walker.type("Ulm", "bare")
    walker.send(.next(FieldInput.empty))
    expectEqual(walker.step?.text, "bare: 0, bare")
    walker.send(.submit)
    expectEqual(walker.output, #"{"kind":"bare","regions":["nowhere"],"first":""}"#)
  }

  @Test func aCheckCanReadTheLabelOfItsCandidate() throws {
    var walker = try walker()
    walker.type("Bad Windsheim an der Aisch", "http")
    expectEqual(walker.problems, ["'HTTP API in Bad Windsheim an der Aisch' is too long"])
    walker.type("cron")
    expectEqual(walker.asked, "regions")
  }

  @Test func theLabelIsThatOfTheChosenChoice() throws {
    var walker = try walker()
    walker.type("Ulm", "http", "1")
    walker.send(.back(3))
    walker.type("Aue", "http", "1")
    expectEqual(walker.step?.text, "HTTP API in Aue: 1, HTTP API in Aue")
  }

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

  @Test func aLabelMayReadAnAnswerOfItsOwnForm() throws {
    var walker = try Walker(
      """
      flow: 1
      id: own
      steps:
        - form: place
          fields:
            - { ask: city, type: string }
            - ask: part
              type: choice
              choices: [{ value: n, label: "the north of ${city}" }]
        - note: end
          text: "You live in ${label(part)}"
      """)
    walker.type("Ulm", "n")
    expectEqual(walker.step?.text, "You live in the north of Ulm")
  }
}
