// SPDX-License-Identifier: Apache-2.0

#if Web

import FlowEffects
import FlowExpressions
import FlowHosts
import FlowModel
import FlowSessions
import FlowWalks

/// The command that gets the result of each walk.
struct EndCommand: Sendable {
  /// The command, as a line of the shell.
  let line: String

  /// The time that it has: ten minutes.
  private static let timeout = (try? TimeSpan(seconds: 600)) ?? .zero

  /// Runs it with the result as JSON on its standard input, and passes on what it writes; a failure is told on standard error,
  /// with the beginning of the walk's id, by which the results name it.
  func run(_ flow: CheckedFlow, _ id: String, _ report: WalkReport) async {
    let command = CommandRequest(
      arguments: ["/bin/sh", "-c", line],
      passed: SystemHost.variables(withPrefix: "").map(\.name),
      input: Self.text(flow, id, report) + "\n", timeout: Self.timeout, keepsOutput: true)
    let host = BlockingEffects(SystemEffects(permissions: .everything))
    let result = await host.perform(EffectRequest(step: "--on-end", effect: .command(command)))
    let about = "for the walk \(EventLog.beginning(of: id))… of the flow '\(flow.id.name)'"
    switch result {
    case .ended(let ended):
      try? SystemFiles.writeAll(
        String(decoding: ended.output, as: UTF8.self), to: 1, name: "standard output")
      try? SystemFiles.writeAll(ended.errors, to: 2, name: "standard error")
      guard ended.status != 0 else { return }
      complain("stackflow-web: the command of --on-end ended with \(ended.status) \(about)")
    case .failed(let message):
      complain("stackflow-web: the command of --on-end failed \(about): \(message)")
    default: break
    }
  }

  /// The result as a line of JSON.
  static func text(_ flow: CheckedFlow, _ id: String, _ report: WalkReport) -> String {
    let value = Value.object([
      "walk": .string(id), "flow": .string(flow.id.name),
      "version": .int(Int64(flow.definition.version)),
      "outcome": .string(report.outcome.word), "output": report.output,
    ])
    return JSONWriter().text(of: value) ?? ""
  }
}

#endif
