// SPDX-License-Identifier: Apache-2.0

#if Web

import FlowExpressions
import FlowFiles
import FlowHosts
import FlowModel
import FlowScripts
import FlowSessions
import FlowWalks
import FlowWeb
import ProgramParts

/// The world of a script: its clock, its inputs, its files, and the results of its commands.
struct ScriptedWorld {
  private let runner: FlowRunner

  /// Reads a script: `NUMBER:FILE`.
  init(_ word: String, _ flows: [CheckedFlow]) throws {
    let parts = word.split(separator: ":", maxSplits: 1)
    guard parts.count == 2, let number = Int(parts[0]), let flow = flows.first else {
      throw ProgramFailure(.usage, "--scripted takes NUMBER:FILE")
    }
    let file = String(parts[1])
    let scripts = FlowScriptFile.load(
      try SystemFiles.read(file, limit: FlowFile.defaultLimit), name: file, flow: flow
    ).scripts
    guard scripts.indices.contains(number),
      let runner = ScriptRun.runner(scripts[number], on: flow, secrets: { _ in nil }, denying: [])
    else { throw ProgramFailure(.usage, "'\(file)' has no script \(number) that can begin") }
    self.runner = runner
  }

  /// Has a service walk in it, and print the result of each walk.
  func enter(_ service: inout WebService) {
    let session = runner.session
    service.newSession = { _ in session }
    // One request at a time uses them.
    if let effects = runner.services.effects { service.effects = { _ in effects } }
    service.paths = runner.services.paths
    service.clock = runner.services.clock
    service.onEnd = { flow, id, report in
      print(EndCommand.text(flow, id, report))
      Browser.flushOutput()
    }
  }
}

#endif
