// SPDX-License-Identifier: Apache-2.0

import Foundation
import StackFlow

/// What it costs to keep walks: in memory, as bytes, and restored.
///
/// Foundation's JSON coders, with the answers alone, are measured in the same run. Usage:
/// `WalkCosts [saving | memory | many]`, by default all; `WalkCosts restore COUNT` restores the walk of ten
/// questions that often and prints nothing, for a counter of instructions.
@main
enum WalkCosts {
  static func main() throws {
    if CommandLine.arguments.count == 3, CommandLine.arguments[1] == "restore",
      let count = Int(CommandLine.arguments[2])
    {
      return try restore(count)
    }
    let parts =
      CommandLine.arguments.count > 1 ? [CommandLine.arguments[1]] : ["saving", "memory", "many"]
    for part in parts {
      switch part {
      case "saving": try saving()
      case "memory": try memory()
      case "many": try manyWalks(10_000)
      default: return print("usage: WalkCosts [saving | memory | many | restore COUNT]")
      }
      print()
    }
  }

  // MARK: Saving and restoring

  private static func saving() throws {
    print("Saving and restoring, medians in µs; JSON is Foundation's, of the answers alone\n")
    Measuring.row(["events", "bytes", "JSON, bytes", "save", "restore", "JSON, save", "JSON, read"])
    Measuring.row(["--:", "--:", "--:", "--:", "--:", "--:", "--:"])
    try saving(tenSteps(), in: SampleFlows.tenSteps, runs: 2_000)
    for events in [10, 100, 1_000, 10_000, 100_000] {
      // Every answer is an event, and the approval of its move another one.
      let flow = SampleFlows.chain(events / 2 + 1)
      var (session, user) = (try FlowSession(flow: flow), SampleUser())
      session.send(.start, now: user.next())
      while session.eventCount < events { user.answer(&session, .text("answer")) }
      try saving(session, in: flow, runs: max(3, 20_000 / events))
    }
  }

  private static func saving(
    _ session: FlowSession, in flow: CheckedFlow, runs: Int
  ) throws {
    let walk = SavedWalk(session)
    let bytes = walk.bytes
    let plain = PlainWalk(walk)
    let (encoder, decoder) = (JSONEncoder(), JSONDecoder())
    let json = try encoder.encode(plain)
    let restored = try SavedWalk(bytes: bytes).restored(in: flow)
    guard restored.notices.isEmpty, SavedWalk(restored.session) == walk else {
      fatalError("the walk was restored to another one")
    }
    Measuring.row([
      "\(walk.events.count)", "\(bytes.count)", "\(json.count)",
      Measuring.text(Measuring.microseconds(runs) { SavedWalk(session).bytes }),
      Measuring.text(
        try Measuring.microseconds(runs) { try SavedWalk(bytes: bytes).restored(in: flow) }),
      Measuring.text(try Measuring.microseconds(runs) { try encoder.encode(plain) }),
      Measuring.text(
        try Measuring.microseconds(runs) { try decoder.decode(PlainWalk.self, from: json) }),
    ])
  }

  private static func restore(_ count: Int) throws {
    let bytes = SavedWalk(try tenSteps()).bytes
    for _ in 0..<count {
      withExtendedLifetime(try SavedWalk(bytes: bytes).restored(in: SampleFlows.tenSteps)) {}
    }
  }

  private static func tenSteps() throws -> FlowSession {
    var (session, user) = (try FlowSession(flow: SampleFlows.tenSteps), SampleUser())
    session.send(.start, now: user.next())
    for question in SampleFlows.questions { user.answer(&session, question.answer) }
    guard case .finished = session.state else { fatalError("the walk isn't at its end") }
    return session
  }

  // MARK: Memory

  private static func memory() throws {
    let count = 1_000
    let flow = SampleFlows.tenSteps
    let asked = SampleFlows.questions.count
    print("Memory of a session, in bytes, over \(count) sessions\n")
    Measuring.row(["answers", "session", "saved walk", "its bytes"])
    Measuring.row(["--:", "--:", "--:", "--:"])
    for answers in [0, 1, asked - 1] {
      let sessions = try Measuring.bytes(each: count) {
        try (0..<count).map { _ in try walked(flow, answers) }
      }
      let session = try walked(flow, answers)
      let bytes = SavedWalk(session).bytes
      let walks = try Measuring.bytes(each: count) {
        try (0..<count).map { _ in try SavedWalk(bytes: bytes) }
      }
      let saved = Measuring.bytes(each: count) {
        (0..<count).map { _ in SavedWalk(session).bytes }
      }
      Measuring.row(
        ["\(answers)"] + [sessions, walks, saved].map { $0.map(Measuring.text) ?? "?" })
    }
  }

  private static func walked(_ flow: CheckedFlow, _ answers: Int) throws -> FlowSession {
    var (session, user) = (try FlowSession(flow: flow), SampleUser())
    session.send(.start, now: user.next())
    for question in SampleFlows.questions.prefix(answers) {
      user.answer(&session, question.answer)
    }
    return session
  }

  // MARK: Many walks

  private static func manyWalks(_ count: Int) throws {
    let flow = SampleFlows.tenSteps
    print("\(count) walks in one process; each answer goes to all of them in turn\n")
    Measuring.row(["answers", "bytes a walk", "µs an answer"])
    Measuring.row(["--:", "--:", "--:"])
    var (sessions, user) = ([FlowSession](), SampleUser())
    let begun = ContinuousClock.now
    var bytes = try Measuring.bytes(each: count) {
      for _ in 0..<count {
        var session = try FlowSession(flow: flow)
        session.send(.start, now: user.next())
        sessions.append(session)
      }
    }
    var time = (ContinuousClock.now - begun) / .microseconds(1) / Double(count)
    Measuring.row(["0", bytes.map(Measuring.text) ?? "?", Measuring.text(time)])
    for (number, question) in SampleFlows.questions.enumerated() {
      let begun = ContinuousClock.now
      let more = Measuring.bytes(each: count) {
        for index in sessions.indices { user.answer(&sessions[index], question.answer) }
      }
      time = (ContinuousClock.now - begun) / .microseconds(1) / Double(count)
      bytes = bytes.map { $0 + (more ?? 0) }
      Measuring.row([
        "\(number + 1)", bytes.map(Measuring.text) ?? "?", Measuring.text(time),
      ])
    }
    withExtendedLifetime(sessions) {}
  }
}
