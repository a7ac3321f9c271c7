// SPDX-License-Identifier: Apache-2.0

import Expectations
import Foundation
import StackFlowCore
import Testing

@Suite struct LinearDriverTests {
  private func driver(at index: Int? = nil) throws -> (
    LinearDriver<String>, Recorder<LinearStep<String>>
  ) {
    let driver = LinearDriver(["a", "b", "c", "d"])
    if let index { for _ in 0...index { driver.next() } }
    let recorder = Recorder<LinearStep<String>>()
    driver.observer = recorder
    return (driver, recorder)
  }

  private func contents(_ driver: LinearDriver<String>) -> String {
    driver.stack.items.map(\.content).joined()
  }

  /// The announcements as letters, such as `+b` for a push and `-c` for a pop.
  private func moves(_ recorder: Recorder<LinearStep<String>>) -> [String] {
    recorder.lines.compactMap { line in
      guard line.hasPrefix("did ") else { return nil }
      let letter = line.split(separator: "\"").dropFirst().first.map(String.init) ?? "?"
      return (line.hasPrefix("did push") ? "+" : "-") + letter
    }
  }

  @Test func v20RefreshIsOnePopPairThenOnePushPair() throws {
    let (driver, recorder) = try driver(at: 1)
    driver.refresh()
    expectEqual(moves(recorder), ["-b", "+b"])
    expectEqual(recorder.lines.count, 4)
    expectEqual(contents(driver), "ab")
  }

  @Test func v20BackAndNextChangeNothingAtTheEnds() throws {
    let (first, atFirst) = try driver(at: 0)
    first.back()
    let (last, atLast) = try driver(at: 3)
    last.next()
    #expect(atFirst.lines.isEmpty)
    #expect(atLast.lines.isEmpty)
  }

  @Test func nextStartsAndContinues() throws {
    let (driver, recorder) = try driver()
    #expect(driver.index == nil)
    driver.next()
    driver.next()
    expectEqual(moves(recorder), ["+a", "+b"])
    expectEqual(driver.index, 1)
  }

  @Test(arguments: [
    (from: [3], to: 1, moves: ["-d", "+b"], name: "backward to a step that was left out"),
    (from: [0, 3], to: 1, moves: ["-d", "+b"], name: "backward into a gap"),
    (from: [0, 1, 3], to: 1, moves: ["-d"], name: "backward to a step that is there"),
    (from: [0, 1, 2, 3], to: 0, moves: ["-d", "-c", "-b"], name: "to the first"),
    (from: [0], to: 3, moves: ["+d"], name: "forward pushes the destination only"),
    (from: [0, 2], to: 2, moves: ["-c", "+c"], name: "to the same one rebuilds it"),
    (from: [1, 2], to: 0, moves: ["-c", "-b", "+a"], name: "below all that is there"),
  ])
  func jumps(from: [Int], to: Int, moves expected: [String], name: String) throws {
    let (driver, recorder) = try driver()
    for index in from { try driver.go(to: index) }
    recorder.lines.removeAll()
    try driver.go(to: to)
    expectEqual(moves(recorder), expected, "\(name)")
    expectEqual(driver.index, to)
  }

  @Test func backGoesToThePreviousStepOfTheListEvenAfterAJump() throws {
    let (driver, recorder) = try driver()
    try driver.go(to: 0)
    try driver.go(to: 3)
    recorder.lines.removeAll()
    driver.back()
    expectEqual(moves(recorder), ["-d", "+c"])
    expectEqual(contents(driver), "ac")
  }

  @Test func restartPopsEverythingAndPushesTheFirst() throws {
    let (driver, recorder) = try driver(at: 2)
    driver.restart()
    expectEqual(moves(recorder), ["-c", "-b", "-a", "+a"])
  }

  @Test(arguments: [-1, 4, Int.max])
  func anIndexOutsideTheListIsAnErrorAndChangesNothing(index: Int) throws {
    let (driver, recorder) = try driver(at: 1)
    #expect(throws: FlowStackError.indexOutOfRange(index: index, count: 4)) {
      try driver.go(to: index)
    }
    #expect(recorder.lines.isEmpty)
  }

  @Test func requestsAreApprovedUpToTheEnds() throws {
    let (driver, _) = try driver()
    for _ in 0..<4 { try expectEqual(driver.stack.request(.push), .approved) }
    try expectEqual(driver.stack.request(.push), .denied(reason: nil))
    try expectEqual(driver.stack.request(.pop(2)), .approved)
    expectEqual(contents(driver), "ab")
    try expectEqual(driver.stack.request(.pop(9)), .approved)
    expectEqual(contents(driver), "a")
    try expectEqual(driver.stack.request(.pop(1)), .denied(reason: nil))
  }

  @Test func anEmptyListHasNoMoves() throws {
    let driver = LinearDriver<String>([])
    driver.next()
    driver.back()
    driver.refresh()
    driver.restart()
    try expectEqual(driver.stack.request(.push), .denied(reason: nil))
    #expect(throws: FlowStackError.indexOutOfRange(index: 0, count: 0)) { try driver.go(to: 0) }
    #expect(driver.stack.isEmpty)
    #expect(throws: FlowStackError.negativeCount(-1)) {
      try LinearDriver(count: -1) { _, _ in "" }
    }
  }

  @Test func contentIsBuiltFromTheStepsBelowWhenPushed() throws {
    var builds = 0
    let driver = try LinearDriver<String>(count: 3) { index, below in
      builds += 1
      return "\(index)<" + below.items.map(\.content).joined()
    }
    driver.next()
    driver.next()
    driver.refresh()
    expectEqual(driver.stack.top?.content, "1<0<")
    expectEqual(builds, 3)
  }

  @Test func movesInsideAnAnnouncementStartFromTheCurrentStep() throws {
    let (driver, recorder) = try driver()
    var done = false
    recorder.onAnnouncement = { _, _ in
      guard !done else { return }
      done = true
      driver.next()
      driver.next()
    }
    driver.next()
    expectEqual(contents(driver), "abc")
  }

  @Test func aRestoredStackContinuesWithinTheList() throws {
    let (longer, _) = try driver(at: 3)
    let data = try JSONEncoder().encode(longer.stack.steps)
    let steps = try JSONDecoder().decode(StepStack<LinearStep<String>>.self, from: data)
    let same = try LinearDriver(count: 4, restoring: steps) { index, _ in "\(index)" }
    same.back()
    expectEqual(same.index, 2)
    let shorter = try LinearDriver(count: 2, restoring: steps) { index, _ in ["x", "y"][index] }
    shorter.refresh()
    shorter.next()
    expectEqual(shorter.stack.steps, steps)
    shorter.back()
    expectEqual(shorter.index, 1)
  }

  @Test func aDriverIsFreedWithItsStack() {
    weak var gone: LinearDriver<String>?
    func use() {
      let driver = LinearDriver(["a", "b"])
      driver.next()
      gone = driver
    }
    use()
    #expect(gone == nil)
  }
}
