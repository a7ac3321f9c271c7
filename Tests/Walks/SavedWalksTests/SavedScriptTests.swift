// SPDX-License-Identifier: Apache-2.0

import Expectations
import FlowExpressions
import FlowScripts
import FlowSessions
import Foundation
import RandomTesting
import SavedWalks
import ScriptTrips
import SourceDiagnostics
import Testing

/// Every script of `Flows/` and `Tests/Flows/` comes to the same end if the walk is saved, forgotten, and
/// restored after each event.
@Suite struct SavedScriptTests {
  static let names = StoredScripts.all.names

  @Test func thereAreFlows() { #expect(Self.names.count >= 14) }

  @Test(arguments: dailyPart(of: names, every: 48, named: "scripts in bytes"))
  func walksThroughBytes(name: String) throws {
    try Self.run(name) { saved, _ in
      let read = try SavedWalk(bytes: saved.bytes)
      expectEqual(read, saved)
      return read
    }
  }

  @Test(arguments: dailyPart(of: names, every: 48, named: "scripts in journals"))
  func walksThroughAJournal(name: String) throws {
    let folder = FileManager.default.temporaryDirectory.path + "/scripts-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try Self.run(name) { saved, index in
      let id = "\(name.replacing("/", with: "-"))-\(index)"
      if JournalFolder(folder).entry(id) == nil {
        _ = try WalkJournal.create(id, in: folder, walk: saved)
      } else {
        let journal = try WalkJournal.open(id, in: folder)
        if journal.walk.events.count < saved.events.count,
          journal.walk.events[...] == saved.events.prefix(journal.walk.events.count)
        {
          try journal.append(Array(saved.events.dropFirst(journal.walk.events.count)))
        } else {
          try journal.replace(with: saved)
        }
      }
      return try WalkJournal.read(id, in: folder).walk
    }
  }

  /// Runs the scripts of a flow with a session that's replaced after each event.
  private static func run(
    _ name: String, through trip: @escaping (SavedWalk, Int) throws -> SavedWalk
  ) throws {
    let (loaded, scripts) = try StoredScripts.all.scripts(of: name)
    let flow = try #require(loaded)
    for (index, script) in scripts.enumerated() {
      var count = 0
      let result = ScriptRun.run(
        script, on: flow,
        replacing: { session in
          count += 1
          do {
            let restored = try trip(SavedWalk(session, keepingSecrets: true), index).restored(
              in: flow, zone: session.options.zone, catalog: session.options.catalog)
            expectEqual(restored.notices, [], "\(script.name)")
            return restored.session
          } catch {
            Issue.record("\(script.name): \(error)")
            return session
          }
        })
      var list = DiagnosticList()
      list.add(contentsOf: result.failures)
      #expect(result.isPassed, "\(script.name)\n\(DiagnosticRenderer().render(list))")
      #expect(count > 0)
    }
  }
}
