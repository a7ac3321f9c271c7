// SPDX-License-Identifier: Apache-2.0

import CLibrary
package import FlowEffects
import FlowModel
package import Localization

/// Writes files in a folder, and restores their previous content.
///
/// Files are written atomically: to a temporary file in the same folder, which is then renamed, or
/// linked if nothing may be overwritten. No path and no symbolic link leads out of the folder.
package struct SystemWrites: Sendable {
  /// The maximum size in bytes of a file that can be replaced: 16 MiB.
  ///
  /// Its content is kept, so that it can be restored.
  static let previousLimit = 16 << 20

  let folder: SystemFolder
  let catalog: MessageCatalog

  /// Whether it writes a file that isn't in a tree, so that a link in its place is followed.
  var isSingle = false

  /// How long another process that writes the same is waited for, in nanoseconds.
  var patience = NoteFile.patience

  /// The notes that are kept until walks have recorded the results.
  private let held: HeldNotes

  /// Creates a host of writes.
  ///
  /// - Parameters:
  ///   - folder: The folder below which files are written.
  ///   - catalog: The language in which failures are described.
  package init(folder: String = ".", catalog: MessageCatalog = .english) {
    self.init(SystemFolder(path: folder), catalog, HeldNotes())
  }

  private init(_ folder: SystemFolder, _ catalog: MessageCatalog, _ held: HeldNotes) {
    self.folder = folder
    self.catalog = catalog
    self.held = held
  }

  /// The same host for one operation on many paths.
  var ofManyPaths: SystemWrites {
    var writes = SystemWrites(folder.keepingLastOpen(), catalog, held)
    (writes.isSingle, writes.patience) = (isSingle, patience)
    return writes
  }

  /// The same host for the parts of a request.
  private func parts(of request: WriteRequest) -> SystemWrites {
    var writes = ofManyPaths
    writes.isSingle = !request.isTree
    return writes
  }

  // MARK: Writing and restoring

  /// Writes a file or a tree, of which nothing is left if it can't be written as a whole.
  ///
  /// - Parameters:
  ///   - request: A file or a tree.
  ///   - attempt: The attempt of the walk that has it written, which concludes it; nil if there's no such walk.
  ///   - cancellation: A cancellation that ends the writing.
  /// - Returns: The result.
  /// - Complexity: O(*n*) in the size of the parts and of what they replace, and O(*d*) calls of the system for each
  ///   part, where *d* is its depth.
  package func write(
    _ request: WriteRequest, of attempt: EffectAttempt? = nil,
    until cancellation: EffectCancellation = EffectCancellation()
  ) -> EffectResult {
    let writes = parts(of: request)
    do throws(PartFailure) {
      return try writes.written(request, of: attempt, until: cancellation)
    } catch {
      return error.result(in: catalog, isSingle: writes.isSingle)
    }
  }

  private func written(
    _ request: WriteRequest, of attempt: EffectAttempt?, until cancellation: EffectCancellation
  ) throws(PartFailure) -> EffectResult {
    let recovery = TreeRecovery(of: request, in: folder)
    let note = try opened(recovery, until: cancellation)
    let takenBack = try recovery.takeBack(note, by: self)
    // A process that was killed had replaced them, so that no one was asked about them.
    var request = request
    for index in takenBack { request.overwriteAskedPart(index) }
    let plan: TreePlan
    do throws(PartFailure) {
      plan = try TreePlan(of: request.parts, by: ofManyPaths, naming: recovery)
    } catch {
      try recovery.remove(note)
      throw error
    }
    guard !plan.units.isEmpty else {
      try recovery.remove(note)
      return .done
    }
    var change = TreeChange(plan, of: attempt, by: self, recovery, note)
    do throws(PartFailure) {
      try change.run(until: cancellation)
    } catch {
      try change.undo(after: error)
    }
    try hold(note, of: attempt, recovery)
    return change.result
  }

  /// Restores a file or a tree as it was before it was written.
  ///
  /// A file that has changed since it was written is left alone, and the restore fails, once all else is restored. If a
  /// new file is already gone, there's nothing to restore.
  ///
  /// - Parameters:
  ///   - request: The write, and what it replaced.
  ///   - attempt: The attempt of the walk that has it restored, which concludes it; nil if there's no such walk.
  ///   - cancellation: A cancellation that ends the wait for another process.
  /// - Returns: The result.
  package func restore(
    _ request: RestoreRequest, of attempt: EffectAttempt? = nil,
    until cancellation: EffectCancellation = EffectCancellation()
  ) -> EffectResult {
    let writes = parts(of: request.write)
    let recovery = TreeRecovery(of: request.write, in: folder)
    do throws(PartFailure) {
      let note = try writes.opened(recovery, until: cancellation)
      _ = try recovery.takeBack(note, by: writes)
      let plan = TreePlan(restoring: recovery.parts, request.writtenParts)
      try recovery.write(TreeNote(plan: plan, state: .undoing, of: attempt), to: note)
      return try writes.restored(request, of: attempt, recovery, note)
    } catch {
      return error.result(in: catalog, isSingle: writes.isSingle, advice: .moveAwayToUndo)
    }
  }

  private func restored(
    _ request: RestoreRequest, of attempt: EffectAttempt?, _ recovery: TreeRecovery,
    _ note: NoteFile?
  ) throws(PartFailure) -> EffectResult {
    let leftovers = restoreTree(
      recovery, Array(recovery.parts.indices), request.writtenParts, keepsOld: false)
    try hold(note, of: attempt, recovery)
    // The walk knows what isn't restored, and tries it again.
    if let failure = PartFailure(leftovers) { throw failure }
    return .done
  }

  /// Opens the note, or makes it.
  ///
  /// This process has it if what it's about isn't recorded.
  private func opened(
    _ recovery: TreeRecovery, until cancellation: EffectCancellation
  ) throws(PartFailure) -> NoteFile? {
    if let note = held.take(named: recovery.name) { return note }
    return try recovery.locked(by: self, isMade: true, until: cancellation)
  }

  /// Keeps a note until the walk has recorded the result.
  private func hold(
    _ note: NoteFile?, of attempt: EffectAttempt?, _ recovery: TreeRecovery
  ) throws(PartFailure) {
    guard let note else { return }
    do throws(FileFailure) { try held.keep(note, of: attempt) } catch {
      throw PartFailure(path: recovery.name, failure: error)
    }
  }

  /// Forgets the note about what an attempt has written or restored, because its walk has recorded that.
  ///
  /// A note that can't be removed is met again when the walk is continued.
  package func conclude(_ request: WriteRequest, of attempt: EffectAttempt?) {
    guard let attempt else { return }
    if let note = held.take(attempt) {
      try? note.remove()
      return
    }
    // A process that was killed has recorded the result, and hasn't come to remove the note.
    let recovery = TreeRecovery(of: request, in: folder)
    var writes = self
    writes.patience = 0
    guard
      let file = try? recovery.locked(by: writes, isMade: false, until: EffectCancellation()),
      let note = try? recovery.note(in: file), note.attempt == attempt
    else { return }
    try? file.remove()
  }

  // MARK: After a killed process

  /// Finds out whether a file or a tree was written, and finishes or takes back what a killed process has left.
  package func recover(_ request: WriteRequest, of attempt: EffectAttempt?) -> EffectRecovery {
    let writes = parts(of: request)
    let recovery = TreeRecovery(of: request, in: folder)
    do throws(PartFailure) {
      guard let left = try writes.left(recovery, by: attempt) else {
        return writes.found(request)
      }
      guard let note = left.content else {
        try recovery.remove(left.file)
        return .notPerformed
      }
      // When this walk writes, it takes back the files that another one left half written.
      guard note.attempt == attempt, attempt != nil else { return .notPerformed }
      return try writes.finish(recovery, note, in: left.file)
    } catch {
      return .ended(error.result(in: catalog, isSingle: writes.isSingle))
    }
  }

  private func finish(
    _ recovery: TreeRecovery, _ note: TreeNote, in file: NoteFile
  ) throws(PartFailure) -> EffectRecovery {
    var change = try recovery.change(note, in: file, by: self)
    guard note.state == .prepared else {
      try change.undo()
      return .notPerformed
    }
    do throws(PartFailure) {
      try change.checkMovable()
      try change.run(until: EffectCancellation())
    } catch {
      // Why it can't be written is found out when it's written anew.
      try change.undo()
      return .notPerformed
    }
    try hold(file, of: note.attempt, recovery)
    return .ended(change.result)
  }

  /// Finds out whether a file or a tree was restored, and restores what a killed process has left of it.
  func recover(_ request: RestoreRequest, of attempt: EffectAttempt?) -> EffectRecovery {
    let writes = parts(of: request.write)
    let recovery = TreeRecovery(of: request.write, in: folder)
    do throws(PartFailure) {
      guard let left = try writes.left(recovery, by: attempt), let note = left.content,
        note.attempt == attempt, attempt != nil, note.state == .undoing
      else { return writes.found(request) }
      return .ended(try writes.restored(request, of: attempt, recovery, left.file))
    } catch {
      return .ended(
        error.result(in: catalog, isSingle: writes.isSingle, advice: .moveAwayToUndo))
    }
  }

  /// Returns the note that a process has left, and what it says; nil if there's none.
  private func left(
    _ recovery: TreeRecovery, by attempt: EffectAttempt?
  ) throws(PartFailure) -> (file: NoteFile, content: TreeNote?)? {
    let file: NoteFile
    if let own = held.take(attempt) {
      file = own
    } else {
      guard
        let other = try recovery.locked(by: self, isMade: false, until: EffectCancellation())
      else { return nil }
      file = other
    }
    return (file, try recovery.note(in: file))
  }

  /// Returns what each part of a file or a tree would replace.
  func outlooks(of write: WriteRequest) -> [WriteOutlook] {
    let writes = parts(of: write)
    return write.parts.map { writes.outlook(of: $0) }
  }

  /// Returns the path of a write with all links resolved, relative to the folder, or the failure if it leads
  /// out of it.
  func realPath(of path: String, followsLast: Bool = true) -> Result<String, FileFailure> {
    do {
      let place = try folder.place(of: path, makesFolders: false, followsLast: followsLast)
      return .success(place.realPath)
    } catch {
      return .failure(error)
    }
  }

  // MARK: Files outside trees

  /// The file that one outside a tree replaces; nil if it's left alone.
  func previous(ofSingle part: WriteRequest) throws(FileFailure) -> WrittenFile.Previous? {
    let place = try place(of: part)
    guard !place.isInMissingFolder, let found = try Self.obstacle(at: place) else {
      return .nothing
    }
    switch (found, part.exists) {
    case (.file, .keep): return nil
    case (.file, .fail): throw FileFailure.exists
    case (.file, _): break
    default: throw FileFailure.inTheWay(found)
    }
    guard let old = try OldFile(place) else { return .nothing }
    let isSame = old.content == part.content && part.mode ?? old.mode == old.mode
    switch part.exists {
    case .ask where isSame, .overwrite where isSame, .keep: return nil
    case .ask, .fail: throw FileFailure.exists
    case .overwrite: return .replaced(old.content, mode: old.mode)
    case .append: return part.content.isEmpty ? nil : .appended(count: old.content.count)
    }
  }

  /// Removes folders that were created here, innermost first, if they're empty.
  ///
  /// - Throws: The reason why one that's empty stays.
  func removeFolders(_ folders: [String]) throws(FileFailure) {
    for path in folders.reversed() {
      let place = try folder.place(of: path, makesFolders: false)
      if unlinkat(place.folder, place.name, AT_REMOVEDIR) == 0 { continue }
      // A path that's no folder anymore, or a folder with something else in it, belongs to another program.
      guard [ENOENT, ENOTDIR, ENOTEMPTY, EEXIST].contains(errno) else {
        throw FileFailure(code: errno)
      }
      if errno != ENOENT { return }
    }
  }

  /// An existing file.
  struct OldFile {
    let content: [UInt8]
    let mode: Int

    /// Reads the file at a place; nil if there isn't one.
    ///
    /// - Parameters:
    ///   - place: The place.
    ///   - limit: The maximum size in bytes.
    /// - Throws: The reason why it can't be read.
    init?(
      _ place: SystemFolder.Place, limit: Int = SystemWrites.previousLimit
    ) throws(FileFailure) {
      let descriptor = openat(
        place.folder, place.name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
      guard descriptor >= 0 else {
        if errno == ENOENT || errno == ENOTDIR { return nil }
        throw FileFailure(code: errno)
      }
      defer { close(descriptor) }
      var status = stat()
      guard fstat(descriptor, &status) == 0 else { throw FileFailure(code: errno) }
      guard status.st_mode & S_IFMT == S_IFREG else {
        throw FileFailure.notAFile
      }
      guard status.st_size <= limit else {
        throw FileFailure.tooLarge(limit: limit)
      }
      mode = Int(status.st_mode & 0o777)
      do {
        content = try SystemFiles.readAll(descriptor, name: place.realPath)
      } catch {
        throw FileFailure.system(error.reason)
      }
    }
  }

  /// Writes bytes atomically.
  static func put(
    _ bytes: [UInt8], at place: SystemFolder.Place, mode: Int, replacing: Bool,
    temporary name: String = temporaryName()
  ) throws(FileFailure) {
    let temporary = try prepare(bytes, at: place, mode: mode, syncs: true, temporary: name)
    do throws(FileFailure) {
      try move(temporary, to: place, replacing: replacing)
    } catch {
      unlinkat(place.folder, temporary, 0)
      throw error
    }
  }

  /// Returns the name of a temporary file in a place's folder.
  static func temporaryName() -> String { ".stackflow-\(UInt64.random(in: 0 ... .max))" }

  /// Writes bytes to a temporary file next to where they belong.
  ///
  /// - Returns: Its name. If it can't be written, there's no file.
  static func prepare(
    _ bytes: [UInt8], at place: SystemFolder.Place, mode: Int, syncs: Bool,
    temporary: String = temporaryName()
  ) throws(FileFailure) -> String {
    let descriptor = openat(
      place.folder, temporary, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw FileFailure(code: errno) }
    var failure: FileFailure?
    do {
      try SystemFiles.writeAll(bytes, to: descriptor, name: place.realPath)
    } catch {
      failure = FileFailure.system(error.reason)
    }
    if failure == nil, fchmod(descriptor, mode_t(mode)) != 0 || syncs && fsync(descriptor) != 0 {
      failure = FileFailure(code: errno)
    }
    if close(descriptor) != 0, failure == nil { failure = FileFailure(code: errno) }
    guard let failure else { return temporary }
    unlinkat(place.folder, temporary, 0)
    throw failure
  }

  /// Moves a temporary file to the place next to it, or links it there if nothing may be replaced.
  static func move(
    _ temporary: String, to place: SystemFolder.Place, replacing: Bool
  ) throws(FileFailure) {
    if replacing {
      if renameat(place.folder, temporary, place.folder, place.name) == 0 { return }
    } else if linkat(place.folder, temporary, place.folder, place.name, 0) == 0 {
      unlinkat(place.folder, temporary, 0)
      return
    }
    throw errno == EEXIST ? FileFailure.exists : FileFailure(code: errno)
  }
}
