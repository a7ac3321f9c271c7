// SPDX-License-Identifier: Apache-2.0

import FlowFiles
import SourceDiagnostics

/// YAML: a tree or errors, ranges inside the file, and the same result for a second run.
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
      let found = stream.diagnostics.diagnostics
      Drawing.draw(found, of: bytes)
      for diagnostic in found
      where diagnostic.place.range.upperBound > stream.file.utf8Count {
        return "a mistake is outside the file: \(diagnostic.id)"
      }
      for document in stream.documents {
        if let root = document.root, !isInside(root, stream.file) {
          return "a node is outside the file"
        }
      }
      if !stream.diagnostics.hasErrors, let root = stream.root, root.dataValue == nil {
        return "broken, without an error"
      }
      let again = YAMLReader.read(bytes, name: "a", options: options)
      guard again.diagnostics.diagnostics.map(\.message) == found.map(\.message) else {
        return "two runs differ"
      }
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
