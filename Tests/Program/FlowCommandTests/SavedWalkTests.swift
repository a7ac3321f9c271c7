// SPDX-License-Identifier: Apache-2.0

import CTerminal
import Expectations
import Foundation
import RandomTesting
import Testing

/// Saved walks of the program: a walk that ended early can be continued, and no answer is lost.
@Suite("Saved walks")
struct SavedWalkTests {
  private typealias Place = SavedWalkFolder

  @Test(arguments: [("<Ctrl-C>", 130), ("<Ctrl-D>", 1), (":quit<Enter>", 1)])
  func aWalkThatWasLeftIsContinued(keys: String, status: Int32) throws {
    let place = try Place()
    let walk = try place.walk("trip.flow.yaml")
    try walk.type("Rome<Enter>")
    try walk.type("<Enter>")
    try walk.type("0<Enter>")
    try walk.type("<Backspace>4<Enter>")
    try walk.typeAhead(keys)
    try expectEqual(walk.finish(), status)
    let id = try #require(place.ids.first)
    expectEqual(walk.everyRow.last, "stackflow: Continue with: stackflow run --resume \(id)")
    expectEqual(place.folder.mode(of: "state/stackflow/walks"), 0o700)
    expectEqual(place.folder.mode(of: "state/stackflow/walks/\(id).walk"), 0o600)

    let again = try place.walk("--resume", id)
    try again.type("Albergo<Enter>")
    try expectEqual(again.finish(), 0)
    #expect(again.output.contains("\"hotel\": \"Albergo\""))
    #expect(again.output.contains("\"days\": 4"))
    #expect(place.ids.isEmpty, "a delivered result needs no saved walk")
  }

  @Test func aWalkWhoseFileWasRemovedIsSavedAgain() throws {
    let place = try Place()
    let walk = try place.walk("trip.flow.yaml")
    try walk.type("Rome<Enter>")
    let id = try #require(place.ids.first)
    try place.folder.remove("state")
    try walk.type("<Enter>")
    try walk.typeAhead("<Ctrl-C>")
    try expectEqual(walk.finish(), 130)
    expectEqual(place.ids, [id])
    expectEqual(walk.everyRow.last, "stackflow: Continue with: stackflow run --resume \(id)")
    #expect(walk.everyRow.contains { $0.contains("The file of the walk was removed.") })
    let shown = try place.call("walks", "show", id)
    #expect(shown.output.contains("Rome"), "\(shown.output)")
  }

