// SPDX-License-Identifier: GPL-3.0-or-later

import FlowEffects
import FlowExpressions
import FlowFiles
import FlowHosts
import FlowModel
import FlowSessions
import FlowWalks
import Localization
import ProgramParts
import ProjectUpdates
import SourceDiagnostics
import StackFlowShell
import TemplateSources
import TerminalCells
import TerminalIO

/// An update of a project, from the command line.
struct ProjectUpdate {
  /// The folder of the project.
  let folder: String

  /// The id of the flow, if the project has several records.
  let flowID: String?

  /// The flow file, if it isn't where the record says.
  let flowFile: String?

  /// The folder or the flow file of the version that made the project.
  let base: String?

  /// The tag, branch, or commit to update to, of a flow at an address; nil for the highest release.
  let revision: String?

  /// The names of answers that are asked again.
  let asked: Set<String>

  /// The paths of deleted files that come back.
  let restored: Set<String>

  let policy: UpdateCommand.ConflictPolicy
  let leavesToIndex: Bool
  let isCheck: Bool
  let showsDifferences: Bool
  let given: GivenAnswers
  let attendance: Attendance

  /// Other folders whose files the flow may use.
  let readable: [String]

  /// The language tag of the texts, or nil for the recorded one.
  let language: String?

  /// Whether a template of another program counts that isn't translated as a whole.
  let isPartial: Bool

  /// The maximum size of a flow file in bytes.
  let limit: Int

  /// Carries out the update.
  ///
  /// - Throws: ``ProgramEnding`` unless the project is up to date then.
  @MainActor
  func run() async throws {
    let origin = try await origin()
    let record = origin.record
    let writing = UpdateWriting(folder: folder, flow: record.flow)
    let path = origin.path
    let flow = try template(path).flow(as: record.flow, language: language ?? record.language)
    let id = flow.definition.id.name
    guard id == record.flow else {
      throw ProgramOutput.fail(
        .badFile, "'\(path)' is the flow '\(id)', and the project was made by '\(record.flow)'")
    }
    tellOddities(of: flow, at: path, record)
    let new = try await newVersion(flow, origin)
    let (theirs, terminal) = (new.rendered, new.terminal)
    defer { terminal?.close(discardingInput: true) }
    let base = origin.base ?? baseProject(origin, flow, secrets: new.secrets)
    let plan = UpdatePlan(
      recorded: record.files, base: base, theirs: theirs, givenSecrets: new.hasGivenSecrets,
      restoring: restored,
      find: { SystemWrites(folder: folder).found(at: $0) },
      list: { SystemWrites(folder: folder).files(inFolder: $0) },
      merge: { FileMerge().merge(mine: $0, base: $1, theirs: $2) })
    for path in restored.sorted() where theirs.files[path] == nil {
      throw ProgramOutput.fail(
        .usage, "the flow makes no file '\(path.asLogLine)', so --restore can't bring it back")
    }
    say(plan, isBaseKnown: self.base != nil || origin.baseWord != nil)
    guard plan.hasChanges else {
      if new.sampled != nil { throw ProgramEnding(.missingAnswers) }
      if !isCheck { try writeRecord(plan, record, writing) }
      ProgramOutput.result("The project is up to date.\n")
      return
    }
    if let sampled = new.sampled {
      let answers =
        sampled.isEmpty ? "default answers" : "samples for \(sampled.joined(separator: ", "))"
      tell("with \(answers), the files would be:")
    }
    let listing = UpdateListing(plan: plan)
    let lines = listing.lines()
    if isCheck || showsDifferences || !hasUser || lines.count > UpdateQuestions.listedCount {
      ProgramOutput.list(lines.joined(separator: "\n") + "\n")
    }
    if showsDifferences { ProgramOutput.text(listing.differences) }
    if isCheck { throw ProgramEnding(new.sampled == nil ? .left : .missingAnswers) }
    if let entry = plan.blocked.first, case .obstacle(let obstacle) = entry.mine {
      throw ProgramOutput.fail(
        .effectFailed,
        "nothing is written, because something is in the place of '\(entry.path.asLogLine)' "
          + "(\(obstacle.words(in: .english))); move it away, and update again")
    }
    let choices = try await choices(plan, from: record, to: flow, terminal)
    try checkUnchanged(plan)
    if let failure = writing.write(plan.request(choosing: choices, of: record.flow)) {
      throw ProgramOutput.fail(.effectFailed, "nothing is updated: \(failure)")
    }
    try report(plan, choices, writing, theirs)
  }

