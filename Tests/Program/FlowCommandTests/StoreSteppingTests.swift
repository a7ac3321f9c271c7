// SPDX-License-Identifier: Apache-2.0

import Expectations
import Foundation
import Testing

/// Walks of one command at a time in a folder that many processes share.
@Suite("One command at a time in a store")
struct StoreSteppingTests {
  private static let questions = """
      - { ask: name, type: string }
      - { ask: token, type: secret }
      - { ask: last, type: string }
    """

  /// Runs a command on the walk that an earlier one has printed.
  @discardableResult
  private func call(
    _ place: SteppedFolder, _ words: String..., walk: String? = nil
  ) throws -> ProgramCall {
    try place.plain(
      words + ["--flow", "trip.flow.yaml", "--store", "walks"]
        + (walk.map { ["--walk", $0] } ?? [])
    )
  }

  /// Returns the walk that a command has printed, with its revision.
  private func walk(_ call: ProgramCall) throws -> String {
    String(
      try #require(
        call.output.firstMatch(of: /--walk ([a-z0-9-]+@[a-z0-9-]+)/),
        "\(call.output)\(call.messages)"
      ).1)
  }

  @Test func aWalkIsTakenStepByStepAndGoesOnInAService() throws {
    let place = try SteppedFolder(Self.questions)
    let first = try call(place, "next")
    let begun = try walk(first)
    let command = "stackflow answer --flow trip.flow.yaml --store walks --walk \(begun) ANSWER"
    #expect(first.output.hasSuffix("Answer 'name' with: \(command)\n"), "\(first.output)")
    let second = try walk(try call(place, "answer", "Rome", walk: begun))
    let id = second.prefix { $0 != "@" }
    let answer = "\"params\":{\"walk\":\"\(id)\",\"answer\":\"plugh\"}"
    let served = try place.shell(
      """
      printf '%s\\n' '{"jsonrpc":"2.0","id":1,"method":"submit",\(answer)}' |
      "$PROGRAM" serve trip.flow.yaml --store walks
      """)
    #expect(served.output.contains("\"id\":\"last\""), "\(served.output)\(served.messages)")
    let shown = try call(place, "next", walk: String(id))
    #expect(shown.output.contains("Answer 'last' with: "))
    try expectEqual(call(place, "result", walk: String(id)).exit, 3)
    let end = try call(place, "answer", "Ada", walk: try walk(shown))
    #expect(end.exit == 0 && end.output.hasPrefix("The walk is complete.\n"), "\(end.output)")
    let result = try call(place, "result", walk: String(id))
    #expect(result.exit == 0 && result.output.contains("\"token\": \"plugh\""), "\(result.output)")
    for name in try FileManager.default.contentsOfDirectory(atPath: place.folder.path + "/walks") {
      let bytes = try Data(contentsOf: URL(filePath: place.folder.path + "/walks/" + name))
      for word in ["plugh", "Rome"] { expectEqual(bytes.range(of: Data(word.utf8)), nil) }
    }
  }

  @Test func anAnswerToWhatAnotherProcessHasAnsweredIsRefused() throws {
    let place = try SteppedFolder(Self.questions)
    let begun = try walk(try call(place, "next"))
    try call(place, "answer", "Rome", walk: begun)
    let late = try call(place, "answer", "Oslo", walk: begun)
    #expect(late.exit == 4 && late.output.isEmpty, "\(late.output)")
    #expect(late.messages.hasPrefix("stackflow: the walk is at revision"), "\(late.messages)")
    let shown = try call(place, "next", walk: String(begun.prefix { $0 != "@" }))
    #expect(shown.output.contains("Answer 'token'"))
  }

  @Test func ofTwoProcessesThatAnswerAtOnceOneIsRefused() throws {
    let place = try SteppedFolder(Self.questions)
    let begun = try walk(try call(place, "next"))
    let both = try place.shell(
      """
      for name in a b; do
        "$PROGRAM" answer $name --flow trip.flow.yaml --store walks --walk \(begun) >$name.txt 2>&1 &
        eval "$name=\\$!"
      done
      wait $a; echo $?; wait $b; echo $?
      """)
    expectEqual(both.output.split(separator: "\n").sorted(), ["0", "4"], "\(both.messages)")
    let shown = try call(place, "next", walk: String(begun.prefix { $0 != "@" }))
    #expect(shown.output.contains("Answer 'token'"), "\(shown.output)")
  }

  /// Whenever a command is killed, its answer counts once or not at all, and the next command continues.
  @Test func aWalkOutlastsKills() throws {
    let place = try SteppedFolder(Self.questions)
    let begun = try walk(try call(place, "next"))
    let id = String(begun.prefix { $0 != "@" })
    let killed = try place.shell(
      """
      for pause in 0 0.002 0.004 0.006 0.01 0.02; do
        "$PROGRAM" answer Rome --flow trip.flow.yaml --store walks --walk \(begun) >/dev/null 2>&1 &
        sleep $pause
        kill -9 $! 2>/dev/null
        wait $! 2>/dev/null
        "$PROGRAM" next --flow trip.flow.yaml --store walks --walk \(id) || exit
      done
      """)
    expectEqual(killed.exit, 0, "\(killed.messages)")
    let asked = killed.output.matches(of: /Answer '(name|token)'/).map { String($0.1) }
    expectEqual(asked.count, 6, "\(killed.output)")
    expectEqual(asked, asked.filter { $0 == "name" } + asked.filter { $0 == "token" })
  }

  /// Who polls can tell it from a wrong option.
  @Test func aWalkWhoseCommandIsPerformedIsInUse() throws {
    let place = try SteppedFolder(
      """
        - { ask: name, type: string }
        - { run: pay, command: [sh, -c, "echo x > begun; cat gate"] }
        - { ask: after, type: string }

      """)
    let begun = try walk(try call(place, "next"))
    let id = String(begun.prefix { $0 != "@" })
    let polled = try place.shell(
      """
      mkfifo gate
      store="--flow trip.flow.yaml --store walks --walk"
      "$PROGRAM" answer Rome --allow-run $store \(begun) >/dev/null 2>&1 &
      while [ ! -e begun ]; do sleep 0.02; done
      for command in next result; do "$PROGRAM" $command $store \(id); echo "exit $?"; done
      echo go > gate
      wait
      """)
    expectEqual(polled.output, "exit 75\nexit 75\n")
    #expect(polled.messages.contains("'pay' is being performed; try again later"))
    #expect(try call(place, "next", walk: id).output.contains("Answer 'after'"))
  }

  @Test func aDecisionCountsOnlyAtTheRevisionThatWasShown() throws {
    let place = try SteppedFolder(
      """
        - { ask: name, type: string }
        - { run: note, command: [sh, -c, "echo once >> done.txt"] }
        - { ask: last, type: string }
      """)
    let begun = try walk(try call(place, "next"))
    let asked = try call(place, "answer", "Rome", walk: begun)
    let decided = try walk(asked)
    let id = String(decided.prefix { $0 != "@" })
    try expectEqual(call(place, "answer", "yes", walk: id).exit, 4)
    #expect(place.folder.text(of: "done.txt") == nil)
    #expect(try call(place, "answer", "yes", walk: decided).output.contains("Answer 'last'"))
    try expectEqual(call(place, "answer", "yes", walk: decided).exit, 4)
    expectEqual(place.folder.text(of: "done.txt"), "once\n")
  }

  @Test func aYesToAFileThatIsThereMeanwhileIsRefused() throws {
    let place = try SteppedFolder(
      """
        - { ask: name, type: string }
        - { write: note, path: note.txt, content: "${name}", exists: ask }
        - { ask: last, type: string }
      """)
    let asked = try call(place, "answer", "Rome", walk: try walk(try call(place, "next")))
    try place.folder.write("mine", to: "note.txt")
    let late = try call(place, "answer", "yes", walk: try walk(asked))
    expectEqual(late.exit, 4, "\(late.output)")
    expectEqual(place.folder.text(of: "note.txt"), "mine")
    #expect(try call(place, "answer", "keep", walk: try walk(late)).output.contains("'last'"))
    expectEqual(place.folder.text(of: "note.txt"), "mine")
  }

  @Test func aStoreThatFailsSaysWhy() throws {
    let place = try SteppedFolder(Self.questions)
    let begun = try walk(try call(place, "next"))
    let file = place.folder.path + "/walks/\(begun.prefix { $0 != "@" }).session"
    try FileManager.default.removeItem(atPath: file)
    try FileManager.default.createDirectory(atPath: file, withIntermediateDirectories: false)
    let call = try call(place, "answer", "Rome", walk: begun)
    #expect(call.messages.contains(".session: is a directory\n"), "\(call.messages)")
    #expect(call.messages.hasSuffix("the store of the walks fails; nothing is acknowledged\n"))
    expectEqual(call.exit, 74)
  }

  @Test func whatCannotBeIsNamed() throws {
    let place = try SteppedFolder(Self.questions)
    for (words, reason) in [
      (["next"], "missing expected argument"), (["next", "--walk", "a"], "--walk is for --store"),
      (["next", "--store", "w", "--walk", "a@b"], "--walk takes what the last command printed"),
      (["next", "--store", "w", "--state", "w.walk"], "--store is instead of --state"),
      (["next", "--store", "w"], "add --flow FLOW"),
      (["answer", "--store", "w", "--flow", "trip.flow.yaml"], "--store needs --walk"),
      (["next", "--store", "w", "--flow", "trip.flow.yaml", "--walk", "x"], "there's no walk 'x'"),
      (
        ["next", "trip.flow.yaml", "--store", "mysql://db/walks"],
        "--store takes a folder, or an address"
      ),
      (
        ["serve", "trip.flow.yaml", "--store", "mysql://db/walks"],
        "--store takes a folder, or an address"
      ),
    ] {
      let call = try place.plain(words)
      #expect(call.exit == 2 || call.exit == 64, "\(words): \(call.exit)")
      #expect(call.messages.contains(reason), "\(words): \(call.messages)")
    }
  }
}
