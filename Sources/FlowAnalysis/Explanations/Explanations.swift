// SPDX-License-Identifier: Apache-2.0

public import SourceDiagnostics

/// The explanations of all kinds of findings.
///
/// Those of lints are in the lint's own file; those of the checker and the loader in the files
/// beside this one, by what they are about.
public enum Explanations {
  /// All explanations, by their id.
  public static let all: [Explanation] = {
    let lints = LintedFlow.lints.map { $0.explanation }
    return
      (lints + ofNames + ofTypes + ofPresence + ofStructure + ofFields + ofNesting + ofText
      + ofEffects + ofMigrations + ofScripts)
      .sorted { $0.id.name < $1.id.name }
  }()

  /// The explanation of a kind of finding; nil when there is none.
  public static func explanation(of id: DiagnosticID) -> Explanation? {
    all.first { $0.id == id }
  }

  /// A sentence about each kind of finding.
  public static var titles: [DiagnosticID: String] {
    Dictionary(all.map { ($0.id, $0.title) }, uniquingKeysWith: { first, _ in first })
  }
}
