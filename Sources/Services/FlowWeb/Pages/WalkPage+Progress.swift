// SPDX-License-Identifier: Apache-2.0

import FlowScreens
import FlowSessions
import Localization
import Synchronization

extension WalkPage {
  private struct ProgressKey: Hashable {
    let step: Int
    let remaining: Int
    let catalog: MessageCatalog
  }

  /// How far walks are in words, which are the same for many of them.
  private static let progressWords = Mutex<[ProgressKey: String]>([:])

  /// The number of texts that are kept.
  private static let maximumProgressCount = 1_000

  /// Returns the words for the progress of a walk; nil if there are none.
  static func words(of progress: FlowSession.Progress, in catalog: MessageCatalog) -> String? {
    let key = ProgressKey(step: progress.step, remaining: progress.remaining, catalog: catalog)
    if let text = progressWords.withLock({ $0[key] }) { return text }
    let row = ScreenRow.progress(step: progress.step, remaining: progress.remaining)
    guard let text = row.plainText(in: catalog) else { return nil }
    progressWords.withLock { known in
      if known.count >= maximumProgressCount { known.removeAll() }
      known[key] = text
    }
    return text
  }
}
