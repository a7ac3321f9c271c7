// SPDX-License-Identifier: Apache-2.0

import CLibrary
import FlowEffects
public import FlowModel

/// The files in a flow file's folder on disk: translations, used flows, and the files that `from:`
/// and `copy:` name.
///
/// No path and no symbolic link leads out of the folder, except into one of the other folders.
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
  let folder: String

  /// The maximum number of bytes to read from a file.
  let limit: Int

  /// Other folders whose files the flow may use.
  let otherFolders: [String]

  /// Creates a source for the files next to a flow file.
  ///
  /// - Parameters:
  ///   - file: The path of the flow file.
  ///   - limit: The maximum number of bytes to read from a file; 4 MiB by default. If a file is
  ///     longer, one more byte is read, so that the loader can refuse it.
  ///   - otherFolders: Other folders whose files the flow may use.
  public init(beside file: String, limit: Int = 4 << 20, otherFolders: [String] = []) {
    folder = file.lastIndex(of: "/").map { String(file[...$0]) } ?? "."
    self.limit = limit
    self.otherFolders = otherFolders
  }

  /// Whether the flow may use files outside its folder.
  public var reachesOutside: Bool { !otherFolders.isEmpty }

  /// Reads a file in the folder or in one of the other folders.
  ///
  /// - Parameter relativePath: The path relative to the folder. If it begins with `..`, it must
  ///   lead into one of the other folders.
  /// - Returns: The content.
  /// - Throws: `FlowFileSourceError` if the file can't be read, or a symbolic link leads out of the
  ///   folder that holds it.
  public func read(_ relativePath: String) throws(FlowFileSourceError) -> [UInt8] {
    do {
      return try bytes(of: relativePath)
    } catch {
      // The loader adds the file's name.
      throw FlowFileSourceError(error.reason)
    }
  }

  /// Returns whether the owner of a file may execute it.
  public func isExecutable(_ relativePath: String) -> Bool {
    guard let descriptor = try? descriptor(of: relativePath) else { return false }
    defer { close(descriptor) }
    var status = stat()
    return fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
      && status.st_mode & S_IXUSR != 0
  }

  /// Returns what's in a folder, in any order.
  ///
  /// - Parameters:
  ///   - folder: The path of the folder, as in ``read(_:)``, or `.` for the folder itself.
  ///   - limit: The maximum number of entries to return. If there are more, one more is returned.
  /// - Returns: The entries; what has just been removed is none.
  /// - Throws: `FlowFileSourceError` if the folder can't be read, or a symbolic link leads out of the
  ///   folder that holds it.
  public func entries(
    in folder: String, limit: Int
  ) throws(FlowFileSourceError) -> [FlowFolderEntry] {
    do throws(SystemFiles.Failure) {
      let descriptor = folder == "." ? try ownDescriptor() : try descriptor(of: folder)
      defer { close(descriptor) }
      return try SystemFiles.entries(in: descriptor, name: folder, limit: limit)
    } catch {
      throw FlowFileSourceError(error.reason)
    }
  }

  private func bytes(of relativePath: String) throws(SystemFiles.Failure) -> [UInt8] {
    let descriptor = try descriptor(of: relativePath)
    defer { close(descriptor) }
    return try SystemFiles.readAll(descriptor, name: relativePath, limit: limit)
  }

  /// Opens the folder itself; the caller closes it.
  private func ownDescriptor() throws(SystemFiles.Failure) -> Int32 {
    let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { throw SystemFiles.Failure(folder, errno) }
    return descriptor
  }

  /// Opens a file; the caller closes it.
  private func descriptor(of relativePath: String) throws(SystemFiles.Failure) -> Int32 {
    let place: SystemFolder.Place
    do {
      let (folder, inside) = try holder(of: relativePath)
      place = try folder.place(of: inside, makesFolders: false)
    } catch {
      FilesRead.noteMissing()
      throw SystemFiles.Failure(relativePath, message: error.reason)
    }
    let descriptor = openat(
      place.folder, place.name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else {
      let code = errno
      FilesRead.noteMissing()
      throw SystemFiles.Failure(relativePath, code)
    }
    return descriptor
  }

  /// Returns the folder that contains a path, and the path inside that folder.
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

  /// The names of the files in the folder, in any order; empty if it can't be read.
  public var names: [String] { SystemFiles.names(inFolder: folder) ?? [] }

  /// Returns the names of the files in another folder, given by its relative path, in any order;
  /// empty if it can't be read.
  ///
  /// The files themselves are only opened by ``read(_:)``.
  public func names(in inner: String) -> [String] {
    SystemFiles.names(inFolder: folder + "/" + inner) ?? []
  }
}
