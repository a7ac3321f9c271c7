// SPDX-License-Identifier: Apache-2.0

import CLibrary
import CTerminal
import FlowModel

// Folders, private files, and the standard streams.
extension SystemFiles {
  /// Returns the names in a folder, sorted, or nil if the path isn't a readable folder.
  package static func names(inFolder path: String) -> [String]? {
    var names: [String] = []
    return readFolder(path) { name, _ in names.append(name) } ? names.sorted() : nil
  }

  /// Passes on each name in a folder except `.` and `..`, with the type that the file system gives with it
  /// (`DT_DIR`…), in no order.
  ///
  /// - Returns: Whether the path is a readable folder.
  static func readFolder(_ path: String, _ body: (String, UInt8) -> Void) -> Bool {
    guard let folder = opendir(path) else { return false }
    defer { closedir(folder) }
    while let entry = readdir(folder) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if name != ".", name != ".." { body(name, entry.pointee.d_type) }
    }
    return true
  }

  /// Returns what's in an open folder, in no order.
  ///
  /// - Throws: ``Failure`` if it isn't a folder, or can't be read.
  static func entries(
    in descriptor: Int32, name folder: String, limit: Int
  ) throws(Failure) -> [FlowFolderEntry] {
    let own = openat(descriptor, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard own >= 0 else { throw Failure(folder, errno) }
    guard let stream = fdopendir(own) else {
      let code = errno
      close(own)
      throw Failure(folder, code)
    }
    defer { closedir(stream) }
    FilesRead.note(descriptor)
    var entries: [FlowFolderEntry] = []
    while entries.count <= limit, let entry = readdir(stream) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      guard name != ".", name != "..", let kind = kind(of: name, in: own) else { continue }
      entries.append(FlowFolderEntry(name: name, kind: kind))
    }
    return entries
  }

  /// Returns what a name in an open folder is; nil if it doesn't exist.
  private static func kind(of name: String, in folder: Int32) -> FlowFolderEntry.Kind? {
    var status = stat()
    guard fstatat(folder, name, &status, AT_SYMLINK_NOFOLLOW) == 0 else {
      // A name that isn't UTF-8 can't be given back to the system.
      return errno == ENOENT && name.contains("\u{FFFD}") ? .other : nil
    }
    switch status.st_mode & S_IFMT {
    case S_IFREG: return .file(isExecutable: status.st_mode & S_IXUSR != 0)
    case S_IFDIR: return .folder
    case S_IFLNK:
      var buffer = [CChar](repeating: 0, count: Int(PATH_MAX) + 1)
      let count = readlinkat(folder, name, &buffer, buffer.count - 1)
      guard count > 0 else { return nil }
      return .link(
        to: String(decoding: buffer[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self))
    default: return .other
    }
  }

  /// Keeps the descriptors of closed standard streams from being reused for files that are opened
  /// later, which would then be written to by mistake.
  ///
  /// Call it before any file is opened.
  ///
  /// Reading from and writing to such a stream still fail.
  package static func reserveStandardStreams() { ct_reserve_standard_streams() }

  /// Returns whether a path leads to a regular file.
  package static func isRegularFile(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
  }

  /// Opens a file for writing, empty, that only its owner may read if it's new.
  ///
  /// - Returns: The descriptor, which the caller closes.
  /// - Throws: ``Failure`` when it can't be opened.
  package static func openPrivately(_ path: String) throws(Failure) -> Int32 {
    let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw Failure(path, errno) }
    return descriptor
  }

  /// Creates a file that only its owner can read, whole or not at all.
  ///
  /// - Parameters:
  ///   - text: What to write.
  ///   - folder: The folder, which exists.
  ///   - name: The name of the file.
  /// - Returns: Whether it's new; a file that exists is left as it is.
  /// - Throws: ``Failure`` when it can't be written.
  package static func createPrivately(
    _ text: String, in folder: String, name: String
  ) throws(Failure) -> Bool {
    let temporary = try writePrivately(text, in: [folder], name: ".\(name)", ending: "")
    defer { unlink(temporary) }
    if link(temporary, "\(folder)/\(name)") == 0 { return true }
    guard errno == EEXIST else { throw Failure("\(folder)/\(name)", errno) }
    return false
  }

  /// Returns whether a regular file of this user can be read or written by other users.
  ///
  /// A pipe and a file of another user, such as a container's secret, were made available on purpose.
  package static func isOpenToOthers(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
      && status.st_uid == geteuid() && status.st_mode & 0o077 != 0
  }

  /// Returns whether other users can create and rename files in a folder.
  package static func letsOthersWrite(inFolder path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & 0o022 != 0
  }

  /// Creates a folder, unless it exists.
  ///
  /// - Throws: ``Failure`` if it can't be created.
  package static func makeFolder(_ path: String) throws(Failure) {
    guard mkdir(path, 0o777) == 0 || errno == EEXIST else { throw Failure(path, errno) }
  }

  /// Creates a folder and its missing parents, which only the owner can enter.
  ///
  /// - Returns: Whether the folder exists now.
  package static func makePrivateFolder(_ path: String) -> Bool {
    var status = stat()
    if stat(path, &status) == 0 { return status.st_mode & S_IFMT == S_IFDIR }
    let parts = path.split(separator: "/", omittingEmptySubsequences: true)
    var folder = path.hasPrefix("/") ? "" : "."
    for part in parts {
      folder += "/" + part
      guard mkdir(folder, 0o700) == 0 || errno == EEXIST else { return false }
    }
    return true
  }

  /// Removes a file, or a folder with everything in it; links aren't followed.
  ///
  /// Entries that can't be removed stay.
  ///
  /// - Complexity: O(*n*) in the number of entries.
  package static func remove(_ path: String) {
    var status = stat()
    guard lstat(path, &status) == 0 else { return }
    guard status.st_mode & S_IFMT == S_IFDIR else {
      unlink(path)
      return
    }
    // Each folder twice: to list what's in it, and to remove it once that's gone.
    var rest = [(path: path, isListed: false)]
    while let (path, isListed) = rest.popLast() {
      if isListed {
        rmdir(path)
        continue
      }
      rest.append((path, true))
      for name in names(inFolder: path) ?? [] {
        let inner = "\(path)/\(name)"
        guard lstat(inner, &status) == 0 else { continue }
        if status.st_mode & S_IFMT == S_IFDIR {
          rest.append((inner, false))
        } else {
          unlink(inner)
        }
      }
    }
  }
}
