// SPDX-License-Identifier: Apache-2.0

import FlowFiles
import FlowForms
import FlowScripts
import Foundation
import RandomTesting
import SourceDiagnostics
import StackFlowShell
import Synchronization
import TerminalIO
import Testing

/// Every script of `Flows/`, typed at each face, comes to the same answers, refusals and outcomes as
/// at the session's depth.
@Suite struct TypedScriptTests {
  static let folder = ProjectFolder.url
    .appending(path: "Flows")

  static let names: [String] = {
    let files = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return files.filter { $0.hasSuffix(".test.yaml") }.map { String($0.dropLast(10)) }.sorted()
  }()

  private static let cases: [(String, KeyDriver.FaceKind)] = names.flatMap { name in
    KeyDriver.FaceKind.allCases.map { (name, $0) }
  }

  @Test func thereAreFlows() { #expect(Self.names.count >= 14) }

  @Test(arguments: dailyPart(of: cases, every: 16, named: "typed scripts"))
  func theScriptsOfAFlowPassWhenTheyAreTyped(name: String, kind: KeyDriver.FaceKind) async throws {
    let (flow, scripts) = try Self.scripts(of: name)
    for script in scripts {
      let (result, untypeable) = await Self.run(script, on: flow, at: kind)
      #expect(untypeable == nil, "\(kind): '\(script.name)' has \(untypeable ?? "")")
      var list = DiagnosticList()
      list.add(contentsOf: result.failures)
      #expect(
        result.isPassed,
        "\(kind.rawValue): \(script.name)\n\(DiagnosticRenderer().render(list))")
    }
  }

  private static func run(
    _ script: FlowScript, on flow: CheckedFlow, at kind: KeyDriver.FaceKind
  ) async -> (ScriptResult, String?) {
    await BlockingWork.run {
      var driver: KeyDriver?
      let result = ScriptRun.run(script, on: flow) { runner in
        let made = KeyDriver(runner, at: kind)
        driver = made
        return made
      }
      driver?.end()
      return (result, driver?.untypeable)
    }
  }

  static func scripts(of name: String) throws -> (CheckedFlow, [FlowScript]) {
    let file = folder.appending(path: "\(name).flow.yaml")
    let loaded = FlowFile.load(
      Array(try Data(contentsOf: file)), name: "\(name).flow.yaml", files: FilesOfFolder())
    let flow = try #require(loaded.flow)
    let test = folder.appending(path: "\(name).test.yaml")
    let read = FlowScriptFile.load(
      Array(try Data(contentsOf: test)), name: "\(name).test.yaml", flow: flow)
    return (flow, read.scripts)
  }

  /// The files beside the flows.
  private struct FilesOfFolder: FlowFileSource {
    var names: [String] {
      (try? FileManager.default.contentsOfDirectory(atPath: TypedScriptTests.folder.path)) ?? []
    }

    func read(_ relativePath: String) throws -> [UInt8] {
      Array(try Data(contentsOf: TypedScriptTests.folder.appending(path: relativePath)))
    }
  }
}
