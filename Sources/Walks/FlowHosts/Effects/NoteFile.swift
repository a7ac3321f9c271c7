// SPDX-License-Identifier: Apache-2.0

import CLibrary
import CTerminal
import FlowEffects
import Localization
import Synchronization

/// The file of a note, open and locked.
///
/// The lock belongs to this process until the file is closed, which the system does if the process is killed. So a note
/// that can be locked is a leftover or new.
final class NoteFile: Sendable {
  /// The maximum size of a note in bytes; one of what trees can replace is smaller.
  private static let limit = 4 * SystemWrites.previousTreeLimit

  /// How long another process is waited for that has the note, in nanoseconds.
  static let patience: Int64 = 30_000_000_000

  private let place: SystemFolder.Place
  private let descriptor: Int32

  private init(_ place: SystemFolder.Place, _ descriptor: Int32) {
    self.place = place
    self.descriptor = descriptor
  }

  deinit {
    // A process that another thread is about to start has the descriptor too until it's running.
    _ = flock(descriptor, LOCK_UN)
    close(descriptor)
  }

  /// Opens a note, and waits until no other process has it.
  ///
  /// - Parameters:
  ///   - name: The name of the note.
  ///   - folder: The folder that it's in.
  ///   - isMade: Whether it's made if there's none.
  ///   - patience: How long another process is waited for, in nanoseconds.
  ///   - cancellation: Ends the wait.
  ///   - catalog: The language in which failures are described.
  /// - Returns: The note; nil if there's none, and it isn't made or may not be.
  /// - Throws: The reason why it can't be opened or locked.
  static func locked(
    _ name: String, in folder: SystemFolder, isMade: Bool, patience: Int64 = patience,
    until cancellation: EffectCancellation, _ catalog: MessageCatalog
  ) throws(FileFailure) -> NoteFile? {
    let deadline = ct_monotonic_nanoseconds() + patience
    let place = try folder.place(of: name, makesFolders: false, followsLast: false)
    let flags = O_RDWR | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC | (isMade ? O_CREAT : 0)
    while true {
      let descriptor = openat(place.folder, place.name, flags, 0o600)
      guard descriptor >= 0 else {
        if errno == ENOENT, !isMade { return nil }
        if isMade, [EACCES, EPERM, EROFS].contains(errno) { return nil }
        throw FileFailure(code: errno)
      }
      let file = NoteFile(place, descriptor)
      while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
        guard errno == EWOULDBLOCK || errno == EINTR else { throw FileFailure(code: errno) }
        guard !cancellation.isCancelled else {
          throw FileFailure.system(catalog.text(.wasInterrupted))
        }
        guard ct_monotonic_nanoseconds() < deadline else {
          throw FileFailure.system(catalog.text(.writtenElsewhere))
        }
        usleep(5_000)
      }
      if try file.isCurrent { return file }
    }
  }

  /// Whether the name still leads to this file: no one has removed it before it was locked.
  private var isCurrent: Bool {
    get throws(FileFailure) {
      var (own, other) = (stat(), stat())
      guard fstat(descriptor, &own) == 0 else { throw FileFailure(code: errno) }
      guard fstatat(place.folder, place.name, &other, AT_SYMLINK_NOFOLLOW) == 0 else {
        if errno == ENOENT { return false }
        throw FileFailure(code: errno)
      }
      guard own.st_mode & S_IFMT == S_IFREG else { throw FileFailure.notAFile }
      return own.st_ino == other.st_ino && own.st_dev == other.st_dev
    }
  }

  /// The name of the note.
  var name: String { place.name }

  /// The bytes of the note; none if it's new.
  var bytes: [UInt8] {
    get throws(FileFailure) {
      var status = stat()
      guard fstat(descriptor, &status) == 0 else { throw FileFailure(code: errno) }
      guard status.st_size <= Self.limit else { throw FileFailure.tooLarge(limit: Self.limit) }
      guard lseek(descriptor, 0, SEEK_SET) == 0 else { throw FileFailure(code: errno) }
      do {
        return try SystemFiles.readAll(descriptor, name: place.name)
      } catch {
        throw FileFailure.system(error.reason)
      }
    }
  }

  /// Writes the note, and returns when it's on disk.
  func write(_ bytes: [UInt8]) throws(FileFailure) {
    guard ftruncate(descriptor, 0) == 0, lseek(descriptor, 0, SEEK_SET) == 0 else {
      throw FileFailure(code: errno)
    }
    do {
      try SystemFiles.writeAll(bytes, to: descriptor, name: place.name)
    } catch {
      throw FileFailure.system(error.reason)
    }
    guard fsync(descriptor) == 0 else { throw FileFailure(code: errno) }
  }

  /// Changes the first byte of the note, which needs no space, and returns when that's on disk.
  func mark(_ byte: UInt8) throws(FileFailure) {
    var byte = byte
    guard pwrite(descriptor, &byte, 1, 0) == 1, fsync(descriptor) == 0 else {
      throw FileFailure(code: errno)
    }
  }

  /// Removes the note.
  func remove() throws(FileFailure) {
    guard unlinkat(place.folder, place.name, 0) == 0 || errno == ENOENT else {
      throw FileFailure(code: errno)
    }
  }
}

/// The notes about what this process has performed and its walks haven't recorded yet.
final class HeldNotes: Sendable {
  private let notes = Mutex<[EffectAttempt: NoteFile]>([:])

  /// Keeps a note, with its lock, until its walk has recorded the result; without a walk, removes it.
  func keep(_ note: NoteFile, of attempt: EffectAttempt?) throws(FileFailure) {
    guard let attempt else { return try note.remove() }
    notes.withLock { $0[attempt] = note }
  }

  /// Takes the note with a name; nil if there's none.
  func take(named name: String) -> NoteFile? {
    notes.withLock { notes in
      notes.first { $0.value.name == name }.flatMap { notes.removeValue(forKey: $0.key) }
    }
  }

  /// Takes the note of an attempt; nil if there's none.
  func take(_ attempt: EffectAttempt?) -> NoteFile? {
    guard let attempt else { return nil }
    return notes.withLock { $0.removeValue(forKey: attempt) }
  }
}
