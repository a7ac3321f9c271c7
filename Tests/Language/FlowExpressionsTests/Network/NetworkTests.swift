// SPDX-License-Identifier: Apache-2.0

import Expectations
import Testing

@testable import FlowExpressions

@Suite struct NetworkTests {
  static let addresses: [(String, String)] = [
    ("0.0.0.0", "0.0.0.0"), ("192.168.0.1", "192.168.0.1"), ("255.255.255.255", "255.255.255.255"),
    ("::", "::"), ("::1", "::1"), ("1::", "1::"), ("2001:DB8::68", "2001:db8::68"),
    ("2001:db8:0:0:1:0:0:1", "2001:db8::1:0:0:1"),
    ("2001:0db8:0:1:1:1:1:1", "2001:db8:0:1:1:1:1:1"),
    ("1:0:0:2:0:0:0:3", "1:0:0:2::3"), ("1:2:3:4:5:6:7::", "1:2:3:4:5:6:7:0"),
    ("::2:3:4:5:6:7:8", "0:2:3:4:5:6:7:8"), ("::1.2.3.4", "::102:304"),
    ("1:2:3:4:5:6:1.2.3.4", "1:2:3:4:5:6:102:304"), ("::ffff:0:1.2.3.4", "::ffff:0:102:304"),
    ("fe80::1", "fe80::1"), ("0:0:0:0:0:0:0:0", "::"),
  ]

  @Test(arguments: addresses) func addressesAreReadAndWritten(_ row: (String, String)) throws {
    let address = try IPAddress(row.0)
    expectEqual(address.description, row.1)
    try expectEqual(IPAddress(row.1), address)
    #expect(IPAddress.isIP(row.0))
  }

  @Test(arguments: [
    "", "1", "1.2.3", "1.2.3.4.5", "192.168.0.1.0", "01.2.3.4", "256.1.1.1", "1.2.3.-4", "1.2.3.4 ",
    " 1.2.3.4", "1.2.3.", ".1.2.3", "1..2.3", "0x1.2.3.4", "1.2.3.4%eth0", "2001:db8:::68", ":",
    ":::",
    ":1", "1:", "1:2:3:4:5:6:7", "1:2:3:4:5:6:7:8:9", "1::2::3", "12345::", "g::", "::1.2.3",
    "1.2.3.4::",
    "::1.2.3.4:5", "1:2:3:4:5:6:7:1.2.3.4", "1:2:3:4:5:6:7:8::", "::1:2:3:4:5:6:7:8", "[::1]",
    "::1/64",
    "１.2.3.4",
  ])
  func otherTextsAreNotAddresses(_ text: String) {
    let error = #expect(throws: NetworkError.self) { try IPAddress(text) }
    expectEqual(error?.code, .syntax)
    #expect(!IPAddress.isIP(text))
  }

  @Test func zonesAndMappedAddressesAreRefused() {
    #expect(throws: NetworkError.self) { try IPAddress("fe80::1%en0") }
    let mapped = #expect(throws: NetworkError.self) { try IPAddress("::ffff:192.168.0.1") }
    expectEqual(mapped?.code, .mapped)
    #expect(throws: NetworkError.self) { try CIDR("::ffff:c0a8:1/120") }
    let range = #expect(throws: NetworkError.self) { try CIDR("fe80::1%en0/24") }
    expectEqual(range?.code, .zone)
    #expect(throws: NetworkError.self) { try CIDR("::ffff:192.168.0.1/24") }
  }

  @Test func mappedAddressesInHexadecimalAreIPv4() throws {
    let mapped = try IPAddress("::ffff:c0a8:1")
    try expectEqual(mapped, IPAddress("192.168.0.1"))
    expectEqual(mapped.family, .v4)
    #expect(try CIDR("192.168.0.0/24").contains(mapped))
  }

  /// Unspecified, loopback, global unicast, link-local multicast, link-local unicast.
  static let kinds: [(String, String)] = [
    ("0.0.0.0", "u----"), ("127.0.0.1", "-l---"), ("127.255.0.1", "-l---"),
    ("192.168.0.1", "--g--"),
    ("10.0.0.1", "--g--"), ("255.255.255.255", "-----"), ("224.0.0.1", "---m-"),
    ("224.0.1.1", "-----"),
    ("169.254.169.254", "----a"), ("8.8.8.8", "--g--"), ("240.0.0.1", "--g--"), ("::", "u----"),
    ("::1", "-l---"), ("2001:db8::abcd", "--g--"), ("ff00::1", "-----"), ("ff02::1", "---m-"),
    ("ff12::1", "---m-"), ("ff05::1", "-----"), ("fd00::1", "--g--"), ("fe80::1", "----a"),
    ("febf::1", "----a"), ("fec0::1", "--g--"), ("fd80::1", "--g--"),
  ]

