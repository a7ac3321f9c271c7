// SPDX-License-Identifier: Apache-2.0

import Expectations
import FlowEffects
import FlowExpressions
import FlowFiles
import FlowHosts
import FlowModel
import FlowTesting
import FlowWalks
import Foundation
import Synchronization
import Testing

@testable import FlowSessions

/// Walks that are continued after their process was killed at the end of a write or an undo: what has happened is known
/// to every driver, and can be taken back.
@Suite struct ContinuedWriteTests {
  private static let files = ["t/a": "new a", "t/d/b": "new b"]

  private static func flow(_ write: String) throws -> CheckedFlow {
    try checkedFlow(
      "flow: 1\nid: t\nsteps:\n  - { ask: name, type: string }\n  - \(write)\n"
        + "  - { note: told, text: All of it is there. }\n",
      files: MemoryFileSource(texts: files))
  }

  static let writes = [
    "{ write: p, tree: t, to: out, exists: replace }",
    "{ write: p, path: out/a, content: new a, exists: overwrite }",
  ]

  private static func effects(_ folder: Folder) -> SystemEffects {
    SystemEffects(folder: folder.path, permissions: .everything)
  }

  /// A host whose process is killed before the walk has recorded anything.
  private struct Killed: EffectHost {
    let host: SystemEffects

    func permission(for request: EffectRequest) -> EffectPermission {
      host.permission(for: request)
    }

    func outlook(of request: WriteRequest) -> WriteOutlook { host.outlook(of: request) }

    func perform(
      _ request: EffectRequest, until cancellation: EffectCancellation
    ) -> EffectResult { host.perform(request, until: cancellation) }
  }

  /// A number that closures count up.
  private final class Count: Sendable {
    private let state = Mutex(0)

    var value: Int { state.withLock { $0 } }

    func add() { state.withLock { $0 += 1 } }
  }

  private static func place() throws -> Folder {
    let folder = try Folder()
    try folder.make("out")
    try folder.write("old a", to: "out/a")
    return folder
  }

  private static func contents(_ folder: Folder) -> [String: String] {
    var contents: [String: String] = [:]
    for name in folder.names { contents[name] = (try? folder.text(name)) ?? "a folder" }
    return contents
  }

  /// Does something in a process that's killed at the end of its effect.
  ///
  /// - Returns: The events that the walk has recorded.
  private static func killed(
    _ session: FlowSession, in folder: Folder, _ event: FlowEvent
  ) -> [LoggedEvent] {
    let recorded = Mutex<[LoggedEvent]>([])
    let runner = FlowRunner(
      continuing: session, effects: Killed(host: effects(folder)), clock: { .epoch })
    runner.start()
    runner.services.onEvent = { session in
      guard session.effectInProgress != nil else { return }
      recorded.withLock { $0 = session.events }
    }
    runner.send(event)
    let events = recorded.withLock { $0 }
    #expect(!events.isEmpty)
    return events
  }

  @Test(arguments: writes) func aRunnerGoesOnWithWhatItsWalkHasWritten(write: String) throws {
    let flow = try Self.flow(write)
    let folder = try Self.place()
    let before = Self.contents(folder)
    let events = Self.killed(try FlowSession(flow: flow), in: folder, .answer(.text("x")))
    let runner = FlowRunner(
      continuing: try FlowSession.restoring(events, flow: flow).session,
      effects: Self.effects(folder), clock: { .epoch })
    runner.start()
    #expect(runner.decision == nil)
    expectEqual(runner.session.undoableSteps, ["p"])
    #expect(!folder.names.contains { $0.hasPrefix(".stackflow") })
    try expectEqual(folder.text("out/a"), "new a")
    runner.send(.back(steps: 1))
    expectEqual(Self.contents(folder), before)
  }

  @Test(arguments: writes) func aRunnerGoesOnWithWhatItsWalkHasUndone(write: String) throws {
    let flow = try Self.flow(write)
    let folder = try Self.place()
    let before = Self.contents(folder)
    let first = FlowRunner(
      continuing: try FlowSession(flow: flow), effects: Self.effects(folder), clock: { .epoch })
    first.start()
    first.send(.answer(.text("x")))
    let events = Self.killed(first.session, in: folder, .back(steps: 1))
    let runner = FlowRunner(
      continuing: try FlowSession.restoring(events, flow: flow).session,
      effects: Self.effects(folder), clock: { .epoch })
    runner.start()
    #expect(runner.decision == nil)
    let step = try #require(runner.state.step)
    expectEqual(step.id, "name")
    expectEqual(Self.contents(folder), before)
  }

  @Test(arguments: writes) func anAsynchronousRunnerGoesOnToo(write: String) async throws {
    let flow = try Self.flow(write)
    let folder = try Self.place()
    let before = Self.contents(folder)
    let events = Self.killed(try FlowSession(flow: flow), in: folder, .answer(.text("x")))
    let saves = Count()
    let path = folder.path
    let runner = AsyncFlowRunner(
      continuing: try FlowSession.restoring(events, flow: flow).session,
      effects: BlockingEffects(SystemEffects(folder: path, permissions: .everything)),
      saving: { _ in
        // Until the result is saved, the note is there.
        let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
        if names.contains(where: { $0.hasPrefix(".stackflow") }) { saves.add() }
      }, clock: { .epoch })
    try await runner.start()
    #expect(await runner.decision == nil)
    expectEqual(saves.value, 1)
    #expect(!folder.names.contains { $0.hasPrefix(".stackflow") })
    try await runner.send(.back(steps: 1))
    expectEqual(Self.contents(folder), before)
  }

  /// A step that's retried while what came of it couldn't be saved is concluded with it.
  @Test func theNoteStaysAsLongAsTheWalkCannotBeSaved() throws {
    let flow = try Self.flow(Self.writes[0])
    let folder = try Self.place()
    let saves = Count()
    var services = WalkServices(effects: Self.effects(folder), clock: { .epoch })
    services.hasRecorded = { saves.value > 0 }
    var walk = FlowWalk(try FlowSession(flow: flow), services: services)
    walk.start()
    _ = try walk.send(.answer(.one(.text("x"))))
    #expect(folder.names.contains { $0.hasPrefix(".stackflow") })
    saves.add()
    walk.start()
    #expect(!folder.names.contains { $0.hasPrefix(".stackflow") })
  }
}
