// SPDX-License-Identifier: GPL-3.0-or-later

import CLibrary
import Expectations
import RandomTesting
import StackFlowTesting
import Testing

/// Editing compared with `readline()` itself, which `EditorProbe --compare` calls as any program does.
///
/// Both read the same keys in processes of their own, and note the line whenever they wait for more. Where the notes
/// differ, the first key of a kind in the table is left out, and the rest compared again: what then differs is a
/// fault. A sequence is compared no further than `readline()` itself gets.
@Suite("Readline compared with readline()")
struct ReadlineComparisonTests {
  @Test func everyKeyDoesWhatItDoesInReadline() throws {
    let runs = RandomRuns(long: 100_000, every: 2_000, named: "compared with readline()")
    let seeds = Array(runs.seeds)
    var keys = 0
    var reasons: [String: Int] = [:]
    var ends = 0
    for first in stride(from: 0, to: seeds.count, by: 2_000) {
      var sequences = seeds[first...].prefix(2_000).map { seed in
        var random = SeededGenerator(seed: seed)
        return KeySequence.random(&random, name: "seed \(seed)")
      }
      keys += sequences.reduce(0) { $0 + $1.keys.count }
      while !sequences.isEmpty {
        var rest: [KeySequence] = []
        for difference in try differences(in: sequences) {
          if difference.isOnlyTheEnd {
            ends += 1
          } else if let excuse = difference.excuse {
            reasons[excuse.reason, default: 0] += 1
            rest.append(excuse.without)
          } else {
            Issue.record("\(difference.picture)")
          }
        }
        sequences = rest
      }
    }
    print("compared \(seeds.count) sequences of \(keys) keys; left out:")
    for (reason, count) in reasons.sorted(by: { $0.value > $1.value }) {
      print("  \(count) \(reason)")
    }
    print("readline() ended in \(ends)")
    #expect(ends <= 1 + seeds.count / 1_000)
  }

  /// Each row has an example of keys that do something else; a row without one is removed.
  @Test func everyDifferenceIsOne() throws {
    let all = ReadlineDifference.all
    let found = try differences(in: all.map(\.example))
    expectEqual(found.map(\.sequence.row), all.map(\.example.row))
    for (row, difference) in zip(all, found) {
      #expect(difference.reasons.contains(row.reason), "\(row.reason)\n\(difference.picture)")
    }
  }

  // MARK: Running both

  /// A sequence with notes that differ.
  private struct Difference {
    var sequence: KeySequence
    var ours: [String]
    var readline: [String]
    /// Our notes after each key of the sequence, with the keys that arrived together in one array.
    var presses: [[(press: ReadlineDifference.Press, reasons: [String])]]

    /// The number of keys with equal notes.
    var index: Int { zip(ours, readline).prefix { $0 == $1 }.count }

    /// The reasons that hold for keys up to the difference.
    var reasons: [String] { presses.prefix(index + 1).joined().flatMap(\.reasons) }

    /// Whether our process has ended before the sequence.
    var hasEnded: Bool { ours.contains(where: Self.isEnd) }

    /// Whether all that differs is that the process of `readline()` has ended.
    var isOnlyTheEnd: Bool {
      !hasEnded && index == readline.count - 1 && Self.isEnd(readline[index])
    }

    static func isEnd(_ note: some StringProtocol) -> Bool { note.hasPrefix("status=") }

    /// The first reason, and the sequence without its key; nil if our process has ended.
    var excuse: (reason: String, without: KeySequence)? {
      guard !hasEnded else { return nil }
      for (place, group) in presses.prefix(index + 1).enumerated() {
        guard let key = group.firstIndex(where: { !$0.reasons.isEmpty }) else { continue }
        var without = sequence
        without.keys[place] = group.indices.filter { $0 != key }.map { group[$0].press.key }
          .joined()
        if without.keys[place].isEmpty { without.keys.remove(at: place) }
        return (group[key].reasons[0], without)
      }
      return nil
    }

