// SPDX-License-Identifier: Apache-2.0

import CLibrary
public import FlowSessions

/// The file of a walk that's going on: each event is on disk before the next question shows.
///
/// A record is appended and synchronized for each group of events. If the process is killed, at most
/// the last record is incomplete; opening the journal removes it. Only one process can have a journal
/// open.
///
/// A journal has no place for secrets unless it's sealed with a key. Then only the flow that it's of
/// can be read without the key.
public final class WalkJournal {
  /// The id of the walk: the name of the file without its ending.
  public let id: String

  /// The data of the walk that the journal shows without a key.
  package private(set) var outline: Outline

  /// The walk as it was when the journal was opened.
  public let walk: SavedWalk

  /// The last remark in the journal; nil if there's none, or the walk was replaced since.
  package private(set) var remark: String?

  /// The number of bytes of an incomplete record that opening has removed.
  public let tornByteCount: Int

  private var file: JournalFile
  private var coding: EventCoding
  private var writer: ByteWriter

  /// The key of a sealed journal, and of one that ``replace(with:flowPath:)`` writes.
  private let key: (any RecordSeal)?

  /// The seal of the records after the first; nil if they aren't sealed.
  private var seal: JournalSeal?

  /// The length of the complete records in bytes.
  private var length: Int

  /// The number of complete records.
  private var count: Int

  private init(
    id: String, file: JournalFile, contents: Contents, length: Int, torn: Int,
    key: (any RecordSeal)?
  ) {
    self.id = id
    self.file = file
    self.length = length
    self.key = key
    seal = contents.seal
    count = contents.count
    outline = contents.outline
    walk = contents.walk
    remark = contents.remark
    coding = contents.coding
    writer = ByteWriter(continuing: contents.names.list)
    tornByteCount = torn
  }

  deinit { file.close() }

  // MARK: Opening

  /// Creates the journal of a walk; the file gets its name when it's whole.
  ///
  /// - Parameters:
  ///   - id: The id of the walk.
  ///   - folder: The folder, which exists.
  ///   - walk: The walk so far; with secrets only if there's a key.
  ///   - flowPath: The path of the flow file.
  ///   - key: The key to seal it with; nil for none.
  /// - Returns: The journal, which this process has open.
  /// - Throws: ``JournalError``; in use if there is a journal with the id.
  public static func create(
    _ id: String, in folder: String, walk: SavedWalk, flowPath: String = "",
    key: (any RecordSeal)? = nil
  ) throws(JournalError) -> WalkJournal {
    let path = path(of: id, in: folder)
    let file = try unfinished(path, id)
    var contents = Contents()
    contents.outline = Outline(
      flowPath: flowPath, flowID: walk.flowID, flowVersion: walk.flowVersion, isSealed: key != nil)
    contents.walk = walk
    contents.walk.events = []
    let journal = WalkJournal(
      id: id, file: file, contents: contents, length: 0, torn: 0, key: key)
    defer { file.discard() }
    try journal.begin(walk)
    do throws(JournalFile.Refusal) {
      try JournalFile.name(file.path, as: path)
    } catch {
      guard error.code == EEXIST else { throw JournalError(error) }
      try JournalFolder(folder).checkName(id)
      throw .inUse(id)
    }
    journal.file = JournalFile(file, at: path)
    JournalFile.synchronize(folder: folder)
    return journal
  }

  /// Opens a journal to continue its walk, and removes an incomplete last record.
  ///
  /// - Parameters:
  ///   - id: The id of the walk.
  ///   - folder: The folder.
  ///   - key: The key; needed if it's sealed. One that isn't sealed is from the next
  ///     ``WalkJournal/replace(with:flowPath:)`` on.
  /// - Returns: The journal, which this process has open.
  /// - Throws: ``JournalError`` if it doesn't exist, is in use, is damaged, or needs another key.
  /// - Complexity: O(*n*) in the size of the file.
  public static func open(
    _ id: String, in folder: String, key: (any RecordSeal)? = nil
  ) throws(JournalError) -> WalkJournal {
    try open(id, in: folder, key: key) { file throws(JournalFile.Refusal) in
      try file.takesLock()
    }
  }

  /// Opens a journal whose lock is taken in a way of its own, so that a test can come between.
  static func open(
    _ id: String, in folder: String, key: (any RecordSeal)? = nil,
    by lock: (JournalFile) throws(JournalFile.Refusal) -> Bool
  ) throws(JournalError) -> WalkJournal {
    let path = path(of: id, in: folder)
    let locked: JournalFile?
    do throws(JournalFile.Refusal) {
      locked = try JournalFile.locked(path, O_RDWR, by: lock)
    } catch {
      throw error.code == ENOENT ? .missing(id) : JournalError(error)
    }
    guard let file = locked else { throw .inUse(id) }
    do throws(JournalError) {
      try checkKind(of: file)
      // Only the process that has the lock replaces the journal.
      _ = try? JournalFile.removeLeftover(path + newEnding)
      let bytes = try bytes(of: file)
      let (contents, length) = try contents(of: bytes, id: id, key: key)
      if length < bytes.count {
        do throws(JournalFile.Refusal) { try file.cut(to: length) } catch {
          throw JournalError(error)
        }
      }
      return WalkJournal(
        id: id, file: file, contents: contents, length: length, torn: bytes.count - length,
        key: key)
    } catch {
      file.close()
      throw error
    }
  }

