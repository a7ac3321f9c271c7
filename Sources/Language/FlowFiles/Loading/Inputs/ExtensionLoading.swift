// SPDX-License-Identifier: Apache-2.0

package import FlowModel
package import SourceDiagnostics

// The file that declares what a program adds to the language.
extension LoadingContext {
  /// Reads `extensions: acme.extensions.yaml` and the file that it names, whose declarations the
  /// rest of the flow can use.
  func extensionsFile(_ entry: YAMLEntry) -> Identifier? {
    guard let path = word(entry.value, expected: "a file beside this one"),
      let (name, bytes) = adjacentFile(path)
    else {
      lacksExtensions = true
      return nil
    }
    let folder = file.name.lastIndex(of: "/").map { String(file.name[...$0]) } ?? ""
    let declared = ExtensionsFile.read(bytes, name: folder + name, limit: limit)
    diagnostics.add(contentsOf: declared.diagnostics.diagnostics)
    lacksExtensions = declared.diagnostics.hasErrors
    var all = declared.extensions
    for mismatch in all.implement(by: chain.shared.extensions) {
      report(
        "mismatched-extension",
        "'\(mismatch.name)' \(mismatch.declared) in '\(path.name)', but "
          + "\(mismatch.found) in this program",
        at: path.place.range)
    }
    extensions = all
    return path
  }
}

/// A file that declares extensions of the flow language: `NAME.extensions.yaml`.
///
/// It says what a program implements, so that `stackflow check` proves flows of that program
/// anywhere. `FlowExtensions` in `FlowModel` shows an example.
package enum ExtensionsFile {
  /// Reads a file.
  ///
  /// - Parameters:
  ///   - bytes: The file's bytes, in UTF-8.
  ///   - name: The name to show in messages.
  ///   - limit: The maximum size in bytes; a larger file is rejected before it's parsed.
  /// - Returns: The declarations that can be read, none of which has an implementation,
  ///   and the diagnostics.
  /// - Complexity: O(*n*) in the length of the file.
  package static func read(
    _ bytes: [UInt8], name: String, limit: Int = FlowFile.defaultLimit
  ) -> (extensions: FlowExtensions, diagnostics: DiagnosticList) {
    var options = YAMLOptions()
    options.maximumByteCount = limit
    options.knownKeys = FileMap.ofExtensions.names()
    options.expectation = "declarations of extensions"
    let stream = YAMLReader.read(bytes, name: name, options: options)
    let context = LoadingContext(file: stream.file, diagnostics: stream.diagnostics, limit: limit)
    let extensions = stream.root.map { context.declarations($0) } ?? FlowExtensions()
    return (extensions, context.diagnostics)
  }
}

extension FlowExtensions {
  /// Creates the extensions of a flow and of the flows that it uses.
  init(of definition: FlowDefinition) {
    self.init()
    for own in definition.allExtensions where !own.isEmpty { _ = implement(by: own) }
  }
}
