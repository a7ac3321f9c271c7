// SPDX-License-Identifier: Apache-2.0

#if Web

import NIOCore

// Requests as HTTP servers have them.
extension WebService {
  /// The headers that are read besides the host and the type of a form, by the names that the service has for them.
  static let readHeaders = [
    "accept-language", "cookie", "origin", "sec-fetch-site", "x-forwarded-proto",
  ]

  /// Reads the target of a request.
  ///
  /// - Parameters:
  ///   - method: What the request may do.
  ///   - path: The path, with the base path of the options.
  ///   - query: What follows the question mark; nil for none.
  /// - Returns: The request, without headers; nil if the path isn't text in percent encoding.
  func request(
    _ method: WebRequest.Method, path: Substring, query: Substring?
  ) -> WebRequest? {
    var asked = WebRequest(method)
    guard let parts = FormBody.parts(ofPath: path, below: options.basePath) else { return nil }
    asked.path = parts
    if let query, let read = FormBody(urlEncoded: query.utf8) { asked.query = read }
    return asked
  }

  /// Returns what receives a form with files; nil if a request has none.
  func receiver(of request: WebRequest, contentType: String) -> FormReceiver? {
    guard let uploads = options.uploads,
      contentType.prefix(10).lowercased() == "multipart/", let visitor = visitor(of: request)
    else { return nil }
    return FormReceiver(
      contentType: contentType, mostTextBytes: options.maximumFormByteCount, uploads,
      isOwn: { visitor.has($0) })
  }

  /// Returns the response to a form with files, which are written as they come, and not where connections are served.
  ///
  /// - Parameters:
  ///   - request: The request, without the form.
  ///   - body: The form.
  ///   - receiver: What receives it.
  /// - Returns: The response.
  func response(
    to request: WebRequest, _ body: some AsyncSequence<ByteBuffer, any Error>,
    receiver: FormReceiver
  ) async -> WebResponse {
    await withTaskExecutorPreference(globalConcurrentExecutor) {
      var (asked, receiver) = (request, receiver)
      defer { receiver.discard() }
      do {
        try await read(body) { try receiver.take($0.readableBytesView) }
        try receiver.end()
        (asked.form, asked.files) = (receiver.form, receiver.files)
      } catch {
        return response(to: error, asked)
      }
      return await response(to: asked)
    }
  }

  /// Reads a body, which mustn't take for ever.
  func read(
    _ body: some AsyncSequence<ByteBuffer, any Error>, _ take: (ByteBuffer) throws -> Void
  ) async throws {
    var arrival = Arrival(options)
    for try await part in body {
      guard arrival.isInTime(adding: part.readableBytes) else { throw TooSlow() }
      try take(part)
    }
  }

  /// Returns the response to a request whose form can't be read.
  func response(to error: any Error, _ request: WebRequest) -> WebResponse {
    switch error {
    case is TooSlow: .tooSlow
    case is FormReceiver.Foreign: responseToForeignForm(of: request)
    case MultipartReader.Failure.malformed: WebResponse(status: 400)
    default: responseToLargeForm(of: request)
    }
  }

  /// A form takes too long to arrive.
  struct TooSlow: Error {}
}

/// The target of a request (RFC 9112, 3.2): a path, or the whole address, as clients of proxies send it.
struct RequestTarget {
  /// The host of a whole address, and its port if there's one: it counts instead of the header `Host`; nil for a path.
  private(set) var authority: Substring?

  /// The path, which begins with a slash.
  let path: Substring

  /// The query, without its question mark; nil for none.
  let query: Substring?

  /// Reads a target; nil if it's neither a path nor an address of a web page.
  ///
  /// - Complexity: O(*n*) in the length.
  init?(_ text: String) {
    var rest = text[...]
    if rest.utf8.first != UInt8(ascii: "/") {
      guard
        let scheme = ["http://", "https://"].first(where: {
          Substring(rest.utf8.prefix($0.utf8.count)).lowercased() == $0
        })
      else { return nil }
      rest = Substring(rest.utf8.dropFirst(scheme.utf8.count))
      let end = rest.utf8.firstIndex { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "?") }
      let host = rest[..<(end ?? rest.endIndex)]
      // A name of a user before the host hides which site is meant (RFC 9110, 4.2.4).
      guard !host.isEmpty, !host.utf8.contains(UInt8(ascii: "@")) else { return nil }
      (authority, rest) = (host, rest[host.endIndex...])
    }
    let mark = rest.utf8.firstIndex(of: UInt8(ascii: "?"))
    let own = rest[..<(mark ?? rest.endIndex)]
    path = own.isEmpty ? "/" : own
    query = mark.map { rest[rest.utf8.index(after: $0)...] }
  }

  /// Whether a text has only characters that a host and its port may have (RFC 3986, 3.2.2), or is empty.
  static func isAuthority(_ text: String) -> Bool {
    text.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: ":"),
        UInt8(ascii: "-"):
        true
      default: "_~!$&'()*+,;=%[]".utf8.contains(byte)
      }
    }
  }
}

/// How long a form takes to arrive.
struct Arrival {
  private let begun = ContinuousClock.now
  private let patience: Duration

  /// The number of bytes so far.
  private(set) var byteCount = 0

  init(_ options: WebOptions) { patience = options.arrivalPatience }

  /// Adds bytes that have arrived, and returns whether they did in time.
  mutating func isInTime(adding count: Int) -> Bool {
    byteCount += count
    return ContinuousClock.now - begun < patience + .milliseconds(byteCount / 4)
  }
}

extension WebResponse {
  /// The response to a form that takes too long; the connection ends.
  static var tooSlow: WebResponse {
    var response = WebResponse(status: 408)
    response.headers = [("Connection", "close")]
    return response
  }
}

#endif
