// SPDX-License-Identifier: Apache-2.0

#if os(Linux)
import Expectations
import Foundation
import RandomTesting
import Testing

/// Trees that are written and taken back while any call of the system fails, or the process is killed at it.
///
/// Before a call, everything that came before it has happened, so that all states on the disk are met that a kill can
/// leave.
@Suite struct FailingCallTests {
  private static let fileCount = 6
  private static let folders = ["", "new/", "new/deep/", "old/"]

  /// A walk at its first question, whose answer writes a tree over two files.
  private struct Place {
    let steps: SteppedFolder
    var folder: TemporaryFolder { steps.folder }

    init(isWritten: Bool = false) throws {
      steps = try SteppedFolder(
        """
          - { ask: name, type: string }
          - { write: p, tree: t, to: out, exists: replace, onError: retry }
          - { note: told, text: All of it is there. }
        """)
      for name in ["t", "t/new", "t/new/deep", "t/old", "out", "out/old"] {
        try folder.makeFolder(name)
      }
      for number in 0..<fileCount {
        try folder.write("new \(number)", to: "t/\(folders[number % 4])f\(number)")
      }
      try folder.write("before 0", to: "out/f0")
      try folder.write("before 3", to: "out/old/f3")
      try folder.write("mine", to: "out/mine")
      try steps.call("next", "trip.flow.yaml")
      if isWritten { try steps.call("answer", "x", "--allow-write", ".") }
    }

    /// Writes the tree, or takes it back.
    func call(undoing: Bool, _ environment: [String: String] = [:]) throws -> ProgramCall {
      try ProgramCall(
        (undoing ? ["back"] : ["answer", "x"]) + ["--state", "w.walk", "--allow-write", "."],
        environment: environment.merging(["XDG_STATE_HOME": folder.path + "/state"]) { $1 },
        directory: folder.path)
    }

    /// The files in the folder, and whether notes are next to it.
    var contents: [String: String] {
      let names = FileManager.default.enumerator(atPath: folder.path + "/out")?.allObjects
      var contents: [String: String] = [:]
      for case let name as String in names ?? [] {
        contents[name] = folder.text(of: "out/\(name)") ?? "a folder"
      }
      for note in folder.names where note.hasPrefix(".stackflow") { contents[note] = "a note" }
      return contents
    }

    /// Where the walk is.
    func state() throws -> (name: String, words: String) {
      let call = try steps.call("next", "--allow-write", ".")
      let words = call.output + call.messages
      for (part, name) in [
        ("was interrupted here", "doubt"), ("All of it is there", "told"),
        ("Answer 'name'", "name"), ("--retry", "failed"),
      ] where words.contains(part) { return (name, words) }
      return ("gone", words)
    }
  }

  /// The contents before and after, and the number of calls that write the tree and take it back.
  private struct Measure {
    let before: [String: String]
    let after: [String: String]
    let counts: [Bool: Int]

    init() throws {
      let place = try Place()
      before = place.contents
      var counts: [Bool: Int] = [:]
      var after: [String: String] = [:]
      for undoing in [false, true] {
        let path = place.folder.path + "/count"
        _ = try place.call(undoing: undoing, FailingCalls.environment(count: path))
        counts[undoing] = place.folder.text(of: "count").flatMap { Int($0) }
        if !undoing { after = place.contents }
      }
      (self.after, self.counts) = (after, counts)
      expectEqual(place.contents, before)
      #expect(counts.count == 2 && counts.values.allSatisfy { $0 > 50 })
    }
  }

  @Test func aKillLeavesTheFolderAsBeforeOrAsAfterAndCanBeTakenBack() throws {
    let runs = RandomRuns(long: 400, every: 200, named: "calls with a kill")
    let measure = try Measure()
    var (asked, doubted) = (0, 0)
    for seed in runs.seeds {
      var random = SeededGenerator(seed: seed)
      let undoing = Bool.random(using: &random)
      // A program that isn't measured may make one call less at its end.
      let number = Int.random(in: 1..<(measure.counts[undoing] ?? 2), using: &random)
      let note: Comment = "seed \(seed): \(undoing ? "undo" : "write") \(number)"
      let place = try Place(isWritten: undoing)
      let killed = try place.call(
        undoing: undoing, FailingCalls.environment(kill: number))
      expectEqual(killed.exit, 137, note)
      var state = try place.state()
      if state.name == "doubt" {
        asked += 1
        switch Int.random(in: 0..<3, using: &random) {
        case 0: try place.steps.call("back", "--allow-write", ".")
        case 1: try place.steps.call("answer", "yes", "--allow-write", ".")
        default: try place.steps.call("answer", "no", "--allow-write", ".")
        }
        state = try place.state()
      }
      if state.name == "doubt" { doubted += 1 }
      expectEqual(place.contents, state.name == "told" ? measure.after : measure.before, note)
      if state.name == "told" { try place.steps.call("back", "--allow-write", ".") }
      expectEqual(place.contents, measure.before, note)
    }
    print("calls with a kill: \(runs.count) of \(measure.counts); \(asked) questions")
    expectEqual(doubted, 0)
  }

  /// A file that isn't on the disk isn't written.
  @Test func anErrorOfSynchronizingATreeIsReported() throws {
    let place = try Place()
    let before = place.contents
    let call = try place.call(undoing: false, FailingCalls.environment(name: "syncfs"))
    #expect((call.output + call.messages).contains("input/output error"), "\(call)")
    expectEqual(place.contents, before)
    expectEqual(try place.state().name, "failed")
    try place.steps.call("answer", "--retry", "--allow-write", ".")
    expectEqual(try place.state().name, "told")
  }

  /// With the disk working again, everything is as before, or the program has said what isn't.
  @Test func noLossGoesUnsaid() throws {
    let runs = RandomRuns(long: 400, every: 200, named: "failing calls")
    let measure = try Measure()
    var failures = 0
    for seed in runs.seeds {
      var random = SeededGenerator(seed: seed)
      let undoing = Bool.random(using: &random)
      let number = Int.random(in: 1...(measure.counts[undoing] ?? 1), using: &random)
      let error = [EIO, ENOSPC, EACCES, EINTR].randomElement(using: &random) ?? EIO
      // The second fails while the first is taken back.
      let numbers =
        Bool.random(using: &random) ? [number] : [number, number + Int.random(in: 1...20)]
      let note: Comment =
        "seed \(seed): \(undoing ? "undo" : "write"), error \(error) at \(numbers)"
      let place = try Place(isWritten: undoing)
      let call = try place.call(
        undoing: undoing, FailingCalls.environment(failing: numbers, error: error))
      var said = call.output + call.messages
      if call.exit != 0 { failures += 1 }
      for _ in 0..<6 {
        let state = try place.state()
        said += state.words
        let words: [String]
        switch state.name {
        case "doubt": words = ["answer", "no"]
        case "failed": words = said.contains("wasn't undone") ? ["back"] : ["answer", "--retry"]
        case "told": words = ["back"]
        default: words = []
        }
        if words.isEmpty { break }
        let next = try place.steps.plain(
          words + ["--state", "w.walk", "--allow-write", "."])
        said += next.output + next.messages
      }
      let end = place.contents
      if end != measure.before {
        let isSaid = said.contains("isn't restored") || said.contains("can't be saved")
        #expect(isSaid, "\(note): \(end)\n\(said)")
      }
    }
    if runs.count >= 10 { #expect(failures >= runs.count / 2) }
    print("failing calls: \(runs.count); \(failures) failures")
  }
}
#endif
