// SPDX-License-Identifier: Apache-2.0

import Testing

/// The network extension.
@Suite struct AddressCornerTests {
  @Test(arguments: rows) func addressesAreParsedStrictly(_ row: CornerRow) {
    row.check()
  }

  // swift-format-ignore
  private static let rows: [CornerRow] = [
    // Network
    CornerRow(#"ip('127.0.0.1')"#, #"ip('127.0.0.1')"#),
    CornerRow(#"ip('::1')"#, #"ip('::1')"#),
    CornerRow(#"ip('::ffff:192.168.0.1')"#, #"! invalid-value"#),
    CornerRow(#"ip('256.0.0.1')"#, #"! invalid-value"#),
    CornerRow(#"ip('127.0.0.01')"#, #"! invalid-value"#),
    CornerRow(#"ip('fe80::1%eth0')"#, #"! invalid-value"#),
    CornerRow(#"ip('1.2.3')"#, #"! invalid-value"#),
    CornerRow(#"isIP('::1')"#, #"true"#),
    CornerRow(#"isIP('1.2.3')"#, #"false"#),
    CornerRow(#"ip.isCanonical('2001:DB8::1')"#, #"false"#),
    CornerRow(#"ip.isCanonical('127.0.0.1')"#, #"true"#),
    CornerRow(#"ip.isCanonical('nope')"#, #"! invalid-value"#),
    CornerRow(#"ip('127.0.0.1').isLoopback()"#, #"true"#),
    CornerRow(#"ip('0.0.0.0').isUnspecified()"#, #"true"#),
    CornerRow(#"ip('224.0.0.1').isLinkLocalMulticast()"#, #"true"#),
    CornerRow(#"ip('169.254.1.1').isLinkLocalUnicast()"#, #"true"#),
    CornerRow(#"ip('10.0.0.1').isGlobalUnicast()"#, #"true"#),
    CornerRow(#"ip('255.255.255.255').isGlobalUnicast()"#, #"false"#),
    CornerRow(#"ip('1.2.3.4').family()"#, #"4"#),
    CornerRow(#"ip('::1').family()"#, #"6"#),
    CornerRow(#"string(ip('2001:db8:0:0:1:0:0:1'))"#, #"'2001:db8::1:0:0:1'"#),
    CornerRow(#"ip('::1') == ip('0:0:0:0:0:0:0:1')"#, #"true"#),
    CornerRow(#"ip('1.2.3.4') == ip('::ffff:1.2.3.4')"#, #"! invalid-value"#),
    CornerRow(#"cidr('192.168.0.0/24')"#, #"cidr('192.168.0.0/24')"#),
    CornerRow(#"cidr('192.168.0.1/24')"#, #"cidr('192.168.0.1/24')"#),
    CornerRow(#"cidr('192.168.0.0/33')"#, #"! invalid-value"#),
    CornerRow(#"cidr('192.168.0.0')"#, #"! invalid-value"#),
    CornerRow(#"cidr('::ffff:192.168.0.0/112')"#, #"! invalid-value"#),
    CornerRow(#"isCIDR('10.0.0.0/8')"#, #"true"#),
    CornerRow(#"cidr('10.0.0.0/8').containsIP('10.1.2.3')"#, #"true"#),
    CornerRow(#"cidr('10.0.0.0/8').containsIP(ip('11.0.0.1'))"#, #"false"#),
    CornerRow(#"cidr('10.0.0.0/8').containsCIDR('10.1.0.0/16')"#, #"true"#),
    CornerRow(#"cidr('10.0.0.0/8').containsCIDR(cidr('10.0.0.0/7'))"#, #"false"#),
    CornerRow(#"cidr('10.0.0.0/8').containsIP('::1')"#, #"false"#),
    CornerRow(#"cidr('10.1.2.3/8').masked()"#, #"cidr('10.0.0.0/8')"#),
    CornerRow(#"cidr('10.1.2.3/8').ip()"#, #"ip('10.1.2.3')"#),
    CornerRow(#"cidr('10.1.2.3/8').prefixLength()"#, #"8"#),
    CornerRow(#"string(cidr('10.1.2.3/8'))"#, #"'10.1.2.3/8'"#),
    CornerRow(#"cidr('10.0.0.1/8') == cidr('10.0.0.0/8')"#, #"false"#),
    CornerRow(#"type(ip('1.2.3.4'))"#, #"net.IP"#),
    CornerRow(#"type(cidr('10.0.0.0/8')) == net.CIDR"#, #"true"#),
    CornerRow(#"type(ip('1.1.1.1')) == net.IP"#, #"true"#),
    CornerRow(#"ip(ip('1.2.3.4'))"#, #"? no-overload"#),
  ]
}
