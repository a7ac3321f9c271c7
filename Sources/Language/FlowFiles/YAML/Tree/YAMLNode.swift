// SPDX-License-Identifier: Apache-2.0

package import SourceDiagnostics

/// A node of a YAML document with its exact range.
///
/// Trees are at most ``YAMLOptions/maximumDepth`` levels deep, so they can be traversed
/// recursively.
package struct YAMLNode: Sendable {
  /// The content of the node.
  package enum Content: Sendable {
    /// A text, a number, or a word.
    case scalar(YAMLScalar)

    /// A list of nodes.
    case list([YAMLNode])

    /// Keys with their values, in file order.
    case map([YAMLEntry])

    /// Something that was already reported as a mistake and must not be reported again.
    case broken
  }

  /// The content of the node.
  package var content: Content

  /// The node's range in the file, in UTF-8 offsets.
  ///
  /// It ends with the last byte of the last child, excluding trailing comments and blank lines.
  package var range: SourceRange

  /// Whether a list or map is written in brackets or braces.
  package var isFlowStyle: Bool

  /// Whether the node was read to its end; false if a syntax error ended it early, so that
  /// something that's missing may just be unread.
  package var isComplete: Bool

  /// Creates a node.
  init(
    _ content: Content, range: SourceRange, isFlowStyle: Bool = false, isComplete: Bool = true
  ) {
    self.content = content
    self.range = range
    self.isFlowStyle = isFlowStyle
    self.isComplete = isComplete
  }
}

/// An entry of a map.
package struct YAMLEntry: Sendable {
  package var key: YAMLScalar

  package var value: YAMLNode

  /// The range of both in UTF-8 offsets.
  package var range: SourceRange { key.range.union(value.range) }

  /// Creates an entry.
  init(key: YAMLScalar, value: YAMLNode) {
    self.key = key
    self.value = value
  }
}

/// A document of a YAML stream.
package struct YAMLDocument: Sendable {
  /// The root node; nil if the document is empty.
  package var root: YAMLNode?

  /// Its range in UTF-8 offsets.
  package var range: SourceRange
}

/// The result of reading a YAML file: its documents, and the diagnostics about its YAML.
package struct YAMLStream: Sendable {
  /// The file; its text has no byte order mark.
  package var file: SourceFile

  /// The documents that could be read.
  package var documents: [YAMLDocument]

  package var diagnostics: DiagnosticList

  /// Whether the text is YAML as it's written: nothing was guessed or left out.
  package var isAsWritten = false

  /// Creates the stream of a file that isn't read.
  package init(unread file: SourceFile) {
    self.init(file: file, documents: [], diagnostics: DiagnosticList())
  }

  init(file: SourceFile, documents: [YAMLDocument], diagnostics: DiagnosticList) {
    self.file = file
    self.documents = documents
    self.diagnostics = diagnostics
  }

  /// The first document's root.
  package var root: YAMLNode? { documents.first?.root }
}
