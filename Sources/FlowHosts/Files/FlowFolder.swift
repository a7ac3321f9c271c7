// SPDX-License-Identifier: Apache-2.0

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// The folder of a flow file, whose files the flow may name.
public struct FlowFolder: Sendable {
  /// The folder.
  public let path: String

  /// The most bytes that are read of a file; of a longer one a byte more comes back.
  public let limit: Int

  /// Creates the folder of a flow file.
  ///
  /// - Parameters:
  ///   - file: The flow file.
  ///   - limit: The most bytes that are read of a file.
  public init(of file: String, limit: Int) {
    path = file.lastIndex(of: "/").map { String(file[...$0]) } ?? "."
    self.limit = limit
  }

  /// The bytes of a file in the folder.
  ///
  /// - Parameter relativePath: The path, relative to the folder.
  /// - Returns: The bytes.
  /// - Throws: ``SystemFiles/Failure`` when it cannot be read, or a symbolic link leads out of the
  ///   folder.
  public func read(_ relativePath: String) throws(SystemFiles.Failure) -> [UInt8] {
    let place: SystemFolder.Place
    do {
      place = try SystemFolder(path: path).place(of: relativePath, makesFolders: false)
    } catch {
      throw SystemFiles.Failure(relativePath, message: error.message)
    }
    let descriptor = openat(
      place.folder, place.name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else { throw SystemFiles.Failure(relativePath, errno) }
    defer { close(descriptor) }
    return try SystemFiles.readAll(descriptor, name: relativePath, limit: limit)
  }

  /// The names of the files in the folder, in any order; empty when it cannot be read.
  public var names: [String] { SystemFiles.names(inFolder: path) ?? [] }
}
