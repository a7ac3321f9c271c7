// SPDX-License-Identifier: Apache-2.0

package import Localization

/// The known facts about a path.
public struct PathFacts: Hashable, Sendable {
  /// The kind of entry at a path, after following symbolic links.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// Nothing.
    case absent

    /// A regular file.
    case file

    /// A directory.
    case directory

    /// Something else, such as a device, a socket, or a pipe.
    case other

    /// A symbolic link to something that doesn't exist.
    case danglingLink = "dangling-link"

    /// Unknown, because a directory can't be read or there's no host.
    case unknown

    /// Unknown, because the host doesn't look up this path; the program has the option `--allow-read` for that.
    case notAllowed = "not-allowed"
  }

  /// The path that was asked for.
  public let path: String

  /// The path with `~` and `~user` expanded, or nil if there's no such home directory, or none is looked up.
  public let expanded: String?

  /// The kind of entry at the path.
  public let kind: Kind

  /// Creates facts.
  ///
  /// - Parameters:
  ///   - path: The path that was asked for.
  ///   - expanded: The path with home directories in it; nil when `~` stands for nothing.
  ///   - kind: The kind of entry at the path.
  public init(_ path: String, expanded: String?, kind: Kind) {
    self.path = path
    self.expanded = expanded
    self.kind = kind
  }

  /// Creates unknown facts, for sessions without a host, in which `~` isn't expanded.
  package init(unknown path: String) {
    self.init(path, expanded: path, kind: .unknown)
  }
}

/// A type that looks up paths for a session, which has no access to files.
///
/// An implementation uses the file system, or a folder in memory. Its answers are part of the
/// session's log, so a replay doesn't need it.
public protocol PathHost: Sendable {
  /// Returns what's at a path.
  ///
  /// - Returns: The facts, with the path as it was asked.
  func facts(of path: String) -> PathFacts

  /// Returns the paths that begin with typed text, for completion.
  ///
  /// - Parameter typed: The typed text, in which `~` isn't expanded.
  /// - Returns: Complete paths, sorted, with a `/` after directories. Hidden files are only
  ///   included if a `.` was typed.
  func paths(beginning typed: String) -> [String]

  /// The same paths, with what a list shows beside them; a list is never cut.
  ///
  /// The default knows folders by the `/` at their end, and neither sizes nor dates.
  func entries(beginning typed: String) -> PathEntries
}

extension PathHost {
  /// The paths, without sizes.
  public func entries(beginning typed: String) -> PathEntries {
    PathEntries(paths(beginning: typed).map { PathEntry($0) })
  }
}

/// A requirement of the entry at a path: the words of `must:`.
package enum PathRequirement: String, Hashable, Sendable, CaseIterable {
  /// Something.
  case exist

  /// A file.
  case file

  /// A directory.
  case directory

  /// Nothing.
  case absent

  /// Returns why a path doesn't meet the requirement, or nil if it does.
  package func complaint(
    about facts: PathFacts, path: String, _ catalog: MessageCatalog = .english
  ) -> String? {
    complaint(about: facts).map { catalog.text($0, ["path": .quoted(path)]) }
  }

  private func complaint(about facts: PathFacts) -> MessageID? {
    switch (self, facts.kind) {
    case (_, .unknown): .pathUnknown
    case (_, .notAllowed): .pathNotAllowed
    case (.absent, .absent), (.exist, .file), (.exist, .directory), (.exist, .other),
      (.file, .file), (.directory, .directory):
      nil
    case (.absent, .danglingLink): .pathIsLink
    case (.absent, _): .pathExists
    case (_, .danglingLink): .pathIsDanglingLink
    case (.exist, .absent): .pathMissing
    case (.file, .absent): .fileMissing
    case (.directory, .absent): .directoryMissing
    case (.file, .directory): .pathIsDirectory
    case (.directory, .file): .pathIsFile
    case (.file, .other): .fileIsDevice
    case (.directory, .other): .directoryIsDevice
    }
  }
}
