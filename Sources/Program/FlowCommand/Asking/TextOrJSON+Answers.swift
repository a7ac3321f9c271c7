// SPDX-License-Identifier: GPL-3.0-or-later

import FlowExpressions
import FlowHosts

extension TextOrJSON {
  /// The format of results in which control characters are escaped as in this one.
  var escapes: ResultFormat { self == .json ? .json : .env }

  /// An answer written in this format: as it is, each of several choices a line, or as JSON, `null` if it was left empty.
  ///
  /// - Parameters:
  ///   - value: The answer; nil if it was left empty.
  ///   - end: What ends each line.
  /// - Returns: The text; an empty one for no answer, and for none of the choices.
  func text(of value: Value?, end: String) -> String {
    switch self {
    case .json: (JSONWriter().text(of: value ?? .null) ?? "null") + end
    case .text:
      switch value {
      case nil: ""
      case .list(let values): values.map { $0.plainText + end }.joined()
      case let value?: value.plainText + end
      }
    }
  }
}
