// SPDX-License-Identifier: GPL-3.0-or-later

import CLibrary
import FlowExpressions
import FlowHosts
import FlowSessions
import FlowWalks
import ProgramParts
import SavedWalks
import SealedWalks

/// Whether a walk is saved, and which saved walk it continues.
struct WalkSaving {
  /// The id of the walk to continue, an empty text for the newest one, or nil for a new walk.
  var resumes: String?

  /// The flow file of the walk to continue, or nil for the one that it was saved with.
  var file: String?

  /// Whether the walk is saved.
  var isSaved = true

  /// Whether a walk that a later version of its flow has saved is continued.
  var allowsDowngrade = false

  /// The keys that seal the walk, so that its secrets are saved too; nil to leave them out.
  var keys: WalkKeyRing?

  var keyFile: String?

  /// The key as words of another command, each after a space.
  var keyWords: String { keyFile.map { " --key-file \($0.asShellWord)" } ?? "" }

  /// Opens the journal of the walk to continue; nil for a new walk.
  func openedJournal() throws(ProgramEnding) -> WalkJournal? {
    guard let resumes else { return nil }
    return try SavedWalkPlace.open(resumes, file: file, keys: keys)
  }

  /// Returns what saves the walk of a runner, or nil if it isn't saved.
  func saver(
    of runner: FlowRunner, file: String, _ journal: WalkJournal?, _ restored: RestoredSession?
  ) -> WalkSaver? {
    guard isSaved, SavedWalkPlace.isWanted else { return nil }
    let folder = SavedWalkPlace.folder
    let flowPath = SystemFiles.absolutePath(file)
    // A limit of the size of files is then an error like a full disk, and doesn't end the program.
    signal(SIGXFSZ, SIG_IGN)
    let saver: WalkSaver
    if let folder, let journal, let restored {
      saver = WalkSaver(continuing: journal, in: folder, restored, flowPath: flowPath, keys: keys)
    } else {
      saver = WalkSaver(folder: folder, flowPath: flowPath, keys: keys)
    }
    saver.options = keyWords
    // The runner calls it on the thread on which it handles events, and no other uses it.
    nonisolated(unsafe) let recorder = saver
    runner.services.onEvent = { recorder.save($0) }
    runner.services.hasRecorded = { recorder.hasRecorded }
    return saver
  }
}
