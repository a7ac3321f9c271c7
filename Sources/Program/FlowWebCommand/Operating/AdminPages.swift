// SPDX-License-Identifier: Apache-2.0

#if Web

import FlowWeb
import HTTPTypes
import Hummingbird
import Logging
import NIOCore

/// The pages for monitoring and balancers.
struct AdminPages {
  let state: SiteState

  /// Returns the measures as text, given the walks of the store, and whether the process is ready.
  let measures: @Sendable (WalkCounts?, Bool) -> String

  /// Returns a server of the pages.
  ///
  /// - Parameters:
  ///   - address: Where it listens.
  ///   - begun: Is called with its URL, once it listens.
  /// - Returns: The server.
  func application(
    at address: ServerAddress, _ begun: @escaping @Sendable (String) -> Void
  ) -> some ApplicationProtocol {
    var logger = Logger(label: "stackflow-web")
    logger.logLevel = .error
    return Application(
      router: router,
      configuration: .init(address: .hostname(address.host, port: address.port), serverName: nil),
      onServerRunning: { begun(address.url(port: $0.localAddress?.port)) }, logger: logger)
  }

  /// A router with `/health`, `/ready`, and `/metrics`.
  var router: Router<BasicRequestContext> {
    let router = Router(options: .autoGenerateHeadEndpoints)
    router.get("health") { _, _ in Self.text("ok") }
    router.get("ready") { [state] _, _ in
      guard let obstacle = await state.obstacle() else { return Self.text("ready") }
      return Self.text(obstacle, status: .serviceUnavailable)
    }
    router.get("metrics") { [state, measures] _, _ in
      let isReady = await state.obstacle() == nil
      let counts = isReady ? await state.counts() : nil
      return Self.text(
        measures(counts, isReady), type: "text/plain; version=0.0.4; charset=utf-8")
    }
    return router
  }

  private static func text(
    _ text: String, status: HTTPResponse.Status = .ok, type: String = "text/plain; charset=utf-8"
  ) -> Response {
    Response(
      status: status, headers: [.contentType: type, .cacheControl: "no-store"],
      body: .init(byteBuffer: ByteBuffer(string: text.last == "\n" ? text : text + "\n")))
  }
}

#endif
