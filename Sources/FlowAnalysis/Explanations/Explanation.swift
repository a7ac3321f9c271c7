// SPDX-License-Identifier: Apache-2.0

public import SourceDiagnostics

/// What a kind of finding means, for people who met it: `stackflow check --explain ID`.
public struct Explanation: Hashable, Sendable {
  /// The id in brackets at the end of a finding.
  public let id: DiagnosticID

  /// The finding in a sentence.
  public let title: String

  /// What it means and why it matters.
  public let meaning: String

  /// A flow, or a part of one, that has it.
  public let example: String

  /// How to fix it.
  public let mending: String

  /// Creates an explanation.
  public init(
    _ id: DiagnosticID, _ title: String, meaning: String, example: String, mending: String
  ) {
    self.id = id
    self.title = title
    self.meaning = meaning
    self.example = example
    self.mending = mending
  }

  /// The explanation as a text for a terminal; every line ends with a line break.
  public var text: String {
    let indented = example.split(separator: "\n", omittingEmptySubsequences: false)
      .map { $0.isEmpty ? "" : "    \($0)" }.joined(separator: "\n")
    return """
      \(id): \(title)

      \(meaning)

      For example:

      \(indented)

      To mend it: \(mending)

      """
  }
}