  /// Says what's left of a template of another program, and that the flow is earlier than the project.
  private func tellOddities(of flow: CheckedFlow, at path: String, _ record: UpdateRecord) {
    template(path).tellLeft()
    let version = flow.definition.version
    guard record.version > version, revision == nil else { return }
    tell("the project was made by version \(record.version), and the flow is version \(version)")
  }

  /// Renders the recorded version; nil where it isn't known.
  private func baseProject(
    _ origin: Origin, _ theirs: CheckedFlow, secrets: [String: FieldInput]
  ) -> RenderedProject? {
    let (record, theirPath) = (origin.record, origin.path)
    var path = theirPath
    if let word = base ?? origin.baseWord {
      guard let found = try? place(word) else { return nil }
      path = found.path
    }
    let name = theirPath.split(separator: "/").last.map(String.init)
    // The same version is checked once.
    let known =
      path == theirPath ? theirs : template(path).readableFlow(as: record.flow, named: name)
    guard let flow = known, flow.definition.id.name == record.flow else {
      tell("'\(path)' isn't the version that made the project, which isn't known then")
      return nil
    }
    do throws(RenderingFailure) {
      return try RenderedProject.recorded(
        flow, record, options: options(record, answers: [:], offered: [:]), secrets: secrets)
    } catch {
      // The present version isn't the one that made the project then.
      guard path != theirPath || base != nil || origin.baseWord != nil else { return nil }
      tell("the version that made the project can't be rendered: \(error.words)")
      return nil
    }
  }

  /// Says which files of the base aren't the recorded ones; without a base, only of those that it would have merged.
  private func say(_ plan: UpdatePlan, isBaseKnown: Bool) {
    let unknown =
      isBaseKnown
      ? plan.unlikeRecord
      : plan.entries.filter { $0.verdict == .conflict && $0.base == nil }.map(\.path)
    guard !unknown.isEmpty else { return }
    let names = unknown.prefix(8).map { "'\($0)'" }.joined(separator: ", ")
    let more = unknown.count > 8 ? " and \(unknown.count - 8) more" : ""
    tell(
      "what \(names)\(more) was isn't known"
        + (isBaseKnown
          ? ": the base differs from the record"
          : "; --base DIR names the version that made the project"))
  }

  // MARK: The new version

  private func options(
    _ record: UpdateRecord, answers: [String: FieldInput], offered: [String: FieldInput]
  ) -> SessionOptions {
    SessionOptions(
      answers: answers, takesDefaults: attendance.takesDefaults, suggestions: offered,
      refusesWarnings: attendance.isStrict, language: language ?? record.language,
      zone: SystemHost.zone(named: record.zone) ?? .ofUser)
  }

  /// Says where a part of the record is.
  private func tell(_ place: SourcePlace?, _ what: String) {
    guard let place else { return }
    tell("\(place): \(what) here")
  }

  /// The project that the new version makes.
  private struct NewVersion {
    let rendered: RenderedProject

    /// The terminal on which a user was asked; nil when no one was.
    var terminal: DeviceTerminal?

    /// The names in data of the questions that took a sample, in a check that lacks answers; nil if it lacks none.
    var sampled: [String]?

    /// Its secrets, and its lists with one, by the ids of their questions; samples are none.
    var secrets: [String: FieldInput] {
      let answers = sampled == nil ? rendered.secrets : []
      return Dictionary(answers.map { ($0.id, .value($0.value)) }) { $1 }
    }

    /// Whether one of them was given or entered, and not drawn.
    var hasGivenSecrets: Bool {
      sampled == nil && rendered.secrets.contains { $0.origin != .drawn }
    }
  }

  /// Returns the recorded answers for the new version, and those that are only offered.
  ///
  /// - Throws: ``ProgramEnding`` if a migration fails, or what's to be asked again isn't asked at all.
  private func knownAnswers(
    _ flow: CheckedFlow, _ record: UpdateRecord
  ) throws(ProgramEnding) -> (
    given: [String: FieldInput], offered: [String: FieldInput], lost: [String]
  ) {
    for name in asked where flow.id(ofAnswerNamed: name).map({ !flow.hasStep($0) }) ?? true {
      let meant = flow.dataName(meantBy: name).map { "; in data, it's '\($0)'" } ?? ""
      throw ProgramOutput.fail(.usage, "the flow has no question '\(name)'\(meant)")
    }
    do throws(FlowFailure) {
      return try record.answers(for: flow, asking: asked)
    } catch {
      throw ProgramOutput.fail(.flowFailed, "\(error.place): \(error.message)")
    }
  }

