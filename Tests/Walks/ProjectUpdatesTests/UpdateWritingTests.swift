// SPDX-License-Identifier: Apache-2.0

import Expectations
import FlowEffects
import FlowModel
import FlowSessions
import Foundation
import Testing

@testable import FlowHosts
@testable import ProjectUpdates

/// An update is written whole or not at all, whatever ends the process, and undo restores exactly what was there.
@Suite struct UpdateWritingTests {
  /// A project in which a file is replaced, one is added, one and its folder are removed, a file becomes a link, a
  /// link becomes a file, a file becomes a folder, and a folder a file.
  private func project() throws -> (TestProject, WriteRequest) {
    let project = try TestProject()
    try project.write("old\n", to: "a")
    try project.write("gone\n", to: "d/e/gone")
    try project.write("file\n", to: "f")
    try project.write("outer\n", to: "g/h/i")
    try project.write("other\n", to: "g/j")
    try project.write("was\n", to: "x")
    try FileManager.default.createSymbolicLink(
      atPath: "\(project.path)/l", withDestinationPath: "a")
    try FileManager.default.createSymbolicLink(
      atPath: "\(project.path)/m", withDestinationPath: "a")
    func part(_ path: String, _ text: String, _ kind: WriteRequest.Kind = .file) -> WriteRequest {
      var part = WriteRequest(
        path: path, content: Array(text.utf8), exists: .overwrite, kind: kind)
      part.replacesKind = true
      return part
    }
    return (
      project,
      WriteRequest(
        path: ".", content: [], exists: .overwrite,
        kind: .tree([
          part("d/e/gone", "gone\n", .removal), part("g/h/i", "outer\n", .removal),
          part("g/j", "other\n", .removal), part("m", "a", .removal), part("x", "was\n", .removal),
          part("a", "new\n"), part("f", "a", .link), part("g", "inner\n"), part("l", "file\n"),
          part("n/new", "new\n"), part("x/y/z", "is\n"), part("x/z", "is\n"),
        ]))
    )
  }

  private static let before = [
    "a": "old\n", "d/e/gone": "gone\n", "f": "file\n", "g/h/i": "outer\n", "g/j": "other\n",
    "l": "-> a", "m": "-> a", "x": "was\n",
  ]
  private static let after = [
    "a": "new\n", "f": "-> a", "g": "inner\n", "l": "file\n", "n/new": "new\n", "x/y/z": "is\n",
    "x/z": "is\n",
  ]

  @Test func undoRestoresExactlyWhatWasThere() throws {
    let (project, request) = try project()
    let writes = SystemWrites(folder: project.path)
    guard case .written(let written) = writes.write(request) else {
      Issue.record("not written")
      return
    }
    expectEqual(project.files, Self.after)
    expectEqual(
      project.names, ["a", "f", "g", "l", "n", "n/new", "x", "x/y", "x/y/z", "x/z"])
    let result = writes.restore(RestoreRequest(write: request, written: written))
    expectEqual(result, .done)
    expectEqual(project.files, Self.before)
    expectEqual(
      project.names,
      ["a", "d", "d/e", "d/e/gone", "f", "g", "g/h", "g/h/i", "g/j", "l", "m", "x"])
  }

  /// A file in a folder that isn't removed keeps a file from its place, before anything is written.
  @Test(arguments: ["g/new", "g/h/new"]) func whatIsInAFolderKeepsIt(path: String) throws {
    let (project, request) = try project()
    try project.write("mine\n", to: path)
    guard case .failed = SystemWrites(folder: project.path).write(request) else {
      Issue.record("written")
      return
    }
    expectEqual(project.files, Self.before.merging([path: "mine\n"]) { $1 })
  }

  /// A file that has changed since it was seen isn't removed.
  @Test func aChangedFileIsNotRemoved() throws {
    let (project, request) = try project()
    try project.write("mine\n", to: "d/e/gone")
    guard case .failed = SystemWrites(folder: project.path).write(request) else {
      Issue.record("written")
      return
    }
    expectEqual(project.files, Self.before.merging(["d/e/gone": "mine\n"]) { $1 })
  }

  /// A process that's killed after any step leaves an update that the next one completes or takes back.
  @Test func aKillLeavesNothingHalf() throws {
    var (steps, hasEnded) = (0, false)
    var outcomes: Set<String> = []
    while !hasEnded {
      let (project, request) = try project()
      let writing = UpdateWriting(folder: project.path, flow: "app")
      hasEnded = try Self.begin(request, in: project, steps: steps)
      let recovery = writing.recover()
      outcomes.insert("\(recovery)")
      expectEqual(
        project.files, recovery == .completed ? Self.after : Self.before,
        "\(steps) steps, \(recovery)")
      #expect(!project.names.contains { $0.contains("stackflow-") }, "\(project.names)")
      #expect(!project.names.contains { $0.hasSuffix(".update") })
      expectEqual(writing.recover(), .nothing)
      steps += 1
    }
    expectEqual(outcomes, ["takenBack", "completed"])
  }

  /// Takes some of the steps of an update, and returns whether it has ended.
  private static func begin(
    _ request: WriteRequest, in project: TestProject, steps: Int
  ) throws -> Bool {
    let writing = UpdateWriting(folder: project.path, flow: "app")
    expectEqual(writing.note(request), nil)
    let writes = SystemWrites(folder: project.path)
    let recovery = TreeRecovery(of: request, in: SystemFolder(path: project.path))
    let note = try recovery.locked(by: writes, isMade: true, until: EffectCancellation())
    let plan = try TreePlan(of: request.parts, by: writes, naming: recovery)
    var change = TreeChange(plan, of: writing.attempt, by: writes, recovery, note)
    for _ in 0..<steps where try !change.advance(until: EffectCancellation()) { return true }
    return false
  }
}
