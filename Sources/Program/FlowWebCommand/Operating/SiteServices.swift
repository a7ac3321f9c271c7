// SPDX-License-Identifier: Apache-2.0

#if Web

import FlowHosts
import FlowSessions
import FlowWeb
import Foundation
import NIOCore
import ProgramParts
import ServiceLifecycle
import UnixSignals

/// Ends first, after SIGTERM or SIGINT: from then on, the process isn't ready, and has a limited time.
///
/// The other services end once it has. The second signal ends the process at once.
struct EndingService: Service, CustomStringConvertible {
  let signals: UnixSignalsSequence
  let state: SiteState
  let work: WebWork
  let log: EventLog?

  /// A group of services prints each of them at its start, which is slow without a description.
  var description: String { "ending" }

  /// How long requests and effects that are handled may take before effects are canceled.
  private static let grace = Duration.seconds(10)

  /// How long they may take after that before the process ends with clients that don't read.
  private static let graceAfterCanceling = Duration.seconds(5)

  func run() async throws {
    let (beginnings, beginning) = AsyncStream.makeStream(of: Void.self)
    // Signals can be iterated over once only.
    Task.detached { [signals, log] in
      var isEnding = false
      for await signal in signals {
        if isEnding {
          log?.write("stopped")
          Self.die(of: signal == .sigint ? SIGINT : SIGTERM)
        }
        isEnding = true
        beginning.yield()
      }
    }
    guard await beginnings.first(where: { true }) != nil else { return }
    state.end()
    log?.write("ending")
    Task.detached { [work, log] in
      try? await Task.sleep(for: Self.grace)
      work.cancel()
      try? await Task.sleep(for: Self.graceAfterCanceling)
      // Acknowledged changes are in the store.
      log?.write("stopped")
      exit(0)
    }
  }

  /// Ends the process as a signal does that nothing handles, which is what its parent sees.
  private static func die(of number: Int32) -> Never {
    var signals = sigset_t()
    sigemptyset(&signals)
    sigaddset(&signals, number)
    signal(number, SIG_DFL)
    pthread_sigmask(SIG_UNBLOCK, &signals, nil)
    raise(number)
    exit(128 + number)
  }
}

/// A server whose failure to listen says where and why.
struct ListeningService<Server: Service>: Service, CustomStringConvertible {
  let service: Server
  let address: ServerAddress

  var description: String { "listening" }

  func run() async throws {
    do { try await service.run() } catch let error as IOError {
      let reason =
        error.errnoCode == EADDRINUSE
        ? "another program listens there" : String(cString: strerror(error.errnoCode)).lowercased()
      throw ProgramFailure(.inputOutput, "\(address.defaultValueDescription): \(reason)")
    } catch {
      guard error is SocketAddressError || error is SocketAddressError.UnknownHost else {
        throw error
      }
      throw ProgramFailure(
        .usage, "\(address.defaultValueDescription): this machine has no such address")
    }
  }
}

/// Ends once what was begun for responses that were sent has ended.
struct WorkService: Service, CustomStringConvertible {
  let work: WebWork

  var description: String { "work" }

  func run() async throws {
    try? await gracefulShutdown()
    await work.wait()
  }
}

#endif