  /// Answers in advance are a part of what a walk knows.
  @Test func answersInAdvanceAreShown() throws {
    let place = try Place()
    let walk = try place.walk("trip.flow.yaml", "--set", "hotel=Albergo")
    try walk.type("Rome<Enter>")
    try walk.typeAhead("<Ctrl-C>")
    _ = try walk.finish()
    let shown = try place.call("walks", "show", try #require(place.ids.first))
    #expect(shown.output.contains("hotel: Albergo (given)\n"), "\(shown.output)")
  }

  /// Accepting all answers a list as a whole, so that its records are no longer what was entered in them.
  @Test func aListThatIsAnsweredAsAWholeIsShownOnce() throws {
    let place = try Place()
    try place.folder.write(
      """
      flow: 1
      id: hosts
      steps:
        - { ask: size, type: string }
        - repeat: hosts
          steps:
            - { ask: name, type: string, default: { value: size } }
        - { ask: last, type: string }
      """, to: "hosts.flow.yaml")
    let walk = try place.walk("hosts.flow.yaml")
    for keys in [
      "a<Enter>", "add<Enter>", "<Enter>", "done<Enter>", ":back size<Enter>", "b<Enter>",
    ] {
      try walk.type(keys)
    }
    try walk.type("<Alt-Enter>")
    try walk.typeAhead("<Ctrl-C>")
    _ = try walk.finish()
    let shown = try place.call("walks", "show", try #require(place.ids.first)).output
    #expect(shown.contains("hosts: [{\"name\":\"b\"}]\n"), "\(shown)")
    #expect(!shown.contains("hosts[0]"), "\(shown)")
  }

  /// Nothing is saved after the last answer, and the command to continue must still work.
  @Test func aWalkWhoseFileWasRemovedAtTheEndIsSavedAgain() throws {
    let place = try Place()
    let walk = try place.walk("trip.flow.yaml")
    try walk.type("Rome<Enter>")
    let id = try #require(place.ids.first)
    try place.folder.remove("state")
    try walk.typeAhead("<Ctrl-C>")
    try expectEqual(walk.finish(), 130)
    expectEqual(place.ids, [id])
    expectEqual(walk.everyRow.last, "stackflow: Continue with: stackflow run --resume \(id)")
  }

  @Test func aContinuedWalkTakesAnswersGivenInAdvance() throws {
    let place = try Place()
    let walk = try place.walk("trip.flow.yaml", "--set", "days=4")
    try walk.type("Rome<Enter>")
    try walk.type("s3cret-text<Enter>")
    try walk.typeAhead("<Ctrl-C>")
    try expectEqual(walk.finish(), 130)
    let id = try #require(place.ids.first)
    // A secret that wasn't saved, an answer that replaces a saved one, and one that's still to come.
    let call = try place.call(
      "run", "--resume", id, "--no-input", "--set", "token=s3cret-text", "--set", "name=Oslo",
      "--set", "hotel=Albergo")
    expectEqual(call.exit, 0, "\(call.messages)")
    #expect(call.output.contains("\"name\": \"Oslo\""))
    #expect(call.output.contains("\"days\": 4") && call.output.contains("s3cret-text"))
    #expect(call.output.contains("\"hotel\": \"Albergo\""))
    #expect(place.ids.isEmpty)
  }

  @Test func aRefusedAnswerGivenInAdvanceLeavesTheSavedWalk() throws {
    let place = try Place()
    let walk = try place.walk("trip.flow.yaml")
    try walk.type("Rome<Enter>")
    try walk.typeAhead("<Ctrl-C>")
    _ = try walk.finish()
    let id = try #require(place.ids.first)
    let call = try place.call(
      "run", "--resume", id, "--no-input", "--set", "token=", "--set", "days=0")
    #expect(call.exit != 0 && call.messages.contains("'days'"), "\(call.messages)")
    expectEqual(place.ids, [id])
    let other = try place.call("run", "--resume", id, "--set", "nothing=1")
    #expect(other.exit != 0 && place.ids == [id], "\(other.messages)")
  }

  @Test func secretsAreNotSavedAndAskedAgain() throws {
    let place = try Place()
    let walk = try place.walk("trip.flow.yaml")
    try walk.type("Rome<Enter>")
    try walk.type("s3cret-text<Enter>")
    try walk.type("4<Enter>")
    try walk.typeAhead("<Ctrl-C>")
    try expectEqual(walk.finish(), 130)
    let id = try #require(place.ids.first)
    let bytes = try Data(contentsOf: URL(filePath: place.sessions + "/\(id).walk"))
    #expect(bytes.range(of: Data("s3cret-text".utf8)) == nil)
    #expect(bytes.range(of: Data("Rome".utf8)) != nil)
    let again = try place.walk("trip.flow.yaml", "--resume")
    #expect(
      again.everyRow.contains(
        "stackflow: Enter 'token' again, because secrets aren't saved."))
    try again.type("s3cret-text<Enter>")
    try again.type("Albergo<Enter>")
    try expectEqual(again.finish(), 0)
    #expect(again.output.contains("\"days\": 4") && again.output.contains("s3cret-text"))
  }

  @Test func secretsAreSavedUnderAKey() throws {
    let place = try Place()
    let digits = String(repeating: "0a", count: 32)
    try place.folder.write(key: digits + "\n", to: "a key")
    try place.folder.write(key: String(repeating: "0b", count: 32), to: "other")
    try place.folder.write(key: "secret", to: "none")
    try expectEqual(place.call("run", "trip.flow.yaml", "--key-file", "none").exit, 2)
    let walk = try place.walk("trip.flow.yaml", "--key-file", "a key")
    try walk.type("Rome<Enter>")
    try walk.type("s3cret-text<Enter>")
    try walk.typeAhead("<Ctrl-C>")
    try expectEqual(walk.finish(), 130)
    let id = try #require(place.ids.first)
    expectEqual(walk.everyRow.last?.hasSuffix("--resume \(id) --key-file 'a key'"), true)
    let bytes = try Data(contentsOf: URL(filePath: place.sessions + "/\(id).walk"))
    for word in ["s3cret-text", "Rome"] { expectEqual(bytes.range(of: Data(word.utf8)), nil) }

    #expect(try place.call("walks").output.hasSuffix("/trip.flow.yaml (sealed)\n"))
    let sealed = try place.call("walks", "show", id)
    expectEqual(sealed.exit, 2)
    expectEqual(
      sealed.messages,
      "stackflow: the saved walk '\(id)' is sealed, so its key is needed; give it with "
        + "--key-file\n")
    let other = try place.call("run", "--resume", id, "--key-file", "other")
    #expect(other.exit == 2 && other.messages.contains("sealed with another key"))
    #expect(
      try place.call("walks", "show", id, "--key-file", "a key").output.contains("name: Rome\n"))

    let again = try place.walk("--resume", id, "--key-file", "a key")
    try again.type("4<Enter>")
    try again.type("Albergo<Enter>")
    try expectEqual(again.finish(), 0)
    #expect(again.output.contains("s3cret-text"))
    #expect(place.ids.isEmpty)
  }

