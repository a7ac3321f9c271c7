// SPDX-License-Identifier: Apache-2.0

internal import FlowExpressions
internal import FlowModel
internal import SourceDiagnostics

/// The state that the parts of the loader share: the file and its diagnostics.
final class LoadingContext {
  let file: SourceFile
  var diagnostics: DiagnosticList

  /// The search for the keys that were meant.
  let nearMisses = NearMissSearch()

  /// The names of steps and inputs that couldn't be loaded, so that they aren't reported as
  /// unknown.
  var lostNames: Set<String> = []

  /// The steps and inputs of this file that couldn't be loaded, each with the parts that could.
  var lost: [LostPart] = []

  /// The places of the ids of the steps that contain the current one, outermost first.
  var containers: [SourcePlace] = []

  /// The readable part of a step whose kind couldn't be read, until the step is recorded as lost.
  var partialKind: StepDefinition.Kind?

  /// The files in the flow's folder; nil if there are none.
  let files: (any FlowFileSource)?

  /// The maximum size in bytes of a file in the flow's folder.
  let limit: Int

  /// The files that use this one, outermost first, followed by this one.
  let chain: SubflowChain

  var extensions: FlowExtensions

  /// Whether the file of extensions couldn't be read as a whole, which was reported; its names aren't
  /// reported as unknown.
  var lacksExtensions = false {
    didSet { if lacksExtensions { chain.shared.lackingExtensions.insert(file.name) } }
  }

  init(
    file: SourceFile, diagnostics: DiagnosticList, files: (any FlowFileSource)? = nil,
    limit: Int = FlowFile.defaultLimit, chain: SubflowChain? = nil
  ) {
    self.file = file
    self.diagnostics = diagnostics
    self.files = files
    self.limit = limit
    self.chain = chain ?? SubflowChain(outermost: file.name)
    extensions = self.chain.shared.extensions
    self.chain.shared.filesOfScalars.insert(file)
  }

  func place(_ range: SourceRange) -> SourcePlace { SourcePlace(file, range) }

  /// Records the name of a step or an input that couldn't be loaded.
  func lose(_ name: String, at range: SourceRange) {
    lostNames.insert(name)
    lost.append(LostPart(Identifier(name, at: place(range))))
  }

  func report(
    _ id: DiagnosticID, _ message: String, at range: SourceRange, severity: Severity = .error,
    notes: [Diagnostic.Note] = [], fixIts: [FixIt] = []
  ) {
    diagnostics.add(
      Diagnostic(id, severity, message, at: place(range), notes: notes, fixIts: fixIts))
  }

  /// Reports a node of the wrong kind, unless it's broken, since a broken node was reported before.
  func reportKind(
    _ node: YAMLNode, expected: String, proposal: String = "", fixIts: [FixIt] = []
  ) {
    if case .broken = node.content { return }
    report(
      "wrong-kind", "expected \(expected), found \(node.described)\(proposal)", at: node.headRange,
      fixIts: fixIts)
  }

  /// Reports a word that isn't one of the known words.
  func reportUnknown(
    _ id: DiagnosticID, _ what: String, _ name: String, among names: [String],
    at range: SourceRange
  ) {
    if let near = NearMiss.nearest(to: name, in: names) {
      report(
        id, "unknown \(what) '\(name)'\(name.foreignPart); did you mean '\(near)'?", at: range,
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

  /// Returns names as alternatives: `'a', 'b' or 'c'`.
  static func alternatives(_ names: [String]) -> String {
    let quoted = names.map { "'\($0)'" }
    guard quoted.count > 1, let last = quoted.last else { return quoted.first ?? "" }
    return "\(quoted.dropLast().joined(separator: ", ")) or \(last)"
  }
}

extension YAMLNode {
  /// A description of the node for messages: `a list`, `the number 3`.
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

  /// The range to mark in a message about the whole node: a scalar, or the start of a collection.
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

  /// The scalar, if the node is one.
  package var scalar: YAMLScalar? {
    if case .scalar(let scalar) = content { scalar } else { nil }
  }

  /// Whether the node is broken, so that its mistake was already reported.
  var isBroken: Bool {
    if case .broken = content { true } else { false }
  }
}

extension String {
  /// A clause that names an invisible or misleading character in a name; usually empty.
  var foreignPart: String {
    ForeignCharacter.first(in: self).map { ", which contains \($0)" } ?? ""
  }
}
