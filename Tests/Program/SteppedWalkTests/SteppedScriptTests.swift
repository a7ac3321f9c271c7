// SPDX-License-Identifier: Apache-2.0

import Expectations
import Foundation
import RandomTesting
import ScriptTrips
import Testing

/// Every script of `Flows/` has the same states, refusals, results, and exit codes one command at a time as
/// at the session's depth.
///
/// Two things are outside, because they aren't a user's answers: a delegate that denies a move, which belongs
/// to the program that embeds a flow, and leaving a walk, for which no command is needed.
@Suite struct SteppedScriptTests {
  static let scripts = StoredScripts(
    ProjectFolder.url.appending(path: "Flows").path(percentEncoded: false))

  @Test(arguments: dailyPart(of: scripts.names, every: 17, named: "scripts in commands"))
  func everyScriptIsTakenOneCommandAtATime(name: String) throws {
    let folder = FileManager.default.temporaryDirectory.appending(
      path: "steps-\(UUID().uuidString)"
    )
    .path(percentEncoded: false)
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    // Only its owner can read a key.
    try #require(
      FileManager.default.createFile(
        atPath: folder + "/key", contents: Data(String(repeating: "0b", count: 32).utf8),
        attributes: [.posixPermissions: 0o600]))
    var commands = 0
    var outside: [String: Int] = [:]
    let ran = try Self.scripts.run(
      name,
      drivenBy: { runner, flow in
        try? FileManager.default.removeItem(atPath: folder + "/w.walk")
        return SteppedDriver(runner, flow, in: folder)
      },
      end: { driver in
        commands += driver.count
        if let reason = driver.outside { outside[reason, default: 0] += 1 }
        return driver.failure
      })
    expectEqual(ran.failures, [])
    #expect(commands > ran.count)
    expectEqual(outside, Self.outside[name] ?? [:])
  }

  /// How many scripts of a flow end with something that no command says.
  private static let outside = [
    "backup-timer": [leaving: 1], "compose-stack": [leaving: 1],
    "conventional-commit": [leaving: 1], "incident-report": [leaving: 4, denying: 1],
    "lighthouse": [leaving: 1], "new-service": [leaving: 3, denying: 1],
    "project-installer": [leaving: 2], "server-setup": [leaving: 5, denying: 1],
    "service-tree": [leaving: 1], "travel-claim": [leaving: 2],
  ]

  private static let leaving = "leaving"
  private static let denying = "a move that a delegate denies"
}
