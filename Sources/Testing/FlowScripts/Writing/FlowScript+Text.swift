// SPDX-License-Identifier: Apache-2.0

import FlowExpressions
import FlowModel
import FlowSessions
import TerminalCells

extension FlowScript {
  /// The script as a YAML document, without the line `---` before it.
  ///
  /// Reading it gives the same script, apart from its places. What's expected along the way,
  /// gestures, and denials aren't written.
  public var text: String {
    var lines = ["test: \(YAMLText.scalar(name))"]
    if let clock { lines.append("clock: \(clock)") }
    if !inputs.isEmpty { lines.append("inputs: \(YAMLText.map(inputs))") }
    if let language { lines.append("language: \(YAMLText.scalar(language))") }
    if !given.isEmpty { lines.append("given: \(YAMLText.answers(given))") }
    if takesDefaults { lines.append("defaults: true") }
    if priority != .low { lines.append("priority: \(priority.rawValue)") }
    if !runs.isEmpty {
      lines.append("runs:")
      for (id, run) in runs.sorted(by: { $0.key < $1.key }) {
        lines.append("  \(YAMLText.scalar(id)): \(YAMLText.run(run))")
      }
    }
    if !files.isEmpty { lines.append("files: \(YAMLText.map(files.mapValues { .string($0) }))") }
    lines.append(commands.isEmpty ? "steps: []" : "steps:")
    lines += commands.compactMap { YAMLText.command($0.action) }.map { "  - \($0)" }
    if let outcome { lines.append("outcome: \(outcome.value)") }
    if let output { lines.append("output: \(YAMLText.data(output.value))") }
    return lines.map { $0 + "\n" }.joined()
  }
}

/// Parts of a script as YAML.
private enum YAMLText {
  /// Returns a scalar: plain where that's read as the same text, otherwise in double quotes.
  static func scalar(_ text: String) -> String {
    let isWord = text.split(separator: " ", omittingEmptySubsequences: false).allSatisfy { word in
      word.utf8.first.map { $0.isLetterOrDigit } == true
        && word.utf8.allSatisfy { $0.isLetterOrDigit || "-_./@+".utf8.contains($0) }
    }
    guard isWord, text.lowercased() != "null", !isImpossibleDate(text) else {
      return JSONWriter().text(of: .string(text)) ?? "\"\""
    }
    return text
  }

  /// Whether readers of YAML 1.1, such as hooks of git, fail at a text: it looks like a date and isn't one.
  private static func isImpossibleDate(_ text: String) -> Bool {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.map(\.utf8.count) == [4, 2, 2] else { return false }
    let numbers = parts.compactMap { Int($0) }
    return numbers.count == 3
      && (try? CalendarDate(year: numbers[0], month: numbers[1], day: numbers[2])) == nil
  }

  static func data(_ value: Value) -> String { JSONWriter().text(of: value) ?? "null" }

  static func map(_ values: [String: Value]) -> String {
    let entries = values.sorted { $0.key < $1.key }.map { "\(scalar($0.key)): \(data($0.value))" }
    return "{ \(entries.joined(separator: ", ")) }"
  }

  static func answers(_ answers: [ScriptAnswer], droppingPrefix prefix: String = "") -> String {
    guard !answers.isEmpty else { return "{}" }
    let entries = answers.map { answer in
      "\(scalar(String(answer.id.name.dropFirst(prefix.count)))): \(input(answer.input))"
    }
    return "{ \(entries.joined(separator: ", ")) }"
  }

  private static func input(_ input: ScriptInput) -> String {
    switch input {
    case .typed(let text): scalar(text)
    case .data(let value): data(value)
    case .empty: "null"
    case .secret(let name): "{ secret: \(scalar(name)) }"
    }
  }

  static func run(_ run: ScriptedRun) -> String {
    guard run.outcomes.count == 1 else {
      let outcomes = run.outcomes.enumerated().map { outcome($1, undos: run.undos[$0] ?? []) }
      return "[\(outcomes.joined(separator: ", "))]"
    }
    return outcome(run.outcomes[0], undos: run.undos[0] ?? [])
  }

  private static func outcome(
    _ outcome: ScriptedRun.Outcome, undos: [ScriptedRun.Outcome] = []
  ) -> String {
    var entries: [String] = []
    if outcome.status != 0 { entries.append("status: \(outcome.status)") }
    switch outcome.content {
    case .nothing: break
    case .text(let text): entries.append("text: \(scalar(text))")
    case .lines(let lines):
      entries.append("lines: [\(lines.map { scalar($0) }.joined(separator: ", "))]")
    case .json(let value): entries.append("json: \(data(value))")
    }
    if !outcome.errors.isEmpty { entries.append("error: \(scalar(outcome.errors))") }
    let undone = undos.map { self.outcome($0) }
    if undone.count == 1 {
      entries.append("undo: \(undone[0])")
    } else if !undone.isEmpty {
      entries.append("undo: [\(undone.joined(separator: ", "))]")
    }
    return entries.isEmpty ? "{}" : "{ \(entries.joined(separator: ", ")) }"
  }

  /// Returns a command; nil for an expectation or a denial.
  static func command(_ action: ScriptCommand.Action) -> String? {
    switch action {
    case .answer(let answers): "answer: \(self.answers(answers))"
    case .reject(let answers): "reject: \(self.answers(answers))"
    case .acceptOffered: "accept: offered"
    case .acceptDefault: "accept: default"
    case .acceptSuggestions: "accept: suggestions"
    case .back(steps: let count): "back: \(count)"
    case .backTo(let id): "back: \(scalar(id))"
    case .confirm(let id): "confirm: \(scalar(id))"
    case .retry(let id): "retry: \(scalar(id))"
    case .leave(let reason): "leave: \(reason.rawValue)"
    case .add(let list, let answers):
      "add: { \(scalar(list)): \(self.answers(answers, droppingPrefix: "\(list)[].")) }"
    case .edit(let list, let position, let answers):
      "edit: { \(scalar("\(list)[\(position)]")): "
        + "\(self.answers(answers, droppingPrefix: "\(list)[\(position)].")) }"
    case .remove(let list, let position): "remove: \(scalar("\(list)[\(position)]"))"
    case .restore(let list): "restore: \(scalar(list))"
    case .move(let list, let from, let to):
      "move: { \(scalar("\(list)[\(from)]")): \(to) }"
    case .done(let list): "done: \(scalar(list))"
    case .resize(let size): "resize: [\(size.columns), \(size.rows)]"
    case .deny, .expect, .screen: nil
    }
  }
}

extension UInt8 {
  fileprivate var isLetterOrDigit: Bool {
    switch self {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default: false
    }
  }
}

extension FlowScript {
  /// The names of the secrets that its answers take from outside, in order.
  package var secretNames: [String] {
    let answers = given + commands.flatMap(\.action.answers)
    return answers.compactMap { answer in
      guard case .secret(let name) = answer.input, secrets[name] == nil else { return nil }
      return name
    }
  }
}

extension ScriptCommand.Action {
  fileprivate var answers: [ScriptAnswer] {
    switch self {
    case .answer(let answers), .reject(let answers), .add(_, let answers), .edit(_, _, let answers):
      answers
    default: []
    }
  }
}
