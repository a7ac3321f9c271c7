// SPDX-License-Identifier: Apache-2.0

import FlowExpressions
import FlowModel
import FlowSessions
import FlowTesting
import SavedWalks
import SealedWalks
import Testing

@testable import FlowWeb

/// A browser without a network: it keeps its cookie, follows redirections, and fills in forms.
struct VisitorForTests {
  private(set) var service: WebService

  /// The cookies, by their names.
  var cookies: [String: String] = [:]

  /// The last response, after redirections.
  private(set) var response = WebResponse()

  /// The path and the query of the last page.
  private(set) var address = ""

  /// The form of the last page.
  var form = PageForm("")

  /// The headers that every request has besides.
  var headers: RequestHeaders = ["host": "localhost:8080"]

  static func service(
    _ flow: String, _ options: WebOptions = WebOptions(), store: (any WalkStore)? = nil,
    at clock: @escaping @Sendable () -> Timestamp = { VisitorForTests.time }
  ) throws -> WebService {
    let key = try #require(WalkKey(bytes: [UInt8](repeating: 7, count: 32)))
    return WebService(
      [try checkedFlow(flow)], in: store ?? MemoryWalkStore(), keys: try #require(WalkKeyRing(key)),
      options: options, clock: clock)
  }

  static let time = (try? Timestamp("2026-01-01T00:00:00Z")) ?? .epoch

  init(_ service: WebService) { self.service = service }

  /// Returns the same visitor, whose next request another machine answers.
  func moved(to service: WebService) -> VisitorForTests {
    var visitor = self
    visitor.service = service
    return visitor
  }

  /// The last part of the address.
  var step: String {
    address.split(separator: "?").first?.split(separator: "/").last.map(String.init) ?? ""
  }

  var page: String { String(decoding: response.body, as: UTF8.self) }

  /// Opens an address.
  @discardableResult
  mutating func get(_ address: String) async -> Int {
    await follow(request(address))
    return response.status
  }

  /// Fills in texts, and presses a button.
  @discardableResult
  mutating func press(
    _ button: String, _ texts: [String: String] = [:],
    files: [String: (name: String, content: String)] = [:]
  ) async -> Int {
    for (name, text) in texts where !form.type(text, in: "f:" + name) {
      Issue.record("there's no input '\(name)'")
    }
    return await post(form.sent(pressing: button), files: files)
  }

  /// Sends a form as it is.
  @discardableResult
  mutating func post(
    _ fields: [(name: String, value: String)], to place: String? = nil,
    files: [String: (name: String, content: String)] = [:]
  ) async -> Int {
    let path = place ?? action
    var sent = request(path)
    sent.method = .post
    for field in fields { sent.form.add(field.name, field.value) }
    var receiver = receiver(sent.form["token"] ?? "")
    do {
      try receiver?.take(Array(Self.multipart(fields, files).utf8))
      try receiver?.end()
    } catch {
      Issue.record("the form can't be read: \(error)")
    }
    if let receiver { (sent.form, sent.files) = (receiver.form, receiver.files) }
    await follow(sent)
    receiver?.discard()
    return response.status
  }

  private func receiver(_ token: String) -> FormReceiver? {
    guard page.contains("multipart/form-data"), let uploads = service.options.uploads else {
      return nil
    }
    return FormReceiver(
      contentType: "multipart/form-data; boundary=b0", mostTextBytes: 1 << 20, uploads,
      isOwn: { $0 == token }
    )
  }

  /// A form as a browser sends it.
  private static func multipart(
    _ fields: [(name: String, value: String)], _ files: [String: (name: String, content: String)]
  ) -> String {
    let head = "--b0\r\nContent-Disposition: form-data; name="
    let texts = fields.map { "\(head)\"\($0.name)\"\r\n\r\n\($0.value)\r\n" }
    let contents = files.map {
      "\(head)\"f:\($0.key)\"; filename=\"\($0.value.name)\"\r\n\r\n\($0.value.content)\r\n"
    }
    return (texts + contents).joined() + "--b0--\r\n"
  }

  /// The address of the form.
  var action: String {
    let rest = page.split(separator: "action=\"", maxSplits: 1).dropFirst().first ?? ""
    return String(rest.prefix { $0 != "\"" })
  }

  private func request(_ address: String) -> WebRequest {
    let parts = address.split(separator: "?", maxSplits: 1)
    var request = WebRequest()
    let path = parts.first.map(String.init) ?? ""
    request.path = path.dropFirst(service.options.basePath.count).split(separator: "/")
      .compactMap { FormBody.decodedPath($0.utf8) }
    if parts.count > 1 { request.query = FormBody(urlEncoded: parts[1].utf8) ?? FormBody() }
    request.headers = headers
    if !cookies.isEmpty {
      request.headers["cookie"] = cookies.map { "\($0)=\($1)" }.sorted().joined(separator: "; ")
    }
    request.headers["path"] = address
    return request
  }

  private mutating func follow(_ request: WebRequest) async {
    var request = request
    for _ in 0..<10 {
      address = request.headers["path"] ?? ""
      response = await service.response(to: request)
      for (name, value) in response.headers where name == "Set-Cookie" {
        let parts = value.prefix { $0 != ";" }.split(separator: "=", maxSplits: 1)
        cookies[String(parts[0])] = String(parts[1])
      }
      guard response.status == 303, let next = header("Location") else { break }
      request = self.request(next)
    }
    form = PageForm(page)
  }

  func header(_ name: String) -> String? {
    response.allHeaders.first { $0.name == name }?.value
  }
}
