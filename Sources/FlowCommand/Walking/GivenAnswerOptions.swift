// SPDX-License-Identifier: GPL-3.0-or-later

import ArgumentParser

/// Answers and inputs on the command line, in files and in the environment.
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

  @Flag(help: "Do not mind answers that nothing asks for.")
  var ignoreUnused = false

  /// What was given.
  var answers: GivenAnswers {
    GivenAnswers(assignments: assignments, files: files, ignoresUnused: ignoreUnused)
  }
}
