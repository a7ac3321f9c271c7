// SPDX-License-Identifier: Apache-2.0

import SourceDiagnostics

/// The tags and branches of a repository, and their commits.
struct TemplateReferences {
  /// The commits, by the whole names of what leads to them: `HEAD`, `refs/tags/v1.0`, `refs/heads/main`.
  private(set) var commits: [String: String] = [:]

  /// The name of the default branch; nil if the repository doesn't say it.
  private var defaultBranch: String?

  private static let (tags, branches) = ("refs/tags/", "refs/heads/")

  /// Creates no references.
  init() {}

  /// Reads what `git ls-remote --symref` writes.
  ///
  /// - Complexity: O(*n*) in the length of the text.
  init(listing: String) {
    for line in listing.split(separator: "\n") {
      let fields = line.split(separator: "\t", omittingEmptySubsequences: false)
      guard fields.count == 2 else { continue }
      var name = String(fields[1])
      if fields[0].hasPrefix("ref: ") {
        if name == "HEAD", fields[0].hasPrefix("ref: " + Self.branches) {
          defaultBranch = String(fields[0].dropFirst(5 + Self.branches.count))
        }
        continue
      }
      guard Self.isCommit(fields[0]) else { continue }
      // An annotated tag is followed by what it's a tag of.
      if name.hasSuffix("^{}") { name.removeLast(3) }
      guard name == "HEAD" || name.hasPrefix(Self.tags) || name.hasPrefix(Self.branches) else {
        continue
      }
      commits[name] = String(fields[0])
    }
  }

  /// The text that ``init(listing:)`` reads.
  var listing: String {
    (defaultBranch.map { "ref: \(Self.branches)\($0)\tHEAD\n" } ?? "")
      + commits.sorted { $0.key < $1.key }.map { "\($0.value)\t\($0.key)\n" }.joined()
  }

  /// Returns the references whose commits have a property, and for names that it lacks then, those of others.
  func keeping(
    _ isKept: (String) -> Bool, orElse other: TemplateReferences
  ) -> TemplateReferences {
    var kept = self
    kept.commits = commits.filter { isKept($0.value) }
    for (name, commit) in other.commits where kept.commits[name] == nil && isKept(commit) {
      kept.commits[name] = commit
    }
    if commits.isEmpty { kept.defaultBranch = other.defaultBranch }
    return kept
  }

  /// Whether a text is the whole name of a commit.
  static func isCommit(_ text: some StringProtocol) -> Bool {
    [40, 64].contains(text.utf8.count) && isHexadecimal(text)
  }

  private static func isHexadecimal(_ text: some StringProtocol) -> Bool {
    text.utf8.allSatisfy { $0 >= 0x30 && $0 <= 0x39 || $0 >= 0x61 && $0 <= 0x66 }
  }

  /// Returns the version that a revision names.
  ///
  /// - Parameter revision: A tag, a branch, or a commit; nil for the highest release, or the default branch.
  /// - Returns: The version.
  /// - Throws: ``TemplateFailure/empty``, ``TemplateFailure/noDefault(branches:)``, or
  ///   ``TemplateFailure/unknownRevision(_:near:)``.
  /// - Complexity: O(*n*) in the number of tags and branches, and the cost of ``NearMiss`` if there's no such one.
  func version(named revision: String?) throws(TemplateFailure) -> TemplateVersion {
    guard let revision else { return try latest() }
    let lower = revision.lowercased()
    if Self.isCommit(lower) { return TemplateVersion(commit: lower, kind: .commit) }
    guard !commits.isEmpty else { throw .empty }
    if revision == "HEAD" { return try head() }
    var name = revision
    if name.hasPrefix("refs/") { name.removeFirst(5) }
    for (kind, prefixes) in [
      (TemplateVersion.Kind.tag, [Self.tags, "refs/"]), (.branch, [Self.branches, "refs/"]),
    ] {
      for prefix in prefixes {
        let whole = prefix + name
        let own = kind == .tag ? Self.tags : Self.branches
        guard whole.hasPrefix(own), let commit = commits[whole] else { continue }
        let short = String(whole.dropFirst(own.count))
        return TemplateVersion(
          commit: commit, kind: kind, name: short,
          isAlsoBranch: kind == .tag && prefix == Self.tags
            && commits[Self.branches + short].map { $0 != commit } ?? false)
      }
    }
    if lower.utf8.count >= 7, Self.isHexadecimal(lower) {
      let found = Set(commits.values.filter { $0.hasPrefix(lower) })
      if found.count == 1, let commit = found.first {
        return TemplateVersion(commit: commit, kind: .commit)
      }
    }
    throw .unknownRevision(revision, near: near(revision))
  }

