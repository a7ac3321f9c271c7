// SPDX-License-Identifier: Apache-2.0

import CLibrary
import CTerminal

/// Reads and writes whole files.
public enum SystemFiles {
  /// A failure to read or write a file.
  public struct Failure: Error, Hashable, Sendable, CustomStringConvertible {
    /// Whether the file doesn't exist.
    package let isMissing: Bool

    /// The message for users, with the name of the file.
    public let message: String

    /// The reason, without the name of the file.
    let reason: String

    /// The message.
    public var description: String { message }

    init(_ path: String, _ code: Int32) {
      isMissing = code == ENOENT
      reason = String(cString: strerror(code)).lowercased()
      message = "\(path): \(reason)"
    }

    package init(_ path: String, message: String) {
      isMissing = false
      reason = message
      self.message = "\(path): \(message)"
    }
  }

  /// Reads a file; `-` is standard input.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - limit: The maximum number of bytes to read. If the file is longer, one more byte is
  ///     returned, so that the caller can refuse it.
  /// - Returns: The bytes.
  /// - Throws: ``Failure`` if the file can't be read.
  public static func read(_ path: String, limit: Int = .max) throws(Failure) -> [UInt8] {
    let descriptor = path == "-" ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw Failure(path, errno) }
    defer { if descriptor != STDIN_FILENO { close(descriptor) } }
    return try readAll(descriptor, name: path, limit: limit)
  }

  /// Reads a descriptor to its end, or one byte past a limit.
  static func readAll(
    _ descriptor: Int32, name path: String, limit: Int = .max
  ) throws(Failure) -> [UInt8] {
    FilesRead.note(descriptor)
    let wanted = limit == .max ? Int.max : limit + 1
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while bytes.count < wanted {
      let count = readSome(descriptor, &buffer, min(buffer.count, wanted - bytes.count))
      if count == 0 { break }
      if count < 0 {
        if errno == EINTR { continue }
        throw Failure(path, errno)
      }
      bytes += buffer[..<count]
    }
    return bytes
  }

  /// Writes a file atomically: to a temporary file in the same folder, which is then renamed.
  ///
  /// Symbolic links are followed, and an existing file keeps its mode. A device or a pipe, such as
  /// `/dev/stderr`, is written to directly.
  ///
  /// - Parameters:
  ///   - text: What to write.
  ///   - path: The file.
  ///   - isPrivate: Whether only the owner may read the file.
  /// - Throws: ``Failure`` if the file can't be written. A regular file is then unchanged.
  package static func write(_ text: String, to path: String, isPrivate: Bool) throws(Failure) {
    var status = stat()
    let exists = stat(path, &status) == 0
    if exists, status.st_mode & S_IFMT != S_IFREG {
      return try writeInto(path, text)
    }
    let target = exists ? resolved(path) : destination(of: path)
    var template = Array((target + ".XXXXXX").utf8CString)
    let descriptor = mkstemp(&template)
    guard descriptor >= 0 else { throw Failure(path, errno) }
    let temporary = template.withUnsafeBufferPointer { pointer in
      pointer.baseAddress.map { String(cString: $0) } ?? ""
    }
    do throws(Failure) {
      try writeAll(text, to: descriptor, name: path)
      let mode = exists ? status.st_mode & 0o777 : newFileMode
      guard fchmod(descriptor, isPrivate ? mode & 0o700 : mode) == 0 else {
        throw Failure(path, errno)
      }
      guard fsync(descriptor) == 0 else { throw Failure(path, errno) }
    } catch {
      close(descriptor)
      unlink(temporary)
      throw error
    }
    guard close(descriptor) == 0, rename(temporary, target) == 0 else {
      let code = errno
      unlink(temporary)
      throw Failure(path, code)
    }
  }

  /// Checks whether ``write(_:to:isPrivate:)`` can be expected to succeed, if that's
  /// possible without writing the file.
  ///
  /// For a regular file, a temporary file is created next to it and removed again. A device is
  /// opened. For a pipe, only the permission is checked, because opening it would wait for a
  /// reader.
  ///
  /// - Throws: ``Failure`` if it can't.
  package static func checkWriting(to path: String) throws(Failure) {
    var status = stat()
    let exists = stat(path, &status) == 0
    guard exists, status.st_mode & S_IFMT != S_IFREG else {
      let target = exists ? resolved(path) : destination(of: path)
      if !exists, path.isEmpty || path.hasSuffix("/") { throw Failure(path, ENOENT) }
      var template = Array((target + ".XXXXXX").utf8CString)
      let descriptor = mkstemp(&template)
      guard descriptor >= 0 else { throw Failure(path, errno) }
      close(descriptor)
      unlink(template)
      return
    }
    if status.st_mode & S_IFMT == S_IFDIR { throw Failure(path, EISDIR) }
    if status.st_mode & S_IFMT == S_IFIFO {
      guard access(path, W_OK) == 0 else { throw Failure(path, errno) }
      return
    }
    let descriptor = open(path, O_WRONLY | O_CLOEXEC | O_NOCTTY)
    guard descriptor >= 0 else { throw Failure(path, errno) }
    defer { close(descriptor) }
    let code = ct_write_error(descriptor)
    if code != 0 { throw Failure(path, code) }
  }

  /// Checks whether writing to standard output can be expected to succeed.
  ///
  /// - Throws: ``Failure`` if standard output is closed, a pipe without a reader, or a device that
  ///   can't be written to.
  package static func checkStandardOutput() throws(Failure) {
    let code = ct_write_error(STDOUT_FILENO)
    if code == EBADF { throw Failure("standard output", message: "it is closed") }
    if code != 0 { throw Failure("standard output", code) }
  }

  /// Writes a new file with a unique name that only its owner can read.
  ///
  /// - Parameters:
  ///   - text: What to write.
  ///   - folders: The folders to try, best first.
  ///   - name: The beginning of its name.
  ///   - ending: The end of its name, such as `.json`.
  /// - Returns: Its path.
  /// - Throws: The ``Failure`` for the last folder if it can't be written in any of them.
  package static func writePrivately(
    _ text: String, in folders: [String], name: String, ending: String
  ) throws(Failure) -> String {
    var failure = Failure(name, ENOENT)
    for folder in folders {
      var template = Array("\(folder)/\(name)-XXXXXX\(ending)".utf8CString)
      let descriptor = mkstemps(&template, Int32(ending.utf8.count))
      guard descriptor >= 0 else {
        failure = Failure(folder, errno)
        continue
      }
      let path = template.withUnsafeBufferPointer { pointer in
        pointer.baseAddress.map { String(cString: $0) } ?? ""
      }
      do throws(Failure) {
        try writeAll(text, to: descriptor, name: path)
        guard fsync(descriptor) == 0 else { throw Failure(path, errno) }
      } catch {
        close(descriptor)
        unlink(path)
        failure = error
        continue
      }
      guard close(descriptor) == 0 else {
        failure = Failure(path, errno)
        continue
      }
      return path
    }
    throw failure
  }

  private static func writeInto(_ path: String, _ text: String) throws(Failure) {
    let descriptor = open(path, O_WRONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw Failure(path, errno) }
    defer { close(descriptor) }
    try writeAll(text, to: descriptor, name: path)
  }

  /// Returns whether something exists at a path.
  package static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

  /// Returns whether there's a folder at a path, or a link to one.
  package static func isFolder(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }

  /// Returns the absolute path of a file, without symbolic links; the path itself if there is no such
  /// file.
  package static func absolutePath(_ path: String) -> String { resolved(path) }

  /// Returns a path as it counts from a folder instead of the working directory, such as `../flows/a.yaml`.
  ///
  /// Links on the way are resolved, but not the last name. What doesn't exist stays as it is.
  package static func path(_ path: String, from folder: String) -> String {
    let slash = path.lastIndex(of: "/")
    let parent = slash.map { String(path[...$0]) } ?? "."
    let name = slash.map { String(path[path.index(after: $0)...]) } ?? path
    let isName = !["", ".", ".."].contains(name)
    let whole = isName ? resolved(parent) + "/" + name : resolved(path)
    let outer = resolved(folder)
    guard whole.hasPrefix("/"), outer.hasPrefix("/") else { return path }
    let to = whole.split(separator: "/")
    let from = outer.split(separator: "/")
    let common = zip(from, to).prefix { $0 == $1 }.count
    let steps = Array(repeating: "..", count: from.count - common) + to.dropFirst(common)
    return steps.isEmpty ? "." : steps.joined(separator: "/")
  }

  /// Returns a path with all symbolic links resolved.
  private static func resolved(_ path: String) -> String {
    guard let real = realpath(path, nil) else { return path }
    defer { free(real) }
    return String(cString: real)
  }

  /// Returns the path that a chain of links leads to, where nothing exists yet.
  private static func destination(of path: String) -> String {
    var path = path
    // The same limit as the system's.
    for _ in 0..<40 {
      var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
      let count = buffer.withUnsafeMutableBufferPointer { bytes in
        bytes.baseAddress.map { readlink(path, $0, bytes.count) } ?? 0
      }
      guard count > 0,
        let target = String(
          validating: buffer[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
      else {
        return path
      }
      let folder = path.lastIndex(of: "/").map { path[...$0] } ?? ""
      path = target.hasPrefix("/") ? target : folder + target
    }
    return path
  }

  /// Writes a text to a descriptor.
  ///
  /// - Throws: ``Failure`` if not all of it could be written.
  package static func writeAll(
    _ text: String, to descriptor: Int32, name: String
  ) throws(Failure) {
    try writeAll(Array(text.utf8), to: descriptor, name: name)
  }

  /// Writes bytes to a descriptor.
  static func writeAll(
    _ bytes: [UInt8], to descriptor: Int32, name: String
  ) throws(Failure) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { writeSome(descriptor, $0.baseAddress, $0.count) }
      if count < 0 {
        if errno == EINTR { continue }
        throw Failure(name, errno)
      }
      rest = rest.dropFirst(count)
    }
  }
}

// Functions of the C library, under names that the methods above don't hide.
private func readSome(_ descriptor: Int32, _ buffer: inout [UInt8], _ count: Int) -> Int {
  buffer.withUnsafeMutableBytes { read(descriptor, $0.baseAddress, count) }
}

private func writeSome(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
  write(descriptor, bytes, count)
}