  @Test(arguments: kinds) func kindsOfAddressesAreRecognized(_ row: (String, String)) throws {
    let address = try IPAddress(row.0)
    let kinds = [
      address.isUnspecified ? "u" : "-", address.isLoopback ? "l" : "-",
      address.isGlobalUnicast ? "g" : "-", address.isLinkLocalMulticast ? "m" : "-",
      address.isLinkLocalUnicast ? "a" : "-",
    ]
    expectEqual(kinds.joined(), row.1)
    expectEqual(address.family, (row.0.contains(":") ? .v6 : .v4))
  }

  static let contents: [(String, String, Bool)] = [
    ("192.168.0.0/24", "192.168.0.1", true), ("192.168.0.77/24", "192.168.0.1", true),
    ("192.168.0.0/24", "192.168.1.1", false), ("0.0.0.0/0", "8.8.8.8", true),
    ("1.2.3.4/32", "1.2.3.4", true), ("1.2.3.4/32", "1.2.3.5", false),
    ("2001:db8::/32", "2001:db8::1", true), ("2001:db8::/32", "2001:db9::1", false),
    ("2001:db8::/64", "2001:db8::ffff:1", true), ("2001:db8::/65", "2001:db8:0:0:8000::", false),
    ("2001:db8::/32", "192.168.1.1", false), ("192.168.1.1/32", "2001:db8::1", false),
    ("::/0", "0.0.0.0", false), ("::1/128", "::1", true), ("::/127", "::1", true),
    ("::/0", "ff::", true),
  ]

  @Test(arguments: contents) func rangesContainAddresses(_ row: (String, String, Bool)) throws {
    try expectEqual(CIDR(row.0).contains(IPAddress(row.1)), row.2)
  }

  static let ranges: [(String, String, Bool)] = [
    ("192.168.0.0/24", "192.168.0.1/32", true), ("192.168.0.0/24", "192.168.0.0/23", false),
    ("192.168.0.0/24", "192.168.0.0/25", true), ("10.0.0.0/8", "10.0.0.0/8", true),
    ("10.0.0.0/8", "11.0.0.0/9", false), ("2001:db8::/32", "2001:db8::/33", true),
    ("::/0", "10.0.0.0/8", false),
  ]

  @Test(arguments: ranges) func rangesContainRanges(_ row: (String, String, Bool)) throws {
    try expectEqual(CIDR(row.0).contains(CIDR(row.1)), row.2)
  }

  @Test func rangesKeepTheirHostBits() throws {
    let range = try CIDR("192.168.0.1/24")
    expectEqual(range.description, "192.168.0.1/24")
    expectEqual(range.masked.description, "192.168.0.0/24")
    expectEqual(range.masked, (try CIDR("192.168.0.0/24")))
    #expect(range != range.masked)
    expectEqual(range.prefixLength, 24)
    try expectEqual(range.address, IPAddress("192.168.0.1"))
    try expectEqual(CIDR("2001:DB8::1/32").description, "2001:db8::1/32")
    try expectEqual(CIDR("2001:db8:ffff::1/33").masked.description, "2001:db8:8000::/33")
    try expectEqual(CIDR("1:2:3:4:5:6:7:8/100").masked.description, "1:2:3:4:5:6::/100")
  }

  @Test(arguments: [
    "", "/", "192.168.0.0", "192.168.0.0/", "192.168.0.0/33", "192.168.0.0/024", "192.168.0.0/+8",
    "192.168.0.0/8/8", "::/129", "/24", "192.168.0/24", "192.168.0.0/ 8", "192.168.0.0/255.0.0.0",
    "192.168.0.0/9999999999999999999999", "::/-1",
  ])
  func otherTextsAreNotRanges(_ text: String) {
    let error = #expect(throws: NetworkError.self) { try CIDR(text) }
    expectEqual(error?.message, "'\(text)' isn't an address range such as '192.168.0.0/24'")
    #expect(!CIDR.isCIDR(text))
  }
}
