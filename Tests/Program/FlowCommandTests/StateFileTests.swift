// SPDX-License-Identifier: Apache-2.0

import Expectations
import Foundation
import Testing

/// State files: a walk continues from those that killed commands leave, and files that can't be used are named.
@Suite("State files") struct StateFileTests {
  private static let questions = """
      - { ask: first, type: string }
      - { ask: second, type: string }
      - { ask: third, type: string }
    """

  /// Cuts the state file where a command was killed after its first record.
  private func cut(_ place: SteppedFolder, afterFirstRecordBehind length: Int) throws {
    let file = URL(filePath: place.folder.path + "/w.walk")
    let bytes = Array(try Data(contentsOf: file))
    let count = (0..<4).reduce(0) { $0 | Int(bytes[length + $1]) << (8 * $1) }
    try #require(length + 12 + count < bytes.count, "the command writes more than a record")
    try Data(bytes[..<(length + 12 + count)]).write(to: file)
    try place.folder.setMode(0o600, of: "w.walk")
  }

  /// A move that a killed process didn't come to approve is approved by the next command.
  @Test(arguments: [
    (["answer", "two"], "Answer 'third' with: "), (["answer", "--set", "second=two"], "'third'"),
    (["back"], "Answer 'first' with: "), (["next"], "Answer 'second' with: "),
  ])
  func anyCommandGoesOnAfterAKilledAnswer(words: [String], asked: String) throws {
    let place = try SteppedFolder(Self.questions)
    try place.call("next", "trip.flow.yaml")
    let length = try Data(contentsOf: URL(filePath: place.folder.path + "/w.walk")).count
    try place.call("answer", "one")
    try cut(place, afterFirstRecordBehind: length)
    let call = try place.plain(words + ["--state", "w.walk"])
    #expect(call.exit == 0 && call.messages.isEmpty, "\(call.messages)")
    #expect(call.output.contains(asked), "\(call.output)")
  }

