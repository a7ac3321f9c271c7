// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import FlowExpressions
import FlowServer
import TerminalIO

/// The options of a service: where it listens, whose walks it has, and how long.
struct ServiceOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Serve many connections at unix:PATH, or tcp:HOST:PORT with a numeric address or localhost.",
      discussion: "Without it, one client uses standard input and output.", valueName: "address"))
  var listen: String?

  @Option(
    help: ArgumentHelp(
      "Keep the walks in a folder, or in a database such as postgresql://db/walks, sealed, so that any process with the same key continues them.",
      discussion: "The folder is created if it's missing. A database needs stackflow-web.",
      valueName: "place"),
    completion: .directory)
  var store: String?

  @OptionGroup var sealing: KeyFileOption

  @Option(
    help: ArgumentHelp(
      "Whose the walks of a connection are: its user (peer), named by 'hello' (hello), or no one's (none).",
      discussion: "By default peer for unix:PATH, and none for tcp:HOST:PORT.", valueName: "from"))
  var ownerFrom: OwnerSource?

  @Option(
    help: ArgumentHelp(
      "Remove walks that weren't changed for this time, such as 12h or 7d.", valueName: "duration"))
  var expire: TimeLimit?

  @Option(help: "The maximum number of requests of an owner at a time.")
  var maxRequests = ServiceLimits().requests

  @Option(help: "The maximum number of connections at a time.")
  var maxConnections = 1_000

  @Option(
    help: ArgumentHelp(
      "Serve /health, /ready, and /metrics at an address that clients don't reach.",
      discussion: "It needs stackflow-web.", valueName: "host:port"))
  var admin: String?

  @Option(
    help: ArgumentHelp(
      "Write a line of JSON for each request, without answers, to a file or, with -, to standard error.",
      valueName: "file"),
    completion: .file())
  var log: String?

  /// The source of the owner of a connection's walks.
  enum OwnerSource: String, ExpressibleByArgument, CaseIterable, Sendable {
    case peer, hello, none
  }

  /// Where it listens; nil for standard input and output.
  var address: SocketAddress? { listen.flatMap { SocketAddress($0) } }

  /// The source of the owner.
  var source: OwnerSource {
    if let ownerFrom { return ownerFrom }
    if case .path? = address { return .peer }
    return .none
  }

  init() {}

  func validate() throws {
    if listen != nil, address == nil {
      throw ValidationError("--listen takes unix:PATH or tcp:HOST:PORT")
    }
    if listen == nil, ownerFrom == .peer {
      throw ValidationError("--owner-from peer is for --listen unix:PATH")
    }
    if case .address? = address, ownerFrom == .peer {
      throw ValidationError("--owner-from peer is for unix:PATH; the other end of tcp isn't a user")
    }
    if let admin, SocketAddress("tcp:" + admin) == nil {
      throw ValidationError("--admin takes HOST:PORT")
    }
    if maxRequests < 1 { throw ValidationError("--max-requests must be at least 1") }
    if maxConnections < 1 { throw ValidationError("--max-connections must be at least 1") }
  }

  /// Sets what the options say of limits.
  func apply(to limits: inout ServiceLimits) {
    limits.requests = maxRequests
    limits.lifetime = expire?.span
  }
}
