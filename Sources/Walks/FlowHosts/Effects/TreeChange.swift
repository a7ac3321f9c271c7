// SPDX-License-Identifier: Apache-2.0

import CLibrary
import CTerminal
import FlowEffects
import Localization

/// The writing of a file or a tree: everything is made next to its place, and then moved there.
struct TreeChange {
  private let plan: TreePlan
  private let attempt: EffectAttempt?
  private let writes: SystemWrites
  private let recovery: TreeRecovery
  private let note: NoteFile?

  private var parts: [WriteRequest] { recovery.parts }

  /// The folders of the tree, of which none is removed.
  private let ownFolders: Set<String>

  /// Whether each unit is in its place.
  private var isMoved: [Bool]

  /// The number of steps so far.
  private var stepCount = 0

  /// The mode of a new file for which the request has none.
  private let newFileMode = Int(SystemFiles.newFileMode)

  init(
    _ plan: TreePlan, of attempt: EffectAttempt?, by writes: SystemWrites,
    _ recovery: TreeRecovery, _ note: NoteFile?
  ) {
    self.plan = plan
    self.attempt = attempt
    self.writes = writes.ofManyPaths
    self.recovery = recovery
    self.note = note
    ownFolders = Set(recovery.parts.lazy.filter { $0.kind == .folder }.map(\.path))
    isMoved = plan.units.map { _ in false }
  }

  /// Creates the writing that a killed process has left, with what's in its place.
  init(
    _ left: TreeNote, isMoved: [Bool], by writes: SystemWrites, _ recovery: TreeRecovery,
    _ note: NoteFile
  ) {
    self.init(left.plan, of: left.attempt, by: writes, recovery, note)
    self.isMoved = isMoved
    stepCount = parts.count + 2
  }

  /// The result, once everything is in its place.
  var result: EffectResult { recovery.result(of: plan) }

  /// The indices of the parts that are in their places.
  var movedParts: [Int] {
    // Parts that are only restored were in their places as a whole.
    plan.units.isEmpty
      ? plan.steps.indices.filter { plan.steps[$0] != nil } : plan.parts { isMoved[$0] }
  }

  private func interrupted(_ path: String) -> SystemWrites.PartFailure {
    .init(path: path, failure: .system(writes.catalog.text(.wasInterrupted)))
  }

  private func place(_ path: String) throws(FileFailure) -> SystemFolder.Place {
    try writes.folder.place(of: path, makesFolders: false, followsLast: false)
  }

  // MARK: Writing

  /// Makes everything next to its place, and moves it there.
  mutating func run(until cancellation: EffectCancellation) throws(SystemWrites.PartFailure) {
    while try advance(until: cancellation) {}
  }

  /// Takes the next step: writes the note, makes a part, notes that all are made, moves a unit, or has all of it
  /// written to the disk.
  ///
  /// A process can be killed between any two steps, and in any of them.
  ///
  /// - Returns: Whether another step follows.
  /// - Throws: The reason why a part can't be written.
  mutating func advance(
    until cancellation: EffectCancellation
  ) throws(SystemWrites.PartFailure) -> Bool {
    let index = stepCount
    stepCount += 1
    switch index {
    case 0: try recovery.write(TreeNote(plan: plan, state: .making, of: attempt), to: note)
    case let index where index <= parts.count: try prepare(index - 1, until: cancellation)
    case parts.count + 1: try recovery.mark(.prepared, in: note)
    case let index where index < parts.count + 2 + plan.units.count:
      try move(index - parts.count - 2, until: cancellation)
    default:
      try recovery.sync()
      return false
    }
    return true
  }

  private func prepare(
    _ index: Int, until cancellation: EffectCancellation
  ) throws(SystemWrites.PartFailure) {
    guard let step = plan.steps[index] else { return }
    let part = parts[index]
    if cancellation.isCancelled { throw interrupted(part.path) }
    do throws(FileFailure) {
      let unit = plan.units[step.unit]
      for folder in step.written.madeFolders {
        let place = try place(unit.temporary + folder.dropFirst(unit.place.count))
        guard mkdirat(place.folder, place.name, 0o777) == 0 else { throw FileFailure(code: errno) }
      }
      try prepare(part, step)
    } catch {
      throw .init(path: part.path, failure: error)
    }
  }

