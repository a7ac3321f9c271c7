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

  /// Whether answers that nothing asks for are no mistake.
  var ignoresUnused = false

  /// What was given, sorted by what it is for.
  struct Answers {
    /// The inputs' values.
    var inputs: [String: Value] = [:]

    /// The answers in advance.
    var fields: [String: FieldInput] = [:]

    /// Names that the flow has not.
    fileprivate var unknown: [String] = []
  }

  /// Reads everything that was given for a flow.
  ///
  /// - Throws: ``ProgramEnding`` when something cannot be read or is no value of its input.
  func read(for flow: CheckedFlow) throws(ProgramEnding) -> Answers {
    var answers = Answers()
    for input in flow.inputs {
      guard let name = input.definition.environmentVariable,
        let text = SystemHost.environment(name)
      else { continue }
      try put(text, into: input, &answers, source: "the environment variable \(name)")
    }
    for id in flow.answerIDs {
      if let text = SystemHost.environment("STACKFLOW_SET_\(id)") {
        answers.fields[id] = .text(text)
      }
    }
    for file in files { try read(file, for: flow, &answers) }
    for assignment in assignments { try read(assignment: assignment, for: flow, &answers) }
    try refuse(answers.unknown, of: flow)
    return answers
  }

  /// Refuses names that no run of the flow can use, before anybody is asked anything.
  private func refuse(_ names: [String], of flow: CheckedFlow) throws(ProgramEnding) {
    guard !ignoresUnused, !names.isEmpty else { return }
    let known = flow.inputs.map(\.name) + flow.answerIDs
    for name in names {
      if flow.hasStep(name) {
        Output.message("stackflow: the step '\(name)' takes no answer")
        continue
      }
      let proposal = NearMiss.nearest(to: name, in: known).map { "; did you mean '\($0)'?" } ?? ""
      Output.message("stackflow: the flow asks for no '\(name)'\(proposal)")
    }
    throw ProgramEnding(.invalidAnswers)
  }

  private func read(
    assignment: String, for flow: CheckedFlow, _ answers: inout Answers
  ) throws(ProgramEnding) {
    guard let equals = assignment.firstIndex(of: "="), equals > assignment.startIndex else {
      throw Output.fail(.usage, "--set needs NAME=VALUE, found '\(assignment)'")
    }
    let name = String(assignment[..<equals])
    let text = String(assignment[assignment.index(after: equals)...])
    if let input = flow.inputs.first(where: { $0.name == name }) {
      try put(text, into: input, &answers, source: "--set \(name)")
    } else {
      put(.text(text), under: name, for: flow, &answers)
    }
  }

  private func read(
    _ file: String, for flow: CheckedFlow, _ answers: inout Answers
  ) throws(ProgramEnding) {
    let bytes = try FlowLoading.bytes(of: file, limit: ByteLimit.default.count)
    let read = AnswersFile.read(bytes, name: file)
    if read.diagnostics.hasErrors {
      Output.diagnostics(read.diagnostics)
      throw ProgramEnding(.badFile)
    }
    for answer in read.answers {
      if let input = flow.inputs.first(where: { $0.name == answer.name }) {
        switch answer.content {
        case .typed(let text): try put(text, into: input, &answers, source: file)
        case .data(let value): answers.inputs[answer.name] = value
        case .empty: break
        }
        continue
      }
      put(answer.input, under: answer.name, for: flow, &answers)
    }
  }

  private func put(
    _ input: FieldInput, under name: String, for flow: CheckedFlow, _ answers: inout Answers
  ) {
    let given = flow.answers(given: input, under: name)
    answers.fields.merge(given.answers) { $1 }
    answers.unknown += given.unknown
  }

  /// Reads a typed text as an input's value: a scalar as it is, everything else as YAML or JSON.
  private func put(
    _ text: String, into input: CheckedInput, _ answers: inout Answers, source: String
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
    answers.inputs[input.name] = value
  }
}
