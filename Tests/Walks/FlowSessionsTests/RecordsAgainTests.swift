// SPDX-License-Identifier: Apache-2.0

import Expectations
import FlowModel
import FlowSessions
import Testing

/// Records that must be answered again, because secrets aren't offered again.
@Suite struct RecordsAgainTests {
  private static func walker(summary: String = "${name}") throws -> Walker {
    var walker = try Walker(
      """
      flow: 1
      id: people
      steps:
        - { ask: first, type: integer }
        - repeat: person
          summary: "\(summary)"
          steps:
            - { ask: name, type: string }
            - { ask: size, type: integer, default: { value: first } }
            - { ask: pin, type: secret }
            - { ask: place, type: string }
        - { ask: end, type: string }
      """)
    walker.type("1")
    for name in ["Ann", "Bo"] {
      walker.send(.addItem)
      walker.type(name)
      walker.send(.answer(.offered))
      walker.type("secret", "Rome")
    }
    walker.send(.submit)
    expectEqual(walker.asked, "end")
    walker.send(.backTo("first"))
    return walker
  }

  @Test func theyAreNamedByTheirSummary() throws {
    var walker = try Self.walker()
    walker.type("1")
    expectEqual(walker.items, ["Ann !pin needs an answer", "Bo !pin needs an answer"])
  }

  @Test func aSummaryReadsWhatIsKnownNow() throws {
    var walker = try Self.walker(summary: "${name} ${first} ${size} ${place}")
    walker.type("2")
    expectEqual(
      walker.items, ["Ann 2 2 Rome !pin needs an answer", "Bo 2 2 Rome !pin needs an answer"])
  }

  @Test func theirAnswersAreShownIfTheSummaryNeedsWhatTheyLack() throws {
    var walker = try Self.walker(summary: "${name} ${size(pin)}")
    walker.type("1")
    expectEqual(walker.items, ["Ann, Rome !pin needs an answer", "Bo, Rome !pin needs an answer"])
  }

  @Test func theReasonNotToAcceptThemNamesTheFirst() throws {
    var walker = try Self.walker()
    walker.type("1")
    expectEqual(walker.session.reasonNotToAccept, "answer item 1 again: pin needs an answer")
  }

  @Test func acceptingNamesDefaultsThatHaveChangedInThem() throws {
    var walker = try Self.walker()
    walker.type("2")
    walker.send(.editItem(1))
    let said = walker.send(.acceptSuggestions)
    expectEqual(walker.asked, "person[1].pin")
    #expect(said.contains(.answerFollowed(id: "person[1].size", name: "Size", text: "2")))
  }

  @Test func theirAcceptedAnswersOutlastAnotherWayBack() throws {
    var walker = try Self.walker()
    walker.type("1")
    walker.send(.backTo("first"))
    walker.type("1")
    walker.send(.editItem(0))
    walker.send(.acceptSuggestions)
    expectEqual(walker.asked, "person[0].pin")
  }
}
