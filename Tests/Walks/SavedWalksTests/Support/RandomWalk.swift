// SPDX-License-Identifier: Apache-2.0

import FlowEffects
import FlowExpressions
import FlowFiles
import FlowModel
import FlowSessions
import FlowTesting
import RandomTesting
import StackFlowCore
import Testing

/// A walk through a flow in which everything happens at random.
struct RandomWalk {
  /// Lists, forms, secrets, effects, warnings, and paths: whatever can be in a log.
  static let text = """
    flow: 1
    id: random
    version: 3
    inputs:
      owner: { type: string, default: me }
    steps:
      - { ask: a, type: choice, choices: [x, y, z], default: x }
      - { ask: b, type: integer, min: 0, max: 9, when: "a == 'x'", validate: [{ check: "b < 5", message: large, level: warning }] }
      - { ask: p, type: path, when: "a == 'x'", required: false }
      - form: f
        when: a != 'z'
        fields:
          - { ask: d, type: choice, choices: [p, q] }
          - { ask: e, type: string, when: d == 'p', required: false }
          - { ask: g, type: integer, default: { value: "d == 'p' ? 1 : 2" } }
      - repeat: env
        maxItems: 4
        steps:
          - { ask: key, type: string }
          - { ask: value, type: boolean, default: true }
      - run: made
        command: [make, "${a}"]
        undo: [unmake, "${a}"]
        onError: retry
      - write: note
        path: notes.txt
        content: ["${a}"]
        onError: back
      - { ask: i, type: date, required: false }
      - { ask: l, type: choices, choices: [m, n, o], minItems: 1 }
      - review: r
    """

  static func flow(_ text: String = text) throws -> CheckedFlow {
    try checkedFlow(text, name: "random.flow.yaml")
  }

  private(set) var session: FlowSession

  private var random: SeededGenerator

  private var time: Int64 = 1_700_000_000

  init(seed: UInt64, in flow: CheckedFlow, count: Int? = nil) throws {
    random = SeededGenerator(seed: seed)
    let options = SessionOptions(
      answers: Bool.random(using: &random) ? ["a": .text("x")] : [:],
      takesDefaults: Int.random(in: 0..<4, using: &random) == 0)
    session = try FlowSession(flow: flow, inputs: ["owner": "you"], options: options)
    handle(.start)
    for _ in 0..<(count ?? Int.random(in: 0...60, using: &random)) { handle(nextEvent()) }
  }

  private mutating func handle(_ event: FlowEvent) {
    time += Int64.random(in: 0...90, using: &random)
    let now = try? Timestamp(
      secondsSinceEpoch: time, nanoseconds: Int64.random(in: 0..<1_000_000_000, using: &random))
    session.send(event, now: now ?? .epoch)
  }

  private mutating func nextEvent() -> FlowEvent {
    switch session.state {
    case .needs(.approval(let request)):
      let isDenied = Int.random(in: 0..<8, using: &random) == 0
      return .decide(isDenied ? .deny(reason: "no") : .approve, on: request.id)
    case .needs(.lookUp(let path)):
      return .found(PathFacts(path, expanded: path, kind: .file))
    case .needs(.effect(let request)):
      if session.effectInProgress == nil, Bool.random(using: &random) { return .effectBegan }
      if Int.random(in: 0..<4, using: &random) == 0 {
        return .effectEnded(.failed(message: "was unlucky"))
      }
      switch request.effect {
      case .command:
        return .effectEnded(.ended(CommandResult(status: 0, output: [1, 2], errors: "é")))
      case .action: return .effectEnded(.returned(.null))
      case .write:
        return .effectEnded(
          .written(
            WrittenFile(previous: .replaced([0, 255], mode: 0o644), madeFolders: ["a", "a/b"])))
      case .restore: return .effectEnded(.done)
      }
    default: return userEvent()
    }
  }

  private mutating func userEvent() -> FlowEvent {
    let inputs: [FieldInput?] = [
      nil, FieldInput.empty, .offered, .text(""), .text("x"), .text("5"), .text("9"), .text("99"),
      .text("p"), .text("yes"), .text("m, o"), .text("2026-02-03"), .value(.bool(true)),
      .value(.int(3)), .value(.list(["m"])), .value(.double(-0.0)), .text("\u{1B}[2J é"),
      .value(.list([.map(ValueMap([("key", "k"), ("value", .bool(false))]))])),
    ]
    let ids = ["a", "b", "d", "e", "f", "env", "env[0].key", "l", "nope", "made"]
    let id = ids.randomElement(using: &random) ?? "a"
    let input = inputs.randomElement(using: &random) ?? nil
    let position = Int.random(in: -1...3, using: &random)
    if case .asking(let step) = session.state, step.kind == .repeat,
      Bool.random(using: &random)
    {
      switch Int.random(in: 0..<7, using: &random) {
      case 0: return .removeItem(position)
      case 3: return .restoreItem
      case 1: return .editItem(position)
      case 2: return .moveItem(from: position, to: 0)
      default: return .addItem
      }
    }
    switch Int.random(in: 0..<24, using: &random) {
    case 0, 1: return .back(steps: Int.random(in: 1...3, using: &random))
    case 2: return .backTo(id)
    case 3: return .acceptSuggestions
    case 23: return .give([id: input ?? .empty])
    case 4: return .edit(field: id, input ?? .empty)
    case 5: return .focus(field: id)
    case 6: return .submit
    case 7: return .confirm
    case 8: return .retry
    case 9: return Int.random(in: 0..<20, using: &random) == 0 ? .leave(.interrupt) : .submit
    default: return .answer(input)
    }
  }
}
