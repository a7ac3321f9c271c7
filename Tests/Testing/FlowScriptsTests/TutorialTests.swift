// SPDX-License-Identifier: Apache-2.0

import Expectations
import FlowFiles
import FlowModel
import FlowScripts
import Foundation
import RandomTesting
import SourceDiagnostics
import Testing

/// The files of the tutorial: each step is a flow without findings, and its script passes.
@Suite struct TutorialTests {
  private static let folder = ProjectFolder.url
    .appending(path: "Sources/StackFlow/StackFlow.docc")

  private static let resources =
    ((try? FileManager.default.contentsOfDirectory(
      atPath: folder.appending(path: "Resources").path)) ?? []).sorted()

  /// The tutorial's folder, in which the flow of each step has the script and the translation next
  /// to it.
  private struct Resources: FlowFileSource {
    var names: [String] { ["workshop.de.texts.yaml"] }

    func read(_ relativePath: String) throws -> [UInt8] {
      Array(
        try Data(
          contentsOf: TutorialTests.folder.appending(path: "Resources/\(relativePath)")))
    }
  }

  private func load(_ name: String, as shown: String, isTranslated: Bool) throws -> LoadedFlow {
    let bytes = try Resources().read(name)
    let license = MemoryFileSource(["contact.flow.yaml": try Resources().read("contact.flow.yaml")])
    return FlowFile.load(
      bytes, name: shown, files: isTranslated ? Resources() : license)
  }

  @Test(arguments: resources.filter { $0.hasSuffix(".flow.yaml") })
  func everyStepIsAFlowWithoutAFinding(name: String) throws {
    let loaded = try load(name, as: name, isTranslated: false)
    expectEqual(DiagnosticRenderer().render(loaded.diagnostics), "")
    #expect(loaded.flow != nil)
  }

  @Test func theLastStepIsTranslatedAndPassesItsScript() throws {
    let loaded = try load("workshop-10.flow.yaml", as: "workshop.flow.yaml", isTranslated: true)
    expectEqual(DiagnosticRenderer().render(loaded.diagnostics), "")
    let flow = try #require(loaded.flow)
    let scripts = FlowScriptFile.load(
      try Resources().read("workshop.test.yaml"), name: "workshop.test.yaml", flow: flow)
    expectEqual(DiagnosticRenderer().render(scripts.diagnostics), "")
    expectEqual(scripts.scripts.count, 1)
    for script in scripts.scripts {
      expectEqual(ScriptRun.run(script, on: flow).failures.map(\.message), [])
    }
  }

  /// The steps grow by whole lines, and every file is shown.
  @Test func theTutorialShowsEveryFile() throws {
    let text = try String(
      contentsOf: Self.folder.appending(path: "PlanAWorkshop.tutorial"), encoding: .utf8)
    for name in Self.resources where name.hasSuffix(".yaml") {
      #expect(text.contains("file: \"\(name)\""), "\(name)")
    }
    #expect(Self.resources.count >= 13)
  }

  // MARK: The page

  private static let page = ProjectFolder.url.appending(path: "Documentation/Tutorial.md")

  /// The tutorial as a page with its files, which is read without a build of the documentation.
  ///
  /// With `RECORD_GOLDENS=1`, the test writes the page, and fails if it changed.
  @Test func thePageHasTheTutorialAndItsFiles() throws {
    let text = try Self.pageText()
    guard (try? String(contentsOf: Self.page, encoding: .utf8)) != text else { return }
    if ProcessInfo.processInfo.environment["RECORD_GOLDENS"] == "1" {
      try text.write(to: Self.page, atomically: true, encoding: .utf8)
    }
    Issue.record("Tutorial.md is out of date; run with RECORD_GOLDENS=1 to write it")
  }

  private static func pageText() throws -> String {
    let source = try String(
      contentsOf: folder.appending(path: "PlanAWorkshop.tutorial"), encoding: .utf8)
    var page = ""
    for line in source.split(separator: "\n") {
      let line = line.drop { $0 == " " }
      let quoted = line.split(separator: "\"", omittingEmptySubsequences: false)
      if line.hasPrefix("@Intro(") {
        page += "# \(quoted[1])\n"
      } else if line.hasPrefix("@Section(") {
        page += "\n## \(quoted[1])\n"
      } else if line.hasPrefix("@Code(") {
        let file = try String(
          contentsOf: folder.appending(path: "Resources/\(quoted[3])"), encoding: .utf8)
        page += "\n`\(quoted[1])`:\n\n```yaml\n\(file)```\n"
      } else if !line.hasPrefix("@"), line != "}" {
        page += "\n\(links(in: String(line)))\n"
      }
    }
    return page
  }

  /// The links to other pages of the documentation, as a page on its own has them.
  private static func links(in text: String) -> String {
    var text = text
    while let start = text.range(of: "<doc:"),
      let end = text.range(of: ">", range: start.upperBound..<text.endIndex)
    {
      let name = text[start.upperBound..<end.lowerBound]
      text.replaceSubrange(
        start.lowerBound..<end.upperBound,
        with: "[\(name)](../Sources/StackFlow/StackFlow.docc/\(name).md)")
    }
    return text
  }
}
