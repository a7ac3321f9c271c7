// SPDX-License-Identifier: GPL-3.0-or-later

import FlowExpressions
import FlowFiles
import FlowHosts
import FlowModel
import FlowSessions
import FlowWalks
import Localization
import ProgramParts
import SavedWalks
import StackFlowShell
import TerminalIO

/// A request to walk a flow, from the command line.
///
/// It's separate from the command's options, so that `stackflow run FILE` alone needs no option
/// parser: parsing options costs more than everything else up to the first question.
struct RunRequest {
  /// The flow file.
  var file: String

  /// Where the flow is from, if it's at an address.
  var place: TemplatePlace?

  /// Whether a flow at an address is walked without asking whether to.
  var isTrusted = false

  /// The maximum size of the flow file in bytes.
  var limit = ByteLimit.default.count

  /// Other folders whose files the flow may use.
  var readable: [String] = []

  /// The answers and inputs given in advance.
  var given = GivenAnswers()

  /// The options for unattended runs.
  var attendance = Attendance()

  /// The effects that the flow may have without the user's approval.
  var permissions = SystemEffects.Permissions.asked

  var format = ResultFormat.json

  /// The file to write the result to, or nil for standard output.
  var output: String?

  /// The format of a plan to write instead of walking, or nil to walk.
  var plan: TextOrJSON?

  /// The language tag of the texts, or nil for the language of the environment.
  var language: String?

  /// The script in whose world the flow is walked; nil for this one.
  var scripted: ScriptedWalkOptions?

  /// The file to which the walk is added as a scripted test; nil for none.
  var script: RecordedScript?

  /// Whether the walk is saved, and which saved one it continues.
  var saving = WalkSaving()

  /// Creates a request to walk a flow file.
  init(file: String) { self.file = file }

  /// Creates a request to walk the flow that a word of the command line names, or the one at an address.
  ///
  /// - Parameters:
  ///   - word: The word.
  ///   - isPartial: Whether a template of another tool is walked that isn't translated as a whole.
  ///   - limit: The maximum size of a file of such a template in bytes.
  /// - Throws: ``ProgramEnding`` if there's no such flow.
  init(
    named word: String, isPartial: Bool = false, limit: Int = ByteLimit.default.count
  ) throws(ProgramEnding) {
    let word = FlowFolder.flow(beside: word) ?? word
    place = try TemplatePlace.ofFlow(named: word)
    if let place {
      file = try place.flow(isPartial: isPartial, limit: limit)
    } else {
      file = try FlowFolder.path(named: word)
    }
  }

  /// Walks the flow, and writes the result.
  ///
  /// - Parameter terminal: A terminal that's already open, or nil to open one when it's needed.
  /// - Throws: ``ProgramEnding`` unless the flow is completed.
  @MainActor
  func run(on terminal: DeviceTerminal? = nil) async throws {
    defer { terminal?.close(discardingInput: true) }
    try checkPrefix()
    let journal = try saving.openedJournal()
    let file = try file(of: journal)
    let flow = try FlowLoading.flow(
      file, limit: limit, readable: readable, language: .some(language ?? SystemHost.language))
    try FlowLoading.checkExtensions(of: flow, file)
    let scripted = try scripted?.runner(through: flow)
    let answers = try given.read(for: flow)
    let options = options(answers, of: file)
    if let plan { return try PlanCommand.write(flow, answers.inputs, options, as: plan) }
    try delivery.check(for: flow)
    if let place, let fetched = place.fetched {
      try await TemplateConfirmation(
        fetched: fetched, name: place.name, flow: flow, isTrusted: isTrusted,
        attendance: attendance, language: language
      ).ask()
    }
    try script?.check(for: file)
    let restored = try journal.map { journal throws(ProgramEnding) in
      try self.restored(journal, in: flow, answers, options, of: file)
    }
    let runner =
      try scripted
      ?? runner(
        of: try restored?.session
          ?? Self.session(of: flow, inputs: answers.inputs, options: options), options)
    if scripted == nil { runner.services.paths = SystemPaths() }
    defer { script?.add(runner.session) }
    let saver = saving.saver(of: runner, file: file, journal, restored)
    var attendance = attendance
    if journal == nil { attendance.stepCommand = stepCommand(for: flow) }
    let walk = Walk(runner: runner, attendance: attendance, terminal: terminal)
    saver?.isAttended = { MainActor.assumeIsolated { walk.isAttended } }
    saver?.tell = { text in MainActor.assumeIsolated { walk.tell(text) } }
    var isCompleted = false
    defer {
      if walk.isCutShort { saver?.saveRest(of: runner.session) }
      if !isCompleted { saver?.sayHowToContinue(runner.session) }
    }
    // The user may have to be asked for another file for the result.
    let result = try await walk.run(keepsOpen: delivery.mayAskAgain)
    var delivery = delivery
    delivery.catalog = runner.session.catalog
    delivery.user =
      delivery.mayAskAgain ? walk.usedTerminal.map { TerminalUser(terminal: $0) } : nil
    if !delivery.mayAskAgain { terminal?.close(discardingInput: true) }
    defer { walk.usedTerminal?.close(discardingInput: true) }
    try await deliver(result, of: runner.session, by: delivery, isAttended: walk.isAttended)
    isCompleted = true
    saver?.remove()
  }

