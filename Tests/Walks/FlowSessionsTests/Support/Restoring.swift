// SPDX-License-Identifier: Apache-2.0

import FlowExpressions
import FlowModel
import Testing

@testable import FlowSessions

/// Returns a session restored from the log of another one, which must fit exactly.
func restored(
  _ session: FlowSession, flow: CheckedFlow, inputs: [String: Value] = [:], seed: UInt64
) throws -> FlowSession {
  let restored = try FlowSession.restoring(session.events, flow: flow, inputs: inputs)
  try #require(restored.notices.isEmpty, "seed \(seed)")
  try #require(restored.session.events == session.events, "seed \(seed)")
  try #require(restored.session.awaitedReplays.isEmpty, "seed \(seed)")
  return restored.session
}
