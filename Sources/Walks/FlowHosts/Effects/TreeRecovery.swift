// SPDX-License-Identifier: Apache-2.0

import CTerminal
import FlowExpressions
import FlowForms

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// A note in the working directory about a tree that's being written.
///
/// It's there before the first file is made, says when everything has been made next to its place, and is removed when
/// everything is in its place. If the process is killed, it stays. Then the tree can be finished, and the next attempt to
/// write it first takes back what the note says.
struct TreeRecovery {
  /// The maximum size of a note in bytes; one of what trees can replace is smaller.
  private static let noteLimit = 4 * SystemWrites.previousTreeLimit

  private let folder: SystemFolder
  private let parts: [WriteRequest]

  /// The name of the note, which the same tree always has.
  let name: String

  /// Creates the recovery of a tree in a folder.
  init(of parts: [WriteRequest], in folder: SystemFolder) {
    self.folder = folder
    self.parts = parts
    var fingerprint = Fingerprint()
    for part in parts {
      fingerprint.add(part.path)
      fingerprint.add(part.content)
    }
    name = ".stackflow-tree-\(String(fingerprint.value, radix: 16))"
  }

  /// Returns the name of what's made of a part next to its place.
  func temporaryName(_ index: Int) -> String { "\(name)-\(index)" }

  /// Returns the name of the temporary file with which a part is restored.
  func restoringName(_ index: Int) -> String { "\(name)-\(index)-before" }

  // MARK: The note

  private var noteTemporary: String { "\(name)-note" }

  /// Writes the note.
  ///
  /// - Parameters:
  ///   - plan: How the tree is written.
  ///   - isPrepared: Whether everything is next to its place.
  /// - Throws: The reason why the note can't be written.
  func note(_ plan: TreePlan, isPrepared: Bool) throws(SystemWrites.PartFailure) {
    let note = TreeNote(plan: plan, isPrepared: isPrepared)
    do throws(FileFailure) {
      let place = try folder.place(of: name, makesFolders: false)
      unlinkat(place.folder, noteTemporary, 0)
      try SystemWrites.put(
        Array((JSONWriter().text(of: note.value) ?? "").utf8), at: place, mode: 0o600,
        replacing: true, temporary: noteTemporary)
    } catch {
      throw .init(path: name, failure: error)
    }
  }

  /// Removes the note.
  func forget() {
    guard let place = try? folder.place(of: name, makesFolders: false) else { return }
    unlinkat(place.folder, place.name, 0)
    unlinkat(place.folder, noteTemporary, 0)
  }

  /// Has the system write everything to its disk.
  func sync() {
    let descriptor = open(folder.path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { return }
    defer { close(descriptor) }
    ct_sync_file_system(descriptor)
  }

  // MARK: Afterwards

  /// Returns the writing that a killed process has left; nil if there's none.
  private func left(by writes: SystemWrites) -> (change: TreeChange, isPrepared: Bool)? {
    guard let place = try? folder.place(of: name, makesFolders: false) else { return nil }
    unlinkat(place.folder, noteTemporary, 0)
    guard let file = try? SystemWrites.OldFile(place, limit: Self.noteLimit),
      let text = String(validating: file.content, as: UTF8.self),
      let value = try? Value(json: text),
      let note = TreeNote(value, partCount: parts.count)
    else { return nil }
    let isMoved = note.plan.units.map { note.isPrepared && isInPlace($0) }
    return (
      TreeChange(parts, note.plan, isMoved: isMoved, by: writes, self), note.isPrepared
    )
  }

  /// Whether a unit that was next to its place has been moved there.
  private func isInPlace(_ unit: TreePlan.Unit) -> Bool {
    guard let temporary = status(of: unit.temporary) else { return true }
    // On a file system that can't rename without replacing, it has both names for a moment.
    guard !unit.isFolder, let place = status(of: unit.place),
      place.st_ino == temporary.st_ino, place.st_dev == temporary.st_dev
    else { return false }
    if let place = try? folder.place(of: unit.temporary, makesFolders: false, followsLast: false) {
      unlinkat(place.folder, place.name, 0)
    }
    return true
  }

  private func status(of path: String) -> stat? {
    var status = stat()
    guard let place = try? folder.place(of: path, makesFolders: false, followsLast: false),
      fstatat(place.folder, place.name, &status, AT_SYMLINK_NOFOLLOW) == 0
    else { return nil }
    return status
  }

  /// Takes back what a process that was killed has left of the same tree.
  ///
  /// If a file has changed since then, nothing is taken back.
  ///
  /// - Returns: The indices of the parts that were in their places; none if nothing was left.
  func takeBack(by writes: SystemWrites) throws(SystemWrites.PartFailure) -> [Int] {
    guard let left = left(by: writes) else { return [] }
    let indices = try left.change.takeBack()
    left.change.discardUnmoved()
    forget()
    return indices
  }

  /// Moves what a process that was killed has left next to its place, if all of it is there.
  ///
  /// - Returns: What was written; nil if nothing was left that could be moved, which is removed then.
  func finish(by writes: SystemWrites) throws(SystemWrites.PartFailure) -> EffectResult? {
    guard var left = left(by: writes) else { return nil }
    guard left.isPrepared else {
      left.change.undo()
      return nil
    }
    try left.change.checkMovable()
    try left.change.run(until: EffectCancellation())
    return .written(left.change.written)
  }

  /// Restores the tree as it was before it was written; see ``SystemWrites/restore(_:)``.
  func restore(_ written: [WrittenFile?], by writes: SystemWrites) -> EffectResult {
    do throws(SystemWrites.PartFailure) {
      let written = parts.indices.map { $0 < written.count ? written[$0] : nil }
      try writes.restoreTree(parts, written, temporary: restoringName)
      return .done
    } catch {
      return error.result(in: writes.catalog)
    }
  }
}
