// SPDX-License-Identifier: Apache-2.0

import Expectations
import FlowModel
import FlowScripts
import FlowSessions
import Foundation
import RandomTesting
import ScriptTrips
import StackFlowTesting
import TerminalIO
import Testing

/// `run --record` on a pseudo-terminal writes, of each flow of `Flows/`, a test that does the same at every depth.
@Suite struct RecordedFlowTests {
  private static let scripts = StoredScripts(ProgramFixtures.flows)

  /// A script of a flow, by its number, and the face at which it's typed.
  struct Walk: Sendable {
    let flow: String
    let number: Int
    let face: String
  }

  /// Every day, one script of one flow; in a long run, all scripts of all flows.
  ///
  /// One after another, so that programs which wait for the processor aren't taken for programs that hang.
  @Test(
    .serialized,
    arguments: dailyPart(of: scripts.names, every: scripts.names.count, named: "recorded flows"))
  func recordedWalksReplayAtEachDepth(_ name: String) async throws {
    let (loaded, scripts) = try Self.scripts.scripts(of: name)
    let flow = try #require(loaded)
    let numbers = dailyPart(
      of: Array(scripts.indices), every: scripts.count, named: "recorded scripts")
    for number in numbers {
      let face = ["line", "inline", "full"][number % 3]
      try await replay(Walk(flow: name, number: number, face: face), of: flow, scripts[number])
    }
  }

  private func replay(_ walk: Walk, of flow: CheckedFlow, _ script: FlowScript) async throws {
    let folder = try TemporaryFolder()
    let copy = folder.path + "/Flows"
    try FileManager.default.copyItem(atPath: ProgramFixtures.flows, toPath: copy)
    let recorded = "\(walk.flow).recorded.test.yaml"
    let stage = ScriptStage(depth: .pty, setting: ScreenSetting(face: walk.face))
    let program = try ProgramFixtures.program()
    // It blocks its thread while the face is walked on another.
    let (typed, messages) = await BlockingWork.run {
      Self.typed(script, on: flow, at: stage) {
        try Self.started(program, walk, recording: recorded, in: copy)
      }
    }
    #expect(typed.isPassed, "\(walk): \(typed.failures)")
    let text = try String(contentsOfFile: "\(copy)/\(recorded)", encoding: .utf8)
    let session = try #require(typed.session)
    let secrets = ScriptRecording.placeholders(of: session)
    let found = FlowScriptFile.load(Array(text.utf8), name: recorded, flow: flow)
    let replayed = ScriptRun.run(
      try #require(found.scripts.first, "\(messages)\(text)"), on: flow, secrets: { secrets[$0] })
    let end = try #require(replayed.session)
    expectEqual("\(end.answers)", "\(session.answers)", "\(text)")
    expectEqual("\(end.state)", "\(session.state)", "\(text)")
    var environment: [String: String] = [:]
    for (name, secret) in secrets { environment["STACKFLOW_SECRET_\(name)"] = secret }
    for depth in ["session", "shell", "pty"] {
      let call = try ProgramCall(
        ["test", recorded, "--depth", depth], environment: environment, directory: copy)
      expectEqual(call.exit, 0, "\(depth): \(call.messages)\(call.output)\(text)")
      #expect(call.output.hasSuffix("1 passed, 0 failed\n"))
    }
  }

  /// Types a script at the program, and waits for its end.
  private static func typed(
    _ script: FlowScript, on flow: CheckedFlow, at stage: ScriptStage,
    launching launch: @escaping () throws -> ProgramDriver.Program
  ) -> (result: ScriptResult, messages: String) {
    var program: ProgramDriver.Program?
    let result = StagedRun(at: stage).run(script, on: flow) { _ in
      let started = try launch()
      program = started
      return started
    }
    _ = try? program?.waitForExit()
    return (result, String(decoding: program?.standardError ?? [], as: UTF8.self))
  }

  private static func started(
    _ program: String, _ walk: Walk, recording recorded: String, in folder: String
  ) throws -> ProgramDriver.Program {
    let size = WindowSize(columns: 80, rows: 24)
    return try ProgramDriver.Program(
      running: program,
      arguments: [
        "run", "\(walk.flow).flow.yaml", "--ui", walk.face, "--no-save", "--no-motion", "--mouse",
        "--timeout", "1h", "--record", recorded,
        "--scripted", "\(walk.number):\(walk.flow).test.yaml",
      ], size: size, environment: ProgramFixtures.environment(["ACCESSIBLE": ""]),
      directory: folder,
      streams: ChildStreams(output: .pipe, error: .pipe),
      screen: TerminalScreen(size: size))
  }
}
