// SPDX-License-Identifier: Apache-2.0

import FlowEffects
import FlowExpressions
import FlowModel
import FlowServer
import FlowSessions
import FlowWalks
import JSONRPC

struct ToolArguments {
  /// A change of a walk that the caller makes by itself, instead of the user.
  enum Request: Sendable {
    case answers([String: Value])
    case action(WalkAction)
  }

  /// The walk to go on with; nil for a new one.
  let walk: String?

  /// Nil returns the walk as it is.
  let request: Request?

  /// Whether questions are returned even if the user can be asked.
  let returnsQuestions: Bool

  /// The inputs of a new walk.
  let inputs: [String: Value]

  /// The language of a new walk.
  let language: String?

  /// Reads arguments.
  ///
  /// - Parameters:
  ///   - map: The arguments.
  ///   - tool: The tool.
  ///   - step: What the walk to go on with asks, in whose item short names are enough; nil for a new walk.
  ///   - zone: The time zone of dates and times without an offset.
  /// - Throws: `RPCError` if one isn't known, doesn't have its type, or doesn't fit the flow.
  init(
    _ map: ValueMap, of tool: ContextTool, at step: StepState?, in zone: ZoneRules
  ) throws(RPCError) {
    var reader = ParameterReader(map)
    walk = try reader.text("walk")
    request = try Self.request(
      of: tool, isOpen: walk != nil, at: step, in: zone, from: &reader)
    switch try reader.text("questions") {
    case nil, "ask": returnsQuestions = false
    case "return": returnsQuestions = true
    default: throw reader.wrong("questions", "ask or return")
    }
    inputs = try Self.inputs(of: tool, from: &reader)
    language = try reader.text("language")
    try reader.finish()
    guard walk == nil else {
      if map["inputs"] != nil || language != nil {
        throw RPCError(.invalidParameters, "'inputs' and 'language' are for a new walk")
      }
      return
    }
    switch request {
    case nil, .answers: break
    default: throw RPCError(.invalidParameters, "say in 'walk' which walk it's about")
    }
  }

  /// Reads what the call does; nil if it only reads the walk.
  private static func request(
    of tool: ContextTool, isOpen: Bool, at step: StepState?, in zone: ZoneRules,
    from reader: inout ParameterReader
  ) throws(RPCError) -> Request? {
    var found: [Request] = []
    if let answers = try reader.object("answers") {
      found.append(
        .answers(try Self.answers(answers, of: tool, isOpen: isOpen, at: step, in: zone)))
    }
    switch try reader.text("accept") {
    case nil: break
    case "offer": found.append(.action(.answer(.offered)))
    case "default": found.append(.action(.answer(.one(.default))))
    case "suggestions": found.append(.action(.accept))
    case "form": found.append(.action(.answer(.form)))
    default: throw reader.wrong("accept", "offer, default, suggestions, or form")
    }
    if try reader.flag("confirm") { found.append(.action(.answer(.confirmation))) }
    if try reader.flag("retry") { found.append(.action(.retry)) }
    if try reader.flag("leave") { found.append(.action(.leave(.quit))) }
    switch reader.value("back") {
    case nil, .null?: break
    case .string(let id)?: found.append(.action(.backTo(id)))
    case .int(let count)? where count >= 1: found.append(.action(.back(steps: Int(count))))
    default: throw reader.wrong("back", "the id of a question, or a number of steps")
    }
    if let word = try reader.text("decision") {
      switch word {
      case "yes": found.append(.action(.decide(.yes)))
      case "keep": found.append(.action(.decide(.keep)))
      case "no": found.append(.action(.decide(.no())))
      case "perform": found.append(.action(.decide(.perform)))
      default: throw reader.wrong("decision", "yes, keep, no, or perform")
      }
    }
    if let change = try reader.object("change") {
      var changes = ParameterReader(change, path: "change.")
      found.append(.action(.change(try changes.change())))
      try changes.finish()
    }
    guard found.count <= 1 else {
      throw RPCError(
        .invalidParameters,
        "give one of answers, accept, confirm, back, decision, change, retry, leave"
      )
    }
    return found.first
  }

  /// Reads the inputs, of which no secret one is taken from a call.
  private static func inputs(
    of tool: ContextTool, from reader: inout ParameterReader
  ) throws(RPCError) -> [String: Value] {
    var inputs = tool.inputs
    for entry in try reader.object("inputs") ?? ValueMap() {
      let name = entry.key.plainText
      if tool.flow.flow.inputs.contains(where: { $0.name == name && $0.isSecret }) {
        throw secret(name, of: tool)
      }
      inputs[name] = entry.value
    }
    return inputs
  }

  private static func answers(
    _ map: ValueMap, of tool: ContextTool, isOpen: Bool, at step: StepState?, in zone: ZoneRules
  ) throws(RPCError) -> [String: Value] {
    let flow = tool.flow.flow
    var answers: [String: Value] = [:]
    var advance = ValueMap()
    var typing = RecordTyping(flow, in: zone)
    for entry in map {
      // The present question can be a step without questions, or a question of a list's item.
      let given = entry.key.plainText
      let name = step.map { flow.dataName(meaning: given, at: $0) } ?? given
      if isOpen, let id = flow.id(ofAnswerNamed: name), flow.hasStep(id) {
        answers[id] = typing.data(entry.value, for: id, spelled: nil)
      } else {
        let id = flow.id(ofAnswerNamed: name) ?? name
        advance[.string(name)] = typing.data(entry.value, for: id, spelled: nil)
      }
    }
    for (id, input) in try WalkOpening.inputs(advance, of: flow, as: "answers") {
      let value: Value = if case .value(let value) = input { value } else { .null }
      // An open walk takes data.
      answers[id] = isOpen ? flow.data(of: value, for: id) : value
    }
    guard !tool.asksSecrets else { return answers }
    for (id, value) in answers.sorted(by: { $0.key < $1.key }) {
      if let found = flow.secret(givenBy: value, to: id) { throw secret(found, of: tool) }
    }
    return answers
  }

  private static func secret(_ id: String, of tool: ContextTool) -> RPCError {
    let name = tool.flow.flow.dataName(of: id)
    return RPCError(
      .invalidParameters,
      "'\(name)' is a secret, which isn't accepted here; set \(tool.setting(ofSecret: name)) in the environment of the server"
    )
  }
}

extension ToolWalk {
  /// Does what the caller asks for.
  ///
  /// - Throws: `WalkError` if the walk can't take it; nothing has changed.
  mutating func perform(_ request: ToolArguments.Request) throws(WalkError) {
    remarks = []
    pending.isChoosingWay = false
    if leavesDecisions, request.decides(in: state) {
      throw WalkError(
        .outOfTurn,
        "this is for the user to decide; call the tool with only 'walk', and the user is asked")
    }
    switch request {
    case .answers(let answers):
      let flow = walk.session.flow
      try give(answers.filter { !leavesDecisions || !flow.isCommit($0.key) })
    case .action(let action):
      if case .change = action { pending.forgetItems(of: walk.session.topStepID) }
      try perform(action)
    }
  }
}

extension ToolArguments.Request {
  /// Whether it's a yes or no to a commit, to commands and files, or to a move.
  fileprivate func decides(in state: WalkState) -> Bool {
    if case .action(.decide) = self { return true }
    guard case .asking(let step) = state, case .commit = step.kind else { return false }
    return switch self {
    case .answers(let answers): answers[step.id] != nil
    case .action(.answer(.offered, _)), .action(.answer(.form, _)): true
    case .action: false
    }
  }
}
