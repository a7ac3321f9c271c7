// SPDX-License-Identifier: Apache-2.0

import FlowFiles
import FlowModel
import SourceDiagnostics

// The results of commands, and files.
extension ScriptLoading {
  /// Reads `runs:`, a map from the ids of steps to their results.
  ///
  /// A list gives the results of successive runs.
  mutating func runs(_ node: YAMLNode) -> [String: ScriptedRun] {
    var runs: [String: ScriptedRun] = [:]
    for entry in map(node, "a map from ids to results") ?? []
    where checkRun(entry.key.text, entry.key.range) {
      let place = SourcePlace(file, entry.key.range)
      if case .list(let items) = entry.value.content {
        var run = ScriptedRun([], place: place)
        for item in items { add(item, of: entry.key.text, to: &run) }
        runs[entry.key.text] = run
      } else {
        var run = ScriptedRun([], place: place)
        add(entry.value, of: entry.key.text, to: &run)
        if !run.outcomes.isEmpty { runs[entry.key.text] = run }
      }
    }
    return runs
  }

  /// Reads the result of a run, with those of its undo.
  private mutating func add(_ node: YAMLNode, of step: String, to run: inout ScriptedRun) {
    guard let (outcome, undos) = outcome(node, of: step, mayUndo: true) else { return }
    if !undos.isEmpty { run.undos[run.outcomes.count] = undos }
    run.outcomes.append(outcome)
  }

  private mutating func checkRun(_ id: String, _ range: SourceRange) -> Bool {
    guard checkID(id, range) else { return false }
    if flow.runIDs.contains(id) { return true }
    report("unknown-answer", "'\(id)' runs no command", range)
    return false
  }

  private mutating func outcome(
    _ node: YAMLNode, of step: String? = nil, mayUndo: Bool = false
  ) -> (outcome: ScriptedRun.Outcome, undos: [ScriptedRun.Outcome])? {
    guard let entries = map(node, "'status', 'text', 'lines' or 'json'") else { return nil }
    check(entries, known: (mayUndo ? FileMap.scriptOutcome : .scriptUndo).keys.names)
    var outcome = ScriptedRun.Outcome()
    var undos: [ScriptedRun.Outcome] = []
    var content: YAMLEntry?
    for entry in entries {
      switch entry.key.text {
      case "status":
        guard let text = text(entry.value, "status"), let status = Int(text), status >= 0,
          status < 256
        else {
          report("wrong-type", "'status' must be a number from 0 to 255", entry.value.range)
          continue
        }
        outcome.status = status
      case "error": outcome.errors = text(entry.value, "error") ?? ""
      case "undo":
        if case .list(let items) = entry.value.content {
          undos = items.compactMap { self.outcome($0)?.outcome }
        } else {
          undos = self.outcome(entry.value).map { [$0.outcome] } ?? []
        }
      case "text", "lines", "json":
        if let content {
          report(
            "too-many-keys", "the result is given by '\(content.key.text)' already", entry.key.range
          )
          continue
        }
        content = entry
        checkContent(entry, of: step)
        if let found = self.content(entry) { outcome.content = found }
      default: break
      }
    }
    return (outcome, undos)
  }

  /// Reports a JSON result for a command whose output is captured in another form.
  private mutating func checkContent(_ entry: YAMLEntry, of step: String?) {
    guard entry.key.text == "json", let step, flow.runsCommand(step) else { return }
    let words: String
    switch flow.capture(of: step) {
    case .json: return
    case .text: words = "the step captures text; write 'text'"
    case .lines: words = "the step captures lines; write 'lines'"
    case .status: words = "the step captures the exit status; write 'status'"
    case nil: words = "the step captures nothing"
    }
    report("wrong-type", "'\(step)' gives no JSON: \(words)", entry.key.range)
  }

  private mutating func content(_ entry: YAMLEntry) -> ScriptedRun.Outcome.Content? {
    switch entry.key.text {
    case "text": return text(entry.value, "text").map { .text($0) }
    case "lines":
      return list(entry.value, "lines").map { .lines($0.compactMap { text($0, "lines") }) }
    default: return entry.value.dataValue.map { .json($0) }
    }
  }

  /// Reads a map from paths to the contents of files; null means that there's no such file.
  mutating func files(_ node: YAMLNode) -> [String: String?] {
    var files: [String: String?] = [:]
    for entry in map(node, "a map from paths to texts") ?? [] {
      if case .scalar(let scalar) = entry.value.content, scalar.value == .null {
        files[entry.key.text] = .some(nil)
      } else if let text = text(entry.value, "files") {
        files[entry.key.text] = text
      }
    }
    return files
  }

  /// Reads a list of ids.
  mutating func ids(_ node: YAMLNode, _ name: String) -> [String] {
    (list(node, name) ?? []).compactMap { item in
      guard let id = text(item, name), checkID(id, item.range) else { return nil }
      return id
    }
  }
}
