// SPDX-License-Identifier: Apache-2.0

#if Web

import HummingbirdCore
package import Logging
package import NIOCore
import NIOHTTP1

/// Connections of a server that has nothing but the pages: Hummingbird accepts and ends them, and SwiftNIO's handlers read
/// and write HTTP.
///
/// A request is answered on the thread that reads it, and changes threads only to wait for files or a database. Without
/// a router, streams, and tasks of each connection, that takes a third of the instructions for fixed pages. What's read is
/// SwiftNIO's; a response is written at once, see `WebResponse.bytes`.
package struct WebChannel: ServerChildChannel {
  /// A connection.
  package struct Value: ServerChildChannelValue {
    package let channel: any Channel
  }

  private let site: WebSite
  private let idle: TimeAmount

  /// Creates a description of connections.
  ///
  /// - Parameters:
  ///   - service: The pages.
  ///   - idle: How long a connection may say nothing before it's ended.
  package init(_ service: WebService, idle: Duration) {
    site = WebSite(service)
    self.idle = TimeAmount(idle)
  }

  package func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Value> {
    channel.eventLoop.makeCompletedFuture {
      var limits = NIOHTTPDecoderLimitConfiguration()
      limits.maxHeaderFieldSize = 16_384
      limits.maxHeaderListSize = 32_768
      limits.maxHeaderFieldCount = 100
      let pipeline = channel.pipeline.syncOperations
      try pipeline.addHandler(
        ByteToMessageHandler(HTTPRequestDecoder(limitConfiguration: limits)))
      // It sees the parts of requests, so that bytes of an endless head don't keep a connection.
      try pipeline.addHandler(IdleStateHandler(readTimeout: idle))
      try pipeline.addHandler(WebConnection(site, channel.eventLoop))
      return Value(channel: channel)
    }
  }

  package func handle(value: Value, logger: Logger) async {
    await withTaskCancellationHandler {
      try? await value.channel.closeFuture.get()
    } onCancel: {
      value.channel.close(promise: nil)
    }
  }
}

/// A service that tasks share: a copy of it is that of each of its parts.
private final class WebSite: Sendable {
  let service: WebService

  init(_ service: WebService) { self.service = service }
}

/// Runs tasks on the thread of an event loop.
private final class LoopExecutor: TaskExecutor {
  private let loop: any EventLoop

  init(_ loop: any EventLoop) { self.loop = loop }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    loop.execute { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}

/// Answers the requests of a connection, one after the other.
private final class WebConnection: ChannelDuplexHandler {
  typealias InboundIn = HTTPServerRequestPart
  typealias OutboundIn = Never
  typealias OutboundOut = ByteBuffer

  private typealias Files = NIOThrowingAsyncSequenceProducer<
    ByteBuffer, any Error, NIOAsyncSequenceProducerBackPressureStrategies.HighLowWatermark,
    HeldReading
  >

  private let site: WebSite
  private let loop: any EventLoop
  private let executor: LoopExecutor
  private var context: ChannelHandlerContext?

  /// The request that's being read or answered; nil between requests, and while the rest of one is skipped.
  private var request: WebRequest?

  /// The refusal of the request, sent once it has come.
  private var refusal: WebResponse?

  /// The part of the form that has come, and how long that has taken.
  private var form: [UInt8] = []
  private var arrival: Arrival?

  /// Takes a form with files.
  private var files: Files.Source?

  private var (isHead, isKeptAlive, isAnswering) = (false, true, false)

  /// Whether the request is of HTTP/1.0.
  private var isOld = false

  /// Whether the request has come as a whole, or there's none; a response may come before.
  private var isWhole = true

  /// Parts of the next requests, of clients that send them without waiting; nothing more is read then.
  private var waiting: CircularBuffer<HTTPServerRequestPart> = []

  /// Whether the client sends nothing more, whether what it has sent isn't HTTP, and whether the server is ending.
  private var (isInputClosed, isBroken, isQuiescing) = (false, false, false)

