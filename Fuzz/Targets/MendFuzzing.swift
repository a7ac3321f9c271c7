// SPDX-License-Identifier: Apache-2.0

import FlowAnalysis
import FlowFiles
import FlowForms
import SourceDiagnostics

/// What programs do to people's files: layouts stand still and mending makes nothing worse.
enum MendFuzzing {
  static func violation(for bytes: [UInt8]) -> String? {
    for name in ["a.flow.yaml", "a.test.yaml"] {
      let formatted = FlowFormatter.format(bytes, name: name, limit: 1 << 20)
      Drawing.draw(formatted.diagnostics.diagnostics, of: bytes)
      guard formatted.isChanged else { continue }
      let again = FlowFormatter.format(Array(formatted.text.utf8), name: name, limit: 1 << 21)
      if again.isChanged { return "a layout that changes again" }
      if again.diagnostics.hasErrors { return "a layout that cannot be read" }
    }
    let before = FlowFile.load(bytes, name: "a.flow.yaml", limit: 1 << 20)
    let repaired = FlowRepair.repair(bytes, name: "a.flow.yaml", limit: 1 << 20)
    if before.flow != nil, repaired.loaded.flow == nil { return "mending broke a flow" }
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
