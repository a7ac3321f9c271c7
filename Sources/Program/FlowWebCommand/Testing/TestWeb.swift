// SPDX-License-Identifier: Apache-2.0

#if Web

import ArgumentParser
import FlowFiles
import FlowHosts
import FlowModel
import FlowScripts
import FlowSessions
import ProgramParts
import SourceDiagnostics

/// Plays the scripts of flows at their pages.
struct TestWeb: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "test", abstract: "Play the scripts of flows at their pages, as a visitor would.",
    discussion: """
      Each answer of a script is filled in the form of the page, and its button is pressed. What no page can \
      do, such as keys, clicks, and screens of a terminal, is counted as not performed. 'stackflow test --depth \
      web' starts this.
      """)

  @Argument(help: "Flow files, scripts, and folders (default: the working directory).")
  var paths: [String] = ["."]

  @Option(
    name: .customLong("allow-read"),
    help: ArgumentHelp("A folder whose files the flows may use.", valueName: "dir"))
  var allowRead: [String] = []

  @Option(
    help: ArgumentHelp(
      "Write the forms that are sent into a folder, for a browser that does the same.",
      visibility: .hidden))
  var plans: String?

  func run() async throws {
    var (passed, failed, forms) = (0, 0, 0)
    var unperformed: [String: Int] = [:]
    for tested in ScriptSearch.tested(in: paths, includesUntested: false) {
      let flow = try FlowLoading.walkable(tested.flow, readable: allowRead)
      for file in tested.scripts {
        let loaded = FlowScriptFile.load(
          try SystemFiles.read(file, limit: FlowFile.defaultLimit), name: file, flow: flow)
        for mistaken in loaded.mistaken {
          failed += 1
          print("not ok - \(file): \(mistaken.name)")
        }
        for (number, script) in loaded.scripts.enumerated() {
          var driver: PageDriver?
          let result = ScriptRun.run(script, on: flow, secrets: SystemHost.secret, tracing: false) {
            runner in
            let made = PageDriver(runner: runner)
            driver = made
            return made
          }
          if result.unperformed > 0 {
            unperformed["keys, clicks, and screens of a terminal", default: 0] += result.unperformed
          }
          unperformed.merge(driver?.unperformed ?? [:], uniquingKeysWith: +)
          forms += driver?.forms.count ?? 0
          if result.isPassed { passed += 1 } else { failed += 1 }
          if !result.isPassed {
            print("not ok - \(file): \(script.name)")
            for failure in result.failures {
              print("  \(failure.place.start.line): \(failure.message)")
            }
            for line in result.context?.lines ?? [] { print("    \(line)") }
          } else if let plans, let driver, driver.isForBrowser, result.deniedRequests.isEmpty {
            // A program that denies moves isn't there for a browser.
            try plan(of: driver, result, tested.flow, file, number).write(
              to: plans, name: "\(flow.id.name)-\(number)-\(passed)")
          }
        }
      }
    }
    for (reason, count) in unperformed.sorted(by: { ($1.value, $0.key) < ($0.value, $1.key) }) {
      print("not performed: \(count) (\(reason))")
    }
    print(
      "\(passed + failed) tests: \(passed) passed, \(failed) failed; \(forms) forms were sent, and \(unperformed.values.reduce(0, +)) commands not performed at pages"
    )
    if failed > 0 { throw ExitCode(1) }
  }

  private func plan(
    of driver: PageDriver, _ result: ScriptResult, _ flow: String, _ file: String, _ number: Int
  ) -> BrowserPlan {
    BrowserPlan(
      flow: flow, file: file, number: number, forms: driver.forms, isLeft: driver.isLeft,
      session: result.session)
  }
}

#endif
