// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import FlowExpressions
import FlowHosts
import FlowModel
import FlowScreens
import FlowServer
import FlowSessions
import FlowWalks
import Localization

/// A command that takes one step of a walk in a state file.
protocol StepCommand: StoringCommand {
  var options: StateOptions { get }

  /// How the walk begins if the file has none.
  var beginning: SteppedWalk.Beginning { get }

  /// Reads what the command does.
  ///
  /// - Throws: ``ProgramEnding`` if the command line makes no sense.
  func action() throws(ProgramEnding) -> SteppedWalk.Action

  /// Whether the change is an answer to what the last command showed.
  var isAnswer: Bool { get }

  /// Whether the command shows what earlier commands led to.
  var isLook: Bool { get }
}

extension StepCommand {
  var beginning: SteppedWalk.Beginning { .init() }

  var isAnswer: Bool { false }

  var isLook: Bool { false }

  var needsOtherProgram: Bool { options.isInDatabase }

  func run() async throws {
    let action = try action()
    let beginning = beginning
    let stepped = try SteppedWalk(
      options, beginning, on: try await options.machine(beginsWalk: beginning.isAllowed))
    let notices = try await stepped.perform(action, isAnswer: isAnswer)
    defer { stepped.noteShown() }
    try stepped.report(notices).write(asJSON: options.json, tellingProblems: isLook)
  }
}

/// The command `stackflow next`.
struct NextCommand: StepCommand {
  static let configuration = CommandConfiguration(
    commandName: "next", abstract: "Begin a walk in a file, or show what it asks now.",
    discussion: """
      For scripts and agents that walk a flow without a terminal, one command at a time: 'next', then \
      'answer' and 'back' until the walk is complete, then 'result'. The file has everything, secrets \
      included, and is sealed: with --key-file, or with a key that the program makes for its user. What \
      the flow would run or write is asked for unless an option allows it, and happens once, even if the \
      program is killed. With --allow-read, answers that are paths are looked up in its folders only.

      Example: stackflow next Flows/hello.flow.yaml --state hello.walk
      """)

  @Argument(
    help: "The flow file; not needed if the walk has begun.",
    completion: .file(extensions: ["yaml"]))
  var file: String?

  @OptionGroup var options: StateOptions

  @OptionGroup(title: "Answers in advance") var given: GivenAnswerOptions

  @Flag(help: "Use the default of every question that has a valid one.")
  var defaults = false

  @Option(help: "Skip questions of a lower priority.")
  var priority = FieldPriority.low

  var beginning: SteppedWalk.Beginning {
    .init(
      file: file, given: given.answers(limit: options.maxBytes), takesDefaults: defaults,
      priority: priority, isAllowed: true)
  }

  var isLook: Bool { true }

  init() {}

  func action() -> SteppedWalk.Action { { _ in .start } }
}

/// The command `stackflow answer`.
struct AnswerCommand: StepCommand {
  static let name = "answer"

  static let configuration = CommandConfiguration(
    commandName: name,
    abstract: "Answer what a walk in a file asks, and show what it asks next.",
    discussion: """
      Without an answer, what's offered is taken, a note is passed, a review is accepted, and a list is \
      submitted. A decision about commands and files takes yes, no, or keep. The exit code is 4 if the \
      answer was refused; the question stays. Other users can see the words of a command, so give a \
      secret on standard input, with -, or in a file, with --answers. An answer that begins with '-', \
      and isn't a number, follows --.

      Example: stackflow answer Ada --state hello.walk
      """)

  /// Returns the words of a command line with a negative number, which is no option, behind `--`.
  static func wordsWithNumberLast(_ words: [String]) -> [String] {
    guard !words.contains("--"),
      let position = words.indices.dropFirst().first(where: { index in
        let (word, before) = (words[index], words[index - 1])
        return word.hasPrefix("-")
          && word.dropFirst().first.map { "0123456789.".contains($0) } == true
          && (!before.hasPrefix("--") || before.contains("="))
      })
    else { return words }
    var words = words
    let number = words.remove(at: position)
    return words + ["--", number]
  }

  @Argument(help: "The answer, as a user would type it; - reads it from standard input.")
  var answer: String?

  @OptionGroup var options: StateOptions

  @Option(
    name: .customLong("set"),
    help: ArgumentHelp(
      "An answer of a form, or of a later question; can be repeated.", valueName: "name=value"))
  var assignments: [String] = []

  @Option(
    name: .customLong("answers"),
    help: ArgumentHelp(
      "Answers in a YAML, JSON or env file, like those of --set; - is standard input.",
      valueName: "file"),
    completion: .file())
  var answersFile: String?

