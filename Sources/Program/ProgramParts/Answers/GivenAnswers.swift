// SPDX-License-Identifier: Apache-2.0

package import FlowExpressions
package import FlowFiles
import FlowHosts
package import FlowModel
import FlowSessions
import FlowWalks
import SourceDiagnostics

/// Answers and inputs given in advance: on the command line, in files, and in the environment.
package struct GivenAnswers {
  /// Assignments `NAME=VALUE`; later ones override earlier ones, which is reported.
  var assignments: [String] = []

  /// The paths of files of answers; `-` is standard input.
  package var files: [String] = []

  /// The paths of files of earlier answers, which are only offered as suggestions.
  package var suggestions: [String] = []

  /// The flow version that the answers in files are for, or nil for the current version.
  var version: Int?

  /// The prefix of variable names in env files.
  ///
  /// Variables without it are ignored.
  package var prefix = ""

  /// Whether answers that no question asks for are allowed.
  package var ignoresUnused = false

  /// The maximum size of a file in bytes.
  var limit = ByteLimit.default.count

  /// The prefix of environment variables that give answers.
  static let variablePrefix = "STACKFLOW_SET_"

  /// Creates a value without answers.
  package init() {}

  /// The given values, by purpose.
  package struct Answers {
    /// The values of inputs, by name.
    package var inputs: [String: Value] = [:]

    /// The answers, by the ids of their fields.
    package var fields: [String: FieldInput] = [:]

    /// The suggestions, by the ids of their fields.
    package var suggestions: [String: FieldInput] = [:]
  }

  /// Reads everything that was given for a flow.
  ///
  /// - Throws: ``ProgramEnding`` if something can't be read, or isn't valid for its input.
  package func read(for flow: CheckedFlow) throws(ProgramEnding) -> Answers {
    if let version, version > flow.definition.version {
      throw ProgramOutput.fail(
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
    var given = WrittenNames(source: "the environment", prefix: Self.variablePrefix)
    for variable in SystemHost.variables(withPrefix: Self.variablePrefix) {
      let name = String(variable.name.dropFirst(Self.variablePrefix.count))
      reading.note(name, in: &given)
      try reading.put(
        typed: try Self.text(of: variable), under: name, source: variable.name, isVariable: true)
    }
    for file in files { try read(file, into: &reading) }
    var assigned: [String: Int] = [:]
    for assignment in assignments {
      assigned[try read(assignment: assignment, into: &reading), default: 0] += 1
    }
    Self.report(repeated: assigned)
    reading.joinItems()
    if !ignoresUnused, !reading.complaints.isEmpty {
      for complaint in reading.complaints { ProgramOutput.message("stackflow: \(complaint)") }
      throw ProgramEnding(.invalidAnswers)
    }
    var offered = AnswerReading(flow: flow, names: reading.names)
    for file in suggestions {
      // Answers to questions that this version no longer asks aren't offered.
      for answer in try self.answers(in: file, for: flow, reading.names) {
        guard case .name(let name) = reading.names.match(answer.name), !flow.hasInput(name) else {
          continue
        }
        offered.put(FieldInput(answer.content), under: name, spelled: answer.spelled)
      }
    }
    return Answers(
      inputs: reading.inputs, fields: reading.fields, suggestions: offered.fields)
  }

  private static func text(
    of variable: (name: String, value: String?)
  ) throws(ProgramEnding) -> String {
    guard let text = variable.value else {
      throw ProgramOutput.fail(
        .invalidAnswers, "the environment variable \(variable.name) holds no valid UTF-8")
    }
    return text
  }

  private func read(
    assignment: String, into reading: inout AnswerReading
  ) throws(ProgramEnding) -> String {
    guard let found = reading.names.assigned(in: assignment) else {
      throw ProgramOutput.fail(.usage, "--set needs NAME=VALUE, found '\(assignment)'")
    }
    let name = String(found)
    let text = String(assignment[assignment.index(after: found.endIndex)...])
    try reading.put(typed: text, under: name, source: "--set \(name)")
    if case .name(let name) = reading.names.match(name) { return name }
    return name
  }

  /// Reports the names that were given several times with `--set`.
  static func report(repeated counts: [String: Int]) {
    for (name, count) in counts.sorted(by: { $0.key < $1.key }) where count > 1 {
      ProgramOutput.message(
        "stackflow: --set gives '\(name)' \(count) times; the last answer is used")
    }
  }

  private func read(
    _ file: String, into reading: inout AnswerReading
  ) throws(ProgramEnding) {
    var given = WrittenNames(source: file)
    for answer in try answers(in: file, for: reading.flow, reading.names) {
      reading.note(answer.name, in: &given)
      switch answer.content {
      case .typed(let text):
        try reading.put(typed: text, under: answer.name, source: file)
      case .data(let value):
        if case .name(let name) = reading.names.match(answer.name),
          reading.flow.takesTexts(reading.flow.id(ofAnswerNamed: name) ?? name)
        {
          for number in answer.respelled {
            ProgramOutput.message("stackflow: \(number.place): \(number.words)")
          }
        }
        reading.put(.value(value), named: answer.name, source: file, spelled: answer.spelled)
      case .empty: reading.put(.empty, named: answer.name, source: file)
      }
    }
  }

  /// Returns the answers of a file as inputs for what a walk asks, under the names that the file gives them.
  static func inputs(
    of answers: [AnswersFile.Answer], for walk: FlowWalk
  ) -> [String: FieldInput] {
    let inputs = Dictionary(answers.map { ($0.name, FieldInput($0.content)) }) { $1 }
    let spelled = Dictionary(answers.map { ($0.name, $0.spelled ?? $0.data) }) { $1 }
    return readingRecords(in: inputs, spelled: spelled, for: walk)
  }

  /// Returns inputs for what a walk asks, in whose records answers are read as typed ones.
  ///
  /// - Parameters:
  ///   - inputs: The inputs by their names in data; in an item, the name there is enough.
  ///   - spelled: The same with the texts of numbers, where they're known.
  ///   - walk: The walk.
  /// - Returns: The inputs.
  static func readingRecords(
    in inputs: [String: FieldInput], spelled: [String: Value] = [:], for walk: FlowWalk
  ) -> [String: FieldInput] {
    let flow = walk.session.flow
    var typing = RecordTyping(flow, in: .ofUser)
    var read = inputs
    for case (let written, .value(let value)) in inputs {
      var name = written
      if case .asking(let step) = walk.state { name = flow.dataName(meaning: name, at: step) }
      let id = flow.id(ofAnswerNamed: name) ?? name
      read[written] = .value(typing.data(value, for: id, spelled: spelled[written]))
    }
    return read
  }

  /// Reads a file of answers; `-` is standard input.
  ///
  /// - Throws: ``ProgramEnding`` if the file can't be read, or is larger than the limit in bytes.
  static func bytes(of file: String, limit: Int) throws(ProgramEnding) -> [UInt8] {
    let bytes = try FlowLoading.bytes(of: file, limit: limit)
    guard bytes.count <= limit else {
      let name = file == "-" ? "standard input" : "'\(file)'"
      throw ProgramOutput.fail(
        .badFile, "\(name) has more than \(limit) bytes; --max-bytes allows more")
    }
    return bytes
  }

  /// Reads the answers of a file, under the names that it gives them.
  ///
  /// - Throws: ``ProgramEnding`` if the file can't be read.
  static func answers(
    in file: String, limit: Int
  ) throws(ProgramEnding) -> [AnswersFile.Answer] {
    let bytes = try bytes(of: file, limit: limit)
    let read = AnswersFile.read(bytes, name: file, limit: limit)
    if read.diagnostics.hasErrors {
      // A line of the file can be a secret.
      ProgramOutput.diagnostics(read.diagnostics, quotingLines: false)
      throw ProgramEnding(.badFile)
    }
    return read.answers
  }

  /// Reads the answers of a file, under the names of the flow's current version.
  private func answers(
    in file: String, for flow: CheckedFlow, _ names: AnswerNames
  ) throws(ProgramEnding) -> [AnswersFile.Answer] {
    var answers = try Self.answers(in: file, limit: limit)
    if !prefix.isEmpty, AnswersFile.holdsVariables(file) {
      answers = answers.compactMap { $0.droppingPrefix(prefix) }
    }
    guard let version else { return answers }
    return try migrated(answers, from: version, for: flow, names)
  }

  /// Migrates answers of an earlier version of the flow to its current version.
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
      let (migrated, origins) = try flow.migratedData(saved, from: version)
      return migrated.map { entry in
        let name = entry.key.plainText
        // An answer that was only renamed stays as it was typed; in a list, the names have changed, too.
        let original = origins[name].flatMap { originals[$0] }
        var content = original?.content ?? .data(entry.value)
        if case .data = content { content = .data(entry.value) }
        return AnswersFile.Answer(
          name: name, content: content, data: entry.value,
          place: original?.place ?? flow.id.place)
      }
    } catch {
      throw ProgramOutput.fail(
        .flowFailed,
        "\(error.place): the answers cannot be migrated: "
          + error.message)
    }
  }
}

