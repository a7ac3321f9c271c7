// SPDX-License-Identifier: Apache-2.0

import FlowEffects
import FlowExpressions
import FlowModel
import FlowScreens
import FlowServer
import FlowSessions
import FlowWalks
import JSONRPC
import Localization

/// The result of a tool call.
struct ToolResult: Hashable, Sendable {
  var text: String

  /// The text as data; nil for an error about the call.
  var structured: Value?

  /// Whether the call failed, so that the caller should do something else.
  var isError = false

  /// The result as a JSON object.
  var value: Value {
    .object([
      "content": .list([.object(["type": "text", "text": .string(text.cleanLines)])]),
      "structuredContent": structured, "isError": .bool(isError),
    ])
  }

  /// The result of a call that can't be taken; nothing has changed.
  static func refusal(_ error: RPCError) -> ToolResult {
    ToolResult(text: error.message, isError: true)
  }
}

extension ToolWalk {
  /// The result of a walk that has ended, or can't go on.
  func endResult() -> ToolResult {
    let data = structured(id: nil)
    var isError = true
    if case .ended(let result) = state { isError = result.exitStatus != .completed }
    return ToolResult(
      text: JSONWriter().text(of: data) ?? "", structured: data, isError: isError)
  }

  /// Tells the caller what the walk waits for, and how to go on.
  ///
  /// - Parameters:
  ///   - id: The id under which the walk continues.
  ///   - isCancelled: Whether a form wasn't answered.
  /// - Returns: The result.
  func pendingResult(id: String, isCancelled: Bool = false) -> ToolResult {
    var lines: [String] = []
    if isCancelled { lines.append("The form wasn't answered, so the walk waits.") }
    let refusals = notices.compactMap { $0.refusal(in: walk.session.flow) }
    if !refusals.isEmpty {
      // The reasons are in the language of the walk.
      let beginning = walk.session.catalog.text(.notAccepted)
      lines.append("\(beginning) \(refusals.joined(separator: " "))")
    }
    if let form = form(in: .titled) { lines.append(form.message) }
    lines += ways(id: id)
    return ToolResult(
      text: lines.joined(separator: "\n"), structured: structured(id: id),
      isError: !refusals.isEmpty)
  }

  /// Tells the caller to call again, because clients end a call after some number of forms.
  func pausedResult(id: String) -> ToolResult {
    let call = JSONWriter().text(of: .object(["walk": .string(id)])) ?? ""
    return ToolResult(
      text: """
        The user has answered \(rounds) forms, and there are more questions. Everything is kept. Call the tool \
        again with this, and the user is asked the rest:
          \(call)
        """,
      structured: structured(id: id)
    )
  }

  /// The result that says which secrets the server needs.
  ///
  /// - Parameters:
  ///   - secrets: The secrets.
  ///   - tool: The tool.
  ///   - key: The name of the walk to go on with otherwise; nil for none.
  /// - Returns: The result.
  func secretsResult(
    _ secrets: [Question.Field], of tool: ContextTool, keeping key: String?
  ) -> ToolResult {
    let list = secrets.map { "\(tool.setting(ofSecret: $0.dataName)) (\($0.label))" }
      .joined(separator: ", ")
    let way = key.flatMap { JSONWriter().text(of: .object(["walk": .string($0)])) }
    var variables: [String] = []
    for secret in secrets {
      let variable = tool.variable(ofSecret: secret.dataName)
      if !variables.contains(variable) { variables.append(variable) }
    }
    return ToolResult(
      text: """
        The flow needs secrets, which aren't asked for here. Set these variables in the environment of \
        the server, and call the tool again: \(list).\(way.map { "\nWithout them, go on from here:\n  \($0)" } ?? "")
        """,
      structured: .object([
        "walk": key.map { .string($0) },
        "state": "secrets-missing", "secrets": .texts(secrets.map(\.dataName)),
        "variables": .texts(variables),
        "exitStatus": .number(ExitStatus.missingAnswers.rawValue),
      ]), isError: true)
  }

  private func structured(id: String?) -> Value {
    var map = ValueMap()
    if let id { map["walk"] = .string(id) }
    map.merge(walk.valueForOthers)
    let leftOver = leftOver
    let unused: [WalkNotice] = leftOver.isEmpty ? [] : [.unused(leftOver)]
    map["notices"] = .list((notices + unused).map(\.value))
    return .map(map)
  }

  // MARK: Going on

  /// How the caller continues.
  private func ways(id: String) -> [String] {
    func call(_ arguments: Value) -> String {
      var map = ValueMap([("walk", .string(id))])
      map.merge(arguments)
      return "  " + (JSONWriter().text(of: .map(map)) ?? "")
    }
    switch state {
    case .asking(let step):
      var lines: [String] = []
      let fields = questions
      if fields.isEmpty {
        lines += ["Go on by calling the tool again with:", call(.object(["accept": "offer"]))]
        if case .commit = step.kind {
          lines[1] = call(.object(["answers": .object([step.id: true])]))
        }
        if case .repeat = step.kind {
          lines += ["Add a record with:", call(.object(["change": .object(["do": "add"])]))]
        }
      } else {
        lines.append("Questions, by name, with the JSON Schema of their answers:")
        lines += fields.map { field in
          let schema = FieldForm(field: field.state, typed: pending.typed[field.id]).property(
            in: .titled
          )
          .schema
          return "  \(field.dataName): \(JSONWriter().text(of: schema) ?? "")"
        }
        lines += [
          "Answer by calling the tool again with:",
          call(.object(["answers": .map(ValueMap(fields.map { ($0.dataName, "…") }))])),
        ]
        if fields[0].offer != nil || !fields[0].state.isRequired {
          lines += ["Take what's offered with:", call(.object(["accept": "offer"]))]
        }
      }
      if let earlier = walk.session.rowsSoFar.last(where: { walk.canGoBack(to: $0.id) }) {
        lines += [
          "Go back to an earlier answer with:", call(.object(["back": .string(earlier.id)])),
        ]
      }
      return lines
    case .deciding:
      guard let question = walk.decisionQuestion else { return [] }
      let answers = question.answers.map(\.key)
      let lines = [
        "Decide (\(MessageCatalog.english.any(of: answers))) with:",
        call(.object(["decision": .string(answers[0])])),
      ]
      guard question.way != nil else { return lines }
      return lines + ["Go back to the file before with:", call(.object(["back": 1]))]
    case .failed(let failure):
      var lines: [String] = []
      if failure.effect?.retries != nil {
        lines += ["Try again with:", call(.object(["retry": true]))]
      }
      return lines + ["Leave with:", call(.object(["leave": true]))]
    case .notStarted, .performing, .lookingUp, .ended: return []
    }
  }
}

extension WalkNotice {
  /// Why something wasn't done; nil if it says something else.
  fileprivate func refusal(in flow: CheckedFlow) -> String? {
    switch self {
    case .refused(let problem): "\(flow.dataName(of: problem.field)): \(problem.message)."
    case .denied(let reason): reason
    case .unused(let ids):
      "nothing asks for \(ids.joined(separator: ", ")) now; an answer from before changes once 'back' has led to it."
    default: nil
    }
  }
}
