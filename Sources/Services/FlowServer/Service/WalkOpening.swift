// SPDX-License-Identifier: Apache-2.0

import FlowEffects
package import FlowExpressions
import FlowFiles
package import FlowModel
import FlowSessions
import FlowWalks
package import JSONRPC
import Localization

/// How a walk is opened: the parameters of the method `open`.
package struct WalkOpening {
  let inputs: [String: Value]
  let options: SessionOptions

  /// The facts that a process needs besides the session to continue the walk: the client's tasks, whether it gets
  /// secrets, and its language and fixed time, if it named one.
  let notes: [String: Value]

  init(
    _ reader: inout ParameterReader, of flow: CheckedFlow, in environment: ServiceEnvironment
  ) throws(RPCError) {
    let given = try reader.object("inputs") ?? ValueMap()
    inputs = Dictionary(given.map { ($0.key.plainText, $0.value) }) { $1 }
    let language = try reader.text("language")
    options = SessionOptions(
      answers: try Self.answers(&reader, of: flow),
      takesDefaults: try reader.flag("defaults"),
      priorityThreshold: try reader.word("priority", as: FieldPriority.self) ?? .low,
      suggestions: try Self.inputs(try reader.object("suggestions"), of: flow, as: "suggestions"),
      refusesWarnings: try reader.flag("strict"), language: language ?? environment.language,
      catalog: language.flatMap { MessageCatalog.builtIn(for: $0) },
      zone: try Self.zone(&reader, environment))
    let client = try reader.texts("client")
    for name in client where !ClientTasks.names.contains(where: { $0.0 == name }) {
      throw reader.wrong("client", "a list of effects, files, moves, and discards")
    }
    var notes: [String: Value] = [:]
    if !client.isEmpty { notes["client"] = .texts(client) }
    if try reader.flag("secrets") { notes["secrets"] = true }
    if language != nil { notes["language"] = true }
    notes["now"] = try Self.time(&reader).map { .timestamp($0) }
    self.notes = notes
  }

  /// Returns the services of a walk that was opened with notes.
  ///
  /// - Parameters:
  ///   - notes: The notes.
  ///   - effects: The host of its effects.
  ///   - environment: What the service knows of the machine.
  /// - Returns: The services.
  static func services(
    _ notes: [String: Value], effects: (any EffectHost)?, in environment: ServiceEnvironment
  ) -> WalkServices {
    var client: ClientTasks = []
    if case .list(let names)? = notes["client"] {
      for (name, task) in ClientTasks.names where names.contains(.string(name)) {
        client.formUnion(task)
      }
    }
    var clock = environment.clock
    if case .timestamp(let now)? = notes["now"] { clock = { now } }
    var services = WalkServices(
      effects: effects, paths: environment.paths, client: client,
      revealsSecrets: notes["secrets"] == true, clock: clock)
    services.cancellation = environment.cancellation
    return services
  }

  /// Reads `answers` and `texts`, the answers in advance.
  static func answers(
    _ reader: inout ParameterReader, of flow: CheckedFlow
  ) throws(RPCError) -> [String: FieldInput] {
    let answers = try inputs(try reader.object("answers"), of: flow, as: "answers")
    var texts: [(String, FieldInput)] = []
    for entry in try reader.object("texts") ?? ValueMap() {
      guard case .string(let text) = entry.value else {
        throw reader.wrong("texts.\(entry.key.plainText)", "a text")
      }
      texts.append((entry.key.plainText, .text(text)))
    }
    return answers.merging(try inputs(texts, of: flow, as: "texts")) { $1 }
  }

  /// Returns the answers of a map by their names in data, by the ids of their questions.
  ///
  /// - Throws: `RPCError` if nothing asks for one of them.
  package static func inputs(
    _ map: ValueMap?, of flow: CheckedFlow, as name: String
  ) throws(RPCError) -> [String: FieldInput] {
    try inputs(
      (map ?? ValueMap()).map { ($0.key.plainText, FieldInput(json: $0.value)) }, of: flow, as: name
    )
  }

  private static func inputs(
    _ inputs: [(String, FieldInput)], of flow: CheckedFlow, as name: String
  ) throws(RPCError) -> [String: FieldInput] {
    var answers: [String: FieldInput] = [:]
    for (id, input) in inputs {
      let given = flow.answers(given: input, under: id)
      guard let unknown = given.unknown.first else {
        answers.merge(given.answers) { $1 }
        continue
      }
      let remedy =
        flow.dataName(meantBy: unknown).map {
          "whose answer has another name in data; use '\(FlowService.shortened($0))'"
        } ?? "but nothing in the flow asks for it"
      throw RPCError(
        .invalidParameters, "'\(name)' has '\(FlowService.shortened(unknown))', \(remedy)",
        data: .object(["exitStatus": .number(ExitStatus.invalidAnswers.rawValue)]))
    }
    let joined = flow.joiningItems(answers)
    if let complaint = joined.complaints.first {
      throw RPCError(
        .invalidParameters, "'\(name)': \(complaint)",
        data: .object(["exitStatus": .number(ExitStatus.invalidAnswers.rawValue)]))
    }
    return joined.answers
  }

  private static func zone(
    _ reader: inout ParameterReader, _ environment: ServiceEnvironment
  ) throws(RPCError) -> ZoneRules {
    guard let name = try reader.text("zone") else { return environment.zone }
    guard let zone = environment.zones(name) else {
      throw reader.wrong(
        "zone", "the name of a time zone, such as Europe/Berlin, or a rule, such as JST-9")
    }
    return zone
  }

  private static func time(_ reader: inout ParameterReader) throws(RPCError) -> Timestamp? {
    guard let text = try reader.text("now") else { return nil }
    guard let now = try? Timestamp(text) else {
      throw reader.wrong("now", "a time such as 2026-01-31T09:00:00Z")
    }
    return now
  }
}

extension FieldInput {
  /// The input for a JSON value: data, or nothing for null.
  init(json value: Value) { self = value == .null ? .empty : .value(value) }
}
