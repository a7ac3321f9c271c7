// SPDX-License-Identifier: Apache-2.0

import FlowExpressions
import FlowForms
import FlowScripts
import FlowShell
import Foundation
import ScreenFaces
import StackFlowTesting
import Synchronization
import TerminalEmulation
import TerminalIO
import Testing

/// The built program on a pseudo-terminal, at each face.
@Suite struct ProgramScreenTests {
  private static func start(
    _ file: String, at kind: KeyDriver.FaceKind, columns: Int = 80, rows: Int = 24
  ) throws -> PseudoTerminal<EmulatedScreen> {
    let program = try #require(BuiltProgram.path("stackflow"))
    let size = WindowSize(columns: columns, rows: rows)
    return try PseudoTerminal(
      running: program, arguments: ["run", file, "--ui", kind.rawValue], size: size,
      environment: ["COLORTERM": "truecolor", "HOME": "/nonexistent"],
      directory: TypedScriptTests.folder.path, streams: ChildStreams(output: .pipe),
      timeout: .seconds(60), screen: EmulatedScreen(size: size))
  }

  /// The scripts that need nothing but keys: no effects, no clock, no answers given in advance.
  private static let plainFlows = [
    "new-service", "lighthouse", "conventional-commit",
  ]

  /// How the program has ended.
  private struct End: Sendable {
    let exit: PseudoTerminal<EmulatedScreen>.Exit
    let output: String
    let isRestored: Bool
    let picture: String

    init(_ terminal: PseudoTerminal<EmulatedScreen>) throws {
      exit = try terminal.waitForExit()
      output = String(decoding: terminal.standardOutput, as: UTF8.self)
      isRestored =
        terminal.isRestored && terminal.screen.isCursorVisible && !terminal.screen.isAlternate
      picture = terminal.screen.picture
    }
  }

  /// Runs work that blocks its thread on one of its own: the faces need those that tasks share.
  private static func apart<Output: Sendable>(
    _ work: @escaping @Sendable () throws -> Output
  ) async throws -> Output {
    try await BlockingWork.run { Result(catching: work) }.get()
  }

  @Test(arguments: plainFlows, KeyDriver.FaceKind.allCases)
  func aTypedScriptGivesTheSameOutput(name: String, kind: KeyDriver.FaceKind) async throws {
    let (wanted, end) = try await Self.apart {
      let (keys, output) = try Self.keys(ofAScriptOf: name, at: kind)
      let terminal = try Self.start("\(name).flow.yaml", at: kind)
      try terminal.waitForKeyWait()
      for chunk in keys { try terminal.type(bytes: chunk) }
      return (output, try End(terminal))
    }
    #expect(end.exit == .exited(0), "\(end.picture)")
    #expect(try Value(json: end.output) == Value(json: wanted))
    #expect(end.isRestored)
  }

  /// The keys that type a script, and the output that they lead to in memory.
  private static func keys(
    ofAScriptOf name: String, at kind: KeyDriver.FaceKind
  ) throws -> (keys: [[UInt8]], output: String) {
    let (flow, scripts) = try TypedScriptTests.scripts(of: name)
    let script = try #require(
      scripts.first { script in
        script.clock == nil && script.inputs.isEmpty && script.given.isEmpty
          && script.files.isEmpty && script.language == nil && !script.takesDefaults
          && script.outcome == nil && script.output != nil
          && !script.commands.contains { if case .deny = $0.action { true } else { false } }
      }, "\(name) has such a script")
    var made: KeyDriver?
    let result = ScriptRun.run(script, on: flow) { runner in
      let driver = KeyDriver(runner, at: kind)
      made = driver
      return driver
    }
    let driver = try #require(made)
    driver.end()
    try #require(result.isPassed)
    guard case .finished(let end)? = driver.ending else { throw CancellationError() }
    return (driver.chunks, try #require(JSONWriter().text(of: end.output)))
  }

  @Test(arguments: KeyDriver.FaceKind.allCases, [SIGTERM, SIGHUP, SIGINT, SIGQUIT])
  func aSignalRestoresTheTerminal(kind: KeyDriver.FaceKind, signal: Int32) async throws {
    let end = try await Self.apart {
      let terminal = try Self.start("new-service.flow.yaml", at: kind)
      try terminal.waitForKeyWait()
      try terminal.type("billing")
      terminal.send(signal: signal)
      return try End(terminal)
    }
    #expect(end.exit == .exited(128 + signal))
    #expect(end.isRestored, "\(end.picture)")
    #expect(end.output.isEmpty)
  }
}
