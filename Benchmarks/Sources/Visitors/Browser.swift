// SPDX-License-Identifier: Apache-2.0

import Foundation

/// What a walk needs of a browser without scripts: a connection, cookies, redirects, and forms.
struct Browser {
  /// Something that no page of a walk should be.
  struct Surprise: Error {
    let reason: String

    init(_ reason: String) { self.reason = reason }
  }

  /// The address of the page, after redirects.
  private(set) var address = ""

  /// The seconds that each request took, with its connection if that was new.
  private(set) var times: [Double] = []

  private let port: UInt16

  /// The end of a request's first line, and the line that names the site.
  private let host: String

  private var connection: Int32 = -1
  private var cookies: [(name: String, value: String)] = []

  /// The bytes of the last response, and where its body begins.
  private var received = [UInt8](repeating: 0, count: 1 << 14)
  private var count = 0
  private var bodyStart = 0

  init(port: UInt16) {
    self.port = port
    host = " HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\n"
  }

  /// The page as a text.
  var page: String { String(decoding: received[bodyStart..<count], as: UTF8.self) }

  /// Whether the page contains a text.
  func pageContains(_ text: String) -> Bool {
    received.withUnsafeBytes { $0[bodyStart..<count].position(of: text) != nil }
  }

  /// Opens a page.
  mutating func open(_ address: String) throws(Surprise) {
    self.address = address
    try follow("GET", [])
  }

  /// Fills in the form of the page, and sends it with its first button.
  mutating func sendForm(answering answer: String) throws(Surprise) {
    let form = received.withUnsafeBytes { bytes in
      PageForm(bytes[bodyStart..<count], answer: answer)
    }
    guard let form else { throw Surprise("there's no form") }
    if let action = form.action { address = try target(of: action) }
    try follow("POST", form.content)
  }

  mutating func close() {
    if connection >= 0 { _ = Foundation.close(connection) }
    connection = -1
  }

  static var now: Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  // MARK: Requests

  /// Performs a request, and follows redirects to a page.
  private mutating func follow(_ method: String, _ body: [UInt8]) throws(Surprise) {
    var (method, body) = (method, body)
    for _ in 0..<6 {
      let begun = Self.now
      let head = try request(method, body)
      times.append(Self.now - begun)
      switch (head.status, head.location) {
      case (200, _): return
      case (301...303, let location?):
        address = try target(of: location)
        (method, body) = ("GET", [])
      default: throw Surprise("\(method) has the status \(head.status)")
      }
    }
    throw Surprise("there are too many redirects")
  }

  /// The address that another one is of this site, which needs a path only.
  private func target(of address: String) throws(Surprise) -> String {
    if address.isEmpty { return self.address }
    let origin = "http://127.0.0.1:\(port)/"
    let path = address.hasPrefix(origin) ? String(address.dropFirst(origin.count - 1)) : address
    guard path.hasPrefix("/"), !path.hasPrefix("//") else {
      throw Surprise("the address '\(address)' has another form than expected")
    }
    return path
  }

  private mutating func request(
    _ method: String, _ body: [UInt8]
  ) throws(Surprise) -> ResponseHead {
    var request: [UInt8] = []
    request.reserveCapacity(1_024 + body.count)
    func add(_ text: String) { request += text.utf8 }
    add(method)
    add(" ")
    add(address)
    add(host)
    for (index, cookie) in cookies.enumerated() {
      add(index == 0 ? "Cookie: " : "; ")
      add(cookie.name)
      add("=")
      add(cookie.value)
    }
    if !cookies.isEmpty { add("\r\n") }
    if method == "POST" {
      add("Content-Type: application/x-www-form-urlencoded\r\nContent-Length: ")
      add(String(body.count))
      add("\r\n")
    }
    add("\r\n")
    request += body
    for _ in 0..<2 {
      let isKept = connection >= 0
      if !isKept { try connect() }
      if send(request), let head = try receive() {
        for cookie in head.cookies { keep(cookie) }
        if head.endsConnection { close() }
        return head
      }
      close()
      // A site may end a connection between two requests.
      guard isKept else { break }
    }
    throw Surprise("the connection was ended before the response was whole")
  }

  private mutating func keep(_ cookie: (name: String, value: String)) {
    if let index = cookies.firstIndex(where: { $0.name == cookie.name }) {
      cookies[index] = cookie
    } else {
      cookies.append(cookie)
    }
  }

  // MARK: The connection

  private mutating func connect() throws(Surprise) {
    connection = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var place = sockaddr_in()
    place.sin_family = sa_family_t(AF_INET)
    place.sin_port = port.bigEndian
    place.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
    let status = withUnsafePointer(to: &place) { place in
      place.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        Foundation.connect(connection, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    guard status == 0 else { throw Surprise("connect: \(String(cString: strerror(errno)))") }
    var isOn: Int32 = 1
    setsockopt(
      connection, Int32(IPPROTO_TCP), TCP_NODELAY, &isOn, socklen_t(MemoryLayout<Int32>.size))
    // Sites that don't answer at all are a failure.
    var patience = timeval(tv_sec: 60, tv_usec: 0)
    setsockopt(
      connection, SOL_SOCKET, SO_RCVTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
  }

  private func send(_ bytes: [UInt8]) -> Bool {
    var sent = 0
    while sent < bytes.count {
      let count = bytes[sent...].withUnsafeBytes {
        Foundation.send(connection, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      guard count > 0 else { return false }
      sent += count
    }
    return true
  }

  /// Receives a response; returns nil if the connection ends before.
  private mutating func receive() throws(Surprise) -> ResponseHead? {
    (count, bodyStart) = (0, 0)
    var head: ResponseHead?
    while true {
      if count == received.count { received += [UInt8](repeating: 0, count: count) }
      let more = received.withUnsafeMutableBytes { bytes in
        let room = UnsafeMutableRawBufferPointer(rebasing: bytes[count...])
        return recv(connection, room.baseAddress, room.count, 0)
      }
      guard more > 0 else {
        return more == 0 && head != nil && head?.byteCount == nil ? head : nil
      }
      count += more
      if head == nil {
        let end = received.withUnsafeBytes { bytes -> Int? in
          guard let end = bytes[..<count].position(of: "\r\n\r\n") else { return nil }
          head = ResponseHead(bytes[..<end])
          return end + 4
        }
        guard let end else { continue }
        guard head != nil else { throw Surprise("the response isn't of HTTP/1.1, or has parts") }
        bodyStart = end
      }
      if let byteCount = head?.byteCount, count >= bodyStart + byteCount { return head }
    }
  }
}
