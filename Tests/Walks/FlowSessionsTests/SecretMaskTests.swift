// SPDX-License-Identifier: Apache-2.0

import Expectations
import FlowChecks
import FlowExpressions
import FlowFiles
import FlowModel
import FlowSessions
import SourceDiagnostics
import Testing

/// The values of a result that are masked: those computed from a secret, and no others.
@Suite struct SecretMaskTests {
  private static let text = """
    flow: 1
    id: t
    inputs:
      keys: { type: list, of: { name: string, key: secret }, default: [] }
    steps:
      - { ask: pin, type: secret }
      - { ask: room, type: string }
      - { ask: floor, type: integer }
      - compute: label
        value: "'pin ' + pin"
      - repeat: users
        steps:
          - { ask: name, type: string }
          - { ask: token, type: secret }
      - flow: inner
        use: inner.flow.yaml
    output: { OUTPUT }
    """

  /// A flow that's only checked for names and types.
  ///
  /// The loader refuses some of these outputs, but their secrets are masked all the same.
  private static func checked(_ text: String) throws -> CheckedFlow {
    let definition = try #require(FlowFile.load(text, name: "test.flow.yaml").definition)
    let (_, flow, diagnostics) = FlowChecker.check(definition, follower: nil)
    #expect(!diagnostics.contains { $0.severity == .error })
    return try #require(flow)
  }

  private static func masked(_ output: String) throws -> String? {
    let text = text.replacing("OUTPUT", with: output)
      .replacing("  - flow: inner\n    use: inner.flow.yaml\n", with: "")
    var walker = try Walker(
      try checked(text), inputs: ["keys": .list([["name": "a", "key": "k1"]])])
    walker.type("10", "room 10", "10")
    walker.send(.answer(.value(.list([["name": "10", "token": "t1"]]))))
    #expect(walker.result != nil)
    return JSONWriter().text(of: walker.session.maskedOutput)
  }

  /// The flow determines what's masked, not the texts: `10` in `room 10` isn't a secret.
  @Test(arguments: [
    ("a: pin", #"{"a":"••••"}"#),
    ("a: room, b: floor", #"{"a":"room 10","b":10}"#),
    ("a: label", #"{"a":"••••"}"#),
    ("a: size(pin), b: pin == '10', c: \"pin in ['10']\"", #"{"a":2,"b":true,"c":true}"#),
    ("a: \"int(pin) + 1\"", #"{"a":"••••"}"#),
    ("a: \"floor > 3 ? room : pin\"", #"{"a":"••••"}"#),
    ("a: \"[room, pin]\"", #"{"a":["••••","••••"]}"#),
    ("a: \"{'room': room, 'pin': pin}\"", #"{"a":{"room":"room 10","pin":"••••"}}"#),
    ("a: \"{'room': room, 'pin': pin}.room\"", #"{"a":"room 10"}"#),
    ("a: \"{pin: room}\"", #"{"a":"••••"}"#),
    ("a: users", #"{"a":[{"name":"10","token":"••••"}]}"#),
    ("a: \"users.map(u, u.name)\"", #"{"a":["10"]}"#),
    ("a: \"users.map(u, u.token)\"", #"{"a":["••••"]}"#),
    ("a: \"users.filter(u, u.token == 't1')\"", #"{"a":[{"name":"10","token":"••••"}]}"#),
    ("a: \"users[0].name\"", #"{"a":"10"}"#),
    ("a: \"users[0].token\"", #"{"a":"••••"}"#),
    ("a: \"users.all(u, u.token != '')\"", #"{"a":true}"#),
    ("a: keys", #"{"a":[{"name":"a","key":"••••"}]}"#),
    ("a: \"cel.bind(p, pin, p + room)\"", #"{"a":"••••"}"#),
    ("a: \"cel.bind(p, room, p)\"", #"{"a":"room 10"}"#),
  ])
  func valuesComputedFromSecretsAreHidden(output: String, shown: String) throws {
    try expectEqual(Self.masked(output), shown)
  }

  /// A list can read what its items compute, also from other items.
  @Test(arguments: [3, 6, 12])
  func valuesThatItemsComputeAreHidden(length: Int) throws {
    var text = """
      flow: 1
      id: t
      steps:
        - repeat: rows
          steps:
            - { ask: pin, type: secret }
            - { compute: copy, value: pin + '!' }

      """
    for number in 0..<length {
      let read = number == length - 1 ? "pin" : "c\(number + 1)"
      text += "      - { compute: c\(number), value: \"items.map(i, i.\(read)).join('')\" }\n"
    }
    text += "output: { a: \"rows.map(r, r.copy)\", b: \"rows.map(r, r.c0)\" }\n"
    var walker = try Walker(try Self.checked(text))
    let record: Value = ["pin": "p1"]
    walker.send(.answer(.value(.list(Array(repeating: record, count: length + 1)))))
    let shown = try #require(JSONWriter().text(of: walker.session.maskedOutput))
    #expect(!shown.contains("p1"), "\(shown)")
    #expect(try #require(walker.output).contains("p1"))
  }

  @Test func secretsAreHiddenInEveryAnswer() throws {
    let text = Self.text.replacing("output: { OUTPUT }", with: "")
      .replacing("  - flow: inner\n    use: inner.flow.yaml\n", with: "")
    var walker = try Walker(try flow(text))
    walker.type("10", "room 10", "10")
    walker.send(.answer(.value(.list([["name": "10", "token": "t1"]]))))
    expectEqual(
      JSONWriter().text(of: walker.session.maskedOutput),
      #"{"pin":"••••","room":"room 10","floor":10,"users":[{"name":"10","token":"••••"}]}"#)
  }

  /// A chain in which each computed value reads the two before it.
  ///
  /// Each name is visited once.
  @Test func aLongChainOfComputesIsFollowedInReasonableWork() throws {
    var text = """
      flow: 1
      id: t
      steps:
        - { ask: pin, type: secret }
        - { compute: c0, value: pin }
        - { compute: c1, value: "[c0, c0]" }

      """
    for number in 2..<200 {
      text += "  - { compute: c\(number), value: \"c\(number - 1) == c\(number - 1) ? [c0, 'a'] : "
      text += "[c0] + c\(number - 1)\" }\n"
    }
    text += "output: { a: c199, b: \"size(c199)\" }\n"
    var walker = try Walker(try Self.checked(text))
    walker.type("10")
    expectEqual(
      JSONWriter().text(of: walker.session.maskedOutput), #"{"a":["••••","••••"],"b":2}"#)
  }

  /// Events that a store appends have no secrets unless that's said.
  @Test func newEventsHaveNoSecrets() throws {
    var walker = try Walker(
      try Self.checked(Self.rooms), inputs: [:])
    let count = walker.session.eventCount
    walker.type("hunter2", "room 10")
    let events = walker.session.events(after: count)
    expectEqual(events.map(\.isWithheld).filter { $0 }.count, 1)
    #expect(!"\(events)".contains("hunter2") && "\(events)".contains("room 10"))
    let kept = walker.session.events(after: count, keepingSecrets: true)
    #expect("\(kept)".contains("hunter2") && kept.count == events.count)
  }

  private static let rooms = """
    flow: 1
    id: t
    steps:
      - { ask: pin, type: secret }
      - { ask: room, type: string }
      - { ask: floor, type: integer }
    """
}
