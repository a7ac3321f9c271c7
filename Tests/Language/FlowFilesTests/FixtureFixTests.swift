// SPDX-License-Identifier: Apache-2.0

import Expectations
import FlowFiles
import Foundation
import RandomTesting
import SourceDiagnostics
import Testing

/// Every fix that's offered for a fixture, applied on its own, removes its finding and causes no
/// new one.
@Suite struct FixtureFixTests {
  /// All fixtures.
  static let cases = BrokenFlowTests.cases

  /// The findings that a fix reveals, by fixture, such as a mistake in a condition whose key was
  /// misspelled.
  private static let uncovered: [String: Set<DiagnosticID>] = [
    "aliases": ["constant-condition", "wrong-kind"], "anchors": ["quote-needed"],
    "captures": ["no-fields"], "choice-data": ["may-be-unasked"], "crlf": ["no-overload"],
    "eaten-expression": ["syntax-error"],
    "expression-syntax": ["no-overload", "not-a-condition", "unreachable-step"],
    "field-keys": ["wrong-type"],
    "idioms-comparisons": ["dynamic-value"], "idioms-keys": ["redundant-presence-test"],
    "idioms-operators": ["no-fields", "no-overload"], "idioms-texts": ["constant-condition"],
    "line-break-in-text": ["unclosed-expression"],
    "matrix": ["no-fields"],
    "migrations": ["wrong-type"], "number-form": ["wrong-type"], "run-keys": ["missing-key"],
    "several": ["wrong-type"], "text-conditions": ["constant-condition", "may-be-unasked"],
    "text-loops": ["not-a-text"],
    "typographic": ["unterminated-text"],
    "unknown-choice": ["constant-condition"],
    "unknown-key": ["constant-condition"], "unknown-type": ["secret-leak"],
    "wide": ["unreachable-step"], "words-and-priorities": ["wrong-type"],
    "wrong-kind": ["unknown-answer"],
    "wrong-type": ["constant-condition"],
  ]

  @Test(arguments: dailyPart(of: cases, every: 4, named: "fixes"))
  func aFixRemovesItsFindingAndAddsNone(name: String) throws {
    let file = BrokenFlowTests.folder.appending(path: "\(name)/\(name).flow.yaml")
    let bytes = Array(try Data(contentsOf: file))
    let files = try BrokenFlowTests.files(of: name)
    let loaded = FlowFile.load(bytes, name: name, files: files)
    let before = counts(loaded)
    for diagnostic in loaded.diagnostics.diagnostics where diagnostic.place.file == loaded.file {
      for fix in diagnostic.fixIts {
        let fixed = FlowFile.load(
          fix.applied(to: Array(loaded.file.text.utf8)), name: name, files: files)
        let after = counts(fixed)
        let words =
          "\(diagnostic.message): \(fix.title)\n\(DiagnosticRenderer().render(fixed.diagnostics))"
        let more = after.filter { $0.value > before[$0.key, default: 0] }.map(\.key)
        #expect(Set(more).isSubset(of: Self.uncovered[name] ?? []), "\(more): \(words)")
        if Self.uncovered[name] == nil { #expect(total(after) < total(before), "\(words)") }
        #expect(same(diagnostic, in: fixed) < same(diagnostic, in: loaded), "\(words)")
      }
    }
  }

  /// The fixtures have a fix for each of these kinds of findings.
  @Test func everyKindOfFixIsCovered() throws {
    var ids: Set<String> = []
    for name in Self.cases {
      let file = BrokenFlowTests.folder.appending(path: "\(name)/\(name).flow.yaml")
      let loaded = FlowFile.load(Array(try Data(contentsOf: file)), name: name)
      for diagnostic in loaded.diagnostics.diagnostics where !diagnostic.fixIts.isEmpty {
        ids.insert(diagnostic.id.name)
      }
    }
    expectEqual(
      ids.sorted(),
      [
        "comment-in-folded-text", "control-in-pattern", "cut-by-comment", "dynamic-value",
        "foreign-placeholder", "invalid-escape", "invalid-id", "keys-on-one-line",
        "literal-expression", "may-be-unasked", "no-fields", "no-overload", "not-a-condition",
        "not-a-date", "number-form", "one-choice", "quote-needed", "refused-value", "reserved-id",
        "saved-may-be-missing",
        "space-after-colon", "syntax-error", "tab-indentation", "type-mismatch", "unclosed-bracket",
        "unclosed-quote", "unexpected-character", "unknown-answer", "unknown-block",
        "unknown-choice",
        "unknown-field", "unknown-function", "unknown-key", "unknown-name", "unknown-step",
        "unknown-type", "unknown-widget", "unknown-word", "unterminated-text", "wrong-indentation",
        "wrong-kind", "wrong-operator", "wrong-type", "yaml-anchor", "yaml-tag",
      ])
  }

  /// Returns the number of times that a finding is reported.
  private func same(_ finding: Diagnostic, in loaded: LoadedFlow) -> Int {
    loaded.diagnostics.diagnostics.count { $0.id == finding.id && $0.message == finding.message }
  }

  private func counts(_ loaded: LoadedFlow) -> [DiagnosticID: Int] {
    loaded.diagnostics.diagnostics.reduce(into: [:]) { $0[$1.id, default: 0] += 1 }
  }

  private func total(_ counts: [DiagnosticID: Int]) -> Int { counts.values.reduce(0, +) }
}

extension FixIt {
  /// Returns a text with the edits of the fix applied.
  fileprivate func applied(to bytes: [UInt8]) -> [UInt8] {
    var bytes = bytes
    for edit in edits.reversed().sorted(by: { $0.range.lowerBound > $1.range.lowerBound }) {
      bytes.replaceSubrange(
        edit.range.lowerBound..<edit.range.upperBound, with: Array(edit.replacement.utf8))
    }
    return bytes
  }
}
