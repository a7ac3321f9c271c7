// SPDX-License-Identifier: Apache-2.0

import FlowExpressions
import FlowModel
import FlowServer
import FlowSessions
import FlowWalks
import JSONRPC
import Localization
import SavedWalks
import SealedWalks
import SourceDiagnostics

// Calls of tools.
extension ContextServer {
  mutating func call(
    _ parameters: ValueMap, of client: ContextClient, id: Value
  ) throws(RPCError) -> [Value] {
    guard case .string(let name)? = parameters["name"] else {
      throw RPCError(.invalidParameters, "'name' must be the name of a tool")
    }
    guard let newest = newest.first(where: { tools[$0].flow.name == name }) else {
      throw RPCError(.invalidParameters, unknownTool(name))
    }
    let arguments: ValueMap
    switch parameters["arguments"] {
    case nil, .null?: arguments = ValueMap()
    case .map(let map)?: arguments = map
    default: throw RPCError(.invalidParameters, "'arguments' must be an object")
    }
    if client.revision == .stateless, let state = parameters["requestState"] {
      guard case .string(let text) = state else {
        throw RPCError(.invalidParameters, "'requestState' must be a text")
      }
      let index = version(of: text, name) ?? newest
      let walk = try goneOn(text, parameters["inputResponses"], arguments, index, client)
      return try outcome(of: walk, arguments: arguments, index, client, id)
    }
    var index = newest
    let walk: ToolWalk
    do throws(RPCError) {
      var kept: KeptWalk?
      if case .string(let id)? = arguments["walk"] { kept = try self.kept(id, of: name) }
      if let kept { index = kept.tool }
      walk = try begun(arguments, index, kept, client)
    } catch {
      return [response(id, ToolResult.refusal(error).value, client)]
    }
    return try outcome(of: walk, arguments: arguments, index, client, id)
  }

  /// Returns the tool of a name whose flow has made a state; nil if none has.
  private func version(of state: String, _ name: String) -> Int? {
    tools.indices.first { index in
      tools[index].flow.name == name
        && (try? seal.content(of: state, flow: tools[index].flow.flow, in: environment)) != nil
    }
  }

  private func unknownTool(_ name: String) -> String {
    let names = newest.map { tools[$0].flow.name }
    let hint =
      NearMiss.nearest(to: name, in: names).map { "did you mean '\($0)'?" }
      ?? "there are \(names.prefix(20).joined(separator: ", "))\(names.count > 20 ? ", …" : "")"
    return "there's no tool '\(name.prefix(100))'; \(hint)"
  }

  // MARK: The walk of a call

  /// Returns the walk of a call without a state, after what its arguments say.
  private mutating func begun(
    _ arguments: ValueMap, _ index: Int, _ kept: KeptWalk?, _ client: ContextClient
  ) throws(RPCError) -> ToolWalk {
    let tool = tools[index]
    var step: StepState?
    if case .asking(let asked)? = kept?.walk.walk.state { step = asked }
    let read = try ToolArguments(
      arguments, of: tool, at: step, in: kept?.walk.walk.session.options.zone ?? environment.zone)
    var walk: ToolWalk
    if let id = read.walk {
      guard let kept else {
        throw RPCError(
          .unknownWalk,
          "there's no walk '\(FlowService.shortened(id))' of this tool; begin a new one"
        )
      }
      walk = toolWalk(
        kept.walk.walk.session, at: kept.walk.moment, index, client, in: kept.walk.place)
      walk.resume(kept.walk.pending)
      (walk.remarks, walk.other) = (kept.walk.remarks, kept.walk.other)
      guard let request = read.request else { return walk }
      walk.leavesDecisions = client.showsForms && !trustsAgent
      try self.change(&walk) { (walk) throws(WalkError) in try walk.perform(request) }
      // A state that has led to effects is left for good; one whose call is refused isn't left.
      if walk.effects?.claim == .granted || walk.missingSecrets.isEmpty { drop(id) }
      return walk
    }
    var answers = tool.answers
    if case .answers(let given)? = read.request {
      answers.merge(given.mapValues { FieldInput(given: $0) }) { $1 }
    }
    let options = SessionOptions(
      answers: answers, takesDefaults: takesDefaults, priorityThreshold: priority,
      language: read.language ?? environment.language,
      catalog: read.language.flatMap { MessageCatalog.builtIn(for: $0) }, zone: environment.zone)
    let session: FlowSession
    do {
      session = try FlowSession(flow: tool.flow.flow, inputs: read.inputs, options: options)
    } catch {
      throw RPCError(error)
    }
    walk = toolWalk(session, at: WalkMoment(walk: WalkID.random(), number: 1), index, client)
    try self.change(&walk) { (walk) throws(WalkError) in try walk.start() }
    return walk
  }

