// SPDX-License-Identifier: Apache-2.0

import Expectations
import Foundation
import RandomTesting
import StackFlowShell
import StackFlowTesting
import TerminalIO
import Testing

/// yasr itself, between the built program and a terminal, speaks what its rules in memory say.
///
/// yasr writes what it would send to Speech Dispatcher into a file. `Scripts/test --long` installs it on Linux.
@Suite struct YasrTests {
  private static let yasr = "/usr/bin/yasr"

  /// Whether it's there.
  static let hasYasr = FileManager.default.isExecutableFile(atPath: yasr)

  /// The walks without a command, whose time would be measured, and without keys that yasr takes itself.
  private static let walks = HeardGoldenTests.walks.filter { $0.name != "effect" }

  @Test(.enabled(if: isLongRun && hasYasr), arguments: walks, [FaceKind.line, .inline])
  func yasrSpeaksWhatItsRulesSay(_ walk: HeardGoldenTests.Walk, at kind: FaceKind) async throws {
    let keys = (kind == .line ? walk.lines : walk.inline).flatMap(HeardWalk.keys)
    // yasr reads the screen when Alt-W is pressed.
    guard !keys.contains([0x1B, UInt8(ascii: "w")]) else { return }
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "heard-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try walk.flow.write(
      to: folder.appending(path: "w.flow.yaml"), atomically: true, encoding: .utf8)
    let spoken = folder.appending(path: "spoken")
    try Data().write(to: spoken)
    let program = try #require(BuiltProgram.path("stackflow"))
    let arguments = ["run", "w.flow.yaml", "--ui", kind.rawValue, "--no-motion", "--no-save"]
    let (expected, found) = try await ProgramOnTerminal.apart {
      // Alone, to know how much is written after each key.
      var speaker = YasrSpeaker()
      var expected: [String] = []
      var counts: [Int] = []
      let alone = try Self.terminal(program, arguments, in: folder)
      try alone.waitForKeyWait()
      expected += speaker.speak(alone.screen.bytes)
      counts.append(alone.screen.bytes.count)
      for (place, key) in keys.enumerated() {
        try alone.type(bytes: key)
        speaker.take(key: key)
        let spoken = speaker.speak(Array(alone.screen.bytes.dropFirst(counts.last ?? 0)))
        if place < keys.count - 1 { expected += spoken }
        counts.append(alone.screen.bytes.count)
      }
      let heard = try Self.terminal(
        Self.yasr, ["-s", "speech dispatcher", "-p", spoken.path, "--", program] + arguments,
        in: folder)
      for (place, count) in counts.enumerated() {
        try heard.waitForScreen { $0.bytes.count >= count }
        if place < keys.count { try heard.send(bytes: keys[place]) }
      }
      // When the output of the last key has come, yasr has spoken all before it.
      return (expected, Self.utterances(try Data(contentsOf: spoken)))
    }
    func words(_ texts: [String]) -> [String] {
      texts.map { $0.split(separator: " ").joined(separator: " ") }
    }
    let heard = Self.joined(words(found), as: words(expected)).prefix(expected.count)
    expectEqual(Array(heard), words(expected))
  }

  /// Joins the parts of a text that yasr has read in two pieces, which it divides at a blank.
  private static func joined(_ found: [String], as expected: [String]) -> [String] {
    var rest = found[...]
    var joined: [String] = []
    for text in expected {
      guard var part = rest.popFirst() else { break }
      while part != text, text.hasPrefix(part + " "), let next = rest.popFirst() {
        part += " " + next
      }
      joined.append(part)
    }
    return joined + rest
  }

  private static func terminal(
    _ path: String, _ arguments: [String], in folder: URL
  ) throws -> PseudoTerminal<Transcript> {
    try PseudoTerminal(
      running: path, arguments: arguments,
      environment: [
        "ACCESSIBLE": "1", "HOME": "/nonexistent", "INPUTRC": "/dev/null", "LOGNAME": "listener",
        "PATH": "/usr/bin:/bin",
      ], directory: folder.path, screen: Transcript())
  }

  /// The texts and characters among the commands for Speech Dispatcher.
  private static func utterances(_ commands: Data) -> [String] {
    var utterances: [String] = []
    var text: [String]?
    for line in String(decoding: commands, as: UTF8.self).components(separatedBy: "\r\n") {
      if text != nil, line == "." {
        utterances.append(text?.joined(separator: " ").filter { $0 != "\r" }.heard ?? "")
        text = nil
      } else if text != nil {
        text?.append(line)
      } else if line == "SPEAK" {
        text = []
      } else if line.hasPrefix("CHAR ") {
        utterances.append(String(line.dropFirst(5)))
      }
    }
    return utterances.filter { text in !text.allSatisfy { $0 == " " } }
  }
}
