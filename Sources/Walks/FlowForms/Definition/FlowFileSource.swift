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

  /// Returns false.
  public var reachesOutside: Bool { false }
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
  /// The contents of the files, by path.
  public var files: [String: [UInt8]]

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
}
