// SPDX-License-Identifier: Apache-2.0

package import FlowModel
package import FlowScripts
import FlowSessions
import SourceDiagnostics

// The laws that compare other drivers with the session.
extension ExplorationLaw {
  /// A server of which a client asks what the walk asks, and that does the same, is in the same state after
  /// each move.
  static let serverAgrees = ExplorationLaw(
    "server-agrees", "through a server, the walk has the same states", at: .sampled
  ) { walk in
    guard let (script, result) = walk.asScript, result.isPassed else { return nil }
    let call = walk.engine.serve(walk.flow)
    var driver: ServedDriver?
    _ = ScriptRun.run(script, on: walk.flow, tracing: false) { runner in
      let made = ServedDriver(runner, flow: walk.flow.id.name, call)
      driver = made
      return made
    }
    driver?.close()
    return driver?.failure.map { "through a server: \($0)" }
  }

  /// Returns the law that a driver with a screen does what the session alone does.
  ///
  /// - Parameters:
  ///   - name: The name in reports.
  ///   - words: Where the walk is typed: "the inline face".
  ///   - run: Runs a script through the driver.
  /// - Returns: The law.
  package static func agrees(
    _ name: String, at words: String,
    run: @escaping @Sendable (FlowScript, CheckedFlow) -> ScriptResult
  ) -> ExplorationLaw {
    ExplorationLaw(name, "typed at \(words), the walk has the same answers", at: .sampled) { walk in
      guard let script = walk.asTypedScript else { return nil }
      let typed = run(script, walk.flow)
      if let failure = typed.failures.first {
        // No user types what only scripts say.
        return failure.id == "not-typeable"
          ? nil : "typed at \(words), the walk fails: \(failure.message)"
      }
      guard let session = typed.session else { return nil }
      return WalkDigest.difference(walk.session.answers, session.answers)
        .map { "typed at \(words), the walk \($0)" }
    }
  }
}

extension ExploredWalk {
  /// Returns the walk as a script without answers that are refused, because widgets keep users from giving many of them;
  /// nil if it doesn't pass without them.
  func typedScript() -> FlowScript? {
    guard var (script, result) = asScript, result.isPassed else { return nil }
    let confirmed = script.commands.compactMap { command -> String? in
      if case .confirm(let id) = command.action { id } else { nil }
    }
    let count = script.commands.count
    script.commands.removeAll { command in
      guard case .reject(let answers) = command.action else { return false }
      return answers.allSatisfy { !confirmed.contains($0.id.name) }
    }
    if script.commands.count < count { result = engine.run(script, flow) }
    return result.isPassed ? script : nil
  }
}
