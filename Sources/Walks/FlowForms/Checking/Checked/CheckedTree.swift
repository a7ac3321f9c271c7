// SPDX-License-Identifier: Apache-2.0

import SourceDiagnostics

/// The tree of a `write` step, checked.
final class CheckedTree: Sendable {
  /// A list for whose elements it's written once each.
  let each: FlowExpression?

  let entries: [CheckedTreeEntry]

  init(each: FlowExpression?, entries: [CheckedTreeEntry]) {
    self.each = each
    self.entries = entries
  }

  var expressions: [FlowExpression] {
    (each.map { [$0] } ?? []) + entries.flatMap(\.expressions)
  }
}

/// An entry of a tree, checked.
struct CheckedTreeEntry: Sendable {
  enum Content: Sendable {
    case folder([CheckedTreeEntry])
    case template(CheckedText)
    case bytes([UInt8])
    case link(to: CheckedText)
  }

  let name: CheckedText
  let place: SourcePlace
  let content: Content
  let isExecutable: Bool

  var expressions: [FlowExpression] {
    switch content {
    case .folder(let entries): name.expressions + entries.flatMap(\.expressions)
    case .template(let text), .link(let text): name.expressions + text.expressions
    case .bytes: name.expressions
    }
  }
}
