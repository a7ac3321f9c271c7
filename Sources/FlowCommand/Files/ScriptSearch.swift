// SPDX-License-Identifier: GPL-3.0-or-later

import FlowHosts

/// Finds scripted tests.
enum ScriptSearch {
  private static let scriptSuffix = ".test.yaml"
  private static let flowSuffix = ".flow.yaml"

  /// The scripts that paths name: themselves, those beside flows, those in folders.
  static func scripts(in paths: [String]) throws(ProgramEnding) -> [String] {
    var scripts: [String] = []
    for path in paths {
      if let names = SystemFiles.names(inFolder: path) {
        for name in names where name.hasSuffix(scriptSuffix) {
          scripts.append(path.hasSuffix("/") ? path + name : "\(path)/\(name)")
        }
      } else if path.hasSuffix(flowSuffix) {
        scripts.append(String(path.dropLast(flowSuffix.count)) + scriptSuffix)
      } else {
        scripts.append(path)
      }
    }
    return scripts
  }

  /// The flow that a script tests: `NAME.flow.yaml` beside `NAME.test.yaml`.
  static func flow(of script: String) -> String {
    guard script.hasSuffix(scriptSuffix) else { return script + flowSuffix }
    return String(script.dropLast(scriptSuffix.count)) + flowSuffix
  }
}
