// SPDX-License-Identifier: Apache-2.0

// A response as HTTP/1.1 has it (RFC 9112).
extension WebResponse {
  /// Returns the bytes of the response: its head with the length of the body, and the body.
  ///
  /// A library's encoders for streams, with a check of each header and an object for each part, take a tenth of the
  /// instructions of a request, measured.
  ///
  /// - Parameters:
  ///   - date: The time as the header `Date` has it.
  ///   - isKeptAlive: Whether another request may follow on the connection.
  ///   - isHead: Whether the body is left out, but not its length.
  /// - Returns: The bytes.
  /// - Complexity: O(*n*) in the length.
  func bytes(date: String, isKeptAlive: Bool, isHead: Bool = false) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(1_024 + (isHead ? 0 : body.count))
    bytes.add("HTTP/1.1 ")
    bytes.add(Self.statusLine(status))
    for (name, value) in headers where name != "Connection" {
      bytes.add("\r\n")
      bytes.add(name)
      bytes.add(": ")
      bytes.add(header: value)
    }
    bytes.add("\r\nContent-Length: ")
    bytes.add(String(body.count))
    bytes.add("\r\nDate: ")
    bytes.add(date)
    bytes.add(isKeptAlive ? "\r\n\r\n" : "\r\nConnection: close\r\n\r\n")
    if !isHead { bytes += body }
    return bytes
  }

  /// Whether the response ends its connection.
  var endsConnection: Bool { headers.contains { $0.name == "Connection" } }

  /// Returns a status with its words.
  private static func statusLine(_ status: Int) -> String {
    switch status {
    case 200: "200 OK"
    case 303: "303 See Other"
    case 400: "400 Bad Request"
    case 403: "403 Forbidden"
    case 404: "404 Not Found"
    case 405: "405 Method Not Allowed"
    case 408: "408 Request Timeout"
    case 410: "410 Gone"
    case 413: "413 Content Too Large"
    case 421: "421 Misdirected Request"
    case 429: "429 Too Many Requests"
    case 503: "503 Service Unavailable"
    // The words may be left out, but not the blank before them.
    default: "\(status) "
    }
  }
}

extension [UInt8] {
  /// Adds a text in UTF-8.
  fileprivate mutating func add(_ text: String) {
    var text = text
    text.withUTF8 { append(contentsOf: $0) }
  }

  /// Adds the value of a header, in which a control character, such as the end of a line, becomes a blank.
  fileprivate mutating func add(header value: String) {
    let start = count
    add(value)
    withUnsafeMutableBufferPointer { bytes in
      for index in start..<bytes.count where bytes[index] < 0x20 || bytes[index] == 0x7f {
        bytes[index] = UInt8(ascii: " ")
      }
    }
  }
}
