// SPDX-License-Identifier: Apache-2.0

public import SourceDiagnostics

/// The explanations of all kinds of findings.
///
/// The explanation of a lint is in the lint's own file. Those of the checker and the loader are in
/// the files next to this one, by topic.
public enum Explanations {
  /// All explanations, sorted by id.
  public static let all: [Explanation] = {
    let lints = LintedFlow.lints.map { $0.explanation }
    return
      (lints + ofNames + ofTypes + ofPresence + ofStructure + ofFields + ofNesting + ofText
      + ofEffects + ofMigrations + ofExtensions + ofScripts)
      .sorted { $0.id.name < $1.id.name }
  }()

  /// Returns the explanation of a kind of finding, or nil if there's none.
  public static func explanation(of id: DiagnosticID) -> Explanation? {
    all.first { $0.id == id }
  }

  /// A summary of each kind of finding.
  public static var titles: [DiagnosticID: String] {
    Dictionary(all.map { ($0.id, $0.title) }, uniquingKeysWith: { first, _ in first })
  }
}
