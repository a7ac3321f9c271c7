// SPDX-License-Identifier: Apache-2.0

import Expectations
import FlowExpressions
import FlowFiles
import FlowModel
import FlowSessions
import FlowTesting
import FlowWalks
import TerminalIO
import Testing

@testable import StackFlowShell

/// Users name steps as they read them, and never read an id.
@MainActor
@Suite struct StepNameTests {
  private static let flow = """
    flow: 1
    id: n
    steps:
      - { ask: host_name, type: string, label: "Which host serves it?", short: Host }
      - { ask: port_number, type: integer, label: Which port should it listen on? }
      - form: extras
        title: Extras
        fields:
          - { ask: log_level, type: string, label: Log level }
          - { ask: log_file, type: string, label: File of the log }
      - { ask: last_one, type: string, label: Last }
    """

  private func shown(_ lines: String..., then more: [String] = []) async throws -> [String] {
    let walk = try FaceWalk(Self.flow)
    for line in lines + more { walk.type(line) }
    return await walk.end().shown
  }

  @Test(arguments: [
    ":back Host", ":back host", ":back hos", ":back host_name", ":back Which host serves it?",
  ])
  func aStepIsNamedByItsShortLabelOrItsBeginningOrItsID(word: String) async throws {
    let shown = try await shown("a", "80", word)
    // A question isn't a name where there's a short label.
    let isNamed = !word.hasSuffix("?")
    expectEqual((shown.count { $0.hasPrefix("Which host serves it?") } == 2), isNamed, "\(shown)")
  }

  @Test(arguments: [":back which port", ":back Which port should it listen on?"])
  func aStepWithoutAShortLabelIsNamedByItsQuestion(word: String) async throws {
    let shown = try await shown("a", "80", word)
    expectEqual(shown.count { $0.hasPrefix("Which port should it listen on?") }, 2, "\(shown)")
  }

  @Test func aFieldAndAFormHaveTheirNames() async throws {
    let fields = try await shown("a", "80", ":field file", ":field Log")
    #expect(fields.contains { $0.hasPrefix("File of the log") }, "\(fields)")
    let steps = try await shown("a", "80", "x", "y", ":back extras")
    expectEqual(steps.count { $0 == "Extras" }, 2, "\(steps)")
  }

  @Test(arguments: [":back w", ":why w"])
  func aBeginningOfSeveralNamesIsSaidToBeOne(word: String) async throws {
    let flow = """
      flow: 1
      id: n
      steps:
        - { ask: a, type: string, label: What is it? }
        - { ask: b, type: string, label: What else? }
        - { ask: c, type: string, label: Last }
      """
    let walk = try FaceWalk(flow)
    for line in ["x", "y", word] { walk.type(line) }
    let shown = await walk.end().shown
    #expect(
      shown.contains { $0.lowercased().contains("several steps begin with 'w'") }, "\(shown)")
  }

  @Test func aReviewShowsShortLabelsAndNoIDs() async throws {
    let shown = try await shown("a", "80", ":review")
    #expect(shown.contains { $0.hasPrefix("  Host:") && $0.hasSuffix("  a") }, "\(shown)")
    #expect(!shown.contains { $0.contains("host_name") || $0.contains("port_number") })
  }

  @Test(arguments: [
    ("Ho", ["Host"]), ("host_", ["host_name"]), ("wHich", ["Which port should it listen on?"]),
    ("", ["Host", "Which port should it listen on?"]),
  ])
  func tabCompletesNamesAndIDsThatAreTyped(typed: String, completions: [String]) throws {
    let flow = try checkedFlow(Self.flow, name: "n.flow.yaml")
    let runner = FlowRunner(continuing: try FlowSession(flow: flow), clock: { .epoch })
    runner.start()
    for answer in ["a", "80"] { runner.send(.answer(.text(answer))) }
    let step = try #require(runner.state.step)
    let request = OpenLine(step).request(for: runner.session)
    let complete = try #require(request.complete)
    let found = complete(CompletionQuery(before: ":back " + typed))
    #expect(Set(completions).isSubset(of: found.candidates.map(\.text)))
    #expect(typed.isEmpty || found.candidates.count == 1, "\(found)")
  }

  @Test func aNameThatIsNoneIsRefused() async throws {
    let shown = try await shown("a", ":back nothing like it")
    #expect(shown.contains("Not possible: there is no step 'nothing like it'."), "\(shown)")
  }

  /// A question mark is typed after a refused answer that can't be seen.
  @Test func aQuestionMarkAfterARefusalAsksForHelp() async throws {
    let shown = try await shown("a", "x", "?")
    #expect(shown.contains { $0.contains(":back") && $0.contains("go back one step") }, "\(shown)")
  }

  @Test func aPastedWordAfterARefusalIsNoWord() async throws {
    let walk = try FaceWalk(Self.flow)
    walk.type("a", "x")
    walk.terminal.paste(":back")
    walk.type("")
    let (shown, _) = await walk.end()
    expectEqual(shown.count { $0.contains("Not accepted") }, 2, "\(shown)")
    expectEqual(shown.count { $0.hasPrefix("Which host serves it?") }, 1)
  }

  @Test func aTypedWordAfterARefusalIsOne() async throws {
    let shown = try await shown("a", "x", ":back")
    expectEqual(shown.count { $0.hasPrefix("Which host serves it?") }, 2, "\(shown)")
  }

  /// Also those that are asked later, and those that are skipped.
  @Test(arguments: [":why Dee", ":why d", ":why later", ":why Cee"])
  func whyTakesTheNameOfEveryStep(word: String) async throws {
    let flow = """
      flow: 1
      id: n
      steps:
        - { ask: a, type: string }
        - { ask: b, type: string }
        - { ask: c, type: string, when: a == 'zz', label: Cee }
        - { ask: d, type: string, label: Dee }
        - { ask: e, type: string, label: Later }
      """
    let walk = try FaceWalk(flow)
    walk.type("one", word)
    let shown = await walk.end().shown
    #expect(!shown.contains { $0.lowercased().contains("no step") }, "\(shown)")
    #expect(word != ":why Cee" || shown.contains("  'a' is one"), "\(shown)")
  }

  @Test func whyPrefersTheStepsSoFar() async throws {
    let flow = """
      flow: 1
      id: n
      steps:
        - { ask: a, type: string, label: Name }
        - { ask: b, type: string, when: a == 'x', label: Other }
        - { ask: c, type: string, when: a == 'zz', label: Name }
      """
    let walk = try FaceWalk(flow)
    walk.type("x", ":why name")
    let shown = await walk.end().shown
    #expect(!shown.contains { $0.contains("several steps") }, "\(shown)")
  }

  /// The title of a form is the name of the form, and a field without a label has the words of its id.
  @Test func aFieldWithoutALabelIsCalledByItsID() async throws {
    let flow = """
      flow: 1
      id: n
      steps:
        - { ask: a, type: string }
        - form: mail
          title: Your mail
          fields: [ { ask: host_name, type: string }, { ask: port, type: integer, label: Port } ]
      """
    let walk = try FaceWalk(flow)
    let session = walk.runner.session
    expectEqual(session.name(of: "host_name"), "host name")
    expectEqual(session.name(of: "mail"), "Your mail")
    expectEqual(session.name(of: "port"), "Port")
  }
}
