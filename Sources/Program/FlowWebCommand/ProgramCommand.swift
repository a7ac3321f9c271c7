// SPDX-License-Identifier: Apache-2.0

#if Web

import ArgumentParser
import PostgreSQLStore
import ProgramParts
import Synchronization

/// Commands of `stackflow` that need a database's client or an HTTP server: `stackflow` becomes this command, with the
/// words that it was given.
struct ProgramCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "program",
    abstract: "Do what 'stackflow' does, with a database or monitoring; it starts this command.",
    shouldDisplay: false,
    subcommands: [SharedCommands.serve, SharedCommands.modelContext] + SharedCommands.steps
      + [StoredWalks.self])

  /// Those of `stackflow walks`.
  struct StoredWalks: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "walks", subcommands: [SharedCommands.reseal])
  }

  /// Gives the commands what only this program has.
  ///
  /// Values of a task crash an optimized program here.
  static func provideClients() {
    SharedCommands.monitor.withLock { $0 = { ServiceMonitoring($0) } }
    StorePlace.client.withLock { $0 = database }
  }

  #if PostgreSQL
  private static let database: StorePlace.Client = { address, walkBytes in
    PostgreSQLWalkStore(address, maximumWalkByteCount: walkBytes)
  }
  #else
  private static let database: StorePlace.Client = { _, _ throws(ProgramFailure) in
    throw ProgramFailure(
      .usage,
      """
      this program was built without the trait 'PostgreSQL', which brings the client of the database; install \
      libpq-dev, and build it with 'swift build -c release --traits default,Web,PostgreSQL --product stackflow-web'
      """)
  }
  #endif
}

#if PostgreSQL
extension PostgreSQLWalkStore: WalkDatabase {}
#endif

#endif
