// SPDX-License-Identifier: Apache-2.0

import Expectations
import FlowFiles
import FlowHosts
import FlowModel
import FlowScripts
import FlowSessions
import FlowTesting
import Foundation
import RandomTesting
import SourceDiagnostics
import Testing

@testable import FlowExploration

/// No walk of a flow of `Flows/` breaks a law.
@Suite struct FlowsTests {
  private static let folder = ProjectFolder.url.appending(path: "Flows")

  static let names =
    (try? FileManager.default.contentsOfDirectory(atPath: folder.path))?
    .filter { $0.hasSuffix(".flow.yaml") }.sorted() ?? []

  static func explorer(
    of name: String, steps: Int, seed: UInt64
  ) throws -> Explorer {
    let files = FolderFiles(beside: folder.path + "/")
    let loaded = FlowFile.load(try files.read(name), name: name, files: files)
    let flow = try #require(
      loaded.flow, "\(DiagnosticRenderer().render(loaded.diagnostics))")
    let test = name.replacing(".flow.yaml", with: ".test.yaml")
    let scripts = FlowScriptFile.load(try files.read(test), name: test, flow: flow).scripts
    var limits = Explorer.Limits()
    limits.steps = steps
    limits.seed = seed
    return Explorer(flow, scripts: scripts, limits: limits)
  }

  @Test func noWalkBreaksALaw() throws {
    let runs = RandomRuns(long: 24, every: 24, named: "explored flows")
    let names = dailyPart(of: Self.names, every: 17, named: "explored flows")
    for run in 0..<UInt64(runs.count) {
      let seed = runs.firstSeed &+ run
      for name in names {
        var explorer = try Self.explorer(
          of: name, steps: isLongRun && run == 0 ? 20_000 : 1_000, seed: seed)
        let exploration = explorer.run()
        expectEqual(
          exploration.findings.map { "\($0.law.name): \($0.message)\n\($0.script.text)" }, [],
          "\(name) from STACKFLOW_SEED=\(seed)")
        #expect(exploration.walks > 0, "\(name)")
      }
    }
    #expect(Self.names.count >= 14)
  }

  /// A walk that overwrites a file continues as its script does.
  @Test func aWalkThatOverwritesAFileIsWrittenAsItsScript() throws {
    var explorer = try Self.explorer(of: "project-installer.flow.yaml", steps: 300, seed: 13)
    expectEqual(explorer.run().findings.map { "\($0.law.name): \($0.message)" }, [])
  }

  /// After an undo, the path that's asked again is looked up before the walk continues; a kill loses nothing.
  @Test func anUndoBeforeALookUpIsKnown() throws {
    let flow = try checkedFlow(
      """
      flow: 1
      id: u
      steps:
        - { ask: disk, type: path, must: directory }
        - { write: note, path: note.txt, content: hello }
        - { ask: end, type: string }
      """)
    let start = ExplorationStart(files: ["/mnt/disk/": ""])
    var walk = try #require(ExploredWalk(flow, start, ExploredEngine()))
    for move in [ExplorationMove.answer("disk", .text("/mnt/disk")), .backTo("disk")] {
      let isMade = walk.make(move)
      #expect(isMade && !walk.effects.isEmpty)
      #expect(ExplorationLaw.effectsAreNotRepeated.violation(walk) == nil)
    }
    expectEqual(walk.step?.id, "disk")
  }
}
