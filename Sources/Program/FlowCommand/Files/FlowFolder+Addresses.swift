// SPDX-License-Identifier: GPL-3.0-or-later

import FlowHosts
import ProgramParts

extension FlowFolder {
  /// The path of the flow that a word names as ``path(named:)`` does, or at an address, for a command that only reads
  /// it.
  ///
  /// - Throws: ``ProgramEnding`` if there's none.
  static func readPath(named word: String, limit: Int) throws(ProgramEnding) -> String {
    try readPath(at: TemplatePlace.named(word), named: word, limit: limit)
  }

  /// The same for a command that takes no folder: of one, it's the flow in it.
  ///
  /// - Throws: ``ProgramEnding`` if there's none.
  static func readFlow(named word: String, limit: Int) throws(ProgramEnding) -> String {
    let word = flow(beside: word) ?? word
    return try readPath(at: TemplatePlace.ofFlow(named: word), named: word, limit: limit)
  }

  private static func readPath(
    at place: TemplatePlace?, named word: String, limit: Int
  ) throws(ProgramEnding) -> String {
    guard let place else { return try path(named: word) }
    place.tellVersion()
    return try place.flow(isPartial: true, limit: limit)
  }

  /// The path of the flow that a word names although there's a folder with this name, such as one that the flow has
  /// made; nil if there isn't both.
  static func flow(beside word: String) -> String? {
    guard SystemFiles.isFolder(word) else { return nil }
    if SystemFiles.exists(word + suffix) { return word + suffix }
    return !word.contains("/") && SystemFiles.exists(path(of: word)) ? path(of: word) : nil
  }
}
