// SPDX-License-Identifier: GPL-3.0-or-later

import ArgumentParser
import FlowAnalysis
import FlowExpressions
import FlowHosts
import FlowModel
import FlowSessions
import ProgramParts
import TerminalCells

/// The command `stackflow diff OLD NEW`.
struct DiffCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "diff",
    abstract: "Show which saved answers a new version of a flow keeps.",
    discussion: """
      Each line says what happens to a saved answer: 'keep', 'set' by a migration, 'ask' again \
      in the given cases, 'drop' by a migration, or 'lose'; 'new' questions aren't in the old \
      version. 'edit' names what else changed: a text, how a question is asked, what a step does, an \
      input, or the output. The exit status is 1 if answers are lost.

      Example: stackflow diff old.flow.yaml new.flow.yaml
      """)

  @Argument(help: "The flow file that saved the answers.", completion: .file(extensions: ["yaml"]))
  var old: String

  @Argument(help: "The new flow file.", completion: .file(extensions: ["yaml"]))
  var new: String

  @Option(help: "How the difference is written: \(TextOrJSON.names).")
  var format = TextOrJSON.text

  @OptionGroup(title: "Files") var fileOptions: FileOptions

  @Option(help: "The maximum size of a flow file in bytes.")
  var maxBytes = ByteLimit.default

  func run() throws {
    let readable = fileOptions.allowRead
    let before = try FlowLoading.flow(
      FlowFolder.readFlow(named: old, limit: maxBytes.count), limit: maxBytes.count,
      readable: readable
    ).definition
    let after = try FlowLoading.flow(
      FlowFolder.readFlow(named: new, limit: maxBytes.count), limit: maxBytes.count,
      readable: readable
    ).definition
    let difference = FlowDifference(from: before, to: after)
    switch format {
    case .text:
      let lines = [Self.heading(before, after)] + Self.lines(difference)
      ProgramOutput.text(lines.map { $0.escapedForDisplay + "\n" }.joined())
    case .json: ProgramOutput.result(Self.json(difference, before, after), as: .json)
    }
    if difference.losesAnswers { throw ProgramEnding(.left) }
  }

  private static func heading(_ old: FlowDefinition, _ new: FlowDefinition) -> String {
    let name = old.id.name == new.id.name ? "" : "\(new.id.name) "
    return "\(old.id.name) \(old.version) → \(name)\(new.version)"
  }

  private static func lines(_ difference: FlowDifference) -> [String] {
    var rows = difference.answers.map { answer in
      let isMoved = answer.newID != nil && answer.newID != answer.id
      return (
        word(answer.fate), answer.id + (isMoved ? " → \(answer.newID ?? "")" : ""),
        answer.reasons.joined(separator: "; ")
      )
    }
    rows += difference.added.map { ("new", $0, "") }
    rows += difference.changes.map { ("edit", $0.id, $0.reasons.joined(separator: "; ")) }
    if rows.isEmpty { return ["  neither version asks anything"] }
    let width = min(rows.map(\.1.cellWidth).max() ?? 0, 32)
    return rows.map { word, id, reasons in
      var line = "  " + word + String(repeating: " ", count: 6 - word.count) + id
      if !reasons.isEmpty {
        line += String(repeating: " ", count: max(0, width - id.cellWidth)) + "  (\(reasons))"
      }
      return line
    }
  }

  private static func word(_ fate: FlowDifference.Fate) -> String {
    switch fate {
    case .kept: "keep"
    case .computed: "set"
    case .asked: "ask"
    case .dropped: "drop"
    case .lost: "lose"
    }
  }

  private static func json(
    _ difference: FlowDifference, _ old: FlowDefinition, _ new: FlowDefinition
  ) -> String {
    let answers = difference.answers.map { answer -> Value in
      var map = ValueMap([("id", .string(answer.id)), ("fate", .string(answer.fate.rawValue))])
      if let newID = answer.newID { map["to"] = .string(newID) }
      if !answer.reasons.isEmpty { map["reasons"] = .list(answer.reasons.map { .string($0) }) }
      return .map(map)
    }
    func version(_ flow: FlowDefinition) -> Value {
      ["flow": .string(flow.id.name), "version": .int(Int64(flow.version))]
    }
    let value: Value = [
      "from": version(old), "to": version(new), "answers": .list(answers),
      "new": .list(difference.added.map { .string($0) }),
      "changes": .list(
        difference.changes.map { change in
          ["id": .string(change.id), "reasons": .list(change.reasons.map { .string($0) })]
        }),
    ]
    return (JSONWriter(indentation: 2).text(of: value) ?? "{}") + "\n"
  }
}
