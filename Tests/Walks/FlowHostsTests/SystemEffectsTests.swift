// SPDX-License-Identifier: Apache-2.0

import Expectations
import FlowEffects
import FlowExpressions
import FlowFiles
import FlowHosts
import FlowModel
import FlowSessions
import FlowTesting
import FlowWalks
import Foundation
import SourceDiagnostics
import Testing

/// A flow with real effects: permissions, actions, and a walk forward and back.
@Suite struct SystemEffectsTests {
  private func runner(
    _ steps: String, in folder: Folder, actions: [String: SystemEffects.Action] = [:],
    permissions: SystemEffects.Permissions = .everything
  ) throws -> FlowRunner {
    try FlowRunner(
      flow: flow(steps),
      effects: SystemEffects(folder: folder.path, actions: actions, permissions: permissions),
      clock: { .epoch })
  }

  private func flow(_ steps: String) throws -> CheckedFlow {
    try checkedFlow("flow: 1\nid: t\nsteps:\n\(steps)\n", name: "t.flow.yaml")
  }

  static let project = """
      - { ask: name, type: string }
      - { run: folder, command: [mkdir, "${name}"], undo: [rmdir, "${name}"] }
      - { write: readme, path: "${name}/README", content: "# ${name}\\n" }
      - { run: count, command: [wc, -c, "${name}/README"], capture: text, reads: true }
      - { note: told, text: "${count}" }
    """

  @Test func goingBackUndoesAWholeWalk() throws {
    let folder = try Folder()
    let runner = try runner(Self.project, in: folder)
    runner.start()
    runner.send(.answer(.text("app")))
    expectEqual(folder.names, ["app", "app/README"])
    let step = try #require(runner.state.step)
    expectEqual(step.text, "6 app/README")
    runner.send(.back(steps: 1))
    expectEqual(folder.names, [])
  }

  @Test func aPopStopsWhereAFileWasChanged() throws {
    let folder = try Folder()
    let runner = try runner(Self.project, in: folder)
    runner.start()
    runner.send(.answer(.text("app")))
    try folder.write("mine", to: "app/README")
    runner.send(.back(steps: 1))
    guard case .failed(let failure) = runner.state else {
      Issue.record("\(runner.state)")
      return
    }
    expectEqual(
      failure.message,
      "'readme' wasn't undone: restoring 'app/README' failed: the file has changed since it was "
        + "written; move away what has changed, and undo again")
    expectEqual(folder.names, ["app", "app/README"])
    // The step above runs again, and the flow continues.
    runner.send(.retry)
    let step = try #require(runner.state.step)
    expectEqual(step.text, "4 app/README")
  }

  @Test func actionsAreImplementedByTheEmbedder() throws {
    struct Refusal: Error, CustomStringConvertible {
      let description = "the office is closed"
    }
    let folder = try Folder()
    let steps = """
        - { run: add, action: add, with: { a: "1", b: "2" }, capture: json, type: integer, reads: true }
        - { run: closed, action: closed, onError: skip }
        - { run: none, action: nothing, onError: skip }
        - { note: told, text: "${add}" }
      """
    let runner = try runner(
      steps, in: folder,
      actions: [
        "add": { arguments, _ in
          guard case .int(let a)? = arguments["a"], case .int(let b)? = arguments["b"] else {
            return .null
          }
          return .int(a + b)
        },
        "closed": { _, _ in throw Refusal() },
      ], permissions: .init())
    let said = runner.start()
    expectEqual(
      said.filter { if case .effectFailed = $0 { true } else { false } },
      [
        .effectFailed(id: "closed", message: "the action 'closed' failed: the office is closed"),
        .effectFailed(id: "none", message: "the action 'nothing' doesn't exist here"),
      ])
    let step = try #require(runner.state.step)
    expectEqual(step.text, "3")
  }

  // MARK: Permission

  /// The requests of the project, after which the folder must be empty.
  private static let requests: [EffectRequest] = [
    EffectRequest(
      step: "c", effect: .command(CommandRequest(arguments: ["mkdir", "x"], timeout: .zero))),
    EffectRequest(
      step: "w", effect: .write(WriteRequest(path: "a", content: [], exists: .overwrite))),
  ]