  @Test func aCutLastRecordOfASealedStateIsSaid() throws {
    let place = try SteppedFolder(Self.questions)
    try place.call("next", "trip.flow.yaml")
    try place.call("answer", "one")
    let file = URL(filePath: place.folder.path + "/w.walk")
    let bytes = try Data(contentsOf: file)
    for words in [["next"], ["answer", "two"], ["back"], ["result"]] {
      try bytes.dropLast(5).write(to: file)
      try place.folder.setMode(0o600, of: "w.walk")
      let call = try place.plain(words + ["--state", "w.walk"])
      #expect(
        call.messages.contains("stackflow: The end of the saved walk was incomplete"),
        "\(words): \(call.messages)")
    }
  }

  @Test func aWalkGoesOnWithItsFlowInAnotherPlace() throws {
    let place = try SteppedFolder(Self.questions)
    try place.call("next", "trip.flow.yaml")
    try place.call("answer", "one")
    try place.folder.makeFolder("new")
    try place.folder.write(
      try #require(place.folder.text(of: "trip.flow.yaml")), to: "new/t.flow.yaml")
    try place.folder.remove("trip.flow.yaml")
    let gone = try place.call("answer", "two")
    #expect(gone.exit == 2 && gone.output.isEmpty)
    #expect(
      gone.messages.hasSuffix(
        "/trip.flow.yaml' of the walk in 'w.walk' is gone; if it has moved, go on with 'stackflow "
          + "next FLOW --state w.walk'\n"), "\(gone.messages)")
    #expect(try place.call("next", "new/t.flow.yaml").output.contains("Answer 'second' with"))
    #expect(try place.call("answer", "two").output.contains("Answer 'third' with"))
    try place.folder.write(
      "flow: 1\nid: other\nsteps: [{ ask: a, type: string }]\n", to: "other.flow.yaml")
    let other = try place.call("next", "other.flow.yaml")
    #expect(other.exit == 65 && other.output.isEmpty)
    expectEqual(
      other.messages, "stackflow: the saved walk belongs to the flow 'trip', not to 'other'\n")
    #expect(try place.call("answer", "three").output.hasPrefix("The walk is complete.\n"))
  }

  /// Trying again wouldn't help, so it isn't in use.
  @Test(arguments: ["ln -s gone.walk w.walk", "mkfifo w.walk"])
  func whatIsNotAFileIsNoStateFile(made: String) throws {
    let place = try SteppedFolder(Self.questions)
    _ = try place.shell(made)
    let reason =
      made.hasPrefix("ln") ? "this link leads to no file" : "it isn't a regular file"
    for words in [["next", "trip.flow.yaml"], ["next"], ["answer", "one"]] {
      let call = try place.plain(words + ["--state", "w.walk"])
      #expect(call.exit == 74 && call.output.isEmpty, "\(words)")
      expectEqual(call.messages, "stackflow: ./w.walk: \(reason)\n")
    }
  }

  @Test func aKeyThatOthersCanReadIsRefused() throws {
    let place = try SteppedFolder(Self.questions)
    try place.folder.write(key: String(repeating: "0a", count: 32), to: "a key")
    for mode in [0o644, 0o640, 0o602] {
      try place.folder.setMode(mode, of: "a key")
      let call = try place.call("next", "trip.flow.yaml", "--key-file", "a key")
      #expect(call.exit == 2 && call.output.isEmpty)
      expectEqual(
        call.messages,
        "stackflow: other users can read the key 'a key'; take that away with 'chmod 600 "
          + "'a key'', or make a new key\n")
    }
    try place.folder.setMode(0o400, of: "a key")
    try expectEqual(place.call("next", "trip.flow.yaml", "--key-file", "a key").exit, 0)
    try place.folder.remove("w.walk")
    // The program's own key, and the folder in which someone else could replace it.
    try expectEqual(place.call("next", "trip.flow.yaml").exit, 0)
    try place.folder.setMode(0o644, of: "state/stackflow/key")
    let own = try place.call("next")
    #expect(own.exit == 2 && own.messages.contains("chmod 600 "), "\(own.messages)")
    try place.folder.setMode(0o600, of: "state/stackflow/key")
    try place.folder.setMode(0o770, of: "state/stackflow")
    let folder = try place.call("next")
    expectEqual(folder.exit, 2)
    #expect(folder.messages.hasPrefix("stackflow: other users can write to the folder '"))
    try place.folder.setMode(0o700, of: "state/stackflow")
    try expectEqual(place.call("next").exit, 0)
  }

  /// The words of a command are seen by everyone on the machine, so an answer can come another way.
  @Test func answersComeFromStandardInputAndFromFiles() throws {
    let place = try SteppedFolder(
      """
        - { ask: token, type: secret }
        - { ask: text, type: text }
        - form: when
          fields:
            - { ask: day, type: integer }
            - { ask: tags, type: choices, choices: [a, b] }
        - { run: made, command: [sh, -c, "echo >> log"] }
      """)
    let first = try place.call("next", "trip.flow.yaml")
    #expect(
      first.output.hasSuffix(
        "Answer 'token' on standard input with: stackflow answer --state w.walk -\n"))
    try place.folder.write("token: s3cret\n", to: "a.yaml")
    #expect(try place.call("answer", "--answers", "a.yaml").output.contains("Answer 'text' with"))
    #expect(try place.call("back").output.contains("Answer 'token' on"))
    #expect(try place.call("answer", "-", input: "s3cret\n").output.contains("Answer 'text' with"))
    let form = try place.call("answer", "-", input: "two\r\nlines\r\n")
    #expect(form.output.contains("Answer 'day' with"), "\(form.messages)")
    try expectEqual(place.call("answer", "-", "--empty").exit, 2)
    try expectEqual(place.call("answer", "--answers", "none.yaml").exit, 2)
    let decision = try place.call(
      "answer", "--answers", "-", input: #"{ "day": 4, "tags": ["a", "b"] }"#)
    #expect(decision.output.contains("This happens next:\n"), "\(decision.messages)")
    let end = try place.call("answer", "-", input: "yes\n")
    #expect(end.output.hasPrefix("The walk is complete.\n"), "\(end.messages)")
    let result = try place.call("result").output
    for part in ["\"token\": \"s3cret\"", "\"day\": 4", "\"b\"", "two"] {
      #expect(result.contains(part), "\(result)")
    }
  }
}