  /// Returns the walk of a state that a client has given back, after the answers of its form.
  private mutating func goneOn(
    _ state: String, _ responses: Value?, _ arguments: ValueMap, _ index: Int,
    _ client: ContextClient
  ) throws(RPCError) -> ToolWalk {
    let content: StateSeal.Content
    do throws(WalkTokenError) {
      content = try seal.content(of: state, flow: tools[index].flow.flow, in: environment)
    } catch {
      throw RPCError(.invalidParameters, "'requestState': \(error.message)")
    }
    guard !ledger.isClaimed(content.moment) else {
      throw RPCError(.invalidParameters, ToolWalk.superseded)
    }
    var walk = toolWalk(content.session, at: content.moment, index, client)
    walk.resume(content.pending)
    walk.rounds = content.rounds
    guard case .map(let map)? = responses, case .map(let answer)? = map[.string(Self.formKey)]
    else { return walk }
    guard let action = ToolWalk.FormAction(answer) else {
      throw RPCError(.invalidParameters, "an answer's action is accept, decline, or cancel")
    }
    try apply(action, to: &walk, client)
    return walk
  }

  private func toolWalk(
    _ session: FlowSession, at moment: WalkMoment, _ index: Int, _ client: ContextClient,
    in place: KeptPlace? = nil
  ) -> ToolWalk {
    var ledger = ledger
    if let store, let place { ledger = StoredLedger(ledger, in: store, at: place, session) }
    let isDecidedByUser = client.showsForms && !trustsAgent
    var walk = ToolWalk(
      session, of: tools[index].flow, at: moment, in: environment, ledger,
      maximumFields: maximumFields,
      client: isDecidedByUser ? clientTasks.union(.discards) : clientTasks)
    walk.asksSecrets = tools[index].asksSecrets
    walk.place = place
    return walk
  }

  private func change(
    _ walk: inout ToolWalk, _ body: (inout ToolWalk) throws(WalkError) -> Void
  ) throws(RPCError) {
    if let place = walk.other { return try change(&walk, at: place, body) }
    do throws(WalkError) {
      try body(&walk)
    } catch {
      throw RPCError(error, state: walk.state)
    }
    guard !walk.isSuperseded else {
      throw RPCError(.invalidParameters, ToolWalk.superseded)
    }
  }

  /// Does what the user did with the form that the walk has now.
  private func apply(
    _ action: ToolWalk.FormAction, to walk: inout ToolWalk, _ client: ContextClient
  ) throws(RPCError) {
    guard let form = walk.form(in: client.revision) else { return }
    try change(&walk) { (walk) throws(WalkError) in
      switch action {
      case .accept(let answers):
        walk.hasAnswersOfForms = true
        if let remark = form.misnaming(in: answers) {
          (walk.remarks, walk.isCancelled) = ([remark], true)
        } else {
          try walk.take(answers, of: form)
        }
      case .decline: try walk.decline(form)
      case .cancel: walk.isCancelled = true
      }
    }
  }

  // MARK: The outcome of a call

  /// The key of the only form of a result.
  private static let formKey = "form"

