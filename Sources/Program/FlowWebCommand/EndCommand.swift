// SPDX-License-Identifier: Apache-2.0

#if Web

import FlowExpressions
import FlowHosts
import FlowModel
import FlowSessions
import FlowWalks
import Foundation

/// The command that gets the result of each walk.
struct EndCommand: Sendable {
  /// The command, as a line of the shell.
  let line: String

  /// Runs it with the result as JSON on its standard input; a failure is told on standard error, with the beginning of the
  /// walk's id, by which the results name it.
  func run(_ flow: CheckedFlow, _ id: String, _ report: WalkReport) async {
    let text = Self.text(flow, id, report)
    let about = "for the walk \(EventLog.beginning(of: id))… of the flow '\(flow.id.name)'"
    await withCheckedContinuation { continuation in
      DispatchQueue.global().async {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/bin/sh")
        process.arguments = ["-c", line]
        let input = Pipe()
        process.standardInput = input
        do {
          try process.run()
          try? input.fileHandleForWriting.write(contentsOf: Data((text + "\n").utf8))
          try? input.fileHandleForWriting.close()
          process.waitUntilExit()
          if process.terminationStatus != 0 {
            complain(
              "stackflow-web: the command of --on-end ended with \(process.terminationStatus) \(about)"
            )
          }
        } catch {
          complain("stackflow-web: the command of --on-end can't be started \(about)")
        }
        continuation.resume()
      }
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
