// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// The work of a service after its responses: effects that take longer than a form waits.
package final class WebWork: Sendable {
  private struct State {
    var tasks: [Int: Task<Void, Never>] = [:]
    var next = 0
    var isCanceled = false
  }

  private let state = Mutex(State())

  /// Creates work of which nothing is done yet.
  package init() {}

  /// Begins something, which is canceled with the rest.
  func run(_ body: @escaping @Sendable () async -> Void) {
    state.withLock { state in
      let number = state.next
      state.next += 1
      let task = Task { [self] in
        await body()
        self.state.withLock { _ = $0.tasks.removeValue(forKey: number) }
      }
      state.tasks[number] = task
      if state.isCanceled { task.cancel() }
    }
  }

  /// Returns once nothing is done anymore.
  package func wait() async {
    while let task = state.withLock({ $0.tasks.values.first }) { await task.value }
  }

  /// Cancels what's done: commands are ended, and what has happened is stored.
  package func cancel() {
    let tasks = state.withLock { state in
      state.isCanceled = true
      return Array(state.tasks.values)
    }
    for task in tasks { task.cancel() }
  }
}