  /// Whether nothing can be written anymore; a response may come all the same.
  private var isEnded = false

  /// Whether nothing is read for now, because files are written more slowly than they come, and whether that was asked for.
  private var (isHeld, isReadingHeld) = (false, false)

  /// The number of bytes of a form that were skipped, and that are at most before the connection ends.
  private var skippedByteCount = 0
  private static let maximumSkippedByteCount = 64 << 20

  init(_ site: WebSite, _ loop: any EventLoop) {
    self.site = site
    self.loop = loop
    executor = LoopExecutor(loop)
  }

  func handlerAdded(context: ChannelHandlerContext) { self.context = context }

  func handlerRemoved(context: ChannelHandlerContext) { self.context = nil }

  // MARK: Reading

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    let part = unwrapInboundIn(data)
    guard !isEnded else { return }
    guard waiting.isEmpty, !isAnswering || !isWhole else { return waiting.append(part) }
    take(part)
  }

  private func take(_ part: HTTPServerRequestPart) {
    switch part {
    case .head(let head): begin(head)
    case .body(let part): take(part)
    case .end: end()
    }
  }

  /// Takes the next request of those that wait, which its response may do again.
  private func takeWaiting() {
    while !isEnded, !isAnswering || !isWhole, let part = waiting.popFirst() {
      take(part)
      if case .end = part { break }
    }
    if waiting.isEmpty { goOn() }
  }

  /// Does what had to wait for a response.
  private func goOn() {
    guard !isEnded, !isAnswering else { return }
    guard waiting.isEmpty else {
      // Not inside of the response before: their number isn't limited.
      let connection = NIOLoopBound(self, eventLoop: loop)
      return loop.execute { connection.value.takeWaiting() }
    }
    if isBroken {
      refuse()
    } else if isInputClosed {
      close()
    } else {
      readOn()
    }
  }

  private func begin(_ head: HTTPRequestHead) {
    (isHead, isKeptAlive, isWhole) = (head.method == .HEAD, head.isKeepAlive, false)
    isOld = head.version == .http1_0
    (request, refusal, form, skippedByteCount) = (nil, nil, [], 0)
    arrival = Arrival(site.service.options)
    let receiver = open(head)
    if awaitsContinuation(head) {
      let byteCount = head.headers.first(name: "content-length").map { Int($0) ?? .max } ?? 0
      if let request, request.isPost, request.takesForms, receiver == nil,
        byteCount > site.service.options.maximumFormByteCount
      {
        refusal = site.service.responseToLargeForm(of: request)
      }
      if let refusal {
        // The body may come or not, so what follows can't be told from it.
        isKeptAlive = false
        return write(refusal)
      }
      writeContinuation()
    }
    if let request, let receiver { receive(request, with: receiver) }
  }

  /// Reads the head of the request or has it refused, and returns what receives its form with files; nil for none.
  private func open(_ head: HTTPRequestHead) -> FormReceiver? {
    let method: WebRequest.Method =
      switch head.method {
      case .GET, .HEAD: .get
      case .POST: .post
      default: .other
      }
    guard hasValidHost(head), let target = RequestTarget(head.uri),
      var asked = site.service.request(method, path: target.path, query: target.query)
    else {
      refusal = WebResponse(status: 400)
      return nil
    }
    let base = site.service.options.basePath
    let rest = target.path.utf8.dropFirst(base.utf8.count)
    guard target.path.hasPrefix(base), rest.first ?? UInt8(ascii: "/") == UInt8(ascii: "/") else {
      refusal = WebResponse(status: 404)
      return nil
    }
    let type = read(head.headers, for: &asked)
    if let authority = target.authority { asked.headers["host"] = String(authority) }
    request = asked
    guard asked.isPost, asked.takesForms else { return nil }
    return site.service.receiver(of: asked, contentType: type)
  }

