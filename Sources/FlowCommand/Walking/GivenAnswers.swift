// SPDX-License-Identifier: GPL-3.0-or-later

import FlowExpressions
import FlowFiles
import FlowForms
import FlowHosts
import SourceDiagnostics

/// Answers and inputs that are given in advance: on the command line, in files, in the environment.
struct GivenAnswers {
  /// `NAME=VALUE`, the later ones stronger.
  var assignments: [String] = []

  /// Files of answers; `-` is standard input.
  var files: [String] = []

  /// Files of earlier answers, which are only offered.
  var suggestions: [String] = []

  /// The version of the flow that the files' answers are of; nil: the present one.
  var version: Int?

  /// What the names of variables begin with in env files; other lines of those aren't read.
  var prefix = ""

  /// Whether answers that nothing asks for are no mistake.
  var ignoresUnused = false

  /// What the names of environment variables begin with that give answers.
  static let variablePrefix = "STACKFLOW_SET_"

  /// What was given, sorted by what it is for.
  struct Answers {
    /// The inputs' values.
    var inputs: [String: Value] = [:]

    /// The answers in advance.
    var fields: [String: FieldInput] = [:]

    /// Earlier answers to offer.
    var suggestions: [String: FieldInput] = [:]

    /// What is wrong with the names, in words.
    fileprivate var complaints: [String] = []
  }

  /// Reads everything that was given for a flow.
  ///
  /// - Throws: ``ProgramEnding`` when something can't be read or is no value of its input.
  func read(for flow: CheckedFlow) throws(ProgramEnding) -> Answers {
    if let version, version > flow.definition.version {
      throw Output.fail(
        .usage,
        "--answers-version is \(version), but the flow is at version \(flow.definition.version)")
    }
    var reading = AnswerReading(
      flow: flow, names: AnswerNames(flow, includesEarlier: version != nil))
    for input in flow.inputs {
      guard let name = input.definition.environmentVariable,
        let variable = SystemHost.variables(withPrefix: name).first(where: { $0.name == name })
      else { continue }
      let text = try Self.text(of: variable)
      try reading.put(text, into: input, source: "the environment variable \(name)")
    }
    for variable in SystemHost.variables(withPrefix: Self.variablePrefix) {
      let name = String(variable.name.dropFirst(Self.variablePrefix.count))
      try reading.put(
        typed: try Self.text(of: variable), under: name, source: variable.name, isVariable: true)
    }
    for file in files { try read(file, into: &reading) }
    for assignment in assignments { try read(assignment: assignment, into: &reading) }
    if !ignoresUnused, !reading.complaints.isEmpty {
      for complaint in reading.complaints { Output.message("stackflow: \(complaint)") }
      throw ProgramEnding(.invalidAnswers)
    }
    var offered = AnswerReading(flow: flow, names: reading.names)
    for file in suggestions {
      // What an earlier version asked, and this one doesn't, isn't offered.
      for answer in try self.answers(in: file, for: flow, reading.names) {
        guard case .name(let name) = reading.names.match(answer.name), !flow.hasInput(name) else {
          continue
        }
        offered.put(FieldInput(answer.content), under: name)
      }
    }
    return Answers(
      inputs: reading.inputs, fields: reading.fields, suggestions: offered.fields)
  }

  private static func text(of variable: SystemHost.Variable) throws(ProgramEnding) -> String {
    guard let text = variable.value else {
      throw Output.fail(
        .invalidAnswers, "the environment variable \(variable.name) holds no valid UTF-8")
    }
    return text
  }

  private func read(
    assignment: String, into reading: inout AnswerReading
  ) throws(ProgramEnding) {
    guard let equals = assignment.firstIndex(of: "="), equals > assignment.startIndex else {
      throw Output.fail(.usage, "--set needs NAME=VALUE, found '\(assignment)'")
    }
    let name = String(assignment[..<equals])
    let text = String(assignment[assignment.index(after: equals)...])
    try reading.put(typed: text, under: name, source: "--set \(name)")
  }

  private func read(
    _ file: String, into reading: inout AnswerReading
  ) throws(ProgramEnding) {
    for answer in try answers(in: file, for: reading.flow, reading.names) {
      switch answer.content {
      case .typed(let text):
        try reading.put(typed: text, under: answer.name, source: file)
      case .data(let value): reading.put(.value(value), named: answer.name, source: file)
      case .empty: reading.put(.none, named: answer.name, source: file)
      }
    }
  }

  /// The answers of a file, under the names that the flow's present version gives them.
  private func answers(
    in file: String, for flow: CheckedFlow, _ names: AnswerNames
  ) throws(ProgramEnding) -> [AnswersFile.Answer] {
    let bytes = try FlowLoading.bytes(of: file, limit: ByteLimit.default.count)
    let read = AnswersFile.read(bytes, name: file)
    if read.diagnostics.hasErrors {
      Output.diagnostics(read.diagnostics)
      throw ProgramEnding(.badFile)
    }
    var answers = read.answers
    if !prefix.isEmpty, AnswersFile.holdsVariables(file) {
      answers = answers.compactMap { $0.droppingPrefix(prefix) }
    }
    guard let version else { return answers }
    return try migrated(answers, from: version, for: flow, names)
  }

