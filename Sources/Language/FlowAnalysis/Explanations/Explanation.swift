// SPDX-License-Identifier: Apache-2.0

public import SourceDiagnostics

/// The explanation of a kind of finding, which `stackflow check --explain ID` shows.
public struct Explanation: Hashable, Sendable {
  /// The id in brackets at the end of a finding.
  public let id: DiagnosticID

  /// A summary of the finding.
  public let title: String

  /// The meaning of the finding, and why it matters.
  package let meaning: String

  /// A flow, or part of one, that has the finding.
  public let example: String

  /// How to fix it.
  package let remedy: String

  /// Creates an explanation.
  init(
    _ id: DiagnosticID, _ title: String, meaning: String, example: String, remedy: String
  ) {
    self.id = id
    self.title = title
    self.meaning = meaning
    self.example = example
    self.remedy = remedy
  }

  /// The explanation as text for a terminal; every line ends with a line break.
  public var text: String {
    let indented = example.split(separator: "\n", omittingEmptySubsequences: false)
      .map { $0.isEmpty ? "" : "    \($0)" }.joined(separator: "\n")
    return """
      \(id): \(title)

      \(meaning)

      For example:

      \(indented)

      To fix it: \(remedy)

      """
  }
}

// ``all`` is made of `Documentation/Findings.md`.
extension Explanation {
  /// Returns the explanation of a kind of finding, or nil if there's none.
  package static func explanation(of id: DiagnosticID) -> Explanation? {
    all.first { $0.id == id }
  }

  /// A summary of each kind of finding.
  public static var titles: [DiagnosticID: String] {
    Dictionary(all.map { ($0.id, $0.title) }, uniquingKeysWith: { first, _ in first })
  }
}
