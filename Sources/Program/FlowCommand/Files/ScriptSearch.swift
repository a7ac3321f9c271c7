// SPDX-License-Identifier: GPL-3.0-or-later

import FlowHosts

/// Finds the files of a flow: its scripted tests and its translations.
enum ScriptSearch {
  static let scriptSuffix = ".test.yaml"
  static let flowSuffix = ".flow.yaml"
  static let textsSuffix = ".texts.yaml"
  static let extensionsSuffix = ".extensions.yaml"

  /// A flow to test.
  struct Tested {
    /// The path of the flow.
    let flow: String

    /// The path of its script; nil if it has none.
    let script: String?
  }

  /// Returns the flows and scripts that paths refer to.
  ///
  /// A path is a script itself, a flow with a script next to it, or a folder with scripts. A script
  /// that several paths refer to is returned once.
  ///
  /// - Parameters:
  ///   - paths: The paths.
  ///   - includesUntested: Whether to return the flows in folders that have no script, too.
  /// - Returns: The flows with their scripts, in the order of the paths.
  static func tested(in paths: [String], includesUntested: Bool) -> [Tested] {
    var found: [Tested] = []
    var seen: Set<String> = []
    func add(_ script: String, isMissing: Bool = false) {
      guard seen.insert(normalized(script)).inserted else { return }
      found.append(Tested(flow: flow(of: script), script: isMissing ? nil : script))
    }
    for path in paths {
      if let names = SystemFiles.names(inFolder: path) {
        let prefix = path.hasSuffix("/") ? path : "\(path)/"
        let scripts = Set(names.filter { $0.hasSuffix(scriptSuffix) })
        for name in names {
          if scripts.contains(name) {
            add(prefix + name)
          } else if includesUntested, name.hasSuffix(flowSuffix) {
            let script = String(name.dropLast(flowSuffix.count)) + scriptSuffix
            if !scripts.contains(script) { add(prefix + script, isMissing: true) }
          }
        }
      } else if path.hasSuffix(flowSuffix) {
        add(String(path.dropLast(flowSuffix.count)) + scriptSuffix)
      } else {
        add(path)
      }
    }
    return found
  }

  /// Returns a path without what makes another spelling of it: `./a//b` is `a/b`.
  private static func normalized(_ path: String) -> String {
    (path.hasPrefix("/") ? "/" : "")
      + path.split(separator: "/").filter { $0 != "." }.joined(separator: "/")
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
