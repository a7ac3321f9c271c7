// SPDX-License-Identifier: Apache-2.0

import Expectations
import Testing

@testable import TemplateSources

@Suite("Addresses of templates")
struct TemplateAddressTests {
  struct Row: CustomTestStringConvertible {
    let text: String
    let repository: String
    var revision: String?
    var subfolder: String?
    var written: String?
    var testDescription: String { text }
  }

  static let rows = [
    Row(text: "gh:ada/tool", repository: "https://github.com/ada/tool.git"),
    Row(
      text: "gh:/ada/tool.git", repository: "https://github.com/ada/tool.git",
      written: "gh:ada/tool"),
    Row(text: "gh:ada/tool@v1.2", repository: "https://github.com/ada/tool.git", revision: "v1.2"),
    Row(
      text: "gh:ada/tool@feature/x#a/b/", repository: "https://github.com/ada/tool.git",
      revision: "feature/x", subfolder: "a/b", written: "gh:ada/tool@feature/x#a/b"),
    Row(
      text: "gh:ada/tool#", repository: "https://github.com/ada/tool.git", written: "gh:ada/tool"),
    Row(
      text: "gl:group/sub/tool@a@b", repository: "https://gitlab.com/group/sub/tool.git",
      revision: "a@b"),
    Row(text: "https://github.com/ada/tool", repository: "https://github.com/ada/tool.git"),
    Row(
      text: "git+https://git.example.org:8443/tool/@main",
      repository: "https://git.example.org:8443/tool", revision: "main",
      written: "https://git.example.org:8443/tool@main"),
    Row(text: "https://git.example.org/a%40b%23c", repository: "https://git.example.org/a%40b%23c"),
    Row(text: "git@example.org:ada/tool", repository: "git@example.org:ada/tool"),
    Row(
      text: "git@example.org:ada/tool.git@2.0#x", repository: "git@example.org:ada/tool.git",
      revision: "2.0", subfolder: "x"),
    Row(
      text: "git+ssh://git@example.org/ada/tool@v2", repository: "ssh://git@example.org/ada/tool",
      revision: "v2", written: "ssh://git@example.org/ada/tool@v2"),
    Row(text: "ssh://[::1]:22/tool", repository: "ssh://[::1]:22/tool"),
    Row(
      text: "file:///srv/my tool@1#x", repository: "file:///srv/my tool", revision: "1",
      subfolder: "x"),
    Row(text: "git+file:///srv/tool", repository: "file:///srv/tool", written: "file:///srv/tool"),
  ]

  @Test(arguments: rows)
  func anAddressIsReadAndWritten(row: Row) throws {
    #expect(TemplateAddress.isAddress(row.text))
    let address = try TemplateAddress(row.text)
    expectEqual(address.repository, row.repository)
    expectEqual(address.revision, row.revision)
    expectEqual(address.subfolder, row.subfolder)
    expectEqual(address.description, row.written ?? row.text)
    try expectEqual(TemplateAddress(address.description), address)
  }

  static let mistakes: [(String, TemplateAddressMistake)] = [
    ("tool", .notAnAddress), ("../tool@v1", .notAnAddress), ("C:tool", .notAnAddress),
    ("gh:tool", .ownerAndName("gh:")), ("gh:a/b/c", .ownerAndName("gh:")),
    ("gh:a/..", .ownerAndName("gh:")), ("gh:a/-b", .ownerAndName("gh:")),
    ("gl:a", .ownerAndName("gl:")), ("bb:a/b", .form("bb:")), ("hg+https://x/y", .form("hg+")),
    ("http://example.org/tool", .form("http://")), ("git://example.org/tool", .form("git://")),
    ("git+ext://example.org/tool", .form("ext://")),
    ("https://ada:secret@example.org/tool", .credentials),
    ("https://token@example.org/tool", .credentials),
    ("ssh://git:secret@example.org/tool", .credentials),
    ("git:secret@example.org:tool", .credentials),
    ("https://ada:secret/x@example.org/tool", .host), ("https://-x/tool", .host),
    ("git@-oProxyCommand:tool", .host), ("ssh://-oProxyCommand/tool", .host),
    ("https://example.org/tool?token=x", .query), ("https://example.org", .path),
    ("https://example.org/", .path), ("git@example.org:", .path),
    ("file://server/share", .fileHost), ("file:///a\u{1B}[2J", .controlCharacter),
    ("gh:a/b\u{202E}", .controlCharacter), ("gh:a/b@", .revision("")),
    ("gh:a/b@-x", .revision("-x")), ("gh:a/b@a..b", .revision("a..b")),
    ("gh:a/b@a b", .revision("a b")), ("gh:a/b#../c", .subfolder("../c")),
    ("gh:a/b#/c", .subfolder("/c")), ("gh:a/b#c/./d", .subfolder("c/./d")),
    ("gh:a/" + String(repeating: "b", count: 2_100), .tooLong),
  ]

  @Test(arguments: mistakes)
  func whatIsNoAddressIsRefused(text: String, mistake: TemplateAddressMistake) {
    #expect(throws: mistake) { try TemplateAddress(text) }
    // Nothing of what may be a password is said.
    #expect(!mistake.message.contains("secret") && !mistake.message.contains("token@"))
  }

  @Test(arguments: [
    "order.flow.yaml", "a@b", "a/b@c:d", "a:b", "./gh:x/y", "", "@x:y", "C:/x", "://x",
  ])
  func namesOfFilesAreNoAddresses(text: String) { #expect(!TemplateAddress.isAddress(text)) }

  @Test func theLastNameNamesATemplate() throws {
    try expectEqual(TemplateAddress("gh:ada/tool").lastName, "tool")
    try expectEqual(TemplateAddress("git@example.org:tool.git@v1").lastName, "tool")
    try expectEqual(TemplateAddress("file:///srv/tool/.git").lastName, ".git")
    try expectEqual(TemplateAddress("gh:ada/tool#x/service").lastName, "service")
  }
}

@Suite("Versions of releases")
struct ReleaseVersionTests {
  /// Each comes before the next one.
  @Test func versionsAreInOrder() throws {
    let tags = [
      "0.9", "1.0.0-1", "1.0.0-alpha", "1.0.0-alpha.1", "1.0.0-alpha.beta", "v1.0.0-beta.2",
      "1.0.0-beta.11", "1.0.0-rc.1", "1.0.0rc2", "1.0.0rc10", "v1", "1.0.1", "1.2", "1.10.0",
      "2.0.dev1", "2.0.0+build.5", "2024.6.1", "9" + String(repeating: "0", count: 40),
    ]
    let versions = try tags.map { try #require(ReleaseVersion(tag: $0), "\($0)") }
    for (index, one) in versions.enumerated() {
      for (other, version) in versions.enumerated() {
        expectEqual(one < version, index < other, "\(tags[index]) < \(tags[other])")
      }
    }
  }

  @Test func zerosAndBuildsAreNotCompared() {
    for (one, other) in [("1", "v1.0.0"), ("1.0.0+a", "1.0.0+b"), ("01.2", "1.2")] {
      expectEqual(ReleaseVersion(tag: one), ReleaseVersion(tag: other), "\(one) and \(other)")
    }
  }

  @Test(arguments: ["", "v", "main", "release-1.0", "1st", "1..2", "1.0-", "1.0/2", "vv1", "1.0-é"])
  func otherTagsAreNoVersions(tag: String) { expectEqual(ReleaseVersion(tag: tag), nil) }
}
