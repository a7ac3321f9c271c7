// SPDX-License-Identifier: Apache-2.0

import CLibrary
package import FlowEffects
import Localization

/// The right to change a folder, which one process has at a time, until this value is released.
package struct FolderLock: Sendable {
  private let file: NoteFile

  /// Takes the lock, and waits while another process has it.
  ///
  /// - Parameters:
  ///   - name: The name of the lock's file in the folder, which stays there.
  ///   - folder: The folder, which exists.
  ///   - seconds: How long another process is waited for.
  /// - Throws: The reason why it can't be taken.
  package init(
    named name: String, in folder: String, patience seconds: Int64
  ) throws(FileFailure) {
    let file = try NoteFile.locked(
      name, in: SystemFolder(path: folder), isMade: true, patience: seconds * 1_000_000_000,
      until: EffectCancellation(), .english)
    guard let file else { throw FileFailure(code: EACCES) }
    self.file = file
  }
}