  /// Restores a saved walk, and says so.
  private func restored(
    _ journal: WalkJournal, in flow: CheckedFlow, _ answers: GivenAnswers.Answers,
    _ options: SessionOptions, of file: String
  ) throws(ProgramEnding) -> RestoredSession {
    var restored = try SavedWalkPlace.restored(
      journal, in: flow, answers, options, allowingDowngrade: saving.allowsDowngrade)
    if saving.file == nil {
      // An answer may have set the language.
      let words: MessageArguments = ["id": .quoted(journal.id), "path": .text(file)]
      ProgramOutput.message("stackflow: " + restored.session.catalog.text(.walkResumed, words))
    }
    SavedWalkPlace.tell(&restored)
    return restored
  }

  private func options(_ answers: GivenAnswers.Answers, of file: String) -> SessionOptions {
    SessionOptions(
      answers: answers.fields, takesDefaults: attendance.takesDefaults,
      priorityThreshold: attendance.isAlone ? .low : attendance.priority,
      suggestions: answers.suggestions, refusesWarnings: attendance.isStrict,
      language: language ?? SystemHost.language,
      catalog: language.flatMap { MessageCatalog.builtIn(for: $0) }, zone: .ofUser,
      source: place?.source ?? FlowSource(location: file, program: ProgramVersion.text))
  }

  private static func session(
    of flow: CheckedFlow, inputs: [String: Value], options: SessionOptions
  ) throws(ProgramEnding) -> FlowSession {
    do throws(InputError) {
      return try FlowSession(flow: flow, inputs: inputs, options: options)
    } catch {
      throw ProgramOutput.fail(error)
    }
  }

  private func runner(of session: FlowSession, _ options: SessionOptions) -> FlowRunner {
    FlowRunner(
      continuing: session,
      effects: SystemEffects(permissions: permissions, catalog: options.catalog(for: session.flow)),
      clock: { SystemHost.now })
  }

  /// Returns the flow's file: that of a saved walk if one is continued.
  private func file(of journal: WalkJournal?) throws(ProgramEnding) -> String {
    guard let journal else { return file }
    if let file = saving.file { return file }
    let file = journal.outline.flowPath
    if !SystemFiles.exists(file) {
      throw ProgramOutput.fail(
        .usage,
        "the flow '\(file)' of the saved walk '\(journal.id)' is gone; if it has moved, go on with "
          + "'stackflow run FLOW --resume \(journal.id)\(saving.keyWords)'")
    }
    return file
  }

  @MainActor
  private var delivery: ResultDelivery {
    ResultDelivery(format: format, prefix: given.prefix, file: output == "-" ? nil : output)
  }

  /// Returns the command that begins the same walk for one answer at a time.
  private func stepCommand(for flow: CheckedFlow) -> String {
    "stackflow next \(file.asShellWord) --state \(flow.id.name).walk"
      + saving.keyWords
  }

  /// Rejects a prefix that would have no effect.
  private func checkPrefix() throws(ProgramEnding) {
    let files = given.files + given.suggestions
    guard !given.prefix.isEmpty, !format.hasVariables,
      !files.contains(where: { AnswersFile.holdsVariables($0) })
    else { return }
    throw ProgramOutput.fail(
      .usage, "--prefix is for --format env, shell, and docker, and for answers in env files")
  }

  /// Writes the result, or throws the session's exit code.
  @MainActor
  private func deliver(
    _ result: FlowResult, of session: FlowSession, by delivery: ResultDelivery, isAttended: Bool
  ) async throws(ProgramEnding) {
    guard result.outcome == .completed else { throw ProgramEnding(result.outcome) }
    let unused = session.unusedAnswers
    if !given.ignoresUnused, !unused.isEmpty {
      delivery.user?.leave()
      let catalog = session.catalog
      let names = catalog.list(unused.map { catalog.quoted(session.flow.dataName(of: $0)) })
      let ending = ProgramOutput.fail(
        .invalidAnswers,
        catalog.text(
          .answersUnused, ["count": .count(unused.count), "names": .text(names)]))
      if isAttended { delivery.keep(result, as: format) }
      throw ending
    }
    try await delivery.deliver(result, of: session, isAttended: isAttended)
  }
}

/// How a walk treats its user, or the lack of one.
struct Attendance {
  /// Whether to accept valid defaults without asking.
  var takesDefaults = false

  /// Whether to accept reviews, and to answer yes to commits.
  var isYes = false

  /// Whether to ask nothing.
  var isAlone = false

  /// Whether to refuse answers that have warnings.
  var isStrict = false

  /// The lowest priority of questions to ask.
  var priority = FieldPriority.low

  /// The time limit of the walk, or nil for none.
  var timeout: Duration?

  /// How the walk looks at the terminal.
  var looks = WalkLooks()

  /// Where the walk is recorded.
  var recording = WalkRecording()

  /// Whether a question that no one can be asked is written as JSON.
  var writesQuestion = false

  /// The command that walks the same flow one answer at a time; nil if there's none.
  var stepCommand: String?

  /// Whether nothing is asked because a command only checks.
  var isCheck = false

  /// Whether effects are only collected, so that none of them remains.
  var isCollecting = false

  /// The ids of answers that aren't given, but known from before: one that's refused now is asked again.
  var recorded: Set<String> = []
}
