// SPDX-License-Identifier: Apache-2.0

import CLibrary
import FlowExpressions

/// A file of records that is open, and the calls of the system that it needs.
///
/// A write either reaches the disk as a whole or leaves the file as it was.
struct JournalFile {
  /// Why the system refuses; with the path.
  struct Refusal: Error {
    /// The path.
    private let path: String

    /// The code of the error, as in `errno`.
    let code: Int32

    /// The path and the system's words.
    var reason: String { "\(path): \(String(cString: strerror(code)).lowercased())" }

    init(_ path: String, _ code: Int32) {
      self.path = path
      self.code = code
    }
  }

  let path: String

  /// The descriptor; the owner closes it.
  let descriptor: Int32

  /// The number of the file in its file system, which no other file has while this one is open, and that system; 0 if they
  /// can't be found.
  let number: UInt64
  private let device: UInt64

  /// Opens a file.
  ///
  /// - Parameters:
  ///   - path: The path.
  ///   - flags: The flags of `open`; close-on-exec is added, and that no pipe is waited for. Only the
  ///     user can read a new file.
  /// - Throws: `Refusal` if the system refuses.
  init(_ path: String, _ flags: Int32) throws(Refusal) {
    self.path = path
    descriptor = Self.open(path, flags | O_CLOEXEC | O_NONBLOCK, 0o600)
    guard descriptor >= 0 else { throw Refusal(path, errno) }
    var own = stat()
    (number, device) = fstat(descriptor, &own) == 0 ? Self.identity(own) : (0, 0)
  }

  /// The same open file under its new name.
  init(_ file: JournalFile, at path: String) {
    self.path = path
    (descriptor, number, device) = (file.descriptor, file.number, file.device)
  }

  private static func identity(_ status: stat) -> (number: UInt64, device: UInt64) {
    (UInt64(status.st_ino), UInt64(truncatingIfNeeded: status.st_dev))
  }

  /// Creates a file for what only this process writes, and that must not exist yet.
  package static func created(_ path: String) throws(Refusal) -> JournalFile {
    try JournalFile(path, O_RDWR | O_CREAT | O_EXCL)
  }