/// The names under which a source gives answers.
private struct WrittenNames {
  let source: String

  /// The beginning of the names there.
  var prefix = ""

  /// The written names, by the name in the flow.
  var written: [String: String] = [:]
}

/// Collects answers from all sources.
private struct AnswerReading {
  let flow: CheckedFlow
  let names: AnswerNames
  private var typing: RecordTyping
  var inputs: [String: Value] = [:]
  var fields: [String: FieldInput] = [:]
  var complaints: [String] = []

  init(flow: CheckedFlow, names: AnswerNames) {
    self.flow = flow
    self.names = names
    typing = RecordTyping(flow, in: .ofUser)
  }

  /// Adds typed text under a name, which can be an input's name.
  mutating func put(
    typed text: String, under name: String, source: String, isVariable: Bool = false
  ) throws(ProgramEnding) {
    if case .name(let found) = names.match(name),
      let input = flow.inputs.first(where: { $0.name == found })
    {
      return try put(text, into: input, source: source)
    }
    guard let given = flow.input(assigned: text, to: name, names) else {
      complaints.append(
        "\(source) begins with a bracket, but is neither JSON nor YAML; write a list as '[\"a\", \"b\"]', or without "
          + "brackets, and a map as '{\"a\": \"b\"}'")
      return
    }
    put(given, named: name, source: isVariable ? source : nil)
  }