  /// Answers of an earlier version of the flow as its present version would have saved them.
  private func migrated(
    _ answers: [AnswersFile.Answer], from version: Int, for flow: CheckedFlow, _ names: AnswerNames
  ) throws(ProgramEnding) -> [AnswersFile.Answer] {
    var saved = ValueMap()
    var originals: [String: AnswersFile.Answer] = [:]
    for answer in answers {
      let name = if case .name(let name) = names.match(answer.name) { name } else { answer.name }
      saved[.string(name)] = answer.data
      originals[name] = answer
    }
    do throws(FlowFailure) {
      let (migrated, origins) = try flow.migratedWithOrigins(saved, from: version)
      return migrated.map { entry in
        let name = entry.key.plainText
        // What only moved stays as it was typed.
        let original = origins[name].flatMap { originals[$0] }
        return AnswersFile.Answer(
          name: name, content: original?.content ?? .data(entry.value), data: entry.value,
          place: original?.place ?? flow.definition.id.place)
      }
    } catch {
      throw Output.fail(
        .flowFailed,
        "\(error.place): the answers cannot be migrated: "
          + error.message)
    }
  }
}

/// Answers on their way from their sources to a session.
private struct AnswerReading {
  let flow: CheckedFlow
  let names: AnswerNames
  var inputs: [String: Value] = [:]
  var fields: [String: FieldInput] = [:]
  var complaints: [String] = []

  init(flow: CheckedFlow, names: AnswerNames) {
    self.flow = flow
    self.names = names
  }

  /// Puts a typed text under a name, which may be an input's.
  mutating func put(
    typed text: String, under name: String, source: String, isVariable: Bool = false
  ) throws(ProgramEnding) {
    if case .name(let found) = names.match(name),
      let input = flow.inputs.first(where: { $0.name == found })
    {
      return try put(text, into: input, source: source)
    }
    put(.text(text), named: name, source: isVariable ? source : nil)
  }

  /// Puts an answer under a name as it was written.
  mutating func put(_ input: FieldInput, named written: String, source: String?) {
    let variable = source.map { $0.hasPrefix(GivenAnswers.variablePrefix) ? " (\($0))" : "" } ?? ""
    switch names.match(written) {
    case .name(let name):
      if flow.hasInput(name) {
        if case .value(let value) = input { inputs[name] = value }
        return
      }
      if !put(input, under: name) { complain(about: written, variable) }
    case .ambiguous(let found):
      let names = found.map { "'\($0)'" }.joined(separator: " or ")
      complaints.append("'\(written)'\(variable) may be \(names); write it as the flow does")
    case .none: complain(about: written, variable)
    }
  }

  private mutating func complain(about name: String, _ variable: String) {
    complaints.append(
      flow.hasStep(name)
        ? "the step '\(name)' takes no answer"
        : "nothing in the flow asks for '\(name)'\(variable)\(names.proposal(for: name))")
  }

  /// Puts an answer under a name of the flow; false when nothing asks for it.
  @discardableResult
  mutating func put(_ input: FieldInput, under name: String) -> Bool {
    if case .value(.map(let map)) = input, flow.isSubflow(name), !flow.takesAnswer(name) {
      // The answers of a flow inside the flow may be under its name.
      for entry in map {
        let inner = entry.value == .null ? FieldInput.none : .value(entry.value)
        put(inner, named: "\(name).\(entry.key.plainText)", source: nil)
      }
      return true
    }
    let given = flow.answers(given: input, under: name)
    fields.merge(given.answers) { $1 }
    return given.unknown.isEmpty
  }

  /// Reads a typed text as an input's value: a scalar as it is, everything else as YAML or JSON.
  mutating func put(
    _ text: String, into input: CheckedInput, source: String
  ) throws(ProgramEnding) {
    // Only what has no typed form is read as data.
    var value = input.value(typed: text, in: SystemHost.zone)
    if value == nil, !input.hasTypedForm { value = AnswersFile.value(of: text) }
    guard let value else {
      throw Output.fail(
        .invalidAnswers,
        "the input '\(input.name)' must be \(input.definition.type.described), found '\(text)' in "
          + source)
    }
    inputs[input.name] = value
  }
}

extension CheckedFlow {
  /// Whether a name is that of an input.
  fileprivate func hasInput(_ name: String) -> Bool { inputs.contains { $0.name == name } }
}

extension FieldInput {
  /// What a file gives.
  fileprivate init(_ content: AnswersFile.Answer.Content) {
    switch content {
    case .typed(let text): self = .text(text)
    case .data(let value): self = .value(value)
    case .empty: self = .none
    }
  }
}

extension AnswersFile.Answer {
  /// The answer without the prefix of its name; nil when the name has none.
  fileprivate func droppingPrefix(_ prefix: String) -> AnswersFile.Answer? {
    guard name.hasPrefix(prefix), name != prefix else { return nil }
    return AnswersFile.Answer(
      name: String(name.dropFirst(prefix.count)), content: content, data: data, place: place)
  }
}
