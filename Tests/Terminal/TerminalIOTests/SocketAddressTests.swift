// SPDX-License-Identifier: Apache-2.0

import Expectations
import TerminalIO
import Testing

/// Addresses at which other programs connect.
@Suite struct SocketAddressTests {
  @Test(arguments: [
    ("unix:/run/flows", SocketAddress.path("/run/flows")), ("unix:a:b", .path("a:b")),
    ("tcp:localhost:80", .address("localhost", port: 80)),
    ("tcp:127.0.0.1:0", .address("127.0.0.1", port: 0)),
    ("tcp:[::1]:65535", .address("::1", port: 65_535)),
  ])
  func addressesAreReadAndWritten(text: String, address: SocketAddress) {
    expectEqual(SocketAddress(text), address)
    expectEqual("\(address)", text)
  }

  @Test(arguments: [
    "", "unix:", "tcp:", "tcp:80", "tcp::80", "tcp:host:", "tcp:host:65536", "tcp:host:-1",
    "tcp:host:8o", "/run/flows", "udp:host:1",
  ])
  func otherTextsAreNone(text: String) {
    expectEqual(SocketAddress(text), nil)
  }
}