  /// Complains if a source gives an answer under several names, which differ in case.
  mutating func note(_ name: String, in source: inout WrittenNames) {
    guard case .name(let found) = names.match(name) else { return }
    if let other = source.written.updateValue(name, forKey: found), other != name {
      complaints.append(
        "'\(source.prefix)\(other)' and '\(source.prefix)\(name)' in \(source.source) both give the answer "
          + "'\(found)'; keep one of them")
    }
  }

  /// Adds an answer under a name as the user wrote it, with the texts of the numbers in it, if they're known.
  mutating func put(
    _ input: FieldInput, named written: String, source: String?, spelled: Value? = nil
  ) {
    let variable = source.map { $0.hasPrefix(GivenAnswers.variablePrefix) ? " (\($0))" : "" } ?? ""
    switch names.match(written) {
    case .name(let name):
      if flow.hasInput(name) {
        if case .value(let value) = input { inputs[name] = value }
        return
      }
      for unknown in put(input, under: name, spelled: spelled) {
        complain(about: unknown == name ? written : unknown, variable)
      }
    case .ambiguous(let found):
      let names = found.map { "'\($0)'" }.joined(separator: " or ")
      complaints.append("'\(written)'\(variable) may be \(names); write it as the flow does")
    case .none: complain(about: written, variable)
    }
  }

  private mutating func complain(about name: String, _ variable: String) {
    if let meant = flow.dataName(meantBy: name) {
      complaints.append(
        "the answer of '\(name)'\(variable) has another name in data; use '\(meant)'")
      return
    }
    complaints.append(
      flow.isReview(name)
        ? "the review '\(name)' takes no answer; --yes accepts it"
        : flow.isSubflow(flow.id(ofAnswerNamed: name) ?? name)
          ? "'\(name)'\(variable) has the answers of a used flow; give them as a map in brackets, or by their names"
          : flow.hasStep(name)
            ? "the step '\(name)' takes no answer"
            : "nothing in the flow asks for '\(name)'\(variable)\(names.proposal(for: name))")
  }

  /// Adds an answer under a name of the flow; returns the names that nothing asks for.
  @discardableResult
  mutating func put(
    _ input: FieldInput, under name: String, spelled: Value? = nil
  ) -> [String] {
    let id = flow.id(ofAnswerNamed: name) ?? name
    if case .value(.map(let map)) = input, flow.isSubflow(id), !flow.takesAnswer(id) {
      // The answers of a used flow can be under its name.
      let texts: ValueMap? = if case .map(let texts)? = spelled { texts } else { nil }
      for entry in map {
        let text = texts?[entry.key]
        put(
          FieldInput(written: entry.value, spelled: text),
          named: "\(name).\(entry.key.plainText)", source: nil, spelled: text)
      }
      return []
    }
    var given = input
    if case .value(let value) = input {
      given = .value(typing.data(value, for: id, spelled: spelled))
    }
    let found = flow.answers(given: given, under: name)
    fields.merge(found.answers) { $1 }
    return found.unknown
  }

