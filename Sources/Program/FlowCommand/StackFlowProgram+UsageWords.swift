// SPDX-License-Identifier: GPL-3.0-or-later

import SourceDiagnostics

extension StackFlowProgram {
  /// Returns a message of the parser of arguments as those of all other mistakes: after the program's name, and without a proposal that nobody means.
  ///
  /// - Parameters:
  ///   - text: The message, which begins with `Error: `.
  ///   - isAnswer: Whether the command takes an answer, which may begin as an option does.
  /// - Returns: The message, which begins with `stackflow: `.
  static func usageWords(_ text: String, ofAnswer isAnswer: Bool = false) -> String {
    let beginning = "Error: "
    guard text.hasPrefix(beginning) else { return text }
    var lines = text.dropFirst(beginning.count).split(
      separator: "\n", omittingEmptySubsequences: false
    )
    .map(String.init)
    let parts = lines[0].split(separator: "'", omittingEmptySubsequences: false).map(String.init)
    if parts.count == 5, parts[2] == ". Did you mean ",
      NearMiss.nearest(to: parts[1], in: [parts[3]]) == nil
    {
      lines[0] = "\(parts[0])'\(parts[1])'"
    }
    let first = lines[0].prefix(1).lowercased() + lines[0].dropFirst()
    lines[0] = "stackflow: \(first)"
    if isAnswer, first.hasPrefix("unknown option") {
      lines[0] += "; an answer that begins with '-' follows --"
    }
    return lines.joined(separator: "\n")
  }
}