  @Option(help: ArgumentHelp("The answer as JSON, such as a list of records.", valueName: "json"))
  var value: String?

  @Flag(help: "Leave the question empty.")
  var empty = false

  @Flag(
    name: .customLong("default"), help: "Take the default, though an earlier answer is offered.")
  var takesDefault = false

  @Flag(help: "Say yes to the warnings of the answer.")
  var confirm = false

  @Flag(help: "Accept suggestions until a step has none.")
  var accept = false

  @Flag(help: "Begin a new record of the list.")
  var add = false

  @Option(help: ArgumentHelp("Ask for a record of the list again.", valueName: "number"))
  var edit: Int?

  @Option(help: ArgumentHelp("Remove a record of the list.", valueName: "number"))
  var remove: Int?

  @Flag(help: "Put the record that was removed last back.")
  var restore = false

  @Option(help: ArgumentHelp("Move a record of the list, with --to.", valueName: "number"))
  var move: Int?

  @Option(help: ArgumentHelp("Where the record that moves goes.", valueName: "number"))
  var to: Int?

  @Flag(help: "Submit a form with what it has.")
  var form = false

  @Flag(help: "Try a failed command or file again.")
  var retry = false

  var isAnswer: Bool { true }

  init() {}

  func validate() throws {
    let ways = [
      answer != nil, !assignments.isEmpty, answersFile != nil, value != nil, empty, takesDefault,
      confirm,
      accept,
      add, edit != nil,
      remove != nil, restore, move != nil, form, retry,
    ]
    if ways.count(where: { $0 }) > 1 {
      throw ValidationError(
        "give one answer: as text, with --set, in a file, or with one of the options")
    }
    if (move == nil) != (to == nil) {
      throw ValidationError(
        "to move a record, give its number with --move, and the new one with --to")
    }
  }

  func action() throws(ProgramEnding) -> SteppedWalk.Action {
    let action = try walkAction()
    return { walk throws(WalkError) in .perform(try action(walk)) }
  }

  private func walkAction() throws(ProgramEnding)
    -> @Sendable (FlowWalk) throws(WalkError) ->
    WalkAction
  {
    if retry { return { _ in .retry } }
    if accept { return { _ in .accept } }
    if add { return { _ in .change(.add) } }
    if restore { return { _ in .change(.restore) } }
    if let edit {
      return { walk throws(WalkError) in .change(.edit(try Self.position(edit, in: walk))) }
    }
    if let remove {
      return { walk throws(WalkError) in .change(.remove(try Self.position(remove, in: walk))) }
    }
    if let move, let to {
      return { walk throws(WalkError) in
        .change(
          .move(from: try Self.position(move, in: walk), to: try Self.position(to, in: walk)))
      }
    }
    if form { return { _ in .answer(.form) } }
    let text = try answer.map { (answer) throws(ProgramEnding) in
      try Self.typed(answer, limit: options.maxBytes.count)
    }
    let answers = try answers(text)
    let written = try answersFile.map { (file) throws(ProgramEnding) in
      try GivenAnswers.answers(in: file, limit: options.maxBytes.count)
    }
    let assignments = assignments
    return { walk throws(WalkError) in
      guard case .deciding = walk.state else {
        if let written { return .answer(.several(GivenAnswers.inputs(of: written, for: walk))) }
        guard let answers else {
          return .answer(.several(Self.inputs(assignments, for: walk)))
        }
        return .answer(answers)
      }
      if text == "keep" { return .decide(.keep) }
      let question = walk.decisionQuestion
      guard let text, let answer = question?.answer(typed: text) else {
        let label = question?.answers.first { $0.key == "perform" }?.label
        throw WalkError(
          .invalid, label.map { "this takes yes or '\($0)'" } ?? "a decision takes yes, no, or keep"
        )
      }
      return .decide(answer)
    }
  }

  /// Returns the 0-based position of a record that is named by its number.
  private static func position(_ number: Int, in walk: FlowWalk) throws(WalkError) -> Int {
    guard case .asking(let step) = walk.state, case .repeat = step.kind else {
      throw WalkError(.outOfTurn, "no list of records is asked now")
    }
    let count = step.items.count
    guard number >= 1, number <= count else {
      throw WalkError(
        .invalid,
        "'\(walk.session.name(of: step.id))' has no record \(number); their number is "
          + "\(count)")
    }
    return number - 1
  }

