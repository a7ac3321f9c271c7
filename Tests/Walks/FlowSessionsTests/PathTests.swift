// SPDX-License-Identifier: Apache-2.0

import Expectations
import FlowExpressions
import FlowModel
import FlowSessions
import FlowTesting
import FlowWalks
import StackFlowCore
import Testing

/// Fields of type `path`: the driver is asked what exists there, once for each event, and a replay
/// asks no one.
@Suite struct PathTests {
  static let text = """
    flow: 1
    id: paths
    steps:
      - { ask: config, type: path, must: file, default: ~/config }
      - { ask: target, type: path, must: absent }
      - { ask: free, type: path, required: false }
    """

  /// A host with a home, a file, and a folder, which counts its calls.
  ///
  /// Unchecked because only the test's thread uses it.
  final class Host: PathHost, @unchecked Sendable {
    var kinds: [String: PathFacts.Kind] = [
      "/home/ada/config": .file, "/home/ada": .directory, "old": .file, "socket": .other,
      "dangling": .danglingLink, "closed/x": .unknown,
      "hidden": .notAllowed,
    ]
    var asked: [String] = []

    func facts(of path: String) -> PathFacts {
      asked.append(path)
      guard path.hasPrefix("~") else {
        return PathFacts(path, expanded: path, kind: kinds[path] ?? .absent)
      }
      if path == "~root" {
        return PathFacts(path, expanded: nil, kind: .notAllowed)
      }
      guard path == "~" || path.hasPrefix("~/") else {
        return PathFacts(path, expanded: nil, kind: .absent)
      }
      let expanded = "/home/ada" + path.dropFirst()
      return PathFacts(path, expanded: expanded, kind: kinds[expanded] ?? .absent)
    }

    func paths(beginning typed: String) -> [String] { [] }
  }

  private func runner(_ text: String, _ host: Host?) throws -> FlowRunner {
    let runner = try FlowRunner(flow: try flow(text), clock: { .epoch })
    runner.services.paths = host
    runner.start()
    return runner
  }

  private func field(_ runner: FlowRunner) throws -> FieldState {
    let step = try #require(runner.state.step)
    return try #require(step.focusedField)
  }

  private struct NothingAsked: Error {}

  @Test func aSessionWaitsForAFactAndContinues() throws {
    var session = try FlowSession(flow: try flow(Self.text))
    session.send(.start, now: .epoch)
    guard case .needs(.lookUp(let path)) = session.state else {
      Issue.record("the default of the first field needs a fact")
      return
    }
    expectEqual(path, "~/config")
    expectEqual(session.depth, 0, "nothing has happened yet")
    // Events that don't apply meanwhile aren't in the log, and change nothing.
    session.send(.answer(.text("x")), now: .epoch)
    session.send(.found(PathFacts("elsewhere", expanded: nil, kind: .file)), now: .epoch)
    expectEqual(session.state.need, .lookUp(path))
    let said = session.send(
      .found(PathFacts("~/config", expanded: "/h/config", kind: .file)), now: .epoch)
    #expect(said.contains(.move(.didPush("config"))))
    let step = try #require(session.state.step)
    expectEqual(step.focusedField?.offer?.value, "/h/config")
    expectEqual(session.eventCount, 2)
  }

  @Test func aSessionThatWaitsForAFactCanBeLeft() throws {
    var session = try FlowSession(flow: try flow(Self.text))
    session.send(.start, now: .epoch)
    session.send(.leave(.interrupt), now: .epoch)
    guard case .finished(let result) = session.state else {
      Issue.record("it must be over")
      return
    }
    expectEqual(result.outcome, .left(.interrupt))
  }

  @Test func theTimeOfAnEventIsThatAtWhichItHappened() throws {
    let text = """
      flow: 1
      id: t
      steps:
        - { ask: file, type: path, must: exist }
        - { ask: at, type: datetime, default: { value: now } }
      """
    var session = try FlowSession(flow: try flow(text))
    session.send(.start, now: .epoch)
    let early = try Timestamp("2026-01-01T00:00:00Z")
    let late = try Timestamp("2026-01-02T00:00:00Z")
    session.send(.answer(.text("x")), now: early)
    session.send(.found(PathFacts("x", expanded: "x", kind: .file)), now: late)
    #expect(session.state.need != nil)
    session.decide(.approve, now: late)
    let step = try #require(session.state.step)
    expectEqual(step.focusedField?.offer?.value, .timestamp(late))
  }

  @Test(
    arguments: [
      ("file", "~/config", nil), ("file", "none", "choose an existing file; 'none' doesn't exist"),
      ("file", "~", "choose a file; '/home/ada' is a directory"),
      ("file", "socket", "choose a regular file; 'socket' is a device, pipe, or socket"),
      ("file", "dangling", "choose another path; 'dangling' is a broken symbolic link"),
      ("directory", "~/", "choose an existing directory; '/home/ada/' doesn't exist"),
      ("directory", "old", "choose a directory; 'old' is a file"), ("directory", "~", nil),
      ("exist", "old", nil), ("exist", "socket", nil),
      ("exist", "none", "choose an existing path; 'none' doesn't exist"),
      ("absent", "none", nil), ("absent", "old", "choose a new path; 'old' already exists"),
      ("absent", "dangling", "choose a new path; 'dangling' is already a symbolic link"),
      ("absent", "closed/x", "can't check here what is at 'closed/x'"),
      (
        "absent", "hidden",
        "can't look up 'hidden' here; start with --allow-read DIR to look up what's in a folder"
      ),
      (
        "absent", "~root",
        "can't look up '~root' here; start with --allow-read DIR to look up what's in a folder"
      ),
      ("file", "~bob/x", "there is no home directory for '~bob'"),
    ] as [(String, String, String?)])
  func mustSaysWhatIsNeeded(must: String, typed: String, problem: String?) throws {
    let runner = try runner(
      "flow: 1\nid: p\nsteps: [{ ask: x, type: path, must: \(must) }]\n", Host())
    runner.send(.answer(.text(typed)))
    if let problem {
      try expectEqual(field(runner).problems.map(\.message), [problem])
    } else {
      guard case .finished = runner.state else {
        Issue.record("'\(typed)' must be accepted")
        return
      }
    }
  }

