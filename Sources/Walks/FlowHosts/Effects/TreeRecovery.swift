// SPDX-License-Identifier: Apache-2.0

import CLibrary
import CTerminal
import FlowEffects
import FlowExpressions
import FlowModel

/// The note in the working directory about a file or a tree that's being written or restored, and what follows from it.
///
/// It's there before the first file is made, says when everything has been made next to its place, and is removed when
/// the walk has recorded the end. Until then it's locked. If the process is killed, it stays, and isn't locked anymore.
/// Then only the attempt that it names can finish what it says; any other takes it back first.
struct TreeRecovery {
  let folder: SystemFolder
  let parts: [WriteRequest]

  /// Whether it's about a file that isn't in a tree.
  let isSingle: Bool

  /// The name of the note, which the same file or tree always has.
  let name: String

  /// Creates the recovery of a file or a tree in a folder.
  init(of request: WriteRequest, in folder: SystemFolder) {
    self.folder = folder
    parts = request.parts
    isSingle = !request.isTree
    var fingerprint = Fingerprint()
    for part in parts {
      fingerprint.add(part.path)
      fingerprint.add(part.content)
    }
    name = ".stackflow-\(isSingle ? "file" : "tree")-\(String(fingerprint.value, radix: 16))"
  }

  /// Returns the name of what's made of a part next to its place.
  func temporaryName(_ index: Int) -> String { "\(name)-\(index)" }

  /// Returns the name of the temporary file with which a part is restored.
  func restoringName(_ index: Int) -> String { "\(name)-\(index)-before" }

  /// Returns the result of a plan that was carried out.
  func result(of plan: TreePlan) -> EffectResult {
    guard isSingle else { return .written(WrittenFile(previous: .tree(plan.written))) }
    return plan.written.first.flatMap { $0 }.map { .written($0) } ?? .done
  }

  /// Has the system write everything to its disk.
  ///
  /// A file outside a tree is already there, apart from its name.
  func sync() throws(SystemWrites.PartFailure) {
    guard !isSingle else { return }
    let descriptor = open(folder.path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else {
      throw .init(path: folder.path, failure: FileFailure(code: errno))
    }
    defer { close(descriptor) }
    let code = ct_sync_file_system(descriptor)
    guard code == 0 else { throw .init(path: folder.path, failure: FileFailure(code: code)) }
  }

  // MARK: The note

  /// Opens the note and waits for its lock; see ``NoteFile/locked(_:in:isMade:patience:until:_:)``.
  ///
  /// - Returns: The note; nil if there's none and it isn't made, or where a file of its own may be written and no note.
  ///   Such a file is in its place or not, which is enough to find out what a killed process has done.
  func locked(
    by writes: SystemWrites, isMade: Bool, until cancellation: EffectCancellation
  ) throws(SystemWrites.PartFailure) -> NoteFile? {
    do throws(FileFailure) {
      let note = try NoteFile.locked(
        name, in: folder, isMade: isMade, patience: writes.patience, until: cancellation,
        writes.catalog)
      guard note != nil || !isMade || isSingle else { throw FileFailure(code: EACCES) }
      return note
    } catch {
      throw .init(path: name, failure: error)
    }
  }

  /// Writes the note.
  func write(_ note: TreeNote, to file: NoteFile?) throws(SystemWrites.PartFailure) {
    try changing { () throws(FileFailure) in try file?.write(note.bytes) }
  }

  /// Notes how far the writing has come.
  func mark(_ state: TreeNote.State, in file: NoteFile?) throws(SystemWrites.PartFailure) {
    try changing { () throws(FileFailure) in try file?.mark(state.rawValue) }
  }

  /// Removes the note.
  func remove(_ file: NoteFile?) throws(SystemWrites.PartFailure) {
    try changing { () throws(FileFailure) in try file?.remove() }
  }

  private func changing(_ change: () throws(FileFailure) -> Void) throws(SystemWrites.PartFailure) {
    do throws(FileFailure) { try change() } catch { throw .init(path: name, failure: error) }
  }

  // MARK: What a killed process has left

  /// Returns what a note says; nil if nothing was made, because the process was killed before the note was whole.
  ///
  /// - Throws: A failure if the note was changed by someone else.
  func note(in file: NoteFile) throws(SystemWrites.PartFailure) -> TreeNote? {
    let bytes: [UInt8]
    do throws(FileFailure) { bytes = try file.bytes } catch {
      throw .init(path: name, failure: error)
    }
    if let note = TreeNote(bytes, partCount: parts.count) { return note }
    guard bytes.isEmpty || bytes.first == TreeNote.State.making.rawValue else {
      throw .init(path: name, failure: .changed)
    }
    return nil
  }

  /// Returns the writing that a note says a killed process has left.
  ///
  /// - Throws: The reason why it can't be found out what's in its place.
  func change(
    _ note: TreeNote, in file: NoteFile, by writes: SystemWrites
  ) throws(SystemWrites.PartFailure) -> TreeChange {
    var isMoved: [Bool] = []
    for unit in note.plan.units {
      do throws(FileFailure) {
        isMoved.append(note.state == .making ? false : try isInPlace(unit))
      } catch {
        throw .init(path: unit.place, failure: error)
      }
    }
    return TreeChange(note, isMoved: isMoved, by: writes, self, file)
  }

  /// Whether a unit that was next to its place has been moved there.
  private func isInPlace(_ unit: TreePlan.Unit) throws(FileFailure) -> Bool {
    // A folder may be in the place of what was removed.
    if unit.isRemoval {
      return try status(of: unit.place).map { $0.st_mode & S_IFMT == S_IFDIR } ?? true
    }
    guard let temporary = try status(of: unit.temporary) else { return true }
    // On a file system that can't rename without replacing, it has both names for a moment.
    guard !unit.isFolder, let other = try status(of: unit.place),
      other.st_ino == temporary.st_ino, other.st_dev == temporary.st_dev
    else { return false }
    let place = try folder.place(of: unit.temporary, makesFolders: false, followsLast: false)
    guard unlinkat(place.folder, place.name, 0) == 0 else { throw FileFailure(code: errno) }
    return true
  }

  /// Returns the status of a file; nil if there's none.
  private func status(of path: String) throws(FileFailure) -> stat? {
    var status = stat()
    let place: SystemFolder.Place
    do throws(FileFailure) {
      place = try folder.place(of: path, makesFolders: false, followsLast: false)
    } catch {
      // In a file is nothing.
      if case .notAFolder = error { return nil }
      throw error
    }
    if fstatat(place.folder, place.name, &status, AT_SYMLINK_NOFOLLOW) == 0 { return status }
    guard errno == ENOENT || errno == ENOTDIR else { throw FileFailure(code: errno) }
    return nil
  }

  /// Takes back what a killed process has left of the same file or tree.
  ///
  /// A file that has changed since then stays as it is, and the one that it replaced is put next to it.
  ///
  /// - Returns: The indices of the parts that were in their places; none if nothing was left.
  /// - Throws: A failure that lists what isn't restored.
  func takeBack(
    _ file: NoteFile?, by writes: SystemWrites
  ) throws(SystemWrites.PartFailure) -> [Int] {
    guard let file, let note = try note(in: file) else { return [] }
    let change = try change(note, in: file, by: writes)
    try change.undo()
    return change.movedParts
  }
}
