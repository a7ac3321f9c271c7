// SPDX-License-Identifier: Apache-2.0

import Expectations
import Testing

@testable import FlowExpressions

@Suite struct TextFormatTests {
  static let accepted: [(TextFormat, [String])] = [
    (
      .email,
      [
        "ada@example.org", "a.b+c@x.de", "a@b", "a@localhost", "!#$%&'*+/=?^_`{|}~-@x.org",
        "A1@X-1.ORG",
        String(repeating: "a", count: 64) + "@b.de", "a@1.2.3.4",
      ]
    ),
    (
      .uri,
      [
        "https://example.org", "http://example.org:8080/a/b?c=d&e#f", "mailto:ada@example.org",
        "urn:isbn:0451450523", "file:///etc/hosts", "ftp://user:pw@host/x",
        "http://[2001:db8::1]:80/",
        "http://[v1.fe]/", "a:", "a+b-c.1:x", "tel:+1-816-555-1212", "http://h?q", "http://h#f",
        "http://",
        "http://h/%20%7E", "news:comp.lang", "http://h:/", "x://a/?/?#/?", "http://1.2.3.4/",
        "data:,x",
      ]
    ),
    (
      .hostname,
      [
        "a", "www.example.org", "a-b.c", "1.2.3.4", "3com.com", "xn--bcher-kva.example",
        String(repeating: "a", count: 63) + ".b",
        Array(repeating: "a", count: 127).joined(separator: "."),
      ]
    ),
    (.ipv4, ["0.0.0.0", "192.0.2.1", "255.255.255.255"]),
    (.ipv6, ["::", "::1", "2001:db8::1", "::ffff:192.0.2.1", "1:2:3:4:5:6:7:8"]),
    (
      .uuid,
      [
        "123e4567-e89b-12d3-a456-426614174000", "00000000-0000-0000-0000-000000000000",
        "ABCDEFab-cdef-ABCD-EFab-cdefABCDEFab",
      ]
    ),
    (
      .semver,
      [
        "0.0.0", "1.4.0", "2.0.0-rc.1", "1.0.0-alpha", "1.0.0-alpha.1+build.007",
        "1.0.0+20130313144700",
        "1.0.0-0.3.7", "1.0.0-x-y-z.--", "1.0.0--", "10.20.30", "1.0.0-01a",
        "99999999999999999999.0.0",
        "1.0.0+a-b",
      ]
    ),
    (.regex, ["", "^[a-z]+$", "\\p{Greek}"]),
  ]

  static let refused: [(TextFormat, [String])] = [
    (
      .email,
      [
        "", "@", "a@", "@b", "a b@c", "a@b c", "a@@b", "a@-b", "a@b-", "a@b..c", ".a@b", "a.@b",
        "a..b@c",
        "\"a\"@b", "a@[1.2.3.4]", "é@b", "a@é", String(repeating: "a", count: 65) + "@b.de", "a@b.",
        "a@" + Array(repeating: "a", count: 127).joined(separator: "."), "a@b\n",
      ]
    ),
    (
      .uri,
      [
        "", "example.org", "//example.org", "/a", "1a:b", ":a", "http://a b", "http://a/%2",
        "http://a/%zz",
        "http://[::1", "http://[1.2.3.4]/", "http://[::1]x/", "http://h:8a/", "http://h/#a#b",
        "http://é/",
        "http://a/{x}", "http://a/\\", "http://a@b@c/", "a b:c", "http://h/|", "http://[v.x]/",
        "ht_tp://a",
        "http://a:1:2/", "http://a/\"",
      ]
    ),
    (
      .hostname,
      [
        "", ".", "a.", ".a", "a..b", "-a", "a-", "a_b", "a b", "é",
        String(repeating: "a", count: 64),
        Array(repeating: "ab", count: 85).joined(separator: "."), "a/b",
      ]
    ),
    (.ipv4, ["", "1.2.3", "01.2.3.4", "256.0.0.1", "::1", "1.2.3.4/8"]),
    (.ipv6, ["", "1.2.3.4", "fe80::1%eth0", "1::2::3", "::1/64", "12345::"]),
    (
      .uuid,
      [
        "", "123e4567e89b12d3a456426614174000", "123e4567-e89b-12d3-a456-42661417400",
        "123e4567-e89b-12d3-a456-4266141740000", "g23e4567-e89b-12d3-a456-426614174000",
        "{123e4567-e89b-12d3-a456-426614174000}", "123e4567-e89b-12d3-a456_426614174000",
      ]
    ),
    (
      .semver,
      [
        "", "1", "1.2", "1.2.3.4", "v1.2.3", "01.2.3", "1.02.3", "1.2.03", "1.2.3-", "1.2.3+",
        "1.2.3-01",
        "1.2.3-a..b", "1.2.3+a..b", "1.2.3-a_b", "1.2.-3", " 1.2.3", "1.2.3+a+b", "1.2.3-é",
        "-1.2.3",
      ]
    ),
    (.regex, ["(", "a**", "(?=a)"]),
  ]

  @Test(arguments: accepted) func textsInTheFormatAreAccepted(_ row: (TextFormat, [String])) {
    for text in row.1 { #expect(row.0.accepts(text), "\(row.0): \(text)") }
  }

  @Test(arguments: refused) func otherTextsAreRefused(_ row: (TextFormat, [String])) {
    for text in row.1 { #expect(!row.0.accepts(text), "\(row.0): \(text)") }
  }

  @Test func everyFormatHasExamplesAndAMessage() {
    expectEqual(Self.accepted.map(\.0), TextFormat.allCases)
    expectEqual(Self.refused.map(\.0), TextFormat.allCases)
    for format in TextFormat.allCases {
      #expect(format.message.hasPrefix("expected a"))
      // The example in the message has the format.
      if let quoted = format.message.split(separator: "'").dropFirst().first, format != .regex {
        #expect(format.accepts(String(quoted)))
      }
    }
  }
}
