// SPDX-License-Identifier: Apache-2.0

import CLibrary
public import FlowExpressions

/// A folder of journals: a file `ID.walk` for each walk.
public struct JournalFolder: Sendable {
  /// The path of the folder.
  public let path: String

  /// Creates a value for a folder, which need not exist yet.
  public init(_ path: String) { self.path = path }

  /// A journal in the folder.
  public struct Entry: Hashable, Sendable {
    /// The id of the walk.
    public let id: String

    /// The time of the last change of the file.
    public let changed: Timestamp

    /// The size of the file in bytes.
    package let byteCount: Int
  }

  /// The journals, the newest first; those changed at the same time by id.
  ///
  /// - Complexity: O(*n* log *n*) in the number of files.
  public var entries: [Entry] {
    let names = (try? JournalFile.names(in: path)) ?? []
    let entries = names.compactMap { name in
      name.hasSuffix(Self.ending) ? entry(String(name.dropLast(Self.ending.count))) : nil
    }
    return entries.sorted { ($1.changed, $0.id) < ($0.changed, $1.id) }
  }

  /// Returns the journal with an id, or nil if there is none.
  public func entry(_ id: String) -> Entry? {
    var status = stat()
    guard Self.isID(id), stat("\(path)/\(id)\(Self.ending)", &status) == 0,
      status.st_mode & S_IFMT == S_IFREG
    else { return nil }
    return Entry(id: id, changed: JournalFile.changed(status), byteCount: Int(status.st_size))
  }

  /// Removes a journal that no process has open.
  ///
  /// - Throws: ``JournalError``.
  public func remove(_ id: String) throws(JournalError) {
    guard let entry = entry(id) else { throw .missing(id) }
    let file = "\(path)/\(entry.id)\(Self.ending)"
    do throws(JournalFile.Refusal) {
      if let journal = try JournalFile.locked(file, O_RDONLY) {
        defer { journal.close() }
        return try JournalFile.remove(file)
      }
    } catch {
      throw error.code == ENOENT ? .missing(id) : JournalError(error)
    }
    throw .inUse(id)
  }

  /// Removes the journals that were last changed before a time and that no process has open, and what
  /// crashes have left of writing one.
  ///
  /// - Returns: The ids of the removed ones, newest first.
  @discardableResult
  public func removeAll(changedBefore time: Timestamp) -> [String] {
    removeLeftovers()
    return entries.filter { $0.changed < time }.map(\.id).filter { id in
      (try? remove(id)) != nil
    }
  }

  /// Removes what crashes have left of writing a journal, and what no process is writing.
  func removeLeftovers() {
    JournalFile.removeLeftovers(in: path) { $0.hasSuffix(Self.ending + WalkJournal.newEnding) }
  }

  /// Throws if something that isn't a journal has the name of one: a folder, a pipe, a device, or a link
  /// to a file that doesn't exist.
  ///
  /// - Throws: ``JournalError/system(_:)``.
  package func checkName(_ id: String) throws(JournalError) {
    let file = "\(path)/\(id)\(Self.ending)"
    var status = stat()
    guard lstat(file, &status) == 0 else { return }
    guard stat(file, &status) == 0 else {
      throw .system("\(file): this link leads to no file")
    }
    guard status.st_mode & S_IFMT == S_IFREG else { throw .system("\(file): \(Self.notAFile)") }
  }

  static let notAFile = "it isn't a regular file"

  /// Returns a new id: the id of the flow and six random letters and digits.
  package func newID(for flowID: String) -> String {
    let letters = Array("abcdefghjkmnpqrstuvwxyz23456789")
    let name = flowID.filter {
      $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-" || $0 == "_")
    }
    while true {
      let random = String((0..<6).map { _ in letters[Int.random(in: letters.indices)] })
      let id = "\(name.prefix(40))-\(random)"
      if entry(id) == nil { return id }
    }
  }

  /// Whether a text can be an id: it names no other folder, and no hidden file.
  static func isID(_ text: String) -> Bool {
    !text.isEmpty && text.utf8.count <= 200 && !text.hasPrefix(".")
      && !text.utf8.contains { $0 == UInt8(ascii: "/") || $0 == 0 }
  }

  private static let ending = ".walk"
}
