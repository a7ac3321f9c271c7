// SPDX-License-Identifier: Apache-2.0

import Expectations
import Testing

@Suite("Line editing")
struct LineTests {
  @Test func aDefaultIsEditedInPlace() throws {
    let walk = try ProgramWalk("run", "walk.flow.yaml")
    try walk.type(lines: "billing", "http")
    try walk.type("<Backspace><Backspace>99")
    try walk.type("<Ctrl-A><Right><Delete>1<Enter>")
    try walk.type("<Ctrl-C>")
    try walk.end()
  }

  @Test func tabCompletesChoices() throws {
    let walk = try ProgramWalk("run", "walk.flow.yaml")
    try walk.type("billing<Enter>")
    try walk.type("b<Tab>")
    try walk.type("<Tab>")
    try walk.type("o<Tab>")
    try walk.type("<Ctrl-U>h<Tab>")
    try walk.type("<Enter>")
    try walk.type("<Ctrl-C>")
    try walk.end()
  }

  @Test func tabCompletesWords() throws {
    let walk = try ProgramWalk("run", "walk.flow.yaml")
    try walk.type(lines: "billing", "http")
    try walk.type("<Ctrl-U>:<Tab>")
    try walk.type("b<Tab>")
    try walk.type(" k<Tab>")
    try walk.type("<Enter>")
    try walk.type(":n<Tab>")
    try walk.type("<Ctrl-U>:zz<Tab>")
    try walk.type("<Ctrl-C>")
    try walk.end()
  }

  @Test func upRecallsEarlierLines() throws {
    let walk = try ProgramWalk("run", "walk.flow.yaml")
    try walk.type(lines: "billing", "watcher")
    try walk.type("<Up><Up>")
    try walk.type("<Down>")
    try walk.type("<Up><Enter>")
    try expectEqual(walk.end(), 0)
  }

  @Test func aPasteIsTextAndNeverAKey() throws {
    let walk = try ProgramWalk("run", "walk.flow.yaml")
    try walk.type("\u{1B}[200~bil\nling\u{4}\t\u{1B}[201~")
    try walk.type("<Enter>")
    try walk.type("<Ctrl-C>")
    try walk.end()
  }

  @Test func aResizeInTheMiddleOfALineKeepsIt() throws {
    let walk = try ProgramWalk("run", "walk.flow.yaml")
    try walk.type("a-name-with-twenty-ch<Left><Left>")
    try walk.resize(columns: 20)
    try walk.type("<Backspace>")
    try walk.resize(columns: 60)
    try walk.type("<Enter>")
    try walk.type("<Ctrl-C>")
    try walk.end()
  }

  @Test func keysMeanWhatTheWordsMean() throws {
    let walk = try ProgramWalk("run", "walk.flow.yaml")
    try walk.type("billing<Enter>")
    try walk.type("?")
    try walk.type("<Alt-w>")
    try walk.type("http<Enter>")
    try walk.type("<Shift-Tab>")
    try walk.type("<PageUp>")
    try walk.type("<F1>")
    try walk.type("<Alt-Enter>")
    try walk.type("<Ctrl-U>")
    try walk.type("<Ctrl-C>")
    try expectEqual(walk.end(), 130)
  }
}
