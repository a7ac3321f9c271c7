// SPDX-License-Identifier: Apache-2.0

import FlowEffects
import FlowExpressions
import FlowModel
import FlowSessions

// The files and commands of a walk.
extension ScriptRecording {
  mutating func addFacts(_ facts: PathFacts) {
    guard options.files.isEmpty else { return }
    switch facts.kind {
    case .file: script.files[facts.path] = script.files[facts.path] ?? ""
    case .directory: script.files[facts.path + (facts.path.hasSuffix("/") ? "" : "/")] = ""
    case .absent, .other, .danglingLink, .unknown, .notAllowed: break
    }
  }

  mutating func addResult(_ result: EffectResult, _ before: FlowSession) {
    guard case .needs(.effect(let request)) = before.state else { return }
    switch request.effect {
    case .command, .action: addResult(result, of: request)
    case .write(let write): addResult(result, of: write, request.step, before)
    case .restore: if result == .done { _ = files.perform(request) }
    }
  }

  private mutating func addResult(_ result: EffectResult, of request: EffectRequest) {
    var outcome = ScriptedRun.Outcome()
    switch result {
    case .ended(let ended):
      outcome.status = ended.status
      outcome.errors = ended.errors
      let text = String(decoding: ended.output, as: UTF8.self)
      if !text.isEmpty { outcome.content = Self.content(text, as: flow.capture(of: request.step)) }
    case .returned(let value): outcome.content = .json(value)
    case .failed(let message):
      outcome.status = 1
      // The words of a script that fails.
      outcome.errors = message == "failed" ? "" : message.removing(prefix: "failed: ")
    case .written, .done: break
    }
    var run = script.runs[request.step] ?? ScriptedRun([])
    if request.isUndo {
      run.undos[max(0, run.outcomes.count - 1), default: []].append(outcome)
    } else {
      run.outcomes.append(outcome)
    }
    script.runs[request.step] = run
  }

  /// Returns an output in the form in which a step captures it, if that's the same output.
  private static func content(
    _ text: String, as kind: CaptureDefinition.Kind?
  ) -> ScriptedRun.Outcome.Content {
    switch kind {
    case .json:
      if let value = try? Value(json: text), JSONWriter().text(of: value) == text {
        return .json(value)
      }
    case .lines:
      if text.hasSuffix("\n"), !text.contains("\r\n") {
        let lines = text.dropLast().split(separator: "\n", omittingEmptySubsequences: false)
        return .lines(lines.map(String.init))
      }
    case .text, .status, nil: break
    }
    return .text(text)
  }

  /// Returns results without those at the end that the one before them stands for.
  private static func shortened(_ outcomes: [ScriptedRun.Outcome]) -> [ScriptedRun.Outcome] {
    var outcomes = outcomes
    while outcomes.count > 1, outcomes[outcomes.count - 1] == outcomes[outcomes.count - 2] {
      outcomes.removeLast()
    }
    return outcomes
  }

  /// Leaves out results at the end that the one before them stands for.
  mutating func shortenResults() {
    for (id, run) in script.runs {
      var run = run
      run.undos = run.undos.mapValues(Self.shortened).filter { $0.value != [ScriptedRun.Outcome()] }
      while let last = run.outcomes.indices.last, last > 0,
        run.outcomes[last] == run.outcomes[last - 1], run.undos[last] == run.undos[last - 1]
      {
        run.outcomes.removeLast()
        run.undos[last] = nil
      }
      script.runs[id] = run
    }
  }
}

extension String {
  fileprivate func removing(prefix: String) -> String {
    hasPrefix(prefix) ? String(dropFirst(prefix.count)) : self
  }
}
