// SPDX-License-Identifier: Apache-2.0

import Expectations
import Foundation
import RandomTesting
import Testing

/// `stackflow test` at each depth and face.
@Suite("stackflow test --depth") struct DepthTests {
  /// A script file of `Flows/` or `Tests/Flows/` at a depth and a face.
  struct Case: CustomTestStringConvertible, Sendable {
    let file: String
    let depth: String
    let face: String
    let size: String
    var testDescription: String { "\(file) --depth \(depth) --ui \(face) --size \(size)" }
  }

  private static let files: [String] = ProjectFolder.scripted.flatMap { folder in
    let path = ProjectFolder.url.appending(path: folder).path
    let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
    return names.filter { $0.hasSuffix(".test.yaml") }.sorted().map { "\(folder)/\($0)" }
  }

  private static func cases(_ depth: String) -> [Case] {
    files.flatMap { file in
      ["line", "inline", "full"].flatMap { face in
        // Only the scripts of `Flows/` have pictures of other sizes.
        (file.hasPrefix("Flows/") ? ["80x24", "40x20", "100x30"] : ["80x24"]).map {
          Case(file: file, depth: depth, face: face, size: $0)
        }
      }
    }
  }

  @Test func thereAreFlows() { #expect(Self.files.count >= 14) }

  @Test(
    arguments: dailyPart(of: cases("shell"), every: 84, named: "scripts in the shell")
      + dailyPart(of: cases("pty"), every: 252, named: "scripts at the program"))
  func theScriptsOfAFlowPass(_ test: Case) throws {
    let call = try ProgramCall(
      ["test", test.file, "--depth", test.depth, "--ui", test.face, "--size", test.size],
      directory: ProjectFolder.url.path)
    expectEqual(call.messages, "")
    expectEqual(call.exit, 0, "\(call.output)")
    let session = try ProgramCall(["test", test.file], directory: ProjectFolder.url.path)
    // At the session's depth, more isn't performed.
    let counts = session.output.split(separator: "\n").last.map(String.init)
    expectEqual(call.output.split(separator: "\n").last.map(String.init), counts, "\(call.output)")
  }

  /// No test waits: the driver lets the time come.
  @Test(arguments: ["shell", "pty"], ["line", "inline", "full"])
  func aWalkWhoseTimeIsUpEndsAtEachDepth(depth: String, face: String) throws {
    let folder = try TemporaryFolder()
    try folder.write(
      "flow: 1\nid: a\nsteps: [{ ask: name, type: string }, { ask: age, type: integer }]\n",
      to: "a.flow.yaml")
    try folder.write(
      """
      test: late
      steps:
        - answer: { name: ada }
        - expect: { at: age }
        - leave: timeout
      outcome: timeout
      """, to: "a.test.yaml")
    let call = try ProgramCall(
      ["test", ".", "--depth", depth, "--ui", face, "--report", "tap"], directory: folder.path)
    expectEqual(call.exit, 0, "\(call.output)\(call.messages)")
    // Nothing is left out.
    #expect(!call.output.contains("not performed"))
  }

  @Test(arguments: ["shell", "pty"], ["line", "inline"])
  func theWorldOfAScriptIsThatOfItsProgram(depth: String, face: String) throws {
    let folder = try TemporaryFolder()
    try folder.write(
      """
      flow: 1
      id: a
      inputs: { greeting: { type: string } }
      steps:
        - { ask: name, type: string, label: Name }
        - { ask: token, type: secret }
        - { run: greet, command: [echo, "${name}"] }
        - { write: file, path: out.txt, content: "${greeting} ${name} on ${string(today)}" }
        - { ask: more, type: boolean }
      """, to: "a.flow.yaml")
    try folder.write(
      """
      test: t
      clock: 2026-01-31T09:00:00Z
      inputs: { greeting: hello }
      runs: { greet: {} }
      files: { out.txt: something else }
      steps:
        - deny: { push: not yet }
        - { answer: { name: ada }, keys: "ada<Enter>" }
        - expect: { at: name, refused: not yet }
        - screen: { contains: not yet }
        - answer: { name: ada, token: { secret: TOKEN }, file: yes }
        - expect: { files: { out.txt: hello ada on 2026-01-31 }, ran: [greet] }
        - { answer: { more: yes }, keys: "yes<Enter>" }
      """, to: "a.test.yaml")
    let call = try ProgramCall(
      ["test", ".", "--depth", depth, "--ui", face],
      environment: ["STACKFLOW_SECRET_token": "geheim"], directory: folder.path)
    expectEqual(call.messages, "")
    expectEqual(call.exit, 0, "\(call.output)")
    #expect(!FileManager.default.fileExists(atPath: folder.path + "/out.txt"))
  }

  @Test func reportsNameTheDepthAndWhatWasNotPerformed() throws {
    let folder = try TemporaryFolder()
    try folder.write("flow: 1\nid: a\nsteps:\n  - { ask: name, type: string }\n", to: "a.flow.yaml")
    try folder.write(
      """
      test: t
      steps:
        - { answer: { name: x }, keys: "x<Enter>", screen: { full 60x12: … } }
      """, to: "a.test.yaml")
    func output(_ arguments: String...) throws -> String {
      try ProgramCall(["test", "."] + arguments, directory: folder.path).output
    }
    try expectEqual(
      output(),
      """
      not performed: 2 (keys, clicks, resizes and screens need --depth shell or pty)
      1 passed, 0 failed

      """)
    #expect(
      try output("--depth", "shell", "--report", "tap").contains(
        """
        # at depth shell
        # not performed: 1 (clicks in lines, or pictures for another face or size)

        """))
    let options = ["--depth", "shell", "--ui", "full", "--size", "60x12", "--report"]
    func full(_ format: String) throws -> String {
      try ProgramCall(["test", "."] + options + [format], directory: folder.path).output
    }
    try expectEqual(full("text"), "at depth shell, full 60x12\n1 passed, 0 failed\n")
    try expectEqual(full("github"), "at depth shell, full 60x12\n1 passed, 0 failed\n")
    #expect(
      try full("junit").contains(
        "<properties><property name=\"depth\" value=\"shell\"/><property name=\"ui\" value=\"full\"/>"
          + "<property name=\"size\" value=\"60x12\"/></properties>"))
    let json = try full("json")
    #expect(json.contains("\"depth\": \"shell\""))
    #expect(json.contains("\"ui\": \"full\""))
    #expect(json.contains("\"size\": \"60x12\""))
  }

  @Test func aFaceNeedsADepthWithAScreen() throws {
    let call = try ProgramCall(["test", ".", "--ui", "full"])
    expectEqual(call.exit, 2)
    #expect(call.messages.contains("--ui needs --depth shell or pty: the session has no screen"))
    let size = try ProgramCall(["test", ".", "--depth", "shell", "--size", "0x9"])
    expectEqual(size.exit, 2)
  }

  @Test(arguments: ["shell", "pty"])
  func updatingWritesTheSameScreenAtEachDepth(depth: String) throws {
    let folder = try TemporaryFolder()
    try folder.write("flow: 1\nid: a\nsteps:\n  - { ask: name, type: string }\n", to: "a.flow.yaml")
    try folder.write(
      """
      test: t
      steps:
        - { keys: ad, screen: }
        - answer: { name: x }
      output: { name: y }
      """, to: "a.test.yaml")
    let call = try ProgramCall(
      ["test", ".", "--depth", depth, "--update"], directory: folder.path)
    expectEqual(call.exit, 0, "\(call.messages)")
    #expect(call.output.contains("-5 output: { name: y }\n+5 output: { name: x }\n"))
    let text = try String(contentsOfFile: folder.path + "/a.test.yaml", encoding: .utf8)
    #expect(text.hasSuffix("  - answer: { name: x }\noutput: { name: x }"), "\(text)")
    for other in ["shell", "pty"] {
      let again = try ProgramCall(["test", ".", "--depth", other], directory: folder.path)
      expectEqual(again.exit, 0, "\(again.messages)")
    }
  }

  /// A part that isn't a screen or an output of its own is left to the author, which is said.
  @Test func updatingSaysWhatItLeaves() throws {
    let folder = try TemporaryFolder()
    try folder.write(
      "flow: 1\nid: a\nsteps:\n  - { ask: name, type: string, pattern: '^[a-z]+$' }\n",
      to: "a.flow.yaml")
    try folder.write(
      """
      test: ${name}
      each: [{ name: ada }]
      steps:
        - answer: { name: "${name}" }
      output: { name: bob }
      ---
      test: refused
      steps:
        - answer: { name: "1" }
      ---
      test: part
      steps:
        - screen: { contains: nowhere }
        - answer: { name: x }
      """, to: "a.test.yaml")
    let call = try ProgramCall(
      ["test", ".", "--depth", "shell", "--update"], directory: folder.path)
    expectEqual(call.exit, 1, "\(call)")
    let all = call.output + call.messages
    #expect(all.contains("a row of a table isn't updated; change it by hand"), "\(all)")
    #expect(all.contains("a part of a screen isn't updated; change it by hand"), "\(all)")
    #expect(
      call.messages.contains(
        "--update writes screens and outputs; what else differs in 3 failed tests must be changed by hand"
      ), "\(call.messages)")
  }
}
