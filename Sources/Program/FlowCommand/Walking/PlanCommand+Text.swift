// SPDX-License-Identifier: GPL-3.0-or-later

import FlowExpressions
import FlowModel
import FlowSessions
import TerminalCells

extension PlanCommand {
  /// Returns what a flow would ask, for people: a heading with counts, and a line for each step.
  static func lines(_ forecast: FlowForecast, of flow: CheckedFlow) -> [String] {
    let words = forecast.steps.map(word)
    let ids = forecast.steps.map(\.id)
    let wordWidth = words.map(\.cellWidth).max() ?? 0
    // One long id shouldn't push all other questions out of view.
    let idWidth = min(ids.map(\.cellWidth).max() ?? 0, 24)
    var lines = [heading(forecast, of: flow)] + environment(of: flow)
    for (index, step) in forecast.steps.enumerated() {
      let question = step.question.split(whereSeparator: \.isNewline).joined(separator: " ")
      var line = "  " + padded(words[index], to: wordWidth) + "  " + padded(ids[index], to: idWidth)
      if question != step.id { line += "  " + question }
      line += remarks(step).map { "  (\($0))" } ?? ""
      while line.hasSuffix(" ") { line.removeLast() }
      lines.append(line.escapedForDisplay)
      let files = step.files.prefix(listedCount)
      lines += files.map { "      \($0)".escapedForDisplay }
      if step.files.count > files.count {
        lines.append("      … and \(step.files.count - files.count) more")
      }
    }
    return lines
  }

  /// Returns a line with the variables that a flow reads; none if it reads none.
  static func environment(of flow: CheckedFlow) -> [String] {
    let variables = flow.environmentVariables
    guard !variables.isEmpty else { return [] }
    return ["  reads the environment: \(variables.joined(separator: ", "))".escapedForDisplay]
  }

  /// The maximum number of files of a tree that are listed as text.
  private static let listedCount = 500

  private static func padded(_ text: String, to width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - text.cellWidth))
  }

  private static func heading(_ forecast: FlowForecast, of flow: CheckedFlow) -> String {
    let asks = forecast.steps.filter { $0.kind == .ask || $0.kind == .repeat }
    var parts = [
      (asks.count { $0.fate == .asked || $0.fate == .refused }, "asked"),
      (asks.count { $0.fate == .perhaps }, "perhaps"),
      (asks.count { $0.fate == .given || $0.fate == .answered }, "given"),
      (asks.count { $0.fate == .defaulted }, "by default"),
      (asks.count { $0.fate == .skipped }, "skipped"),
    ].filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
    if parts.isEmpty { parts = ["nothing is asked"] }
    return "\(flow.id.name): \(parts.joined(separator: ", "))"
  }

  /// Returns a word for what happens to a step.
  private static func word(_ step: FlowForecast.Step) -> String {
    switch (step.fate, step.kind) {
    case (.asked, .note): "show"
    case (.asked, .repeat): "list"
    case (.asked, let kind): kind.rawValue
    case (.answered, _), (.given, _): "given"
    case (.defaulted, _): "default"
    case (.done, _): "done"
    case (.refused, _): "refused"
    case (.perhaps, _): "perhaps"
    case (.skipped, _): "skip"
    }
  }

  private static func remarks(_ step: FlowForecast.Step) -> String? {
    var parts: [String] = []
    if let problem = step.problem { parts.append(problem) }
    switch step.fate {
    case .answered, .given, .defaulted:
      let none = step.isDrawn ? "drawn" : step.kind == .ask ? "left empty" : "yes"
      parts.append(step.answerText ?? none)
    case .asked, .refused, .perhaps:
      if step.isGiven, step.problem == nil {
        parts.append("given\(step.answerText.map { ": \($0)" } ?? "")")
      } else if let text = step.defaultText {
        parts.append("default: \(text)")
      }
    case .done: break
    case .skipped:
      if step.isGiven { parts.append("given for nothing") }
    }
    if step.holds != true, let condition = step.condition {
      let words = condition.split(whereSeparator: \.isWhitespace).joined(separator: " ")
      parts.append("when \(words)")
    }
    return parts.isEmpty ? nil : parts.joined(separator: ", ")
  }

  /// Returns what a flow would ask, for programs: a JSON object with `flow`, `version`, the variables of the `environment` that it reads, and `steps`.
  ///
  /// Each step has `id`, `kind`, `question`, and `fate`, and where they apply `key`, `condition`, `holds`
  /// (null: not known yet), `given`, `drawn`, `answer`, `default`, `problem`, and `files`.
  ///
  /// - Parameters:
  ///   - forecast: The forecast; nil if an input is missing, so that there are no steps.
  ///   - flow: The flow.
  /// - Returns: The object.
  static func json(_ forecast: FlowForecast?, of flow: CheckedFlow) -> String {
    let steps = forecast?.steps.map { step -> Value in
      var map = ValueMap([
        ("id", .string(step.id)), ("kind", .string(step.kind.rawValue)),
        ("question", .string(step.question)), ("fate", .string(step.fate.rawValue)),
      ])
      if step.dataName != step.id { map["key"] = .string(step.dataName) }
      if let condition = step.condition {
        map["condition"] = .string(condition)
        map["holds"] = step.holds.map { .bool($0) } ?? .null
      }
      if step.isGiven { map["given"] = true }
      if step.isDrawn { map["drawn"] = true }
      if let answer = step.answer { map["answer"] = answer }
      if let value = step.defaultValue { map["default"] = value }
      if let problem = step.problem { map["problem"] = .string(problem) }
      if !step.files.isEmpty { map["files"] = .list(step.files.map { .string($0) }) }
      return .map(map)
    }
    var plan = ValueMap([
      ("flow", .string(flow.id.name)), ("version", .int(Int64(flow.definition.version))),
    ])
    let variables = flow.environmentVariables
    if !variables.isEmpty { plan["environment"] = .list(variables.map { .string($0) }) }
    plan["steps"] = steps.map { .list($0) }
    return (JSONWriter(indentation: 2).text(of: .map(plan)) ?? "{}") + "\n"
  }
}
