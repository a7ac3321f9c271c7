// SPDX-License-Identifier: Apache-2.0

#if Web

import HTTPTypes
public import Hummingbird
import NIOCore

extension WebService {
  /// Adds the pages to a router, below the base path of the options.
  ///
  /// - Parameter router: The router of your server.
  public func addRoutes(to router: some RouterMethods) {
    let base = options.basePath
    for path in ["", "/**"] {
      router.get(RouterPath(base + path)) { request, _ in await respond(to: request) }
      router.head(RouterPath(base + path)) { request, _ in
        await respond(to: request).createHeadResponse()
      }
      for method in [HTTPRequest.Method.post, .put, .delete, .patch, .options] {
        router.on(RouterPath(base + path), method: method) { request, _ in
          await respond(to: request)
        }
      }
    }
  }

  /// The headers that are read besides the host, with their names as the service has them.
  private static let readHeaders: [(name: String, field: HTTPField.Name)] = [
    "accept-language", "cookie", "origin", "sec-fetch-site", "x-forwarded-proto",
  ].compactMap { name in HTTPField.Name(name).map { (name, $0) } }

  /// The headers that every response has.
  private static let sentHeaders: [String: HTTPField.Name] = Dictionary(
    uniqueKeysWithValues: [
      "Content-Security-Policy", "X-Content-Type-Options", "Referrer-Policy",
      "Cross-Origin-Opener-Policy", "Permissions-Policy", "Cache-Control", "Content-Type",
      "Location",
    ].compactMap { name in HTTPField.Name(name).map { (name, $0) } })

  private func method(of request: Request) -> WebRequest.Method {
    switch request.method {
    case .get, .head: .get
    case .post: .post
    default: .other
    }
  }

  /// Returns the response to a request of Hummingbird.
  private func respond(to request: Request) async -> Response {
    var asked = WebRequest(method(of: request))
    let path =
      request.uri.path.hasPrefix(options.basePath)
      ? request.uri.path.dropFirst(options.basePath.count) : ""
    for part in path.split(separator: "/") {
      guard let part = FormBody.decodedPath(part) else { return Response(status: .badRequest) }
      asked.path.append(part)
    }
    if let query = request.uri.query, let read = FormBody(urlEncoded: query.utf8) {
      asked.query = read
    }
    asked.headers["host"] = request.head.authority
    for (name, field) in Self.readHeaders { asked.headers[name] = request.headers[field] }
    if let name = options.userHeader, let field = HTTPField.Name(name) {
      asked.headers[name] = name == "host" ? request.head.authority : request.headers[field]
    }
    guard asked.isPost, asked.takesForms else { return converted(await response(to: asked)) }
    let type = request.headers[.contentType] ?? ""
    if let uploads = options.uploads, let visitor = visitor(of: asked),
      var receiver = FormReceiver(
        contentType: type, mostTextBytes: options.maximumFormByteCount, uploads,
        isOwn: { visitor.has($0) })
    {
      defer { receiver.discard() }
      // Files are written as they come, and not where connections are served.
      return await withTaskExecutorPreference(globalConcurrentExecutor) {
        await respond(to: asked, request.body, with: &receiver)
      }
    }
    do {
      var body: [UInt8] = []
      try await read(request.body) { part in
        guard body.count + part.readableBytes <= options.maximumFormByteCount else {
          throw MultipartReader.Failure.tooLarge
        }
        body += part.readableBytesView
      }
      guard let form = FormBody(urlEncoded: body) else { return Response(status: .badRequest) }
      asked.form = form
    } catch {
      return response(to: error, asked)
    }
    return converted(await response(to: asked))
  }

  /// Returns the response to a form with files.
  private func respond(
    to request: WebRequest, _ body: RequestBody, with receiver: inout FormReceiver
  ) async -> Response {
    var asked = request
    do {
      var taken = receiver
      defer { receiver = taken }
      try await read(body) { try taken.take($0.readableBytesView) }
      try taken.end()
      (asked.form, asked.files) = (taken.form, taken.files)
    } catch {
      return response(to: error, asked)
    }
    return converted(await response(to: asked))
  }

  /// Reads a body, which mustn't take for ever.
  private func read(_ body: RequestBody, _ take: (ByteBuffer) throws -> Void) async throws {
    let begun = ContinuousClock.now
    var count = 0
    for try await part in body {
      count += part.readableBytes
      let patience = options.arrivalPatience + .milliseconds(count / 4)
      guard ContinuousClock.now - begun < patience else { throw TooSlow() }
      try take(part)
    }
  }

  /// A form takes too long to arrive.
  private struct TooSlow: Error {}

  private func response(to error: any Error, _ request: WebRequest) -> Response {
    switch error {
    case is TooSlow:
      var response = Response(status: .requestTimeout)
      response.headers[.connection] = "close"
      return response
    case is FormReceiver.Foreign: return converted(responseToForeignForm(of: request))
    case MultipartReader.Failure.malformed: return Response(status: .badRequest)
    default: return converted(responseToLargeForm(of: request))
    }
  }

  private func converted(_ response: WebResponse) -> Response {
    var headers = HTTPFields()
    for (name, value) in response.headers {
      if let field = Self.sentHeaders[name] ?? HTTPField.Name(name) {
        headers.append(HTTPField(name: field, value: value))
      }
    }
    return Response(
      status: .init(code: response.status), headers: headers,
      body: .init(byteBuffer: ByteBuffer(string: response.body)))
  }
}

#endif
