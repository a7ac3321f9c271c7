// SPDX-License-Identifier: Apache-2.0

import FlowFiles
import FlowHosts
public import FlowModel
import FlowScripts
import SourceDiagnostics

/// A scripted test of a flow, as a case of a test library.
///
/// With Swift Testing, each script is a case of a parameterized test. It has the name of the script, and its
/// failures are at the lines of the script's file:
///
/// ```
/// @Test(arguments: FlowTestCase.all(in: ["Flows"]))
/// func scripts(_ test: FlowTestCase) { test.check() }
/// ```
///
/// With XCTest, a method checks them in turn:
///
/// ```
/// func testScripts() {
///   for test in FlowTestCase.all(in: ["Flows"]) { check(test) }
/// }
/// ```
public struct FlowTestCase: Sendable, Identifiable {
  /// The name of the test; of what can't be loaded, the path of the file.
  public let name: String

  /// The path of the flow.
  public let flow: String

  /// The path of the script, its line, and the name of the test, which no other case has.
  public let id: String

  private let content: Content

  private enum Content: Sendable {
    case script(FlowScript, CheckedFlow)
    case mistakes([FlowTestFailure])
  }

  private init(
    name: String, flow: String, path: String, line: Int, _ content: Content
  ) {
    self.name = name
    self.flow = flow
    self.content = content
    id = "\(path):\(line): \(name)"
  }

  /// Returns the scripted tests of flows.
  ///
  /// A flow or a script with mistakes, a file that can't be read, and a path without a scripted test are cases
  /// that fail, so that no test is left out in silence.
  ///
  /// - Parameters:
  ///   - paths: Scripts (`NAME.test.yaml`), flows (`NAME.flow.yaml`) with scripts next to them, and folders with
  ///     scripts. Relative paths begin at the working directory of the process.
  ///   - extensions: What the program adds to the language of flows.
  /// - Returns: The tests, in the order of the paths and of their files.
  public static func all(
    in paths: [String], extensions: FlowExtensions = FlowExtensions()
  ) -> [FlowTestCase] {
    let tested = ScriptSearch.tested(in: paths, includesUntested: false)
    guard !tested.isEmpty else {
      let searched = paths.joined(separator: ", ")
      return [failing("there is no scripted test in \(searched)", flow: searched, path: searched)]
    }
    return tested.flatMap { tested in
      cases(of: tested, extensions: extensions)
    }
  }

  private static func cases(
    of tested: ScriptSearch.Tested, extensions: FlowExtensions
  ) -> [FlowTestCase] {
    let loaded: LoadedFlow
    do throws(SystemFiles.Failure) {
      loaded = FlowFile.load(
        try SystemFiles.read(tested.flow, limit: FlowFile.defaultLimit), name: tested.flow,
        files: FolderFiles(beside: tested.flow, limit: FlowFile.defaultLimit),
        extensions: extensions)
    } catch {
      return [failing(error.message, flow: tested.flow, path: tested.flow)]
    }
    guard let flow = loaded.flow else {
      let failures = loaded.diagnostics.diagnostics.filter { $0.severity == .error }
        .map { FlowTestFailure($0) }
      return [
        FlowTestCase(
          name: tested.flow, flow: tested.flow, path: tested.flow, line: 1, .mistakes(failures))
      ]
    }
    return tested.scripts.flatMap { cases(of: $0, flow, tested.flow) }
  }

  /// Returns the cases of a script.
  private static func cases(
    of script: String, _ checked: CheckedFlow, _ flow: String
  ) -> [FlowTestCase] {
    let loaded: FlowScriptFile.Loaded
    do throws(SystemFiles.Failure) {
      let bytes = try SystemFiles.read(script, limit: FlowFile.defaultLimit)
      loaded = FlowScriptFile.load(bytes, name: script, flow: checked)
    } catch {
      return [failing(error.message, flow: flow, path: script)]
    }
    var cases = loaded.scripts.map { test in
      (
        test.place.start.line,
        FlowTestCase(
          name: test.name, flow: flow, path: script, line: test.place.start.line,
          .script(test, checked))
      )
    }
    cases += loaded.mistaken.map { test in
      (
        test.place.start.line,
        FlowTestCase(
          name: test.name, flow: flow, path: script, line: test.place.start.line,
          .mistakes(test.diagnostics.map { FlowTestFailure($0) }))
      )
    }
    if cases.isEmpty {
      let failures = loaded.diagnostics.diagnostics.filter { $0.severity == .error }
      return [
        FlowTestCase(
          name: script, flow: flow, path: script, line: 1,
          .mistakes(failures.map { FlowTestFailure($0) }))
      ]
    }
    return cases.sorted { $0.0 < $1.0 }.map(\.1)
  }

  /// Returns a case that fails with a message about a file.
  private static func failing(_ message: String, flow: String, path: String) -> FlowTestCase {
    FlowTestCase(
      name: path, flow: flow, path: path, line: 1,
      .mistakes([FlowTestFailure(message: message, path: path, line: 1, column: 1)]))
  }

  /// Runs the test, and returns its failures; none if it passes.
  ///
  /// The script runs against the session: no command is run, and no file is written.
  ///
  /// - Parameter secrets: Returns the text of a secret that the script names but doesn't contain, by name.
  /// - Returns: The failures, in the order of the script.
  public func failures(secrets: @escaping (String) -> String? = { _ in nil }) -> [FlowTestFailure] {
    switch content {
    case .mistakes(let failures): return failures
    case .script(let script, let checked):
      let result = ScriptRun.run(script, on: checked, secrets: secrets)
      let context = result.context?.lines ?? []
      return result.failures.map { FlowTestFailure($0, context: context) }
    }
  }
}
