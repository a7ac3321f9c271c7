// SPDX-License-Identifier: GPL-3.0-or-later

import FlowExpressions
import FlowForms
import FlowHosts
import FlowServer
import Localization
import SavedWalks
import SealedWalks
import TerminalIO

/// A walk of which each command takes one step: between two commands, it's in a sealed journal or a token.
///
/// In a journal, every event is on disk before anything that it begins happens, so an effect happens once
/// even if the process is killed, and only one process at a time has the walk open. A token can be used
/// again, so a walk in a token has no effects; but it can be put in a journal.
///
/// Unchecked because only one thread at a time uses it: a command waits for its change.
final class SteppedWalk: @unchecked Sendable {
  private(set) var walk: FlowWalk

  /// Appends to the journal; nil if the walk is in a token.
  private let saver: WalkSaver?

  /// The decision that the last command showed; nil if it showed none.
  private let shown: String?

  private let tokens: WalkTokens
  private let options: StateOptions
  private let file: String

  /// How a new walk begins.
  struct Beginning {
    /// The flow file; nil if the walk must exist.
    var file: String?

    /// Answers and inputs given in advance.
    var given = GivenAnswers()

    /// Whether questions with an acceptable default aren't asked.
    var takesDefaults = false

    /// Whether a walk may begin, and be put in a file.
    var isAllowed = false
  }

  /// Returns what's done at a walk; nil to start it, or only show it.
  typealias Action = @Sendable (FlowWalk) throws(WalkError) -> WalkAction?

  /// Opens the walk in a state file or a token, or begins one.
  ///
  /// - Parameters:
  ///   - options: The state file or the token, and what the flow may do.
  ///   - beginning: How a new walk begins.
  ///   - machine: What the walk uses of this machine.
  /// - Throws: ``ProgramEnding``, after writing the reason to standard error.
  init(
    _ options: StateOptions, _ beginning: Beginning, on machine: StepMachine = StepMachine()
  ) throws(ProgramEnding) {
    if beginning.isAllowed, beginning.file != nil || options.token != nil {
      try Self.checkFolder(of: options)
    }
    let key = try options.key()
    guard let keys = WalkKeyRing(key) else { throw ProgramEnding(.inputOutput) }
    self.options = options
    let tokens = WalkTokens(keys: keys, lifetime: .max)
    self.tokens = tokens
    let opened = try Self.opened(options, key)
    shown = opened?.remark
    file = try Self.file(of: opened, beginning, options)
    if let state = options.state, opened != nil, beginning.file == nil, !machine.hasFile(file) {
      throw Output.fail(
        .usage,
        "the flow '\(file)' of the walk in '\(state)' is gone; if it has moved, go on with "
          + "'stackflow next FLOW --state \(state.asShellWord)\(options.moreWords)'")
    }
    let language = options.lang ?? machine.language
    let flow = try machine.flow(file, options.files.allowRead, language)
    let answers = try beginning.given.read(for: flow)
    let choices = SessionOptions(
      answers: answers.fields, takesDefaults: beginning.takesDefaults,
      suggestions: answers.suggestions, language: language,
      catalog: options.lang.flatMap { MessageCatalog.builtIn(for: $0) }, zone: machine.zone)

    /// Returns the session of the token, or a new one.
    func begun() throws(ProgramEnding) -> FlowSession {
      if let token = options.token, !token.isEmpty {
        do throws(WalkTokenError) {
          let session = try tokens.open(
            token, flow: flow, zone: machine.zone, now: machine.clock())
          guard let catalog = choices.catalog else { return session }
          // A token has no words of the program.
          let walk = SavedWalk(session, keepingSecrets: true)
          return (try? walk.restored(in: flow, zone: machine.zone, catalog: catalog).session)
            ?? session
        } catch {
          throw Output.fail(.usage, error.message)
        }
      }
      do throws(InputError) {
        return try FlowSession(flow: flow, inputs: answers.inputs, options: choices)
      } catch {
        throw RunRequest.ending(of: error)
      }
    }

    var services = WalkServices(paths: machine.paths, clock: machine.clock)
    guard let state = options.state else {
      services.effects = NoEffects()
      saver = nil
      walk = FlowWalk(try begun(), services: services)
      return
    }
    let (folder, id) = StateOptions.place(state)
    let journal: WalkJournal
    if let opened {
      journal = opened
    } else {
      // A new journal doesn't read the events that are in it, which a walk of a token has.
      _ = try Self.created(
        id, in: folder, SavedWalk(try begun(), keepingSecrets: true),
        flowPath: SystemFiles.absolutePath(file), key)
      journal = try Self.journal(id, in: folder, key)
    }
    let restored = try SavedWalkPlace.restored(journal, in: flow, answers, choices)
    // The walk calls it on the thread that changes the walk, and no other uses it meanwhile.
    nonisolated(unsafe) let saver = WalkSaver(
      continuing: journal, in: folder, restored, flowPath: SystemFiles.absolutePath(file), key: key)
    saver.keepsRefusals = true
    services.effects = machine.effects(options.effects.permissions, choices.catalog(for: flow))
    services.onEvent = { saver.save($0) }
    self.saver = saver
    walk = FlowWalk(restored.session, services: services)
  }

  /// Checks that a new state file can be written, before anything is asked.
  private static func checkFolder(of options: StateOptions) throws(ProgramEnding) {
    guard let state = options.state else { return }
    let (folder, id) = StateOptions.place(state)
    guard folder.entry(id) == nil else { return }
    do throws(SystemFiles.Failure) { try SystemFiles.checkWriting(to: state) } catch {
      throw error.isMissing
        ? Output.fail(.usage, "there's no folder '\(folder.path)' for the walk '\(state)'")
        : Output.fail(.inputOutput, error.message)
    }
  }

