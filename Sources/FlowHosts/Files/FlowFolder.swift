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

  /// Other folders whose files the flow may name too.
  public let others: [String]

  /// Creates the folder of a flow file.
  ///
  /// - Parameters:
  ///   - file: The flow file.
  ///   - limit: The most bytes that are read of a file.
  ///   - others: Other folders whose files the flow may name too.
  public init(of file: String, limit: Int, others: [String] = []) {
    path = file.lastIndex(of: "/").map { String(file[...$0]) } ?? "."
    self.limit = limit
    self.others = others
  }

  /// The bytes of a file in the folder, or in one of the others.
  ///
  /// - Parameter relativePath: The path, relative to the folder; with `..` at its beginning it must
  ///   lead into one of ``others``.
  /// - Returns: The bytes.
  /// - Throws: ``SystemFiles/Failure`` when it cannot be read, or a symbolic link leads out of the
  ///   folder that holds it.
  public func read(_ relativePath: String) throws(SystemFiles.Failure) -> [UInt8] {
    let place: SystemFolder.Place
    do {
      let (folder, inside) = try holder(of: relativePath)
      place = try folder.place(of: inside, makesFolders: false)
    } catch {
      throw SystemFiles.Failure(relativePath, message: error.reason)
    }
    let descriptor = openat(
      place.folder, place.name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else { throw SystemFiles.Failure(relativePath, errno) }
    defer { close(descriptor) }
    return try SystemFiles.readAll(descriptor, name: relativePath, limit: limit)
  }

  /// The folder that holds a path, and the path in there.
  private func holder(
    of relativePath: String
  ) throws(SystemFolder.Failure) -> (SystemFolder, String) {
    let own = SystemFolder(path: path)
    let parts = relativePath.split(separator: "/")
    let up = parts.prefix { $0 == ".." }.count
    guard up > 0 else { return (own, relativePath) }
    guard let real = own.realPath else { throw SystemFolder.Failure("failed: there is no folder") }
    let file = (real.split(separator: "/").dropLast(up) + parts[up...]).map(String.init)
    for other in others.map(SystemFolder.init(path:)) {
      guard let outer = other.realPath?.split(separator: "/").map(String.init),
        file.count > outer.count, file.starts(with: outer)
      else { continue }
      return (other, file[outer.count...].joined(separator: "/"))
    }
    throw SystemFolder.Failure("failed: it lies in no folder that may be read")
  }

  /// The names of the files in the folder, in any order; empty when it cannot be read.
  public var names: [String] { SystemFiles.names(inFolder: path) ?? [] }

  /// The names of the files in a folder of it, or beside it, in any order; none when it cannot be read.
  ///
  /// What is behind a name is read by ``read(_:)`` alone.
  public func names(in folder: String) -> [String] {
    SystemFiles.names(inFolder: path + "/" + folder) ?? []
  }
}
