// SPDX-License-Identifier: Apache-2.0

/// Why a template can't be had from its address.
package enum TemplateFailure: Error, Hashable, Sendable {
  /// Why a name in a repository isn't allowed.
  package enum NameProblem: Hashable, Sendable {
    case notUnicode, leadsOut, tooLong, tooDeep, controlCharacter, ofGit, unknownKind
  }

  /// There's no git on the `PATH`.
  case noGit

  /// There's no folder for the cache, because the environment names none.
  case noCache

  /// Other users can write to the folder of the cache.
  case openCache(String)

  /// The cache can't be written, for this reason.
  case cache(String)

  /// The repository can't be reached, for git's reason, and no commit that would do is in the cache.
  case unreachable(String)

  /// The repository has no commit.
  case empty

  /// The repository has no default branch; it has these.
  case noDefault(branches: [String])

  /// There's no tag, branch, or known commit with this name; perhaps the other was meant.
  case unknownRevision(String, near: String?)

  /// The repository doesn't have this commit, or what's named isn't one.
  case missingCommit(String)

  /// A name isn't allowed.
  case name(String, NameProblem)

  /// A link leads out of the repository.
  case link(String, target: String)

  /// There are more files or bytes than are allowed.
  case tooLarge

  /// The objects that git has fetched aren't whole.
  case damaged
}