  /// Opens the journal in the state file; nil if there's none.
  private static func opened(
    _ options: StateOptions, _ key: WalkKey
  ) throws(ProgramEnding) -> WalkJournal? {
    guard let state = options.state else { return nil }
    let (folder, id) = StateOptions.place(state)
    guard folder.entry(id) != nil else {
      do throws(JournalError) { try folder.checkName(id) } catch {
        throw SavedWalkPlace.ending(of: error)
      }
      return nil
    }
    if options.token != nil { throw Output.fail(.usage, "'\(state)' has a walk already") }
    return try journal(id, in: folder, key)
  }

  private static func journal(
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
    let given = try (beginning.file ?? options.flow).map { (word) throws(ProgramEnding) in
      try FlowFolder.path(named: word)
    }
    guard let journal else {
      if options.token == "", !beginning.isAllowed {
        throw Output.fail(.usage, "--token needs the token that the last command printed")
      }
      if let given, options.token != nil || beginning.isAllowed { return given }
      guard let state = options.state else {
        throw Output.fail(.usage, "a token doesn't say where its flow is; add --flow FLOW")
      }
      throw Output.fail(
        .usage,
        "there's no walk in '\(state)'; begin one with "
          + "'stackflow next FLOW --state \(state.asShellWord)\(options.moreWords)'")
    }
    // A walk goes on with the same flow in another place.
    return given ?? journal.outline.flowPath
  }

  // MARK: Changing

  /// Does something at the walk, without regard to signals.
  ///
  /// A move that a killed process didn't come to approve is approved first. An answer counts for a
  /// decision only if the last command showed it: a killed process, a changed flow, or a file that's new
  /// can lead to another one.
  ///
  /// - Parameters:
  ///   - action: What's done.
  ///   - isAnswer: Whether it's an answer to what the last command showed.
  /// - Returns: What it led to.
  /// - Throws: ``WalkError`` if the walk can't take it.
  func apply(_ action: Action, isAnswer: Bool = false) throws(WalkError) -> [WalkNotice] {
    var notices: [WalkNotice] = []
    if case .needs(.approval) = walk.session.state { notices = walk.start() }
    if isAnswer, saver != nil, let decision, decision != shown {
      return notices + [.denied(reason: walk.session.catalog.text(.decisionNotShown))]
    }
    guard let action = try action(walk) else { return notices + walk.start() }
    return notices + (try walk.perform(action))
  }

  /// Does something at the walk; a signal cancels its effects, and ends the program after they've been
  /// saved.
  ///
  /// - Parameters:
  ///   - action: What's done.
  ///   - isAnswer: Whether it's an answer to what the last command showed.
  /// - Returns: What it led to.
  /// - Throws: ``ProgramEnding`` if the walk can't take it, or can't be saved.
  func perform(
    _ action: @escaping Action, isAnswer: Bool
  ) async throws(ProgramEnding) -> [WalkNotice] {
    let cancellation = walk.services.cancellation
    let (result, interruption) = await InterruptibleWork.run(
      until: nil, interrupt: { cancellation.cancel() },
      { () -> Result<[WalkNotice], WalkError> in
        do throws(WalkError) { return .success(try self.apply(action, isAnswer: isAnswer)) } catch {
          return .failure(error)
        }
      })
    if case .signal(let signal)? = interruption { throw ProgramEnding(signal) }
    guard saver?.isUpToDate ?? true else { throw ProgramEnding(.inputOutput) }
    switch result {
    case .success(let notices): return notices
    case .failure(let error): throw Output.fail(.usage, error.message)
    }
  }

  /// The pending decision as a text that's the same in another process; nil if there's none.
  private var decision: String? {
    guard case .deciding(let decision) = walk.state else { return nil }
    var question = ""
    if case .doubt(_, let doubt) = decision { question = doubt.question.rawValue }
    return (JSONWriter().text(of: walk.value) ?? "") + question
  }

  /// Notes that the pending decision was shown.
  func noteShown() { if let decision { saver?.note(decision) } }

  /// Returns what the command prints, with the token for the next one.
  ///
  /// - Throws: ``ProgramEnding`` if the walk needs a file.
  func report(_ notices: [WalkNotice]) throws(ProgramEnding) -> StepReport {
    if let state = options.state {
      return StepReport(
        walk: walk, notices: notices, words: "--state \(state.asShellWord)\(options.moreWords)")
    }
    let flow = "--flow \(file.asShellWord)"
    do throws(WalkTokenError) {
      let token = try tokens.seal(walk.session, now: walk.services.clock())
      return StepReport(
        walk: walk, notices: notices, words: "\(flow) --token \(token)\(options.moreWords)",
        token: token)
    } catch .needsStore {
      throw Output.fail(
        .usage,
        "what a flow runs or writes happens once, but a token can be used again; put the walk in a "
          + "file with 'stackflow next \(flow) --token \(options.token ?? "")\(options.moreWords) "
          + "--state FILE.walk'")
    } catch {
      throw Output.fail(.usage, "\(error.message); use --state FILE.walk")
    }
  }
}

/// Effects that are asked about and never performed: those of a walk in a token.
private struct NoEffects: EffectHost {
  func permission(for request: EffectRequest) -> EffectPermission { .asked }

  func meetsFile(_ request: WriteRequest) -> Bool { false }

  func perform(_ request: EffectRequest, until cancellation: EffectCancellation) -> EffectResult {
    .failed(message: "not performed")
  }
}
