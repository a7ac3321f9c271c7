// SPDX-License-Identifier: Apache-2.0

import FlowExpressions
import FlowModel
import FlowSessions
import FlowTesting
import SourceDiagnostics
import StackFlowCore
import Testing

/// Returns the flow of a text; its mistakes fail the test.
func flow(_ text: String) throws -> CheckedFlow { try checkedFlow(text) }

/// A session that approves its own moves, unless `denies` is set.
struct Walker {
  var session: FlowSession
  var now = Timestamp.epoch
  var denials: [String?] = []
  private(set) var announcements: [FlowAnnouncement] = []

  init(
    _ flow: CheckedFlow, inputs: [String: Value] = [:], options: SessionOptions = SessionOptions()
  ) throws {
    session = try FlowSession(flow: flow, inputs: inputs, options: options)
    send(.start)
  }

  init(_ text: String, options: SessionOptions = SessionOptions()) throws {
    try self.init(try flow(text), options: options)
  }

  @discardableResult
  mutating func send(_ event: FlowEvent) -> [FlowAnnouncement] {
    let said = session.send(event, now: now) {
      denials.isEmpty ? .approve : .deny(reason: denials.removeFirst())
    }
    announcements += said
    return said
  }

  /// Answers the focused fields one after the other.
  mutating func type(_ texts: String...) {
    for text in texts { send(.answer(.text(text))) }
  }

  var step: StepState? { session.state.step }

  /// The id of the focused field, or of the step.
  var asked: String? { session.state.asked }

  var problems: [String] { step?.focusedField?.problems.map(\.message) ?? [] }

  var offered: String? { step?.focusedField?.offer?.value.plainText }

  var result: FlowResult? {
    guard case .finished(let result) = session.state else { return nil }
    return result
  }

  var output: String? {
    result.flatMap { JSONWriter().text(of: $0.output) }
  }
}

extension [FlowAnnouncement] {
  /// The reasons for denials, if nothing else was announced; otherwise nil.
  var denials: [String?]? { allSatisfy(\.isDenial) ? map(\.denialReason) : nil }
}
