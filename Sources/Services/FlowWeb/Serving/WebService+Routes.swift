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
      router.post(RouterPath(base + path)) { request, _ in await respond(to: request) }
    }
  }

  private static let readHeaders: [String] = [
    "accept-language", "cookie", "host", "origin", "sec-fetch-site", "x-forwarded-proto",
  ]

  /// Returns the response to a request of Hummingbird.
  private func respond(to request: Request) async -> Response {
    var asked = WebRequest(isPost: request.method == .post)
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
    for name in Self.readHeaders + (options.userHeader.map { [$0] } ?? []) {
      if name == "host" {
        asked.headers[name] = request.head.authority
      } else if let field = HTTPField.Name(name) {
        asked.headers[name] = request.headers[field]
      }
    }
    if asked.isPost {
      do {
        let body = try await request.body.collect(upTo: options.maximumFormByteCount)
        guard let form = FormBody(urlEncoded: body.readableBytesView) else {
          return Response(status: .badRequest)
        }
        asked.form = form
      } catch {
        return converted(responseToLargeForm(of: asked))
      }
    }
    return converted(await response(to: asked))
  }

  private func converted(_ response: WebResponse) -> Response {
    var headers = HTTPFields()
    for (name, value) in response.headers {
      if let field = HTTPField.Name(name) { headers.append(HTTPField(name: field, value: value)) }
    }
    return Response(
      status: .init(code: response.status), headers: headers,
      body: .init(byteBuffer: ByteBuffer(string: response.body)))
  }
}

#endif
