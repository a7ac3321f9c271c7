// SPDX-License-Identifier: Apache-2.0

import SourceDiagnostics

/// The address of a template: a repository of git, and optionally a tag, a branch, or a commit of it, and a folder in it.
///
/// `gh:owner/name@v1.2#python` is the folder `python` of the tag `v1.2`. The forms of the repository are those that
/// copier and cookiecutter take: `gh:owner/name` and `gl:group/name`, `https://`, `ssh://`, and `file://`, each also
/// after `git+`, and `git@host:path`. What's after the first `@` of the path is the tag, and what's after the first `#`
/// the folder; in a URL, `%40` and `%23` stand for these characters.
///
/// An address never contains a password. It's only read: nothing is looked up.
package struct TemplateAddress: Hashable, Sendable, CustomStringConvertible {
  /// The maximum length of an address in bytes.
  static let maximumByteCount = 2_048

  /// The repository as git takes it, such as `https://github.com/owner/name.git`.
  let repository: String

  /// The repository as the user named it, such as `gh:owner/name`, without a tag and a folder.
  let shortRepository: String

  /// The tag, branch, or commit; nil for the highest release, or the default branch if there's none.
  package var revision: String?

  /// The path of the folder in the repository, without `/` at its ends; nil for the whole repository.
  package var subfolder: String?

  /// The address as text, from which it can be read again.
  package var description: String {
    shortRepository + (revision.map { "@\($0)" } ?? "") + (subfolder.map { "#\($0)" } ?? "")
  }

  /// The last name of the folder, or of the repository, without `.git`.
  package var lastName: String {
    let path = subfolder ?? repository
    let last = path.split { $0 == "/" || $0 == ":" }.last.map(String.init) ?? path
    return subfolder == nil && last.hasSuffix(".git") && last != ".git"
      ? String(last.dropLast(4)) : last
  }

  /// Returns whether a text is meant as an address, by its beginning.
  ///
  /// A caller first looks whether there's a file or a folder with this name.
  package static func isAddress(_ text: String) -> Bool {
    if ["gh:", "gl:", "bb:", "git+", "hg+"].contains(where: text.hasPrefix) { return true }
    if let scheme = scheme(of: text) { return !scheme.isEmpty }
    let host = text.prefix { $0 != "/" }
    guard let at = host.firstIndex(of: "@"), at > host.startIndex else { return false }
    return host[at...].contains(":")
  }

  /// Reads an address.
  ///
  /// - Parameter text: The address.
  /// - Throws: ``TemplateAddressMistake``, which doesn't repeat the address if a password may be in it.
  /// - Complexity: O(*n*) in the length of the text.
  package init(_ text: String) throws(TemplateAddressMistake) {
    guard text.utf8.count <= Self.maximumByteCount else { throw .tooLong }
    guard !text.unicodeScalars.contains(where: Self.isControl) else { throw .controlCharacter }
    let parts = text.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
    let place = try Place(parts[0])
    (repository, shortRepository) = (place.repository, place.short)
    revision = try place.revision.map { (text) throws(TemplateAddressMistake) in
      guard Self.canNameRevision(text) else { throw .revision(text) }
      return text
    }
    guard parts.count > 1, !parts[1].isEmpty else { return }
    let names = parts[1].split(separator: "/")
    guard !names.isEmpty, !names.contains(".."), !names.contains("."), !parts[1].hasPrefix("/")
    else { throw .subfolder(String(parts[1])) }
    subfolder = names.joined(separator: "/")
  }

  /// The scheme before `://`, in lower case; nil if there's none.
  private static func scheme(of text: some StringProtocol) -> String? {
    let name = text.prefix { $0 != ":" && $0 != "/" }
    guard text.dropFirst(name.count).hasPrefix("://"),
      name.utf8.allSatisfy({ $0 | 0x20 >= 0x61 && $0 | 0x20 <= 0x7A || $0 == 0x2B })
    else { return nil }
    return name.lowercased()
  }

  private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.generalCategory == .control || scalar.properties.generalCategory == .format
      || scalar.properties.generalCategory == .lineSeparator
      || scalar.properties.generalCategory == .paragraphSeparator
  }

  /// Whether git allows a name of a tag or a branch.
  private static func canNameRevision(_ text: String) -> Bool {
    !text.isEmpty && text.utf8.count <= 255 && !text.hasPrefix("-") && !text.includes("..")
      && !text.includes("@{") && !text.contains(where: { " ~^:?*[\\".contains($0) })
  }

  /// The repository, with its tag.
  private struct Place {
    let repository: String
    let short: String
    let revision: String?

    init(_ text: Substring) throws(TemplateAddressMistake) {
      for (prefix, host) in [("gh:", "github.com"), ("gl:", "gitlab.com")]
      where text.hasPrefix(prefix) {
        self = try Self(on: host, text.dropFirst(prefix.count), prefix)
        return
      }
      for prefix in ["bb:", "hg+"] where text.hasPrefix(prefix) { throw .form(prefix) }
      let isMarked = text.hasPrefix("git+")
      let url = isMarked ? text.dropFirst(4) : text
      if let scheme = TemplateAddress.scheme(of: url) {
        self = try Self(scheme, url.dropFirst(scheme.utf8.count + 3))
      } else if !isMarked, TemplateAddress.isAddress(String(text)) {
        self = try Self(secureShell: text)
      } else {
        throw .notAnAddress
      }
    }

    /// `owner/name` on a host.
    private init(
      on host: String, _ text: Substring, _ prefix: String
    ) throws(TemplateAddressMistake) {
      let (path, revision) = Self.halves(of: text)
      var names = path.split(separator: "/").map(String.init)
      if let last = names.last, last.hasSuffix(".git") { names[names.count - 1].removeLast(4) }
      guard prefix == "gh:" ? names.count == 2 : names.count >= 2,
        names.allSatisfy(Self.canBeName)
      else { throw .ownerAndName(prefix) }
      short = prefix + names.joined(separator: "/")
      repository = "https://\(host)/\(names.joined(separator: "/")).git"
      self.revision = revision
    }

    /// Reads the text after `://`.
    private init(_ scheme: String, _ text: Substring) throws(TemplateAddressMistake) {
      guard ["https", "ssh", "file"].contains(scheme) else { throw .form("\(scheme)://") }
      let authority = text.prefix { $0 != "/" }
      let (path, revision) = Self.halves(of: text.dropFirst(authority.count))
      guard path.utf8.count > 1 else { throw .path }
      if scheme == "file" {
        guard authority.isEmpty || authority == "localhost" else { throw .fileHost }
        (repository, short) = ("file://\(path)", "file://\(path)")
      } else {
        let host = authority.lastIndex(of: "@").map(authority.index(after:)) ?? authority.startIndex
        let user = authority[..<host].dropLast()
        // In an address of HTTPS, a name alone is often a token.
        guard scheme == "ssh" ? !user.contains(":") : host == authority.startIndex else {
          throw .credentials
        }
        guard Self.canBeHost(authority[host...]), user.isEmpty || Self.canBeName(String(user))
        else {
          throw .host
        }
        guard scheme == "ssh" || !path.contains("?") else { throw .query }
        var url = "\(scheme)://\(authority)\(path)"
        while url.hasSuffix("/") { url.removeLast() }
        short = url
        let isKnown = ["github.com", "gitlab.com"].contains(authority.lowercased())
        repository = scheme == "https" && isKnown && !url.hasSuffix(".git") ? url + ".git" : url
      }
      self.revision = revision
    }

    /// `user@host:path`, as of scp.
    private init(secureShell text: Substring) throws(TemplateAddressMistake) {
      guard let at = text.firstIndex(of: "@"),
        let colon = text[at...].firstIndex(of: ":")
      else { throw .notAnAddress }
      let user = text[..<at]
      guard !user.contains(":"), !text[at...].dropFirst().prefix(while: { $0 != ":" }).contains("@")
      else { throw .credentials }
      guard Self.canBeName(String(user)), Self.canBeHost(text[at..<colon].dropFirst()) else {
        throw .host
      }
      let (path, revision) = Self.halves(of: text[colon...].dropFirst())
      guard !path.isEmpty else { throw .path }
      repository = "\(text[...colon])\(path)"
      short = repository
      self.revision = revision
    }

    /// The path, and what's after the first `@` in it.
    private static func halves(of text: Substring) -> (path: Substring, revision: String?) {
      let halves = text.split(separator: "@", maxSplits: 1, omittingEmptySubsequences: false)
      return (halves.first ?? "", halves.count > 1 ? String(halves[1]) : nil)
    }

    /// Whether a text is the name of an owner, a repository, or a user.
    private static func canBeName(_ text: String) -> Bool {
      !text.isEmpty && !text.hasPrefix("-") && text != "." && text != ".."
        && text.utf8.allSatisfy { byte in
          byte | 0x20 >= 0x61 && byte | 0x20 <= 0x7A || byte >= 0x30 && byte <= 0x39
            || [0x2D, 0x2E, 0x5F, 0x7E].contains(byte)
        }
    }

    /// Whether a text is the name of a host or its number, with or without a port.
    private static func canBeHost(_ text: Substring) -> Bool {
      var name = text
      if let end = text.lastIndex(of: "]"), text.hasPrefix("[") {
        name = text[text.index(after: end)...]
        guard
          text[..<end].dropFirst().utf8.allSatisfy({
            $0 >= 0x30 && $0 <= 0x3A || $0 | 0x20 >= 0x61 && $0 | 0x20 <= 0x66 || $0 == 0x2E
          })
        else { return false }
      } else {
        name = text.drop { $0 != ":" }
        guard canBeName(String(text.prefix { $0 != ":" })) else { return false }
      }
      return name.isEmpty
        || name.first == ":" && name.utf8.dropFirst().allSatisfy { $0 >= 0x30 && $0 <= 0x39 }
    }
  }
}

/// Why a text isn't an address of a template.
package enum TemplateAddressMistake: Error, Hashable, Sendable {
  /// It has none of the forms.
  case notAnAddress

  /// It has more than ``TemplateAddress/maximumByteCount`` bytes.
  case tooLong

  /// It has a control character, or one that changes how text is shown.
  case controlCharacter

  /// The beginning that isn't supported, such as `http://`.
  case form(String)

  /// After this prefix, there must be the names of an owner and of a repository.
  case ownerAndName(String)

  /// It has a password, or a name that may be a token.
  case credentials

  /// The name of the host or the user has characters that no such name has.
  case host

  /// An address of a file names another host.
  case fileHost

  /// It has a `?`, after which secrets may follow.
  case query

  /// There's no path.
  case path

  /// The tag isn't one that git allows.
  case revision(String)

  /// The folder isn't a path inside the repository.
  case subfolder(String)
}
