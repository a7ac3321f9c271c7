// SPDX-License-Identifier: Apache-2.0

package import FlowModel
package import FlowWalks

/// A walk in the world of a script: with its clock, its inputs, its files, the results of its commands, and its
/// denials, for a program that a user of a terminal drives.
package final class ScriptedWalk {
  /// The walk, before it begins.
  package let runner: FlowRunner

  /// Creates a walk; fails if the flow can't begin with the script's inputs.
  ///
  /// - Parameters:
  ///   - script: The script.
  ///   - flow: The flow.
  ///   - secrets: The values of secrets that the script names and doesn't hold.
  ///   - denied: The numbers of the requests to deny, from 0; see ``ScriptResult/deniedRequests``.
  package init?(
    _ script: FlowScript, on flow: CheckedFlow, secrets: @escaping (String) -> String?,
    denying denied: [Int]
  ) {
    var run = ScriptRun(flow: flow, script: script, secrets: secrets)
    guard let runner = run.makeRunner() else { return nil }
    run.approver.denials = script.commands.compactMap { command in
      if case .deny(let denial) = command.action { (denial, command.place) } else { nil }
    }
    run.approver.deniedNumbers = Set(denied)
    runner.approver = { [approver = run.approver] in approver.decide($0) }
    self.runner = runner
  }
}
