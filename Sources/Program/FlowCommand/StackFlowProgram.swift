// SPDX-License-Identifier: GPL-3.0-or-later

import ArgumentParser
import FlowHosts
import FlowSessions
import ProgramParts
import SourceDiagnostics
import TerminalIO

/// The program `stackflow`.
@main
struct StackFlowProgram: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "stackflow",
    abstract: "Walk people through the questions of a flow file, one step at a time.",
    discussion: """
      A flow file (NAME.flow.yaml) says what is asked, in which order and under which conditions. \
      The answers go to standard output; everything else goes to the terminal. Without a command, a \
      terminal asks which flow of ./Flows to walk.
      """,
    version: ProgramVersion.text,
    subcommands: [
      InitCommand.self, ImportCommand.self, RunCommand.self, UpdateCommand.self, AskCommand.self,
      ConfirmCommand.self,
      CheckCommand.self,
      FormatCommand.self,
      TestCommand.self, ExploreCommand.self, ReplayCommand.self, PlanCommand.self,
      WalksCommand.self, DiffCommand.self, GraphCommand.self, SchemaCommand.self,
      EvalCommand.self, SharedCommands.serve, WebCommand.self, SharedCommands.modelContext,
      LanguageServerCommand.self,
    ] + SharedCommands.steps)

  /// Parses the command line and runs the command, with this program's exit codes.
  @MainActor
  static func main() async {
    SystemFiles.reserveStandardStreams()
    do {
      guard BlockingWork.makeRoom() else {
        throw ProgramOutput.fail(
          .inputOutput,
          "the limit of this process's memory leaves no room for its threads; raise it (ulimit -v)")
      }
      try CommandLine.requireText()
      let words = CommandLine.arguments.dropFirst()
      if words.isEmpty {
        guard !FlowFolder.files.isEmpty else {
          return ProgramOutput.result(helpWithoutFlows + "\n")
        }
        if let flow = try await flowOfThisFolder() {
          return try await RunRequest(file: flow.path).run(on: flow.terminal)
        }
      }
      if words.isEmpty || isHelp(askedBy: words) {
        return ProgramOutput.result(help + "\n")
      }
      if words.count == 2, words.first == "run", let file = words.last, !file.hasPrefix("-") {
        return try await RunRequest(named: file).run()
      }
      if let words = WebCommand.words(ofTest: words) { try WebCommand.start(words) }
      let arguments = Self.arguments
      var command = try parsed(arguments)
      if let storing = command as? any StoringCommand, storing.needsOtherProgram {
        try WebCommand.start(["program"] + arguments, traits: "default,Web,PostgreSQL")
      }
      if var command = command as? any AsyncParsableCommand {
        try await command.run()
      } else {
        try command.run()
      }
    } catch let ending as ProgramEnding {
      ending.leave()
    } catch {
      // Help and the version were asked for; everything else is a usage error.
      let isAsked = exitCode(for: error) == .success
      let message = fullMessage(for: error)
      let text = message.split(separator: "\n", omittingEmptySubsequences: false)
        .reversed().drop(while: \.isEmpty).reversed().joined(separator: "\n")
      let isShort = isAsked && CommandHelp.isShort(for: CommandLine.arguments.dropFirst())
      if isAsked {
        ProgramOutput.result((isShort ? CommandHelp(text: text).short : text) + "\n")
      } else {
        let isAnswer = SharedCommands.takesAnswer(CommandLine.arguments.dropFirst().first)
        ProgramOutput.message(usageWords(text, ofAnswer: isAnswer))
      }
      ProgramEnding(isAsked ? .completed : .usage).leave()
    }
  }

  /// The words of the command line, of which a negative number isn't an option.
  private static var arguments: [String] {
    SharedCommands.words(Array(CommandLine.arguments.dropFirst()))
  }

  /// Parses the words of the command line.
  ///
  /// A person waits for `run`, `ask` and `confirm`: they are parsed without building every other
  /// command first, and only a mistake in them takes the way that words mistakes.
  private static func parsed(_ arguments: [String]) throws -> any ParsableCommand {
    let rest = Array(arguments.dropFirst())
    switch arguments.first {
    case "run": if let command = try? RunCommand.parse(rest) { return command }
    case "ask": if let command = try? AskCommand.parse(rest) { return command }
    case "confirm": if let command = try? ConfirmCommand.parse(rest) { return command }
    default: break
    }
    if let word = arguments.first { try refuse(unknown: word) }
    if arguments.first == "help", let topic = arguments.dropFirst().first {
      try refuse(unknown: topic)
    }
    do { return try parseAsRoot(arguments) } catch {
      guard exitCode(for: error) != .success else { throw error }
      // A missing argument is found before an unknown option, which is the mistake that matters.
      var missing = [["_"], ["_", "_"]]
      if takesState(arguments.first) { missing.append(["--state", "_.walk"]) }
      for words in missing {
        do { _ = try parseAsRoot(arguments + words) } catch let other
          where self.message(for: other).hasPrefix("Unknown option")
        { throw other } catch {}
      }
      throw error
    }
  }

  /// Whether a command takes the state of a walk.
  private static func takesState(_ name: String?) -> Bool {
    SharedCommands.steps.contains { $0.configuration.commandName == name }
  }

  /// Rejects a first word that isn't a command, with a suggestion.
  private static func refuse(unknown word: String) throws(ProgramEnding) {
    let names = configuration.subcommands.compactMap { $0.configuration.commandName } + ["help"]
    guard !word.hasPrefix("-"), !names.contains(word) else { return }
    if word.hasSuffix(".yaml") {
      throw ProgramOutput.fail(
        .usage, "'\(word)' isn't a command; to run it: stackflow run \(word)")
    }
    let near = NearMiss.nearest(to: word, in: names).map { "did you mean '\($0)'?" }
    throw ProgramOutput.fail(
      .usage,
      "there is no command '\(word)'; \(near ?? "there are \(names.joined(separator: ", "))")")
  }
}
