// SPDX-License-Identifier: GPL-3.0-or-later

import ProgramParts

extension FlowFolder {
  /// The path of the flow that a word names as ``path(named:)`` does, or at an address, for a command that only reads
  /// it.
  ///
  /// - Throws: ``ProgramEnding`` if there's none.
  static func readPath(named word: String, limit: Int) throws(ProgramEnding) -> String {
    guard let place = try TemplatePlace.named(word) else { return try path(named: word) }
    place.tellVersion()
    return try place.flow(isPartial: true, limit: limit)
  }
}
