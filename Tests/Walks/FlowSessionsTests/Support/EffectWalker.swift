// SPDX-License-Identifier: Apache-2.0

import FlowEffects
import FlowExpressions
import FlowModel
import FlowSessions
import FlowTesting
import Testing

/// A session whose effects are answered by a closure, and a log of them.
struct EffectWalker {
  var session: FlowSession

  /// The requested effects, in order: `run id`, `write id`, `undo id`.
  private(set) var log: [String] = []

  private(set) var announcements: [FlowAnnouncement] = []

  /// Returns the result of a request; by default, success.
  var reply: (EffectRequest) -> EffectResult = Self.success

  init(
    _ text: String, inputs: [String: Value] = [:], options: SessionOptions = SessionOptions(),
    reply: @escaping (EffectRequest) -> EffectResult = Self.success
  ) throws {
    try self.init(try flow(text), inputs: inputs, options: options, reply: reply)
  }

  init(
    _ flow: CheckedFlow, inputs: [String: Value] = [:], options: SessionOptions = SessionOptions(),
    reply: @escaping (EffectRequest) -> EffectResult = Self.success
  ) throws {
    session = try FlowSession(flow: flow, inputs: inputs, options: options)
    self.reply = reply
    send(.start)
  }

  static func success(_ request: EffectRequest) -> EffectResult {
    switch request.effect {
    case .command: .ended(CommandResult(status: 0))
    case .action: .returned(.null)
    case .write: .written(WrittenFile(previous: .nothing))
    case .restore: .done
    }
  }

  @discardableResult
  mutating func send(_ event: FlowEvent) -> [FlowAnnouncement] {
    var said = session.send(event, now: .epoch)
    while case .needs(let need) = session.state {
      switch need {
      case .approval: said += session.decide(.approve, now: .epoch)
      case .lookUp(let path):
        said += session.send(.found(PathFacts(unknown: path)), now: .epoch)
      case .effect(let request):
        log.append("\(Self.verb(request)) \(request.step)")
        said += session.send(.effectEnded(reply(request)), now: .epoch)
      }
    }
    announcements += said
    return said
  }

  private static func verb(_ request: EffectRequest) -> String {
    if request.isUndo { return "undo" }
    if case .write = request.effect { return "write" }
    return "run"
  }

  mutating func type(_ texts: String...) {
    for text in texts { send(.answer(.text(text))) }
  }

  var step: StepState? { session.state.step }

  var asked: String? { session.state.asked }

  var failure: FlowFailure? {
    guard case .failed(let failure) = session.state else { return nil }
    return failure
  }

  var output: String? {
    guard case .finished(let result) = session.state else { return nil }
    return JSONWriter().text(of: result.output)
  }

  /// The command that the session is requesting.
  static func command(_ request: EffectRequest) -> CommandRequest? {
    guard case .command(let command) = request.effect else { return nil }
    return command
  }
}
