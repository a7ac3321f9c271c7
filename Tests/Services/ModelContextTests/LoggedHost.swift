// SPDX-License-Identifier: Apache-2.0

import FlowEffects
import FlowModel
import FlowSessions
import Synchronization

/// Effects and files as the log of a session has them.
final class LoggedHost: EffectHost, PathHost {
  private let results = Mutex<[EffectResult]>([])
  private let facts = Mutex<[String: PathFacts]>([:])

  func keep(_ events: [FlowEvent]) {
    for event in events {
      if case .effectEnded(let result) = event { results.withLock { $0.append(result) } }
      if case .found(let found) = event { facts.withLock { $0[found.path] = found } }
    }
  }

  func permission(for request: EffectRequest) -> EffectPermission {
    results.withLock { $0.isEmpty } ? .asked : .granted
  }

  func outlook(of part: WriteRequest) -> WriteOutlook { .new }

  func perform(_ request: EffectRequest, until cancellation: EffectCancellation) -> EffectResult {
    results.withLock { $0.isEmpty ? .failed(message: "not in the log") : $0.removeFirst() }
  }

  func facts(of path: String) -> PathFacts {
    facts.withLock { $0[path] } ?? PathFacts(path, expanded: path, kind: .absent)
  }

  func paths(beginning typed: String) -> [String] { [] }
}
