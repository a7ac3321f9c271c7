// SPDX-License-Identifier: Apache-2.0

/// How a part of a line stands out where the terminal may be sent styles; what it says, it says
/// without.
package enum LineLook: Hashable {
  /// As everything else.
  case plain

  /// What the person must do next.
  case strong

  /// What is beside it.
  case faint

  /// What is refused.
  case wrong

  /// What is to be thought about once more.
  case careful

  /// What switches it on; it is switched off by ``off``.
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