  /// Renders the new version, and asks for what no one has answered.
  @MainActor
  private func newVersion(_ flow: CheckedFlow, _ origin: Origin) async throws -> NewVersion {
    let record = origin.record
    let more = try given.read(for: flow)
    let known = try knownAnswers(flow, record)
    for name in known.lost {
      tell(
        origin.places["answers." + name],
        "no question of this version takes the answer to '\(name)', which is recorded")
    }
    var inputs: [String: Value] = [:]
    for (name, value) in record.inputs
    where flow.inputs.contains(where: { $0.definition.name.name == name }) {
      inputs[name] = value
    }
    inputs.merge(more.inputs) { $1 }
    var options = options(
      record, answers: known.given.merging(more.fields) { $1 },
      offered: known.offered.merging(more.suggestions) { $1 })
    options.source = origin.source
    options.source?.program = ProgramVersion.text
    options.source?.isRecorded = true
    do throws(RenderingFailure) {
      let rendered = try RenderedProject.rendered(
        flow, inputs: inputs, options: options, now: record.now)
      return NewVersion(rendered: rendered)
    } catch {
      // The walk below says why; this says where a recorded answer that isn't taken is.
      if case .asks(let id) = error, known.given[id] != nil, more.fields[id] == nil {
        tell(origin.places["answers." + flow.dataName(of: id)], "the answer to '\(id)' is recorded")
      }
    }
    let session: FlowSession
    do throws(InputError) {
      session = try FlowSession(flow: flow, inputs: inputs, options: options)
    } catch {
      if more.inputs[error.input] == nil {
        tell(origin.places["inputs." + error.input], "the input '\(error.input)' is recorded")
      }
      throw ProgramOutput.fail(error)
    }
    let recorded = Set(known.given.keys).subtracting(more.fields.keys)
    do {
      return try await walked(session, record, recorded: recorded)
    } catch let ending as ProgramEnding where isCheck && ending.code == .missingAnswers {
      // The answers that are missing are listed; what becomes of the files is worth knowing before.
      guard
        let sample = try? SampleProject(flow, inputs: inputs, options: options, now: record.now)
      else { throw ending }
      return NewVersion(rendered: sample.rendered, sampled: sample.sampled)
    }
  }

  /// Walks the new version, whose effects are only collected.
  @MainActor
  private func walked(
    _ session: FlowSession, _ record: UpdateRecord, recorded: Set<String>
  ) async throws -> NewVersion {
    let collected = CollectedWrites(of: session.flow)
    let now = record.now
    let runner = FlowRunner(continuing: session, effects: collected, clock: { now })
    runner.services.paths = SystemPaths()
    var attendance = attendance
    attendance.isYes = true
    attendance.isCheck = isCheck
    attendance.isCollecting = true
    attendance.recorded = recorded
    let walk = Walk(runner: runner, attendance: attendance)
    let result = try await walk.run(keepsOpen: true)
    guard result.outcome == .completed else {
      walk.usedTerminal?.close(discardingInput: true)
      throw ProgramEnding(result.outcome)
    }
    return NewVersion(
      rendered: RenderedProject(collected, of: runner.session), terminal: walk.usedTerminal)
  }

  // MARK: Deciding

  var hasUser: Bool {
    !attendance.isAlone && !attendance.isYes && DeviceTerminal.isAvailable
  }

