// SPDX-License-Identifier: Apache-2.0

import Localization

/// A path that a session asks its host about.
public struct PathQuery: Hashable, Sendable {
  /// The path as it was typed: relative to the working directory, absolute, or beginning with `~`.
  public let path: String

  /// Creates a query.
  public init(_ path: String) { self.path = path }
}

/// What is known of a path: the answer to a ``PathQuery``.
public struct PathFacts: Hashable, Sendable {
  /// What is at a path, after following symbolic links.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// Nothing.
    case absent

    /// A file with content.
    case file

    /// A directory.
    case directory

    /// Something else: a device, a socket, a pipe.
    case other

    /// A symbolic link to nothing.
    case danglingLink = "dangling-link"

    /// No one can tell: a directory on the way may not be read, or no one looks at files.
    case unknown
  }

  /// The path that was asked for.
  public let path: String

  /// The path with `~` and `~user` replaced by home directories; nil when there is none.
  public let expanded: String?

  /// What is there.
  public let kind: Kind

  /// Creates facts.
  ///
  /// - Parameters:
  ///   - path: The path that was asked for.
  ///   - expanded: The path with home directories in it; nil when `~` stands for nothing.
  ///   - kind: What is there.
  public init(_ path: String, expanded: String?, kind: Kind) {
    self.path = path
    self.expanded = expanded
    self.kind = kind
  }

  /// The facts where no one looks at files: nothing is known, and `~` is a letter.
  public init(unknown path: String) {
    self.init(path, expanded: path, kind: .unknown)
  }
}

/// Looks at files for a session, which doesn't.
///
/// An implementation answers from the file system, or from a folder in memory; its answers are part
/// of the session's log, so that a replay asks no one.
public protocol PathHost {
  /// What is at a path.
  ///
  /// - Returns: The facts, whose ``PathFacts/path`` is the one that was asked for.
  func facts(of query: PathQuery) -> PathFacts

  /// The paths that begin as typed, for completion.
  ///
  /// - Parameter typed: The beginning, as a person types it; `~` stays as it is.
  /// - Returns: Whole paths in their order, directories with a `/` at their end; hidden ones only
  ///   where a `.` was typed.
  func paths(beginning typed: String) -> [String]

  /// The same paths, with what a list shows beside them.
  ///
  /// The default knows folders by the `/` at their end, and no sizes.
  func entries(beginning typed: String) -> [PathEntry]
}

extension PathHost {
  /// The paths, without sizes.
  public func entries(beginning typed: String) -> [PathEntry] {
    paths(beginning: typed).map { PathEntry($0) }
  }
}

/// A path in a list.
public struct PathEntry: Hashable, Sendable {
  /// The path as a person types it, with a `/` at the end of a folder.
  public let path: String

  /// The size of the file in bytes; nil for folders, and where it isn't known.
  public let byteCount: Int?

  /// Creates an entry.
  public init(_ path: String, byteCount: Int? = nil) {
    self.path = path
    self.byteCount = byteCount
  }

  /// Whether it's a folder.
  public var isFolder: Bool { path.hasSuffix("/") }
}

/// What must be at a path: the words of `must:`.
public enum PathRequirement: String, Hashable, Sendable, CaseIterable {
  /// Something.
  case exist

  /// A file.
  case file

  /// A directory.
  case directory

  /// Nothing.
  case absent

  /// Why a path doesn't meet it; nil when it does.
  func complaint(
    about facts: PathFacts, path: String, _ catalog: MessageCatalog = .english
  ) -> String? {
    complaint(about: facts).map { catalog.text($0, ["path": .quoted(path)]) }
  }

  private func complaint(about facts: PathFacts) -> MessageID? {
    switch (self, facts.kind) {
    case (_, .unknown): .pathUnknown
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
