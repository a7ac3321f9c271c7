// SPDX-License-Identifier: Apache-2.0

import SourceDiagnostics

/// A token inside `{{ }}` or `{% %}`.
struct JinjaToken {
  enum Kind: Equatable {
    case name(String)
    case text(String)
    case integer(Int64)
    case float(Double)
    case sign(String)
  }

  let kind: Kind

  /// The range in UTF-8 offsets of the template.
  let range: SourceRange
}

/// A part of a template, before its blocks are matched.
enum JinjaSegment {
  /// Text, with the blanks that whitespace control leaves.
  case words(String)

  /// `{{ … }}`
  case output([JinjaToken], SourceRange)

  /// `{% … %}`
  case statement([JinjaToken], SourceRange)
}
