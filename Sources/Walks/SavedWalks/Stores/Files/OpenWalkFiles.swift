// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// The files of walks that were last used, which stay open without their locks: opening and closing a file for each
/// question and each answer takes a twentieth of a page's time.
///
/// A file is used by one operation at a time, because a lock is that of the open file. Who takes one makes sure that it's
/// still at its path: another process may have replaced or removed it.
final class OpenWalkFiles: Sendable {
  private struct Generations {
    var young: [String: JournalFile] = [:]
    var old: [String: JournalFile] = [:]
  }

  /// The number of files in each of both generations.
  private static let generationLength = 32

  private let files = Mutex(Generations())

  init() {}

  deinit {
    files.withLock { files in
      for file in files.young.values { file.closeUnlocked() }
      for file in files.old.values { file.closeUnlocked() }
    }
  }

  /// Takes the file of a walk; nil if none is open, or another operation uses it.
  func take(_ id: String) -> JournalFile? {
    files.withLock { $0.young.removeValue(forKey: id) ?? $0.old.removeValue(forKey: id) }
  }

  /// Keeps a file, whose lock the caller doesn't have, for the next operation on its walk.
  func keep(_ file: JournalFile, _ id: String) {
    let closed: [JournalFile] = files.withLock { files in
      var closed: [JournalFile] = []
      if files.young.count >= Self.generationLength {
        closed += files.old.values
        (files.old, files.young) = (files.young, [:])
      }
      if let other = files.young.updateValue(file, forKey: id) { closed.append(other) }
      return closed
    }
    for file in closed { file.closeUnlocked() }
  }

  /// Closes the file of a walk that's gone.
  func close(_ id: String) { take(id)?.closeUnlocked() }
}