  /// Makes records of the answers in items of lists.
  mutating func joinItems() {
    let joined = flow.joiningItems(fields, in: .ofUser)
    fields = joined.answers
    complaints += joined.complaints
  }

  /// Adds the value of an input that was typed: text for a scalar, otherwise YAML or JSON.
  mutating func put(
    _ text: String, into input: CheckedInput, source: String
  ) throws(ProgramEnding) {
    // Only types without a typed form are read as data.
    var value = input.value(typed: text, in: .ofUser)
    if value == nil, !input.hasTypedForm { value = AnswersFile.value(of: text) }
    let type = input.definition.type
    guard let value, type.fitted(value, in: .ofUser) != nil else {
      throw ProgramOutput.fail(
        .invalidAnswers,
        "the input '\(input.name)' must be \(type.described)\(type.form), found "
          + (type.holdsSecrets ? "something else" : "'\(text)'") + " in \(source)")
    }
    inputs[input.name] = value
  }
}

extension CheckedFlow {
  /// Returns what a text that is assigned to a name means: a list or a map in brackets is JSON or YAML, and anything
  /// else is what a user would type; nil if what begins with a bracket is neither.
  func input(assigned text: String, to name: String, _ names: AnswerNames) -> FieldInput? {
    guard let first = text.first(where: { !$0.isWhitespace }), first == "[" || first == "{",
      case .name(let found) = names.match(name), case let id = id(ofAnswerNamed: found) ?? found,
      takesItems(id) || isSubflow(id) && !takesAnswer(id)
    else { return .text(text) }
    if let value = try? Value(json: text) { return .value(value) }
    // The label of a choice may begin with a bracket.
    if takesChoices(id.withoutPositions) { return .text(text) }
    switch AnswersFile.value(of: text) {
    case .list(let items)?: return .value(.list(items))
    case .map(let map)?: return .value(.map(map))
    // Brackets that close before the end are a part of a typed text: `[a], b`.
    default: return text.closesBracketBeforeEnd ? .text(text) : nil
    }
  }

  /// Returns whether the flow has an input with a name.
  fileprivate func hasInput(_ name: String) -> Bool { inputs.contains { $0.name == name } }
}

extension InputType {
  /// How values that aren't typed as texts are written, in a message.
  fileprivate var form: String {
    switch self {
    case .field: ""
    case .list(.record), .list(.map): ", such as [{\"a\": 1}]"
    case .list(.field(.integer)), .list(.field(.number)): ", such as [1, 2]"
    case .list: ", such as [\"a\", \"b\"]"
    case .map, .record: ", such as {\"a\": 1}"
    }
  }
}

extension String {
  /// Whether the bracket with which the text begins is closed, and more follows.
  fileprivate var closesBracketBeforeEnd: Bool {
    var depth = 0
    for (position, character) in zip(indices, self) {
      if "[{".contains(character) { depth += 1 }
      if "]}".contains(character) { depth -= 1 }
      if depth == 0, "]}".contains(character) {
        return self[index(after: position)...].contains { !$0.isWhitespace }
      }
    }
    return false
  }
}

extension FieldInput {
  /// Creates the input for a part of a map in a file or an argument: a scalar is what a user types.
  fileprivate init(written value: Value, spelled: Value?) {
    switch (value, spelled) {
    case (.null, _): self = .empty
    case (.list, _), (.map, _): self = .value(value)
    case (.string(let text), _), (_, .string(let text)?): self = .text(text)
    case (_, .some): self = .text(value.plainText)
    case (_, nil): self = .value(value)
    }
  }

  /// Creates the input for an answer in a file.
  package init(_ content: AnswersFile.Answer.Content) {
    switch content {
    case .typed(let text): self = .text(text)
    case .data(let value): self = .value(value)
    case .empty: self = .empty
    }
  }
}

extension AnswersFile.Answer {
  /// Returns the answer with the prefix removed from its name, or nil if the name doesn't have it.
  fileprivate func droppingPrefix(_ prefix: String) -> AnswersFile.Answer? {
    guard name.hasPrefix(prefix), name != prefix else { return nil }
    return AnswersFile.Answer(
      name: String(name.dropFirst(prefix.count)), content: content, data: data, place: place)
  }
}
