// SPDX-License-Identifier: GPL-3.0-or-later

import FlowEffects
import FlowExpressions
import FlowFiles
import FlowHosts
import FlowModel
import FlowSessions
import FlowWalks
import Localization
import ProjectUpdates
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
    let origin = try origin()
    let record = origin.record
    let writing = UpdateWriting(folder: folder, flow: record.flow)
    let path = origin.path
    let flow = try template(path).flow(as: record.flow, language: language ?? record.language)
    let id = flow.definition.id.name
    guard id == record.flow else {
      throw ProgramOutput.fail(
        .badFile, "'\(path)' is the flow '\(id)', and the project was made by '\(record.flow)'")
    }
    let (theirs, terminal) = try await theirs(flow, record, origin.source)
    defer { terminal?.close(discardingInput: true) }
    let base = origin.base ?? baseProject(record, at: origin.baseWord, theirs: path)
    let plan = UpdatePlan(
      recorded: record.files, base: base, theirs: theirs, restoring: restored,
      find: { SystemWrites(folder: folder).found(at: $0) },
      merge: { FileMerge().merge(mine: $0, base: $1, theirs: $2) })
    for path in restored.sorted() where theirs.files[path] == nil {
      throw ProgramOutput.fail(
        .usage, "the flow makes no file '\(path.asLogLine)', so --restore can't bring it back")
    }
    say(plan, isBaseKnown: self.base != nil || origin.baseWord != nil)
    guard plan.hasChanges else {
      if !isCheck { try writeRecord(plan, record, writing) }
      ProgramOutput.result("The project is up to date.\n")
      return
    }
    let listing = UpdateListing(plan: plan)
    let lines = listing.lines()
    if isCheck || showsDifferences || !hasUser || lines.count > UpdateQuestions.listedCount {
      ProgramOutput.list(lines.joined(separator: "\n") + "\n")
    }
    if showsDifferences { ProgramOutput.text(listing.differences) }
    if isCheck { throw ProgramEnding(.left) }
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

  // MARK: What was made, and from what

  /// The recorded version of the project, and the new one.
  private struct Origin {
    let record: UpdateRecord

    /// The path of the new version, and where it comes from.
    let path: String
    let source: FlowSource

    /// The path or the address of the recorded version; nil for that of the new one.
    var baseWord: String?

    /// What the recorded version makes, if that's known already.
    var base: RenderedProject?
  }

  /// Finds the record of the project, or what copier or cruft say of it.
  private func origin() throws(ProgramEnding) -> Origin {
    guard let name = try recordName() else {
      guard let foreign = try ForeignRecord.found(in: folder, limit: limit) else {
        throw ProgramOutput.fail(
          .usage,
          "'\(folder)' has no record of a flow in \(UpdateRecord.folderName); a flow with "
            + "'updatable: true' makes one when it writes")
      }
      return try origin(of: foreign)
    }
    var record = try record(name)
    if try recover(UpdateWriting(folder: folder, flow: record.flow)) {
      record = try self.record(name)
    }
    var source = flowFile ?? record.source
    var baseWord: String?
    if let recorded = record.source, let commit = record.commit, flowFile == nil {
      source = try address(recorded, at: revision)
      baseWord = try address(recorded, at: commit)
    } else if revision != nil {
      throw ProgramOutput.fail(.usage, "--to is for a flow at an address")
    }
    guard let source else {
      throw ProgramOutput.fail(
        .usage, "the record doesn't say where the flow is; name it with --from")
    }
    let found = try place(flowFile == nil && record.commit == nil ? path(from: source) : source)
    return Origin(
      record: record, path: found.path,
      source: found.source ?? FlowSource(location: flowFile == nil ? source : relative(source)),
      baseWord: baseWord)
  }

  /// Takes over a project of copier or cruft: what its answers make of the template as it was is the base, with its record.
  private func origin(of foreign: ForeignRecord) throws(ProgramEnding) -> Origin {
    var (word, baseWord) = (flowFile, base)
    if word == nil { word = try foreign.word(in: folder, at: revision) }
    if baseWord == nil { baseWord = try foreign.baseWord(in: folder) }
    let new = try place(word ?? foreign.template)
    guard let baseWord else {
      throw ProgramOutput.fail(
        .usage,
        "'\(foreign.name)' says that '\(foreign.template)'\(foreign.revision.map { " at \($0)" } ?? "") has made the "
          + "project; name a folder with that version with --base")
    }
    let id = try template(new.path).flow(as: nil, language: language).definition.id.name
    let flow = try template(place(baseWord).path).flow(as: id, language: language)
    do throws(RenderingFailure) {
      let rendered = try RenderedProject.rendered(
        flow, inputs: [:],
        options: SessionOptions(
          answers: foreign.given(for: flow), takesDefaults: true, language: language,
          zone: ProgramZone.rules), now: SystemHost.now)
      guard let record = UpdateRecord.read(rendered.record, name: "the record").record else {
        throw .asks(id: id)
      }
      tell(
        "'\(foreign.name)' is taken over: from now on, the record in \(UpdateRecord.folderName) counts"
      )
      return Origin(
        record: record, path: new.path,
        source: new.source ?? FlowSource(location: relative(new.path)), base: rendered)
    } catch {
      throw ProgramOutput.fail(
        .badFile, "what the template made can't be rendered from '\(foreign.name)': \(error.words)")
    }
  }

  private func template(_ path: String) -> UpdateTemplate {
    UpdateTemplate(path: path, isPartial: isPartial, readable: readable, limit: limit)
  }

  /// Returns the name of the record of the project; nil if there's none.
  private func recordName() throws(ProgramEnding) -> String? {
    let place = folder + "/" + UpdateRecord.folderName
    let ids = (SystemFiles.names(inFolder: place) ?? []).filter { $0.hasSuffix(".yaml") }
      .map { String($0.dropLast(".yaml".count)) }
    if let flowID { return flowID }
    guard let first = ids.first else { return nil }
    guard ids.count == 1 else {
      let names = ids.map { "'\($0)'" }.joined(separator: ", ")
      throw ProgramOutput.fail(
        .usage, "'\(folder)' has records of \(names); choose one with --flow")
    }
    return first
  }

  /// Reads the record of a flow.
  private func record(_ id: String) throws(ProgramEnding) -> UpdateRecord {
    let name = "\(folder)/\(UpdateRecord.folderName)/\(id).yaml"
    let bytes = try FlowLoading.bytes(of: name, limit: UpdateRecord.limit)
    let (record, diagnostics) = UpdateRecord.read(bytes, name: name)
    ProgramOutput.diagnostics(diagnostics)
    guard let record else { throw ProgramEnding(.badFile) }
    guard record.flow == id else {
      throw ProgramOutput.fail(.badFile, "'\(name)' is the record of '\(record.flow)'")
    }
    return record
  }

  /// Completes or takes back an update that was interrupted, and returns whether there was one.
  private func recover(_ writing: UpdateWriting) throws(ProgramEnding) -> Bool {
    switch writing.recover() {
    case .nothing: return false
    case .completed: tell("an update that was interrupted is complete now")
    case .takenBack: tell("an update that was interrupted is taken back")
    case .unknown: tell("an update was interrupted; what's there now counts")
    case .failed(let reason):
      throw ProgramOutput.fail(.effectFailed, "an update that was interrupted: \(reason)")
    }
    return true
  }

  private func tell(_ text: String) { ProgramOutput.message("stackflow: \(text)") }

  /// Returns the path of the flow that a record names, which counts from the project.
  private func path(from source: String) throws(ProgramEnding) -> String {
    let path = source.hasPrefix("/") || folder == "." ? source : "\(folder)/\(source)"
    guard SystemFiles.exists(path) else {
      throw ProgramOutput.fail(
        .usage, "the flow '\(path)' is gone; if it has moved, name it with --from")
    }
    return path
  }

  /// Returns the address of a flow at a revision.
  private func address(_ text: String, at revision: String?) throws(ProgramEnding) -> String {
    do throws(TemplateAddressMistake) {
      var address = try TemplateAddress(text)
      address.revision = revision
      return address.description
    } catch {
      throw ProgramOutput.fail(.badFile, "the record: \(error.message)")
    }
  }

  /// Returns the path of a flow or a template that a word names, which is fetched from its address, and where it comes
  /// from then.
  private func place(
    _ word: String
  ) throws(ProgramEnding) -> (path: String, source: FlowSource?) {
    guard let place = try TemplatePlace.named(word) else { return (word, nil) }
    place.tellVersion()
    return switch try place.content() {
    case .flow(let path): (path, place.source)
    case .foreign: (place.path, place.source)
    }
  }

  /// Renders the recorded version; nil where it isn't known.
  private func baseProject(
    _ record: UpdateRecord, at word: String?, theirs: String
  ) -> RenderedProject? {
    var path = theirs
    if let word = base ?? word {
      guard let found = try? place(word) else { return nil }
      path = found.path
    }
    let name = theirs.split(separator: "/").last.map(String.init)
    guard let flow = template(path).readableFlow(as: record.flow, named: name),
      flow.definition.id.name == record.flow
    else {
      tell("'\(path)' isn't the version that made the project, which isn't known then")
      return nil
    }
    do throws(RenderingFailure) {
      return try RenderedProject.rendered(
        flow, inputs: record.inputs,
        options: options(record, answers: record.givenAnswers(for: flow), offered: [:]),
        now: record.now, endsAtQuestions: true)
    } catch {
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
      zone: SystemHost.zone(named: record.zone) ?? ProgramZone.rules)
  }

  /// Renders the new version, and asks for what no one has answered.
  @MainActor
  private func theirs(
    _ flow: CheckedFlow, _ record: UpdateRecord, _ source: FlowSource
  ) async throws -> (RenderedProject, DeviceTerminal?) {
    let more = try given.read(for: flow)
    let known: (given: [String: FieldInput], offered: [String: FieldInput])
    do throws(FlowFailure) {
      known = try record.answers(for: flow, asking: asked)
    } catch {
      throw ProgramOutput.fail(.flowFailed, "\(error.place): \(error.message)")
    }
    for name in asked where flow.id(ofAnswerNamed: name).map({ !flow.hasStep($0) }) ?? true {
      throw ProgramOutput.fail(.usage, "the flow has no question '\(name)'")
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
    options.source = source
    options.source?.program = ProgramVersion.text
    options.source?.isRecorded = true
    if let rendered = try? RenderedProject.rendered(
      flow, inputs: inputs, options: options, now: record.now)
    {
      return (rendered, nil)
    }
    let session: FlowSession
    do throws(InputError) {
      session = try FlowSession(flow: flow, inputs: inputs, options: options)
    } catch {
      throw RunRequest.ending(of: error)
    }
    let collected = CollectedWrites()
    let now = record.now
    let runner = FlowRunner(continuing: session, effects: collected, clock: { now })
    runner.services.paths = SystemPaths()
    var attendance = attendance
    attendance.isYes = true
    let walk = Walk(runner: runner, attendance: attendance)
    let result = try await walk.run(keepsOpen: true)
    guard result.outcome == .completed else {
      walk.usedTerminal?.close(discardingInput: true)
      throw ProgramEnding(result.outcome)
    }
    let rendered = RenderedProject(collected, of: record.flow)
    return (rendered, walk.usedTerminal)
  }

  /// Returns a path as it's written in the record of the project.
  private func relative(_ path: String) -> String {
    folder == "." || path.hasPrefix("/") ? path : SystemFiles.absolutePath(path)
  }

  // MARK: Deciding

  private var hasUser: Bool {
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
      // What can't have marks stays, and is listed.
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
    let count = plan.entries.count {
      $0.verdict.isChange || choices[$0.path] == .theirs || choices[$0.path] == .markers
    }
    ProgramOutput.result("Updated \(count) \(count == 1 ? "file" : "files").\n")
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
