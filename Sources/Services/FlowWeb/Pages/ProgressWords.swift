// SPDX-License-Identifier: Apache-2.0

import FlowScreens
import FlowSessions
import Localization
import Synchronization

/// How far walks are in words, which are the same for many of them.
enum ProgressWords {
  private struct Key: Hashable {
    let step: Int
    let remaining: Int
    let catalog: MessageCatalog
  }

  private static let known = Mutex<[Key: String]>([:])

  /// The number of texts that are kept.
  private static let maximumCount = 1_000

  /// Returns the words for the progress of a walk; nil if there are none.
  static func text(of progress: FlowSession.Progress, in catalog: MessageCatalog) -> String? {
    let key = Key(step: progress.step, remaining: progress.remaining, catalog: catalog)
    if let text = known.withLock({ $0[key] }) { return text }
    let row = ScreenRow.progress(step: progress.step, remaining: progress.remaining)
    guard let text = row.plainText(in: catalog) else { return nil }
    known.withLock { known in
      if known.count >= maximumCount { known.removeAll() }
      known[key] = text
    }
    return text
  }
}
