// SPDX-License-Identifier: Apache-2.0

import Expectations
import Testing

@Suite("Endings")
struct EndingTests {
  @Test func ctrlCInterrupts() throws {
    let walk = try ProgramWalk("run", "walk.flow.yaml")
    try walk.type("half a na<Ctrl-C>")
    try expectEqual(walk.end(), 130)
    #expect(walk.output.isEmpty)
  }

  @Test func ctrlDLeavesAtAnEmptyLineOnly() throws {
    let walk = try ProgramWalk("run", "walk.flow.yaml")
    try walk.type("ab<Ctrl-A><Ctrl-D>")
    try walk.type("<Ctrl-D>")
    try walk.type("<Ctrl-D>")
    try expectEqual(walk.end(), 1)
    #expect(walk.output.isEmpty)
  }

  @Test(arguments: [(2, 130), (15, 143), (1, 129), (3, 131)] as [(Int32, Int32)])
  func aSignalRestoresTheTerminal(signal: Int32, status: Int32) throws {
    let walk = try ProgramWalk("run", "walk.flow.yaml", name: "signal\(signal)")
    try walk.type("half")
    walk.send(signal: signal)
    try expectEqual(walk.end(), status)
    #expect(walk.output.isEmpty)
  }

  @Test func aClosedWindowEndsTheProgram() throws {
    let walk = try ProgramWalk("run", "walk.flow.yaml")
    try walk.type("half")
    walk.hangUp()
    try expectEqual(walk.end(isTerminalKept: false), 1)
    #expect(walk.output.isEmpty)
  }

  @Test func theTimeLimitEndsTheProgram() throws {
    let walk = try ProgramWalk("run", "walk.flow.yaml", "--timeout", "100ms", waits: false)
    try expectEqual(walk.end(), 124)
    #expect(walk.output.isEmpty)
  }

  @Test func aStopEndsTheFlow() throws {
    let walk = try ProgramWalk("run", "stops.flow.yaml")
    try walk.type("12<Enter>")
    try walk.type(":back<Enter>")
    try walk.type("<Ctrl-U>13<Enter>")
    try walk.type("<Enter>")
    try expectEqual(walk.end(), 6)
    #expect(walk.output.isEmpty)
  }

  @Test func aStopCanCompleteTheFlow() throws {
    let walk = try ProgramWalk("run", "stops.flow.yaml")
    try walk.type("101<Enter>")
    try walk.type("<Enter>")
    try expectEqual(walk.end(), 0)
  }

  @Test func goingBackFromAFailedExpressionWorks() throws {
    let walk = try ProgramWalk("run", "stops.flow.yaml")
    try walk.type(lines: "30", "0")
    try walk.type("anything<Enter>")
    try walk.type(":back<Enter>")
    try walk.type("<Ctrl-U>2<Enter>")
    try walk.type("<Enter>")
    try expectEqual(walk.end(), 0)
  }

  @Test func leavingAFailedExpressionWorks() throws {
    let walk = try ProgramWalk("run", "stops.flow.yaml")
    try walk.type(lines: "30", "0")
    try walk.type(":quit<Enter>")
    try expectEqual(walk.end(), 1)
  }

  @Test func nothingIsReportedWithoutEffects() throws {
    let walk = try ProgramWalk("run", "walk.flow.yaml")
    try walk.type("<Ctrl-C>")
    try expectEqual(walk.finish(), 130)
    #expect(!walk.everyRow.contains { $0.contains("stays") })
  }
}
