// SPDX-License-Identifier: Apache-2.0

import FlowExpressions
import FlowModel
import SourceDiagnostics

/// Finds answers that a migration computes from others that the data of an earlier version may lack.
///
/// A walk is saved wherever it was left, and neither it nor a file of answers needs those that have defaults.
extension FlowLint {
  static let savedAnswer = FlowLint(id: id) { check($0) }

  private static let id: DiagnosticID = "saved-may-be-missing"

  private static func check(_ flow: LintedFlow) -> [Diagnostic] {
    flow.index.expressions.flatMap { expression -> [Diagnostic] in
      guard expression.role == .migration, let checked = expression.checked else { return [] }
      let root = checked.compiled.root
      let reads = root.unguardedReads(of: "saved")
      return reads.map { read in
        let (operand, part) = (read.operand.source, read.part.source)
        let optional = operand + read.optionalKey
        let isAnswer = if case .name("saved", _) = read.operand.kind { true } else { false }
        let consequence =
          isAnswer
          ? "the question is then asked, or a file of answers refused"
          : "then nothing is computed from the other records either"
        return Diagnostic(
          id, .warning,
          "'\(part)' may be missing in what an earlier version saved, and \(consequence); write "
            + "'\(optional)', as in '\(optional).orValue(…)'",
          at: expression.source.place(of: read.part.range),
          fixIts: fix(of: read, in: root, among: reads, expression.source).map { [$0] } ?? [])
      }
    }
  }

  /// Returns the fix that leaves out what would be computed from a missing answer; nil where other answers are in it.
  private static func fix(
    of read: UnguardedRead, in root: ParsedExpression, among reads: [UnguardedRead],
    _ source: ExpressionSource
  ) -> FixIt? {
    let tail = SourceRange(read.operand.range.upperBound, read.part.range.upperBound)
    // The map isn't in parentheses.
    guard tail.count == read.optionalKey.utf8.count - 1 else { return nil }
    if read.part.range == root.range {
      return fix("read an optional", [(tail, read.optionalKey)], source)
    }
    if let key = read.entry {
      let start = SourceRange(key.range.lowerBound, key.range.lowerBound)
      return fix("leave the entry out then", [(start, "?"), (tail, read.optionalKey)], source)
    }
    // One answer decides whether anything is computed.
    let same = reads.filter { $0.part == read.part }
    guard case .name("saved", _) = read.operand.kind, root.names(in: ["saved"]).count == same.count
    else { return nil }
    let name = root.names(in: nil).contains(read.variable) ? "known" : read.variable
    guard !root.names(in: nil).contains(name) else { return nil }
    let whole = source.place(of: root.range).range
    let opening = "saved\(read.optionalKey).optMap(\(name), "
    var fix = fix("compute it only then", same.map { ($0.part.range, name) }, source)
    fix.edits.insert(.init(SourceRange(at: whole.lowerBound), opening), at: 0)
    fix.edits.append(.init(SourceRange(at: whole.upperBound), ")"))
    return fix
  }

  private static func fix(
    _ title: String, _ edits: [(range: SourceRange, text: String)], _ source: ExpressionSource
  ) -> FixIt {
    FixIt(title, edits.map { .init(source.place(of: $0.range).range, $0.text) }, isShown: true)
  }
}

extension UnguardedRead {
  /// The key as one that may be missing: `.?size`, `[?'host name']`.
  fileprivate var optionalKey: String {
    switch part.kind {
    case .select(_, let field, _): ".?\(field)"
    case .index(_, let index, _): "[?\(index.source)]"
    default: ""
    }
  }

  /// A name for what's read.
  fileprivate var variable: String {
    if case .select(_, let field, _) = part.kind { field } else { "known" }
  }
}

extension ParsedExpression {
  /// Returns the names in the expression, each as often as it's there, of which some are wanted.
  fileprivate func names(in wanted: Set<String>?) -> [String] {
    var names: [String] = []
    switch kind {
    case .name(let name, _): names = [name]
    case .macro(_, _, let variables, _, _): names = variables
    default: break
    }
    if let wanted { names = names.filter(wanted.contains) }
    return names + children.flatMap { $0.names(in: wanted) }
  }
}
