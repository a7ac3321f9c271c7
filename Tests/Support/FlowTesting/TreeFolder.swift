// SPDX-License-Identifier: Apache-2.0

package import FlowEffects
import FlowModel
import FlowSessions
import Synchronization

/// A host that writes trees and files to a folder in memory.
///
/// It asks for permission unless ``isAsked`` is false.
package final class TreeFolder: EffectHost {
  private struct State {
    var files: [String: String]
    var writes = 0
    var isAsked = true
    var recovered = EffectRecovery.unknown
    var recoveries: [String] = []
    var conclusions: [String] = []
    var attempts: [EffectAttempt] = []
    var obstacles: [String: WriteObstacle] = [:]
    var looks: [String: Int] = [:]
  }

  private let state: Mutex<State>

  /// Creates a folder with texts, by path.
  package init(_ files: [String: String]) { state = Mutex(State(files: files)) }

  /// The texts of the files, by path.
  package var files: [String: String] { state.withLock { $0.files } }

  /// How often a tree or a file was written.
  package var writes: Int { state.withLock { $0.writes } }

  /// The steps that were recovered.
  package var recoveries: [String] { state.withLock { $0.recoveries } }

  /// The steps whose results were recorded.
  package var conclusions: [String] { state.withLock { $0.conclusions } }

  /// The attempts that were recovered.
  package var attempts: [EffectAttempt] { state.withLock { $0.attempts } }

  /// The result of the next recovery.
  package var recovered: EffectRecovery {
    get { state.withLock { $0.recovered } }
    set { state.withLock { $0.recovered = newValue } }
  }

  /// Returns how often it was looked at each path since the last call.
  package func takeLooks() -> [String: Int] {
    state.withLock { state in
      defer { state.looks = [:] }
      return state.looks
    }
  }

  /// Whether it asks for permission.
  package var isAsked: Bool {
    get { state.withLock { $0.isAsked } }
    set { state.withLock { $0.isAsked = newValue } }
  }

  /// The obstacles in the places of files, by path.
  package var obstacles: [String: WriteObstacle] {
    get { state.withLock { $0.obstacles } }
    set { state.withLock { $0.obstacles = newValue } }
  }

  /// Writes a file, as another program does.
  package func set(_ path: String, _ text: String) { state.withLock { $0.files[path] = text } }

  /// Removes a file, as another program does.
  package func remove(_ path: String) { state.withLock { $0.files[path] = nil } }

  package func permission(for request: EffectRequest) -> EffectPermission {
    isAsked ? .asked : .granted
  }

  package func outlook(of request: WriteRequest) -> WriteOutlook {
    state.withLock { $0.looks[request.path, default: 0] += 1 }
    if let obstacle = obstacles[request.path] { return .blocked(by: obstacle) }
    guard let old = files[request.path] else { return .new }
    let bytes = Array(old.utf8)
    return bytes == request.content ? .same : .differs(from: bytes)
  }

  package func recover(_ request: EffectRequest) -> EffectRecovery {
    state.withLock { state in
      state.recoveries.append(request.step)
      if let attempt = request.attempt { state.attempts.append(attempt) }
      return state.recovered
    }
  }

  package func conclude(_ request: EffectRequest) {
    state.withLock { $0.conclusions.append(request.step) }
  }

  package func perform(_ request: EffectRequest, until cancellation: EffectCancellation)
    -> EffectResult
  {
    guard case .write(let write) = request.effect else { return .done }
    return state.withLock { state in
      state.writes += 1
      let written = write.parts.map { part -> WrittenFile? in
        guard part.kind == .file, state.obstacles[part.path] == nil else { return nil }
        let new = String(decoding: part.content, as: UTF8.self)
        let old = state.files[part.path]
        guard old != new, old == nil || part.exists != .keep else { return nil }
        state.files[part.path] = new
        return WrittenFile(
          previous: old.map { .replaced(Array($0.utf8), mode: 0o644) } ?? .nothing)
      }
      guard !write.isTree else { return .written(WrittenFile(previous: .tree(written))) }
      return written[0].map { .written($0) } ?? .done
    }
  }
}