  /// Takes the file's lock for this descriptor.
  ///
  /// - Returns: Whether it was free; false if another descriptor has it.
  /// - Throws: `Refusal` if the file can't be locked at all.
  func takesLock() throws(Refusal) -> Bool {
    while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
      if errno == EWOULDBLOCK { return false }
      guard errno == EINTR else { throw Refusal(path, errno) }
    }
    return true
  }

  /// Opens a file that others replace and remove, with its lock.
  ///
  /// Between opening and locking, another process can finish with the file, so the one that has the
  /// path when it's locked is opened.
  ///
  /// - Parameters:
  ///   - path: The path.
  ///   - flags: The flags of `open`.
  ///   - open: A file that was at the path and is still open; nil for none.
  ///   - lock: Takes the lock of a file; false gives up.
  /// - Returns: The file, or nil if the lock was given up.
  /// - Throws: `Refusal` if the system refuses; with the code `ENOENT` if the file is gone.
  static func locked(
    _ path: String, _ flags: Int32, open: JournalFile? = nil,
    by lock: (JournalFile) throws(Refusal) -> Bool
  ) throws(Refusal) -> JournalFile? {
    var open = open
    while true {
      let file = if let open { open } else { try JournalFile(path, flags) }
      open = nil
      do throws(Refusal) {
        if try lock(file) {
          if file.isCurrent { return file }
          file.close()
          continue
        }
      } catch {
        file.close()
        throw error
      }
      file.close()
      return nil
    }
  }

  /// Opens a file with its lock, or returns nil if another process has it.
  static func locked(_ path: String, _ flags: Int32) throws(Refusal) -> JournalFile? {
    try locked(path, flags) { file throws(Refusal) in try file.takesLock() }
  }

  /// Waits for the file's lock.
  ///
  /// - Parameter isShared: Whether others may have it shared as well.
  /// - Throws: `Refusal` if the system refuses.
  func waitForLock(isShared: Bool = false) throws(Refusal) {
    while flock(descriptor, isShared ? LOCK_SH : LOCK_EX) != 0 {
      guard errno == EINTR else { throw Refusal(path, errno) }
    }
  }

  /// Whether the path still leads to this file: no one has replaced or removed it.
  var isCurrent: Bool {
    var found = stat()
    return number != 0 && stat(path, &found) == 0 && Self.identity(found) == (number, device)
  }

  /// Whether it's a regular file, and not a folder, a pipe, or a device.
  var isRegular: Bool {
    var own = stat()
    return fstat(descriptor, &own) == 0 && own.st_mode & S_IFMT == S_IFREG
  }

  /// The length in bytes; 0 if it can't be found.
  private var length: Int {
    var own = stat()
    return fstat(descriptor, &own) == 0 ? Int(own.st_size) : 0
  }

  /// The time of the last change by the clock of the file system.
  var changed: Timestamp {
    var own = stat()
    guard fstat(descriptor, &own) == 0 else { return .epoch }
    return Self.changed(own)
  }

  /// The time of the last change in the status of a file.
  static func changed(_ status: stat) -> Timestamp {
    #if canImport(Darwin)
    let time = status.st_mtimespec
    #else
    let time = status.st_mtim
    #endif
    let changed = try? Timestamp(
      secondsSinceEpoch: Int64(time.tv_sec), nanoseconds: Int64(time.tv_nsec))
    return changed ?? .epoch
  }

  /// Returns the names of the files in a folder, in no order.
  ///
  /// - Throws: `Refusal` if the system refuses.
  static func names(in folder: String) throws(Refusal) -> [String] {
    guard let stream = opendir(folder) else { throw Refusal(folder, errno) }
    defer { closedir(stream) }
    var names: [String] = []
    while let item = readdir(stream) {
      names.append(
        withUnsafePointer(to: item.pointee.d_name) { pointer in
          pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
        })
    }
    return names
  }

  /// Returns the number of files in a folder whose names have a beginning and an end, and something in between.
  ///
  /// - Throws: `Refusal` if the system refuses.
  static func countNames(
    in folder: String, beginningWith prefix: String, endingWith suffix: String, limit: Int
  ) throws(Refusal) -> Int {
    guard let stream = opendir(folder) else { throw Refusal(folder, errno) }
    defer { closedir(stream) }
    let (prefix, suffix) = (Array(prefix.utf8), Array(suffix.utf8))
    var count = 0
    while count < limit, let item = readdir(stream) {
      let isCounted = withUnsafeBytes(of: &item.pointee.d_name) { name in
        guard name.starts(with: prefix), let end = name.firstIndex(of: 0) else { return false }
        return end > prefix.count + suffix.count
          && name[..<end].suffix(suffix.count).elementsEqual(suffix)
      }
      if isCounted { count += 1 }
    }
    return count
  }

  /// Removes files that a crash has left before they got their names.
  ///
  /// A file that a process has locked is still being written.
  ///
  /// - Parameters:
  ///   - folder: The folder.
  ///   - time: The time after which a file can be one that is still being written without a lock;
  ///     nil if all are locked.
  ///   - isLeftover: Whether a name is that of an unfinished file.
  static func removeLeftovers(
    in folder: String, changedBefore time: Timestamp? = nil, _ isLeftover: (String) -> Bool
  ) {
    for name in (try? names(in: folder)) ?? [] where isLeftover(name) {
      _ = try? removeLeftover("\(folder)/\(name)", changedBefore: time)
    }
  }

  /// Removes a file that a crash has left before it got its name.
  ///
  /// - Returns: Whether it's gone; false if a process is still writing it.
  /// - Throws: `Refusal` if the system refuses.
  @discardableResult
  static func removeLeftover(
    _ path: String, changedBefore time: Timestamp? = nil
  ) throws(Refusal) -> Bool {
    do throws(Refusal) {
      guard let file = try locked(path, O_RDONLY) else { return false }
      defer { file.close() }
      if let time, file.changed >= time { return false }
      try remove(path)
    } catch {
      guard error.code == ENOENT else { throw error }
    }
    return true
  }

  /// Creates an unfinished file with its lock, in place of what a crash has left of one.
  ///
  /// - Returns: The file, or nil if another process is writing it.
  /// - Throws: `Refusal` if the system refuses.
  static func unfinished(_ path: String) throws(Refusal) -> JournalFile? {
    while true {
      let file: JournalFile
      do throws(Refusal) {
        file = try created(path)
      } catch {
        guard error.code == EEXIST else { throw error }
        guard try removeLeftover(path) else { return nil }
        continue
      }
      do throws(Refusal) {
        // Until it's locked, another process can take it for a leftover.
        if try file.takesLock(), file.isCurrent { return file }
        file.close()
      } catch {
        unlink(path)
        file.close()
        throw error
      }
    }
  }

  /// Removes an unfinished file, unless it has got its name.
  func discard() {
    if isCurrent { unlink(path) }
  }

  /// Reads the whole file, or what follows an offset.
  ///
  /// - Complexity: O(*n*) in the number of bytes read.
  func bytes(from offset: Int = 0) throws(Refusal) -> [UInt8] {
    var bytes: [UInt8] = []
    // The rest, and a byte to see that nothing follows.
    var room = max(length - offset, 0) + 1
    while true {
      let start = off_t(offset + bytes.count)
      var (count, code) = (0, Int32(0))
      let part = [UInt8](unsafeUninitializedCapacity: room) { buffer, length in
        count = pread(descriptor, buffer.baseAddress, room, start)
        code = errno
        length = max(count, 0)
      }
      if count == 0 { return bytes }
      if count < 0 {
        if code == EINTR { continue }
        throw Refusal(path, code)
      }
      if bytes.isEmpty { bytes = part } else { bytes += part }
      room = 65_536
    }
  }

  /// Whether some bytes are before an offset, and nothing but a number of zeros follows, of which only the first ones are
  /// looked at: a record begins with something else.
  func ends(with bytes: [UInt8], at length: Int, room: Int) -> Bool {
    withUnsafeTemporaryAllocation(byteCount: bytes.count + 4, alignment: 1) { buffer in
      let count = pread(descriptor, buffer.baseAddress, buffer.count, off_t(length - bytes.count))
      return count == bytes.count + min(room, 4)
        && buffer.prefix(bytes.count).elementsEqual(bytes)
        && buffer[bytes.count..<count].allSatisfy { $0 == 0 }
    }
  }

  /// Writes bytes after what's in a file, and returns when they're on disk.
  ///
  /// - Parameters:
  ///   - bytes: The bytes.
  ///   - length: Where they begin, and to what the file is cut if they can't be written.
  /// - Throws: `Refusal`; the file is then as it was.
  func append(_ bytes: [UInt8], at length: Int) throws(Refusal) {
    try add(bytes, at: length)
    guard Self.synchronizeContent(descriptor) == 0 else { throw cut(to: length, after: errno) }
  }

  /// Writes bytes after what's in a file, which are on disk after `synchronize()`.
  ///
  /// - Throws: `Refusal`; the file is then as it was.
  func add(_ bytes: [UInt8], at length: Int) throws(Refusal) {
    var written = 0
    while written < bytes.count {
      let count = bytes[written...].withUnsafeBytes {
        pwrite(descriptor, $0.baseAddress, $0.count, off_t(length + written))
      }
      if count < 0 {
        if errno == EINTR { continue }
        throw cut(to: length, after: errno)
      }
      written += count
    }
  }

  /// Returns when what was added is on disk.
  func synchronize() throws(Refusal) {
    guard fsync(descriptor) == 0 else { throw Refusal(path, errno) }
  }

  func cut(to length: Int) throws(Refusal) {
    guard ftruncate(descriptor, off_t(length)) == 0 else { throw Refusal(path, errno) }
  }

  private func cut(to length: Int, after code: Int32) -> Refusal {
    ftruncate(descriptor, off_t(length))
    return Refusal(path, code)
  }

  /// Gives back the lock, and closes the descriptor.
  package func close() {
    // A process that another thread is about to start has the descriptor too until it's running, so
    // closing alone would keep the lock for a moment.
    unlock()
    Self.closeDescriptor(descriptor)
  }

  /// Gives back the lock.
  func unlock() { _ = flock(descriptor, LOCK_UN) }

  /// Closes the descriptor of a file whose lock wasn't taken.
  func closeUnlocked() { Self.closeDescriptor(descriptor) }

  /// Makes sure that a new file is found after a power failure.
  static func synchronize(folder: String) {
    guard let file = try? JournalFile(folder, O_RDONLY | O_DIRECTORY) else { return }
    fsync(file.descriptor)
    file.closeUnlocked()
  }

  static func remove(_ path: String) throws(Refusal) {
    guard unlink(path) == 0 else { throw Refusal(path, errno) }
  }

  /// Gives a file another name, which no file has yet.
  ///
  /// - Throws: `Refusal`; with the code `EEXIST` if a file has the name.
  static func name(_ old: String, as new: String) throws(Refusal) {
    if link(old, new) == 0 { return }
    let code = errno
    // A file system without links can only rename.
    guard code != EEXIST, access(new, F_OK) != 0 else { throw Refusal(new, EEXIST) }
    try rename(old, to: new)
  }

  /// Gives a file the name of another, which it replaces.
  static func rename(_ old: String, to new: String) throws(Refusal) {
    let status = CLibrary.rename(old, new)
    guard status == 0 else { throw Refusal(new, errno) }
  }

  // The members above have the names of the system's calls.
  private static func open(_ path: String, _ flags: Int32, _ mode: mode_t) -> Int32 {
    CLibrary.open(path, flags, mode)
  }

  /// Returns when the content of a file is on disk, with its length; its times may follow later.
  private static func synchronizeContent(_ descriptor: Int32) -> Int32 {
    #if canImport(Darwin)
    fsync(descriptor)
    #else
    fdatasync(descriptor)
    #endif
  }

  private static func closeDescriptor(_ descriptor: Int32) {
    _ = CLibrary.close(descriptor)
  }
}

extension JournalError {
  init(_ refusal: JournalFile.Refusal) { self = .system(refusal.reason) }
}
