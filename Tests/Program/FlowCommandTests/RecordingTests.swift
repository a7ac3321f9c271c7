// SPDX-License-Identifier: Apache-2.0

import Expectations
import Foundation
import Testing

/// `--svg` and `--cast`: what was on the screen.
@Suite("Recordings")
struct RecordingTests {
  private static let inline = ["ACCESSIBLE": ""]

  private static func walk(
    _ arguments: [String], in folder: TemporaryFolder, environment: [String: String] = inline
  ) throws -> ProgramWalk {
    try folder.write(
      "flow: 1\nid: a\nsteps: [{ ask: x, type: string }, { ask: y, type: secret }]\n",
      to: "a.flow.yaml")
    return try ProgramWalk(
      arguments: ["run", "a.flow.yaml"] + arguments, columns: 40, rows: 10, repaints: true,
      environment: environment, directory: folder.path)
  }

  /// The texts of a picture, in their order.
  private static func texts(_ folder: TemporaryFolder, _ name: String) -> String {
    (folder.text(of: name) ?? "").split(separator: "<text ").dropFirst().compactMap { element in
      element.split(separator: ">").dropFirst().first?.split(separator: "<").first
    }.joined(separator: " ")
  }

  @Test func eachKeyIsAPictureAndTheLastOneIsWhatStays() throws {
    let folder = try TemporaryFolder()
    let walk = try Self.walk(["--svg", "frames"], in: folder)
    for key in ["a", "b", "<Enter>", "p", "w", "<Enter>"] { try walk.type(key) }
    try expectEqual(walk.finish(), 0)
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path + "/frames")
      .sorted()
    #expect(names.first == "001.svg" && names.count >= 7)
    expectEqual(folder.mode(of: "frames/001.svg"), 0o600)
    #expect(Self.texts(folder, "frames/003.svg").contains("ab"))
    let last = try #require(names.last)
    #expect(Self.texts(folder, "frames/\(last)").contains("✔"))
    let drawn = names.map { Self.texts(folder, "frames/\($0)") }
    #expect(!drawn.contains { $0.contains("pw") }, "a secret is dots")
  }

  @Test func picturesOfAnEarlierWalkGo() throws {
    let folder = try TemporaryFolder()
    var counts: [Int] = []
    for keys in [["a", "b", "c", "d", "e", "<Ctrl-C>"], ["a", "<Ctrl-C>"]] {
      let walk = try Self.walk(["--svg", "frames"], in: folder)
      for key in keys { try walk.type(key) }
      try expectEqual(walk.finish(), 130)
      let names = try FileManager.default.contentsOfDirectory(atPath: folder.path + "/frames")
        .sorted()
      counts.append(names.count)
      let last = try #require(names.last)
      #expect(Self.texts(folder, "frames/\(last)").contains("✗"), "\(last)")
    }
    #expect(counts[1] < counts[0], "\(counts)")
  }

  @Test func oneFileHasTheLastPicture() throws {
    let folder = try TemporaryFolder()
    let walk = try Self.walk(["--svg", "last.svg"], in: folder)
    try walk.type("ab<Enter>")
    #expect(Self.texts(folder, "last.svg").contains("Y"))
    try walk.type("<Ctrl-C>")
    try expectEqual(walk.finish(), 130)
    #expect(Self.texts(folder, "last.svg").contains("✗"))
    expectEqual(folder.names, ["a.flow.yaml", "last.svg"])
  }

  @Test(arguments: ["", "1"])
  func aRecordingHasAHeaderAndAllOutput(accessible: String) throws {
    let folder = try TemporaryFolder()
    let walk = try Self.walk(
      ["--cast", "walk.cast"], in: folder, environment: ["ACCESSIBLE": accessible])
    try walk.type("grüße")
    try walk.resize(columns: 50, rows: 10)
    try walk.type("<Enter>pw<Enter>")
    try expectEqual(walk.finish(), 0)
    let lines = try #require(folder.text(of: "walk.cast")).split(separator: "\n")
    let values = try lines.map { try JSONSerialization.jsonObject(with: Data($0.utf8)) }
    let header = try #require(values.first as? [String: Any])
    expectEqual(header["version"] as? Int, 2)
    #expect(header["width"] as? Int == 40 && header["height"] as? Int == 10)
    let events = values.dropFirst().compactMap { $0 as? [Any] }
    #expect(events.count == lines.count - 1 && events.allSatisfy { $0.count == 3 })
    let times = events.compactMap { ($0[0] as? NSNumber)?.doubleValue }
    #expect(times.count == events.count && times == times.sorted())
    let output = events.filter { $0[1] as? String == "o" }.compactMap { $0[2] as? String }
    // Modes are written in two ways; everything else is what the terminal was sent.
    #expect(output.joined().contains("grüße"))
    #expect(!output.joined().contains("pw"))
    let sizes = events.filter { $0[1] as? String == "r" }.compactMap { $0[2] as? String }
    expectEqual(sizes, ["50x10"])
    expectEqual(folder.mode(of: "walk.cast"), 0o600)
  }

  @Test func whatCannotBeRecordedIsSaidFirst() throws {
    let folder = try TemporaryFolder()
    try folder.write("", to: "file")
    try folder.write("to do", to: "notes.txt")
    try folder.write("<svg viewBox=\"0 0 1 1\"/>", to: "logo.svg")
    for (arguments, status, message) in [
      (["--cast", "no/walk.cast"], 74, "no/walk.cast: no such file or directory"),
      (["--svg", "file/frames"], 74, "file/frames: this folder can't be made"),
      (
        ["--cast", "notes.txt"], 2,
        "'notes.txt' exists, and isn't a recording of a terminal; remove it, or name another file"
      ),
      (
        ["--svg", "logo.svg"], 2,
        "'logo.svg' exists, and isn't a picture of a walk; remove it, or name another file"
      ),
      (
        ["--svg", "frames", "--ui", "line"], 2,
        "--svg draws the inline and full faces; the line face has no screen"
      ),
    ] as [([String], Int32, String)] {
      try folder.write("flow: 1\nid: a\nsteps: [{ ask: x, type: string }]\n", to: "a.flow.yaml")
      let walk = try ProgramWalk(
        arguments: ["run", "a.flow.yaml"] + arguments, waits: false, repaints: true,
        environment: Self.inline, directory: folder.path)
      try expectEqual(walk.finish(), status)
      // A row may end in the middle of a message.
      let words = "stackflow: \(message)".filter { !$0.isWhitespace }
      expectEqual(walk.everyRow.joined().filter { !$0.isWhitespace }, words)
    }
    expectEqual(folder.text(of: "notes.txt"), "to do")
  }

  @Test func aWalkIsAddedToAFileAsATest() throws {
    let folder = try TemporaryFolder()
    try folder.write(
      "test: by hand\nsteps:\n  - answer: { x: b }\n  - leave: quit\noutcome: cancelled",
      to: "a.test.yaml")
    let walk = try Self.walk(["--no-save", "--record", "a.test.yaml"], in: folder)
    try walk.type("<Enter>grüße<Enter>pw<Enter>")
    try expectEqual(walk.finish(), 0)
    let documents = (folder.text(of: "a.test.yaml") ?? "").components(separatedBy: "---\n")
    expectEqual(documents.count, 2)
    let recorded = (documents.last ?? "").split(separator: "\n").map { String($0) }
    expectEqual(recorded.first?.hasPrefix("test: \"recorded 20"), true)
    expectEqual(
      Array(recorded.dropFirst(2).filter { !$0.hasPrefix("language:") }),
      [
        "steps:", "  - reject: { x: null }", "  - answer: { x: \"grüße\", y: { secret: y } }",
      ], "\(recorded)")
    let test = try ProgramCall(
      ["test", "a.test.yaml"], environment: ["STACKFLOW_SECRET_y": "pw"], directory: folder.path)
    #expect(test.exit == 0 && test.output.contains("2 passed"), "\(test.output)\(test.messages)")
  }

  /// Beside the flow, under a name of its own, or with a part.
  @Test(arguments: [
    ("a.test.yaml", true), ("a.part.test.yaml", true), ("../LINK/a.test.yaml", true),
    ("b.test.yaml", false), ("a.yaml", false), ("sub/a.test.yaml", false),
  ])
  func aRecordingThatTestsWouldNotFindIsWarnedAbout(name: String, isFound: Bool) throws {
    let folder = try TemporaryFolder()
    try folder.makeFolder("sub")
    let own = URL(filePath: folder.path).lastPathComponent
    let name = name.replacingOccurrences(of: "LINK", with: own)
    let walk = try Self.walk(["--no-save", "--record", name, "--ui", "line"], in: folder)
    // A long message breaks between words.
    let rows = walk.everyRow.map { $0.split(separator: " ").joined(separator: " ") }
      .joined(separator: " ")
    try walk.type("<Ctrl-C>")
    try expectEqual(walk.finish(), 130)
    expectEqual(
      rows.contains("stackflow: 'stackflow test' won't find '\(name)'"), !isFound, "\(rows)")
  }

  @Test func aWalkThatWasInterruptedIsRecorded() throws {
    let folder = try TemporaryFolder()
    let walk = try Self.walk(["--no-save", "--record", "new.test.yaml"], in: folder)
    try walk.type("ab<Enter>")
    try walk.type("<Ctrl-C>")
    try expectEqual(walk.finish(), 130)
    let text = folder.text(of: "new.test.yaml") ?? ""
    #expect(
      text.hasSuffix("  - answer: { x: ab }\n  - leave: interrupt\noutcome: interrupted\n"),
      "\(text)")
  }

  /// Time passes while a user thinks, but not in a script.
  @Test func aRecordingThatDoesNotReplayIsKeptApart() throws {
    let folder = try TemporaryFolder()
    let walk = try Self.walk(["--no-save", "--record", "b.test.yaml"], in: folder)
    try walk.type("<Ctrl-C>")
    try expectEqual(walk.finish(), 130)
    let tests = folder.text(of: "b.test.yaml")
    try folder.write(
      """
      flow: 1
      id: b
      steps:
        - { compute: begin, value: now }
        - { ask: x, type: string }
        - { ask: y, when: now > begin, type: string }
      """, to: "b.flow.yaml")
    let slow = try ProgramWalk(
      arguments: ["run", "b.flow.yaml", "--no-save", "--record", "b.test.yaml"], columns: 120,
      rows: 20, repaints: true, environment: Self.inline, directory: folder.path)
    for _ in 0..<2 { try slow.type("a<Enter>") }
    try expectEqual(slow.finish(), 0)
    let said = slow.everyRow.joined(separator: "\n")
    #expect(
      said.contains(
        """
        stackflow: the recorded walk doesn't replay, so it's in 'b.test.yaml.draft' instead of 'b.test.yaml'
        b.test.yaml.draft:4:21: error: 'y' is not asked: the flow has ended [not-asked]
        4 |   - answer: { x: a, y: a }
          |                     ^
        """), "\(said)")
    expectEqual(folder.text(of: "b.test.yaml"), tests)
    expectEqual(
      folder.text(of: "b.test.yaml.draft")?.contains("  - answer: { x: a, y: a }\n"), true)
  }
}