    var picture: String {
      func note(_ notes: [String]) -> String {
        guard index < notes.count else { return "nothing" }
        return LineNote(notes[index][...])?.picture ?? notes[index]
      }
      return """
        \(sequence.picture), at key \(index + 1)
        readline(): \(note(readline))
        ours: \(note(ours))
        """
    }
  }

  private func differences(in sequences: [KeySequence]) throws -> [Difference] {
    let rows = try run(sequences.map(\.row), as: ["ours", "readline"])
    return sequences.indices.compactMap { place in
      let difference = Difference(
        sequence: sequences[place], ours: pauses(rows[0][place]),
        readline: rows[1][place].split(separator: " ").map(String.init),
        presses: presses(rows[0][place], mode: sequences[place].mode))
      return difference.hasEnded || difference.ours != difference.readline ? difference : nil
    }
  }

  /// The notes of our row where the keys pause, with what has ended since the pause before.
  private func pauses(_ row: String) -> [String] {
    row.split(separator: "/").compactMap { group in
      let notes = group.split(separator: " ").compactMap { $0.split(separator: ">").last }
      guard let last = notes.last else { return nil }
      let ended = notes.dropLast().map {
        $0[..<($0.lastIndex(of: ".").map($0.index(after:)) ?? $0.startIndex)]
      }
      return Difference.isEnd(last) ? String(last) : ended.joined() + last
    }
  }

  /// The keys of our row.
  private func presses(
    _ line: String, mode: String
  ) -> [[(press: ReadlineDifference.Press, reasons: [String])]] {
    var before = LineNote(beginning: mode)
    var keys: [String] = []
    return line.split(separator: "/").map { group in
      group.split(separator: " ").enumerated().compactMap { place, item in
        let parts = item.split(separator: ">")
        guard parts.count == 2 else { return nil }
        let press = ReadlineDifference.Press(
          line: before, key: String(decoding: [UInt8](hexadecimal: parts[0]), as: UTF8.self),
          before: keys, isQuick: place > 0, isDropped: parts[0].hasSuffix("!"))
        keys.append(press.key)
        if let note = LineNote(parts[1]) { before = note }
        return (press, ReadlineDifference.all.filter { $0.holds(for: press) }.map(\.reason))
      }
    }
  }

  /// Runs the probe in several ways at once, and returns the rows of each.
  private func run(_ rows: [String], as ways: [String]) throws -> [[String]] {
    let program = try #require(BuiltProgram.path("EditorProbe"))
    let path = "/tmp/stackflow-compared-\(getpid())-\(UInt64.random(in: 0 ... .max))"
    let files = [path] + ways.flatMap { [path + $0, path + $0 + ".errors"] }
    defer { for file in files { unlink(file) } }
    let input = try #require(fopen(path, "w"))
    fputs(rows.joined(separator: "\n") + "\n", input)
    fclose(input)
    let programs = try ways.map { way in
      try #require(
        popen(
          "env -i TERM=xterm-256color LC_ALL=C.UTF-8 '\(program)' --compare \(way) < '\(path)' > "
            + "'\(path + way)' 2> '\(path + way).errors'", "r"))
    }
    for program in programs { expectEqual(pclose(program), 0) }
    return try ways.map { way in
      // Readline says there that macros are nested too deeply; our editor must not.
      if way != "readline" { expectEqual(try self.lines(of: path + way + ".errors"), []) }
      let lines = try lines(of: path + way)
      expectEqual(lines.count, rows.count, "\(way)")
      return lines
    }
  }

  private func lines(of path: String) throws -> [String] {
    let file = try #require(fopen(path, "r"))
    defer { fclose(file) }
    var line: UnsafeMutablePointer<CChar>?
    var capacity = 0
    defer { free(line) }
    var lines: [String] = []
    while getline(&line, &capacity, file) > 0, let line { lines.append(String(cString: line)) }
    return lines
  }
}
