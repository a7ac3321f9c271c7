// SPDX-License-Identifier: Apache-2.0

public import FlowExpressions

/// How a result is written.
public enum ResultFormat: String, Hashable, Sendable, CaseIterable {
  /// JSON, indented by two spaces.
  case json

  /// YAML that a JSON parser's data model holds.
  case yaml

  /// `NAME=value` lines, for files of environment variables; a value that begins with a quote stands in
  /// quotes.
  case env

  /// `NAME='value'` lines, quoted so that a shell's `eval` is safe.
  case shell

  /// A value written in this format, with a line break at its end.
  ///
  /// In `env` and `shell` a name is the path of keys in capitals, joined by `_`; lists and what
  /// stands in them are written as JSON.
  ///
  /// - Throws: ``ResultFormatError`` when the format cannot hold the value.
  public func text(of value: Value) throws(ResultFormatError) -> String {
    switch self {
    case .json: return try Self.json(value, indentation: 2) + "\n"
    case .yaml:
      guard let text = YAMLWriter().text(of: value) else {
        throw ResultFormatError(message: "the result holds a value that YAML has no form for")
      }
      return text + "\n"
    case .env, .shell:
      var lines = ""
      var names = Set<String>()
      for (name, text) in try Self.variables(of: value, under: "") {
        guard names.insert(name).inserted else {
          throw ResultFormatError(message: "two values would be named '\(name)'")
        }
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
    of value: Value, under path: String
  ) throws(ResultFormatError) -> [(name: String, text: String)] {
    switch value {
    case .map(let map):
      var all: [(name: String, text: String)] = []
      for entry in map {
        let part = variableName(entry.key.plainText)
        all += try variables(of: entry.value, under: path.isEmpty ? part : "\(path)_\(part)")
      }
      return all
    case .null: return [(name: try named(path), text: "")]
    case .list: return [(name: try named(path), text: try json(value, indentation: nil))]
    default: return [(name: try named(path), text: value.plainText)]
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

  private static func named(_ path: String) throws(ResultFormatError) -> String {
    guard !path.isEmpty else {
      throw ResultFormatError(message: "a value without a name has no place in env or shell")
    }
    return path
  }

  private static func variableName(_ key: String) -> String {
    var name = ""
    for scalar in key.uppercased().unicodeScalars {
      switch scalar {
      case "A"..."Z", "0"..."9", "_": name.unicodeScalars.append(scalar)
      default: name += "_"
      }
    }
    return name.first?.isNumber == true ? "_" + name : name
  }
}

/// A result that a format cannot hold.
public struct ResultFormatError: Error, Hashable, Sendable {
  /// The words for a person.
  public let message: String
}
