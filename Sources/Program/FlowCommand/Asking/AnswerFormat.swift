// SPDX-License-Identifier: GPL-3.0-or-later

import ArgumentParser
import FlowExpressions
import FlowHosts

/// How an answer is written.
enum AnswerFormat: String, ExpressibleByArgument, CaseIterable {
  /// As it is; of several choices, each is a line.
  case text

  /// As JSON; `null` if it was left empty.
  case json

  /// The format of results in which control characters are escaped as in this one.
  var escapes: ResultFormat { self == .json ? .json : .env }

  /// An answer written in this format.
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
