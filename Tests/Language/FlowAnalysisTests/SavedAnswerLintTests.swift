// SPDX-License-Identifier: Apache-2.0

import Expectations
import FlowFiles
import SourceDiagnostics
import Testing

/// Reads of a migration that may find nothing.
@Suite struct SavedAnswerLintTests {
  /// An expression of `set`, and what the fix of the first finding makes of it; nil for no fix.
  struct Case: CustomTestStringConvertible, Sendable {
    let source: String
    let count: Int
    var fixed: String?
    var testDescription: String { source }

    init(_ source: String, _ count: Int = 0, fixed: String? = nil) {
      self.source = source
      self.count = count
      self.fixed = fixed
    }
  }

  private static func load(_ source: String, allow: String = "") -> LoadedFlow {
    FlowFile.load(
      """
      flow: 1
      id: t
      version: 2
      \(allow)
      migrate: [ { from: 1, set: { a: "\(source)" } } ]
      steps:
        - repeat: a
          steps: [ { ask: n, type: string } ]
      """, name: "t.flow.yaml")
  }

  @Test(arguments: [
    // An optional, or a guarded read, is no mistake.
    Case("saved.?old"), Case("has(saved.old) ? saved.old : []"), Case("[]"),
    Case("'old' in saved ? saved.old : []"), Case("saved.?old.orValue([])"),
    Case("saved.?old.hasValue() ? saved.old : []"),
    Case("!has(saved.old) ? [] : saved.old"), Case("saved[?'the old'].orValue([])"),
    Case("saved.?old.optMap(o, o.map(r, {?'n': r.?n}))"),
    Case("saved.?old.orValue([]).filter(r, has(r.n)).map(r, {'n': r.n})"),
    Case("saved.?old.n.orValue([])"), Case("[{'n': 'x'}].map(r, {'n': r.n})"),
    // An answer.
    Case("saved.old", 1, fixed: "saved.?old"),
    Case("saved['the old']", 1, fixed: "saved[?'the old']"),
    Case(
      "saved.old > 2 ? [{'n': 'x'}] : []", 1,
      fixed: "saved.?old.optMap(old, old > 2 ? [{'n': 'x'}] : [])"),
    Case(
      "saved['the old'] > 2 ? [] : [{}]", 1,
      fixed: "saved[?'the old'].optMap(known, known > 2 ? [] : [{}])"),
    Case("saved.old + saved.old", 2, fixed: "saved.?old.optMap(old, old + old)"),
    Case("saved.x + saved.y", 2), Case("[{'n': saved.x}]", 1, fixed: "[{?'n': saved.?x}]"),
    Case("has(saved.x) || saved.y ? [] : [{}]", 1),
    // A part of one.
    Case(
      "saved.?old.optMap(o, o.map(r, {'n': r.n}))", 1,
      fixed: "saved.?old.optMap(o, o.map(r, {?'n': r.?n}))"),
    Case("saved.?old.optMap(o, o.map(r, {'n': r.n + 'x'}))", 1),
    Case("saved.old.deep", 1, fixed: "saved.?old.optMap(old, old.deep)"),
  ]) func whatMayBeMissingIsFound(example: Case) throws {
    let loaded = Self.load(example.source)
    let found = loaded.diagnostics.diagnostics
    expectEqual(
      found.map(\.id.name), Array(repeating: "saved-may-be-missing", count: example.count))
    let fix = found.first?.fixIts.first
    expectEqual(fix == nil, example.fixed == nil)
    guard let fixed = example.fixed, let fix, let file = found.first?.place.file else { return }
    let edits = try #require(TextEdits().adding(fix.edits))
    let text = String(decoding: edits.applied(to: Array(file.text.utf8)), as: UTF8.self)
    #expect(text.contains("a: \"\(fixed)\""), "\(text)")
  }

  @Test func theMessageSaysWhatFollows() {
    expectEqual(
      Self.load("saved.size > 2 ? [] : [{}]").diagnostics.diagnostics.map(\.message),
      [
        "'saved.size' may be missing in what an earlier version saved, and the question is then asked, or a "
          + "file of answers refused; write 'saved.?size', as in 'saved.?size.orValue(…)'"
      ])
    expectEqual(
      Self.load("saved.?old.optMap(o, o.map(r, {'n': r.n}))").diagnostics.diagnostics.map(
        \.message),
      [
        "'r.n' may be missing in what an earlier version saved, and then nothing is computed from the other "
          + "records either; write 'r.?n', as in 'r.?n.orValue(…)'"
      ])
  }

  @Test func aFlowAllowsIt() {
    expectEqual(
      Self.load("saved.old", allow: "allow: [saved-may-be-missing]").diagnostics.diagnostics, [])
  }
}
