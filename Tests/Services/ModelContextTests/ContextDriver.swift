// SPDX-License-Identifier: Apache-2.0

import FlowExpressions
import FlowModel
import FlowScripts
import FlowServer
import FlowSessions
import FlowWalks
import StackFlowCore

@testable import ModelContext

/// Gives a server what a script says, in step with a session at the session's depth: after each command, the
/// server must ask the same, or have ended with the same result.
///
/// The effects and the files are those of the session: what came of them is taken from its log.
final class ContextDriver: ScriptDriver {
  /// The first difference; nil if there's none.
  private(set) var failure: String?

  /// The number of messages so far.
  private(set) var count = 0

  /// An event that can't be said in a form; nil if there was none.
  var outside: String?

  let runner: FlowRunner
  private let flow: CheckedFlow
  private let style: ContextConversation.Style
  private let host = LoggedHost()
  private var conversation: ContextConversation?
  var outcome: ContextConversation.Outcome?
  private var walk: Value?
  private var sent = 0
  var before: SessionState

  init(_ runner: FlowRunner, _ flow: CheckedFlow, _ style: ContextConversation.Style) {
    self.runner = runner
    self.flow = flow
    self.style = style
    before = runner.state
  }

  func start() {
    runner.start()
    follow()
  }

  func send(_ event: FlowEvent) -> [FlowAnnouncement] {
    let said = runner.send(event)
    follow()
    return said
  }

  func overwrite(_ isOverwritten: Bool) {
    runner.decide(isOverwritten ? .yes : .keep)
    follow()
  }

  // MARK: Following

  private func follow() {
    let events = runner.session.events(after: sent, keepingSecrets: true)
    sent = runner.session.eventCount
    defer { before = runner.state }
    if case .asking(let step) = runner.state, step.focusedField?.awaitsRepeat == true { return }
    host.keep(events.map(\.event))
    for entry in events where failure == nil && outside == nil {
      do {
        guard let next = try said(entry) else { continue }
        outcome = next
        count += 1
      } catch {
        failure = "\(entry.event): \(error)"
      }
    }
    guard failure == nil, outside == nil else { return }
    do { try compare() } catch { failure = "\(error)" }
  }

  /// The walk as the session has it, after the notes that a server passes.
  private var wanted: ToolWalk? {
    var services = WalkServices(clock: { .epoch })
    services.client = [.effects, .files, .moves]
    var environment = ServiceEnvironment(program: "test", version: "0", clock: { .epoch })
    environment.effects = nil
    let walk = ToolWalk(
      runner.session, of: ServedFlow(flow), at: WalkMoment(walk: "w", number: 1), in: environment,
      MemoryLedger(), maximumFields: 1, client: [.effects, .files, .moves])
    if case .asking(let step) = walk.state, step.kind == .note { return nil }
    if case .deciding(let decision) = walk.state, decision.isPermission { return nil }
    if case .performing = walk.state { return nil }
    return walk
  }

  private func compare() throws {
    guard var wanted else { return }
    wanted.asksSecrets = true
    switch outcome {
    case .form(let form)?:
      let expected = wanted.form(in: .titled)?.parameters
      let (found, needed) = (Self.schema(of: .map(form)), expected.map(Self.schema))
      if found != needed {
        failure = "the server asks \(found), the session \(needed ?? "nothing")"
      }
    case .result(let result)?:
      guard case .map(let data)? = result["structuredContent"] else {
        failure = "no data: \(Self.text(.map(result)))"
        return
      }
      let found = Self.text(Self.state(of: data))
      let needed = Self.text(wanted.walk.value)
      if found != needed { failure = "the server is at \(found), the session at \(needed)" }
    case .error(let error)?: failure = "the server fails: \(Self.text(.map(error)))"
    case nil: failure = "there's no answer"
    }
  }

  /// The fields of a form; its text can begin with what was passed on the way.
  private static func schema(of form: Value) -> String {
    guard case .map(let map) = form else { return "" }
    return text(map["requestedSchema"] ?? .null)
  }

  private static func text(_ value: Value) -> String { JSONWriter().text(of: value) ?? "" }

  private static func state(of data: ValueMap) -> Value {
    .map(
      ValueMap(
        data.compactMap { entry in
          let key = entry.key.plainText
          return ["walk", "notices"].contains(key) ? nil : (key, entry.value)
        }))
  }

  // MARK: Saying

  private func said(_ entry: LoggedEvent) throws -> ContextConversation.Outcome? {
    if case .start = entry.event { return try begin(at: entry.now) }
    if case .asking(let step) = before, step.kind == .note {
      switch entry.event {
      case .answer: return nil
      case .back, .backTo: outside = "going back from a note, which a server passes"
      default: break
      }
    }
    if case .effectEnded = entry.event, isAskedForEffects { return try allowed() }
    if case .leave = entry.event, case .failed = before, hasEnded {
      outside = "leaving a failure that ends the call"
      return nil
    }
    if style.showsForms { return try filled(entry.event) }
    guard let arguments = arguments(entry.event) else { return nil }
    var map = arguments
    map["walk"] = walk
    return noted(try talking().call(.map(map)))
  }

