// SPDX-License-Identifier: GPL-3.0-or-later

import ArgumentParser
import FlowHosts
import ProgramParts

/// Answers and inputs given on the command line, in files, and in the environment.
struct GivenAnswerOptions: ParsableArguments {
  @Option(
    name: .customLong("set"),
    help: ArgumentHelp(
      "An answer or an input; later ones win, and all win over --answers.", valueName: "name=value")
  )
  var assignments: [String] = []

  @Option(
    name: .customLong("answers"),
    help: ArgumentHelp(
      "Answers in a YAML, JSON or env file; - is standard input.", valueName: "file"),
    completion: .file())
  var files: [String] = []

  @Option(
    name: .customLong("suggest"),
    help: ArgumentHelp(
      "Earlier answers in such a file, offered for editing when their questions are asked.",
      valueName: "file"),
    completion: .file())
  var suggestions: [String] = []

  @Option(
    help: ArgumentHelp(
      "The version of the flow that the answers in files are of; its migrations bring them up to "
        + "the present one.", valueName: "number"))
  var answersVersion: VersionNumber?

  @Option(
    help: ArgumentHelp(
      "What the names of variables begin with, in results (--format env, shell, docker) and in "
        + "env files of answers.", valueName: "text"))
  var prefix: VariablePrefix?

  @Flag(help: "Ignore answers that no question asks for.")
  var ignoreUnused = false

  /// Returns the options as one value, with the maximum size of a file.
  func answers(limit: ByteLimit) -> GivenAnswers {
    GivenAnswers(
      assignments: assignments, files: files, suggestions: suggestions,
      version: answersVersion?.number, prefix: prefix?.text ?? "", ignoresUnused: ignoreUnused,
      limit: limit.count)
  }
}

/// A version of a flow on the command line; at least 1.
struct VersionNumber: ExpressibleByArgument {
  let number: Int

  init?(argument: String) {
    guard let number = Int(argument), number > 0 else { return nil }
    self.number = number
  }
}

/// A prefix of variable names on the command line.
struct VariablePrefix: ExpressibleByArgument {
  let text: String

  init?(argument: String) {
    guard VariableNames.isPrefix(argument) else { return nil }
    text = argument
  }
}
