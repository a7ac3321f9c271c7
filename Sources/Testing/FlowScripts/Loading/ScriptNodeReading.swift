// SPDX-License-Identifier: Apache-2.0

import FlowFiles
import SourceDiagnostics

// Reads nodes of expected types, and reports those of other types.
extension ScriptLoading {
  mutating func report(_ id: DiagnosticID, _ message: String, _ range: SourceRange) {
    diagnostics.add(Diagnostic(id, message, at: SourcePlace(file, range)))
  }

  /// Returns a part of a node of an expected type; reports a node of another type.
  private mutating func read<Part>(
    _ node: YAMLNode, _ expected: String, _ part: (YAMLNode.Content) -> Part?
  ) -> Part? {
    if let part = part(node.content) { return part }
    if case .broken = node.content { return nil }
    report("wrong-type", "\(expected), found \(node.described)", node.range)
    return nil
  }

  mutating func map(_ node: YAMLNode, _ what: String) -> [YAMLEntry]? {
    read(node, "expected \(what)") { if case .map(let entries) = $0 { entries } else { nil } }
  }

  mutating func list(_ node: YAMLNode, _ name: String) -> [YAMLNode]? {
    read(node, "'\(name)' must be a list") { if case .list(let items) = $0 { items } else { nil } }
  }

  /// Returns the source text of a scalar.
  mutating func text(_ node: YAMLNode, _ name: String) -> String? {
    read(node, "'\(name)' must be a text") {
      if case .scalar(let scalar) = $0 { scalar.text } else { nil }
    }
  }

  mutating func flag(_ node: YAMLNode, _ name: String) -> Bool? {
    read(node, "'\(name)' must be true or false") {
      if case .scalar(let scalar) = $0, case .bool(let flag) = scalar.value { flag } else { nil }
    }
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
