// SPDX-License-Identifier: Apache-2.0

internal import FlowForms
internal import SourceDiagnostics

/// What the parts of a loader share: the file and the list of what is wrong with it.
final class LoadingContext {
  let file: SourceFile
  var diagnostics: DiagnosticList

  /// Names of steps and inputs that could not be loaded, so that no one reports them as unknown.
  var lostNames: Set<String> = []

  /// The files beside the flow; nil when the caller gave none.
  let files: (any FlowFileSource)?

  /// The maximum number of bytes of a file beside the flow.
  let limit: Int

  /// The files that use this one, the outermost first, and this one.
  let chain: SubflowChain

  init(
    file: SourceFile, diagnostics: DiagnosticList, files: (any FlowFileSource)? = nil,
    limit: Int = FlowFile.defaultLimit, chain: SubflowChain? = nil
  ) {
    self.file = file
    self.diagnostics = diagnostics
    self.files = files
    self.limit = limit
    self.chain = chain ?? SubflowChain(outermost: file.name)
  }

  func place(_ range: SourceRange) -> SourcePlace { SourcePlace(file, range) }

  func report(
    _ id: DiagnosticID, _ message: String, at range: SourceRange, severity: Severity = .error,
    notes: [Diagnostic.Note] = [], fixIts: [FixIt] = []
  ) {
    diagnostics.add(
      Diagnostic(id, severity, message, at: place(range), notes: notes, fixIts: fixIts))
  }

  /// Reports a node of the wrong kind; a broken one was reported before.
  func reportKind(
    _ node: YAMLNode, expected: String, proposal: String = "", fixIts: [FixIt] = []
  ) {
    if case .broken = node.content { return }
    report(
      "wrong-kind", "expected \(expected), found \(node.described)\(proposal)", at: node.headRange,
      fixIts: fixIts)
  }

  /// Reports a word that is none of several.
  func reportUnknown(
    _ id: DiagnosticID, _ what: String, _ name: String, among names: [String],
    at range: SourceRange
  ) {
    if let near = NearMiss.nearest(to: name, in: names) {
      report(
        id, "unknown \(what) '\(name)'; did you mean '\(near)'?", at: range,
        fixIts: [
          FixIt(
            "write '\(near)'", [FixIt.Edit(range, near)],
            isSafe: NearMiss.isClear(name, in: names))
        ])
    } else {
      report(
        id, "unknown \(what) '\(name)'; expected \(Self.alternatives(names))", at: range)
    }
  }

  /// The names as a choice: `'a', 'b' or 'c'`.
  static func alternatives(_ names: [String]) -> String {
    let quoted = names.map { "'\($0)'" }
    guard quoted.count > 1, let last = quoted.last else { return quoted.first ?? "" }
    return "\(quoted.dropLast().joined(separator: ", ")) or \(last)"
  }
}

extension YAMLNode {
  /// What a node is, for messages: `a list`, `the number 3`.
  var described: String {
    switch content {
    case .list: return "a list"
    case .map: return "a map"
    case .broken: return "nothing"
    case .scalar(let scalar):
      switch scalar.value {
      case .null: return "null"
      case .bool(let flag): return "\(flag)"
      case .int, .hugeInt, .double: return "the number \(scalar.text)"
      case .string:
        let text = scalar.text.count > 32 ? "\(scalar.text.prefix(31))…" : scalar.text
        return "the text '\(text)'"
      }
    }
  }

  /// The range that a message about the whole node marks: a scalar, or where a collection begins.
  var headRange: SourceRange {
    switch content {
    case .scalar, .broken: return range
    case .list(let items):
      return isFlowStyle
        ? range
        : SourceRange(range.lowerBound, items.isEmpty ? range.upperBound : range.lowerBound + 1)
    case .map(let entries):
      return isFlowStyle ? range : entries.first?.key.range ?? range
    }
  }

  /// The scalar, when the node is one.
  var scalar: YAMLScalar? {
    if case .scalar(let scalar) = content { scalar } else { nil }
  }

  /// Whether a mistake in the node was reported already.
  var isBroken: Bool {
    if case .broken = content { true } else { false }
  }
}
