// SPDX-License-Identifier: Apache-2.0

import FlowEffects
import FlowExpressions
import FlowHosts
import FlowModel
import FlowSessions
import FlowWalks
import Localization
import SavedWalks
import SealedWalks

// Opens a walk: from a state file, from a token, or new.
extension SteppedWalk {
  /// How a new walk begins.
  struct Beginning {
    /// The flow file; nil if the walk must exist.
    var file: String?

    /// Answers and inputs given in advance.
    var given = GivenAnswers()

    /// Whether questions with an acceptable default aren't asked.
    var takesDefaults = false

    /// The lowest priority of questions to ask.
    var priority = FieldPriority.low

    /// Whether a walk may begin, and be put in a file.
    var isAllowed = false
  }

  /// Opens the walk in a state file or a token, or begins one.
  ///
  /// - Parameters:
  ///   - options: The state file or the token, and what the flow may do.
  ///   - beginning: How a new walk begins.
  ///   - machine: What the walk uses of this machine.
  /// - Throws: ``ProgramEnding``, after writing the reason to standard error.
  convenience init(
    _ options: StateOptions, _ beginning: Beginning, on machine: StepMachine = StepMachine()
  ) throws(ProgramEnding) {
    if beginning.isAllowed, beginning.file != nil || options.token != nil {
      try Self.checkFolder(of: options)
    }
    if let store = options.store {
      try self.init(options, beginning, in: store, on: machine)
      return
    }
    let (keys, tokens) = (try options.keys(), try options.tokens())
    let opened = try Self.opened(options, keys)
    let file = try Self.file(of: opened, beginning, options)
    if let state = options.state, opened != nil, beginning.file == nil, !machine.hasFile(file) {
      throw ProgramOutput.fail(
        .usage,
        "the flow '\(file)' of the walk in '\(state)' is gone; if it has moved, go on with "
          + "'stackflow next FLOW --state \(state.asShellWord)\(options.moreWords)'")
    }
    let language = options.lang ?? machine.language
    let flow = try machine.flow(file, options, language)
    let answers = try beginning.given.read(for: flow)
    let choices = SessionOptions(
      answers: answers.fields, takesDefaults: beginning.takesDefaults,
      priorityThreshold: beginning.priority, suggestions: answers.suggestions, language: language,
      catalog: options.lang.flatMap { MessageCatalog.builtIn(for: $0) }, zone: machine.zone)
    var services = WalkServices(
      paths: machine.paths(options), client: .discards, clock: machine.clock)
    guard let state = options.state else {
      services.effects = NoEffects(.asked)
      let session = try Self.begun(options, tokens, flow, answers.inputs, choices, machine)
      self.init(
        FlowWalk(session, services: services), savedBy: nil, showing: nil, tokens: tokens,
        options: options, file: file)
      return
    }
    let (folder, id) = StateOptions.place(state)
    let path = SystemFiles.absolutePath(file)
    if opened == nil {
      // A new journal doesn't read the events that are in it, which a walk of a token has.
      let session = try Self.begun(options, tokens, flow, answers.inputs, choices, machine)
      try Self.create(
        id, in: folder, SavedWalk(session, keepingSecrets: true), flowPath: path, keys)
    }
    let journal = if let opened { opened } else { try Self.journal(id, in: folder, keys) }
    var restored = try SavedWalkPlace.restored(
      journal, in: flow, answers, choices, allowingDowngrade: options.allowDowngrade)
    // As JSON, it's among the notices of the walk.
    if !options.json { SavedWalkPlace.tell(&restored) }
    // The walk calls it on the thread that changes the walk, and no other uses it meanwhile.
    nonisolated(unsafe) let saver = WalkSaver(
      continuing: journal, in: folder, restored, flowPath: path, keys: keys)
    saver.keepsRefusals = true
    services.effects = machine.effects(options.effects.permissions, choices.catalog(for: flow))
    services.onEvent = { saver.save($0) }
    services.hasRecorded = { saver.hasRecorded }
    self.init(
      FlowWalk(restored.session, services: services), savedBy: saver, showing: opened?.remark,
      tokens: tokens, options: options, file: file)
  }

  /// Returns the session of the token, or a new one.
  private static func begun(
    _ options: StateOptions, _ tokens: WalkTokens, _ flow: CheckedFlow, _ inputs: [String: Value],
    _ choices: SessionOptions, _ machine: StepMachine
  ) throws(ProgramEnding) -> FlowSession {
    guard let token = options.token, !token.isEmpty else {
      do throws(InputError) {
        return try FlowSession(flow: flow, inputs: inputs, options: choices)
      } catch {
        throw ProgramOutput.fail(error)
      }
    }
    do throws(WalkTokenError) {
      let session = try tokens.open(token, flow: flow, zone: machine.zone, now: machine.clock())
      guard let catalog = choices.catalog else { return session }
      // A token has no words of the program.
      let walk = SavedWalk(session, keepingSecrets: true)
      return (try? walk.restored(in: flow, zone: machine.zone, catalog: catalog).session) ?? session
    } catch {
      throw ProgramOutput.fail(.usage, error.message)
    }
  }

  /// Checks that a new state file can be written, before anything is asked.
  private static func checkFolder(of options: StateOptions) throws(ProgramEnding) {
    guard let state = options.state else { return }
    let (folder, id) = StateOptions.place(state)
    guard folder.entry(id) == nil else { return }
    do throws(SystemFiles.Failure) { try SystemFiles.checkWriting(to: state) } catch {
      throw error.isMissing
        ? ProgramOutput.fail(.usage, "there's no folder '\(folder.path)' for the walk '\(state)'")
        : ProgramOutput.fail(.inputOutput, error.message)
    }
  }

  /// Opens the journal in the state file; nil if there's none.
  private static func opened(
    _ options: StateOptions, _ keys: WalkKeyRing
  ) throws(ProgramEnding) -> WalkJournal? {
    guard let state = options.state else { return nil }
    let (folder, id) = StateOptions.place(state)
    guard folder.entry(id) != nil else {
      do throws(JournalError) { try folder.checkName(id) } catch {
        throw SavedWalkPlace.ending(of: error)
      }
      return nil
    }
    if options.token != nil { throw ProgramOutput.fail(.usage, "'\(state)' has a walk already") }
    return try journal(id, in: folder, keys)
  }

  private static func journal(
    _ id: String, in folder: JournalFolder, _ keys: WalkKeyRing
  ) throws(ProgramEnding) -> WalkJournal {
    do throws(JournalError) {
      return try WalkJournal.open(id, in: folder.path, key: keys)
    } catch {
      throw SavedWalkPlace.ending(of: error, at: "\(folder.path)/\(id).walk")
    }
  }

  private static func create(
    _ id: String, in folder: JournalFolder, _ walk: SavedWalk, flowPath: String, _ keys: WalkKeyRing
  ) throws(ProgramEnding) {
    do throws(JournalError) {
      _ = try WalkJournal.create(
        id, in: folder.path, walk: walk, flowPath: flowPath, key: keys)
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
        throw ProgramOutput.fail(.usage, "--token needs the token that the last command printed")
      }
      if let given, options.token != nil || beginning.isAllowed { return given }
      guard let state = options.state else {
        throw ProgramOutput.fail(.usage, "a token doesn't say where its flow is; add --flow FLOW")
      }
      throw ProgramOutput.fail(
        .usage,
        "there's no walk in '\(state)'; begin one with "
          + "'stackflow next FLOW --state \(state.asShellWord)\(options.moreWords)'")
    }
    // A walk continues with the same flow in another place.
    return given ?? journal.outline.flowPath
  }
}