  /// Asks about files, and for one yes.
  @MainActor
  private func choices(
    _ plan: UpdatePlan, from record: UpdateRecord, to flow: CheckedFlow,
    _ terminal: DeviceTerminal?
  ) async throws -> [String: UpdateChoice] {
    let fixed = try fixedChoices(plan)
    if attendance.isYes, fixed != nil || plan.questions.isEmpty { return fixed ?? [:] }
    guard !attendance.isAlone, DeviceTerminal.isAvailable else {
      if fixed == nil, !plan.questions.isEmpty { throw unasked(plan) }
      throw ProgramOutput.fail(
        .missingAnswers, "nothing is written, because there's no one to say yes; --yes says it")
    }
    let title =
      "Update \(record.flow)"
      + (record.version == flow.definition.version
        ? "" : " \(record.version) → \(flow.definition.version)")
    let questions = UpdateQuestions(plan: plan, title: title, fixed: fixed)
    guard let asking = questions.flow else {
      throw ProgramOutput.fail(.flowFailed, "the files can't be asked about")
    }
    let now = SystemHost.now
    let runner = try FlowRunner(flow: asking, clock: { now })
    var attendance = attendance
    attendance.isYes = false
    let walk = Walk(runner: runner, attendance: attendance, terminal: terminal)
    let result = try await walk.run()
    guard result.outcome == .completed else { throw ProgramEnding(result.outcome) }
    return fixed ?? questions.choices(in: result.output)
  }

  /// The decisions that an option has made; nil if the user is asked.
  private func fixedChoices(_ plan: UpdatePlan) throws(ProgramEnding) -> [String: UpdateChoice]? {
    var policy = policy
    if leavesToIndex, policy == .ask { policy = .markers }
    let choice: UpdateChoice
    switch policy {
    case .ask: return nil
    case .fail:
      guard plan.questions.isEmpty else { throw unasked(plan) }
      return [:]
    case .markers: choice = .markers
    case .keep: choice = .keep
    case .theirs: choice = .theirs
    }
    var choices: [String: UpdateChoice] = [:]
    for entry in plan.questions {
      // A file that can't have marks stays, and is listed.
      choices[entry.path] = entry.choices.contains(choice) ? choice : .keep
    }
    return choices
  }

  private func unasked(_ plan: UpdatePlan) -> ProgramEnding {
    let count = plan.questions.count
    return ProgramOutput.fail(
      .conflicts,
      "nothing is written: \(count) \(count == 1 ? "file needs" : "files need") a decision; "
        + "--on-conflict makes it")
  }

  // MARK: Writing

  /// Throws if a file has changed since it was compared.
  private func checkUnchanged(_ plan: UpdatePlan) throws(ProgramEnding) {
    let entries = plan.entries.filter { $0.verdict.isChange || $0.verdict.isQuestion }
    let found = SystemWrites(folder: folder).found(at: entries.map(\.path))
    for (entry, now) in zip(entries, found) where entry.mine != now {
      throw ProgramOutput.fail(
        .effectFailed, "nothing is written: '\(entry.path)' has changed meanwhile; update again")
    }
  }

  /// Writes only the record, if it's another one.
  private func writeRecord(
    _ plan: UpdatePlan, _ record: UpdateRecord, _ writing: UpdateWriting
  ) throws(ProgramEnding) {
    if let failure = writing.write(plan.request(choosing: [:], of: record.flow)) {
      throw ProgramOutput.fail(.effectFailed, "the record isn't updated: \(failure)")
    }
  }

  private func report(
    _ plan: UpdatePlan, _ choices: [String: UpdateChoice], _ writing: UpdateWriting,
    _ theirs: RenderedProject
  ) throws(ProgramEnding) {
    let count = plan.entries.count { plan.changes($0, choosing: choices) }
    let folders = plan.newFolders.count
    ProgramOutput.result(
      (folders > 0 && count == 0 ? "" : "Updated \(count) \(count == 1 ? "file" : "files").\n")
        + (folders > 0 ? "Made \(folders) \(folders == 1 ? "folder" : "folders").\n" : ""))
    for command in theirs.skippedCommands {
      tell("not run: \(command.joined(separator: " ").asLogLine)")
    }
    let marked = plan.questions.filter { choices[$0.path] == .markers }
    if leavesToIndex, !marked.isEmpty, let reason = writing.leaveToIndex(marked) {
      tell("the conflicts aren't in the index: \(reason)")
    }
    func names(_ entries: [UpdatePlan.Entry]) -> String {
      entries.map { "'\($0.path.asLogLine)'" }.joined(separator: ", ")
    }
    let left =
      policy == .markers || leavesToIndex && policy == .ask
      ? plan.questions.filter { choices[$0.path] == .keep } : []
    if !marked.isEmpty { tell("resolve the conflicts in \(names(marked))") }
    if !left.isEmpty { tell("left as yours, because they can't have marks: \(names(left))") }
    if !hasUser, !(marked + left).isEmpty { throw ProgramEnding(.conflicts) }
  }
}
