// SPDX-License-Identifier: Apache-2.0

package import SourceDiagnostics

/// A part of a YAML document with its exact place.
///
/// Trees are at most ``YAMLOptions/maximumDepth`` deep, so they may be walked recursively.
package struct YAMLNode: Sendable {
  /// What the node holds.
  package enum Content: Sendable {
    /// A text, a number, a word.
    case scalar(YAMLScalar)

    /// Nodes in order.
    case list([YAMLNode])

    /// Keys with their values in the file's order.
    case map([YAMLEntry])

    /// Something that was already reported as a mistake; anyone who reads it says nothing more.
    case broken
  }

  /// What the node holds.
  package var content: Content

  /// The node's range in the file, in UTF-8 offsets.
  ///
  /// It ends with the last byte of the last part: trailing comments and blank lines are outside.
  package var range: SourceRange

  /// Whether a list or map is written in brackets.
  package var isFlowStyle: Bool

  /// Whether the node was read to its end; false where a syntax error ended it early, so that what
  /// is missing in it may only be unread.
  package var isComplete: Bool

  /// Creates a node.
  package init(
    _ content: Content, range: SourceRange, isFlowStyle: Bool = false, isComplete: Bool = true
  ) {
    self.content = content
    self.range = range
    self.isFlowStyle = isFlowStyle
    self.isComplete = isComplete
  }
}

/// A key of a map with its value.
package struct YAMLEntry: Sendable {
  /// The key.
  package var key: YAMLScalar

  /// The value.
  package var value: YAMLNode

  /// The range of both in UTF-8 offsets.
  package var range: SourceRange { key.range.union(value.range) }

  /// Creates an entry.
  package init(key: YAMLScalar, value: YAMLNode) {
    self.key = key
    self.value = value
  }
}

/// A document of a YAML stream.
package struct YAMLDocument: Sendable {
  /// What it holds; nil when there is nothing between its marks.
  package var root: YAMLNode?

  /// Its range in UTF-8 offsets.
  package var range: SourceRange
}

/// What was read of a file: its documents, and everything that is wrong with its YAML.
package struct YAMLStream: Sendable {
  /// The file; its text has no byte order mark.
  package var file: SourceFile

  /// The documents, as far as they could be read.
  package var documents: [YAMLDocument]

  /// What was found.
  package var diagnostics: DiagnosticList

  /// The first document's root.
  package var root: YAMLNode? { documents.first?.root }
}
