// SPDX-License-Identifier: GPL-3.0-or-later

import FlowExpressions
import FlowHosts
import FlowSessions
import Localization
import ProgramParts
import SavedWalks
import SealedWalks

/// The place where walks are saved: `$XDG_STATE_HOME/stackflow/walks`.
enum SavedWalkPlace {
  /// Whether walks are saved at all, which the environment variable `STACKFLOW_NO_SAVE` prevents.
  static var isWanted: Bool { SystemHost.environment("STACKFLOW_NO_SAVE") == nil }

  /// The folder, or nil if there's no home directory, or walks aren't to be saved.
  static var folder: JournalFolder? {
    guard isWanted, let state = StateFolder.path else { return nil }
    return JournalFolder(state + "/walks")
  }

  /// The time before which saved walks are removed when a new one begins: 30 days ago.
  static var oldestKept: Timestamp { time(daysAgo: 30) }

  /// Returns the time a number of days ago.
  static func time(daysAgo days: Int64) -> Timestamp {
    let now = SystemHost.now
    return (try? Timestamp(secondsSinceEpoch: now.secondsSinceEpoch - days * 86_400)) ?? .epoch
  }

  /// Opens the journal to continue.
  ///
  /// - Parameters:
  ///   - id: The id of the walk, or an empty text for the newest one of a flow file.
  ///   - file: The flow file; nil if the walk says it.
  ///   - keys: The keys of a sealed walk.
  /// - Returns: The journal.
  /// - Throws: ``ProgramEnding`` if there is none, or it can't be opened.
  static func open(
    _ id: String, file: String?, keys: WalkKeyRing?
  ) throws(ProgramEnding) -> WalkJournal {
    guard let folder else {
      throw ProgramOutput.fail(.usage, "there are no saved walks, because they aren't saved here")
    }
    if let reason = StateFolder.openness(of: folder.path) {
      throw ProgramOutput.fail(.usage, reason)
    }
    do throws(JournalError) {
      return try WalkJournal.open(
        try self.id(id, file: file, in: folder), in: folder.path, key: keys)
    } catch {
      throw ending(of: error, at: id.isEmpty ? folder.path : "\(folder.path)/\(id).walk")
    }
  }

  private static func id(
    _ id: String, file: String?, in folder: JournalFolder
  ) throws(JournalError) -> String {
    if !id.isEmpty {
      guard folder.entry(id) != nil else { throw .missing(id) }
      return id
    }
    let path = file.map(SystemFiles.absolutePath)
    let newest = folder.entries.first { entry in
      guard let path else { return true }
      return (try? WalkJournal.outline(entry.id, in: folder.path))?.flowPath == path
    }
    guard let newest else { throw .missing(file ?? "") }
    return newest.id
  }

  /// Reports why a saved walk can't be used.
  ///
  /// - Parameters:
  ///   - error: The reason.
  ///   - path: The path of its file, or of its folder if the file isn't known; nil for a new one.
  /// - Returns: The end of the program.
  static func ending(of error: JournalError, at path: String? = nil) -> ProgramEnding {
    switch error {
    case .missing(""): ProgramOutput.fail(.usage, "there are no saved walks")
    case .missing(let name) where name.hasSuffix(".yaml"):
      ProgramOutput.fail(.usage, "there is no saved walk of '\(name)'")
    case .missing(let id):
      ProgramOutput.fail(
        .usage, "there is no saved walk '\(id)'; 'stackflow walks' lists the saved walks")
    case .inUse: ProgramOutput.fail(.sessionInUse, error.message)
    case .sealed: ProgramOutput.fail(.usage, error.message + "; give it with --key-file")
    case .otherKey: ProgramOutput.fail(.usage, error.message)
    case .content: ProgramOutput.fail(.badFile, (path.map { "\($0): " } ?? "") + error.message)
    case .system: ProgramOutput.fail(.inputOutput, error.message)
    }
  }

  /// Tells the user what was noticed when a walk was restored, so that its session doesn't announce it.
  static func tell(_ restored: inout RestoredSession) {
    for notice in restored.notices {
      ProgramOutput.message("stackflow: \(restored.session.words(of: notice))")
    }
    restored.notices = []
  }
}
