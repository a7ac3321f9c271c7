// SPDX-License-Identifier: Apache-2.0

import Expectations
import Testing

@Suite("A walk in the line face")
struct WalkTests {
  @Test func theFirstQuestionIsAsked() throws {
    let walk = try ProgramWalk("run", "walk.flow.yaml")
    try walk.type(":quit<Enter>")
    try expectEqual(walk.end(), 1)
    #expect(walk.output.isEmpty)
  }

  /// Standard output is a pipe, the interface is on the terminal.
  @Test func onlyTheResultGoesToStandardOutput() throws {
    let walk = try ProgramWalk("run", "walk.flow.yaml")
    try walk.type("billing-api<Enter>")
    try walk.type("1<Enter>")
    try walk.type("<Enter>")
    try walk.type("yes<Enter>")
    try walk.type("<Enter>")
    try expectEqual(walk.end(), 0)
    expectEqual(walk.output.first, "{")
    #expect(!walk.sent.contains("{"))
  }

  @Test func keysComeFromTheTerminalWhenStandardInputIsAPipe() throws {
    let walk = try ProgramWalk(
      "run", "walk.flow.yaml", "--answers", "-", input: "kind: worker\n")
    try walk.type(lines: "billing", "", "<Ctrl-U>ada")
    try expectEqual(walk.end(), 0)
  }

  @Test func everythingIsOnTheTerminalWhenNothingIsRedirected() throws {
    let walk = try ProgramWalk("run", "walk.flow.yaml", output: false)
    try walk.type(lines: "billing", "watcher", "<Ctrl-U>ada")
    try expectEqual(walk.end(), 0)
  }

  @Test func theResultHasNoAnswerOfAnAbandonedBranch() throws {
    let walk = try ProgramWalk("run", "walk.flow.yaml")
    try walk.type(lines: "billing", "http", "<Ctrl-U>9000")
    try walk.type(":back<Enter>")
    try walk.type(":back<Enter>")
    try walk.type("worker<Enter>")
    try walk.type(lines: "<Ctrl-U>q-1", "<Ctrl-U>ada")
    try expectEqual(walk.end(), 0)
    #expect(!walk.output.contains("port") && !walk.output.contains("public"))
  }

