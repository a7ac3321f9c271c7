// SPDX-License-Identifier: Apache-2.0

/// An event of libyaml's parser.
///
/// Positions count Unicode scalars from the start of the text, as libyaml does.
struct YAMLEvent {
  /// The kind of event.
  enum Kind {
    case documentStart(isExplicit: Bool)
    case documentEnd
    case alias
    case scalar(YAMLScalarStyle, text: String)
    case listStart(isFlowStyle: Bool)
    case mapStart(isFlowStyle: Bool)
    case collectionEnd
  }

  /// The kind of event.
  let kind: Kind

  /// The start position in scalars.
  let start: Int

  /// The end position in scalars.
  let end: Int

  /// The 0-based column of the start, in scalars.
  let startColumn: Int

  /// The name of the anchor before the node, or of the alias.
  var anchor: String?

  /// Whether there's a tag before the node.
  var hasTag = false
}
