// SPDX-License-Identifier: Apache-2.0

import FlowAnalysis
package import FlowEffects
package import FlowExpressions
package import FlowModel
package import FlowScripts
import FlowServer
package import FlowSessions
import SavedWalks
import Synchronization

/// The functions of the engine that laws are about.
///
/// An exploration calls the engine only through them, so that a test of the laws can plant a fault.
package struct ExploredEngine: Sendable {
  /// Handles an event of a session.
  package var handle: @Sendable (inout FlowSession, FlowEvent, Timestamp) -> [FlowAnnouncement] = {
    session, event, now in
    session.send(event, now: now)
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
  var replay: @Sendable (FlowSession, [String: Value]) -> FlowSession? = {
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
  var forecast: @Sendable (FlowSession) -> FlowForecast = { $0.forecast }

  /// Returns the schema of the output of a flow.
  var outputSchema: @Sendable (CheckedFlow) -> Value = {
    let known = SchemaCache()
    return { known.schema(of: $0) }
  }()

  /// Returns the result of a walk as a script.
  package var run: @Sendable (FlowScript, CheckedFlow) -> ScriptResult = { script, flow in
    ScriptRun.run(script, on: flow)
  }

  /// Returns a server of a flow.
  package var serve: @Sendable (CheckedFlow) -> ServerCall = { flow in
    let environment = ServiceEnvironment(program: "explore", version: "1", clock: { .epoch })
    let service = FlowService([ServedFlow(flow)], in: environment)
    return { try service.handle($0, $1) }
  }

  /// The engine without a fault.
  package init() {}
}

/// The schema of one flow, which is made once.
private final class SchemaCache: Sendable {
  private let known = Mutex<(flow: CheckedFlow, schema: Value)?>(nil)

  func schema(of flow: CheckedFlow) -> Value {
    known.withLock { known in
      if let known, known.flow === flow { return known.schema }
      let schema = FlowSchema.output(of: flow)
      known = (flow, schema)
      return schema
    }
  }
}
