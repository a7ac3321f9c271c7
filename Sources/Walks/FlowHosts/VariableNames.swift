// SPDX-License-Identifier: Apache-2.0

import FlowModel

/// The names of the variables of a result.
package struct VariableNames {
  private let format: ResultFormat
  private let prefix: String
  private var taken: Set<String> = []

  init(_ format: ResultFormat, prefix: String) {
    self.format = format
    self.prefix = prefix
  }

  /// Returns whether text is a valid prefix of variable names: an ASCII letter or `_`, then ASCII
  /// letters, digits, and `_`.
  package static func isPrefix(_ text: String) -> Bool {
    guard let first = text.unicodeScalars.first, first == "_" || first.isLetter else {
      return false
    }
    return text.unicodeScalars.allSatisfy { $0 == "_" || $0.isLetter || $0.isDigit }
  }

  /// Returns the variable name for an id: `LICENSE_HOLDER` for `license.holder`.
  package static func spelling(of id: String) -> String {
    spelling(of: id.split(separator: ".", omittingEmptySubsequences: false).map(String.init))
  }

  /// Returns the variable name for the parts of a name in data.
  package static func spelling(of path: [String]) -> String {
    ShellVariables.name(of: path)
  }

  /// Returns the first problem with the variable names of a result, or nil if there isn't one or
  /// the format has no variables.
  ///
  /// - Parameters:
  ///   - paths: The key paths of the values in the result, from `CheckedFlow.outputPaths`.
  ///   - format: The format of the result.
  ///   - prefix: The prefix of variable names.
  /// - Returns: The problem.
  /// - Complexity: O(*n*) in the number of paths.
  package static func problem(
    in paths: [[String]], _ format: ResultFormat, prefix: String
  ) -> ResultFormatError? {
    guard format.hasVariables else { return nil }
    var names = VariableNames(format, prefix: prefix)
    for path in paths {
      do throws(ResultFormatError) {
        _ = try names.add(path)
      } catch {
        return error
      }
    }
    return nil
  }

  /// Returns the variable name for a key path, which must be new.
  mutating func add(_ path: [String]) throws(ResultFormatError) -> String {
    guard !path.isEmpty else {
      throw ResultFormatError(message: "a value without a name has no place among variables")
    }
    for part in path where !part.unicodeScalars.contains(where: \.isOfVariable) {
      throw ResultFormatError(
        message:
          "'\(part)' has no letter from A to Z and no digit, so no variable can have its name; "
          + "use json or yaml")
    }
    let name = prefix + Self.spelling(of: path)
    if format == .shell, ShellVariables.isRefused(name) {
      throw ResultFormatError(
        message: "'\(path.joined(separator: "."))' would replace the shell's own \(name); "
          + "give the names a prefix, such as --prefix APP_")
    }
    guard taken.insert(name).inserted else {
      throw ResultFormatError(message: "two values would be named '\(name)'")
    }
    return name
  }
}

extension Unicode.Scalar {
  fileprivate var isLetter: Bool { ("A"..."Z").contains(self) || ("a"..."z").contains(self) }
  /// Whether it's a letter in upper case or a digit once it's a part of a variable's name.
  fileprivate var isOfVariable: Bool {
    properties.uppercaseMapping.unicodeScalars.contains { $0 == "_" || $0.isLetter || $0.isDigit }
  }

  fileprivate var isDigit: Bool { ("0"..."9").contains(self) }
}
