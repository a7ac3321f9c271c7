// SPDX-License-Identifier: Apache-2.0

import CTerminal

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// Reads and writes whole files.
public enum SystemFiles {
  /// A file that could not be read or written.
  public struct Failure: Error, Hashable, Sendable {
    /// Whether there is no such file.
    public let isMissing: Bool

    /// The words for a person, with the file.
    public let message: String

    /// What happened, without the file.
    public let reason: String

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

  /// The bytes of a file; `-` is standard input.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - limit: The maximum number of bytes that are read; of a longer file one byte more comes
  ///     back, so that
  ///     the caller can refuse it.
  /// - Returns: The bytes.
  /// - Throws: ``Failure`` when it can't be read.
  public static func read(_ path: String, limit: Int = .max) throws(Failure) -> [UInt8] {
    let descriptor = path == "-" ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw Failure(path, errno) }
    defer { if descriptor != STDIN_FILENO { close(descriptor) } }
    return try readAll(descriptor, name: path, limit: limit)
  }

  /// The bytes that a descriptor gives up to its end, at most one more than a limit.
  static func readAll(
    _ descriptor: Int32, name path: String, limit: Int = .max
  ) throws(Failure) -> [UInt8] {
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

  /// Writes a file whole or not at all: beside it first, then renamed.
  ///
  /// A symbolic link stays, and the file that it names is written; a file keeps its mode. A device
  /// or a pipe, such as `/dev/stderr`, is written to as it is.
  ///
  /// - Parameters:
  ///   - text: What to write.
  ///   - path: The file.
  ///   - isPrivate: Whether only its owner may read it.
  /// - Throws: ``Failure`` when it can't be written; then the file is as it was.
  public static func write(_ text: String, to path: String, isPrivate: Bool) throws(Failure) {
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
      let mode = exists ? status.st_mode & 0o777 : newFileMode()
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

  /// Whether a file can be expected to be written by ``write(_:to:isPrivate:)``, as far as that can
  /// be known without writing it.
  ///
  /// Where a file would be made, one is made beside it and removed again; a device is opened; into
  /// a pipe nothing is looked at but the permission, since opening it would wait for its reader.
  ///
  /// - Throws: ``Failure`` when it can't.
  public static func checkWriting(to path: String) throws(Failure) {
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

  /// Whether a write to standard output can be expected to succeed.
  ///
  /// - Throws: ``Failure`` when it is closed, a pipe that no one reads, or a device that takes
  ///   nothing.
  public static func checkStandardOutput() throws(Failure) {
    let code = ct_write_error(STDOUT_FILENO)
    if code == EBADF { throw Failure("standard output", message: "it is closed") }
    if code != 0 { throw Failure("standard output", code) }
  }

  /// Writes a new file that only its owner may read, under a name that no other file has.
  ///
  /// - Parameters:
  ///   - text: What to write.
  ///   - folders: Where it may be, the best place first.
  ///   - name: What its name begins with.
  ///   - ending: What its name ends with, such as `.json`.
  /// - Returns: Its path.
  /// - Throws: ``Failure`` of the last place when it can't be written anywhere.
  public static func writePrivately(
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

  /// The path after all symbolic links.
  private static func resolved(_ path: String) -> String {
    guard let real = realpath(path, nil) else { return path }
    defer { free(real) }
    return String(cString: real)
  }

  /// The path that links lead to, the last of which names nothing yet.
  private static func destination(of path: String) -> String {
    var path = path
    // As many as the system follows.
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

  private static func newFileMode() -> mode_t {
    let mask = umask(0)
    umask(mask)
    return 0o666 & ~mask
  }

  /// Writes a text to a descriptor.
  ///
  /// - Throws: ``Failure`` when not all of it could be written.
  public static func writeAll(
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

// The functions of the C library, under names that the methods above don't hide.
private func readSome(_ descriptor: Int32, _ buffer: inout [UInt8], _ count: Int) -> Int {
  buffer.withUnsafeMutableBytes { read(descriptor, $0.baseAddress, count) }
}

private func writeSome(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
  write(descriptor, bytes, count)
}

extension SystemFiles {
  /// The names in a folder, sorted; nil when the path is no folder that can be read.
  public static func names(inFolder path: String) -> [String]? {
    guard let folder = opendir(path) else { return nil }
    defer { closedir(folder) }
    var names: [String] = []
    while let entry = readdir(folder) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names.sorted()
  }
}

extension SystemFiles {
  /// Keeps the numbers of closed standard streams from being given to files that are opened later,
  /// which would then be written to by mistake; to be called before any file is opened.
  ///
  /// Reading from or writing to such a stream fails as before.
  public static func reserveStandardStreams() { ct_reserve_standard_streams() }

  /// Makes a folder, and those around it, that only its owner may enter.
  ///
  /// - Returns: Whether it is there now.
  public static func makePrivateFolder(_ path: String) -> Bool {
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
}