  /// Reads the walk of a journal, without opening it to continue.
  ///
  /// - Parameters:
  ///   - id: The id of the walk.
  ///   - folder: The folder.
  ///   - key: The key; needed if it's sealed.
  /// - Returns: The walk, and the path of its flow file.
  /// - Throws: ``JournalError`` if it doesn't exist, is damaged, or needs another key.
  /// - Complexity: O(*n*) in the size of the file.
  public static func read(
    _ id: String, in folder: String, key: (any RecordSeal)? = nil
  ) throws(JournalError) -> (walk: SavedWalk, flowPath: String) {
    let file = try opened(id, in: folder, O_RDONLY)
    defer { file.close() }
    let contents = try contents(of: try bytes(of: file), id: id, key: key).contents
    return (contents.walk, contents.outline.flowPath)
  }

  static func opened(
    _ id: String, in folder: String, _ flags: Int32
  ) throws(JournalError) -> JournalFile {
    let file: JournalFile
    do throws(JournalFile.Refusal) {
      file = try JournalFile(path(of: id, in: folder), flags)
    } catch {
      throw error.code == ENOENT ? .missing(id) : JournalError(error)
    }
    do throws(JournalError) { try checkKind(of: file) } catch {
      file.close()
      throw error
    }
    return file
  }

  private static func checkKind(of file: JournalFile) throws(JournalError) {
    guard file.isRegular else { throw .system("\(file.path): \(JournalFolder.notAFile)") }
  }

  /// Creates the file that becomes a journal when it's whole, with its lock.
  private static func unfinished(
    _ path: String, _ id: String
  ) throws(JournalError) -> JournalFile {
    do throws(JournalFile.Refusal) {
      if let file = try JournalFile.unfinished(path + newEnding) { return file }
    } catch {
      throw JournalError(error)
    }
    throw .inUse(id)
  }

  static func bytes(of file: JournalFile) throws(JournalError) -> [UInt8] {
    do throws(JournalFile.Refusal) { return try file.bytes() } catch { throw JournalError(error) }
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
      let content = writer.takeBytes()
      try write([seal?.sealed(content, position: count) ?? content])
    } catch {
      coding = before.coding
      writer.revert(toNames: before.names)
      throw error
    }
  }

  /// Appends a remark that isn't part of the walk, and returns when it's on disk.
  ///
  /// A driver that takes one step of a walk in each process notes what it has shown. Nothing is written
  /// if it's the last remark already.
  ///
  /// - Throws: ``JournalError/system(_:)`` if it can't be written.
  /// - Complexity: O(*n*) in the length of the text.
  package func append(remark text: String) throws(JournalError) {
    guard text != remark else { return }
    let content = [JournalRecords.remark] + text.utf8
    try write([seal?.sealed(content, position: count) ?? content])
    remark = text
  }

  /// Whether the journal is still the file at its path: no one has removed or replaced it.
  package var isCurrent: Bool { file.isCurrent }

  /// The path of the file.
  package var path: String { file.path }

  /// The end of a file's name until the file replaces the journal.
  static let newEnding = ".new"

  /// Replaces the whole walk, at once and on disk.
  ///
  /// - Parameters:
  ///   - walk: The walk, with its events.
  ///   - flowPath: The path of the flow file; nil for the one that the journal has.
  /// - Throws: ``JournalError`` if it can't be written, or another process is writing a journal with
  ///   this id. The journal is then as it was.
  public func replace(
    with walk: SavedWalk, flowPath: String? = nil
  ) throws(JournalError) {
    let path = file.path
    let new = try Self.unfinished(path, id)
    let old = (file, length, count, seal, coding, writer, outline)
    (file, length, count, seal, coding, writer) = (new, 0, 0, nil, EventCoding(), ByteWriter())
    if let flowPath { outline.flowPath = flowPath }
    (outline.flowID, outline.flowVersion) = (walk.flowID, walk.flowVersion)
    do throws(JournalError) {
      try begin(walk)
      do throws(JournalFile.Refusal) {
        try JournalFile.rename(new.path, to: path)
      } catch {
        throw JournalError(error)
      }
    } catch {
      (file, length, count, seal, coding, writer, outline) = old
      new.discard()
      new.close()
      throw error
    }
    old.0.close()
    remark = nil
    file = JournalFile(new, at: path)
    if let slash = path.lastIndex(of: "/") {
      JournalFile.synchronize(folder: String(path[..<slash]))
    }
  }

  private func begin(_ walk: SavedWalk) throws(JournalError) {
    var first = ByteWriter()
    first.write(outline.flowPath)
    if let key {
      var plain = SavedWalk(flowID: walk.flowID, fingerprint: walk.fingerprint)
      plain.flowVersion = walk.flowVersion
      plain.write(beginningTo: &first)
      first.write(raw: JournalSeal.newSalt())
      var beginning = ByteWriter()
      walk.write(beginningTo: &beginning)
      let seal = JournalSeal(key, first: first.bytes)
      try write([first.bytes, seal.sealed(beginning.bytes, position: 1)])
      self.seal = seal
      outline.isSealed = true
    } else {
      walk.write(beginningTo: &first)
      try write([first.bytes])
    }
    try append(walk.events)
  }

  /// Deletes the file.
  public func remove() { unlink(file.path) }

  /// Writes records at once, which are sealed if the journal is.
  private func write(_ contents: [[UInt8]]) throws(JournalError) {
    let bytes = contents.flatMap(JournalRecords.record)
    do throws(JournalFile.Refusal) {
      try file.append(bytes, at: length)
    } catch {
      throw JournalError(error)
    }
    length += bytes.count
    count += contents.count
  }
}
