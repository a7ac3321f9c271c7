// SPDX-License-Identifier: Apache-2.0

import FlowExpressions
import FlowForms
package import FlowScripts
import SourceDiagnostics

extension ExploredWalk {
  /// Returns the walk as a script, which `stackflow test` runs.
  ///
  /// - Parameters:
  ///   - name: The name of the script.
  ///   - keepsOutput: Whether the script expects the output.
  /// - Returns: The script.
  package func script(named name: String, keepingOutput keepsOutput: Bool = false) -> FlowScript {
    let place = SourcePlace.code
    var commands: [ScriptCommand] = []
    func add(_ action: ScriptCommand.Action) { commands.append(ScriptCommand(action, at: place)) }
    for (index, move) in moves.enumerated() {
      switch move {
      case .answer(let id, let input):
        guard let answer = answer(id, input) else { continue }
        if isRefusal(at: index) {
          add(.reject([answer]))
        } else if case .answer(let others)? = commands.last?.action,
          !(index > 0 && isRefusal(at: index - 1)),
          !others.contains(where: { $0.id.name == id })
        {
          commands[commands.count - 1].action = .answer(others + [answer])
        } else {
          add(.answer([answer]))
        }
      case .pass:
        // Answers pass notes by themselves, and so does the end.
        if index + 1 < moves.count, moves[index + 1].isBack { add(.acceptOffered) }
      case .done(let list):
        add(
          isRefusal(at: index)
            ? .reject([
              ScriptAnswer(id: Identifier(list, at: place), input: .data(.list([])), place: place)
            ]) : .done(list: list))
      case .confirm(let id): add(.confirm(id))
      case .acceptSuggestions: add(.acceptSuggestions)
      case .back(let count): add(.back(count))
      case .backTo(let id): add(.backTo(id))
      case .add(let list): add(.add(list: list, []))
      case .edit(let list, let position): add(.edit(list: list, position: position, []))
      case .remove(let list, let position): add(.remove(list: list, position: position))
      case .move(let list, let from, let to): add(.move(list: list, from: from, to: to))
      case .result: break
      case .overwrite(let id, let isOverwritten):
        let answer = ScriptAnswer(
          id: Identifier(id, at: place), input: .typed(isOverwritten ? "yes" : "no"), place: place)
        if case .answer(let others)? = commands.last?.action {
          commands[commands.count - 1].action = .answer(others + [answer])
        } else {
          add(.answer([answer]))
        }
      case .retry(let id): add(.retry(id))
      }
    }
    var script = FlowScript(
      name: name, clock: start.clock, inputs: start.inputs, commands: commands, place: place)
    script.files = start.files
    for (id, outcomes) in world.outcomes { script.runs[id] = ScriptedRun(Self.short(outcomes)) }
    switch session.state {
    case .finished(let result):
      if result.outcome != .completed { script.outcome = .init(result.outcome.word, at: place) }
      if keepsOutput, result.outcome == .completed, result.output != .null, !session.hasSecrets {
        script.output = .init(result.output, at: place)
      }
    case .failed(let failure) where failure.effect != nil:
      script.outcome = .init(FlowOutcome.failed.word, at: place)
    default: break
    }
    return script
  }

  /// Whether a move was an answer that was refused.
  private func isRefusal(at index: Int) -> Bool {
    guard index < moves.count else { return false }
    let after = index + 1 < moments.count ? moments[index + 1].session : session
    guard case .asking(let step) = after.state, after.depth == moments[index].session.depth,
      case .asking(let before) = moments[index].session.state, before.id == step.id
    else { return false }
    let problems = step.problems + (step.focusedField?.problems ?? [])
    return before.focusedField?.id == step.focusedField?.id
      && problems.contains { $0.severity == .error }
  }

  private func answer(_ id: String, _ input: FieldInput) -> ScriptAnswer? {
    let found: ScriptInput
    switch input {
    case .text(let text): found = .typed(text)
    case .value(let value): found = .data(value)
    case .none: found = .empty
    case .offered: return nil
    }
    return ScriptAnswer(id: Identifier(id, at: .code), input: found, place: .code)
  }

  /// Returns results without those at the end that the last one stands for.
  private static func short(_ outcomes: [ScriptedRun.Outcome]) -> [ScriptedRun.Outcome] {
    var outcomes = outcomes
    while outcomes.count > 1, outcomes[outcomes.count - 1] == outcomes[outcomes.count - 2] {
      outcomes.removeLast()
    }
    return outcomes
  }
}
