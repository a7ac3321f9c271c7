// SPDX-License-Identifier: Apache-2.0

import FlowEffects
import FlowExpressions
import FlowModel
import FlowSessions
import FlowWalks
import Localization
import SourceDiagnostics

// The results of commands and the contents of files.
extension ScriptRun {
  /// Fails if a command ran whose result isn't in the script.
  func checkResults(_ place: SourcePlace) throws(ScriptFailure) {
    guard let id = outside.record.missing else { return }
    throw ScriptFailure(
      "unscripted-run", "'\(id)' is run, but has no result in 'runs:'", at: place)
  }

  /// Answers whether to overwrite a file, under the id of the step that writes it.
  func answerOverwriting(
    _ answers: inout ArraySlice<ScriptAnswer>, _ runner: FlowRunner
  ) throws(ScriptFailure) -> Bool {
    guard case .effect? = runner.session.need,
      case .overwrite(let request, let file)? = runner.decision
    else { return false }
    guard let index = answers.firstIndex(where: { $0.id.name == request.step }) else {
      throw ScriptFailure(
        "unscripted-question",
        "'\(request.step)' asks whether to overwrite '\(file.path)', which this does not answer",
        at: answers[answers.startIndex].id.place)
    }
    let answer = answers.remove(at: index)
    switch answer.input {
    case .typed("yes") where file.obstacle == nil: driver.overwrite(true)
    case .typed("no"): driver.overwrite(false)
    default:
      if let what = file.obstacle?.sentence(at: file.path, in: .english) {
        throw ScriptFailure(
          "answer-refused",
          "'\(request.step)' takes no, which keeps what's there: \(what)",
          at: answer.place)
      }
      throw ScriptFailure(
        "answer-refused", "'\(request.step)' takes yes, which overwrites '\(file.path)', or no",
        at: answer.place)
    }
    return true
  }

  /// Fails if 'runs:' has a result that wasn't used.
  func checkUnusedResults() throws(ScriptFailure) {
    let record = outside.record
    for (id, run) in script.runs.sorted(by: { $0.key < $1.key }) {
      let place = run.place ?? script.place
      guard script.isOwn(place) else { continue }
      let taken = record.taken[id, default: 0]
      if taken == 0 {
        throw ScriptFailure(
          "unused-result", "'\(id)' is never run, but has a result under 'runs:'", at: place)
      }
      if taken < run.outcomes.count {
        throw ScriptFailure(
          "unused-result",
          "'\(id)' is run \(taken == 1 ? "once" : "\(taken) times"), but has \(run.outcomes.count) "
            + "results under 'runs:'", at: place)
      }
      for (position, undos) in run.undos.sorted(by: { $0.key < $1.key }) {
        let taken = record.undoTaken[id]?[position] ?? 0
        if taken == 0 {
          throw ScriptFailure(
            "unused-result", "'\(id)' is never undone, but has a result for that under 'runs:'",
            at: place)
        }
        if taken < undos.count {
          throw ScriptFailure(
            "unused-result",
            "'\(id)' is undone \(taken == 1 ? "once" : "\(taken) times"), but has \(undos.count) "
              + "results for that under 'runs:'", at: place)
        }
      }
    }
  }

  /// Fails if 'secrets:' has a secret that no answer names.
  func checkUnusedSecrets() throws(ScriptFailure) {
    let named = script.namedSecrets
    let unused = script.secrets.keys.sorted().first { name in
      !named.contains(name) && script.isOwn(script.secretPlaces[name] ?? script.place)
    }
    guard let name = unused else { return }
    throw ScriptFailure(
      "unused-secret", "no answer names the secret '\(name)'",
      at: script.secretPlaces[name] ?? script.place)
  }

  func retry(
    _ id: String, _ runner: FlowRunner, _ place: SourcePlace
  ) throws(ScriptFailure) {
    guard case .failed(let failure) = runner.state, failure.effect?.retries == id else {
      throw ScriptFailure(
        "nothing-to-retry", "'\(id)' has not failed, or is not tried again", at: place)
    }
    driver.send(.retry)
  }
}

extension FlowScript {
  /// The names of the secrets that its answers use.
  package var namedSecrets: Set<String> {
    let answers =
      given
      + commands.flatMap { command -> [ScriptAnswer] in
        switch command.action {
        case .answer(let answers), .reject(let answers), .add(_, let answers),
          .edit(_, _, let answers):
          answers
        default: []
        }
      }
    return Set(
      answers.compactMap { answer in
        guard case .secret(let name) = answer.input else { return nil }
        return name
      })
  }
}
