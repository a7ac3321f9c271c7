// SPDX-License-Identifier: Apache-2.0

import Expectations
import Testing

/// `stackflow confirm`: the answer is the exit status.
@Suite("A yes or a no")
struct ConfirmTests {
  @Test(
    arguments: [
      ("y", [], 0, "✔ Deploy?  yes"), ("n", [], 1, "✔ Deploy?  no"),
      ("n", ["--default", "yes"], 1, "✔ Deploy?  no"),
      ("<Enter>", ["--default", "yes"], 0, "✔ Deploy?  yes"),
      ("<Enter>", ["--default", "no"], 1, "✔ Deploy?  no"),
      ("<Right><Enter>", ["--default", "no"], 0, "✔ Deploy?  yes"),
      ("<Ctrl-D>", ["--default", "yes"], 1, "✗ Deploy?"), ("<Ctrl-C>", [], 130, "✗ Deploy?"),
    ] as [(String, [String], Int32, String)])
  func theAnswerIsTheExitStatus(
    keys: String, arguments: [String], status: Int32, row: String
  ) throws {
    let walk = try ProgramWalk(
      arguments: ["confirm", "Deploy?"] + arguments, repaints: true,
      environment: ["ACCESSIBLE": ""])
    try walk.type(keys)
    try expectEqual(walk.finish(), status)
    expectEqual(walk.everyRow, [row])
    #expect(walk.output.isEmpty)
  }

  /// `y` ends the program; what was typed before that must not become a command of the shell.
  ///
  /// A terminal holds 4,095 bytes, and the kernel some more for it until there's room.
  @Test(arguments: [1, 3_000, 10_000])
  func keysTypedBeforeTheEndReachNoOneElse(count: Int) throws {
    let walk = try ProgramWalk(
      arguments: ["confirm", "Deploy?"],
      shell: #""$@" && stty -icanon min 0 time 1 && echo "read:$(head -c 9)""#,
      output: false, repaints: true, environment: ["ACCESSIBLE": ""])
    try walk.typeAtOnce("y<Enter>" + String(repeating: "z", count: count) + "<Enter>")
    _ = try walk.finish()
    expectEqual(walk.everyRow.last, "read:", "\(walk.everyRow)")
  }

  @Test func withoutAnAnswerTheQuestionStays() throws {
    let walk = try ProgramWalk(
      "confirm", columns: 40, rows: 10, repaints: true, environment: ["ACCESSIBLE": ""])
    try walk.type("<Enter>")
    try walk.type("y")
    try expectEqual(walk.end(), 0)
  }

  @Test(arguments: [["confirm", "Deploy?"], ["ask", "boolean", "Deploy?"]])
  func oneQuestionTakesNoMotion(arguments: [String]) throws {
    let call = try ProgramCall(arguments + ["--no-motion", "--answer", "yes"], input: "")
    expectEqual(call.exit, 0, "\(call)")
  }

  @Test func theLineFaceTakesWords() throws {
    let walk = try ProgramWalk("confirm", "Deploy?", "--default", "no")
    try walk.type("maybe<Enter>")
    try walk.type("<Ctrl-U>yes<Enter>")
    try expectEqual(walk.end(), 0)
  }

  @Test(arguments: [("yes", 0), ("N", 1), ("maybe", 4)] as [(String, Int32)])
  func theAnswerMayBeGivenInAdvance(answer: String, status: Int32) throws {
    let call = try ProgramCall(["confirm", "Deploy?", "--answer", answer])
    expectEqual(call.exit, status)
    #expect(call.output.isEmpty)
    expectEqual(call.messages.isEmpty, (status != 4))
  }

  @Test func withoutATerminalNeitherYesNorNoIsTaken() throws {
    let call = try ProgramCall(["confirm", "--default", "yes"])
    expectEqual(call.exit, 3)
    expectEqual(
      call.messages,
      "stackflow: there is no terminal to ask; "
        + "give the answer with --answer yes|no\n")
  }
}
