// SPDX-License-Identifier: Apache-2.0

import FlowModel
import Localization

/// How many files and links of a tree are new, changed, kept although they differ, and unchanged.
struct TreeCounts: Hashable, Sendable {
  private var new = 0
  private var changed = 0
  private var kept = 0
  private var unchanged = 0

  /// Counts what was written.
  ///
  /// - Parameters:
  ///   - parts: The parts of the tree.
  ///   - written: What each of them replaced; nil for one that was left alone.
  ///   - isKept: Whether the user has decided to keep the file at a path.
  init(of parts: [WriteRequest], _ written: [WrittenFile?], isKept: (String) -> Bool) {
    for (part, written) in zip(parts, written) where part.kind != .folder {
      switch written?.previous {
      case .nothing?: new += 1
      case _?: changed += 1
      case nil where isKept(part.path): kept += 1
      case nil: unchanged += 1
      }
    }
  }

  /// Counts what will be written.
  init(of parts: [WriteRequest], _ outlooks: [WriteOutlook]) {
    for (part, outlook) in zip(parts, outlooks) where part.kind != .folder {
      switch outlook {
      case .new: new += 1
      case .same: unchanged += 1
      case .differs where part.exists == .keep, .blocked: kept += 1
      case .differs: changed += 1
      }
    }
  }

  /// The counts that aren't 0: `2 new, 1 changed, 7 unchanged`.
  func words(in catalog: MessageCatalog) -> String {
    let counts: [(Int, MessageID)] = [
      (new, .countNew), (changed, .countChanged), (kept, .countKept), (unchanged, .countUnchanged),
    ]
    return catalog.list(
      counts.filter { $0.0 > 0 }.map { catalog.text($0.1, ["count": .count($0.0)]) })
  }
}

extension EffectRequest {
  /// Returns the request of a tree with what was written of it.
  package func counting(_ written: WrittenFile, isKept: (String) -> Bool) -> EffectRequest {
    guard case .write(var write) = effect, case .tree(let parts) = write.kind,
      case .tree(let files) = written.previous
    else { return self }
    write.counts = TreeCounts(of: parts, files, isKept: isKept)
    var request = self
    request.effect = .write(write)
    return request
  }

  /// Returns the request of a tree with what will be written of it.
  ///
  /// - Parameter outlooks: What each part would replace; none if that isn't known.
  /// - Returns: The request.
  package func counting(_ outlooks: [WriteOutlook]) -> EffectRequest {
    guard case .write(var write) = effect, case .tree(let parts) = write.kind,
      outlooks.count == parts.count
    else { return self }
    write.counts = TreeCounts(of: parts, outlooks)
    var request = self
    request.effect = .write(write)
    return request
  }
}
