// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import FlowHosts

/// Answers and inputs given on the command line, in files, and in the environment.
package struct GivenAnswerOptions: ParsableArguments {
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

  package init() {}

  /// Returns the options as one value, with the maximum size of a file.
  package func answers(limit: ByteLimit) -> GivenAnswers {
    var given = GivenAnswers()
    given.assignments = assignments
    given.files = files
    given.suggestions = suggestions
    given.version = answersVersion?.number
    given.prefix = prefix?.text ?? ""
    given.ignoresUnused = ignoreUnused
    given.limit = limit.count
    return given
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

  package init?(argument: String) {
    guard VariableNames.isPrefix(argument) else { return nil }
    text = argument
  }
}