  /// The highest release; of versions that only differ in zeros, the one with the longest name.
  private func latest() throws(TemplateFailure) -> TemplateVersion {
    guard !commits.isEmpty else { throw .empty }
    var best: (version: ReleaseVersion, name: String)?
    for name in commits.keys where name.hasPrefix(Self.tags) {
      let tag = String(name.dropFirst(Self.tags.count))
      guard let version = ReleaseVersion(tag: tag) else { continue }
      guard let known = best else {
        best = (version, tag)
        continue
      }
      let isHigher: Bool
      if version.isPrerelease != known.version.isPrerelease {
        isHigher = known.version.isPrerelease
      } else if version < known.version || known.version < version {
        isHigher = known.version < version
      } else {
        isHigher = (known.name.utf8.count, known.name) < (tag.utf8.count, tag)
      }
      if isHigher { best = (version, tag) }
    }
    guard let best, let commit = commits[Self.tags + best.name] else { return try head() }
    return TemplateVersion(commit: commit, kind: .tag, name: best.name)
  }

  private func head() throws(TemplateFailure) -> TemplateVersion {
    let commit = commits["HEAD"] ?? defaultBranch.flatMap { commits[Self.branches + $0] }
    guard let commit else { throw .noDefault(branches: names(of: Self.branches)) }
    return TemplateVersion(commit: commit, kind: .defaultBranch, name: defaultBranch)
  }

  private func names(of prefix: String) -> [String] {
    commits.keys.filter { $0.hasPrefix(prefix) }.map { String($0.dropFirst(prefix.count)) }.sorted()
  }

  /// The name that was probably meant: with or without `v`, or a similar one.
  private func near(_ revision: String) -> String? {
    let other = revision.hasPrefix("v") ? String(revision.dropFirst()) : "v" + revision
    if commits[Self.tags + other] != nil { return other }
    return NearMiss.nearest(to: revision, in: names(of: Self.tags) + names(of: Self.branches))
  }
}

/// A commit of a template, and how it was found.
package struct TemplateVersion: Hashable, Sendable {
  /// The kind of reference by which a commit was found.
  package enum Kind: Hashable, Sendable {
    /// A tag.
    case tag

    /// A branch.
    case branch

    /// The default branch, because there's no release.
    case defaultBranch

    /// The commit itself.
    case commit
  }

  /// The whole name of the commit, in hexadecimal digits.
  package let commit: String

  /// The kind of reference by which it was found.
  let kind: Kind

  /// The name of the tag or branch; nil for a commit, and for a default branch without a name.
  package let name: String?

  /// Whether a branch has the same name as the tag, and another commit.
  package let isAlsoBranch: Bool

  /// Why the repository couldn't be asked, so that this is what it said earlier; nil if it was asked.
  package var offlineReason: String?

  init(commit: String, kind: Kind, name: String? = nil, isAlsoBranch: Bool = false) {
    self.commit = commit
    self.kind = kind
    self.name = name
    self.isAlsoBranch = isAlsoBranch
  }

  /// The first digits of the commit.
  var shortCommit: String { String(commit.prefix(10)) }

  /// The name and the first digits of the commit, for people: `v1.2.0 (3f2a9c1b7d)`.
  package var text: String { name.map { "\($0) (\(shortCommit))" } ?? shortCommit }
}
