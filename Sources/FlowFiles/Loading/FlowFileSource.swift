// SPDX-License-Identifier: Apache-2.0

/// Gives a loader the files beside a flow: translations, sub-flows, and texts that are written out.
///
/// Paths are relative to the folder of the flow, with `/` between their parts. A source answers for
/// that folder alone: `..` and absolute paths are refused by the loader before it asks.
public protocol FlowFileSource {
  /// The bytes of a file.
  ///
  /// - Parameter relativePath: The file, from the flow's folder.
  /// - Returns: Its bytes; of a file of more than a loader's limit one byte beyond it is enough.
  /// - Throws: ``FlowFileSourceError`` when there is no such file or it cannot be read.
  func read(_ relativePath: String) throws(FlowFileSourceError) -> [UInt8]

  /// The names of the files in a folder, in any order.
  ///
  /// - Parameter relativePath: The folder from the flow's folder; empty for that itself.
  /// - Returns: The names without their folder; nothing for a folder that cannot be read.
  func names(in relativePath: String) -> [String]
}

/// A file beside a flow that could not be read.
public struct FlowFileSourceError: Error, Hashable, Sendable {
  /// Whether there is no such file.
  public let isMissing: Bool

  /// Why, for a person; lower case, without a full stop.
  public let message: String

  /// Creates an error.
  public init(isMissing: Bool, message: String) {
    self.isMissing = isMissing
    self.message = message
  }
}

/// Files in memory, for tests and for programs that carry their flows.
public struct MemoryFileSource: FlowFileSource {
  /// The files by their path from the flow's folder.
  public var files: [String: [UInt8]]

  /// Creates a source from the files' bytes.
  public init(_ files: [String: [UInt8]] = [:]) { self.files = files }

  /// Creates a source from the files' texts.
  public init(texts: [String: String]) { files = texts.mapValues { Array($0.utf8) } }

  /// The bytes of a file.
  public func read(_ relativePath: String) throws(FlowFileSourceError) -> [UInt8] {
    guard let bytes = files[relativePath] else {
      throw FlowFileSourceError(
        isMissing: true, message: "\(relativePath): no such file or directory")
    }
    return bytes
  }

  /// The names of the files in a folder.
  public func names(in relativePath: String) -> [String] {
    let folder = relativePath.isEmpty ? "" : relativePath + "/"
    return files.keys.sorted().compactMap { path in
      guard path.hasPrefix(folder) else { return nil }
      let name = path.dropFirst(folder.count)
      return name.isEmpty || name.contains("/") ? nil : String(name)
    }
  }
}
