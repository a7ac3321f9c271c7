// SPDX-License-Identifier: Apache-2.0

#if Web

import HTTPTypes
public import Hummingbird
import NIOCore

extension WebService {
  /// Adds the pages to a router, below the base path of the options.
  ///
  /// Hummingbird reads the requests, and tells no client to go on that sends `Expect: 100-continue`. Such a client sends
  /// its form all the same after a while; a proxy in front can answer it at once.
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

  private func method(of request: Request) -> WebRequest.Method {
    switch request.method {
    case .get, .head: .get
    case .post: .post
    default: .other
    }
  }

  /// Returns the response to a request of Hummingbird.
  private func respond(to request: Request) async -> Response {
    guard
      var asked = self.request(
        method(of: request), path: request.uri.path[...], query: request.uri.query.map { $0[...] })
    else { return Response(status: .badRequest) }
    asked.headers["host"] = request.head.authority
    for name in Self.readHeaders + [options.userHeader].compactMap({ $0 }) where name != "host" {
      asked.headers[name] = HTTPField.Name(name).flatMap { request.headers[$0] }
    }
    guard asked.isPost, asked.takesForms else { return converted(await response(to: asked)) }
    if let receiver = receiver(of: asked, contentType: request.headers[.contentType] ?? "") {
      return converted(await response(to: asked, request.body, receiver: receiver))
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
      return converted(response(to: error, asked))
    }
    return converted(await response(to: asked))
  }

  private func converted(_ response: WebResponse) -> Response {
    var headers = HTTPFields()
    for (name, value) in response.allHeaders {
      if let field = HTTPField.Name(name) { headers.append(HTTPField(name: field, value: value)) }
    }
    return Response(
      status: .init(code: response.status), headers: headers,
      body: .init(byteBuffer: ByteBuffer(bytes: response.body)))
  }
}

#endif
