// SPDX-License-Identifier: Apache-2.0

public import FlowExpressions

/// How a result is written.
public enum ResultFormat: String, Hashable, Sendable, CaseIterable {
  /// JSON, indented by two spaces.
  case json

  /// YAML that a JSON parser's data model holds.
  case yaml

  /// `NAME=value` lines, for files of environment variables; a value that begins with a quote is
  /// quoted.
  ///
  /// `AnswersFile` reads them back.
  case env

  /// `NAME='value'` lines, quoted so that a shell's `eval` is safe.
  case shell

  /// Whether a result is written as variables, whose names may have a prefix.
  public var hasVariables: Bool { self == .env || self == .shell }

  /// A value written in this format, with a line break at its end.
  ///
  /// In `env` and `shell` a name is the prefix, and the path of keys in capitals, joined by `_`;
  /// lists and their contents are written as JSON.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - prefix: What each variable's name begins with; it isn't used in other formats.
  /// - Returns: The text.
  /// - Throws: ``ResultFormatError`` when the format can't hold the value, or when a shell would
  ///   lose a variable of its own, such as `PATH`.
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
    // Who reads the file takes quotes at both ends away, so another pair is needed around them.
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

/// A result that a format can't hold.
public struct ResultFormatError: Error, Hashable, Sendable {
  /// The words for a person.
  public let message: String
}
