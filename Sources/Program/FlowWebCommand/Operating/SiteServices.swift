// SPDX-License-Identifier: Apache-2.0

#if Web

import FlowHosts
import FlowWeb
import Foundation
import ServiceLifecycle

/// Ends first after SIGTERM or SIGINT: from then on, the process isn't ready, and has a limited time.
struct EndingService: Service {
  let state: SiteState
  let work: WebWork
  let log: EventLog?

  /// How long requests and effects that are handled may take before effects are canceled.
  private static let grace = Duration.seconds(10)

  /// How long they may take after that before the process ends with clients that don't read.
  private static let graceAfterCanceling = Duration.seconds(5)

  func run() async throws {
    try? await gracefulShutdown()
    state.end()
    log?.write("ending")
    Task.detached { [work, log] in
      try? await Task.sleep(for: Self.grace)
      work.cancel()
      try? await Task.sleep(for: Self.graceAfterCanceling)
      // What was acknowledged is in the store.
      log?.write("stopped")
      exit(0)
    }
  }
}

/// Ends once what was begun for responses that were sent has ended.
struct WorkService: Service {
  let work: WebWork

  func run() async throws {
    try? await gracefulShutdown()
    await work.wait()
  }
}

#endif
