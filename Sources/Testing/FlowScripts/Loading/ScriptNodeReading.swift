// SPDX-License-Identifier: Apache-2.0

import FlowExpressions
import FlowFiles
import SourceDiagnostics

// Reads nodes of expected types, and reports those of other types.
extension ScriptLoading {
  mutating func report(_ id: DiagnosticID, _ message: String, _ range: SourceRange) {
    diagnostics.add(Diagnostic(id, message, at: SourcePlace(file, range)))
  }

  mutating func map(_ node: YAMLNode, _ what: String) -> [YAMLEntry]? {
    switch node.content {
    case .map(let entries): return entries
    case .broken: return nil
    case .scalar, .list:
      report("wrong-type", "expected \(what), found \(node.described)", node.range)
      return nil
    }
  }

  mutating func list(_ node: YAMLNode, _ name: String) -> [YAMLNode]? {
    switch node.content {
    case .list(let items): return items
    case .broken: return nil
    case .scalar, .map:
      report("wrong-type", "'\(name)' must be a list, found \(node.described)", node.range)
      return nil
    }
  }

  /// Returns the source text of a scalar.
  mutating func text(_ node: YAMLNode, _ name: String) -> String? {
    switch node.content {
    case .scalar(let scalar): return scalar.text
    case .broken: return nil
    case .list, .map:
      report("wrong-type", "'\(name)' must be a text, found \(node.described)", node.range)
      return nil
    }
  }

  mutating func flag(_ node: YAMLNode, _ name: String) -> Bool? {
    if case .scalar(let scalar) = node.content, case .bool(let flag) = scalar.value { return flag }
    if case .broken = node.content { return nil }
    report("wrong-type", "'\(name)' must be true or false, found \(node.described)", node.range)
    return nil
  }

  mutating func texts(_ node: YAMLNode, _ name: String) -> [String: String] {
    var texts: [String: String] = [:]
    for entry in map(node, "a map of \(name)") ?? [] {
      texts[entry.key.text] = text(entry.value, name)
    }
    return texts
  }

  /// Reports unknown keys.
  mutating func check(_ entries: [YAMLEntry], known: [String]) {
    for entry in entries where !known.contains(entry.key.text) {
      let near = NearMiss.nearest(to: entry.key.text, in: known)
      let hint =
        near.map { "; did you mean '\($0)'?" } ?? "; there are \(known.joined(separator: ", "))"
      report("unknown-key", "unknown key '\(entry.key.text)'" + hint, entry.key.range)
    }
  }
}

extension YAMLNode {
  fileprivate var described: String {
    switch content {
    case .list: "a list"
    case .map: "a map"
    case .broken: "nothing"
    case .scalar(let scalar): scalar.text.isEmpty ? "nothing" : "'\(scalar.text)'"
    }
  }
}
