// SPDX-License-Identifier: Apache-2.0

import Expectations
import Testing

@Suite("Words after a colon")
struct WordTests {
  @Test func backTakesAStepANumberOrAnId() throws {
    let walk = try ProgramWalk("run", "walk.flow.yaml")
    try walk.type(":back<Enter>")
    try walk.type(lines: "billing", "http", "", "no")
    try walk.type(":back 2<Enter>")
    try walk.type(":back name<Enter>")
    try walk.type(":back 5<Enter>")
    try walk.type("<Enter>")
    try walk.type(":back port<Enter>")
    try walk.type(":back nowhere<Enter>")
    try walk.type(":back 0<Enter>")
    try walk.type(":back a b<Enter>")
    try walk.type("<Ctrl-C>")
    try walk.end()
  }

  @Test func helpExplainsAndListsTheWords() throws {
    let walk = try ProgramWalk("run", "walk.flow.yaml")
    try walk.type(":help<Enter>")
    try walk.type("billing<Enter>")
    try walk.type(":help<Enter>")
    try walk.type("<Ctrl-C>")
    try walk.end()
  }

  @Test func reviewShowsTheAnswersSoFar() throws {
    let walk = try ProgramWalk("run", "walk.flow.yaml", "--set", "kind=http")
    try walk.type(":review<Enter>")
    try walk.type(lines: "billing", "")
    try walk.type(":review<Enter>")
    try walk.type("<Ctrl-C>")
    try walk.end()
  }

  @Test func whyShowsConditionsAndWhatTheyRead() throws {
    let walk = try ProgramWalk("run", "walk.flow.yaml")
    try walk.type(":why<Enter>")
    try walk.type(":why port<Enter>")
    try walk.type(lines: "billing", "http")
    try walk.type(":why<Enter>")
    try walk.type(":why public<Enter>")
    try walk.type(":why queue<Enter>")
    try walk.type("<Ctrl-U>9090<Enter>")
    try walk.type(":why public<Enter>")
    try walk.type(":why nothing<Enter>")
    try walk.type("<Ctrl-C>")
    try walk.end()
  }

  @Test func unknownWordsAreRefusedAndColonsAreEscaped() throws {
    let walk = try ProgramWalk("run", "walk.flow.yaml")
    try walk.type(lines: "billing", "watcher")
    try walk.type(":bcak<Enter>")
    try walk.type("<Ctrl-U>:frobnicate<Enter>")
    try walk.type("<Ctrl-U>:quit now<Enter>")
    try walk.type("<Ctrl-U>::bcak<Enter>")
    try expectEqual(walk.end(), 0)
    #expect(walk.output.contains("\":bcak\""))
  }

  @Test func aColonThatFollowsADefaultIsPartOfTheAnswer() throws {
    let walk = try ProgramWalk("run", "walk.flow.yaml")
    try walk.type(lines: "billing", "http")
    try walk.type("<Ctrl-U>80<Enter>")
    try walk.type("<End>:wh<Tab> kin<Tab><Enter>")
    try walk.type("<Ctrl-U>9090<Enter>")
    try walk.type("<End>::back<Enter>")
    try expectEqual(walk.end(), 0)
    #expect(walk.output.contains("\"nobody::back\""))
  }

  @Test func typingReplacesADefault() throws {
    let walk = try ProgramWalk("run", "walk.flow.yaml")
    try walk.type(lines: "billing", "http", "9000")
    try walk.type(":back<Enter>")
    try walk.type("<End>1<Enter>")
    try walk.type("<Ctrl-U>9001<Enter>")
    try walk.type(":back port<Enter>")
    try walk.type("<Backspace>2<Enter>")
    try walk.type(lines: "no", "ada")
    try expectEqual(walk.end(), 0)
    #expect(walk.output.contains("\"port\": 9002"))
    #expect(walk.output.contains("\"owner\": \"ada\""))
  }

  @Test func anAnswerCanHaveColonsAfterADefault() throws {
    let walk = try ProgramWalk("run", "many.flow.yaml")
    try walk.type("<End>:8080<Enter>")
    try walk.type("<End>:back<Enter>")
    try walk.type("<Ctrl-U>a::b<Enter>")
    try walk.type(":back<Enter>")
    try walk.type("<Ctrl-U>:::x<Enter>")
    try walk.type(":back<Enter>")
    try walk.type("<Enter>")
    try walk.type(":review<Enter>")
    try walk.type("<Ctrl-C>")
    try walk.end()
  }

  @Test func nextTakesTheOfferNoneLeavesEmptyAndShowAsksAgain() throws {
    let walk = try ProgramWalk("run", "many.flow.yaml")
    try walk.type("<Ctrl-U>:next<Enter>")
    try walk.type("<Ctrl-U>:none<Enter>")
    try walk.type("<Ctrl-U>2<Enter>")
    try walk.type(":show<Enter>")
    try walk.type("x<Enter>")
    try walk.type(":next<Enter>")
    try walk.type(":none<Enter>")
    try expectEqual(walk.end(), 0)
  }
}
