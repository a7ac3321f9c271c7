// SPDX-License-Identifier: Apache-2.0

/// A step of libyaml through a document.
///
/// Positions are in scalars from the start of the text, as libyaml counts them.
struct YAMLEvent {
  /// What begins, ends or is here.
  enum Kind {
    case documentStart(isExplicit: Bool)
    case documentEnd
    case alias
    case scalar(YAMLScalarStyle, text: String)
    case listStart(isFlowStyle: Bool)
    case mapStart(isFlowStyle: Bool)
    case collectionEnd
  }

  /// What begins, ends or is here.
  let kind: Kind

  /// Where it begins, in scalars.
  let start: Int

  /// Where it ends, in scalars.
  let end: Int

  /// The column of its start in scalars, from 0.
  let startColumn: Int

  /// The anchor before it, or the name of an alias.
  var anchor: String?

  /// Whether a tag is before it.
  var hasTag = false
}
