// SPDX-License-Identifier: GPL-3.0-or-later

import ArgumentParser
import FlowExpressions
import FlowHosts
import FlowModel
import FlowSessions
import FlowWalks
import Localization
import ProgramParts

/// The command `stackflow plan FILE`.
struct PlanCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "plan", abstract: "List what a flow would ask, without asking it.",
    discussion: """
      Inputs, answers given in advance and defaults are used as in 'run'. Each line says what \
      happens to a step: 'ask', 'given', 'default', 'refused', 'skip', or 'perhaps' if that \
      depends on missing answers. Below the step of a tree are its files. No commands are run and \
      no files are written.

      Example: stackflow plan hello --set name=Ada
      """)

  @Argument(help: "The flow file.", completion: .file(extensions: ["yaml"]))
  var file: String

  @OptionGroup(title: "Answers in advance") var given: GivenAnswerOptions

  @Flag(help: "Use the default of every question that has a valid one.")
  var defaults = false

  @Option(help: "Skip questions of a lower priority.")
  var priority = FieldPriority.low

  @Option(help: "How the plan is written: \(TextOrJSON.names).")
  var format = TextOrJSON.text

  @Option(help: "The language of the texts, such as de or de-AT.")
  var lang: String?

  @OptionGroup(title: "Files") var fileOptions: FileOptions

  @Option(help: "The maximum size of the flow file, and of a file of answers, in bytes.")
  var maxBytes = ByteLimit.default

  func run() throws {
    let flow = try FlowLoading.flow(
      FlowFolder.readFlow(named: file, limit: maxBytes.count), limit: maxBytes.count,
      readable: fileOptions.allowRead,
      language: .some(lang ?? SystemHost.language))
    let answers = try given.answers(limit: maxBytes).read(for: flow)
    let options = SessionOptions(
      answers: answers.fields, takesDefaults: defaults, priorityThreshold: priority,
      suggestions: answers.suggestions,
      language: lang ?? SystemHost.language,
      catalog: lang.flatMap { MessageCatalog.builtIn(for: $0) }, zone: .ofUser)
    try Self.write(flow, answers.inputs, options, as: format)
  }

  /// Starts a walk and writes what it would ask.
  static func write(
    _ flow: CheckedFlow, _ inputs: [String: Value], _ options: SessionOptions, as format: TextOrJSON
  ) throws(ProgramEnding) {
    let session: FlowSession
    do {
      session = try FlowSession(flow: flow, inputs: inputs, options: options)
    } catch {
      // The variables that the flow reads are known without its inputs, and one may be missing.
      switch format {
      case .text:
        let lines = environment(of: flow)
        if !lines.isEmpty {
          ProgramOutput.text(([flow.id.name] + lines).map { $0 + "\n" }.joined())
        }
      case .json: ProgramOutput.result(json(nil, of: flow), as: .json)
      }
      throw ProgramOutput.fail(error)
    }
    let now = SystemHost.now
    // The walk approves moves and looks up files. What a client would do isn't done.
    let services = WalkServices(
      paths: SystemPaths(), client: [.effects, .drawing], clock: { now })
    var walk = FlowWalk(session, services: services)
    walk.start()
    let forecast = walk.session.forecastWithFiles
    switch format {
    case .text: ProgramOutput.text(lines(forecast, of: flow).map { $0 + "\n" }.joined())
    case .json: ProgramOutput.result(json(forecast, of: flow), as: .json)
    }
    if let failure = forecast.failure {
      throw ProgramOutput.fail(.flowFailed, "\(failure.place): \(failure.message)")
    }
  }
}
