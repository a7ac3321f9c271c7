// SPDX-License-Identifier: Apache-2.0

import CLibrary
import CTerminal
import Expectations
import Foundation
import RandomTesting
import Testing

/// Commands that are killed while they write a tree of 600 files, daily of 150, and the next one continues.
@Suite struct KilledTreeWalkTests {
  private static let fileCount = isLongRun ? 600 : 150
  private static let folders = ["", "new/", "new/deep/", "old/"]
  private static let whole = String(repeating: "a line\n", count: 400)

  private static let steps = """
      - { ask: name, type: string }
      - { write: p, tree: t, to: out, exists: replace }
      - { note: told, text: All of it is there. }
    """

  /// A folder with the flow, two files that are replaced, one that stays, and a folder of the user.
  private static func place() throws -> SteppedFolder {
    let place = try SteppedFolder(steps)
    for name in ["t", "t/new", "t/new/deep", "t/old", "out", "out/old", "out/mine"] {
      try place.folder.makeFolder(name)
    }
    for number in 0..<fileCount {
      try place.folder.write(whole, to: "t/\(folders[number % 4])f\(number)")
    }
    try place.folder.write("before", to: "out/f0")
    try place.folder.write("before", to: "out/old/f3")
    try place.folder.write("mine", to: "out/mine/file")
    return place
  }

  private static let before = ["f0", "mine", "mine/file", "old", "old/f3"]

  private static let after =
    ((0..<fileCount).map { "\(folders[$0 % 4])f\($0)" }
    + ["mine", "mine/file", "old", "new", "new/deep"]).sorted()

  private static func names(_ place: SteppedFolder) -> [String] {
    let all = FileManager.default.enumerator(atPath: place.folder.path + "/out")?.allObjects
    return (all as? [String] ?? []).sorted()
  }

  /// The notes about trees, which are in the working directory.
  private static func notes(_ place: SteppedFolder) -> [String] {
    place.folder.names.filter { $0.hasPrefix(".stackflow") }
  }

  /// Runs a command in a process that's killed some time after something has begun.
  ///
  /// - Parameters:
  ///   - command: The command.
  ///   - place: The folder.
  ///   - time: The time in nanoseconds; nil for a process that isn't killed.
  ///   - hasBegun: Whether it has begun.
  ///   - hasEnded: Whether it has ended.
  /// - Throws: The reason why the program can't be run.
  /// - Returns: How long it took from the beginning to the end or the kill, in nanoseconds.
  @discardableResult
  private static func run(
    _ command: [String], in place: SteppedFolder, killedAfter time: Int64?,
    from hasBegun: () -> Bool, to hasEnded: () -> Bool
  ) throws -> Int64 {
    let process = Process()
    process.executableURL = URL(filePath: try ProgramFixtures.program())
    process.arguments = command + ["--state", "w.walk", "--allow-write", "."]
    process.environment = ProgramFixtures.environment([
      "XDG_STATE_HOME": place.folder.path + "/state"
    ])
    process.currentDirectoryURL = place.folder.url
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
    while process.isRunning, !hasBegun() { sched_yield() }
    // clock: it chooses moments of kills, and says how long it took.
    let start = ct_monotonic_nanoseconds()
    var end = start
    while process.isRunning, !hasEnded(), time.map({ end - start < $0 }) ?? true {
      sched_yield()
      // clock: the same.
      end = ct_monotonic_nanoseconds()
    }
    if time != nil, process.isRunning { kill(process.processIdentifier, SIGKILL) }
    process.waitUntilExit()
    return end - start
  }

  /// Writes the tree: from the note about it until the note is gone.
  private static func write(_ place: SteppedFolder, killedAfter time: Int64?) throws -> Int64 {
    try run(
      ["answer", "x"], in: place, killedAfter: time, from: { !notes(place).isEmpty },
      to: { notes(place).isEmpty })
  }

  /// Takes the tree back: from its last file, which is removed first, to its first, which is restored.
  private static func undo(_ place: SteppedFolder, killedAfter time: Int64?) throws -> Int64 {
    let (first, last) = ("out/f0", "out/old/f99")
    return try run(
      ["back"], in: place, killedAfter: time, from: { place.folder.text(of: last) == nil },
      to: { place.folder.text(of: first) == "before" })
  }