  @Test func aHostRefusesWhatWasNotAllowed() throws {
    let folder = try Folder()
    let hosts = [
      SystemEffects(folder: folder.path),
      SystemEffects(folder: folder.path, permissions: .nothing),
      SystemEffects(folder: folder.path, permissions: .init()),
    ]
    for host in hosts {
      expectEqual(
        host.permission(for: Self.requests[0]), .refused(reason: "running commands isn't allowed")
      )
      expectEqual(
        host.permission(for: Self.requests[1]), .refused(reason: "writing files isn't allowed"))
    }
    let runner = try FlowRunner(
      flow: flow(Self.project), effects: SystemEffects(folder: folder.path), clock: { .epoch })
    runner.start()
    runner.send(.answer(.text("app")))
    guard case .failed(let failure) = runner.state else {
      Issue.record("nothing may run, not \(runner.state)")
      return
    }
    expectEqual(failure.message, "'mkdir' wasn't allowed: running commands isn't allowed")
    #expect(runner.decision == nil)
    expectEqual(folder.names, [])
  }

  @Test func aCommandIsAllowedByTheNameThatTheFlowWrites() throws {
    let folder = try Folder()
    func permission(
      _ name: String, _ commands: SystemEffects.Permissions.Commands
    ) -> EffectPermission {
      let host = SystemEffects(folder: folder.path, permissions: .init(commands: commands))
      return host.permission(
        for: EffectRequest(
          step: "c", effect: .command(CommandRequest(arguments: [name], timeout: .zero))))
    }
    expectEqual(permission("git", ["git"]), .granted)
    expectEqual(permission("git", ["mkdir", "git"]), .granted)
    expectEqual(permission("/usr/bin/git", ["git"]), .refused(reason: "only 'git' can be run"))
    expectEqual(permission("./git", ["git"]), .refused(reason: "only 'git' can be run"))
    expectEqual(
      permission("Git", ["git", "cp", "mkdir"]),
      .refused(reason: "only 'cp', 'git' and 'mkdir' can be run"))
    expectEqual(permission("anything", .all), .granted)
  }

  @Test func whatWasAllowedByNameIsPerformed() throws {
    let folder = try Folder()
    let runner = try runner(
      Self.project, in: folder,
      permissions: .init(commands: ["mkdir", "wc", "rmdir"], writableFolders: ["."]))
    runner.start()
    runner.send(.answer(.text("app")))
    expectEqual(folder.names, ["app", "app/README"])
    runner.send(.back(steps: 1))
    expectEqual(folder.names, [])
  }

  @Test func aWritableFolderIsRelativeToTheFolderOfTheHost() throws {
    let folder = try Folder()
    try folder.make("work/open")
    func permission(_ path: String, _ folders: [String]) -> EffectPermission {
      let host = SystemEffects(
        folder: folder.path + "/work", permissions: .init(writableFolders: folders))
      return host.permission(
        for: EffectRequest(
          step: "w", effect: .write(WriteRequest(path: path, content: [], exists: .ask))))
    }
    let refusal = EffectPermission.refused(
      reason: "the path isn't in a folder where writing is allowed")
    expectEqual(permission("a", ["."]), .granted)
    expectEqual(permission("open/a", ["open"]), .granted)
    expectEqual(permission("a", ["open"]), refusal)
    expectEqual(permission("open/a", ["none"]), refusal)
    expectEqual(permission("open/a", [folder.path]), .granted)
    // A path that leaves the folder is refused, whatever is writable.
    for folders in [["/"], [".."], ["."]] {
      expectEqual(
        permission("../a", folders), .refused(reason: "the path is outside the working directory"))
    }
  }

