// SPDX-License-Identifier: GPL-3.0-or-later

import FlowExpressions
import FlowFiles
import FlowForms
import FlowHosts
import GNUReadline
import Localization
import TerminalIO

/// A walk that the command line asks for.
///
/// It is apart from the options, so that `stackflow run FILE` alone need not be parsed as the
/// longer command lines are: that costs more than everything else up to the first question.
struct RunRequest {
  /// The flow file.
  var file: String

  /// The maximum number of bytes of it.
  var limit = ByteLimit.default.count

  /// Other folders whose files the flow may name.
  var readable: [String] = []

  /// What is given in advance.
  var given = GivenAnswers()

  /// How much of a person there is.
  var attendance = Attendance()

  /// What the flow may do without a person's yes.
  var permissions = SystemEffects.Permissions.asked

  /// How the result is written.
  var format = ResultFormat.json

  /// The file to write the result to; nil for standard output.
  var output: String?

  /// Whether to say what would be asked, and stop.
  var plansOnly = false

  /// The language tag of the texts; nil: that of the environment.
  var language: String?

  /// Asks, and writes the result.
  ///
  /// - Parameter terminal: A terminal that is open already; nil: it is opened when it is needed.
  /// - Throws: ``ProgramEnding`` unless the flow was completed.
  @MainActor
  func run(on terminal: DeviceTerminal? = nil) async throws {
    defer { terminal?.close() }
    try checkPrefix()
    let flow = try FlowLoading.flow(file, limit: limit, readable: readable)
    let answers = try given.read(for: flow)
    let options = SessionOptions(
      answers: answers.fields, takesDefaults: attendance.takesDefaults,
      priorityThreshold: attendance.isAlone ? .low : attendance.priority,
      suggestions: answers.suggestions, refusesWarnings: attendance.isStrict,
      language: language ?? SystemHost.language,
      catalog: language.flatMap { MessageCatalog.builtIn(for: $0) }, zone: SystemHost.zone)
    if plansOnly { return try PlanCommand.write(flow, answers.inputs, options, as: .text) }
    try delivery.check(for: flow)
    let runner: FlowRunner
    do {
      runner = try FlowRunner(
        flow: flow, inputs: answers.inputs, options: options,
        effects: SystemEffects(permissions: permissions, catalog: options.catalog(for: flow)),
        clock: { SystemHost.now })
    } catch {
      throw Self.ending(of: error)
    }
    runner.pathHost = SystemPaths()
    let walk = Walk(runner: runner, attendance: attendance, terminal: terminal)
    // A person may have to be asked where the result goes.
    let result = try await walk.run(keepsOpen: delivery.mayAskAgain)
    var delivery = delivery
    delivery.catalog = runner.session.catalog
    delivery.terminal = delivery.mayAskAgain ? walk.usedTerminal : nil
    if !delivery.mayAskAgain { terminal?.close() }
    defer { walk.usedTerminal?.close() }
    try await deliver(result, of: runner.session, by: delivery, isAttended: walk.isAttended)
  }

  /// Where the result goes.
  @MainActor
  private var delivery: ResultDelivery {
    ResultDelivery(format: format, prefix: given.prefix, file: output == "-" ? nil : output)
  }

  /// Refuses a prefix for which there is no use.
  private func checkPrefix() throws(ProgramEnding) {
    let files = given.files + given.suggestions
    guard !given.prefix.isEmpty, !format.hasVariables,
      !files.contains(where: { AnswersFile.holdsVariables($0) })
    else { return }
    throw Output.fail(
      .usage, "--prefix is for --format env and shell, and for answers in env files")
  }

  /// Says what is wrong with the inputs.
  static func ending(of error: InputError) -> ProgramEnding {
    Output.fail(
      error.code == .missing ? .missingAnswers : .invalidAnswers,
      error.code == .missing
        ? "\(error.message); give it with --set \(error.input)=…" : error.message)
  }

  /// Writes the result and ends with the session's exit code.
  @MainActor
  private func deliver(
    _ result: FlowResult, of session: FlowSession, by delivery: ResultDelivery, isAttended: Bool
  ) async throws(ProgramEnding) {
    guard result.outcome == .completed else { throw ProgramEnding(result.outcome) }
    let unused = session.unusedAnswers
    if !given.ignoresUnused, !unused.isEmpty {
      delivery.terminal?.close()
      let catalog = session.catalog
      let names = catalog.list(unused.map { catalog.quoted($0) })
      let ending = Output.fail(
        .invalidAnswers,
        catalog.text(
          .answersUnused, ["count": .count(unused.count), "names": .text(names)]))
      if isAttended { delivery.keep(result, as: format) }
      throw ending
    }
    try await delivery.deliver(result, of: session, isAttended: isAttended)
  }
}

/// How much of a person there is.
struct Attendance {
  /// Whether questions with an acceptable default aren't asked.
  var takesDefaults = false

  /// Whether reviews are passed and commits answered with yes.
  var isYes = false

  /// Whether no one is asked anything.
  var isAlone = false

  /// Whether warnings refuse answers.
  var isStrict = false

  /// Questions below it aren't asked.
  var priority = FieldPriority.low

  /// The time after which the walk is given up.
  var timeout: Duration?

  /// How the walk looks at the terminal.
  var face = FaceChoice()
}
