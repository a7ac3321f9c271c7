// SPDX-License-Identifier: GPL-3.0-or-later

import ArgumentParser
import FlowExpressions
import FlowHosts
import FlowModel
import FlowSessions
import ProgramParts

/// The command `stackflow run FILE`.
struct RunCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "run", abstract: "Ask the questions of a flow, and print the answers.",
    discussion: """
      Answers may be given in advance; each is used when its question is reached, and checked as a \
      typed one. Standard output carries the result and nothing else.

      Example: stackflow run hello --set name=Ada > hello.json
      """)

  @Argument(
    help:
      "The flow file, the name of a flow in ./Flows, or an address; not needed with --resume.",
    completion: .file(extensions: ["yaml"]))
  var file: String?

  @OptionGroup(title: "Saved walks") var saving: SavingOptions

  @OptionGroup(title: "Answers in advance") var given: GivenAnswerOptions

  @OptionGroup(title: "Without a person") var attendance: AttendanceOptions

  @OptionGroup(title: "Looks") var looks: FaceOptions

  @OptionGroup(title: "Recordings") var recordings: RecordingOptions

  @OptionGroup(title: "What the flow may do without asking") var effects: EffectOptions

  @OptionGroup(title: "Files") var files: FileOptions

  @OptionGroup(title: "Templates at addresses") var templates: TemplateOptions

  @OptionGroup(visibility: .hidden) var scripted: ScriptedWalkOptions

  @Option(
    help: ArgumentHelp("\(ResultFormat.readers) With --plan, json writes it as JSON."))
  var format: ResultFormat?

  @Option(
    help: "The file to write the result to, whole or not at all; - is standard output.",
    completion: .file())
  var output: String?

  @Flag(help: "List what would be asked, as 'stackflow plan' does, and stop.")
  var plan = false

  @Option(help: "The language of the texts, such as de or de-AT.")
  var lang: String?

  @Option(help: "The maximum size of the flow file, and of a file of answers, in bytes.")
  var maxBytes = ByteLimit.default

  func validate() throws {
    if file == nil, saving.resume == nil {
      throw ValidationError("Missing expected argument '<file>'")
    }
  }

  @MainActor
  func run() async throws { try await request().run() }

  /// Returns how the plan is written.
  private func planFormat() throws(ProgramEnding) -> TextOrJSON {
    switch format {
    case nil: return .text
    case .json: return .json
    case let format?:
      throw ProgramOutput.fail(
        .usage, "a plan can't be written as '\(format.rawValue)'; use json, or leave out --format")
    }
  }

  /// Returns the options as a request.
  private func request() throws(ProgramEnding) -> RunRequest {
    var request = RunRequest(file: "")
    if let file {
      request = try RunRequest(
        named: file, isPartial: templates.partial, limit: maxBytes.count)
    }
    request.saving = try saving.choice(file: file == nil ? nil : request.file)
    request.isTrusted = templates.trust
    request.limit = maxBytes.count
    request.readable = files.allowRead
    request.given = given.answers(limit: maxBytes)
    request.attendance = attendance.attendance
    request.attendance.looks = try looks.looks()
    request.attendance.recording = recordings.recording
    request.script = recordings.record.map { RecordedScript(path: $0) }
    request.permissions = effects.permissions
    request.format = format ?? .json
    request.output = output
    if plan { request.plan = try planFormat() }
    request.language = lang
    request.scripted = scripted
    return request
  }
}

/// Options for saved walks.
struct SavingOptions: ParsableArguments {
  @Option(
    defaultAsFlag: "",
    help: ArgumentHelp(
      "Continue the saved walk with this id, or the newest one of the flow.", valueName: "id"))
  var resume: String?

  @Flag(help: "Continue the walk even if a later version of the flow has saved it.")
  var allowDowngrade = false

  @Flag(help: "Don't save the walk while it's going on.")
  var noSave = false

  @OptionGroup var sealing: KeyFileOption

  /// The options as one value.
  ///
  /// A flow file after `--resume` is the file, not an id.
  func choice(file: String?) throws(ProgramEnding) -> WalkSaving {
    var saving = WalkSaving(
      isSaved: !noSave, allowsDowngrade: allowDowngrade, keys: try sealing.keys(),
      keyFile: sealing.keyFile)
    guard let resume else { return saving }
    (saving.resumes, saving.file) = (resume, file)
    if resume.hasSuffix(".yaml"), file == nil { (saving.resumes, saving.file) = ("", resume) }
    return saving
  }
}

/// Options for flows and templates at addresses.
struct TemplateOptions: ParsableArguments {
  @Flag(help: "Walk the flow at an address without asking whether to, the first time, too.")
  var trust = false

  @Flag(help: "Walk a template of another tool, even if not all of it can be translated.")
  var partial = false
}

/// Options for unattended runs.
struct AttendanceOptions: ParsableArguments {
  @Flag(help: "Use the default of every question that has a valid one.")
  var defaults = false

  @Flag(help: "Pass reviews, and answer commits with yes.")
  var yes = false

  @Flag(help: "Ask nothing; fail with a list of the missing answers.")
  var noInput = false

  @Flag(
    help: ArgumentHelp(
      "Where no one can be asked, write the question that's missing an answer as JSON.",
      discussion:
        "The exit code is 3, or 4 if an answer is refused; 'stackflow next --json' writes the same."
    ))
  var json = false

  @Flag(help: "Refuse answers that a check warns about.")
  var strict = false

  @Option(help: "Skip questions of a lower priority.")
  var priority = FieldPriority.low

  @Option(help: "Give up after this time, such as 90s or 5m, or a number of seconds.")
  var timeout: TimeLimit?

  /// The options as one value.
  var attendance: Attendance {
    var attendance = Attendance(
      takesDefaults: defaults, isYes: yes, isAlone: noInput, isStrict: strict,
      priority: priority, timeout: timeout?.duration)
    attendance.writesQuestion = json
    return attendance
  }
}