  @Test func nothingHappensWithoutApproval() throws {
    let folder = try Folder()
    let runner = try runner(Self.project, in: folder, permissions: .asked)
    runner.start()
    runner.send(.answer(.text("app")))
    expectEqual(folder.names, [])
    guard case .permission(let list, _)? = runner.decision else {
      Issue.record("it must be asked, not \(runner.state)")
      return
    }
    expectEqual(
      list.map { $0.words() },
      [
        "run mkdir app", "write app/README (6 bytes)", "run wc -c app/README",
      ])
    runner.decide(.yes)
    expectEqual(folder.names, ["app", "app/README"])
    guard case .asking = runner.state else {
      Issue.record("the yes is for all of the list, not \(runner.state)")
      return
    }
    // Their undo wasn't in the list.
    runner.send(.back(steps: 1))
    guard case .permission(let undos, _)? = runner.decision else {
      Issue.record("an undo must be asked for too")
      return
    }
    expectEqual(
      undos.map { $0.words() }, ["delete app/README, which this flow wrote", "undo with rmdir app"])
    runner.refuseEffect()
    expectEqual(folder.names, ["app", "app/README"])
    runner.send(.back(steps: 1))
    runner.decide(.yes)
    expectEqual(folder.names, [])
  }

  @Test func anApprovalIsForOneRequestOnly() throws {
    let folder = try Folder()
    let runner = try runner(Self.project, in: folder, permissions: .asked)
    runner.start()
    runner.send(.answer(.text("app")))
    guard case .permission(let list, _)? = runner.decision else {
      Issue.record("it must be asked")
      return
    }
    runner.refuseEffect()
    guard case .failed(let failure) = runner.state else {
      Issue.record("a refusal is a failure of the step")
      return
    }
    expectEqual(failure.message, "'mkdir' wasn't allowed")
    runner.decide(.yes, on: .permission(list, existingFile: nil))
    runner.send(.back(steps: 1))
    runner.send(.answer(.text("other")))
    guard case .permission(let others, _)? = runner.decision else {
      Issue.record("another folder is another question")
      return
    }
    expectEqual(others.first?.words(), "run mkdir other")
    expectEqual(folder.names, [])
  }

  @Test func allowedFoldersAreComparedThroughLinks() throws {
    let folder = try Folder()
    try folder.make("open/deep")
    try folder.make("closed")
    try folder.link("open/way", to: "../closed")
    let permissions = SystemEffects.Permissions(
      writableFolders: [folder.path + "/open"], others: .asked)
    let host = SystemEffects(folder: folder.path, permissions: permissions)
    func permission(_ path: String) -> EffectPermission {
      host.permission(
        for: EffectRequest(
          step: "w", effect: .write(WriteRequest(path: path, content: [], exists: .ask))))
    }
    expectEqual(permission("open/a"), .granted)
    expectEqual(permission("open/deep/new/a"), .granted)
    expectEqual(permission("open/way/a"), .asked)
    expectEqual(permission("closed/a"), .asked)
    expectEqual(permission("openly/a"), .asked)
    expectEqual(
      permission("../a"), .refused(reason: "the path is outside the working directory"))
    expectEqual(
      host.permission(
        for: EffectRequest(
          step: "r", effect: .command(CommandRequest(arguments: ["x"], timeout: .zero)))), .asked)
  }

  @Test func overwritingAnExistingFileIsAsked() throws {
    let folder = try Folder()
    try folder.write("old", to: "f")
    let steps = "  - { write: f, path: f, content: new }\n  - { note: n, text: hi }"
    let kept = try runner(steps, in: folder)
    kept.start()
    expectEqual(kept.decision?.existingFile, "f")
    kept.decide(.keep)
    try expectEqual(folder.text("f"), "old")
    let replaced = try runner(steps, in: folder)
    replaced.start()
    replaced.decide(.yes)
    try expectEqual(folder.text("f"), "new")
    let refused = try runner(
      steps.replacingOccurrences(of: "new", with: "other"), in: folder)
    refused.start()
    refused.refuseEffect("met a file")
    guard case .failed = refused.state else {
      Issue.record("a refusal is a failure of the step")
      return
    }
  }

  @Test func withoutAHostEveryEffectIsRefused() throws {
    let flow = try checkedFlow("flow: 1\nid: t\nsteps:\n  - { run: go, command: [x] }\n", name: "t")
    let runner = try FlowRunner(flow: flow, clock: { .epoch })
    runner.start()
    guard case .failed(let failure) = runner.state else {
      Issue.record("\(runner.state)")
      return
    }
    expectEqual(
      failure.message, "'x' wasn't allowed: commands and files are turned off here")
  }
}
