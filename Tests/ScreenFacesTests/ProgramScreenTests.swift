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
@Suite(.serialized) struct ProgramScreenTests {
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

  @Test(arguments: plainFlows, KeyDriver.FaceKind.allCases)
  func aTypedScriptGivesTheSameOutput(name: String, kind: KeyDriver.FaceKind) throws {
    let (flow, scripts) = try TypedScriptTests.scripts(of: name)
    let script = try #require(
      scripts.first { script in
        script.clock == nil && script.inputs.isEmpty && script.given.isEmpty
          && script.files.isEmpty && script.language == nil && !script.takesDefaults
          && script.outcome == nil && script.output != nil
          && !script.commands.contains { if case .deny = $0.action { true } else { false } }
      }, "\(name) has such a script")
    var driver: KeyDriver?
    let result = ScriptRun.run(script, on: flow) { runner in
      let made = KeyDriver(runner, at: kind)
      driver = made
      return made
    }
    driver?.end()
    let keys = try #require(driver?.chunks)
    guard case .finished(let end)? = driver?.ending, result.isPassed else {
      Issue.record("\(name), \(kind): the script isn't typed to its end")
      return
    }
    let terminal = try Self.start("\(name).flow.yaml", at: kind)
    try terminal.waitForKeyWait()
    for chunk in keys { try terminal.type(bytes: chunk) }
    #expect(try terminal.waitForExit() == .exited(0), "\(terminal.screen.picture)")
    let output = try Value(json: String(decoding: terminal.standardOutput, as: UTF8.self))
    #expect(try output == Value(json: try #require(JSONWriter().text(of: end.output))))
    #expect(terminal.isRestored)
  }

  @Test(arguments: KeyDriver.FaceKind.allCases, [SIGTERM, SIGHUP, SIGINT, SIGQUIT])
  func aSignalRestoresTheTerminal(kind: KeyDriver.FaceKind, signal: Int32) throws {
    let terminal = try Self.start("new-service.flow.yaml", at: kind)
    try terminal.waitForKeyWait()
    try terminal.type("billing")
    terminal.send(signal: signal)
    #expect(try terminal.waitForExit() == .exited(128 + signal))
    #expect(terminal.isRestored)
    #expect(terminal.screen.isCursorVisible)
    #expect(!terminal.screen.isAlternate)
    #expect(terminal.standardOutput.isEmpty)
  }
}
