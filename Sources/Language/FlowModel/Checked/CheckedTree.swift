// SPDX-License-Identifier: Apache-2.0

package import SourceDiagnostics

/// The tree of a `write` step, checked.
package final class CheckedTree: Sendable {
  /// A list for whose elements it's written once each.
  package let each: FlowExpression?

  package let entries: [CheckedTreeEntry]

  package init(each: FlowExpression?, entries: [CheckedTreeEntry]) {
    self.each = each
    self.entries = entries
  }
}

/// An entry of a tree, checked.
package struct CheckedTreeEntry: Sendable {
  package enum Content: Sendable {
    case folder([CheckedTreeEntry])
    case template(CheckedText)
    case bytes([UInt8])
    case link(to: CheckedText)
  }

  package let name: CheckedText
  package let place: SourcePlace
  package let content: Content
  package let isExecutable: Bool

  package init(name: CheckedText, place: SourcePlace, content: Content, isExecutable: Bool) {
    self.name = name
    self.place = place
    self.content = content
    self.isExecutable = isExecutable
  }
}
