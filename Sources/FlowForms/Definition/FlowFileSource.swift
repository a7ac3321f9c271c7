// SPDX-License-Identifier: Apache-2.0

/// The files beside a flow, by their path relative to the flow's folder.
///
/// The loader asks only for paths that stay inside the folder, without `.` and `..`, unless the
/// source says that it ``reachesOutside``. An implementer that reads a disk must see that no
/// symbolic link leads out of what may be read, as `FolderFiles` of `FlowHosts` does.
public protocol FlowFileSource {
  /// The bytes of a file.
  ///
  /// - Parameter relativePath: The path, with `/` between its parts; `..` is only at its beginning,
  ///   and only for a source that ``reachesOutside``.
  /// - Returns: The bytes.
  /// - Throws: ``FlowFileSourceError``, whose words are for a person, when it can't be read.
  func read(_ relativePath: String) throws -> [UInt8]

  /// The names of the files in the flow's folder, in any order.
  ///
  /// A source that can't tell has no translations; its default is none.
  var names: [String] { get }

  /// The names of the files in a folder, in any order.
  ///
  /// - Parameter folder: The folder's path relative to the flow's, as ``read(_:)`` takes paths.
  /// - Returns: The names; the default knows none.
  func names(in folder: String) -> [String]

  /// Whether a flow may name files outside its folder, of which the source itself decides which it
  /// gives; the default is no.
  var reachesOutside: Bool { get }
}

extension FlowFileSource {
  /// No names.
  public var names: [String] { [] }

  /// No names.
  public func names(in folder: String) -> [String] { [] }

  /// No.
  public var reachesOutside: Bool { false }
}

/// A file beside a flow that can't be read.
public struct FlowFileSourceError: Error, Hashable, Sendable {
  /// The words for a person: lower case, no full stop.
  public let message: String

  /// Creates an error.
  public init(_ message: String) { self.message = message }
}

/// Files in memory, for tests and for flows that are no files.
public struct MemoryFileSource: FlowFileSource, Sendable {
  /// The files' bytes by their path.
  public var files: [String: [UInt8]]

  /// Creates a source from the files' bytes by their path.
  public init(_ files: [String: [UInt8]]) { self.files = files }

  /// Creates a source from the files' texts by their path.
  public init(texts: [String: String]) { files = texts.mapValues { Array($0.utf8) } }

  /// The bytes of a file.
  ///
  /// - Parameter relativePath: Its path.
  /// - Returns: The bytes.
  /// - Throws: ``FlowFileSourceError`` when there is none.
  public func read(_ relativePath: String) throws -> [UInt8] {
    guard let bytes = files[relativePath] else {
      throw FlowFileSourceError("there is no such file")
    }
    return bytes
  }

  /// The names of the files in the folder.
  public var names: [String] { files.keys.filter { !$0.contains("/") } }

  /// The names of the files in a folder of the folder.
  public func names(in folder: String) -> [String] {
    files.keys.filter { $0.hasPrefix(folder + "/") }.map { String($0.dropFirst(folder.count + 1)) }
      .filter { !$0.contains("/") }
  }
}
