// SPDX-License-Identifier: Apache-2.0

import Expectations
import FlowExpressions
import FlowFiles
import FlowModel
import FlowSessions
import FlowTesting
import SourceDiagnostics
import Testing

/// Choices come from data that an earlier answer selects, with labels in every language.
@Suite struct DataChoicesTests {
  /// Debian's questions for tzdata: an area, and one of its zones.
  ///
  /// One question serves all areas.
  private static let tzdata = """
    flow: 1
    id: tzdata
    language: en
    inputs:
      areas:
        type: list
        of:
          id: string
          en: string
          de: string
          zones: { type: list, of: { id: string, en: string, de: string } }
        default:
          - id: Europe
            en: Europe
            de: Europa
            zones:
              - { id: Vienna, en: Vienna, de: Wien }
              - { id: Rome, en: Rome, de: Rom }
          - id: Asia
            en: Asia
            de: Asien
            zones:
              - { id: Tokyo, en: Tokyo, de: Tokio }
    steps:
      - ask: area
        type: choice
        label: { en: "Geographic area:", de: "Geografisches Gebiet:" }
        choices:
          from: areas
          value: item.id
          label: { en: "${item.en}", de: "${item.de}" }
        empty: { en: There are no areas., de: Es gibt keine Gebiete. }
      - ask: zone
        type: choice
        label: { en: "Time zone:", de: "Zeitzone:" }
        choices:
          from: "areas.filter(a, a.id == area).map(a, a.zones).flatten()"
          value: item.id
          label: { en: "${item.en}", de: "${item.de}" }
        empty: { en: There are no zones., de: Es gibt keine Zonen. }
      - note: told
        text: { en: "${area}/${zone}: ${label(zone)}", de: "${area}/${zone}: ${label(zone)}" }
    """

  @Test func theFlowHasNoFindings() {
    let loaded = FlowFile.load(Self.tzdata, name: "tzdata.flow.yaml")
    expectEqual(DiagnosticRenderer().render(loaded.diagnostics), "")
  }

  @Test(arguments: [("en", "Vienna", "Rome", "Tokyo"), ("de", "Wien", "Rom", "Tokio")])
  func oneQuestionOffersTheZonesOfEveryArea(
    language: String, first: String, second: String, third: String
  ) throws {
    var walker = try Walker(
      try flow(Self.tzdata), options: SessionOptions(language: language))
    walker.type("1")
    expectEqual(walker.step?.focusedField?.choices.map(\.label), [first, second])
    walker.type(second)
    expectEqual(walker.step?.text, "Europe/Rome: \(second)")
    walker.send(.backTo("area"))
    walker.type("Asia")
    expectEqual(walker.step?.focusedField?.choices.map(\.label), [third])
    walker.type("1")
    walker.send(.answer(nil))
    expectEqual(walker.output, #"{"area":"Asia","zone":"Tokyo"}"#)
  }
}
