// SPDX-License-Identifier: Apache-2.0

import FlowEffects
import FlowExpressions

/// Merges the changes of two versions of a file since a common one, with `git merge-file`.
///
/// No repository is needed.
package struct FileMerge: Sendable {
  /// The outcome of a merge.
  package enum Outcome: Hashable, Sendable {
    /// All changes are in the content.
    case merged([UInt8])

    /// Some changes exclude each other, and are in the content with marks of a conflict around them.
    case conflict([UInt8])

    /// Nothing can be merged: a file isn't text, or there is no git.
    case impossible
  }

  /// The names of the versions in the marks of a conflict.
  var labels = (mine: "yours", base: "before", theirs: "new")

  package init() {}

  /// Merges two versions of a file.
  ///
  /// - Parameters:
  ///   - mine: The user's version, which is the first in a conflict.
  ///   - base: The common version.
  ///   - theirs: The new version.
  /// - Returns: The outcome.
  /// - Complexity: One process of git, unless one of the versions is the common one or both are the same.
  package func merge(mine: [UInt8], base: [UInt8], theirs: [UInt8]) -> Outcome {
    if mine == theirs || theirs == base { return .merged(mine) }
    if mine == base { return .merged(theirs) }
    // As git does, a zero byte near the beginning makes a file one that isn't text.
    for bytes in [mine, base, theirs] where bytes.prefix(8_000).contains(0) { return .impossible }
    let files = [("mine", mine), ("base", base), ("theirs", theirs)]
    let result = SystemFiles.withTemporary(files) { folder -> CommandResult? in
      guard let timeout = try? TimeSpan(seconds: 60) else { return nil }
      let command = CommandRequest(
        arguments: [
          "git", "merge-file", "-p", "--diff3", "-L", labels.mine, "-L", labels.base, "-L",
          labels.theirs, "mine", "base", "theirs",
        ], passed: ["PATH", "HOME"], timeout: timeout, keepsOutput: true)
      guard
        case .ended(let result) = SystemCommands(folder: folder).run(
          command, until: EffectCancellation())
      else { return nil }
      return result
    }
    guard let result else { return .impossible }
    switch result.status {
    case 0: return .merged(result.output)
    // The number of conflicts.
    case 1..<128: return .conflict(result.output)
    default: return .impossible
    }
  }
}
