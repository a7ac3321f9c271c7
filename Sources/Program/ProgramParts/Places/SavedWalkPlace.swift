// SPDX-License-Identifier: Apache-2.0

package import FlowExpressions
import FlowHosts
package import FlowModel
package import FlowSessions
import Localization
package import SavedWalks
package import SealedWalks

/// The place where walks are saved: `$XDG_STATE_HOME/stackflow/walks`.
package enum SavedWalkPlace {
  /// Whether walks are saved at all, which the environment variable `STACKFLOW_NO_SAVE` prevents.
  package static var isWanted: Bool { SystemHost.environment("STACKFLOW_NO_SAVE") == nil }

  /// The folder, or nil if there's no home directory, or walks aren't to be saved.
  package static var folder: JournalFolder? {
    guard isWanted, let state = SystemHost.stateFolder else { return nil }
    return JournalFolder(state + "/walks")
  }

  /// The time before which saved walks are removed when a new one begins: 30 days ago.
  static var oldestKept: Timestamp { time(daysAgo: 30) }

  /// Returns the time a number of days ago.
  package static func time(daysAgo days: Int64) -> Timestamp {
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
  package static func open(
    _ id: String, file: String?, keys: WalkKeyRing?
  ) throws(ProgramEnding) -> WalkJournal {
    guard let folder else {
      throw ProgramOutput.fail(.usage, "there are no saved walks, because they aren't saved here")
    }
    if let reason = SystemFiles.openness(ofFolder: folder.path) {
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
  package static func ending(of error: JournalError, at path: String? = nil) -> ProgramEnding {
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
  package static func tell(_ restored: inout RestoredSession) {
    for notice in restored.notices {
      ProgramOutput.message("stackflow: \(restored.session.words(of: notice))")
    }
    restored.notices = []
  }
}

extension SavedWalkPlace {
  /// Restores the walk of a journal, and tells the user if the end of the journal is missing.
  ///
  /// - Throws: ``ProgramEnding`` if it doesn't belong to the flow.
  package static func restored(
    _ journal: WalkJournal, in flow: CheckedFlow, _ answers: GivenAnswers.Answers,
    _ options: SessionOptions, allowingDowngrade allowsDowngrade: Bool
  ) throws(ProgramEnding) -> RestoredSession {
    do throws(SavedWalkError) {
      let restored = try journal.walk.continuable.restored(
        in: flow, zone: options.zone, answers: answers.fields, inputs: answers.inputs,
        catalog: options.catalog, allowingDowngrade: allowsDowngrade)
      if journal.tornByteCount > 0 {
        let words: MessageArguments = ["count": .count(journal.tornByteCount)]
        ProgramOutput.message(
          "stackflow: " + restored.session.catalog.text(.journalTorn, words))
      }
      return restored
    } catch {
      switch error {
      case .input(let error): throw ProgramOutput.fail(error)
      case .laterVersion:
        throw ProgramOutput.fail(.badFile, error.message + ", or go on with --allow-downgrade")
      default: throw ProgramOutput.fail(.badFile, error.message)
      }
    }
  }
}
