// SPDX-License-Identifier: GPL-3.0-or-later

import ArgumentParser

/// How a command writes what it has found.
enum TextOrJSON: String, CaseIterable, ExpressibleByArgument {
  /// Text for people.
  case text

  /// One JSON object.
  case json

  /// The names, for the help of an option.
  static var names: String { allCases.map(\.rawValue).joined(separator: ", ") }
}