  /// Returns what a client gets: a form, the result, or the question as a result.
  private mutating func outcome(
    of walk: ToolWalk, arguments: ValueMap, _ index: Int, _ client: ContextClient, _ id: Value
  ) throws(RPCError) -> [Value] {
    let secrets = walk.missingSecrets
    if !secrets.isEmpty {
      let hasActed = walk.effects?.claim == .granted
      var key: String?
      if hasActed || arguments["walk"] == nil && walk.hasAnswersOfForms {
        key = try keep(KeptWalk(tool: index, walk: walk.kept))
      } else if case .string(let before)? = arguments["walk"] {
        key = before
      }
      let result = walk.secretsResult(secrets, of: tools[index], keeping: key)
      return [response(id, result.value, client)]
    }
    guard let form = walk.form(in: client.revision) else {
      removeEnded(walk)
      return [response(id, walk.endResult().value, client)]
    }
    // A state that the client carries isn't the one of the store.
    let isCarried = client.revision == .stateless && walk.other != nil
    guard client.showsForms, !walk.isCancelled, arguments["questions"] != "return", !isCarried
    else {
      let key = try keep(KeptWalk(tool: index, walk: walk.kept))
      let result = walk.pendingResult(id: key, isCancelled: walk.isCancelled)
      return [response(id, result.value, client)]
    }
    guard client.revision == .stateless else { return [ask(form, walk, index, id)] }
    guard walk.rounds < maximumRounds else {
      let key = try keep(KeptWalk(tool: index, walk: walk.kept))
      return [response(id, walk.pausedResult(id: key).value, client)]
    }
    var walk = walk
    walk.rounds += 1
    let state: String
    do throws(WalkTokenError) {
      state = try seal.text(of: walk, now: environment.clock())
    } catch {
      throw RPCError(.invalidRequest, error.message)
    }
    let request: Value = .object(["method": "elicitation/create", "params": form.parameters])
    let result: Value = .object([
      "resultType": "input_required", "inputRequests": .object([Self.formKey: request]),
      "requestState": .string(state),
    ])
    return [response(id, result, client)]
  }

  // MARK: Requests to the client

  /// Returns the request that asks the client for a form, and has the call wait for it.
  private mutating func ask(
    _ form: ElicitedForm, _ walk: ToolWalk, _ index: Int, _ id: Value
  ) -> Value {
    requestCount += 1
    let key = "form-\(requestCount)"
    waiting[key] = WaitingCall(request: id, walk: KeptWalk(tool: index, walk: walk.kept))
    return .object([
      "jsonrpc": "2.0", "id": .string(key), "method": "elicitation/create",
      "params": form.parameters,
    ])
  }

  /// Continues the call that has waited for a response.
  mutating func take(_ answer: ContextResponse) -> [Value] {
    guard let client = connected, let call = waiting.removeValue(forKey: answer.id) else {
      return []
    }
    let (kept, index) = (call.walk.walk, call.walk.tool)
    var walk = toolWalk(kept.walk.session, at: kept.moment, index, client, in: kept.place)
    walk.resume(kept.pending)
    walk.other = kept.other
    do throws(RPCError) {
      // A client that can't ask after all gets the question as the result.
      let action = answer.result.flatMap { ToolWalk.FormAction($0) } ?? .cancel
      try apply(action, to: &walk, client)
      return try outcome(of: walk, arguments: ValueMap(), index, client, call.request)
    } catch {
      return [error.response(to: call.request)]
    }
  }
}

extension ToolWalk.FormAction {
  /// Reads the result of an elicitation; nil if it isn't one.
  init?(_ result: ValueMap) {
    switch result["action"] {
    case "accept":
      guard case .map(let content)? = result["content"] else {
        self = .accept(ValueMap())
        return
      }
      self = .accept(content)
    case "decline": self = .decline
    case "cancel": self = .cancel
    default: return nil
    }
  }
}
