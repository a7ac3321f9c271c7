// SPDX-License-Identifier: Apache-2.0

import FlowFiles
package import FlowModel
import SourceDiagnostics

/// A flow that a test expected to have no mistakes.
package struct FlowWithMistakes: Error, CustomStringConvertible {
  /// The diagnostics, as they're printed.
  package let description: String
}

/// Returns the flow of a text.
///
/// - Parameters:
///   - text: The source of the flow.
///   - name: The name of its file.
///   - files: The files next to it.
/// - Returns: The flow.
/// - Throws: ``FlowWithMistakes`` with the diagnostics, which fails a test.
package func checkedFlow(
  _ text: String, name: String = "test.flow.yaml", files: (any FlowFileSource)? = nil
) throws(FlowWithMistakes) -> CheckedFlow {
  let loaded = FlowFile.load(text, name: name, files: files)
  guard let flow = loaded.flow else {
    throw FlowWithMistakes(description: DiagnosticRenderer().render(loaded.diagnostics))
  }
  return flow
}
