// SPDX-License-Identifier: Apache-2.0

import FlowAnalysis
package import FlowExpressions
package import FlowForms
package import FlowScripts
import SavedWalks

/// The functions of the engine that laws are about.
///
/// An exploration calls the engine only through them, so that a test of the laws can plant a fault.
package struct ExploredEngine: Sendable {
  /// Handles an event of a session.
  package var handle: @Sendable (inout FlowSession, FlowEvent, Timestamp) -> [FlowAnnouncement] = {
    session, event, now in
    session.handle(event, now: now)
  }

  /// Writes or restores a file.
  package var perform: @Sendable (EffectRequest, inout ScriptedFiles) -> EffectResult? = {
    request, files in files.perform(request)
  }

  /// Returns the session of a saved walk.
  package var restore: @Sendable (FlowSession) -> FlowSession? = { session in
    let bytes = SavedWalk(session, keepingSecrets: true).bytes
    return (try? SavedWalk(bytes: bytes).restored(in: session.flow))?.session
  }

  /// Returns a session that handled the same events.
  package var replay: @Sendable (FlowSession, [String: Value]) -> FlowSession? = {
    session, inputs in
    try? FlowSession.replaying(
      session.events, flow: session.flow, inputs: inputs, options: session.options)
  }

  /// Returns the result of a session; nil before its end.
  package var result: @Sendable (FlowSession) -> FlowResult? = { session in
    guard case .finished(let result) = session.state else { return nil }
    return result
  }

  /// Returns what a session would ask from here on.
  package var forecast: @Sendable (FlowSession) -> FlowForecast = { $0.forecast }

  /// Returns the schema of the output of a flow.
  package var outputSchema: @Sendable (CheckedFlow) -> Value = { FlowSchema.output(of: $0) }

  /// Returns the result of a walk as a script.
  package var run: @Sendable (FlowScript, CheckedFlow) -> ScriptResult = { script, flow in
    ScriptRun.run(script, on: flow)
  }

  /// The engine without a fault.
  package init() {}
}
