// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Returns how many times as much work a large input is as a small one.
///
/// Work that can be counted, such as calls or bytes, is counted; this is for the rest. It compares the times for which
/// this thread was on a processor. A slow machine is slow for both, and time for which others are on the processor
/// isn't counted, so neither fails a test that tells linear from quadratic growth.
///
/// - Parameters:
///   - limit: What's allowed.
///   - small: Works on the small input; it's run three times, and the least work counts.
///   - large: Works on the large input; it's run again, at most three times, if it's more than allowed.
/// - Returns: The quotient.
public func growth(
  allowing limit: Double, from small: () throws -> Void, to large: () throws -> Void
) rethrows -> Double {
  var least = Double.infinity
  for _ in 0..<3 { least = min(least, try processorTime(of: small)) }
  var found = Double.infinity
  for _ in 0..<3 where found > limit {
    found = min(found, try processorTime(of: large) / max(least, 1e-6))
  }
  return found
}

/// Returns the seconds for which this thread is on a processor while it works.
private func processorTime(of work: () throws -> Void) rethrows -> Double {
  func now() -> Double {
    var time = timespec()
    // clock: of the processor, for a quotient.
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
  let start = now()
  try work()
  return now() - start
}

/// How long a test waits for another thread or program that never comes to its end, in seconds.
///
/// It's no measure of anything: without it, a mistake would hold up all tests, and no machine is so slow that what does
/// come takes as long.
public let patience = 600