  @Test func aKilledTreeIsFinishedOrLeavesNothing() throws {
    let runs = RandomRuns(long: 60, named: "killed trees")
    let first = try Self.place()
    try first.call("next", "trip.flow.yaml")
    let duration = try Self.write(first, killedAfter: nil)
    expectEqual(Self.names(first), Self.after)
    var (ready, finished) = (0, 0)
    for seed in runs.seeds {
      var random = SeededGenerator(seed: seed)
      let place = try Self.place()
      try place.call("next", "trip.flow.yaml")
      _ = try Self.write(place, killedAfter: Int64.random(in: 0...duration, using: &random))
      let left = Self.names(place)
      // Whatever the moment is, no file in its place is half written.
      Self.expectWholeFiles(left, in: place, seed)
      if !Self.notes(place).isEmpty { ready += 1 }
      let state = try place.call("next", "--allow-write", ".").output
      // No one is asked what has happened.
      #expect(!state.contains("was interrupted"), "seed \(seed)")
      if state.contains("name") { try place.call("answer", "x", "--allow-write", ".") }
      if left != Self.after { finished += 1 }
      expectEqual(Self.names(place), Self.after, "seed \(seed)")
      #expect(Self.notes(place).isEmpty, "seed \(seed)")
      expectEqual(place.folder.text(of: "out/f0"), Self.whole, "seed \(seed)")
      expectEqual(place.folder.text(of: "out/old/f3"), Self.whole, "seed \(seed)")
      #expect(try place.call("next").output.contains("All of it is there."), "seed \(seed)")
      try place.call("back", "--allow-write", ".")
      expectEqual(Self.names(place), Self.before, "seed \(seed)")
      expectEqual(place.folder.text(of: "out/f0"), "before", "seed \(seed)")
      expectEqual(place.folder.text(of: "out/old/f3"), "before", "seed \(seed)")
    }
    // A process can end before it's killed, and nearly all would on a machine that's fast at once.
    if runs.count >= 10 { #expect(ready > 0) }
    print(
      "killed trees: \(runs.count) moments in \(duration / 1_000_000) ms; \(ready) in the middle, of "
        + "which \(finished) weren't in their places")
  }

  private static func expectWholeFiles(_ names: [String], in place: SteppedFolder, _ seed: UInt64) {
    for name in names where !name.contains(".stackflow") {
      guard let text = place.folder.text(of: "out/\(name)") else { continue }
      #expect([whole, "before", "mine"].contains(text), "seed \(seed): \(name)")
    }
  }

  @Test func aKilledUndoIsFinishedByTheNext() throws {
    let runs = RandomRuns(long: 60, named: "killed undos")
    func written() throws -> SteppedFolder {
      let place = try Self.place()
      try place.call("next", "trip.flow.yaml")
      try place.call("answer", "x", "--allow-write", ".")
      expectEqual(Self.names(place), Self.after)
      return place
    }
    let first = try written()
    let duration = try Self.undo(first, killedAfter: nil)
    expectEqual(Self.names(first), Self.before)
    var cut = 0
    for seed in runs.seeds {
      var random = SeededGenerator(seed: seed)
      let place = try written()
      _ = try Self.undo(place, killedAfter: Int64.random(in: 0...duration, using: &random))
      let left = Self.names(place)
      if ![Self.before, Self.after].contains(left) { cut += 1 }
      Self.expectWholeFiles(left, in: place, seed)
      let state = try place.call("next", "--allow-write", ".").output
      // No one is asked what has happened: what's begun is finished.
      #expect(!state.contains("was interrupted"), "seed \(seed)")
      if !state.contains("name") { try place.call("back", "--allow-write", ".") }
      expectEqual(Self.names(place), Self.before, "seed \(seed): \(state)")
      expectEqual(place.folder.text(of: "out/f0"), "before", "seed \(seed)")
      expectEqual(place.folder.text(of: "out/old/f3"), "before", "seed \(seed)")
      #expect(Self.notes(place).isEmpty, "seed \(seed)")
      #expect(try place.call("next").output.contains("name"), "seed \(seed)")
    }
    if runs.count >= 10 { #expect(cut > 0) }
    print("killed undos: \(runs.count) moments in \(duration / 1_000_000) ms; \(cut) in the middle")
  }
}
