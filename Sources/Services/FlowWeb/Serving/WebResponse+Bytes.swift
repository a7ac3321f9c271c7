// SPDX-License-Identifier: Apache-2.0

// A response as HTTP/1.1 has it (RFC 9112).
extension WebResponse {
  /// The word of a response about its connection (RFC 9112, 9.3).
  enum ConnectionWord {
    /// It ends.
    case close

    /// Another request may follow, which a client of HTTP/1.0 doesn't take for granted.
    case keepAlive
  }

  /// Returns the bytes of the response: its head with the length of the body, and the body.
  ///
  /// A library's encoders for streams, with a check of each header and an object for each part, take a tenth of the
  /// instructions of a request, measured.
  ///
  /// - Parameters:
  ///   - date: The time as the header `Date` has it.
  ///   - connection: The value of the header `Connection`; nil for none, so that a client of HTTP/1.1 keeps the
  ///     connection.
  ///   - isHead: Whether the body is left out, but not its length.
  /// - Returns: The bytes.
  /// - Complexity: O(*n*) in the length.
  func bytes(date: String, connection: ConnectionWord?, isHead: Bool = false) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(1_024 + (isHead ? 0 : body.count))
    bytes.add("HTTP/1.1 ")
    bytes.add(Self.statusLine(status))
    for (name, value) in headers where name != "Connection" { bytes.add(name, value) }
    if let site {
      bytes += site.lines
      if !isStorable { bytes += SiteHeaders.unstoredLine }
    }
    bytes.add("\r\nContent-Length: ")
    bytes.add(String(body.count))
    bytes.add("\r\nDate: ")
    bytes.add(date)
    switch connection {
    case .close: bytes.add("\r\nConnection: close\r\n\r\n")
    case .keepAlive: bytes.add("\r\nConnection: keep-alive\r\n\r\n")
    case nil: bytes.add("\r\n\r\n")
    }
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

/// The headers that every response of a site has, once as they're sent.
struct SiteHeaders: Sendable {
  /// The headers.
  let all: [(name: String, value: String)]

  /// Their lines, each after the end of the one before.
  fileprivate let lines: [UInt8]

  init(_ headers: [(name: String, value: String)]) {
    all = headers
    lines = headers.reduce(into: []) { $0.add($1.name, $1.value) }
  }

  /// The header of a response that says nothing else of how long it may be kept.
  static let unstored = (name: "Cache-Control", value: "no-store")

  fileprivate static let unstoredLine = SiteHeaders([unstored]).lines
}

extension [UInt8] {
  /// Adds the line of a header, in whose value a control character, such as the end of a line, becomes a blank.
  fileprivate mutating func add(_ name: String, _ value: String) {
    add("\r\n")
    add(name)
    add(": ")
    let start = count
    add(value)
    withUnsafeMutableBufferPointer { bytes in
      for index in start..<bytes.count where bytes[index] < 0x20 || bytes[index] == 0x7f {
        bytes[index] = UInt8(ascii: " ")
      }
    }
  }

  /// Adds a text in UTF-8.
  fileprivate mutating func add(_ text: String) {
    var text = text
    text.withUTF8 { append(contentsOf: $0) }
  }
}