  /// Eight questions, as steps or as the fields of a form.
  private static func eightQuestions(inForm: Bool) -> String {
    let questions = (0..<8).map { "{ ask: q\($0), type: string }" }
    let head = "flow: 1\nid: trip\nsteps:\n"
    if !inForm { return head + questions.map { "  - \($0)\n" }.joined() }
    return head + "  - form: all\n    fields:\n" + questions.map { "      - \($0)\n" }.joined()
  }

  /// Waits without sleeping, so that a kill comes at any moment of what the program does.
  private func pass(microseconds: Int64) {
    // clock: a kill at another moment is as good.
    let end = ct_monotonic_nanoseconds() + microseconds * 1_000
    while ct_monotonic_nanoseconds() < end {}
  }

  /// Walks are killed at random moments, in the line face and inline, at steps and in a form.
  @Test func nothingAcknowledgedIsLostByAKill() throws {
    let runs = RandomRuns(long: 1_000, every: 200, named: "kills")
    var (kills, late) = (0, 0)
    for seed in runs.seeds {
      var random = SeededGenerator(seed: seed)
      let place = try Place(Self.eightQuestions(inForm: Bool.random(using: &random)))
      place.isInline = Bool.random(using: &random)
      var acknowledged = 0
      while true {
        let walk = try place.ids.isEmpty ? place.walk("trip.flow.yaml") : place.walk("--resume")
        // An acknowledged answer isn't asked again.
        for _ in 0..<Int.random(in: 0...3, using: &random) where acknowledged < 7 {
          try walk.type("answer\(acknowledged)<Enter>")
          acknowledged += 1
        }
        guard acknowledged < 7 else {
          try walk.typeAhead("answer7<Enter>")
          try expectEqual(walk.finish(), 0, "seed \(seed)")
          for number in 0..<8 {
            #expect(walk.output.contains("\"q\(number)\": \"answer\(number)\""), "seed \(seed)")
          }
          break
        }
        try walk.typeAhead("answer\(acknowledged)<Enter>")
        pass(microseconds: Int64.random(in: 0...10_000, using: &random))
        walk.send(signal: SIGKILL)
        kills += 1
        try expectEqual(walk.finish(), 128 + SIGKILL)
        guard let id = place.ids.first else {
          expectEqual(acknowledged, 0, "seed \(seed)")
          continue
        }
        // The answer that wasn't acknowledged may be on disk.
        let shown = try place.call("walks", "show", id)
        if shown.output.contains("q\(acknowledged): ") {
          acknowledged += 1
          late += 1
        }
        #expect(
          (0..<acknowledged).allSatisfy { shown.output.contains("q\($0): answer\($0)\n") },
          "seed \(seed): \(shown.output)")
      }
    }
    print("kills: \(kills), of which \(late) came after the unacknowledged answer was on disk")
  }

  /// A user doesn't know the ids of a flow.
  @Test func whatChangedInAFlowIsSaidInItsWords() throws {
    let text = SavedWalkFolder.text.replacing("days, type", with: "day_count, type")
    let place = try Place(text)
    let walk = try place.walk("trip.flow.yaml")
    try walk.type("Rome<Enter>")
    try walk.type("s3cret-text<Enter>")
    try walk.type("2<Enter>")
    try walk.typeAhead("<Ctrl-C>")
    try expectEqual(walk.finish(), 130)
    let id = try #require(place.ids.first)
    let lines = text.split(separator: "\n").filter { !$0.contains("day_count") }
    try place.folder.write(
      lines.joined(separator: "\n").replacing("secret,", with: "secret, label: The PIN,"),
      to: "trip.flow.yaml")
    let call = try place.call("run", "--resume", id, "--no-input")
    #expect(
      call.messages.contains(
        """
        stackflow: Enter 'The PIN' again, because secrets aren't saved.
        stackflow: The flow no longer asks 'day count', so what was saved for it was dropped.

        """), "\(call.messages)")
  }

  @Test func aWalkIsContinuedInTheLanguageThatItHasSet() throws {
    let place = try Place(
      """
      flow: 1
      id: trip
      language: en
      title: { en: Trip, de: Reise }
      steps:
        - { ask: lang, type: choice, choices: [en, de], sets: language }
        - { ask: hotel, type: string }
      """)
    let walk = try place.walk("trip.flow.yaml")
    try walk.type("de<Enter>")
    try walk.typeAhead("<Ctrl-C>")
    try expectEqual(walk.finish(), 130)
    let call = try place.call("run", "--resume", "--no-input")
    #expect(
      call.messages.hasPrefix("stackflow: Der gespeicherte Ablauf „trip-"), "\(call.messages)")
  }

  @Test func whatCannotBeContinuedIsSaid() throws {
    let place = try Place()
    func expect(_ call: ProgramCall, _ status: Int32, _ message: String) {
      #expect(call.exit == status && call.messages == "stackflow: \(message)\n", "\(call.messages)")
    }
    expect(
      try place.call("run", "--resume", "none"), 2,
      "there is no saved walk 'none'; 'stackflow walks' lists the saved walks")
    expect(try place.call("run", "--resume"), 2, "there are no saved walks")
    expect(
      try place.call("run", "trip.flow.yaml", "--resume"), 2,
      "there is no saved walk of 'trip.flow.yaml'")
    let walk = try place.walk("trip.flow.yaml")
    try walk.type("Rome<Enter>")
    let id = try #require(place.ids.first)
    expect(
      try place.call("run", "--resume", id), 75,
      "the saved walk '\(id)' is in use by another process")
    expect(
      try place.call("walks", "remove", id), 75,
      "the saved walk '\(id)' is in use by another process")
    try walk.typeAhead("<Ctrl-C>")
    _ = try walk.finish()
    let file = URL(filePath: place.sessions + "/\(id).walk")
    let whole = try Data(contentsOf: file)
    var bytes = whole
    bytes[20] ^= 1
    try bytes.write(to: file)
    expect(
      try place.call("run", "--resume", id), 65,
      "\(file.path): the saved walk is damaged at byte 0: the checksum of a record is wrong")
    try whole.dropLast().write(to: file)
    let torn = try place.call("run", "--resume", id, "--no-input")
    expectEqual(torn.exit, 3)
    #expect(torn.messages.contains("stackflow: The end of the saved walk was incomplete"))
    try place.folder.write(
      "flow: 1\nid: other\nsteps: [{ ask: a, type: string }]\n", to: "other.flow.yaml")
    expect(
      try place.call("run", "other.flow.yaml", "--resume", id), 65,
      "the saved walk belongs to the flow 'trip', not to 'other'")
  }

  @Test func aWalkThatCannotBeSavedGoesOn() throws {
    let place = try Place()
    let walk = try ProgramWalk(
      "run", "trip.flow.yaml", environment: ["XDG_STATE_HOME": "/proc/none"],
      directory: place.folder.path)
    try walk.type("Rome<Enter>")
    #expect(
      walk.everyRow.joined(separator: " ").contains("can no longer be saved"), "\(walk.everyRow)")
    try walk.type("<Enter>")
    try walk.type("4<Enter>")
    try walk.type("Albergo<Enter>")
    try expectEqual(walk.finish(), 0)
    expectEqual(walk.everyRow.joined(separator: " ").split(separator: "no longer be").count, 2)
  }

  @Test func nothingIsSavedIfNothingWasAnsweredOrSavingIsOff() throws {
    let place = try Place()
    let walk = try place.walk("trip.flow.yaml")
    try walk.typeAhead("<Ctrl-C>")
    _ = try walk.finish()
    #expect(place.ids.isEmpty)
    let other = try place.walk("trip.flow.yaml", "--no-save")
    try other.type("Rome<Enter>")
    try other.typeAhead("<Ctrl-C>")
    _ = try other.finish()
    #expect(place.ids.isEmpty)
    #expect(!other.everyRow.joined().contains("--resume"))
  }

  @Test func savedWalksAreListedShownAndRemoved() throws {
    let place = try Place()
    #expect(try place.call("walks").output.isEmpty)
    let walk = try place.walk("trip.flow.yaml")
    try walk.type("Rome\u{202E}<Enter>")
    try walk.typeAhead("<Ctrl-C>")
    _ = try walk.finish()
    let id = try #require(place.ids.first)
    let list = try place.call("walks").output
    #expect(list.hasPrefix("\(id)  20") && list.hasSuffix("/trip.flow.yaml\n"), "\(list)")
    #expect(try place.call("walks", "list", "--json").output.contains("\"flow\": \"trip\""))
    let shown = try place.call("walks", "show", id).output
    #expect(shown.contains("flow     trip, version 1\n") && shown.contains("name: Rome\\u{202e}\n"))
    #expect(try place.call("walks", "show", id, "--json").output.contains("\"format\":4"))
    let script = try place.call("walks", "show", id, "--script").output
    #expect(
      script.hasPrefix("test: ") && script.contains("  - answer: { name: \"Rome"), "\(script)")
    #expect(script.hasSuffix("  - leave: quit\noutcome: cancelled\n"), "\(script)")
    try expectEqual(place.call("walks", "show", "none").exit, 2)
    try expectEqual(place.call("walks", "remove").exit, 2)
    try expectEqual(place.call("walks", "remove", "--older-than", "1").exit, 0)
    expectEqual(place.ids, [id])
    try expectEqual(place.call("walks", "remove", id).exit, 0)
    #expect(place.ids.isEmpty)
  }
}
