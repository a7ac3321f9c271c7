// SPDX-License-Identifier: Apache-2.0

/// The look of a part of a line, on a terminal that supports styles.
///
/// It never carries meaning by itself.
package enum TextLook: Hashable {
  /// The normal look.
  case plain

  /// For what the user must do next.
  case strong

  /// For what is less important.
  case faint

  /// For refusals.
  case wrong

  /// For warnings.
  case careful

  /// The sequence that turns the look on; ``off`` turns it off.
  package var on: String {
    switch self {
    case .plain: ""
    case .strong: "\u{1B}[1m"
    case .faint: "\u{1B}[2m"
    case .wrong: "\u{1B}[31m"
    case .careful: "\u{1B}[33m"
    }
  }

  package static let off = "\u{1B}[0m"
}
