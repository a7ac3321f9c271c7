// SPDX-License-Identifier: Apache-2.0

package import FlowForms
import Synchronization

/// A host that writes trees to a folder in memory.
///
/// It asks for permission unless ``isAsked`` is false.
package final class TreeFolder: EffectHost {
  private struct State {
    var files: [String: String]
    var writes = 0
    var isAsked = true
    var recovered: EffectResult?
    var recoveries: [String] = []
  }

  private let state: Mutex<State>

  /// Creates a folder with texts, by path.
  package init(_ files: [String: String]) { state = Mutex(State(files: files)) }

  /// The texts of the files, by path.
  package var files: [String: String] { state.withLock { $0.files } }

  /// How often a tree was written.
  package var writes: Int { state.withLock { $0.writes } }

  /// The steps that were recovered, each with whether it was finished.
  package var recoveries: [String] { state.withLock { $0.recoveries } }

  /// The result of the next recovery.
  package var recovered: EffectResult? {
    get { state.withLock { $0.recovered } }
    set { state.withLock { $0.recovered = newValue } }
  }

  /// Whether it asks for permission.
  package var isAsked: Bool {
    get { state.withLock { $0.isAsked } }
    set { state.withLock { $0.isAsked = newValue } }
  }

  /// Writes a file, as another program does.
  package func set(_ path: String, _ text: String) { state.withLock { $0.files[path] = text } }

  package func permission(for request: EffectRequest) -> EffectPermission {
    isAsked ? .asked : .granted
  }

  package func meetsFile(_ request: WriteRequest) -> Bool { false }

  package func outlook(of request: WriteRequest) -> WriteOutlook {
    guard let old = files[request.path] else { return .new }
    let bytes = Array(old.utf8)
    return bytes == request.content ? .same : .differs(from: bytes)
  }

  package func recover(_ request: EffectRequest, finishing: Bool) -> EffectResult? {
    state.withLock { state in
      state.recoveries.append("\(request.step) \(finishing)")
      return state.recovered
    }
  }

  package func perform(_ request: EffectRequest, until cancellation: EffectCancellation)
    -> EffectResult
  {
    guard case .write(let write) = request.effect else { return .done }
    return state.withLock { state in
      state.writes += 1
      for part in write.parts where part.kind == .file && part.exists != .keep {
        state.files[part.path] = String(decoding: part.content, as: UTF8.self)
      }
      return .written(WrittenFile(previous: .tree(write.parts.map { _ in nil })))
    }
  }
}
