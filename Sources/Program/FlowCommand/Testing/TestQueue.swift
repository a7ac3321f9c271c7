// SPDX-License-Identifier: GPL-3.0-or-later

import FlowScripts
import StackFlowTesting
import Synchronization

/// The tests that threads run, and whose results are added in the order of the tests.
final class TestQueue: Sendable {
  private struct State {
    var run: TestRun

    /// The number of tests that were taken.
    var taken = 0

    /// The number of results that were added.
    var added = 0

    /// Results that wait for those of earlier tests.
    var waiting: [Int: TestRun.Result] = [:]

    /// Whether no other test is to run; those before it have been taken.
    var isOver = false
  }

  private let tests: [TestSelection.Choice]
  private let run: TestRun
  private let state: Mutex<State>

  init(_ tests: [TestSelection.Choice], of run: TestRun) {
    self.tests = tests
    self.run = run
    state = Mutex(State(run: run))
  }

  /// Runs tests until none is left.
  func work(with staged: StagedRun) {
    while let index = next() {
      let result = run.result(of: tests[index], with: staged)
      state.withLock { state in
        state.waiting[index] = result
        if run.selection.failFast, result.outcome != .passed { state.isOver = true }
        while let next = state.waiting.removeValue(forKey: state.added) {
          state.run.add(next, of: tests[state.added])
          state.added += 1
        }
      }
    }
  }

  /// Returns the run with all results; tests that weren't taken are skipped.
  func finished() -> TestRun {
    state.withLock { state in
      for test in tests[state.added...] { state.run.add(TestRun.Result(), of: test) }
      return state.run
    }
  }

  private func next() -> Int? {
    state.withLock { state in
      guard state.taken < tests.count, !state.isOver else { return nil }
      state.taken += 1
      return state.taken - 1
    }
  }
}
