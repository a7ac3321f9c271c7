// SPDX-License-Identifier: Apache-2.0

internal import FlowForms
internal import SourceDiagnostics

/// The files that are generated for a flow made in code, by path.
struct DefinitionFiles: FlowFileSource {
  /// The contents of the files: used flows and copied files.
  var bytes: [String: [UInt8]] = [:]

  /// The names of the parts of each flow.
  var outlines: [String: SourceOutline] = [:]

  func read(_ relativePath: String) throws -> [UInt8] {
    guard let bytes = bytes[relativePath] else {
      throw FlowFileSourceError("there is no such file")
    }
    return bytes
  }
}
