// SPDX-License-Identifier: Apache-2.0

import FlowEffects
import FlowModel
import FlowScripts

/// The events outside of the session of an explored walk.
struct ExploredWorld: Sendable {
  /// The files.
  var files: ScriptedFiles

  /// The results of commands and actions that were chosen so far, by the ids of their steps.
  var outcomes: [String: [ScriptedRun.Outcome]] = [:]

  /// The newest result of each effect, by the id of its step.
  private(set) var results: [String: EffectResult] = [:]

  /// The ids of the steps whose effects happened and weren't undone, oldest first, except those that
  /// change nothing.
  private(set) var standing: [String] = []

  /// The numbers that are random, as in scripts.
  var random = SeededRandom.ofScripts

  init(files: ScriptedFiles) { self.files = files }

  /// Notes the result of an effect.
  mutating func take(_ request: EffectRequest, _ result: EffectResult, in flow: CheckedFlow) {
    let isSuccess: Bool
    switch result {
    case .failed: isSuccess = false
    case .ended(let ended):
      isSuccess =
        ended.status == 0 || !request.isUndo && flow.capture(of: request.step) == .status
    case .returned, .written, .done: isSuccess = true
    }
    if request.isUndo {
      if isSuccess, let index = standing.lastIndex(of: request.step) { standing.remove(at: index) }
      return
    }
    results[request.step] = result
    guard isSuccess else { return }
    switch result {
    case .written: standing.append(request.step)
    case .ended, .returned:
      if flow.changesSomething(request.step) { standing.append(request.step) }
    case .done, .failed: break
    }
  }
}

extension EffectRequest {
  /// Whether it runs a command or calls an action.
  var isCall: Bool {
    switch effect {
    case .command, .action: true
    case .write, .restore: false
    }
  }

  /// Whether it calls an action.
  var isAction: Bool {
    if case .action = effect { true } else { false }
  }
}

extension CheckedFlow {
  /// Whether the command or the action of a step can be undone, or can't and so is a floor.
  fileprivate func changesSomething(_ id: String) -> Bool {
    guard let run = definition.run(id.withoutPositions[...]) else { return false }
    return !run.onlyReads || run.undo != nil
  }
}

extension FlowDefinition {
  /// Returns the definition of a `run` step, by the id without the positions of items.
  func run(_ id: Substring) -> RunDefinition? { Self.run(id, in: steps) }

  private static func run(_ id: Substring, in steps: [StepDefinition]) -> RunDefinition? {
    for step in steps {
      let name = step.id.name
      switch step.kind {
      case .run(let run) where id == name: return run
      case .group(let inner): if let run = run(id, in: inner) { return run }
      case .repeat(let list) where id.hasPrefix(name + "[]."):
        return run(id.dropFirst(name.count + 3), in: list.steps)
      case .flow(let subflow) where id.hasPrefix(name + "."):
        return subflow.flow.run(id.dropFirst(name.count + 1))
      default: break
      }
    }
    return nil
  }
}
