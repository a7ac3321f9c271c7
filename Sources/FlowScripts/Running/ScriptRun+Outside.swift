// SPDX-License-Identifier: Apache-2.0

import FlowExpressions
import FlowForms
import SourceDiagnostics

// What commands give and files hold.
extension ScriptRun {
  /// Fails when a command was reached whose result the script does not give.
  func checkResults(_ place: SourcePlace) throws(ScriptFailure) {
    guard let id = outside.record.missing else { return }
    throw ScriptFailure(
      "unscripted-run", "'\(id)' is run, whose result stands nowhere under 'runs:'", at: place)
  }

  /// Answers whether a file is overwritten, under the id of the step that writes it.
  func answerOverwriting(
    _ answers: inout [ScriptAnswer], _ runner: FlowRunner
  ) throws(ScriptFailure) -> Bool {
    guard case .overwrite(let path)? = runner.effectQuestion, let request = runner.pendingEffect
    else { return false }
    guard let index = answers.firstIndex(where: { $0.id.name == request.step }) else {
      throw ScriptFailure(
        "unscripted-question",
        "'\(request.step)' asks whether to overwrite '\(path)', which this does not answer",
        at: answers[0].id.place)
    }
    let answer = answers.remove(at: index)
    switch answer.input {
    case .typed("yes"): runner.overwrite(true)
    case .typed("no"): runner.overwrite(false)
    default:
      throw ScriptFailure(
        "answer-refused", "'\(request.step)' takes yes, which overwrites '\(path)', or no",
        at: answer.place)
    }
    return true
  }

  func retry(
    _ id: String, _ runner: FlowRunner, _ place: SourcePlace
  ) throws(ScriptFailure) {
    guard case .failed(let failure) = runner.state, failure.effect?.retries == id else {
      throw ScriptFailure(
        "nothing-to-retry", "'\(id)' has not failed, or is not tried again", at: place)
    }
    runner.send(.retry)
  }
}
