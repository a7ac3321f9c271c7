// SPDX-License-Identifier: Apache-2.0

import Expectations
import FlowTestCases
import Foundation
import RandomTesting
import Testing
import XCTest

/// Scripts as cases of Swift Testing and of XCTest.
@Suite struct FlowTestCaseTests {
  static let flows = FlowTestCase.all(
    in: ProjectFolder.scripted.map { ProjectFolder.url.appending(path: $0).path })

  @Test(arguments: flows) func everyScriptOfTheFlowsPasses(_ test: FlowTestCase) { test.check() }

  @Test func everyCaseHasAnIDOfItsOwn() {
    #expect(Self.flows.count > 90)
    expectEqual(Set(Self.flows.map(\.id)).count, Self.flows.count)
  }

  /// Writes a flow with its scripts into a folder, and removes it afterwards.
  private func withFlow(_ flow: String, _ scripts: String, _ body: (String) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try Data(flow.utf8).write(to: folder.appending(path: "a.flow.yaml"))
    try Data(scripts.utf8).write(to: folder.appending(path: "a.test.yaml"))
    try body(folder.path)
  }

  private static let flow = """
    flow: 1
    id: a
    steps:
      - { ask: port, type: integer, min: 1024, label: Port }
      - { ask: name, type: string, label: Name }
    """

  private static let scripts = """
    test: a right one
    steps:
      - answer: { port: 8080, name: x }
    ---
    test: a wrong output
    steps:
      - answer: { port: 8080, name: x }
    output: { port: 8080, name: y }
    ---
    test: a refused answer
    steps:
      - answer:
          port: 80
          name: x
    ---
    test: a mistaken one
    steps:
      - answer: { prot: 80 }
    """

  @Test func aFailureIsAtItsLineOfTheScript() throws {
    try withFlow(Self.flow, Self.scripts) { folder in
      let cases = FlowTestCase.all(in: [folder])
      expectEqual(
        cases.map(\.name),
        [
          "a right one", "a wrong output", "a refused answer", "a mistaken one",
        ])
      expectEqual(cases.map { $0.failures().map(\.line) }, [[], [8], [13], [18]])
      for test in cases.dropFirst() {
        withKnownIssue {
          test.check()
        } matching: { issue in
          issue.sourceLocation?.filePath == folder + "/a.test.yaml"
            && issue.sourceLocation?.line == test.failures().first?.line
            && issue.comments.first?.rawValue == test.failures().first?.message
        }
      }
      let message = try #require(cases[2].failures().first?.message)
      expectEqual(
        message.replacing(folder + "/", with: ""),
        """
        a.test.yaml:13:13: error: 'port' is refused: must be 1024 or more [answer-refused]
        13 |       port: 80
           |             ^~
        the question:
          Port
        """, "\(message)")
    }
  }

  /// The flow of `Examples`, in which a limit is broken: its script fails where the answer was to be refused.
  @Test func theExampleFailsAtItsLineWhenItsFlowIsBroken() throws {
    let examples = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../../Examples").standardized
    func text(_ name: String) throws -> String {
      try String(contentsOf: examples.appending(path: name), encoding: .utf8)
    }
    let scripts = try text("service.test.yaml")
    let broken = try text("service.flow.yaml").replacing("min: 1024", with: "min: 1")
    try withFlow(broken, scripts) { folder in
      let failures = FlowTestCase.all(in: [folder]).flatMap { $0.failures() }
      let line = try #require(
        scripts.split(separator: "\n", omittingEmptySubsequences: false)
          .firstIndex { $0.contains("reject: { port: 80 }") })
      expectEqual(failures.map(\.line), [line + 1])
      expectEqual(failures.first?.path, folder + "/a.test.yaml")
      expectEqual(failures.first?.message.contains("'port' is accepted, but must be refused"), true)
    }
  }

  @Test func nothingIsLeftOutInSilence() throws {
    let nowhere = FlowTestCase.all(in: ["/nowhere"])
    expectEqual(nowhere.map { $0.failures().count }, [1])
    try withFlow("flow: 1\nid: a\nsteps: [ { ask: a, type: strin } ]\n", Self.scripts) { folder in
      let cases = FlowTestCase.all(in: [folder])
      expectEqual(cases.count, 1)
      expectEqual(cases.first?.failures().map(\.path), [folder + "/a.flow.yaml"])
    }
    try withFlow(Self.flow, "# nothing\n") { folder in
      expectEqual(FlowTestCase.all(in: [folder]).map { $0.failures().count }, [1])
    }
    try withFlow(Self.flow, "") { folder in
      try FileManager.default.removeItem(atPath: folder + "/a.test.yaml")
      let cases = FlowTestCase.all(in: [folder + "/a.flow.yaml"])
      expectEqual(cases.map { $0.failures().count }, [1])
    }
  }

  @Test func xctestRecordsFailuresAtTheirLines() throws {
    #if !canImport(Darwin)
    try withFlow(Self.flow, Self.scripts) { folder in
      let recorder = FailureRecorder(name: "scripts") { _ in }
      for test in FlowTestCase.all(in: [folder]) { recorder.check(test) }
      expectEqual(recorder.failures.map(\.line), [8, 13, 18])
      #expect(recorder.failures.allSatisfy { $0.path == folder + "/a.test.yaml" })
      expectEqual(recorder.failures.first?.message.hasPrefix("a wrong output: "), true)
    }
    #endif
  }
}

#if !canImport(Darwin)
/// A case of XCTest that keeps what it would report.
private final class FailureRecorder: XCTestCase {
  private(set) var failures: [(message: String, path: String, line: Int)] = []

  override func recordFailure(
    withDescription description: String, inFile filePath: String, atLine lineNumber: Int,
    expected: Bool
  ) {
    failures.append((description, filePath, lineNumber))
  }
}
#endif
