// SPDX-License-Identifier: Apache-2.0

import SourceDiagnostics

@testable import FlowFiles

// Edits of the file.
extension FlowMutations {
  /// Returns the edit that removes the lines of a range, or nil if the range shares a line with
  /// something else.
  func removal(of range: SourceRange) -> FixIt.Edit? {
    let lines = sites.lines(range)
    guard let first = sites.file.range(ofLine: lines.lowerBound),
      let last = sites.file.range(ofLine: lines.upperBound)
    else { return nil }
    let before = sites.file[SourceRange(first.lowerBound, range.lowerBound)]
    let after = sites.file[SourceRange(range.upperBound, last.upperBound)]
    guard before.allSatisfy({ $0 == " " || $0 == "-" }),
      after.drop(while: { $0 == " " }).first.map({ $0 == "#" }) ?? true
    else { return nil }
    // A map that begins after a dash keeps the dash, and thus its first entry.
    if before.contains("-"), !after.isEmpty || sites.steps.allSatisfy({ $0.node.range != range }) {
      return nil
    }
    return FixIt.Edit(SourceRange(first.lowerBound, last.upperBound), "")
  }

  /// Returns whether a flow has the same tree after edits.
  func hasSameTree(with edits: [FixIt.Edit]) -> Bool {
    let bytes = Array(sites.file.text.utf8)
    guard let applied = TextEdits().adding(edits)?.applied(to: bytes) else { return false }
    var options = YAMLOptions()
    options.repairsSyntax = false
    let old = YAMLReader.read(bytes, name: "a", options: options)
    let new = YAMLReader.read(applied, name: "a", options: options)
    return new.diagnostics.isEmpty && FlowMutations.texts(old.root) == FlowMutations.texts(new.root)
  }

  private static func texts(_ node: YAMLNode?) -> [String] {
    switch node?.content {
    case .scalar(let scalar): [scalar.text]
    case .list(let items): ["["] + items.flatMap(texts) + ["]"]
    case .map(let entries): ["{"] + entries.flatMap { [$0.key.text] + texts($0.value) } + ["}"]
    case .broken, nil: ["?"]
    }
  }
}
