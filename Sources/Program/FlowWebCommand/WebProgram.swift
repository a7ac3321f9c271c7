// SPDX-License-Identifier: Apache-2.0

#if Web

import ArgumentParser
import FlowHosts
import FlowModel
import FlowSessions
import FlowWeb
import Hummingbird
import ProgramParts

/// The program `stackflow-web`.
@main
struct WebProgram: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "stackflow-web",
    abstract: "Walk people through the questions of flow files in their browsers.",
    discussion: """
      Walks are kept in a folder, sealed with a key that only this user can read. The address is printed; \
      a visitor who has the address of a walk can continue it. TLS is the task of a proxy.

      Example: stackflow-web Flows/hello.flow.yaml
      """,
    subcommands: [
      ServeWeb.self, ResultsCommand.self, SharedCommands.reseal, ProgramCommand.self, TestWeb.self,
    ],
    defaultSubcommand: ServeWeb.self)

  /// Shows the options of serving with those of the program, because that's what it does without a command.
  static func main() async {
    let arguments = CommandLine.arguments.dropFirst()
    guard arguments == ["--help"] || arguments == ["-h"] else {
      ProgramCommand.provideClients()
      return await run()
    }
    let commands = helpMessage().split(separator: "\n\n").last { $0.hasPrefix("SUBCOMMANDS:") }
    print(helpMessage(for: ServeWeb.self))
    print(commands ?? "")
  }

  private static func run() async {
    do {
      try CommandLine.requireText()
      var command = try parsed()
      if var command = command as? any AsyncParsableCommand {
        try await command.run()
      } else {
        try command.run()
      }
    } catch let ending as ProgramEnding {
      ending.leave()
    } catch let failure as ProgramFailure {
      complain("stackflow-web: \(failure)")
      ProgramEnding(failure.status).leave()
    } catch {
      // Help was asked for; what else isn't a mistake in the command line went wrong later.
      guard exitCode(for: error) == .validationFailure else { exit(withError: error) }
      complain(usage(fullMessage(for: error)))
      ProgramEnding(.usage).leave()
    }
  }

  /// Parses the words of the command line.
  private static func parsed() throws -> any ParsableCommand {
    let words = Array(CommandLine.arguments.dropFirst())
    do { return try parseAsRoot(words) } catch {
      guard exitCode(for: error) == .validationFailure else { throw error }
      // A missing argument is found before an unknown option, which is the mistake that matters.
      do { _ = try parseAsRoot(words + ["_"]) } catch let other
        where message(for: other).hasPrefix("Unknown option")
      { throw other } catch {}
      throw error
    }
  }

  /// Returns a message of the parser of arguments, which begins with `Error: `, after the program's name.
  private static func usage(_ text: String) -> String {
    let words = text.hasPrefix("Error: ") ? text.dropFirst("Error: ".count) : text[...]
    return "stackflow-web: \(words.prefix(1).lowercased())\(words.dropFirst())"
  }
}

#endif
