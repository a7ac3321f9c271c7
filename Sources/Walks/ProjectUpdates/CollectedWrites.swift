// SPDX-License-Identifier: Apache-2.0

package import FlowEffects
import FlowExpressions
package import FlowModel
import FlowSessions
import Synchronization

/// A host that writes nothing and runs nothing, and keeps what a flow would write.
package final class CollectedWrites: EffectHost {
  private let writes = Mutex<[WriteRequest]>([])
  private let commands = Mutex<[[String]]>([])

  /// The commands whose output nothing reads, so that it needn't be known.
  private let unread: Set<String>

  /// Creates a host.
  ///
  /// - Parameter flow: The flow whose commands aren't run.
  package init(of flow: CheckedFlow) { unread = flow.unreadCaptures }

  /// The writes that the flow would request now, oldest first.
  var requests: [WriteRequest] { writes.withLock { $0 } }

  /// The commands that weren't run.
  var skippedCommands: [[String]] { commands.withLock { $0 } }

  package func permission(for request: EffectRequest) -> EffectPermission { .granted }

  /// Nothing is in the way, because the user's files are compared afterwards.
  package func outlook(of part: WriteRequest) -> WriteOutlook { .new }

  package func perform(
    _ request: EffectRequest, until cancellation: EffectCancellation
  ) -> EffectResult {
    switch request.effect {
    case .write(let write):
      writes.withLock { $0.append(write) }
      let new = WrittenFile(previous: .nothing)
      return .written(
        write.isTree ? WrittenFile(previous: .tree(write.parts.map { _ in new })) : new)
    case .restore(let restore):
      writes.withLock { writes in
        if let index = writes.lastIndex(of: restore.write) { writes.remove(at: index) }
      }
      return .done
    case .command(let command):
      if command.keepsOutput, !unread.contains(request.step) {
        return .failed(message: "isn't run by an update, and the flow needs its output")
      }
      if !request.isUndo { commands.withLock { $0.append(command.arguments) } }
      return .ended(CommandResult(status: 0))
    case .action: return .returned(.null)
    }
  }
}
