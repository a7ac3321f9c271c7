// SPDX-License-Identifier: Apache-2.0

public import FlowForms

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// The files in a flow file's folder on disk: translations, used flows, and the files that `from:`
/// and `copy:` name.
///
/// No path and no symbolic link leads out of the folder, unless into one of ``otherFolders``.
///
/// ```swift
/// let path = "Flows/order.flow.yaml"
/// let loaded = FlowFile.load(
///   try SystemFiles.read(path), name: path, files: FolderFiles(beside: path))
/// ```
///
/// `FlowFile.load(contentsOf:)` of `StackFlow` does the same in one call.
public struct FolderFiles: FlowFileSource, Sendable {
  /// The folder.
  public let folder: String

  /// The maximum number of bytes to read from a file.
  public let limit: Int

  /// Other folders whose files the flow may name.
  public let otherFolders: [String]

  /// Creates a source of the files beside a flow file.
  ///
  /// - Parameters:
  ///   - file: The path of the flow file.
  ///   - limit: The maximum number of bytes to read from a file, 4 MiB unless you pass another
  ///     number. Of a longer file one byte more is read, so that the loader can refuse it.
  ///   - otherFolders: Other folders whose files the flow may name.
  public init(beside file: String, limit: Int = 4 << 20, otherFolders: [String] = []) {
    folder = file.lastIndex(of: "/").map { String(file[...$0]) } ?? "."
    self.limit = limit
    self.otherFolders = otherFolders
  }

  /// Whether the flow may name files outside its folder.
  public var reachesOutside: Bool { !otherFolders.isEmpty }

  /// The bytes of a file in the folder, or in one of the other folders.
  ///
  /// - Parameter relativePath: The path relative to the folder. If it begins with `..`, it must
  ///   lead into one of ``otherFolders``.
  /// - Returns: The bytes.
  /// - Throws: `FlowFileSourceError` if the file can't be read, or a symbolic link leads out of the
  ///   folder that holds it.
  public func read(_ relativePath: String) throws(FlowFileSourceError) -> [UInt8] {
    do {
      return try bytes(of: relativePath)
    } catch {
      // The loader names the file itself.
      throw FlowFileSourceError(error.reason)
    }
  }

  private func bytes(of relativePath: String) throws(SystemFiles.Failure) -> [UInt8] {
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
  ) throws(FileFailure) -> (SystemFolder, String) {
    let own = SystemFolder(path: folder)
    let parts = relativePath.split(separator: "/")
    let up = parts.prefix { $0 == ".." }.count
    guard up > 0 else { return (own, relativePath) }
    guard let real = own.realPath else { throw FileFailure.noFolder }
    let file = (real.split(separator: "/").dropLast(up) + parts[up...]).map(String.init)
    for other in otherFolders.map(SystemFolder.init(path:)) {
      guard let outer = other.realPath?.split(separator: "/").map(String.init),
        file.count > outer.count, file.starts(with: outer)
      else { continue }
      return (other, file[outer.count...].joined(separator: "/"))
    }
    throw FileFailure.unreadableFolder
  }

  /// The names of the files in the folder, in any order; empty when it can't be read.
  public var names: [String] { SystemFiles.names(inFolder: folder) ?? [] }

  /// The names of the files in a folder inside it, or beside it, in any order; empty when that
  /// can't be read.
  ///
  /// Only ``read(_:)`` opens the files themselves.
  public func names(in inner: String) -> [String] {
    SystemFiles.names(inFolder: folder + "/" + inner) ?? []
  }
}
