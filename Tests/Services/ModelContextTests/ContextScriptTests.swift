// SPDX-License-Identifier: Apache-2.0

import Expectations
import FlowScripts
import Foundation
import RandomTesting
import ScriptTrips
import SealedWalks
import Testing

/// The scripts of `Flows/` and `Tests/Flows/` through a server of the Model Context Protocol: the same questions,
/// refusals, and results as at the session's depth, in both revisions, with forms and without.
@Suite struct ContextScriptTests {
  static let scripts = StoredScripts.all

  @Test(
    arguments: dailyPart(of: scripts.names, every: 72, named: "scripts in calls"),
    [ContextConversation.Style.statelessWithoutForms, .handshakeWithoutForms])
  func callsAreInStepWithTheSession(name: String, style: ContextConversation.Style) throws {
    let (failures, outside) = try run(name, style)
    expectEqual(failures, [])
    // A server has no delegate whose reasons it could give, passes notes, and doesn't time out.
    let known = [
      "a reason for a denial", "going back from a note, which a server passes", "timeout",
      "interrupt", "endOfInput", "leaving a failure that ends the call",
    ]
    expectEqual(outside.filter { script in !known.contains { script.hasPrefix($0) } }, [])
  }

  /// In forms, those of `Flows/` alone: a form takes a value that equals an offer for the offer, and asks at notes.
  @Test(
    arguments: dailyPart(
      of: scripts.names.filter { $0.hasPrefix("Flows/") }, every: 24, named: "scripts in forms"),
    [ContextConversation.Style.stateless, .handshake])
  func formsAreInStepWithTheSession(name: String, style: ContextConversation.Style) throws {
    let (failures, outside) = try run(name, style)
    expectEqual(failures, [])
    // Forms are flat, so they have no whole list; and they lead back to questions.
    let known = [
      "a reason for a denial", "going back from a note, which a server passes", "timeout",
      "interrupt", "endOfInput", "leaving a failure that ends the call", "a whole list",
      "going back to what isn't a question, or a denied move",
    ]
    expectEqual(outside.filter { script in !known.contains { script.hasPrefix($0) } }, [])
  }

  /// Runs the scripts of a flow.
  ///
  /// - Returns: What went wrong, and why scripts were left before their end.
  private func run(
    _ name: String, _ style: ContextConversation.Style
  ) throws -> ([String], [String]) {
    var outside: [String] = []
    let failures = try Self.scripts.run(name) { runner, flow in
      ContextDriver(runner, flow, style)
    } checking: { driver, _ in
      if let reason = driver.outside { outside.append(reason) }
      return driver.failure ?? (driver.count == 0 ? "nothing was sent" : nil)
    }
    return (failures, outside)
  }
}

/// Keys of tests.
enum WalkKeys {
  static let key = [UInt8](repeating: 7, count: 32)

  static func tokens(_ bytes: [UInt8]) -> WalkTokens {
    guard let key = WalkKey(bytes: bytes), let ring = WalkKeyRing(key) else {
      preconditionFailure("32 bytes are a key")
    }
    return WalkTokens(keys: ring, lifetime: 1 << 40, maximumByteCount: 1 << 20)
  }
}
