// SPDX-License-Identifier: Apache-2.0

import Expectations
import Testing

/// Lists of records in the line face: adding, editing, removing, moving, and nested lists.
@Suite("A walk through lists")
struct ListWalkTests {
  @Test func itemsAreAddedEditedMovedAndRemoved() throws {
    let walk = try ProgramWalk("run", "lists.flow.yaml")
    try walk.type(lines: "add", "Berlin", "<Ctrl-U>2", "")
    try walk.type(lines: "add", "Rome", "", "")
    try walk.type(lines: "move 2 1", "edit 2", "<Ctrl-U>Bern", "", "")
    try walk.type(lines: "remove 1", "", "", "90.5", "", "")
    try expectEqual(walk.end(), 0)
  }

  @Test func goingBackFromItsFirstQuestionAbandonsAnItem() throws {
    let walk = try ProgramWalk("run", "lists.flow.yaml")
    try walk.type(lines: "add", "Oslo", ":back", ":back")
    try walk.type(lines: "add", "<Ctrl-U>Lima", "", "", "")
    try walk.type(lines: ":back", "edit 1", ":back", ":next", "10")
    try walk.type(lines: "", ":back", ":back leg", ":accept", ":quit")
    try expectEqual(walk.end(), 1)
  }

  @Test func listsCanBeNested() throws {
    let walk = try ProgramWalk("run", "lists.flow.yaml")
    try walk.type(lines: "add", "Paris", "", "add", "The Louvre", "add", "Notre-Dame", "remove 1")
    try walk.type(lines: "", "", "edit 1", "", "", "edit 1", "<Ctrl-U>Sacré-Cœur", "", "", "120")
    try walk.type(lines: ":back leg", ":show", "", "", "")
    try expectEqual(walk.end(), 0)
  }

  @Test func mistakesInListsAreReported() throws {
    let walk = try ProgramWalk("run", "lists.flow.yaml")
    try walk.type(lines: "", "<Ctrl-U>ad x", "<Ctrl-U>edit 1", "<Ctrl-U>delete", "<Ctrl-U>move 1")
    try walk.type(lines: "<Ctrl-U>a", "berlin", "<Ctrl-U>Berlin", "<Ctrl-U>99", "<Ctrl-U>3", "")
    try walk.type(lines: "add", "Berlin", "", "", "", "?")
    try walk.type(lines: "<Ctrl-U>e 2", "<Ctrl-U>Oslo", "", "", "add", "Lima", "", "")
    try walk.type(lines: "add", "<Ctrl-U>remove 4", "<Ctrl-U>:help", ":quit")
    try expectEqual(walk.end(), 1)
  }

  @Test func tabCompletesTheWordsOfAList() throws {
    let walk = try ProgramWalk("run", "lists.flow.yaml")
    try walk.type("a<Tab>")
    try walk.type("<Enter>")
    try walk.type(lines: "Bonn", "", "")
    try walk.type("ed<Tab>")
    try walk.type("1<Enter>")
    try walk.type(lines: ":quit")
    try expectEqual(walk.end(), 1)
  }

  @Test func twentyColumnsAreEnoughForLists() throws {
    let walk = try ProgramWalk("run", "lists.flow.yaml", columns: 20)
    try walk.type(lines: "add", "Llanfairpwllgwyngyll", "<Ctrl-U>30", "add", "the railway station")
    try walk.type(lines: "", "", "12", "", "")
    try expectEqual(walk.end(), 0)
  }
}
