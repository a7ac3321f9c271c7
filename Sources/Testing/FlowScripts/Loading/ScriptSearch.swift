// SPDX-License-Identifier: Apache-2.0

import FlowHosts

/// Finds the files of a flow: its scripted tests and its translations.
package enum ScriptSearch {
  package static let scriptSuffix = ".test.yaml"
  package static let flowSuffix = ".flow.yaml"
  package static let textsSuffix = ".texts.yaml"
  package static let extensionsSuffix = ".extensions.yaml"

  /// A flow to test.
  package struct Tested {
    /// The path of the flow.
    package let flow: String

    /// The paths of its scripts; empty if it has none.
    package var scripts: [String]

    /// Creates a flow to test.
    package init(flow: String, scripts: [String]) {
      self.flow = flow
      self.scripts = scripts
    }
  }

  /// Returns the flows and scripts that paths refer to.
  ///
  /// A path is a script itself, a flow with scripts next to it, or a folder with scripts. A script that
  /// several paths refer to is returned once.
  ///
  /// - Parameters:
  ///   - paths: The paths.
  ///   - includesUntested: Whether to return the flows in folders that have no script, too.
  /// - Returns: The flows with their scripts, in the order of the paths.
  package static func tested(in paths: [String], includesUntested: Bool) -> [Tested] {
    var found: [Tested] = []
    var positions: [String: Int] = [:]
    var seen: Set<String> = []
    func add(_ script: String?, to flow: String) {
      let key = normalized(flow)
      let position = positions[key] ?? found.count
      if positions.updateValue(position, forKey: key) == nil {
        found.append(Tested(flow: flow, scripts: []))
      }
      guard let script, seen.insert(normalized(script)).inserted else { return }
      found[position].scripts.append(script)
    }
    for path in paths {
      if let names = SystemFiles.names(inFolder: path) {
        let prefix = path.hasSuffix("/") ? path : "\(path)/"
        for name in names {
          if name.hasSuffix(scriptSuffix) {
            add(prefix + name, to: flow(of: prefix + name))
          } else if includesUntested, name.hasSuffix(flowSuffix) {
            add(nil, to: prefix + name)
          }
        }
      } else if path.hasSuffix(flowSuffix) {
        let scripts = scripts(of: path)
        for script in scripts { add(script, to: path) }
        // Without a script, its usual name is missed.
        if scripts.isEmpty { add(path.dropLast(flowSuffix.count) + scriptSuffix, to: path) }
      } else {
        add(path, to: flow(of: path))
      }
    }
    return found
  }

  /// Returns the paths of the scripts next to a flow: `NAME.test.yaml` and `NAME.PART.test.yaml`.
  package static func scripts(of path: String) -> [String] {
    let (folder, name) = split(path)
    let stem = name.dropLast(flowSuffix.count)
    return (SystemFiles.names(inFolder: folder.isEmpty ? "." : folder) ?? [])
      .filter { $0.hasSuffix(scriptSuffix) && $0.hasPrefix(stem + ".") }
      .map { folder + $0 }
      .filter { flow(of: $0) == path }
  }

  /// Returns the folder of a path, with its slash, and the name in it.
  private static func split(_ path: String) -> (folder: String, name: String) {
    guard let slash = path.lastIndex(of: "/") else { return ("", path) }
    let start = path.index(after: slash)
    return (String(path[..<start]), String(path[start...]))
  }

  /// Returns a path without what makes another spelling of it: `./a//b` is `a/b`.
  private static func normalized(_ path: String) -> String {
    (path.hasPrefix("/") ? "/" : "")
      + path.split(separator: "/").filter { $0 != "." }.joined(separator: "/")
  }

  /// Returns the paths, with each folder replaced by the files in it that have one of the suffixes.
  package static func files(in paths: [String], endingIn suffixes: [String]) -> [String] {
    paths.flatMap { path in
      guard let names = SystemFiles.names(inFolder: path) else { return [path] }
      return names.filter { name in suffixes.contains { name.hasSuffix($0) } }
        .map { path.hasSuffix("/") ? path + $0 : "\(path)/\($0)" }
    }
  }

  /// The maximum number of names to look at in folders inside of others, and how deep those are.
  private static let maximumNames = 20_000
  private static let maximumDepth = 8

  /// Returns what there is in folders inside of the folders that paths refer to, which aren't searched through.
  ///
  /// - Parameters:
  ///   - paths: The paths.
  ///   - suffixes: The suffixes of the files.
  /// - Returns: The paths of the files, without those of folders that are named too, or whose name begins with a dot.
  /// - Complexity: O(*n*) in the number of names in the folders, of which at most 20,000 are looked at, eight deep.
  package static func filesNotNamed(in paths: [String], endingIn suffixes: [String]) -> [String] {
    let named = Set(paths.map(normalized))
    var found: [String] = []
    var left = maximumNames
    var open = paths.map { (path: $0, depth: 0) }
    while let (path, depth) = open.popLast() {
      guard let names = SystemFiles.names(inFolder: path) else { continue }
      let prefix = path.hasSuffix("/") ? path : "\(path)/"
      left -= names.count
      guard left > 0 else { break }
      for name in names where !name.hasPrefix(".") {
        if suffixes.contains(where: { name.hasSuffix($0) }) {
          if depth > 0 { found.append(prefix + name) }
        } else if depth < maximumDepth, !named.contains(normalized(prefix + name)),
          SystemFiles.isFolder(prefix + name)
        {
          open.append((prefix + name, depth + 1))
        }
      }
    }
    return found.sorted()
  }

  /// Returns the path of the flow that translations belong to: `NAME.flow.yaml` for
  /// `NAME.LANG.texts.yaml`.
  package static func flow(ofTexts texts: String) -> String {
    let stem = texts.dropLast(textsSuffix.count)
    return String(stem[..<(stem.lastIndex(of: ".") ?? stem.endIndex)]) + flowSuffix
  }

  /// Returns the path of the flow that a script tests: `NAME.flow.yaml` for `NAME.test.yaml`, and for
  /// `NAME.PART.test.yaml` if there's no flow `NAME.PART.flow.yaml`.
  package static func flow(of script: String) -> String {
    guard script.hasSuffix(scriptSuffix) else { return script + flowSuffix }
    let (folder, name) = split(String(script.dropLast(scriptSuffix.count)))
    var stem = name[...]
    while !SystemFiles.exists(folder + stem + flowSuffix), let dot = stem.lastIndex(of: "."),
      dot > stem.startIndex
    {
      stem = stem[..<dot]
    }
    guard SystemFiles.exists(folder + stem + flowSuffix) else { return folder + name + flowSuffix }
    return folder + stem + flowSuffix
  }
}
