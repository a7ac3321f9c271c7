// SPDX-License-Identifier: Apache-2.0

import FlowScripts

extension ExploredWalk {
  /// Returns the walk as a script, which `stackflow test` runs.
  ///
  /// - Parameters:
  ///   - name: The name of the script.
  ///   - keepsOutput: Whether the script expects the output.
  /// - Returns: The script.
  func script(named name: String, keepingOutput keepsOutput: Bool = false) -> FlowScript {
    scripted(named: name, keepingOutput: keepsOutput).script
  }

  /// Returns the walk as a script, with the result of it.
  func scripted(
    named name: String = "walk", keepingOutput keepsOutput: Bool = false
  ) -> (script: FlowScript, result: ScriptResult) {
    ScriptRecording.run(of: session, named: name, options(keepingOutput: keepsOutput)) {
      engine.run($0, flow)
    }
  }

  /// The number of commands of the walk as a script.
  var commandCount: Int {
    ScriptRecording.draft(of: session, named: "", options(keepingOutput: false)).commands.count
  }

  private func options(keepingOutput keepsOutput: Bool) -> ScriptRecording.Options {
    var options = ScriptRecording.Options()
    options.files = start.files
    options.keepsSecrets = true
    options.keepsOutput = keepsOutput
    return options
  }
}
