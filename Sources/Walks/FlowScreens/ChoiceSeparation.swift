// SPDX-License-Identifier: Apache-2.0

package import FlowModel

/// The separation that a list shows between a choice and the one above it.
package enum ChoiceSeparation: Hashable, Sendable {
  /// The title of the section that begins with the choice.
  case title(String)

  /// A line, because the flow asks for one, or because a section ends above the choice.
  case line
}

extension Choice {
  /// Returns the separation that a list shows above the choice.
  ///
  /// - Parameter above: The choice above it; nil at the beginning of the list.
  /// - Returns: The title of the section that begins here, a line, or nil for nothing.
  package func separation(from above: Choice?) -> ChoiceSeparation? {
    let title = section.flatMap { $0.isEmpty ? nil : $0 }
    let last = above?.section.flatMap { $0.isEmpty ? nil : $0 }
    if let title, title != last { return .title(title) }
    return above != nil && (isSeparated || title != last) ? .line : nil
  }
}
