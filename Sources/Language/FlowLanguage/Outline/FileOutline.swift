// SPDX-License-Identifier: Apache-2.0

import FlowFiles
package import FlowModel
import ForeignTemplates
package import SourceDiagnostics

/// A part of a file that editors list: a step, an input, a test.
package struct OutlinedPart: Sendable {
  /// The kind of a part.
  package enum Kind: Sendable, Hashable {
    case step(StepKeyword)
    case input, function, test, text, command
  }

  package let name: String
  package let detail: String
  package let kind: Kind

  /// The whole part.
  package let range: SourceRange

  /// Its name.
  package let nameRange: SourceRange
  package let parts: [OutlinedPart]

  fileprivate init(
    _ name: String, _ detail: String, _ kind: Kind, _ range: SourceRange,
    named nameRange: SourceRange,
    parts: [OutlinedPart] = []
  ) {
    (self.name, self.detail, self.kind, self.parts) = (name, detail, kind, parts)
    (self.range, self.nameRange) = (range, nameRange)
  }

  /// The part that an entry of a map is.
  fileprivate init(_ entry: YAMLEntry, _ detail: String?, _ kind: Kind) {
    self.init(entry.key.text, detail ?? "", kind, entry.range, named: entry.key.range)
  }
}

extension FileView {
  /// The parts of the file, in its order.
  ///
  /// - Complexity: O(*n*) in the size of the file.
  package var outline: [OutlinedPart] {
    tree.documents.compactMap(\.root).flatMap { root -> [OutlinedPart] in
      switch kind {
      case .flow, .extensions: root.entries.flatMap(Self.parts)
      case .script: Self.test(root).map { [$0] } ?? []
      case .texts:
        root.entries.map { OutlinedPart($0, $0.value.scalar?.text, .text) }
      case .copier, .cookiecutter:
        root.entries.filter { !$0.key.text.hasPrefix("_") }.map { entry in
          let name = check?.foreign?.names.first { $0.name == entry.key.text }
          return OutlinedPart(entry, name?.words, .step(.ask))
        }
      case .template: []
      }
    }
  }

  private static func parts(_ entry: YAMLEntry) -> [OutlinedPart] {
    switch entry.key.text {
    case "inputs", "functions", "types", "actions":
      entry.value.entries.map {
        OutlinedPart(
          $0, $0.value.text(of: "type") ?? $0.value.text(of: "value"),
          entry.key.text == "inputs" ? .input : .function)
      }
    case "steps", "fields": entry.value.items.compactMap(step)
    default: []
    }
  }

  private static func step(_ node: YAMLNode) -> OutlinedPart? {
    let entries = node.entries
    for entry in entries {
      guard let keyword = StepKeyword(rawValue: entry.key.text) else { continue }
      let detail = node.text(of: "type") ?? keyword.rawValue
      let condition = node.text(of: "when").map { ", when \($0)" } ?? ""
      let name = entry.value.scalar
      return OutlinedPart(
        name.flatMap { $0.text.isEmpty ? nil : $0.text } ?? keyword.rawValue,
        detail + condition, .step(keyword), node.range, named: name?.range ?? entry.key.range,
        parts: entries.flatMap { ["steps", "fields"].contains($0.key.text) ? parts($0) : [] })
    }
    return nil
  }

  private static func test(_ root: YAMLNode) -> OutlinedPart? {
    guard
      let entry = root.entries.first(where: { $0.key.text == "test" || $0.key.text == "beginning" })
    else { return nil }
    let commands = root.entries.first { $0.key.text == "steps" }?.value.items ?? []
    return OutlinedPart(
      entry.value.scalar.flatMap { $0.text.isEmpty ? nil : $0.text } ?? entry.key.text,
      entry.key.text, .test, root.range, named: entry.value.range,
      parts: commands.compactMap { node in
        guard let first = node.entries.first else { return nil }
        return OutlinedPart(
          first.key.text, first.value.entries.map(\.key.text).joined(separator: ", "), .command,
          node.range, named: first.key.range)
      })
  }
}

extension YAMLNode {
  /// The text of a scalar at a key of a map.
  func text(of key: String) -> String? {
    entries.first { $0.key.text == key }?.value.scalar?.text
  }
}
