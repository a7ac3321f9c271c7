// SPDX-License-Identifier: GPL-3.0-or-later

import FlowExpressions
import FlowForms
import FlowHosts
import FlowServer
import Localization
import SavedWalks
import SealedWalks
import TerminalIO

/// A walk of which each command takes one step: it's in a sealed journal between two commands.
///
/// Every event is on disk before anything that it begins happens, so an effect happens once even if the
/// process is killed, and only one process at a time has the walk open.
///
/// Unchecked because only one thread at a time uses it: a command waits for its change.
final class SteppedWalk: @unchecked Sendable {
  private(set) var walk: ServedWalk
  private let saver: WalkSaver

  /// How a new walk begins.
  struct Beginning {
    /// The flow file; nil if the walk must exist.
    var file: String?

    /// Answers and inputs given in advance.
    var given = GivenAnswers()

    /// The language of the texts; nil for that of the environment.
    var language: String?
  }

  /// Opens the walk in a state file, or begins one.
  ///
  /// - Parameters:
  ///   - options: The state file, and what the flow may do.
  ///   - beginning: How a new walk begins.
  /// - Throws: ``ProgramEnding``, after writing the reason to standard error.
  init(_ options: StateOptions, _ beginning: Beginning = Beginning()) throws(ProgramEnding) {
    let key = try options.key()
    let (folder, id) = options.place
    let opened = folder.entry(id) == nil ? nil : try Self.opened(id, in: folder, key)
    let file = try Self.file(of: opened, beginning, options)
    let language = beginning.language ?? SystemHost.language
    let flow = try FlowLoading.flow(
      file, limit: ByteLimit.default.count, readable: options.files.allowRead,
      language: .some(language))
    try FlowLoading.checkExtensions(of: flow, file)
    let answers = try beginning.given.read(for: flow)
    let choices = SessionOptions(
      answers: answers.fields, suggestions: answers.suggestions, language: language,
      catalog: beginning.language.flatMap { MessageCatalog.builtIn(for: $0) }, zone: SystemHost.zone
    )
    let journal: WalkJournal
    if let opened {
      journal = opened
    } else {
      let session: FlowSession
      do throws(InputError) {
        session = try FlowSession(flow: flow, inputs: answers.inputs, options: choices)
      } catch {
        throw RunRequest.ending(of: error)
      }
      journal = try Self.created(
        id, in: folder, SavedWalk(session, keepingSecrets: true),
        flowPath: SystemFiles.absolutePath(file), key)
    }
    let restored = try SavedWalkPlace.restored(journal, in: flow, answers, choices)
    saver = WalkSaver(continuing: journal, in: folder, restored, key: key)
    var services = WalkServices(
      effects: SystemEffects(
        permissions: options.effects.permissions, catalog: choices.catalog(for: flow)),
      paths: SystemPaths(), clock: { SystemHost.now })
    // The walk calls it on the thread that changes the walk, and no other uses it meanwhile.
    nonisolated(unsafe) let saver = saver
    services.onEvent = { saver.save($0) }
    walk = ServedWalk(restored.session, services: services)
  }

  private static func opened(
    _ id: String, in folder: JournalFolder, _ key: WalkKey
  ) throws(ProgramEnding) -> WalkJournal {
    do throws(JournalError) {
      return try WalkJournal.open(id, in: folder.path, key: key)
    } catch {
      throw SavedWalkPlace.ending(of: error)
    }
  }

  private static func created(
    _ id: String, in folder: JournalFolder, _ walk: SavedWalk, flowPath: String, _ key: WalkKey
  ) throws(ProgramEnding) -> WalkJournal {
    do throws(JournalError) {
      return try WalkJournal.create(
        id, in: folder.path, walk: walk, flowPath: flowPath, key: key)
    } catch {
      throw SavedWalkPlace.ending(of: error)
    }
  }

  /// Returns the flow file of the walk.
  private static func file(
    of journal: WalkJournal?, _ beginning: Beginning, _ options: StateOptions
  ) throws(ProgramEnding) -> String {
    guard let journal else {
      if let file = beginning.file { return file }
      throw Output.fail(
        .usage,
        "there's no walk in '\(options.state)'; begin one with "
          + "'stackflow next FLOW \(options.words)'")
    }
    let saved = journal.outline.flowPath
    if let file = beginning.file, SystemFiles.absolutePath(file) != saved {
      throw Output.fail(
        .usage, "'\(options.state)' has a walk of '\(saved)', not of '\(file)'")
    }
    return saved
  }

  /// Changes the walk; a signal cancels its effects, and ends the program after they've been saved.
  ///
  /// - Parameter change: The change.
  /// - Returns: What it led to.
  /// - Throws: ``ProgramEnding`` if the walk can't take the change, or can't be saved.
  func change(
    _ change: @escaping @Sendable (inout ServedWalk) throws(WalkError) -> [WalkNotice]
  ) async throws(ProgramEnding) -> [WalkNotice] {
    let cancellation = walk.services.cancellation
    let (result, interruption) = await InterruptibleWork.run(
      until: nil, interrupt: { cancellation.cancel() },
      { () -> Result<[WalkNotice], WalkError> in
        do throws(WalkError) { return .success(try change(&self.walk)) } catch {
          return .failure(error)
        }
      })
    if case .signal(let signal)? = interruption { throw ProgramEnding(signal) }
    guard saver.isUpToDate else { throw ProgramEnding(.inputOutput) }
    switch result {
    case .success(let notices): return notices
    case .failure(let error): throw Output.fail(.usage, error.message)
    }
  }
}
