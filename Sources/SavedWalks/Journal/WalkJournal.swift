// SPDX-License-Identifier: Apache-2.0

public import FlowForms

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// The file of a walk that's going on: each event is on disk before the next question shows.
///
/// A record is appended and synchronized for each group of events. If the process is killed, at most
/// the last record is incomplete; opening the journal removes it. Only one process can have a journal
/// open.
public final class WalkJournal {
  /// The id of the walk: the name of the file without its ending.
  public let id: String

  /// The path of the flow file, or an empty text if there is none.
  public let flowPath: String

  /// The walk as it was when the journal was opened.
  public let walk: SavedWalk

  /// The number of bytes of an incomplete record that opening has removed.
  public let tornByteCount: Int

  private let path: String
  private var descriptor: Int32
  private var coding: EventCoding
  private var writer: ByteWriter

  /// The length of the complete records in bytes.
  private var length: Int

  private init(
    id: String, path: String, descriptor: Int32, contents: Contents, length: Int, torn: Int
  ) {
    self.id = id
    self.path = path
    self.descriptor = descriptor
    self.length = length
    flowPath = contents.flowPath
    walk = contents.walk
    coding = contents.coding
    writer = ByteWriter(continuing: contents.names.list)
    tornByteCount = torn
  }

  deinit { close(descriptor) }

  // MARK: Opening

  /// Creates the journal of a walk.
  ///
  /// - Parameters:
  ///   - id: The id of the walk.
  ///   - folder: The folder, which exists.
  ///   - walk: The walk so far.
  ///   - flowPath: The path of the flow file.
  /// - Returns: The journal, which this process has open.
  /// - Throws: ``JournalError``; in use if there is a journal with the id.
  public static func create(
    _ id: String, in folder: String, walk: SavedWalk, flowPath: String = ""
  ) throws(JournalError) -> WalkJournal {
    let path = path(of: id, in: folder)
    let descriptor = Self.open(path, O_RDWR | O_CREAT | O_EXCL | O_APPEND | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else {
      throw errno == EEXIST ? .inUse(id) : .system(reason(path, errno))
    }
    guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
      close(descriptor)
      throw .inUse(id)
    }
    var contents = Contents()
    contents.flowPath = flowPath
    contents.walk = walk
    contents.walk.events = []
    let journal = WalkJournal(
      id: id, path: path, descriptor: descriptor, contents: contents, length: 0, torn: 0)
    do throws(JournalError) {
      try journal.begin(walk)
    } catch {
      unlink(path)
      throw error
    }
    synchronize(folder: folder)
    return journal
  }

  /// Opens a journal to continue its walk, and removes an incomplete last record.
  ///
  /// - Parameters:
  ///   - id: The id of the walk.
  ///   - folder: The folder.
  /// - Returns: The journal, which this process has open.
  /// - Throws: ``JournalError`` if it doesn't exist, is in use, or is damaged.
  /// - Complexity: O(*n*) in the size of the file.
  public static func open(_ id: String, in folder: String) throws(JournalError) -> WalkJournal {
    let path = path(of: id, in: folder)
    let descriptor = Self.open(path, O_RDWR | O_APPEND | O_CLOEXEC, 0)
    guard descriptor >= 0 else {
      throw errno == ENOENT ? .missing(id) : .system(reason(path, errno))
    }
    guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
      close(descriptor)
      throw .inUse(id)
    }
    do throws(JournalError) {
      let file = try bytes(of: descriptor, path)
      let (contents, length) = try contents(of: file)
      if length < file.count, ftruncate(descriptor, off_t(length)) != 0 {
        throw JournalError.system(reason(path, errno))
      }
      return WalkJournal(
        id: id, path: path, descriptor: descriptor, contents: contents, length: length,
        torn: file.count - length)
    } catch {
      close(descriptor)
      throw error
    }
  }

  /// Reads the walk of a journal, without opening it to continue.
  ///
  /// - Throws: ``JournalError`` if it doesn't exist or is damaged.
  /// - Complexity: O(*n*) in the size of the file.
  public static func read(
    _ id: String, in folder: String
  ) throws(JournalError) -> (walk: SavedWalk, flowPath: String) {
    let path = path(of: id, in: folder)
    let descriptor = Self.open(path, O_RDONLY | O_CLOEXEC, 0)
    guard descriptor >= 0 else {
      throw errno == ENOENT ? .missing(id) : .system(reason(path, errno))
    }
    defer { close(descriptor) }
    let contents = try contents(of: try bytes(of: descriptor, path)).contents
    return (contents.walk, contents.flowPath)
  }

  // MARK: Writing

  /// Appends events, and returns when they're on disk.
  ///
  /// - Throws: ``JournalError/system(_:)`` if they can't be written. The journal is then as it was,
  ///   and appending can be tried again.
  /// - Complexity: O(*n*) in the number of events.
  public func append(_ events: [LoggedEvent]) throws(JournalError) {
    guard !events.isEmpty else { return }
    let before = (coding: coding, names: writer.nameCount)
    for event in events { coding.write(event, to: &writer) }
    do throws(JournalError) {
      try write(JournalRecords.record(writer.takeBytes()))
    } catch {
      coding = before.coding
      writer.revert(toNames: before.names)
      throw error
    }
  }

  /// Replaces the whole walk, at once and on disk.
  ///
  /// - Parameter walk: The walk, with its events.
  /// - Throws: ``JournalError/system(_:)`` if it can't be written. The journal is then as it was.
  public func replace(with walk: SavedWalk) throws(JournalError) {
    let temporary = path + ".new"
    unlink(temporary)
    let new = Self.open(temporary, O_RDWR | O_CREAT | O_EXCL | O_APPEND | O_CLOEXEC, 0o600)
    guard new >= 0, flock(new, LOCK_EX | LOCK_NB) == 0 else {
      throw .system(Self.reason(temporary, errno))
    }
    let old = (descriptor, length, coding, writer)
    (descriptor, length, coding, writer) = (new, 0, EventCoding(), ByteWriter())
    do throws(JournalError) {
      try begin(walk)
      guard rename(temporary, path) == 0 else {
        throw JournalError.system(Self.reason(path, errno))
      }
    } catch {
      (descriptor, length, coding, writer) = old
      close(new)
      unlink(temporary)
      throw error
    }
    close(old.0)
    if let slash = path.lastIndex(of: "/") { Self.synchronize(folder: String(path[..<slash])) }
  }

  private func begin(_ walk: SavedWalk) throws(JournalError) {
    var beginning = ByteWriter()
    beginning.write(flowPath)
    walk.write(beginningTo: &beginning)
    try write(JournalRecords.record(beginning.bytes))
    try append(walk.events)
  }

  /// Deletes the file.
  public func remove() { unlink(path) }

  private func write(_ record: [UInt8]) throws(JournalError) {
    var written = 0
    while written < record.count {
      let count = record[written...].withUnsafeBytes {
        Self.writeBytes(descriptor, $0.baseAddress, $0.count)
      }
      if count < 0 {
        if errno == EINTR { continue }
        let code = errno
        ftruncate(descriptor, off_t(length))
        throw .system(Self.reason(path, code))
      }
      written += count
    }
    guard fsync(descriptor) == 0 else {
      let code = errno
      ftruncate(descriptor, off_t(length))
      throw .system(Self.reason(path, code))
    }
    length += record.count
  }
}
