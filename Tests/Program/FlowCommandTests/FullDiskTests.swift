// SPDX-License-Identifier: Apache-2.0

import Expectations
import Foundation
import RandomTesting
import Testing

/// A disk that is full while a walk is saved: the walk continues, says so once, and what was saved can be
/// continued.
@Suite("Full disks")
struct FullDiskTests {
  private static let count = 12

  /// An answer that is about as long as a line.
  private static func answer(_ number: Int) -> String {
    "answer\(number)-" + String(repeating: "x", count: 150)
  }

  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    let steps = (0..<Self.count).map { "  - { ask: q\($0), type: string }\n" }
    try folder.write("flow: 1\nid: trip\nsteps:\n" + steps.joined(), to: "trip.flow.yaml")
    try folder.makeFolder("state")
  }

  private func walk(_ shell: String, _ arguments: String...) throws -> ProgramWalk {
    try ProgramWalk(
      arguments: arguments, shell: shell, columns: 200,
      environment: ["XDG_STATE_HOME": folder.path + "/state"], directory: folder.path)
  }

  private func call(_ arguments: String...) throws -> ProgramCall {
    try ProgramCall(
      arguments, environment: ["XDG_STATE_HOME": folder.path + "/state"], directory: folder.path)
  }

  private func notices(_ walk: ProgramWalk) -> [String] {
    walk.everyRow.filter { $0.hasPrefix("stackflow: ") }
  }

  /// Answers from a number on, to the end of the flow.
  private func answer(_ walk: ProgramWalk, from first: Int = 0) throws {
    for number in first..<Self.count { try walk.type(Self.answer(number) + "<Enter>") }
  }

  private var ids: [String] {
    folder.names(in: "state/stackflow/walks").map { String($0.dropLast(5)) }
  }

  /// A limit of the size of a file, 1,024 bytes, needs no privileges.
  @Test func aWalkGoesOnWithoutRoomAndIsContinuedFromWhatWasSaved() throws {
    let walk = try walk("ulimit -f 2; exec \"$@\"", "run", "trip.flow.yaml")
    for number in 0..<8 { try walk.type(Self.answer(number) + "<Enter>") }
    #expect(
      notices(walk).count == 1 && notices(walk)[0].contains("can no longer be saved"),
      "\(walk.everyRow)")
    #expect(notices(walk)[0].contains("file too large"))
    try walk.typeAhead("<Ctrl-C>")
    try expectEqual(walk.finish(), 130)
    let id = try #require(ids.first)
    expectEqual(walk.everyRow.last, "stackflow: Continue with: stackflow run --resume \(id)")
    let shown = try call("walks", "show", id).output
    let saved = (0..<Self.count).filter { shown.contains("q\($0): answer\($0)-") }.count
    #expect((1..<8).contains(saved), "\(shown)")
    let again = try self.walk("exec \"$@\"", "run", "--resume", id)
    try answer(again, from: saved)
    try expectEqual(again.finish(), 0)
    for number in 0..<Self.count {
      #expect(again.output.contains("\"q\(number)\": \"\(Self.answer(number))\""))
    }
    #expect(ids.isEmpty)
  }

  /// On a screen it's a remark of the frame, and nothing is written across the frame.
  @Test(arguments: ["inline", "full"])
  func aScreenSaysItInItsFrame(face: String) throws {
    try folder.write("in the way", to: "state/stackflow")
    let walk = try ProgramWalk(
      arguments: ["run", "trip.flow.yaml", "--ui", face], repaints: true,
      environment: ["XDG_STATE_HOME": folder.path + "/state", "ACCESSIBLE": ""],
      directory: folder.path)
    try walk.type(Self.answer(0) + "<Enter>")
    #expect(notices(walk).isEmpty, "\(walk.everyRow)")
    #expect(walk.everyRow.contains { $0.contains("can no longer be saved") }, "\(walk.everyRow)")
    try walk.typeAhead("<Ctrl-C>")
    try expectEqual(walk.finish(), 130)
  }

  @Test func theWholeResultIsDeliveredWithoutRoom() throws {
    let walk = try walk("ulimit -f 2; exec \"$@\"", "run", "trip.flow.yaml")
    try answer(walk)
    try expectEqual(walk.finish(), 0)
    #expect((0..<Self.count).allSatisfy { walk.output.contains(Self.answer($0)) })
    #expect(ids.isEmpty, "a delivered result needs no saved walk")
  }

  /// A file system that is full, and that only the program's namespace has.
  @Test(.enabled(if: hasNamespaces, "the system lets users mount nothing"))
  func aFullFileSystemLeavesTheWalkWalkable() throws {
    let shell = """
      exec unshare -rm sh -c 'mount -t tmpfs -o size=4k none state &&
        mkdir -p state/stackflow/walks && head -c 4096 /dev/zero >state/filler || exit 99
        "$@"; status=$?
        ls -A state/stackflow/walks >left; exit $status' sh "$@"
      """
    let walk = try walk(shell, "run", "trip.flow.yaml")
    try answer(walk)
    try expectEqual(walk.finish(), 0)
    expectEqual(notices(walk).count, 1, "\(walk.everyRow)")
    #expect(notices(walk)[0].contains("no space left on device"))
    #expect((0..<Self.count).allSatisfy { walk.output.contains(Self.answer($0)) })
    expectEqual(folder.text(of: "left"), "", "no file without a walk is left")
  }

  @Test func aWalkIsSavedWholeWhenThereIsRoomAgain() throws {
    try folder.write("in the way", to: "state/stackflow")
    let walk = try walk("exec \"$@\"", "run", "trip.flow.yaml")
    for number in 0..<3 { try walk.type(Self.answer(number) + "<Enter>") }
    expectEqual(notices(walk).count, 1)
    try folder.remove("state/stackflow")
    try walk.type(Self.answer(3) + "<Enter>")
    try walk.typeAhead("<Ctrl-C>")
    try expectEqual(walk.finish(), 130)
    let id = try #require(ids.first)
    expectEqual(walk.everyRow.last, "stackflow: Continue with: stackflow run --resume \(id)")
    let shown = try call("walks", "show", id).output
    #expect((0..<4).allSatisfy { shown.contains("q\($0): answer\($0)-") }, "\(shown)")
  }

  /// Continuing what was saved before an effect would perform it again.
  @Test func whatWasSavedBeforeAnEffectIsNotContinued() throws {
    try folder.write(
      """
      flow: 1
      id: trip
      steps:
        - { ask: q0, type: string }
        - { ask: long, type: string }
        - { run: made, command: [touch, made] }
        - { ask: q1, type: string }
      """, to: "trip.flow.yaml")
    let walk = try walk("ulimit -f 1; exec \"$@\"", "run", "trip.flow.yaml", "--allow-run")
    try walk.type("short<Enter>")
    expectEqual(ids.count, 1)
    try walk.type(String(repeating: "x", count: 400) + "<Enter>")
    #expect(folder.names.contains("made") && ids.isEmpty, "\(walk.everyRow)")
    try walk.typeAhead("<Ctrl-C>")
    try expectEqual(walk.finish(), 130)
  }

  private static var hasNamespaces: Bool {
    (try? ProgramCall(shell: "unshare -rm true"))?.exit == 0
  }
}
