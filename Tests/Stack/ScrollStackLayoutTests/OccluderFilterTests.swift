// SPDX-License-Identifier: Apache-2.0

import Expectations
import RandomTesting
import Testing

@testable import ScrollStackLayout

/// CS-7 to CS-9 of `Documentation/Contract.md`: compares the filter with one that counts down
/// milliseconds.
@Suite struct OccluderFilterTests {
  /// A simple, slow filter for comparison.
  struct Countdown {
    let delay: Int
    let bound: Int
    var applied = 0
    var pending: Int?
    /// The remaining delay of the pending height, and the time since the first pending one, in
    /// milliseconds.
    var left = 0
    var waited = 0
    var suspensions = 0
    var hasNews = false
    var flushes = false
    var applications = 0

    var newest: Int { pending ?? applied }

    mutating func apply() {
      if let pending, pending != applied {
        applied = pending
        applications += 1
      }
      pending = nil
    }

    mutating func passMillisecond() {
      guard pending != nil, suspensions == 0 else { return }
      left -= 1
      waited += 1
      if left <= 0 { apply() }
    }

    mutating func receive(_ height: Int) {
      guard height != newest else { return }
      if pending == nil { waited = 0 }
      pending = height
      if suspensions > 0 { hasNews = true } else { left = max(0, min(delay, bound - waited)) }
    }

    mutating func resume() {
      guard suspensions > 0 else { return }
      suspensions -= 1
      guard suspensions == 0 else { return }
      if hasNews { left = max(0, min(delay, bound - waited)) }
      hasNews = false
      if flushes { apply() }
      flushes = false
    }
  }

  @Test func randomHeightsAgreeWithASimpleTimer() {
    for seed in RandomRuns(long: 100_000, named: "the occluder's filter").seeds {
      var random = SeededGenerator(seed: seed)
      let delay = Int.random(in: 0...15, using: &random)
      var model = Countdown(delay: delay, bound: Int.random(in: 0...40, using: &random))
      var filter = OccluderFilter()
      filter.delay = .milliseconds(delay)
      filter.maximumPostponement = .milliseconds(model.bound)
      var applications = 0
      for time in 1...120 {
        let now = Duration.milliseconds(time)
        model.passMillisecond()
        if filter.fire(at: now) { applications += 1 }
        switch Int.random(in: 0..<40, using: &random) {
        case 0..<12:
          let height = Int.random(in: 0...4, using: &random)
          model.receive(height)
          filter.receive(height, at: now)
        case 12:
          model.suspensions += 1
          filter.suspend(at: now)
        case 13...15:
          model.resume()
          if filter.resume(at: now) { applications += 1 }
        case 16:
          if model.suspensions > 0 { model.flushes = true } else { model.apply() }
          if filter.flush() { applications += 1 }
        case 17:
          model.pending = 3
          model.apply()
          if filter.force(3) { applications += 1 }
        default: break
        }
        let isSame =
          filter.applied == model.applied && filter.newest == model.newest
          && applications == model.applications && filter.isSuspended == (model.suspensions > 0)
        #expect(isSame, "seed \(seed) at \(time) ms")
        guard isSame else { return }
        let due =
          model.pending == nil || model.suspensions > 0
          ? nil : now + .milliseconds(model.left)
        expectEqual(filter.deadline, due, "seed \(seed) at \(time) ms")
      }
    }
  }
}