  private func prepare(_ part: WriteRequest, _ step: TreePlan.Step) throws(FileFailure) {
    let place = try place(plan.temporary(of: step))
    switch part.kind {
    case .folder, .tree, .removal: break
    case .link:
      guard symlinkat(part.linkTarget, place.folder, place.name) == 0 else {
        throw FileFailure(code: errno)
      }
    case .file:
      var content = part.content
      var mode = part.mode
      switch step.written.previous {
      case .replaced(_, let old): mode = mode ?? old
      case .appended:
        let old = try old(step)
        content = old.content + content
        mode = mode ?? old.mode
      case .nothing, .link, .tree: break
      }
      _ = try SystemWrites.prepare(
        content, at: place, mode: mode ?? newFileMode, syncs: recovery.isSingle,
        temporary: place.name)
    }
  }

  /// Returns the file to which a part is appended.
  private func old(_ step: TreePlan.Step) throws(FileFailure) -> SystemWrites.OldFile {
    guard let old = try SystemWrites.OldFile(place(step.place)),
      step.written.previous == .appended(count: old.content.count)
    else { throw FileFailure.changed }
    return old
  }

  private mutating func move(
    _ index: Int, until cancellation: EffectCancellation
  ) throws(SystemWrites.PartFailure) {
    guard !isMoved[index] else { return }
    let unit = plan.units[index]
    if cancellation.isCancelled { throw interrupted(unit.place) }
    do throws(FileFailure) {
      try move(unit)
    } catch {
      throw .init(path: unit.place, failure: error)
    }
    isMoved[index] = true
  }

  private func move(_ unit: TreePlan.Unit) throws(FileFailure) {
    if unit.isRemoval { return try remove(unit) }
    let place = try place(unit.temporary)
    let name = String(unit.place.split(separator: "/").last ?? "")
    let code: Int32
    if unit.isReplacing {
      code = renameat(place.folder, place.name, place.folder, name) == 0 ? 0 : errno
    } else {
      code = ct_rename_new(place.folder, place.name, name)
    }
    guard code == 0 else { throw code == EEXIST ? FileFailure.exists : FileFailure(code: code) }
    guard recovery.isSingle, fsync(place.folder) != 0, errno != EINVAL else { return }
    throw FileFailure(code: errno)
  }

  /// Removes what's in the place of a unit, and the folders around it that are empty then, unless the tree has them.
  private func remove(_ unit: TreePlan.Unit) throws(FileFailure) {
    let found = try place(unit.place)
    guard unlinkat(found.folder, found.name, 0) == 0 || errno == ENOENT else {
      throw FileFailure(code: errno)
    }
    var names = unit.place.split(separator: "/").dropLast()
    while !names.isEmpty {
      let path = names.joined(separator: "/")
      let folder = try place(path)
      guard !ownFolders.contains(path), unlinkat(folder.folder, folder.name, AT_REMOVEDIR) == 0
      else { return }
      names.removeLast()
    }
  }

  // MARK: Checking

  /// Throws unless what isn't in its place can be moved there: nothing else is there now, and it's whole.
  func checkMovable() throws(SystemWrites.PartFailure) {
    let folder = writes.ofManyPaths.folder
    for (part, step) in zip(parts, plan.steps) {
      guard let step, !isMoved[step.unit] else { continue }
      do throws(FileFailure) {
        guard try isAsBefore(step, in: folder), try isWhole(part, step) else {
          throw FileFailure.changed
        }
      } catch {
        throw .init(path: part.path, failure: error)
      }
    }
  }

  /// Whether the place of a part is as it was when the process began.
  private func isAsBefore(
    _ step: TreePlan.Step, in folder: SystemFolder
  ) throws(FileFailure) -> Bool {
    let place: SystemFolder.Place
    do throws(FileFailure) {
      place = try folder.place(of: step.place, makesFolders: false, followsLast: false)
    } catch {
      guard case .notAFolder(let file) = error, step.written.previous == .nothing else {
        throw error
      }
      return isStillRemoved { $0 == file }
    }
    switch step.written.previous {
    case .nothing:
      var status = stat()
      guard fstatat(place.folder, place.name, &status, AT_SYMLINK_NOFOLLOW) == 0 else {
        return errno == ENOENT || errno == ENOTDIR
      }
      return status.st_mode & S_IFMT == S_IFDIR
        && isStillRemoved { $0.hasPrefix(step.place + "/") }
    case .replaced(let bytes, _): return try SystemWrites.OldFile(place)?.content == bytes
    case .appended(let count): return try SystemWrites.OldFile(place)?.content.count == count
    case .link(let target): return try SystemWrites.target(at: place) == target
    case .tree: return false
    }
  }

