// SPDX-License-Identifier: GPL-3.0-or-later

import FlowHosts

/// Finds the files of a flow: its scripted tests and its translations.
enum ScriptSearch {
  static let scriptSuffix = ".test.yaml"
  static let flowSuffix = ".flow.yaml"
  static let textsSuffix = ".texts.yaml"
  static let extensionsSuffix = ".extensions.yaml"

  /// Returns the scripts that paths refer to: a script itself, the script next to a flow, or all
  /// scripts in a folder.
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

  /// Returns the paths, with each folder replaced by the files in it that have one of the suffixes.
  static func files(in paths: [String], endingIn suffixes: [String]) -> [String] {
    paths.flatMap { path in
      guard let names = SystemFiles.names(inFolder: path) else { return [path] }
      return names.filter { name in suffixes.contains { name.hasSuffix($0) } }
        .map { path.hasSuffix("/") ? path + $0 : "\(path)/\($0)" }
    }
  }

  /// Returns the path of the flow that translations belong to: `NAME.flow.yaml` for
  /// `NAME.LANG.texts.yaml`.
  static func flow(ofTexts texts: String) -> String {
    let stem = texts.dropLast(textsSuffix.count)
    return String(stem[..<(stem.lastIndex(of: ".") ?? stem.endIndex)]) + flowSuffix
  }

  /// Returns the path of the flow that a script tests: `NAME.flow.yaml` for `NAME.test.yaml`.
  static func flow(of script: String) -> String {
    guard script.hasSuffix(scriptSuffix) else { return script + flowSuffix }
    return String(script.dropLast(scriptSuffix.count)) + flowSuffix
  }
}
