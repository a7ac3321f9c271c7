// SPDX-License-Identifier: Apache-2.0

public import FlowExpressions

/// The format of a result.
public enum ResultFormat: String, Hashable, Sendable, CaseIterable {
  /// JSON, indented by two spaces.
  case json

  /// YAML with the data model of JSON.
  case yaml

  /// Lines of `NAME=value` as python-dotenv reads them.
  ///
  /// A value is bare or in quotes. Unless a backslash or an apostrophe is beside a dollar sign or a backtick, shells and
  /// systemd read the same.
  ///
  /// `AnswersFile` reads this format.
  case env

  /// Lines of `NAME='value'`, quoted so that they're safe to `eval` in a shell.
  ///
  /// An `EnvironmentFile=` of systemd is read the same way.
  case shell

  /// Lines of `NAME=value` for the option `--env-file` of docker and podman, to which every character of a value is
  /// one of its text.
  case docker

  /// Whether results are written as variables, whose names can have a prefix.
  package var hasVariables: Bool {
    switch self {
    case .env, .shell, .docker: true
    case .json, .yaml: false
    }
  }

  /// Returns a value in this format, ending with a line break.
  ///
  /// In `env`, `shell`, and `docker`, a name consists of the prefix and the path of keys in upper case, joined
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
    case .env, .shell, .docker:
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
    guard !text.unicodeScalars.contains("\0") else {
      throw ResultFormatError(
        message: "'\(name)' holds U+0000, which no variable can hold; use json or yaml")
    }
    switch self {
    case .docker: return try Self.forDocker(text, name)
    case .env: return try Self.forDotenv(text, name)
    case .json, .yaml, .shell: return Self.forShell(text)
    }
  }

  /// systemd knows no `\'` after quotes, so a text with an apostrophe is in double quotes.
  private static func forShell(_ text: String) -> String {
    text.unicodeScalars.contains("'") ? quoted(text, escaping: "\"\\$`") : "'\(text)'"
  }

  /// One pair of quotes means the same to most readers of env files; escapes and `$` don't.
  private static func forDotenv(_ text: String, _ name: String) throws(ResultFormatError) -> String
  {
    if text.unicodeScalars.allSatisfy(\.isBareInVariables) { return text }
    if let opening = text.indices.first(where: { text[$0...].hasPrefix("${") }),
      text[opening...].contains("}")
    {
      throw ResultFormatError(
        message: "'\(name)' holds '${…}', which readers of env files replace; use shell or json")
    }
    guard text.unicodeScalars.contains(where: { ["'", "\\", "\r"].contains($0) }) else {
      return "'\(text)'"
    }
    guard text.unicodeScalars.last == "\\" else { return quoted(text, escaping: "\"\\") }
    // A backslash before the closing quote would escape it, if another quote follows anywhere in the file.
    let isBare = text.unicodeScalars.allSatisfy { $0 != "#" && $0 != "\n" && $0 != "\r" }
    guard isBare, let first = text.unicodeScalars.first, !first.properties.isWhitespace,
      first != "'", first != "\""
    else {
      throw ResultFormatError(
        message:
          "'\(name)' ends with a backslash, which the env format can't hold in quotes; use shell or json"
      )
    }
    return text
  }

  private static func forDocker(_ text: String, _ name: String) throws(ResultFormatError) -> String
  {
    guard !text.unicodeScalars.contains(where: { $0 == "\n" || $0 == "\r" }) else {
      throw ResultFormatError(
        message: "'\(name)' has several lines, which the docker format cannot hold; use env or json"
      )
    }
    guard name.utf8.count + text.utf8.count < maximumDockerLine else {
      throw ResultFormatError(
        message: "'\(name)' is longer than the 64 KiB of a line that docker reads; use env or json")
    }
    return text
  }

  /// The length of a line, in bytes, from which docker refuses a file.
  private static let maximumDockerLine = 65_534

  /// Returns a text in double quotes with backslashes before some characters; a carriage return is `\r`, if
  /// backslashes are no others.
  private static func quoted(_ text: String, escaping escaped: String) -> String {
    let escapesReturns = !escaped.contains("$")
    var quoted = "\""
    for scalar in text.unicodeScalars {
      if escaped.unicodeScalars.contains(scalar) { quoted += "\\" }
      if scalar == "\r", escapesReturns {
        quoted += "\\r"
      } else {
        quoted.unicodeScalars.append(scalar)
      }
    }
    return quoted + "\""
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

extension Unicode.Scalar {
  /// Whether every reader of variables takes it as itself without quotes.
  fileprivate var isBareInVariables: Bool {
    switch self {
    case "A"..."Z", "a"..."z", "0"..."9", "_", ".", "/", ":", "@", "%", "+", ",", "-": true
    default: false
    }
  }
}
