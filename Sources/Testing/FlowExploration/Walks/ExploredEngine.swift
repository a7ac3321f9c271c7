// SPDX-License-Identifier: Apache-2.0

import FlowAnalysis
import FlowEffects
import FlowExpressions
import FlowModel
import FlowScripts
import FlowServer
import FlowSessions
import SavedWalks
import Synchronization

/// The functions of the engine that laws are about.
///
/// An exploration calls the engine only through them, so that a test of the laws can plant a fault.
package struct ExploredEngine: Sendable {
  /// Handles an event of a session.
  var handle: @Sendable (inout FlowSession, FlowEvent, Timestamp) -> [FlowAnnouncement] = {
    session, event, now in
    session.send(event, now: now)
  }

  /// Writes or restores a file.
  var perform: @Sendable (EffectRequest, inout ScriptedFiles) -> EffectResult? = {
    request, files in files.perform(request)
  }

  /// Returns the session of a saved walk.
  var restore: @Sendable (FlowSession) -> FlowSession? = { session in
    let bytes = SavedWalk(session, keepingSecrets: true).bytes
    return (try? SavedWalk(bytes: bytes).restored(in: session.flow))?.session
  }

  /// Returns a session that handled the same events.
  var replay: @Sendable (FlowSession, [String: Value]) -> FlowSession? = {
    session, inputs in
    try? FlowSession.replaying(
      session.events, flow: session.flow, inputs: inputs, options: session.options)
  }

  /// Returns the result of a session; nil before its end.
  var result: @Sendable (FlowSession) -> FlowResult? = { session in
    guard case .finished(let result) = session.state else { return nil }
    return result
  }

  /// Returns what a session would ask from here on.
  var forecast: @Sendable (FlowSession) -> FlowForecast = { $0.forecast }

  /// Returns the schema of the output of a flow.
  var outputSchema: @Sendable (CheckedFlow) -> Value = {
    let known = LastMade<ObjectIdentifier, (flow: CheckedFlow, schema: Value)>()
    // The flow is kept, so that no other one has its identity.
    return { flow in
      known.value(for: ObjectIdentifier(flow)) { (flow, FlowSchema.output(of: flow)) }.schema
    }
  }()

  /// Returns the result of a walk as a script.
  var run: @Sendable (FlowScript, CheckedFlow) -> ScriptResult = { script, flow in
    ScriptRun.run(script, on: flow)
  }

  /// Returns a server of a flow.
  var serve: @Sendable (CheckedFlow) -> ServerCall = { flow in
    let environment = ServiceEnvironment(program: "explore", version: "1", clock: { .epoch })
    let service = FlowService([ServedFlow(flow)], in: environment)
    return { try service.handle($0, $1) }
  }

  /// The engine without a fault.
  init() {}
}
