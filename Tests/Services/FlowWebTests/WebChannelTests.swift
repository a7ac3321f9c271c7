// SPDX-License-Identifier: Apache-2.0

#if Web

import Expectations
import Logging
import NIOCore
import NIOEmbedded
import Testing

@testable import FlowWeb

/// Connections, byte by byte.
@Suite struct WebChannelTests {
  /// A client that's connected to the pages.
  private struct Client {
    private let channel = NIOAsyncTestingChannel()

    init(_ options: WebOptions) async throws {
      let pages = WebChannel(
        try VisitorForTests.service(WebServiceTests.flow, options), idle: .seconds(60))
      let channel = self.channel
      _ = try await channel.eventLoop.flatSubmit {
        pages.setup(channel: channel, logger: Logger(label: "test"))
      }.get()
      try await channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 1))
    }

    /// Sends lines, each with its end.
    func send(_ lines: String...) async throws {
      try await channel.writeInbound(
        ByteBuffer(string: lines.map { $0 + "\r\n" }.joined()))
    }

    func endInput() async throws {
      let channel = self.channel
      try await channel.testingEventLoop.executeInContext {
        channel.pipeline.fireUserInboundEventTriggered(ChannelEvent.inputClosed)
      }
    }

    /// The next response, which is waited for.
    func response() async throws -> Response {
      Response(String(buffer: try await channel.waitForOutboundWrite(as: ByteBuffer.self)))
    }

    /// The next response that has been written; nil if there's none.
    func written() async throws -> Response? {
      try await channel.readOutbound(as: ByteBuffer.self).map { Response(String(buffer: $0)) }
    }

    func close() async throws { _ = try await channel.finish(acceptAlreadyClosed: true) }

    func isOpen() async throws -> Bool {
      let channel = self.channel
      return try await channel.testingEventLoop.executeInContext { channel.isActive }
    }
  }

  private struct Response {
    let status: String
    let endsConnection: Bool
    let saysItStays: Bool

    init(_ text: String) {
      status = String(text.dropFirst("HTTP/1.1 ".count).prefix(3))
      endsConnection = text.contains("\r\nConnection: close\r\n")
      saysItStays = text.contains("\r\nConnection: keep-alive\r\n")
    }
  }

  private func connect(
    _ options: WebOptions = WebOptions(), _ use: (Client) async throws -> Void
  ) async throws {
    let client = try await Client(options)
    do {
      try await use(client)
      try await client.close()
    } catch {
      try await client.close()
      throw error
    }
  }

  @Test(arguments: [
    ("/", "localhost:8080", "303"), ("http://localhost:8080/", "localhost:8080", "303"),
    ("http://localhost:8080", "localhost:8080", "303"), ("HTTP://127.0.0.1/f", "localhost", "303"),
    ("http://localhost/-/own.css?x=1", "evil.example", "200"),
    ("https://localhost?x=/", "localhost", "303"), ("http://evil.example/", "localhost", "421"),
    ("http://localhost:1@evil.example/", "localhost", "400"),
    ("ftp://localhost/", "localhost", "400"), ("/%zz", "localhost", "400"),
  ])
  func aTargetIsAPathOrAWholeAddressWhoseHostCounts(
    target: String, host: String, status: String
  ) async throws {
    try await connect { client in
      try await client.send("GET \(target) HTTP/1.1", "Host: \(host)", "")
      expectEqual(try await client.response().status, status, "\(target)")
    }
  }

  @Test(arguments: [
    ("HTTP/1.1", [], "400"), ("HTTP/1.1", ["Host: "], "421"),
    ("HTTP/1.1", ["Host: localhost", "Host: localhost"], "400"),
    ("HTTP/1.1", ["Host: local host"], "400"), ("HTTP/1.1", ["Host: localhost/"], "400"),
    ("HTTP/1.1", ["Host: user@localhost"], "400"), ("HTTP/1.1", ["Host: localhost:80"], "303"),
    ("HTTP/1.1", ["Host: [::1]:80"], "303"), ("HTTP/1.0", [], "421"),
    ("HTTP/1.0", ["Host: localhost", "Host: localhost"], "400"),
  ])
  func aRequestNamesOneHost(version: String, hosts: [String], status: String) async throws {
    try await connect { client in
      try await client.send("GET / \(version)")
      for host in hosts { try await client.send(host) }
      try await client.send("")
      expectEqual(try await client.response().status, status)
    }
  }

  @Test func aWholeAddressDoesNotReplaceAMissingHost() async throws {
    try await connect { client in
      try await client.send("GET http://localhost/ HTTP/1.1", "")
      expectEqual(try await client.response().status, "400")
    }
  }

  @Test func theOriginOfAFormIsThatOfTheWholeAddress() async throws {
    try await connect { client in
      for (origin, status) in [("http://localhost:1", "405"), ("http://localhost:2", "403")] {
        try await client.send(
          "POST http://localhost:1/ HTTP/1.1", "Host: localhost:2", "Origin: \(origin)",
          "Content-Length: 0", "")
        expectEqual(try await client.response().status, status, "\(origin)")
      }
    }
  }

  @Test(arguments: ["Content-Length: 3", "Transfer-Encoding: chunked"])
  func aClientThatWaitsIsToldToSendTheForm(length: String) async throws {
    try await connect { client in
      try await client.send(
        "POST /f/none HTTP/1.1", "Host: localhost", length, "Expect: 100-Continue", "")
      expectEqual(try await client.written()?.status, "100")
      #expect(try await client.written() == nil)
      if length.hasPrefix("T") {
        try await client.send("3", "a=1", "0", "")
      } else {
        try await client.send("a=1")
      }
      let response = try await client.response()
      expectEqual(response.status, "403")
      #expect(!response.endsConnection)
      try await client.send("GET / HTTP/1.1", "Host: localhost", "")
      expectEqual(try await client.response().status, "303")
    }
  }

  @Test(arguments: [
    ("HTTP/1.1", ["Content-Length: 3"]),
    ("HTTP/1.0", ["Content-Length: 3", "Expect: 100-continue"]),
    ("HTTP/1.1", ["Content-Length: 3", "Expect: other"]),
  ])
  func noOtherClientIsTold(version: String, headers: [String]) async throws {
    try await connect { client in
      try await client.send("POST /f/none \(version)", "Host: localhost")
      for header in headers { try await client.send(header) }
      try await client.send("")
      #expect(try await client.written() == nil)
      try await client.send("a=1")
      expectEqual(try await client.response().status, "403")
    }
  }

  @Test func aRequestWithoutABodyIsAnsweredAtOnce() async throws {
    try await connect { client in
      try await client.send(
        "POST /f/none HTTP/1.1", "Host: localhost", "Content-Length: 0", "Expect: 100-continue", "")
      expectEqual(try await client.response().status, "403")
    }
  }

  @Test func aFormThatIsTooLargeIsRefusedBeforeItComes() async throws {
    var options = WebOptions()
    options.maximumFormByteCount = 100
    for (count, status) in [(100, "100"), (101, "413")] {
      try await connect(options) { client in
        try await client.send(
          "POST /f/none HTTP/1.1", "Host: localhost", "Content-Length: \(count)",
          "Expect: 100-continue", "")
        let response = try #require(try await client.written())
        expectEqual(response.status, status)
        expectEqual(response.endsConnection, status == "413")
        expectEqual(try await client.isOpen(), status == "100")
      }
    }
  }

  @Test func aRefusedHeadIsAnsweredBeforeTheFormComes() async throws {
    var options = WebOptions()
    options.basePath = "/forms"
    try await connect(options) { client in
      try await client.send(
        "POST /other/f/none HTTP/1.1", "Host: localhost", "Content-Length: 3",
        "Expect: 100-continue", "")
      expectEqual(try await client.written()?.status, "404")
      #expect(try await !client.isOpen())
    }
  }

  @Test(arguments: [
    ("HTTP/1.0", "X-Other: 1", false), ("HTTP/1.0", "Connection: keep-alive", true),
    ("HTTP/1.1", "X-Other: 1", true), ("HTTP/1.1", "Connection: close", false),
  ])
  func aConnectionStaysAsTheClientWants(version: String, header: String, stays: Bool) async throws {
    try await connect { client in
      try await client.send("GET / \(version)", "Host: localhost", header, "")
      let response = try await client.response()
      expectEqual(response.status, "303")
      expectEqual(response.endsConnection, !stays)
      // A client of HTTP/1.0 doesn't take it for granted.
      expectEqual(response.saysItStays, stays && version == "HTTP/1.0")
      expectEqual(try await client.isOpen(), stays)
      guard stays else { return }
      try await client.send("GET /-/own.css \(version)", "Host: localhost", header, "")
      expectEqual(try await client.response().status, "200")
    }
  }

  @Test func requestsThatAreSentTogetherAreAnsweredInOrder() async throws {
    try await connect { client in
      try await client.send(
        "GET / HTTP/1.1", "Host: localhost", "", "POST /f/none HTTP/1.1", "Host: localhost",
        "Content-Length: 3", "", "a=1GET /-/own.css HTTP/1.1", "Host: localhost", "",
        "PUT / HTTP/1.1", "Host: localhost", "", "no HTTP", "")
      for status in ["303", "403", "200", "405", "400"] {
        expectEqual(try await client.response().status, status)
      }
      #expect(try await !client.isOpen())
    }
  }

  @Test func aClientThatSendsNothingMoreGetsItsResponses() async throws {
    try await connect { client in
      try await client.send(
        "GET / HTTP/1.1", "Host: localhost", "", "GET /-/own.css HTTP/1.1", "Host: localhost", "")
      try await client.endInput()
      for status in ["303", "200"] { expectEqual(try await client.response().status, status) }
      #expect(try await !client.isOpen())
    }
  }

  @Test func aConnectionEndsWithoutARequest() async throws {
    try await connect { client in
      try await client.endInput()
      #expect(try await !client.isOpen())
    }
  }
}

#endif
