// SPDX-License-Identifier: Apache-2.0

import FlowAnalysis
import FlowFiles
import SourceDiagnostics

/// Programs that rewrite users' files: formatting is stable, and fixing makes nothing worse.
enum FixFuzzing {
  static func violation(for bytes: [UInt8]) -> String? {
    for name in ["a.flow.yaml", "a.test.yaml"] {
      let formatted = FlowFormatter.format(bytes, name: name, limit: 1 << 20)
      Drawing.draw(formatted.diagnostics.diagnostics, of: bytes)
      guard formatted.isChanged else { continue }
      let again = FlowFormatter.format(Array(formatted.text.utf8), name: name, limit: 1 << 21)
      if again.isChanged { return "formatting again changes the layout" }
      if again.diagnostics.hasErrors { return "the formatted file can't be read" }
    }
    let before = FlowFile.load(bytes, name: "a.flow.yaml", limit: 1 << 20)
    let repaired = FlowRepair.repair(bytes, name: "a.flow.yaml", limit: 1 << 20)
    if before.flow != nil, repaired.loaded.flow == nil { return "fixing broke a flow" }
    guard let definition = repaired.loaded.definition, repaired.loaded.flow != nil else {
      return nil
    }
    _ = FlowGraph(definition, maximumExits: 1).svg
    _ = FlowGraph(definition).mermaid
    _ = FlowSchema.answers(of: definition)
    _ = FlowSchema.output(of: definition)
    return nil
  }
}