  func talking() throws -> ContextConversation {
    guard let conversation else { throw NotBegun() }
    return conversation
  }

  struct NotBegun: Error {}

  func noted(_ outcome: ContextConversation.Outcome) -> ContextConversation.Outcome {
    if case .result(let result) = outcome, case .map(let data)? = result["structuredContent"],
      let walk = data["walk"]
    {
      self.walk = walk
    }
    return outcome
  }

  private func begin(at now: Timestamp) throws -> ContextConversation.Outcome {
    let options = runner.session.options
    var environment = ServiceEnvironment(program: "test", version: "0", clock: { now })
    environment.effects = { [host] _, _ in host }
    environment.paths = host
    environment.language = options.language
    var tool = ContextTool(ServedFlow(flow))
    tool.asksSecrets = true
    tool.answers = options.answers
    tool.inputs = runner.session.givenInputs(keepingSecrets: true)
    let key = WalkKeys.key
    var server = ContextServer(
      [tool], in: environment, tokens: WalkKeys.tokens(key), ledger: MemoryLedger())
    server.maximumFields = 1
    server.clientTasks = [.moves]
    (server.takesDefaults, server.priority) = (options.takesDefaults, options.priorityThreshold)
    let conversation = try ContextConversation(server, style, tool: flow.id.name)
    conversation.callsAgain = true
    self.conversation = conversation
    return noted(try conversation.call([:]))
  }

  /// Whether the server asks for commands or files.
  var isAskedForEffects: Bool {
    switch outcome {
    case .form(let form)?:
      let text = Self.text(.map(form))
      return text.utf8.count > 0 && form["message"] != nil && text.contains("\"const\":\"no\"")
    case .result(let result)?:
      guard case .map(let data)? = result["structuredContent"],
        case .map(let decision)? = data["decision"]
      else { return false }
      return decision["about"] == "effects"
    default: return false
    }
  }

  /// Whether the call has ended with a result, so that there's no walk to go on with.
  private var hasEnded: Bool {
    guard case .result(let result)? = outcome, case .map(let data)? = result["structuredContent"]
    else { return false }
    return data["walk"] == nil
  }

  private func allowed() throws -> ContextConversation.Outcome {
    if style.showsForms { return try talking().reply("accept", ["answer": "yes"]) }
    return noted(
      try talking().call(.map(ValueMap([("walk", walk ?? .null), ("decision", "yes")]))))
  }

  // MARK: In arguments

  private func arguments(_ event: FlowEvent) -> ValueMap? {
    switch event {
    case .answer(let input):
      guard let input, input != .offered else { return ValueMap([("accept", "offer")]) }
      // A call has no word for a default beside an earlier answer, but its value.
      let value = input == .default ? defaultAsked : Self.value(input)
      return ValueMap([("answers", .map(ValueMap([(asked, value ?? .null)])))])
    case .submit: return ValueMap([("accept", "form")])
    case .confirm: return ValueMap([("confirm", true)])
    case .back(steps: let count): return ValueMap([("back", .int(Int64(count)))])
    case .backTo(let id): return ValueMap([("back", .string(id))])
    case .acceptSuggestions: return ValueMap([("accept", "suggestions")])
    case .addItem: return change("add")
    case .editItem(let item): return change("edit", item)
    case .removeItem(let item): return change("remove", item)
    case .restoreItem: return change("restore")
    case .moveItem(let from, let to): return change("move", from, to)
    case .decide(let decision, _):
      if case .deny(let reason?) = decision { outside = "a reason for a denial: \(reason)" }
      return ValueMap([("decision", decision.isYes ? "yes" : "no")])
    case .retry: return ValueMap([("retry", true)])
    case .leave(let reason):
      if reason != .quit { outside = "\(reason)" }
      return ValueMap([("leave", true)])
    case .start, .found, .decideFile, .effectBegan, .effectEnded, .edit, .focus, .setAside, .give:
      return nil
    }
  }

  private func change(_ word: String, _ item: Int? = nil, _ target: Int? = nil) -> ValueMap {
    var map = ValueMap([("do", Value.string(word))])
    map["item"] = item.map { .int(Int64($0)) }
    map["to"] = target.map { .int(Int64($0)) }
    return ValueMap([("change", .map(map))])
  }

  /// The name in data of what was asked.
  private var asked: String {
    guard case .asking(let step) = before else { return "" }
    return step.focusedField?.dataName ?? flow.dataName(of: step.id)
  }

  /// The default of what was asked.
  private var defaultAsked: Value? {
    if case .asking(let step) = before { step.focusedField?.defaultValue } else { nil }
  }

  static func value(_ input: FieldInput) -> Value {
    switch input {
    case .text(let text): .string(text)
    case .value(let value), .remembered(let value, _): value
    case .empty, .offered, .default: .null
    }
  }
}

extension FlowDecision {
  var isYes: Bool { if case .deny = self { false } else { true } }
}
