// SPDX-License-Identifier: GPL-3.0-or-later

public import ArgumentParser
import FlowExpressions
public import FlowForms
public import FlowHosts
import FlowShell
import GNUReadline

/// Asks the questions of a flow: `stackflow run FILE`.
struct RunCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "run", abstract: "Ask the questions of a flow, and print the answers.",
    discussion: """
      Answers may be given in advance; each is used when its question is reached, and checked as a \
      typed one. Standard output carries the result and nothing else.
      """)

  @Argument(help: "The flow file.", completion: .file(extensions: ["yaml"]))
  var file: String

  @OptionGroup(title: "Answers in advance") var given: GivenAnswerOptions

  @OptionGroup(title: "Without a person") var attendance: AttendanceOptions

  @OptionGroup(title: "What the flow may do") var effects: EffectOptions

  @OptionGroup(title: "Files") var files: FileOptions

  @Option(help: "How the result is written.")
  var format = ResultFormat.json

  @Option(
    help: "The file to write the result to, whole or not at all.", completion: .file())
  var output: String?

  @Flag(help: "Say what would be asked, as 'stackflow plan' does, and stop.")
  var plan = false

  @Option(help: "The language of the texts, such as de or de-AT.")
  var lang: String?

  @Option(help: "The most bytes of the flow file; a larger one is refused.")
  var maxBytes = ByteLimit.default

  @MainActor
  func run() async throws { try await run(on: nil) }

  /// Runs the command on a terminal that is open already.
  @MainActor
  func run(on terminal: DeviceTerminal?) async throws {
    defer { terminal?.close() }
    let flow = try FlowLoading.flow(
      file, limit: maxBytes.count, readable: files.allowRead)
    let answers = try given.read(for: flow)
    let options = SessionOptions(
      answers: answers.fields, takesDefaults: attendance.defaults,
      priorityThreshold: attendance.noInput ? .low : attendance.priority,
      language: lang ?? SystemHost.language, zone: SystemHost.zone)
    if plan { return try PlanCommand.write(flow, answers.inputs, options, as: .text) }
    let runner: FlowRunner
    do {
      runner = try FlowRunner(
        flow: flow, inputs: answers.inputs, options: options, effects: effects.host,
        clock: { SystemHost.now })
    } catch {
      throw Self.ending(of: error)
    }
    runner.pathHost = SystemPaths()
    let walk = Walk(runner: runner, attendance: attendance, terminal: terminal)
    let result = try await walk.run()
    terminal?.close()
    try deliver(result, of: runner.session)
  }

  /// Says what is wrong with the inputs.
  static func ending(of error: InputError) -> ProgramEnding {
    Output.fail(
      error.code == .missing ? .missingAnswers : .invalidAnswers,
      error.code == .missing
        ? "\(error.message); give it with --set \(error.input)=…" : error.message)
  }

  /// Writes the result and ends with the session's exit code.
  private func deliver(_ result: FlowResult, of session: FlowSession) throws(ProgramEnding) {
    let ending = ProgramEnding(result.outcome)
    guard result.outcome == .completed else { throw ending }
    let unused = session.unusedAnswers
    if !given.ignoreUnused, !unused.isEmpty {
      let names = unused.map { "'\($0)'" }.joined(separator: ", ")
      throw Output.fail(
        .invalidAnswers,
        unused.count == 1
          ? "the answer \(names) was given, but never asked for"
          : "the answers \(names) were given, but never asked for")
    }
    do {
      if let output {
        let text = try format.text(of: result.output)
        try SystemFiles.write(text, to: output, isPrivate: session.hasSecrets)
      } else {
        let value = Output.resultIsSeen ? session.masked(result.output) : result.output
        let text = try format.text(of: value)
        Output.result(Output.resultIsSeen ? Output.visible(text, format) : text)
      }
    } catch let error as ResultFormatError {
      throw Output.fail(.inputOutput, error.message)
    } catch let error as SystemFiles.Failure {
      throw Output.fail(.inputOutput, error.message)
    } catch {
      throw Output.fail(.inputOutput, "\(error)")
    }
  }
}

extension ResultFormat: ExpressibleByArgument {}
extension FieldPriority: ExpressibleByArgument {}

/// How much of a person there is.
struct AttendanceOptions: ParsableArguments {
  @Flag(help: "Take the defaults of questions that have an acceptable one.")
  var defaults = false

  @Flag(help: "Pass reviews, and answer commits with yes.")
  var yes = false

  @Flag(help: "Ask nothing: fail with the list of everything that is still needed.")
  var noInput = false

  @Option(help: "Do not ask questions of a lower priority.")
  var priority = FieldPriority.low

  @Option(help: "Give up after this time, such as 90s or 5m.")
  var timeout: TimeLimit?
}

/// A time on the command line: `90s`, `5m`.
struct TimeLimit: ExpressibleByArgument {
  let duration: Duration

  init?(argument: String) {
    guard let span = try? TimeSpan(typed: argument), span > .zero else { return nil }
    duration = .seconds(span.wholeSeconds) + .nanoseconds(span.nanosecondPart)
  }
}