  /// Whether a request names one host, which only HTTP/1.0 may leave out (RFC 9112, 3.2).
  private func hasValidHost(_ head: HTTPRequestHead) -> Bool {
    let hosts = head.headers["host"]
    guard let host = hosts.first else { return isOld }
    return hosts.count == 1 && RequestTarget.isAuthority(host)
  }

  /// Whether the client waits for a word of the server before it sends the body (RFC 9110, 10.1.1).
  private func awaitsContinuation(_ head: HTTPRequestHead) -> Bool {
    guard head.headers.contains(name: "expect"), !isOld else { return false }
    return head.headers[canonicalForm: "expect"].contains { $0.lowercased() == "100-continue" }
      && (head.headers.contains(name: "transfer-encoding")
        || head.headers.first(name: "content-length") ?? "0" != "0")
  }

  /// Reads the headers that the service knows, and returns the type of the form.
  private func read(_ headers: HTTPHeaders, for request: inout WebRequest) -> String {
    var type = ""
    for (name, value) in headers {
      switch name.utf8.count {
      case 4, 6, 12, 14, 15, 17: break
      default: if site.service.options.userHeader == nil { continue }
      }
      let name = name.lowercased()
      if name == "content-type" { type = value }
      guard
        name == "host" || name == site.service.options.userHeader
          || WebService.readHeaders.contains(name)
      else { continue }
      if let other = request.headers[name] {
        request.headers[name] = other + (name == "cookie" ? "; " : ", ") + value
      } else {
        request.headers[name] = value
      }
    }
    return type
  }

  private func take(_ part: ByteBuffer) {
    guard arrival?.isInTime(adding: part.readableBytes) ?? true else {
      guard request != nil, files == nil else {
        return close()
      }
      return write(.tooSlow)
    }
    if let files {
      switch files.yield(contentsOf: CollectionOfOne(part)) {
      case .stopProducing: isHeld = true
      case .produceMore: break
      case .dropped: skip(part)
      }
      return
    }
    guard let request, request.isPost, request.takesForms, refusal == nil else { return skip(part) }
    guard form.count + part.readableBytes <= site.service.options.maximumFormByteCount else {
      form = []
      refusal = site.service.responseToLargeForm(of: request)
      return skip(part)
    }
    form += part.readableBytesView
  }

  /// Skips a part of a form that isn't taken, but not without an end.
  private func skip(_ part: ByteBuffer) {
    skippedByteCount += part.readableBytes
    if skippedByteCount > Self.maximumSkippedByteCount { close() }
  }

  private func end() {
    (arrival, isWhole) = (nil, true)
    if let files {
      self.files = nil
      files.finish()
      if isQuiescing, !isAnswering { close() }
      return
    }
    if let refusal { return write(refusal) }
    guard var asked = request else {
      // It was answered before.
      return isQuiescing ? close() : goOn()
    }
    if asked.isPost {
      guard let form = FormBody(urlEncoded: form) else { return write(WebResponse(status: 400)) }
      asked.form = form
      self.form = []
    }
    isAnswering = true
    run { [site, asked] in await site.service.response(to: asked) }
  }

  /// Begins to receive a form with files while it comes.
  private func receive(_ request: WebRequest, with receiver: FormReceiver) {
    let connection = NIOLoopBound(self, eventLoop: loop)
    let sequence = Files.makeSequence(
      elementType: ByteBuffer.self, failureType: (any Error).self,
      backPressureStrategy: .init(lowWatermark: 2, highWatermark: 8), finishOnDeinit: true,
      delegate: HeldReading(loop) { connection.value.readOn() })
    files = sequence.source
    isAnswering = true
    run { [site, body = sequence.sequence] in
      await site.service.response(to: request, body, receiver: receiver)
    }
  }