  /// Returns an answer as it's typed; `-` is standard input, without the line break at its end.
  private static func typed(_ answer: String, limit: Int) throws(ProgramEnding) -> String {
    guard answer == "-" else { return answer }
    var bytes = try GivenAnswers.bytes(of: "-", limit: limit)
    if bytes.last == UInt8(ascii: "\n") { bytes.removeLast() }
    if bytes.last == UInt8(ascii: "\r") { bytes.removeLast() }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw ProgramOutput.fail(.invalidAnswers, "standard input must be UTF-8 text")
    }
    return text
  }

  /// Returns the answers; nil if they're those of the assignments.
  private func answers(_ text: String?) throws(ProgramEnding) -> WalkAnswers? {
    if confirm { return .confirmation }
    if empty { return .one(.empty) }
    if takesDefault { return .one(.default) }
    if let text { return .one(.text(text)) }
    if let value {
      do throws(JSONError) {
        return .one(.value(try Value(json: value)))
      } catch {
        throw ProgramOutput.fail(.usage, "--value isn't JSON: \(error)")
      }
    }
    guard !assignments.isEmpty else { return .offered }
    if let assignment = assignments.first(where: { !$0.contains("=") }) {
      throw ProgramOutput.fail(.usage, "'\(assignment)' has no '='; write --set name=value")
    }
    return nil
  }

  private static func inputs(
    _ assignments: [String], for walk: FlowWalk
  ) -> [String: FieldInput] {
    let flow = walk.session.flow
    let names = AnswerNames(flow)
    var inputs: [String: FieldInput] = [:]
    var counts: [String: Int] = [:]
    for assignment in assignments {
      let name = names.assigned(in: assignment) ?? ""
      counts[String(name), default: 0] += 1
      inputs[String(name)] = flow.input(
        assigned: String(assignment[name.endIndex...].dropFirst()), to: String(name), names)
    }
    GivenAnswers.report(repeated: counts)
    return GivenAnswers.readingRecords(in: inputs, for: walk)
  }
}

/// The command `stackflow back`.
struct BackCommand: StepCommand {
  static let configuration = CommandConfiguration(
    commandName: "back", abstract: "Go back in a walk in a file, and show what it asks there.",
    discussion: """
      What was answered since is offered again. The exit code is 4 if going back is denied.

      Example: stackflow back name --state hello.walk
      """)

  @Argument(
    help: "The name or id of the step to go back to, or the number of steps (default: 1).")
  var target: String?

  @OptionGroup var options: StateOptions

  init() {}

  func action() -> SteppedWalk.Action {
    let target = target
    return { walk in
      guard let target else { return .perform(.back(steps: 1)) }
      if let count = Int(target) { return .perform(.back(steps: count)) }
      let names = StepNames(walk.session, ofFlow: true)
      guard !names.areSeveral(target) else {
        return .denied(
          reason: walk.session.catalog.text(.severalSteps, ["name": .quoted(target)]))
      }
      return .perform(.backTo(names.id(of: target)))
    }
  }
}

/// The command `stackflow result`.
struct ResultCommand: StoringCommand {
  static let configuration = CommandConfiguration(
    commandName: "result", abstract: "Print the result of a complete walk in a file.",
    discussion: """
      The exit code is 3 if the walk isn't complete. The file stays until you remove it.

      Example: stackflow result --state hello.walk
      """
  )

  @OptionGroup var options: StateOptions

  @Option(help: ArgumentHelp(ResultFormat.readers))
  var format: ResultFormat?

  @Option(
    help: "The file to write the result to, whole or not at all; - is standard output.",
    completion: .file())
  var output: String?

  @Option(help: ArgumentHelp("What the names of variables begin with.", valueName: "text"))
  var prefix: VariablePrefix?

  init() {}

  var needsOtherProgram: Bool { options.isInDatabase }

  @MainActor
  func run() async throws {
    let stepped = try SteppedWalk(options, .init(), on: try await options.machine())
    let walk = stepped.walk
    guard case .finished(let result) = walk.session.state else {
      stepped.tellNotices()
      throw ProgramOutput.fail(
        .missingAnswers,
        walk.session.catalog.text(
          .stepIncomplete, ["command": .quoted("stackflow next \(try stepped.report([]).words)")]))
    }
    guard result.outcome == .completed else {
      stepped.tellNotices()
      throw ProgramEnding(result.outcome)
    }
    if options.json {
      return try stepped.report([]).write(asJSON: true)
    }
    let delivery = ResultDelivery(
      format: format ?? .json, prefix: prefix?.text ?? "", file: output == "-" ? nil : output)
    try await delivery.deliver(result, of: walk.session, isAttended: false)
  }
}
