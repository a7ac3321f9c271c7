// SPDX-License-Identifier: Apache-2.0

import FlowChecks

/// The names that a file of a tree gives to values, each of which has one meaning in the whole file.
///
/// It's a class because the importers of all parts of the file share one. So a macro that's called where other names
/// are given doesn't hide those that its arguments read.
final class TextNames {
  private var given: Set<String> = []

  /// The names of loops, which end with their blocks.
  private var ofLoops: Set<String> = []

  /// The maximum number of names; further values are put where they're used.
  private static let maximumCount = 40

  /// Returns a name for a value: the wanted one, or one like it; nil if there are too many.
  func name(_ wanted: String, in context: ImportContext) -> String? {
    guard given.count < Self.maximumCount else { return nil }
    var name = wanted.asNameInExpressions.withoutReservedNames
    while context.ids.contains(name) || ofLoops.contains(name) || !given.insert(name).inserted {
      name += "_"
    }
    return name
  }

  /// Whether a name, or that of its position, is taken.
  func takes(_ name: String) -> Bool {
    given.contains(name) || given.contains(name + "_index")
  }

  /// Notes the name of the element of a loop.
  func note(loop name: String) { ofLoops.formUnion([name, name + "_index"]) }
}
