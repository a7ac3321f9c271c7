// SPDX-License-Identifier: Apache-2.0

import Expectations
import Testing

@testable import FlowWeb

@Suite struct WebResponseTests {
  private static func text(
    _ response: WebResponse, connection: WebResponse.ConnectionWord? = nil, isHead: Bool = false
  ) -> String {
    let date = "Sun, 06 Nov 1994 08:49:37 GMT"
    let bytes = response.bytes(date: date, connection: connection, isHead: isHead)
    return String(decoding: bytes, as: UTF8.self)
  }

  @Test func aPageHasItsHeadersAndItsLength() {
    var response = WebResponse.page("<p>é</p>")
    response.headers.append(("Set-Cookie", "a=b; Path=/"))
    let head = """
      HTTP/1.1 200 OK\r
      Content-Type: text/html; charset=utf-8\r
      Set-Cookie: a=b; Path=/\r
      Content-Length: 9\r
      Date: Sun, 06 Nov 1994 08:49:37 GMT\r
      \r

      """
    expectEqual(Self.text(response), head + "<p>é</p>")
    expectEqual(Self.text(response, isHead: true), head)
  }

  @Test func theLastResponseOfAConnectionSaysSoOnce() {
    var response = WebResponse(status: 408)
    #expect(!response.endsConnection)
    response.headers = [("Connection", "close")]
    #expect(response.endsConnection)
    expectEqual(
      Self.text(response, connection: .close),
      """
      HTTP/1.1 408 Request Timeout\r
      Content-Length: 0\r
      Date: Sun, 06 Nov 1994 08:49:37 GMT\r
      Connection: close\r
      \r

      """)
  }

  /// Otherwise, a text in a header could begin another header, or the body.
  @Test func noHeaderHasTheEndOfALine() {
    var response = WebResponse(status: 303)
    response.headers = [("Location", "/a\r\nX: y\u{0}\u{7f}\n\nz")]
    #expect(Self.text(response).contains("\r\nLocation: /a  X: y    z\r\nContent-Length: 0\r\n"))
  }
}