  /// Writes a response once it's there; it may be there at once.
  private func run(_ response: @escaping @Sendable () async -> WebResponse) {
    let connection = NIOLoopBound(self, eventLoop: loop)
    let body: @Sendable () async -> Void = { [loop] in
      let response = await response()
      if loop.inEventLoop {
        connection.value.write(response)
      } else {
        loop.execute { connection.value.write(response) }
      }
    }
    if #available(macOS 26, *) {
      Task.immediate(executorPreference: executor) { await body() }
    } else {
      Task(executorPreference: executor) { await body() }
    }
  }

  // MARK: Holding

  func read(context: ChannelHandlerContext) {
    if isHeld || isBroken || !waiting.isEmpty { isReadingHeld = true } else { context.read() }
  }

  private func readOn() {
    isHeld = false
    guard isReadingHeld, !isBroken, waiting.isEmpty else { return }
    isReadingHeld = false
    context?.read()
  }

  // MARK: Writing

  private func write(_ response: WebResponse) {
    (isAnswering, request, refusal) = (false, nil, nil)
    guard let context, !isEnded else { return }
    let isLast = isInputClosed && isWhole && waiting.isEmpty
    if response.endsConnection || isQuiescing || isLast { isKeptAlive = false }
    let connection: WebResponse.ConnectionWord? =
      if !isKeptAlive { .close } else if isOld { .keepAlive } else { nil }
    let bytes = response.bytes(date: site.service.date, connection: connection, isHead: isHead)
    let buffer = wrapOutboundOut(context.channel.allocator.buffer(bytes: bytes))
    guard !isKeptAlive else {
      context.writeAndFlush(buffer, promise: nil)
      return goOn()
    }
    isEnded = true
    waiting.removeAll()
    let ended = context.eventLoop.makePromise(of: Void.self)
    ended.futureResult.assumeIsolated().whenComplete { _ in context.close(promise: nil) }
    context.writeAndFlush(buffer, promise: ended)
  }

  /// Has a client that waits for it send the body.
  private func writeContinuation() {
    guard let context else { return }
    let line = context.channel.allocator.buffer(staticString: "HTTP/1.1 100 Continue\r\n\r\n")
    context.writeAndFlush(wrapOutboundOut(line), promise: nil)
  }

  /// Refuses what isn't HTTP, and ends the connection.
  private func refuse() {
    isKeptAlive = false
    write(WebResponse(status: 400))
  }

  // MARK: Ends

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    switch event {
    case ChannelEvent.inputClosed:
      // A client that sends nothing more still gets the responses that it waits for.
      isInputClosed = true
      if !isEnded, !isAnswering, waiting.isEmpty { close() }
    case is ChannelShouldQuiesceEvent:
      isQuiescing = true
      waiting.removeAll()
      if !isAnswering, isWhole { close() }
    case IdleStateHandler.IdleStateEvent.read:
      if !isAnswering || files != nil { close() }
    default: context.fireUserInboundEventTriggered(event)
    }
  }

  private func close() {
    isEnded = true
    context?.close(promise: nil)
  }

  func channelInactive(context: ChannelHandlerContext) {
    isEnded = true
    files?.finish(WebService.TooSlow())
    files = nil
    context.fireChannelInactive()
  }

  /// A request that isn't HTTP is refused once those before it have their responses.
  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    guard !isEnded, !isBroken else { return }
    guard error is HTTPParserError else { return close() }
    isBroken = true
    if waiting.isEmpty, !isAnswering || !isWhole { refuse() }
  }
}

/// Has a connection read on when files that have come are written.
private final class HeldReading: NIOAsyncSequenceProducerDelegate {
  private let loop: any EventLoop
  private let readOn: @Sendable () -> Void

  init(_ loop: any EventLoop, _ readOn: @escaping @Sendable () -> Void) {
    self.loop = loop
    self.readOn = readOn
  }

  func produceMore() { loop.execute(readOn) }

  func didTerminate() { loop.execute(readOn) }
}

#endif
