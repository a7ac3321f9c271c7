// SPDX-License-Identifier: GPL-3.0-or-later

extension StackFlowProgram {
  /// The output of `stackflow --help`, which fits a window of 24 rows.
  ///
  /// The option parser lists a command in each row, without an example.
  static let help = """
    Walk people through the questions of a flow file, one step at a time.

    EXAMPLES:
      stackflow init hello              Write Flows/hello.flow.yaml and its test.
      stackflow run hello > hello.json  Ask its questions, and save the answers.
      stackflow test Flows              Replay the tests in a folder.

    USAGE: stackflow <command> [<options>]

      init, import                Write a flow to begin with, or one of a template.
      run, plan, update           Ask a flow, only list it, or merge a later one.
      check, fmt                  Check and format flows.
      test, explore, replay       Test flows, find faults, show walks again.
      ask, confirm                Ask one question from a shell script.
      walks                       List, show, or remove saved walks.
      diff, graph, schema         Compare or draw flows, or write a JSON Schema.
      eval                        Evaluate an expression.
      next, answer, back, result  Walk a flow with one command at a time.
      serve, mcp, web, lsp        Serve programs, agents, browsers, or editors.

    Answers go to standard output, everything else to the terminal. Without a
    command, stackflow asks which flow of ./Flows to run. 'stackflow help <command>'
    explains a command; 'stackflow --version' prints the version.
    """

  /// The output of `stackflow` in a folder without flows.
  static let helpWithoutFlows = """
    There are no flows in this folder. To begin:

      stackflow init         Write a flow and its test to ./Flows.
      stackflow run FILE     Ask the questions of a flow file.
      stackflow --help       List the commands.
    """

  /// Whether the words of a command line ask for this help.
  static func isHelp(askedBy words: some Collection<String>) -> Bool {
    words.count == 1 && ["--help", "-h", "-help", "help"].contains(words.first)
  }
}
