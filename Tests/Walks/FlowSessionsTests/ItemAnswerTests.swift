// SPDX-License-Identifier: Apache-2.0

import Expectations
import FlowExpressions
import FlowModel
import FlowSessions
import Testing

/// Answers given in advance for single items: `ratings[0].grade`.
@Suite struct ItemAnswerTests {
  private static let text = """
    flow: 1
    id: items
    steps:
      - form: ratings
        over: "['web', 'api']"
        as: name
        fields:
          - { ask: grade, type: integer, max: 5 }
          - { ask: used, type: boolean, default: true }
      - repeat: hosts
        steps:
          - { ask: name, type: string }
          - { ask: port, key: tcp port, type: integer, default: 80 }
          - repeat: disks
            steps: [{ ask: size, type: integer }]
    """

  private static func output(_ answers: [String: FieldInput]) throws -> (String, [String]) {
    let flow = try flow(text)
    let joined = flow.joiningItems(answers)
    guard joined.complaints.isEmpty else { return ("", joined.complaints) }
    var walker = try Walker(
      text, options: SessionOptions(answers: joined.answers, takesDefaults: true))
    if walker.output == nil { walker.send(.submit) }
    return (walker.output ?? "", walker.session.unusedAnswers)
  }

  @Test func cellsAndItemsAreAnswered() throws {
    let (output, unused) = try Self.output([
      "ratings[0].grade": .text("4"), "ratings[1].grade": .value(.int(2)),
      "ratings[1].used": .text("no"), "hosts[1].name": .text("b"), "hosts[0].name": .text("a"),
      "hosts[0].port": .text("8080"), "hosts[1].disks[0].size": .text("7"),
    ])
    expectEqual(
      output,
      #"{"ratings":[{"grade":4,"used":true},{"grade":2,"used":false}],"hosts":[{"name":"a","tcp port":8080,"disks":[]},{"name":"b","tcp port":80,"disks":[{"size":7}]}]}"#
    )
    expectEqual(unused, [])
  }

  /// A row that never comes leaves its answer unused, which is an error for the user who gave it.
  @Test func anIndexThatNeverComesIsUnused() throws {
    let (_, unused) = try Self.output([
      "ratings[0].grade": .text("4"), "ratings[1].grade": .text("5"),
      "ratings[2].grade": .text("5"), "hosts": .value(.list([])),
    ])
    expectEqual(unused, ["ratings[2].grade"])
  }

  @Test(arguments: [
    (
      ["hosts[0].name", "hosts[2].name"],
      "an item of 'hosts' is given, but none before it at position 1; positions begin at 0"
    ),
    (
      ["hosts[0].disks[1].size"],
      "an item of 'hosts[0].disks' is given, but none before it at position 0; positions begin at 0"
    ),
    (["hosts", "hosts[0].port"], "'hosts[0].tcp port' is given besides the whole list 'hosts'"),
    (
      ["hosts[9000000000000000].name"],
      "an item of 'hosts' is given, but none before it at position 0; positions begin at 0"
    ),
  ])
  func gapsAndDoubledListsAreRefused(ids: [String], complaint: String) throws {
    let answers = Dictionary(uniqueKeysWithValues: ids.map { ($0, FieldInput.text("1")) })
    try expectEqual(Self.output(answers).1, [complaint])
  }

  @Test func onlyFieldsInItemsTakeAnswers() throws {
    let flow = try flow(Self.text)
    for id in ["ratings[0].grade", "hosts[3].port", "hosts[0].disks[1].size", "hosts[0].disks"] {
      #expect(flow.takesAnswerInItem(id), "\(id)")
    }
    for id in [
      "ratings[].grade", "ratings[x].grade", "ratings[0]", "ratings.grade", "hosts[0].disks.size",
      "hosts[0].none", "hosts[99999999999999999999].port", "hosts",
    ] {
      #expect(!flow.takesAnswerInItem(id), "\(id)")
    }
  }
}