  /// Whether a place for which something is true will be removed.
  private func isStillRemoved(_ isIncluded: (String) -> Bool) -> Bool {
    zip(plan.units, isMoved).contains { unit, isMoved in
      unit.isRemoval && !isMoved && isIncluded(unit.place)
    }
  }

  /// Whether what was made of a part is all there.
  private func isWhole(_ part: WriteRequest, _ step: TreePlan.Step) throws(FileFailure) -> Bool {
    let place = try place(plan.temporary(of: step))
    switch part.kind {
    case .file:
      var content = part.content
      if case .appended = step.written.previous { content = try old(step).content + content }
      return try SystemWrites.OldFile(place, limit: .max)?.content == content
    case .link: return try SystemWrites.target(at: place) == part.linkTarget
    case .removal: return true
    case .folder, .tree:
      var status = stat()
      return fstatat(place.folder, place.name, &status, AT_SYMLINK_NOFOLLOW) == 0
        && status.st_mode & S_IFMT == S_IFDIR
    }
  }

  // MARK: Back

  /// Takes everything back file by file, and removes the note.
  ///
  /// A changed file stays as it is, and the one that it replaced is put next to it. If that fails too, the note stays,
  /// so that the next attempt tries it again.
  ///
  /// - Parameter reason: Why it's taken back; nil if only the failure to do so is one.
  /// - Throws: The reason, with what isn't restored.
  func undo(after reason: SystemWrites.PartFailure? = nil) throws(SystemWrites.PartFailure) {
    let moved = movedParts
    // Without the mark, a process that's killed from here on would seem to have been writing.
    var unmarked: SystemWrites.PartFailure?
    if !moved.isEmpty {
      do throws(SystemWrites.PartFailure) { try recovery.mark(.undoing, in: note) } catch {
        unmarked = error
      }
    }
    var leftovers = writes.restoreTree(
      recovery, moved, moved.map { plan.steps[$0]?.written }, keepsOld: true)
    for index in plan.units.isEmpty ? [] : plan.parts(where: { !isMoved[$0] }).reversed() {
      leftovers += discard(index)
    }
    if !leftovers.contains(where: \.isOnlyInNote) {
      do throws(SystemWrites.PartFailure) { try recovery.remove(note) } catch {
        if unmarked == nil { unmarked = error }
      }
    }
    guard var failure = reason ?? SystemWrites.PartFailure(leftovers) ?? unmarked else { return }
    failure.leftovers = leftovers
    throw failure
  }

  /// Removes what was made of a part next to its place, and the folders that were made for it.
  ///
  /// - Returns: What couldn't be removed.
  private func discard(_ index: Int) -> [SystemWrites.Leftover] {
    guard let step = plan.steps[index], parts[index].kind != .removal else { return [] }
    let unit = plan.units[step.unit]
    var paths: [(path: String, flags: Int32)] = []
    if parts[index].kind != .folder { paths.append((plan.temporary(of: step), 0)) }
    for folder in step.written.madeFolders.reversed() {
      paths.append((unit.temporary + folder.dropFirst(unit.place.count), AT_REMOVEDIR))
    }
    return paths.compactMap { path, flags in
      do throws(FileFailure) {
        let place = try place(path)
        guard unlinkat(place.folder, place.name, flags) != 0, errno != ENOENT, errno != ENOTDIR
        else { return nil }
        throw FileFailure(code: errno)
      } catch {
        return SystemWrites.Leftover(path: path, reason: error, isOnlyInNote: true)
      }
    }
  }
}

extension WriteRequest {
  /// The target of a link.
  fileprivate var linkTarget: String { String(decoding: content, as: UTF8.self) }
}
