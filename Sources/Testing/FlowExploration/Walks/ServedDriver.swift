// SPDX-License-Identifier: Apache-2.0

import FlowEffects
package import FlowExpressions
import FlowModel
import FlowScripts
import FlowServer
package import FlowSessions
package import FlowWalks
import StackFlowCore

/// A server as a client sees it: takes a method with its parameters, and returns the result.
package typealias ServerCall = (_ method: String, _ parameters: ValueMap) throws -> Value

/// Gives a server what a script says, in step with a session at the session's depth: after each command,
/// both must be in the same state, and have announced the same.
///
/// The server gets the events of the session's log, so what a script's delegate decided, what its files are,
/// and what came of its effects, reach the server as the replies of a client.
package final class ServedDriver: ScriptDriver {
  /// The first difference; nil if there's none.
  package private(set) var failure: String?

  /// The number of requests so far.
  package private(set) var count = 0

  private let runner: FlowRunner
  private let flow: String
  private let call: ServerCall
  private var walk = ""
  private var sent = 0
  private var state: Value = .null
  private var announced: [FlowAnnouncement] = []
  private var isClosed = false

  /// Creates a driver of one walk.
  package init(_ runner: FlowRunner, flow: String, _ call: @escaping ServerCall) {
    self.runner = runner
    self.flow = flow
    self.call = call
  }

  package func start() {
    announced += runner.start()
    follow()
  }

  package func send(_ event: FlowEvent) -> [FlowAnnouncement] {
    let said = runner.send(event)
    announced += said
    follow()
    return said
  }

  package func overwrite(_ isOverwritten: Bool) {
    announced += runner.decide(isOverwritten ? .yes : .keep)
    follow()
  }

  /// Closes the walk, whether or not it has ended.
  package func close() {
    guard !walk.isEmpty, !isClosed else { return }
    isClosed = true
    _ = try? call("close", ValueMap([("walk", .string(walk))]))
  }

  // MARK: Following

  private func follow() {
    let events = runner.session.events(after: sent, keepingSecrets: true)
    sent = runner.session.eventCount
    // A client gives a secret once that a user types twice.
    if case .asking(let step) = runner.state, step.focusedField?.awaitsRepeat == true { return }
    var notices: [Value] = []
    for entry in events where failure == nil {
      // A server with '--defaults' has drawn a secret by itself, and asks for the move.
      if case .submit = entry.event, case .map(let map) = state, map["state"] == "deciding" {
        continue
      }
      do {
        guard let result = try request(entry) else { continue }
        if case .list(let list)? = result["notices"] { notices += list }
        state = Self.state(of: result)
        count += 1
      } catch {
        failure = "\(entry.event): \(error)"
      }
    }
    compare(notices)
  }

  private func compare(_ notices: [Value]) {
    guard failure == nil else { return }
    var services = WalkServices(clock: { .epoch })
    services.client = [.effects, .files, .moves]
    services.revealsSecrets = true
    let wanted = FlowWalk(runner.session, services: services).value
    let told = Value.list(announced.flatMap(WalkNotice.notices).map(\.value))
    announced = []
    guard !isClosed else { return }
    if let (found, wanted) = Self.difference(state, wanted) {
      failure = "the server is at \(found), the session at \(wanted)"
    } else if let (found, told) = Self.difference(.list(notices), told) {
      failure = "the server tells \(found), the session \(told)"
    }
  }

  /// Returns two values as a client gets them; nil if they're the same.
  private static func difference(_ found: Value, _ wanted: Value) -> (String, String)? {
    guard found != wanted else { return nil }
    let texts = (text(found), text(wanted))
    return texts.0 == texts.1 ? nil : texts
  }

  private static func text(_ value: Value) -> String { JSONWriter().text(of: value) ?? "" }

  /// The state in a result, without what only the server has.
  private static func state(of result: ValueMap) -> Value {
    .map(
      ValueMap(
        result.compactMap { entry in
          let key = entry.key.plainText
          return ["walk", "revision", "notices"].contains(key) ? nil : (key, entry.value)
        }))
  }

  // MARK: Requests

  private func request(_ entry: LoggedEvent) throws -> ValueMap? {
    let (method, parameters) = Self.request(entry.event)
    guard let method else { return nil }
    var map = parameters
    if method == "open" {
      map = opening(at: entry.now)
    } else {
      map["walk"] = .string(walk)
    }
    guard case .map(let result) = try call(method, map) else { return nil }
    if case .string(let id)? = result["walk"] { walk = id }
    if method == "close" { isClosed = true }
    return result
  }

  private func opening(at now: Timestamp) -> ValueMap {
    let options = runner.session.options
    var answers = ValueMap()
    var texts = ValueMap()
    for (id, input) in options.answers.sorted(by: { $0.key < $1.key }) {
      let flow = runner.session.flow
      let name = flow.dataName(of: id)
      switch input {
      case .text(let text): texts[name] = .string(text)
      case .value(let value), .remembered(let value, _):
        answers[name] = flow.data(of: value, for: id)
      case .empty, .offered, .default: answers[name] = .null
      }
    }
    let inputs = runner.session.givenInputs(keepingSecrets: true).sorted { $0.key < $1.key }
    var map = ValueMap([
      ("flow", Value.string(flow)), ("zone", "UTC"), ("secrets", true),
      ("client", .list(["effects", "files", "moves"])),
      ("defaults", .bool(options.takesDefaults)), ("now", .string(now.description)),
    ])
    map["inputs"] = .map(ValueMap(inputs.map { ($0.key, $0.value) }))
    map["answers"] = .map(answers)
    map["texts"] = .map(texts)
    if options.priorityThreshold != .low {
      map["priority"] = .string(options.priorityThreshold.rawValue)
    }
    map["language"] = options.language.map { Value.string($0) }
    return map
  }

  private static func request(_ event: FlowEvent) -> (String?, ValueMap) {
    switch event {
    case .start: ("open", ValueMap())
    case .answer(let input): ("submit", input.map(parameters) ?? ValueMap())
    case .submit: ("submit", ValueMap([("form", true)]))
    case .confirm: ("submit", ValueMap([("confirm", true)]))
    case .back(steps: let count): ("back", ValueMap([("steps", .int(Int64(count)))]))
    case .backTo(let id): ("back", ValueMap([("to", .string(id))]))
    case .acceptSuggestions: ("accept", ValueMap())
    case .addItem: ("change", ValueMap([("do", "add")]))
    case .editItem(let item): ("change", ValueMap([("do", "edit"), ("item", .int(Int64(item)))]))
    case .removeItem(let item):
      ("change", ValueMap([("do", "remove"), ("item", .int(Int64(item)))]))
    case .restoreItem: ("change", ValueMap([("do", "restore")]))
    case .moveItem(let from, let to):
      (
        "change",
        ValueMap([("do", "move"), ("item", .int(Int64(from))), ("to", .int(Int64(to)))])
      )
    case .decide(let decision, _): ("decide", parameters(decision))
    case .found(let facts): ("reply", ValueMap([("facts", .object(facts.entries(for: .client)))]))
    case .effectEnded(let result): ("reply", ValueMap([("result", result.value(for: .client))]))
    case .retry: ("retry", ValueMap())
    case .setAside(let field, .text(let text)):
      ("set-aside", ValueMap([("field", .string(field)), ("text", .string(text))]))
    case .setAside(let field, .value(let value)):
      ("set-aside", ValueMap([("field", .string(field)), ("value", value)]))
    case .setAside(let field, _): ("set-aside", ValueMap([("field", .string(field))]))
    case .leave(let reason): ("close", ValueMap([("reason", .string(reason.rawValue))]))
    case .effectBegan, .decideFile, .edit, .focus, .give: (nil, ValueMap())
    }
  }

  private static func parameters(_ input: FieldInput) -> ValueMap {
    switch input {
    case .text(let text): ValueMap([("text", .string(text))])
    case .value(let value), .remembered(let value, _): ValueMap([("answer", value)])
    case .empty: ValueMap([("answer", .null)])
    case .offered: ValueMap()
    case .default: ValueMap([("default", true)])
    }
  }

  private static func parameters(_ decision: FlowDecision) -> ValueMap {
    switch decision {
    case .approve, .later: return ValueMap([("answer", "yes")])
    case .deny(let reason):
      var map = ValueMap([("answer", "no")])
      if let reason { map["reason"] = .string(reason) }
      return map
    }
  }
}
