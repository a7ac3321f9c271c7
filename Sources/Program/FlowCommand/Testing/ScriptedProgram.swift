// SPDX-License-Identifier: GPL-3.0-or-later

import ArgumentParser
import FlowHosts
import FlowModel
import FlowScripts
import FlowSessions
import FlowWalks
import ProgramParts
import StackFlowTesting
import TerminalCells
import TerminalIO

/// This program itself, walking a flow in the world of one of its scripts.
struct ScriptedProgram {
  let flow: String

  /// The file of the script.
  let file: String

  /// The number of the script among those of the file that can run, from 0.
  let number: Int

  /// Folders next to which the flow may read files.
  let readable: [String]

  let stage: ScriptStage

  /// The time after which a program that waits for something that never comes fails its test; no machine is so slow.
  private static let limit = Duration.seconds(600)

  /// Starts the program on a pseudo-terminal.
  ///
  /// - Parameters:
  ///   - script: The script.
  ///   - denied: The numbers of the requests that are denied.
  /// - Returns: The program, which is running.
  /// - Throws: `PseudoTerminalError` if it can't be started.
  func start(_ script: FlowScript, denying denied: [Int]) throws -> ProgramDriver.Program {
    var arguments = ["run", flow, "--ui", stage.setting.face, "--no-save", "--no-motion"]
    // The time is up when the script says so.
    arguments += ["--mouse", "--timeout", "1h", "--scripted", "\(number):\(file)"]
    if !denied.isEmpty {
      arguments += ["--scripted-denials", denied.map(String.init).joined(separator: ",")]
    }
    for folder in readable { arguments += ["--allow-read", folder] }
    // These look the same in every environment, in a terminal that doesn't reflow rows.
    var environment = [
      "COLORTERM": "truecolor", "HOME": "/nonexistent", "INPUTRC": "/dev/null",
      "PATH": "/usr/bin:/bin", "XTERM_VERSION": "XTerm",
    ]
    for name in script.namedSecrets {
      environment[SystemHost.secretVariable(name)] = SystemHost.secret(name)
    }
    let size = WindowSize(columns: stage.setting.size.columns, rows: stage.setting.size.rows)
    return try PseudoTerminal(
      running: Self.path, arguments: arguments, size: size, environment: environment,
      streams: ChildStreams(output: .pipe, error: .pipe), timeout: Self.limit,
      screen: TerminalScreen(size: size))
  }

  /// The path of this program.
  private static var path: String {
    #if os(Linux)
    "/proc/self/exe"
    #else
    CommandLine.arguments[0]
    #endif
  }
}

/// The options with which ``ScriptedProgram`` starts this program; no user needs them.
struct ScriptedWalkOptions: ParsableArguments {
  @Option(help: .hidden)
  var scripted: Script?

  @Option(help: .hidden)
  var scriptedDenials: Numbers?

  /// The script of a file.
  struct Script: ExpressibleByArgument {
    let number: Int
    let file: String

    init?(argument: String) {
      let parts = argument.split(separator: ":", maxSplits: 1)
      guard parts.count == 2, let number = Int(parts[0]), number >= 0 else { return nil }
      self.number = number
      file = String(parts[1])
    }
  }

  /// Numbers with commas between them.
  struct Numbers: ExpressibleByArgument {
    let numbers: [Int]

    init?(argument: String) {
      numbers = argument.split(separator: ",").compactMap { Int($0) }
    }
  }

  /// Makes the walk in the world of the script.
  ///
  /// - Returns: The runner of the walk; nil if there's no script.
  /// - Throws: ``ProgramEnding`` if there's no such script.
  func runner(through flow: CheckedFlow) throws(ProgramEnding) -> FlowRunner? {
    guard let scripted else { return nil }
    let bytes = try FlowLoading.bytes(of: scripted.file, limit: ByteLimit.default.count)
    let scripts = FlowScriptFile.load(bytes, name: scripted.file, flow: flow).scripts
    guard scripts.indices.contains(scripted.number),
      let runner = ScriptRun.runner(
        scripts[scripted.number], on: flow, secrets: SystemHost.secret,
        denying: scriptedDenials?.numbers ?? [])
    else {
      throw ProgramOutput.fail(
        .usage, "'\(scripted.file)' has no script \(scripted.number) that can begin")
    }
    return runner
  }
}
