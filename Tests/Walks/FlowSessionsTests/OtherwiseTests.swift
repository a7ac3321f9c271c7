// SPDX-License-Identifier: Apache-2.0

import Expectations
import FlowExpressions
import FlowModel
import FlowSessions
import FlowTesting
import Testing

/// A question that isn't asked can have a value.
@Suite struct OtherwiseTests {
  /// Debian's questions for postfix, of which most are asked for some kinds of configuration only.
  private static let postfix = """
    flow: 1
    id: postfix
    steps:
      - ask: kind
        type: choice
        choices: [none, local, internet, satellite]
      - group: mail
        when: kind != 'none'
        steps:
          - { ask: mailname, type: string, otherwise: localhost }
          - ask: relay
            when: kind == 'satellite'
            type: string
            otherwise: ""
          - ask: origin
            when: relay != ''
            type: string
            otherwise: { value: mailname }
      - form: limits
        fields:
          - { ask: limited, type: boolean }
          - { ask: size, type: integer, when: limited, min: 1, otherwise: 51200000 }
          - { ask: twin, type: integer, when: "!limited", otherwise: { value: size * 2 } }
      - { note: told, text: "${mailname} ${relay} ${origin} ${size} ${twin}" }
    """

  @Test(arguments: [
    ("relay", FieldInput.text("r"), ["relay"]), ("relay", .text(""), []),
    ("relay", .value(""), []), ("size", .text("51200000"), []),
    ("size", .value(51_200_000), []), ("size", .value(1), ["size"]),
    ("origin", .value("localhost"), []), ("origin", .value("other"), ["origin"]),
  ])
  func anotherAnswerForAQuestionThatIsNotAskedIsRefused(
    id: String, given: FieldInput, unused: [String]
  ) throws {
    var walker = try Walker(
      try flow(Self.postfix), options: SessionOptions(answers: [id: given]))
    walker.type("none", "no", "9")
    walker.send(.answer(nil))
    #expect(walker.result != nil)
    expectEqual(walker.session.unusedAnswers, unused)
  }

  private static let list = """
    flow: 1
    id: hosts
    steps:
      - repeat: host
        summary: "${name}:${port}"
        steps:
          - { ask: name, type: string }
          - { ask: open, type: boolean }
          - { ask: port, type: integer, when: open, otherwise: { value: size(name) } }
          - { ask: last, type: integer, when: size(items) > 0, otherwise: 1 }
      - { note: ports, text: "${string(host.map(h, h.port).sum())}" }
    """

  @Test func theRecordsOfAListHaveTheValues() throws {
    var walker = try Walker(Self.list)
    walker.send(.addItem)
    walker.type("abc", "no")
    expectEqual(walker.step?.items.map(\.summary), ["abc:3"])
    walker.send(.addItem)
    walker.type("d", "yes", "80", "4")
    walker.send(.answer(nil))
    expectEqual(walker.step?.text, "83")
    walker.send(.answer(nil))
    let output =
      #"{"host":[{"name":"abc","open":false,"port":3,"last":1},"#
      + #"{"name":"d","open":true,"port":80,"last":4}]}"#
    expectEqual(walker.output, output)
    guard case .map(let map)? = walker.result?.output else { throw Missing() }
    var again = try Walker(
      try flow(Self.list), options: SessionOptions(answers: ["host": .value(map["host"] ?? .null)]))
    again.send(.answer(nil))
    expectEqual(again.output, output)
  }

  @Test func anotherValueInARecordIsRefused() throws {
    let record: Value = ["name": "abc", "open": false, "port": 4]
    let walker = try Walker(
      try flow(Self.list), options: SessionOptions(answers: ["host": .value([record])]))
    expectEqual(
      walker.step?.problems.map(\.message), ["item 1: 'port' was given, but never asked for"])
  }

  /// A value isn't an answer: where the question is asked after all, it isn't answered by it.
  @Test func aValueIsNotOfferedAsAnAnswer() throws {
    var walker = try Walker(Self.list)
    walker.send(.addItem)
    walker.type("abc", "no")
    walker.send(.editItem(0))
    walker.send(.answer(nil))
    walker.type("yes")
    #expect(walker.asked == "host[0].port" && walker.offered == nil)
  }

  @Test func whatIsKnownAheadIncludesTheValues() throws {
    var walker = try Walker(
      """
      flow: 1
      id: f
      steps:
        - { ask: on, type: boolean }
        - { ask: pause, type: string }
        - { ask: a, type: integer, when: on, otherwise: 3 }
        - { ask: b, type: string, when: a == 3 }
      """)
    walker.type("no")
    expectEqual(walker.session.forecast.steps.map(\.fate), [.answered, .asked, .skipped, .asked])
  }

  private struct Missing: Error {}
}
