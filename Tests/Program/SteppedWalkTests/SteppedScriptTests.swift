// SPDX-License-Identifier: Apache-2.0

import Expectations
import FlowScripts
import Foundation
import RandomTesting
import ScriptTrips
import Testing

/// Every script of `Flows/` and `Tests/Flows/` has the same states, refusals, results, and exit codes one command at a time as
/// at the session's depth.
///
/// Two things are outside, because they aren't a user's answers: a delegate that denies a move, which belongs
/// to the program that embeds a flow, and leaving a walk, for which no command is needed.
@Suite struct SteppedScriptTests {
  static let scripts = StoredScripts.all

  @Test(arguments: dailyPart(of: scripts.names, every: 34, named: "scripts in commands"))
  func everyScriptIsTakenOneCommandAtATime(name: String) throws {
    try take(name)
  }

  @Test(arguments: dailyPart(of: scripts.names, every: 58, named: "scripts in commands on a store"))
  func everyScriptIsTakenOneCommandAtATimeInAStore(name: String) throws {
    try take(name, inStore: true)
  }

  private func take(_ name: String, inStore isStored: Bool = false) throws {
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
        return SteppedDriver(runner, flow, in: folder, isStored: isStored)
      },
      end: { driver in
        commands += driver.count
        if let reason = driver.outside { outside[reason, default: 0] += 1 }
        return driver.failure
      })
    expectEqual(ran.failures, [])
    #expect(commands >= ran.count)
    expectEqual(outside, try Self.outside(name))
  }

  /// How many scripts of a flow end with something that no command says.
  private static func outside(_ name: String) throws -> [String: Int] {
    var outside: [String: Int] = [:]
    for script in try scripts.scripts(of: name).1 {
      let reason = script.commands.lazy.compactMap { command -> String? in
        switch command.action {
        case .leave: "leaving"
        case .deny: "a move that a delegate denies"
        default: nil
        }
      }.first
      if let reason { outside[reason, default: 0] += 1 }
    }
    return outside
  }
}
