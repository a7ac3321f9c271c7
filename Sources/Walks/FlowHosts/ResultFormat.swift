// SPDX-License-Identifier: Apache-2.0

public import FlowExpressions

/// The format of a result.
public enum ResultFormat: String, Hashable, Sendable, CaseIterable {
  /// JSON, indented by two spaces.
  case json

  /// YAML with the data model of JSON.
  case yaml

  /// Lines of `NAME=value`, for files of environment variables. A value that begins with a
  /// quotation mark is quoted.
  ///
  /// `AnswersFile` reads this format.
  case env

  /// Lines of `NAME='value'`, quoted so that they're safe to `eval` in a shell.
  case shell

  /// Whether results are written as variables, whose names can have a prefix.
  public var hasVariables: Bool { self == .env || self == .shell }

  /// Returns a value in this format, ending with a line break.
  ///
  /// In `env` and `shell`, a name consists of the prefix and the path of keys in upper case, joined
  /// by `_`. Lists and their contents are written as JSON.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - prefix: The prefix of variable names; other formats ignore it.
  /// - Returns: The text.
  /// - Throws: ``ResultFormatError`` if the format can't represent the value, or a variable such as
  ///   `PATH` would change how a shell works.
  public func text(of value: Value, prefix: String = "") throws(ResultFormatError) -> String {
    switch self {
    case .json: return try Self.json(value, indentation: 2) + "\n"
    case .yaml:
      guard let text = YAMLWriter().text(of: value) else {
        throw ResultFormatError(message: "the result holds a value that YAML has no form for")
      }
      return text + "\n"
    case .env, .shell:
      var lines = ""
      var names = VariableNames(self, prefix: prefix)
      for (path, text) in try Self.variables(of: value, under: []) {
        let name = try names.add(path)
        lines += "\(name)=\(try written(text, name: name))\n"
      }
      return lines
    }
  }

  private func written(_ text: String, name: String) throws(ResultFormatError) -> String {
    guard self == .env else {
      return "'"
        + text.split(separator: "'", omittingEmptySubsequences: false)
        .joined(separator: #"'\''"#) + "'"
    }
    guard !text.unicodeScalars.contains(where: { $0 == "\n" || $0 == "\r" }) else {
      throw ResultFormatError(
        message: "'\(name)' has several lines, which the env format cannot hold; use shell or json")
    }
    // Readers remove quotation marks around a value, so it needs another pair.
    guard let first = text.unicodeScalars.first, first == "'" || first == "\"" else { return text }
    let isPlainInside = !text.unicodeScalars.contains { "\"\\$`".unicodeScalars.contains($0) }
    return isPlainInside ? "\"\(text)\"" : "'\(text)'"
  }

  private static func variables(
    of value: Value, under path: [String]
  ) throws(ResultFormatError) -> [(path: [String], text: String)] {
    switch value {
    case .map(let map):
      var all: [(path: [String], text: String)] = []
      for entry in map {
        all += try variables(of: entry.value, under: path + [entry.key.plainText])
      }
      return all
    case .null: return [(path, "")]
    case .list: return [(path, try json(value, indentation: nil))]
    default: return [(path, value.plainText)]
    }
  }

  private static func json(
    _ value: Value, indentation: Int?
  ) throws(ResultFormatError) -> String {
    guard let text = JSONWriter(indentation: indentation).text(of: value) else {
      throw ResultFormatError(message: "the result holds a value that JSON has no form for")
    }
    return text
  }
}

/// A result that a format can't represent.
public struct ResultFormatError: Error, Hashable, Sendable {
  /// The message for users.
  public let message: String
}
