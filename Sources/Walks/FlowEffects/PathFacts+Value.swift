// SPDX-License-Identifier: Apache-2.0

package import FlowExpressions
package import FlowModel

// Facts about a path as a value.
extension PathFacts {
  /// Returns the parts of the value.
  package func entries(for audience: Audience) -> [(String, Value?)] {
    let unknown: Value? = audience == .client ? .null : nil
    return [
      ("path", .string(path)), ("expanded", expanded.value ?? unknown),
      ("kind", .string(kind.rawValue)),
    ]
  }

  /// Reads facts, which a walk or a client gives; a client can leave out what the path is expanded to.
  package init<Failure>(
    _ reader: inout EntryReader<Failure>, for audience: Audience
  ) throws(Failure) {
    let path = try reader.needed("path")
    let kind = try reader.needed("kind", try reader.word("kind", as: Kind.self))
    let isLeftOut = audience == .client && reader.value("expanded") == nil
    self.init(path, expanded: isLeftOut ? path : try reader.text("expanded"), kind: kind)
  }
}
