// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// The numbers that are random in a walk of a script, the same in each run.
final class ScriptNumbers: Sendable {
  private let random = Mutex(SeededRandom.ofScripts)

  func next() -> UInt64 { random.withLock { $0.next() } }
}
