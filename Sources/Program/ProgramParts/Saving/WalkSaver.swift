// SPDX-License-Identifier: Apache-2.0

import FlowHosts
import FlowModel
package import FlowSessions
import Localization
package import SavedWalks
package import SealedWalks

/// Saves a walk while it's going on, and says how to continue it.
///
/// The journal is created with a user's first answer or the first effect, so a flow that asks nothing
/// leaves no file, and neither does a run without a user that changes nothing outside.
/// If it can't be written, because the disk is full for example, the walk continues, and each later event
/// tries to save all that's missing. What was saved before can be continued, but not if an effect has begun
/// since: it would happen twice. Secrets are in it only if it's sealed.
package final class WalkSaver {
  /// The folder; nil if there's no home directory.
  private let folder: JournalFolder?
  private let flowPath: String
  private let keys: WalkKeyRing?
  private var journal: WalkJournal?

  /// Whether the walk was saved by an earlier process.
  private var isContinued = false

  /// The number of the session's events that are in the journal.
  private var savedCount = 0

  /// The number of the session's events that were found not to be worth a file.
  private var passedCount = 0

  /// Whether the walk has something that's worth a file.
  private var isWorthAFile = false

  /// Whether a user is asked, so that answers are worth a file.
  package var isAttended: () -> Bool = { true }

  /// Whether the last attempt to save the walk failed, and the user was told so.
  private var isBroken = false

  /// Whether the whole walk has to be written before anything can be appended.
  private var needsRewriting = false

  /// The options that are needed to continue the walk, each after a space.
  package var options = ""

  /// Whether refused answers are saved too, because another process shows why they were refused, and
  /// confirms their warnings.
  var keepsRefusals = false

  /// Shows a remark to the user.
  package var tell: (String) -> Void = { ProgramOutput.message("stackflow: \($0)") }

  /// Creates a saver for a walk that begins.
  ///
  /// - Parameters:
  ///   - folder: The folder; nil if there's no home directory.
  ///   - flowPath: The path of the flow file.
  ///   - keys: The keys that seal the walk; nil to leave out secrets.
  package init(folder: JournalFolder?, flowPath: String, keys: WalkKeyRing?) {
    self.folder = folder
    self.keys = keys
    self.flowPath = flowPath
  }

  /// Creates a saver for a restored walk, whose journal stays open.
  ///
  /// - Parameters:
  ///   - journal: The journal.
  ///   - folder: The folder of the journal.
  ///   - restored: The walk.
  ///   - flowPath: The path of the flow file, which may have moved.
  ///   - keys: The keys that seal the walk; nil to leave out secrets.
  package init(
    continuing journal: WalkJournal, in folder: JournalFolder, _ restored: RestoredSession,
    flowPath: String, keys: WalkKeyRing?
  ) {
    self.folder = folder
    self.keys = keys
    self.journal = journal
    self.flowPath = flowPath
    isContinued = true
    savedCount = restored.session.eventCount
    let isAsWanted =
      journal.outline.isSealed == (keys != nil) && journal.outline.flowPath == flowPath
    if !isAsWanted || saved(restored.session) != journal.walk { rewrite(restored.session) }
  }

  /// Returns a session as it's saved.
  private func saved(_ session: FlowSession) -> SavedWalk {
    SavedWalk(session, keepingSecrets: keys != nil)
  }

  /// Saves the new events of a session, unless it's about to continue by itself.
  package func save(_ session: FlowSession) {
    switch session.state {
    case .notStarted, .needs(.lookUp): return
    case .needs(.approval), .asking, .needs(.effect), .failed, .finished: break
    }
    // Answers that were refused aren't worth a file.
    let events = session.events(after: savedCount, keepingSecrets: keys != nil)
    guard session.eventCount != savedCount else { return }
    if let last = events.last, !keepsRefusals, last.outcome == .refused, last.event.isInput {
      return
    }
    guard journal != nil || becomesWorthAFile(session) else { return }
    guard !needsRewriting,
      let events = session.appendableEvents(
        after: savedCount, keepingSecrets: keys != nil)
    else {
      return rewrite(session)
    }
    do throws(JournalError) {
      if let journal {
        let kept = events.filter(\.event.isKept)
        try journal.append(kept)
        guard journal.isCurrent else { return saveAgain(session) }
      } else {
        journal = try begin(session)
      }
      savedCount = session.eventCount
      isBroken = false
    } catch {
      report(error, session)
    }
  }

  /// Returns whether something has happened that's worth a file.
  private func becomesWorthAFile(_ session: FlowSession) -> Bool {
    if !isWorthAFile {
      let isAttended = isAttended()
      isWorthAFile = session.events(after: passedCount).contains {
        isAttended ? $0.event.isWorthSaving : $0.event == .effectBegan
      }
      // A walk that a commit made final is continued, also where the effect wasn't allowed to begin.
      if case .failed(let failure) = session.state, failure.effect != nil,
        session.floorStep != nil
      {
        isWorthAFile = true
      }
      passedCount = session.eventCount
    }
    return isWorthAFile
  }

  private func begin(_ session: FlowSession) throws(JournalError) -> WalkJournal {
    guard let folder else {
      throw .system("there's no home directory; set HOME or XDG_STATE_HOME")
    }
    guard SystemFiles.makePrivateFolder(folder.path) else {
      throw .system("\(folder.path): the folder can't be created")
    }
    if let reason = SystemFiles.openness(ofFolder: folder.path) { throw .system(reason) }
    folder.removeAll(changedBefore: SavedWalkPlace.oldestKept)
    return try WalkJournal.create(
      folder.newID(for: session.flow.id.name), in: folder.path,
      walk: saved(session).continuable, flowPath: flowPath, key: keys)
  }

  private func rewrite(_ session: FlowSession) {
    needsRewriting = true
    do throws(JournalError) {
      if let journal {
        try journal.replace(with: saved(session).continuable, flowPath: flowPath)
      } else {
        journal = try begin(session)
      }
      needsRewriting = false
      savedCount = session.eventCount
      isBroken = false
    } catch {
      report(error, session)
    }
  }

  /// Writes the whole walk to its place, from which someone has removed the file.
  private func saveAgain(_ session: FlowSession) {
    guard let journal, let folder else { return }
    _ = SystemFiles.makePrivateFolder(folder.path)
    rewrite(session)
    guard !needsRewriting else { return }
    tell(session.catalog.text(.journalRemoved, ["path": .quoted(journal.path)]))
  }

  private func report(_ error: JournalError, _ session: FlowSession) {
    if session.effectInProgress != nil
      || session.events(after: savedCount).contains(where: { $0.event == .effectBegan })
    {
      journal?.remove()
      journal = nil
    }
    guard !isBroken else { return }
    isBroken = true
    tell(session.catalog.text(.journalFailed, ["problem": .text(error.message)]))
  }

  /// Notes what a later process must know, besides the walk.
  ///
  /// One that can't be written is as if it hadn't been noted.
  func note(_ remark: String) { try? journal?.append(remark: remark) }

  /// Whether a walk that's continued knows every event so far, or none can be continued.
  package var hasRecorded: Bool { journal == nil || isUpToDate }

  /// Whether every event so far is on disk.
  var isUpToDate: Bool { journal != nil && !isBroken && !needsRewriting }

  /// Saves what `save` has left for later when a walk is cut short; unfinished input is worth a file then.
  package func saveRest(of session: FlowSession) {
    guard journal != nil || isAttended() && session.hasUnfinished,
      session.eventCount != savedCount
    else { return }
    keepsRefusals = true
    isWorthAFile = true
    save(session)
  }

  /// Says how to continue the walk, if it's saved.
  ///
  /// A walk that no user has begun, that has passed no commit, and of which nothing has stayed outside, is
  /// deleted instead.
  package func sayHowToContinue(_ session: FlowSession) {
    if journal?.isCurrent == false { saveAgain(session) }
    guard let journal, journal.isCurrent else { return }
    let catalog = session.catalog
    guard
      isContinued || isAttended() || session.effectInProgress != nil
        || session.floorStep != nil || !session.standingEffects.isEmpty
    else { return journal.remove() }
    let command = "stackflow run --resume \(journal.id)\(options)"
    ProgramOutput.message("stackflow: " + catalog.text(.continueWith, ["command": .text(command)]))
  }

  /// Deletes the saved walk, whose result was delivered.
  package func remove() { journal?.remove() }
}

extension FlowEvent {
  /// Whether it gives an answer.
  fileprivate var isInput: Bool {
    switch self {
    case .answer(_?), .edit: true
    default: false
    }
  }

  /// Whether a walk that contains it is worth a file.
  fileprivate var isWorthSaving: Bool {
    switch self {
    case .start, .found, .decide, .leave, .focus, .setAside, .back, .backTo: false
    default: true
    }
  }

  /// Whether it's needed to continue the walk.
  fileprivate var isKept: Bool {
    if case .leave = self { false } else { true }
  }
}
