// SPDX-License-Identifier: Apache-2.0

import FlowFiles
import SourceDiagnostics

/// YAML: a tree or errors, ranges that lie in the file, and the same reading twice.
enum YAMLFuzzing {
  private static let choices: [YAMLOptions] = {
    var flow = YAMLOptions()
    flow.maximumByteCount = 1 << 20
    flow.codeKeys = FlowFile.codeKeys
    var documents = YAMLOptions.data
    documents.allowsSeveralDocuments = true
    return [flow, .data, documents]
  }()

  static func violation(for bytes: [UInt8]) -> String? {
    for options in choices {
      let stream = YAMLReader.read(bytes, name: "a", options: options)
      let drawing = DiagnosticRenderer().render(stream.diagnostics)
      for diagnostic in stream.diagnostics.diagnostics
      where diagnostic.place.range.upperBound > stream.file.utf8Count {
        return "a mistake lies outside the file: \(diagnostic.id)"
      }
      for document in stream.documents {
        if let root = document.root, !isInside(root, stream.file) {
          return "a node lies outside the file"
        }
      }
      if !stream.diagnostics.hasErrors, let root = stream.root, root.dataValue == nil {
        return "broken, and no error"
      }
      let again = YAMLReader.read(bytes, name: "a", options: options)
      if DiagnosticRenderer().render(again.diagnostics) != drawing { return "two readings differ" }
    }
    return nil
  }

  private static func isInside(_ node: YAMLNode, _ file: SourceFile) -> Bool {
    guard node.range.lowerBound >= 0, node.range.upperBound <= file.utf8Count else { return false }
    return switch node.content {
    case .scalar, .broken: true
    case .list(let items): items.allSatisfy { isInside($0, file) }
    case .map(let entries): entries.allSatisfy { isInside($0.value, file) }
    }
  }
}
