// SPDX-License-Identifier: Apache-2.0

/// A source of the files next to a flow, by their path relative to the flow's folder.
///
/// The loader only asks for paths inside the folder, without `.` and `..`, unless the source
/// ``reachesOutside``. An implementation that reads from a disk must ensure that no symbolic link
/// leads out of the readable folders, as `FolderFiles` in `FlowHosts` does.
public protocol FlowFileSource {
  /// The bytes of a file.
  ///
  /// - Parameter relativePath: The path, with parts separated by `/`. It only begins with `..` if
  ///   the source ``reachesOutside``.
  /// - Returns: The bytes.
  /// - Throws: ``FlowFileSourceError``, whose message is for users, if the file can't be read.
  func read(_ relativePath: String) throws -> [UInt8]

  /// The names of the files in the flow's folder, in any order.
  ///
  /// A source without names has no translations. By default, there are none.
  var names: [String] { get }

  /// Returns the names of the files in a folder, in any order.
  ///
  /// - Parameter folder: The path of the folder relative to the flow's folder, as in ``read(_:)``.
  /// - Returns: The names; by default, none.
  func names(in folder: String) -> [String]

  /// Returns whether a file may be executed, which a copy of it then may be, too.
  ///
  /// - Parameter relativePath: The path, as in ``read(_:)``.
  /// - Returns: Whether it may be executed by its owner; by default, false.
  func isExecutable(_ relativePath: String) -> Bool

  /// Returns what's in a folder, in any order.
  ///
  /// - Parameters:
  ///   - folder: The path of the folder, as in ``read(_:)``, or `.` for the folder itself.
  ///   - limit: The maximum number of entries to return. If there are more, one more is returned.
  /// - Returns: The entries.
  /// - Throws: ``FlowFileSourceError``, whose message is for users, if the folder can't be read. By
  ///   default, no folder can.
  func entries(in folder: String, limit: Int) throws -> [FlowFolderEntry]

  /// Whether a flow may use files outside its folder. The source decides which of them it provides.
  /// By default, it may not.
  var reachesOutside: Bool { get }
}

extension FlowFileSource {
  /// No names.
  public var names: [String] { [] }

  /// No names.
  public func names(in folder: String) -> [String] { [] }

  /// Returns false.
  public func isExecutable(_ relativePath: String) -> Bool { false }

  /// Throws an error, because the source has no folders.
  public func entries(in folder: String, limit: Int) throws -> [FlowFolderEntry] {
    throw FlowFileSourceError("there is no such folder")
  }

  /// Returns false.
  public var reachesOutside: Bool { false }
}

/// A file, a folder, or a link in a folder next to a flow.
public struct FlowFolderEntry: Hashable, Sendable {
  /// The kind of an entry.
  public enum Kind: Hashable, Sendable {
    /// A file, and whether its owner may execute it.
    case file(isExecutable: Bool)

    /// A folder.
    case folder

    /// A symbolic link, with its target as it's written.
    case link(to: String)

    /// Something else, such as a pipe or a device.
    case other
  }

  /// The name in the folder.
  public let name: String

  /// Its kind.
  public let kind: Kind

  /// Creates an entry.
  public init(name: String, kind: Kind) {
    self.name = name
    self.kind = kind
  }
}

/// An error of a file next to a flow that can't be read.
public struct FlowFileSourceError: Error, Hashable, Sendable {
  /// The message for users, in lower case without a period.
  public let message: String

  /// Creates an error.
  public init(_ message: String) { self.message = message }
}

/// A source of files in memory, for tests and for flows that don't come from files.
public struct MemoryFileSource: FlowFileSource, Sendable {
  /// The contents of the files, by path; a path that ends in `/` is an empty folder.
  public var files: [String: [UInt8]]

  /// The paths of the files that may be executed.
  public var executables: Set<String> = []

  /// The targets of symbolic links, by path.
  public var links: [String: String] = [:]

  /// Creates a source from the contents of files, by path.
  public init(_ files: [String: [UInt8]]) { self.files = files }

  /// Creates a source from the texts of files, by path.
  public init(texts: [String: String]) { files = texts.mapValues { Array($0.utf8) } }

  /// The bytes of a file.
  ///
  /// - Parameter relativePath: Its path.
  /// - Returns: The bytes.
  /// - Throws: ``FlowFileSourceError`` if there's no such file.
  public func read(_ relativePath: String) throws -> [UInt8] {
    guard let bytes = files[relativePath] else {
      throw FlowFileSourceError("there is no such file")
    }
    return bytes
  }

  /// The names of the files in the folder.
  public var names: [String] { files.keys.filter { !$0.contains("/") } }

  /// Returns the names of the files in a subfolder.
  public func names(in folder: String) -> [String] {
    files.keys.filter { $0.hasPrefix(folder + "/") }.map { String($0.dropFirst(folder.count + 1)) }
      .filter { !$0.contains("/") }
  }

  /// Returns whether a file may be executed.
  public func isExecutable(_ relativePath: String) -> Bool { executables.contains(relativePath) }

  /// Returns what's in a folder, in any order.
  ///
  /// - Throws: ``FlowFileSourceError`` if no path is in the folder.
  /// - Complexity: O(*n*) in the number of all files.
  public func entries(
    in folder: String, limit: Int
  ) throws(FlowFileSourceError) -> [FlowFolderEntry] {
    let start = folder == "." ? "" : folder + "/"
    var kinds: [String: FlowFolderEntry.Kind] = [:]
    var exists = false
    func add(_ path: String, _ kind: FlowFolderEntry.Kind) {
      guard path.utf8.starts(with: start.utf8) else { return }
      exists = true
      let rest = path.utf8.dropFirst(start.utf8.count)
      guard !rest.isEmpty else { return }
      if let end = rest.firstIndex(of: UInt8(ascii: "/")) {
        kinds[String(decoding: rest[..<end], as: UTF8.self)] = .folder
      } else {
        kinds[String(decoding: rest, as: UTF8.self)] = kind
      }
    }
    for path in files.keys { add(path, .file(isExecutable: executables.contains(path))) }
    for (path, target) in links { add(path, .link(to: target)) }
    guard exists else { throw FlowFileSourceError("there is no such folder") }
    return kinds.prefix(limit + 1).map { FlowFolderEntry(name: $0.key, kind: $0.value) }
  }
}
