// SPDX-License-Identifier: Apache-2.0

public import FlowModel
public import SourceDiagnostics

extension FlowFile {
  /// Writes a definition as a flow file that means the same.
  ///
  /// So whatever you build in code can be saved as a file, tested with scripts, drawn, and translated.
  /// Loading the file again gives the same definition, apart from places.
  ///
  /// ```swift
  /// let definition = FlowDefinition("greeting") { Ask("name", .string) }
  /// print(try FlowFile.write(definition).text)
  /// ```
  ///
  /// Translations, and texts from files (`from:`), become part of the file. Mistakes in names, types,
  /// and paths don't matter; `check(_:extensions:)` finds those.
  ///
  /// The file of extensions that the flow names isn't written; it belongs to the program.
  ///
  /// - Parameter definition: The flow.
  /// - Returns: The text, and the files next to it: used flows and copied files.
  /// - Throws: ``FlowWritingError`` if the definition contains something that no file can say, such as
  ///   an empty command, or an optional list in a record.
  /// - Complexity: O(*n*) in the size of the definition.
  public static func write(_ definition: FlowDefinition) throws(FlowWritingError) -> WrittenFlow {
    var canonical = DefinitionWriter()
    let (source, outline) = canonical.text(of: definition)
    let chain = SubflowChain(
      outermost: definition.id.name, extensions: FlowExtensions(of: definition))
    let read = read(
      Array(source.utf8), name: definition.id.name, limit: .max, files: canonical.files,
      chain: chain, outline: outline)
    guard !read.diagnostics.hasErrors else { throw FlowWritingError(diagnostics: read.diagnostics) }
    var writer = DefinitionWriter()
    writer.isReadable = true
    let text = writer.text(of: definition).text
    return WrittenFlow(
      text: text, files: writer.files.bytes, executables: writer.files.executables,
      links: writer.files.links)
  }
}

/// A flow written as a file, with the files next to it.
public struct WrittenFlow: Hashable, Sendable {
  /// The text of the flow file.
  public let text: String

  /// The contents of the files in its folder, by path: flows that it uses, files that it copies, and
  /// those of trees.
  ///
  /// A path that ends in `/` is a folder.
  public let files: [String: [UInt8]]

  /// The paths of the files that may be executed.
  public let executables: Set<String>

  /// The targets of symbolic links, by path.
  public let links: [String: String]

  /// The files in its folder as a source with which it's loaded again.
  public var source: MemoryFileSource {
    var source = MemoryFileSource(files)
    source.executables = executables
    source.links = links
    return source
  }
}

/// An error of a definition that no file can express.
public struct FlowWritingError: Error, Sendable, CustomStringConvertible {
  /// A diagnostic for each part that can't be expressed, with the path of its step.
  public let diagnostics: DiagnosticList

  /// The diagnostics as text, in the form of `stackflow check`.
  public var description: String { DiagnosticRenderer().render(diagnostics) }
}