  @Test func factsHoldForOneEvent() throws {
    let host = Host()
    let runner = try runner(Self.text, host)
    expectEqual(host.asked, ["~/config"], "one question for a default that is expanded and checked")
    runner.send(.answer(nil))
    // Enter takes the offer, whose path is looked up again; it was already expanded.
    #expect(host.asked.count > 1, "the next event asks again")
    runner.send(.answer(.text("new")))
    host.kinds["new"] = .file
    runner.send(.backTo("target"))
    try expectEqual(field(runner).offer, nil, "'new' exists by now, so it is offered no more")
  }

  @Test func whatWasTypedIsExpandedInTheAnswer() throws {
    let runner = try runner(Self.text, Host())
    runner.send(.answer(.text("~/config")))
    runner.send(.answer(.text("~/new")))
    runner.send(.answer(.text("./~x")))
    guard case .finished(let result) = runner.state else { throw NothingAsked() }
    expectEqual(
      JSONWriter().text(of: result.output),
      #"{"config":"/home/ada/config","target":"/home/ada/new","free":"./~x"}"#)
  }

  @Test func aReplayHasNoEffects() throws {
    let host = Host()
    let runner = try runner(Self.text, host)
    runner.send(.answer(.text("none")))
    runner.send(.answer(.text("~/config")))
    runner.send(.answer(.text("new")))
    runner.send(.back(steps: 1))
    let replayed = try FlowSession.replaying(runner.session.events, flow: runner.session.flow)
    expectEqual(replayed.answers, runner.session.answers)
    expectEqual(replayed.eventCount, runner.session.eventCount)
    guard case .asking(let there) = runner.state, case .asking(let here) = replayed.state else {
      throw NothingAsked()
    }
    expectEqual(there, here)
  }

  @Test func withoutAHostPathsAreUnknownAndNotExpanded() throws {
    let runner = try runner(Self.text, nil)
    #expect(try field(runner).offer == nil)
    runner.send(.answer(.text("a")))
    try expectEqual(field(runner).problems.map(\.message), ["can't check here what is at 'a'"])
    try expectEqual(field(runner).problems.map(\.rule), [.uncheckable])
    let free = try self.runner("flow: 1\nid: p\nsteps: [{ ask: x, type: path }]\n", nil)
    free.send(.answer(.text("~/a")))
    guard case .finished(let result) = free.state else { throw NothingAsked() }
    expectEqual(JSONWriter().text(of: result.output), #"{"x":"~/a"}"#)
  }

  @Test func aFormLooksAgainWhenItIsSubmitted() throws {
    let host = Host()
    let runner = try runner(
      """
      flow: 1
      id: f
      steps:
        - form: both
          fields:
            - { ask: file, type: path, must: file }
            - { ask: name, type: string }
      """, host)
    runner.send(.answer(.text("old")))
    host.kinds["old"] = nil
    runner.send(.answer(.text("ada")))
    try expectEqual(field(runner).id, "file")
    try expectEqual(
      field(runner).problems.map(\.message), ["choose an existing file; 'old' doesn't exist"])
  }

  @Test func aMessageOfTheFileReplacesTheStandardOne() throws {
    let runner = try runner(
      """
      flow: 1
      id: f
      steps:
        - { ask: x, type: path, must: file, messages: { must: "no '${x}' here", type: whose? } }
      """, Host())
    runner.send(.answer(.text("none")))
    try expectEqual(field(runner).problems.map(\.message), ["no 'none' here"])
    runner.send(.answer(.text("~bob")))
    try expectEqual(field(runner).problems.map(\.message), ["whose?"])
  }

  @Test func pathRequirementsCanBeComputed() throws {
    let text = """
      flow: 1
      id: f
      steps:
        - { ask: how, type: string }
        - { ask: x, type: path, must: { value: how } }
      """
    let runner = try runner(text, Host())
    runner.send(.answer(.text("directory")))
    runner.send(.answer(.text("old")))
    try expectEqual(field(runner).problems.map(\.message), ["choose a directory; 'old' is a file"])
    runner.send(.back(steps: 1))
    runner.send(.answer(.text("sideways")))
    guard case .failed(let failure) = runner.state else { throw NothingAsked() }
    expectEqual(
      failure.message,
      "the computed 'must' must be one of exist, file, directory and absent, "
        + "found 'sideways'")
  }
}

extension SessionState {
  /// The need of the session.
  fileprivate var need: SessionNeed? {
    guard case .needs(let need) = self else { return nil }
    return need
  }
}