  @Test func theFlowOfNewServicesIsWalkedWithAChangeOfMind() throws {
    let walk = try ProgramWalk(
      "run", "new-service.flow.yaml", environment: ["USER": "ada"],
      directory: ProgramFixtures.flows)
    try walk.type(lines: "billing-api", "http", "<Ctrl-U>9000", ":back", ":back")
    try walk.type(lines: "worker", "<Ctrl-U>jobs", "Frankfurt", "", "", "")
    try expectEqual(walk.finish(), 0)
    for answer in ["billing-api", "worker", "jobs", "ada"] { #expect(walk.output.contains(answer)) }
    for abandoned in ["port", "9000", "host", "http"] { #expect(!walk.output.contains(abandoned)) }
  }

  @Test func goingBackOffersWhatWasAnsweredBefore() throws {
    let walk = try ProgramWalk("run", "walk.flow.yaml")
    try walk.type(lines: "billing", "http", "<Ctrl-U>9000", "yes")
    try walk.type(":back name<Enter>")
    try walk.type("<Backspace><Backspace>s<Enter>")
    try walk.type(":accept<Enter>")
    try walk.type("<Enter>")
    try expectEqual(walk.end(), 0)
  }

  @Test func aWrongAnswerKeepsItsTextAndSaysWhy() throws {
    let walk = try ProgramWalk("run", "walk.flow.yaml")
    try walk.type("Billing<Enter>")
    try walk.type("<Ctrl-A><Delete>b<Enter>")
    try walk.type("4<Enter>")
    try walk.type("<Ctrl-U>back<Enter>")
    try walk.type("<Ctrl-U>http<Enter>")
    try walk.type("<Ctrl-U>80<Enter>")
    try walk.type("8080<Enter>")
    try walk.type("maybe<Enter>")
    try walk.type(lines: "<Ctrl-U>no", "")
    try expectEqual(walk.end(), 0)
  }

  @Test func theSecondWrongAnswerShowsTheHelp() throws {
    let walk = try ProgramWalk("run", "walk.flow.yaml")
    try walk.type("A<Enter>")
    try walk.type("<Enter>")
    try walk.type("<Ctrl-U>test<Enter>")
    try walk.type("<Ctrl-C>")
    try expectEqual(walk.end(), 130)
  }

  @Test func everyFieldTypeTakesTypedAnswers() throws {
    let walk = try ProgramWalk("run", "fields.flow.yaml")
    try walk.type("am<Tab>")
    try walk.type("e<Tab><Enter>")
    try walk.type("<Enter>")
    try walk.type("ten<Enter>")
    try walk.type("<Ctrl-U>11<Enter>")
    try walk.type("<Ctrl-U>10<Enter>")
    try walk.type("2.25<Enter>")
    try walk.type("<Ctrl-U>2.5<Enter>")
    try walk.type("y<Enter>")
    try walk.type("31.1.2026<Enter>")
    try walk.type("<Ctrl-U>2025-12-31<Enter>")
    try walk.type("<Ctrl-U>2026-01-31<Enter>")
    try walk.type("3<Enter>")
    try walk.type("<Ctrl-U>none<Enter>")
    try walk.type("<Ctrl-U>red, da<Tab><Enter>")
    try expectEqual(walk.end(), 0)
  }

  @Test func aFormAsksItsFieldsInTurn() throws {
    let walk = try ProgramWalk("run", "secrets.flow.yaml")
    try walk.type("<Enter>")
    try walk.type("shrt<Enter>")
    try walk.type("correct horse<Enter>")
    try walk.type("correct cow<Enter>")
    try walk.type("correct horse<Enter>")
    try walk.type("correct horse<Enter>")
    try walk.type(":back<Enter>")
    try walk.type(":back<Enter>")
    try walk.type("<Ctrl-U>root<Enter>")
    try walk.type("battery staple<Enter>")
    try walk.type("battery staple<Enter>")
    try walk.type(":review<Enter>")
    try walk.type(":why<Enter>")
    try walk.type(":back password<Enter>")
    try walk.type("<Enter>")
    try walk.type("battery<Enter>")
    try walk.type("<Shift-Tab>")
    try walk.type("<Enter>")
    try walk.type("battery<Enter>")
    try expectEqual(walk.end(), 0)
    for secret in ["shrt", "correct", "horse", "battery", "staple"] {
      #expect(!walk.sent.contains(secret), "\(secret) is echoed")
    }
    #expect(walk.output.contains("battery"))
  }

  @Test func fieldsOfAFormAppearWhileItIsFilledIn() throws {
    let walk = try ProgramWalk("run", "form.flow.yaml")
    try walk.type("week<Enter>")
    try walk.type("<Ctrl-U>9<Enter>")
    try walk.type("<Enter>")
    try walk.type("<Ctrl-U>7<Enter>")
    try walk.type(":back<Enter>")
    try walk.type(":back<Enter>")
    try walk.type("<Enter>")
    try walk.type(":back<Enter>")
    try walk.type("hour<Enter>")
    try walk.type("<Ctrl-U>30<Enter>")
    try walk.type(":field every<Enter>")
    try walk.type("<Tab>")
    try walk.type(":none<Enter>")
    try walk.type("<Ctrl-U>day<Enter>")
    try walk.type(":field nothing<Enter>")
    try walk.type("<Ctrl-U>3<Enter>")
    try walk.type(lines: "", "")
    try expectEqual(walk.end(), 0)
  }

  @Test func theLanguageIsThatOfTheUser() throws {
    let walk = try ProgramWalk("run", "form.flow.yaml", "--lang", "de-AT")
    try walk.type(":review<Enter>")
    try walk.type(lines: "", "", "", "")
    try expectEqual(walk.end(), 0)
  }

  @Test func yesPassesReviewsAndCommitsOfAWalk() throws {
    let walk = try ProgramWalk("run", "approval.flow.yaml", "--yes")
    try walk.type("coffee<Enter>")
    try walk.type("<Enter>")
    try walk.type("<Enter>")
    try expectEqual(walk.end(), 0)
  }

  @Test func theFlowsOfAFolderAreAQuestion() throws {
    let folder = try TemporaryFolder()
    try folder.makeFolder("Flows")
    try folder.copy("approval.flow.yaml", to: "Flows")
    try folder.copy("walk.flow.yaml", to: "Flows")
    let walk = try ProgramWalk(directory: folder.path)
    try walk.type("walk<Enter>")
    try walk.type("<Ctrl-C>")
    try expectEqual(walk.end(), 130)
  }

  @Test func aReviewACommitAndANoteWaitForTheUser() throws {
    let walk = try ProgramWalk("run", "approval.flow.yaml")
    try walk.type(lines: "tea", "<Ctrl-U>3")
    try walk.type(":back cups<Enter>")
    try walk.type("<Ctrl-U>4<Enter>")
    try walk.type("<Enter>")
    try walk.type("no<Enter>")
    try walk.type("yes<Enter>")
    try walk.type(":back<Enter>")
    try walk.type(":back drink<Enter>")
    try walk.type("<Enter>")
    try expectEqual(walk.end(), 0)
  }

  @Test func aSecretIsMaskedOnATerminal() throws {
    let walk = try ProgramWalk("run", "secrets.flow.yaml", output: false)
    try walk.type(lines: "", "hunter22", "hunter22", "")
    try expectEqual(walk.end(), 0)
    #expect(!walk.sent.contains("hunter22"))
  }
}
